// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Model files with accidents: lines lost, doubled or from another file, letters changed, numbers
// that are absurd. Every one must be answered, by a model or by mistakes, within 2 s and 512 MiB.
//
//   mutated-models --count 100000 --seed 1 FILE...
//   mutated-models --as .ply --count 100000 FILE...     meshes (.ply, .obj, .vtk) and tables (.csv)
//
// `--longest 10` allows 10 s, for a build that is slower than what people use.
// A file is named by its seed and number; `--only K` prints that one and what is said of it.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "zwang/convert/motion_model.hpp"
#include "zwang/io/mesh_file.hpp"
#include "zwang/io/model_file.hpp"
#include "zwang/io/start.hpp"

namespace {

using namespace zwang;

constexpr long largest = 512L * 1024L;  // KiB
constexpr unsigned patience = 20;       // s: then the process says which file and ends
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
      if (file.usable())
        for (const Error& error : start_mistakes(file, beginning(file).state))
          file.mistakes.push_back(error);
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

}  // namespace

int main(int argc, char** argv) {
  long count = 1000;
  double longest = 2.0;  // s
  long only = -1;
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
    } else if (word == "--only" && i + 1 < argc) {
      only = std::atol(argv[++i]);
    } else {
      std::ifstream file(word, std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  if (texts.empty()) {
    fmt::print(
        "usage: mutated-models [--as ENDING] [--count N] [--seed S] [--longest S] [--only K] "
        "FILE...\n");
    return 2;
  }
  std::signal(SIGALRM, out_of_patience);
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
    alarm(patience);
    const auto start = std::chrono::steady_clock::now();
    const ModelFile file = answer(text, ending);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    alarm(0);
    if (only >= 0) fmt::print("{}", file.report());
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
