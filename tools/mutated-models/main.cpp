// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Model files with accidents: lines lost, doubled or from another file, letters changed, numbers
// that are absurd. Every one must be answered, by a model or by mistakes, within 2 s of a processor
// and 512 MiB.
//
//   mutated-models --count 100000 --seed 1 FILE...
//   mutated-models --as .ply --count 100000 FILE...     meshes (.ply, .obj, .vtk) and tables (.csv)
//   mutated-models --slow --count 1000                  small models that ask for much
//
// `--longest 10` allows 10 s, for a build that is slower than what people use.
// A file is named by its seed and number; `--only K` prints that one and what is said of it.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tools/mutated-models/slow.hpp"
#include "zwang/convert/motion_model.hpp"
#include "zwang/model_file/mesh_file.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/prepare/start.hpp"

namespace {

using namespace zwang;

constexpr long largest = 512L * 1024L;  // KiB
constexpr int patience = 20;  // s of a processor: then the process says which file and ends
volatile std::sig_atomic_t number_now = -1;

extern "C" void out_of_patience(int) {
  std::array<char, 64> text{};
  const auto end = fmt::format_to_n(text.begin(), text.size(), "no answer to number {}\n",
                                    static_cast<int>(number_now));
  [[maybe_unused]] const auto written =
      write(STDOUT_FILENO, text.data(), std::min(text.size(), end.size));
  _exit(1);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : text) {
    line += c;
    if (c != '\n') continue;
    lines.push_back(line);
    line.clear();
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

class Accidents {
 public:
  Accidents(const std::vector<std::string>& texts, unsigned seed) : texts_(texts), random_(seed) {}

  std::string text() {
    std::string out = one_of(texts_);
    const int times = below(4) + 1;
    for (int i = 0; i < times; ++i) change(out);
    return out;
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  std::size_t place_in(const std::string& text) {
    return static_cast<std::size_t>(below(static_cast<int>(text.size())));
  }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

  void change(std::string& text) {
    if (text.empty()) return;
    switch (below(8)) {
      case 0: text[place_in(text)] = static_cast<char>(below(256)); return;
      case 1: text.erase(place_in(text), 1 + static_cast<std::size_t>(below(6))); return;
      case 2: text.insert(place_in(text), one_of(words_)); return;
      case 3: {
        auto lines = lines_of(text);
        std::swap(lines[static_cast<std::size_t>(below(static_cast<int>(lines.size())))],
                  lines[static_cast<std::size_t>(below(static_cast<int>(lines.size())))]);
        return join(lines, text);
      }
      case 4: {
        auto lines = lines_of(text);
        lines.erase(lines.begin() + below(static_cast<int>(lines.size())));
        return join(lines, text);
      }
      case 5: {
        auto lines = lines_of(text);
        const auto others = lines_of(one_of(texts_));
        lines.insert(lines.begin() + below(static_cast<int>(lines.size())), one_of(others));
        return join(lines, text);
      }
      case 6: {  // a piece many times over
        const std::size_t from = place_in(text);
        const std::string piece = text.substr(from, 1 + static_cast<std::size_t>(below(20)));
        std::string many;
        for (int i = below(1000); i >= 0; --i) many += piece;
        text.insert(from, many);
        return;
      }
      default: number(text);
    }
  }

  // A number becomes another.
  void number(std::string& text) {
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
    if (digits.empty()) return;
    std::size_t from = one_of(digits);
    std::size_t to = from;
    const std::string part_of_one = "0123456789.eE";
    while (from > 0 && part_of_one.find(text[from - 1]) != std::string::npos) --from;
    while (to < text.size() && part_of_one.find(text[to]) != std::string::npos) ++to;
    text.replace(from, to - from, one_of(numbers_));
  }

  static void join(const std::vector<std::string>& lines, std::string& text) {
    text.clear();
    for (const std::string& line : lines) text += line;
  }

  const std::vector<std::string>& texts_;
  std::mt19937 random_;
  std::vector<std::string> numbers_ = {"0",
                                       "-0.0",
                                       "1e308",
                                       "-1e308",
                                       "1e-320",
                                       "1e400",
                                       "inf",
                                       "nan",
                                       "1000000",
                                       "10000000000",
                                       "9223372036854775807",
                                       "99999999999999999999",
                                       "-1",
                                       "0x7f",
                                       "1_000",
                                       "3.5"};
  std::vector<std::string> words_ = {"\"",
                                     "'",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     "=",
                                     "<=",
                                     "|",
                                     "(",
                                     ")",
                                     "^",
                                     "'",
                                     "\n",
                                     "#",
                                     ".",
                                     ",",
                                     "t",
                                     "sin(",
                                     "^^",
                                     "[[expect]]\n",
                                     "[run]\n",
                                     "\"\"\"",
                                     "for = \"p in all\"\n",
                                     "include = [\"a\"]\n",
                                     "segments = 100000000\n",
                                     "size = [100000, 100000]\n",
                                     "until = \"1 kg\"\n",
                                     "\xc3\xa9",
                                     "\xff"};
};

// What is said of a text: as a model, or as a mesh or table of this ending.
ModelFile answer(const std::string& text, const std::string& ending) {
  ModelFile file;
  try {
    if (ending.empty()) {
      file = read_model_text(text, "mutated.toml");
      if (!file.usable()) return file;
      const auto system = std::make_shared<const System>(*file.model);
      const auto begin = beginning_soon(file, *system);
      if (!begin) return file;
      for (const Error& error : start_mistakes(file, *system, begin->state))
        file.mistakes.push_back(error);
      if (file.mistakes.empty()) static_cast<void>(prepare(file, system, begin->state));
    } else if (ending == ".csv") {
      file = read_model_text(motion_model({"mutated.csv", text}), "mutated.toml");
    } else {
      read_mesh({"mutated" + ending, text});
    }
  } catch (const Error& error) {
    file.mistakes.push_back(error);
  }
  return file;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The handler is called after so many seconds of the processor.
void be_patient(int seconds) {
  itimerval value{};
  value.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &value, nullptr);
}

// Small models that ask for much, each in a process of its own, so that each has its memory
// counted.
int slow_models(unsigned seed, long count, long only, double longest) {
  long models = 0, refused = 0, slow = 0, lost = 0;
  double worst = 0.0;
  long most = 0;
  for (long k = only >= 0 ? only : 0; k < (only >= 0 ? only + 1 : count); ++k) {
    const std::string text = slow_model(seed * 1000003U + static_cast<unsigned>(k));
    if (only >= 0) fmt::print("{}\n", text);
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      number_now = static_cast<int>(k);
      be_patient(patience);
      const ModelFile file = answer(text, "");
      if (only >= 0) fmt::print("{}", file.summary());
      std::fflush(stdout);
      _exit(file.mistakes.empty() ? 0 : 3);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
      fmt::print("no process for number {}\n", k);
      return 1;
    }
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    const double spent = seconds(used.ru_utime) + seconds(used.ru_stime);
    const bool answered =
        WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3);
    if (!answered) ++lost;
    if (answered) ++(WEXITSTATUS(status) == 0 ? models : refused);
    worst = std::max(worst, spent);
    most = std::max(most, used.ru_maxrss);
    if (answered && spent <= longest && used.ru_maxrss <= largest) continue;
    ++slow;
    fmt::print("number {} took {:.1f} s and {} MiB{}\n", k, spent, used.ru_maxrss / 1024,
               answered ? "" : " and was not answered");
  }
  fmt::print("files {}\nmodels {}\nrefused {}\nlost {}\nslow {}\nslowest {:.3f} s\nmemory {} MiB\n",
             count, models, refused, lost, slow, worst, most / 1024);
  return slow == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  long count = 1000;
  double longest = 2.0;  // s
  long only = -1;
  bool is_slow = false;
  unsigned seed = 1;
  std::string ending;
  std::vector<std::string> texts;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--count" && i + 1 < argc) {
      count = std::atol(argv[++i]);
    } else if (word == "--seed" && i + 1 < argc) {
      seed = static_cast<unsigned>(std::atol(argv[++i]));
    } else if (word == "--as" && i + 1 < argc) {
      ending = argv[++i];
    } else if (word == "--longest" && i + 1 < argc) {
      longest = std::atof(argv[++i]);
    } else if (word == "--slow") {
      is_slow = true;
    } else if (word == "--only" && i + 1 < argc) {
      only = std::atol(argv[++i]);
    } else {
      std::ifstream file(word, std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  std::signal(SIGPROF, out_of_patience);
  if (is_slow) return slow_models(seed, count, only, longest);
  if (texts.empty()) {
    fmt::print(
        "usage: mutated-models [--as ENDING] [--slow] [--count N] [--seed S] [--longest S] "
        "[--only K] FILE...\n");
    return 2;
  }
  long models = 0, slow = 0;
  double worst = 0.0;
  std::map<std::string_view, long> codes;
  for (long k = only >= 0 ? only : 0; k < (only >= 0 ? only + 1 : count); ++k) {
    number_now = static_cast<int>(k);
    const std::string text = Accidents(texts, seed * 1000003U + static_cast<unsigned>(k)).text();
    if (only >= 0) {
      fmt::print("{}\n", text);
      std::fflush(stdout);
    }
    be_patient(patience);
    const double start = processor_seconds();
    const ModelFile file = answer(text, ending);
    const double seconds = processor_seconds() - start;
    be_patient(0);
    if (only >= 0) fmt::print("{}", file.summary());
    if (file.mistakes.empty()) ++models;
    for (const Error& error : file.mistakes) ++codes[name(error.code())];
    worst = std::max(worst, seconds);
    if (seconds > longest) {
      ++slow;
      fmt::print("number {} took {:.1f} s\n", k, seconds);
    }
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  fmt::print("files {}\nmodels {}\nslow {}\nslowest {:.3f} s\nmemory {} MiB\n", count, models, slow,
             worst, used.ru_maxrss / 1024);
  std::string told;
  for (const auto& [code, times] : codes) told += fmt::format(" {} {}", code, times);
  fmt::print("codes{}\n", told);
  return slow == 0 && used.ru_maxrss <= largest ? 0 : 1;
}
