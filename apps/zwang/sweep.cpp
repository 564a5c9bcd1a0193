// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/zwang/new_file.hpp"
#include "apps/zwang/print.hpp"
#include "apps/zwang/progress.hpp"
#include "apps/zwang/verbs.hpp"
#include "apps/zwang/watch.hpp"
#include "zwang/model_file/given_number.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/sweep/range.hpp"
#include "zwang/sweep/sample.hpp"
#include "zwang/sweep/sweep_store.hpp"
#include "zwang/sweep/workers.hpp"

namespace zwang::apps {
namespace {

namespace fs = std::filesystem;

constexpr long most_failures_told = 20;

// Values in another unit than the file can use are a mistake of the file with them.
std::optional<ModelFile> file_with_mistakes(const SweepCommand& command, const std::string& path,
                                            const std::vector<Range>& ranges) {
  const auto read = [&](const Settings& set) {
    return read_model(path, {.set = set, .knows_end = !command.until.empty()});
  };
  ModelFile file = read(command.set);
  if (!file.usable()) return file;
  for (const Range& range : ranges) {
    Settings set = command.set;
    set.emplace_back(range.name, range.first);
    file = read(set);
    std::erase_if(file.mistakes, [](const Error& error) { return error.code() != Code::E107; });
    if (!file.mistakes.empty()) return file;
  }
  return std::nullopt;
}

SweepOrder order_of(const SweepCommand& command, const std::string& path,
                    const std::vector<Range>& ranges) {
  SweepOrder order;
  order.text = read_source(path).text;
  order.path = path;
  order.set = command.set;
  order.want = command.want;
  order.choice = command;
  std::vector<std::pair<double, double>> sides;
  for (const Range& range : ranges) {
    order.names.push_back(range.name);
    if (command.sample > 0)
      sides.emplace_back(range.from, range.to);
    else
      order.axes.push_back(range.values);
  }
  if (command.sample > 0) order.points = sampled_points(sides, command.sample, command.seed);
  return order;
}

std::string values_in_words(const Sweep& sweep, const SweepRow& row) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < row.parameters.size(); ++i)
    parts.push_back(fmt::format("{} = {:.7g}", sweep.order().names[i], row.parameters[i]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Where the rows go: a database, or a sheet that is written in the end.
class Output {
 public:
  Output(const std::string& path, const Sweep& sweep, const SweepCommand& command)
      : path_(path), sweep_(sweep) {
    if (fs::path(path).extension() == ".csv") {
      demand_own_file(path, sheet_mark, command.force);
      write_whole(path, csv_heading(sweep));  // says now if it cannot be written
      rows_.resize(static_cast<std::size_t>(sweep.size()));
      return;
    }
    StoreOptions options{
        .resume = command.resume, .force = command.force, .program = ZWANG_VERSION};
    if (!command.sync.empty()) options.sync = given_number("--sync", command.sync);
    store_.emplace(path, sweep, options);
  }

  std::vector<std::int64_t> missing(const Share& share) const {
    if (store_) return store_->missing(share);
    std::vector<std::int64_t> all;
    for (std::int64_t id = 0; id < sweep_.size(); ++id) all.push_back(id);
    return all;
  }
  void add(const SweepRow& row) {
    if (store_)
      store_->add(row);
    else
      rows_[static_cast<std::size_t>(row.id)] = row;
  }
  void finish() {
    if (store_) return store_->finish();
    std::string text = csv_heading(sweep_);
    each([&](const SweepRow& row) { text += csv_line(row); });
    write_whole(path_, text);
  }
  // In the order of ids.
  void each(const std::function<void(const SweepRow&)>& step) const {
    if (store_) return store_->each(step);
    for (const auto& row : rows_)
      if (row) step(*row);
  }

 private:
  static constexpr const char* sheet_mark = ",status,code,certified\r\n";

  std::string path_;
  const Sweep& sweep_;
  std::optional<SweepStore> store_;
  std::vector<std::optional<SweepRow>> rows_;
};

// Progress and failures while runs come in.
class SweepOutput {
 public:
  SweepOutput(const Sweep& sweep, std::size_t runs, const Common& common)
      : sweep_(sweep), runs_(runs), common_(common), progress_(way_of_progress(common)) {}

  void row(const SweepRow& row) {
    ++done_;
    slowest_ = std::max(slowest_, row.seconds);
    if (row.failed()) failure(row);
    show();
  }
  void show() {
    if (!progress_.due()) return;
    progress_.show(
        static_cast<double>(done_) / static_cast<double>(runs_),
        {fmt::format("{} / {} runs   {} failed   slowest {}", done_, runs_, failed_,
                     work_time(slowest_)),
         fmt::format("runs={}/{} failed={} slowest={:.2g}", done_, runs_, failed_, slowest_),
         fmt::format("\"runs\":{},\"of\":{},\"failed\":{},\"slowest\":{:.3g}", done_, runs_,
                     failed_, slowest_)});
  }
  void end() {
    progress_.erase();
    if (failed_ > most_failures_told && speaks())
      fmt::print(stderr, "... and {} more\n", failed_ - most_failures_told);
  }
  std::size_t done() const { return done_; }

 private:
  bool speaks() const { return common_.quiet == 0 && !common_.json; }
  void failure(const SweepRow& row) {
    if (++failed_ > most_failures_told || !speaks()) return;
    progress_.erase();
    fmt::print(stderr, "run {} ({}): {} {}\n", row.id, values_in_words(sweep_, row),
               name(*row.code), says(*row.code));
  }

  const Sweep& sweep_;
  std::size_t runs_, done_ = 0;
  const Common& common_;
  Progress progress_;
  long failed_ = 0;
  double slowest_ = 0.0;
};

// What all rows say together.
struct Summary {
  struct Extreme {
    double value = unset;
    std::int64_t id = 0;
  };
  std::int64_t rows = 0, failed = 0;
  std::vector<std::int64_t> failures;
  std::vector<std::pair<Extreme, Extreme>> values;  // least and largest of each wanted

  explicit Summary(std::size_t wanted) : values(wanted) {}

  void add(const SweepRow& row) {
    ++rows;
    if (row.failed()) {
      ++failed;
      failures.push_back(row.id);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double x = row.values[i];
      if (std::isnan(x)) continue;
      auto& [least, largest] = values[i];
      if (std::isnan(least.value) || x < least.value) least = {x, row.id};
      if (std::isnan(largest.value) || x > largest.value) largest = {x, row.id};
    }
  }

  std::string text(const Sweep& sweep, double seconds) const {
    std::string out =
        fmt::format("{}, {} failed, {}\n", plural(static_cast<std::size_t>(rows), "run"), failed,
                    work_time(seconds));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& [least, largest] = values[i];
      out += fmt::format("  {:<22} ", sweep.order().want[i]);
      out += std::isnan(least.value)
                 ? "in no run\n"
                 : fmt::format("{:.7g} (run {}) to {:.7g} (run {})\n", least.value, least.id,
                               largest.value, largest.id);
    }
    return out;
  }
};

// The whole results of runs that failed, beside the rows.
std::vector<std::string> keep_failed(const Sweep& sweep, const SweepCommand& command,
                                     const std::vector<std::int64_t>& failures,
                                     const std::string& output) {
  std::vector<std::string> files;
  const fs::path folder = fs::path(output).replace_extension("runs");
  for (const std::int64_t id : failures) {
    RunOrder order;
    static_cast<RunChoice&>(order) = command;
    order.files = command.files;
    order.set = command.set;
    order.force = command.force;
    const auto values = sweep.parameters(id);
    for (std::size_t i = 0; i < values.size(); ++i)
      order.set.emplace_back(sweep.order().names[i], fmt::format("{:.17g}", values[i]));
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw Error(Code::E410, fmt::format("{}: {}", folder.string(), failed.message()));
    order.output = (folder / fmt::format("{}.zw", id)).string();
    run(order, {.progress = "never", .log = {}, .quiet = 2});
    if (signal_that_came() != 0) break;
    if (fs::exists(order.output, failed)) files.push_back(order.output);
  }
  // a run that could not begin has left nothing
  std::error_code not_empty;
  if (!failures.empty()) fs::remove(folder, not_empty);
  return files;
}

// Python has the clusters.
int hand_to_python(const SweepCommand& command) {
  std::vector<std::string> words = {"python3", "-m", "zwang", "sweep"};
  words.insert(words.end(), command.words.begin(), command.words.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp("python3", arguments.data());
  fmt::print(stderr, "zwang: --dask needs python3 with the module zwang, which was not found\n");
  return 2;
}

// "3/100" becomes ".sweep-3-of-100.zw".
std::string default_ending(const std::string& part) {
  const auto slash = part.find('/');
  if (slash == std::string::npos) return ".sweep.zw";
  return fmt::format(".sweep-{}-of-{}.zw", part.substr(0, slash), part.substr(slash + 1));
}

int wrong_use(const std::string& text) {
  fmt::print(stderr, "zwang: {}\nsee zwang sweep --help\n", text);
  return 2;
}

}  // namespace

int sweep(const SweepCommand& command, const Common& common) {
  if (!command.dask.empty()) return hand_to_python(command);
  const std::string& path = command.files[0];
  const Share share = command.part.empty() ? Share{} : share_in(command.part);
  const std::string output = command.output.empty()
                                 ? fs::path(path).stem().string() + default_ending(command.part)
                                 : command.output;
  const std::string kind = fs::path(output).extension().string();
  if (kind != ".zw" && kind != ".csv") return wrong_use(output + ": name it FILE.zw or FILE.csv");
  if (command.resume && kind != ".zw") return wrong_use("--resume needs a FILE.zw");
  if (!command.part.empty() && kind != ".zw") return wrong_use("--part needs a FILE.zw");
  std::vector<Range> ranges;
  for (const std::string& text : command.over) ranges.push_back(range_in(text, command.sample > 0));
  if (const auto file = file_with_mistakes(command, path, ranges))
    return print_mistakes(*file, common.json ? "json" : "full", common.quiet, stderr);
  std::optional<Sweep> made;
  try {
    made.emplace(order_of(command, path, ranges));
  } catch (const Error& error) {
    return print_error_in("--want", error.place().file, error, common);
  }
  const Sweep& all = *made;
  heed_signals();
  Output rows(output, all, command);
  const std::vector<std::int64_t> ids = rows.missing(share);
  const auto clock = std::chrono::steady_clock::now();
  SweepOutput shown(all, ids.size(), common);
  const bool complete = run_on_workers(
      all, ids,
      [&](const SweepRow& row) {
        rows.add(row);
        shown.row(row);
      },
      {.jobs = command.jobs > 0 ? command.jobs : static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)),
       .stop = [&] {
         shown.show();
         return signal_that_came() != 0;
       }});
  shown.end();
  rows.finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
  Summary summary(command.want.size());
  rows.each([&](const SweepRow& row) { summary.add(row); });
  std::vector<std::string> files = {output};
  if (complete && command.keep == "failed") {
    const auto kept = keep_failed(all, command, summary.failures, output);
    files.insert(files.end(), kept.begin(), kept.end());
  }
  if (common.json) {
    const nlohmann::ordered_json out = {{"zwang", 1},
                                        {"model", path},
                                        {"status", complete ? "finished" : "interrupted"},
                                        {"runs", all.size()},
                                        {"rows", summary.rows},
                                        {"computed", shown.done()},
                                        {"failed", summary.failed},
                                        {"wall", seconds},
                                        {"files", files}};
    fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else if (common.quiet == 0) {
    fmt::print("{}{}\n", summary.text(all, seconds), fmt::join(files, "\n"));
  }
  if (!complete) {
    if (common.quiet == 0 && !common.json)
      fmt::print(stderr, "interrupted{}\n",
                 kind == ".zw" ? "; to continue, repeat the command with --resume" : "");
    return 128 + signal_that_came();
  }
  return summary.failed > 0 ? 7 : 0;
}

}  // namespace zwang::apps
