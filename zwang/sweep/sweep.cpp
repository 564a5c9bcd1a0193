// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>
#include <set>

#include "zwang/base/text.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/prepare/query_context.hpp"
#include "zwang/result/hash.hpp"
#include "zwang/sweep/starts.hpp"
#include "zwang/sweep/wanted.hpp"

namespace zwang {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::int64_t most_runs = 1'000'000'000;

std::string exact(double x) { return fmt::format("{:.17g}", x); }

[[noreturn]] void refuse(Code code, const std::string& text) { throw Error(code, text); }

void check_values(const std::vector<double>& values) {
  for (const double x : values)
    if (!std::isfinite(x) || (x != 0.0 && std::abs(x) < std::numeric_limits<double>::min()))
      refuse(Code::E120, fmt::format("a parameter cannot be {}", x));
}

// Runs with the same parameters would be one run.
void demand_different(const std::vector<double>& points, std::size_t width) {
  std::vector<std::size_t> runs(points.size() / width);
  std::iota(runs.begin(), runs.end(), std::size_t{0});
  const auto row = [&](std::size_t run) { return std::span(points).subspan(run * width, width); };
  std::ranges::sort(runs, [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(row(a), row(b));
  });
  const auto same = std::ranges::adjacent_find(
      runs, [&](std::size_t a, std::size_t b) { return std::ranges::equal(row(a), row(b)); });
  if (same != runs.end())
    refuse(Code::E120,
           fmt::format("two runs have the same parameters, {}", fmt::join(row(*same), ", ")));
}

// How many runs there are, if the order makes sense.
std::int64_t count_of(const SweepOrder& order) {
  const std::set<std::string> names(order.names.begin(), order.names.end());
  if (names.size() != order.names.size()) refuse(Code::E112, "a parameter is swept twice");
  for (const auto& [name, text] : order.set)
    if (names.contains(name))
      refuse(Code::E112, fmt::format("parameter '{}' is both set and swept", name));
  if (std::set<std::string>(order.want.begin(), order.want.end()).size() != order.want.size())
    refuse(Code::E112, "a value is requested twice");
  if (order.axes.empty()) {
    if (order.names.empty()) return 1;
    if (order.points.empty() || order.points.size() % order.names.size() != 0)
      refuse(Code::E120, fmt::format("{} values are not the same number for each of {} parameters",
                                     order.points.size(), order.names.size()));
    check_values(order.points);
    demand_different(order.points, order.names.size());
    return static_cast<std::int64_t>(order.points.size() / order.names.size());
  }
  if (order.axes.size() != order.names.size() || !order.points.empty())
    refuse(Code::E120, "a grid has one list of values for each parameter, and no other points");
  std::int64_t count = 1;
  for (const auto& axis : order.axes) {
    if (axis.empty()) refuse(Code::E120, "a parameter is swept over no values");
    check_values(axis);
    demand_different(axis, 1);
    const auto size = static_cast<std::int64_t>(axis.size());
    if (size > most_runs / count) refuse(Code::E110, fmt::format("more than {} runs", most_runs));
    count *= size;
  }
  return count;
}

void demand_parameters(const SweepOrder& order, const ModelFile& file) {
  std::vector<std::string> known;
  for (const ModelFile::Parameter& one : file.parameters) known.push_back(one.name);
  for (const std::string& name : order.names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto near = nearest(name, known);
    throw Error(Code::E103, fmt::format("unknown parameter '{}'", name), {},
                near ? fmt::format("did you mean '{}'?", *near) : "",
                {known.empty() ? "the model has no parameters"
                               : fmt::format("known: {}", fmt::join(known, ", "))});
  }
}

std::vector<Wanted> read_wanted(const ModelFile& file, const System& system,
                                const std::vector<std::string>& texts) {
  std::vector<Wanted> wanted;
  for (const std::string& text : texts) {
    try {
      wanted.emplace_back(system, text, query_context(file, system));
    } catch (const Error& error) {
      Place place = error.place();
      place.file = text;
      throw Error(error.code(), error.message(), place, error.mark(), error.notes());
    }
  }
  return wanted;
}

}  // namespace

struct Sweep::Plan {
  SweepOrder order;
  std::int64_t size = 0;
  std::vector<Source> sources;
  Sha256 common;  // of the hashes of all runs
  // If only the start changes: the model, read once.
  ModelFile file;
  std::shared_ptr<const System> system;
  Prepared first;  // its first run
  std::vector<Wanted> wanted;
  std::optional<Starts> starts;
  // Whether equations in velocities may be ones in positions, which depend on the start.
  bool by_start = false;

  explicit Plan(SweepOrder given) : order(std::move(given)), size(count_of(order)) {
    // -0 is written as 0 - 0
    for (auto& axis : order.axes)
      for (double& x : axis) x += 0.0;
    for (double& x : order.points) x += 0.0;
    file = read(order.set);
    sources = file.sources;
    if (!file.usable()) throw Error(file.mistakes[0]);
    choose(order.choice, file);
    demand_parameters(order, file);
    system = std::make_shared<const System>(*file.model);
    wanted = read_wanted(file, *system, order.want);
    for (const std::string& part : common_parts()) {
      common.add(fmt::format("{}:", part.size()));
      common.add(part);
    }
    if (!order.always_read && !order.names.empty() && !order.choice.project_start) read_once();
  }

  std::vector<std::string> common_parts() const {
    std::vector<std::string> parts;
    for (const Source& source : sources) parts.push_back(source.text);
    parts.emplace_back("settings");
    const RunChoice& chosen = order.choice;
    for (const std::string* one : {&chosen.until, &chosen.tolerance, &chosen.every, &chosen.method,
                                   &chosen.step, &chosen.problem})
      parts.push_back(*one);
    parts.push_back(
        fmt::format("projected {}, at rest {}", chosen.project_start, chosen.equilibrium));
    for (const auto& [name, text] : chosen.rho) parts.push_back(fmt::format("{}={}", name, text));
    parts.emplace_back("set");
    for (const auto& [name, text] : order.set) parts.push_back(fmt::format("{}={}", name, text));
    return parts;
  }

  ModelFile read(const Settings& set) const {
    return read_model_text(
        order.text, order.path,
        {.set = set, .stored = sources, .knows_end = !order.choice.until.empty()});
  }

  Settings settings_of(const std::vector<double>& values) const {
    Settings set = order.set;
    for (std::size_t i = 0; i < values.size(); ++i)
      set.emplace_back(order.names[i], exact(values[i]));
    return set;
  }

  std::vector<double> values_of(std::int64_t id) const {
    if (id < 0 || id >= size)
      refuse(Code::E120, fmt::format("there are {} runs, none has the number {}", size, id));
    const std::size_t n = order.names.size();
    if (order.axes.empty()) {
      const auto from = order.points.begin() + static_cast<std::ptrdiff_t>(n) * id;
      return {from, from + static_cast<std::ptrdiff_t>(n)};
    }
    std::vector<double> values(n);
    for (std::size_t i = n; i-- > 0;) {
      const auto many = static_cast<std::int64_t>(order.axes[i].size());
      values[i] = order.axes[i][static_cast<std::size_t>(id % many)];
      id /= many;
    }
    return values;
  }

  // The file with the values of the first run serves all, if they differ in their starts alone.
  void read_once() {
    const std::vector<double> values = values_of(0);
    const Settings set = settings_of(values);
    ModelFile own = read(set);
    if (!own.usable()) return;
    try {
      choose(order.choice, own);
      auto found = Starts::of(own, order.names, set, order.want);
      if (!found) return;
      const State start = own.model->start(own.run.from);
      const State again = found->at(values, start);
      if (again.q != start.q || again.u != start.u) return;
      wanted.clear();
      file = std::move(own);
      system = std::make_shared<const System>(*file.model);
      first = prepare(file, system, start);
      wanted = read_wanted(file, *system, order.want);
      by_start = std::ranges::any_of(file.model->constraints(), [](const Constraint& one) {
        return one.of_velocities && one.equation;
      });
      starts = std::move(found);
    } catch (const Error&) {  // then each run is read by itself
    }
  }

  static void stop(SweepRow& row, Code code) {
    row.status = name(RunStatus::stopped);
    row.code = code;
    row.certified = false;
  }

  // As the command runs a model: the start is looked at, then the motion followed.
  static void follow(const ModelFile& model, const Prepared& prepared,
                     const std::vector<Wanted>& asked, SweepRow& row) {
    WantedValues values(asked);
    RunOptions options = model.run;
    values.prepare(options, model.problem.is_mechanical());
    const Trajectory motion = motion_of(model, prepared, options);
    const RunSummary ending = ending_of(motion);
    row.status = name(ending.status);
    row.code = ending.code;
    row.certified = ending.certified;
    if (row.code) return;
    if (!row.certified) row.code = Code::E340;
    row.values = values.values(motion);
  }

  void run_read_once(const std::vector<double>& values, SweepRow& row) const {
    State start;
    try {
      start = starts->at(values, first.start);
    } catch (const Error&) {
      return run_anew(values, row);  // says what is wrong first
    }
    for (const Error& error : start_mistakes(file, *system, start))
      if (name(error.code()).front() != 'W') return stop(row, error.code());
    if (!by_start) return follow(file, {start, system, first.laws}, wanted, row);
    const Prepared here = prepare(file, system, start);
    follow(file, here, read_wanted(file, *here.system, order.want), row);
  }

  void run_anew(const std::vector<double>& values, SweepRow& row) const {
    ModelFile own = read(settings_of(values));
    if (!own.usable()) return stop(row, own.mistakes[0].code());
    choose(order.choice, own);
    const Prepared prepared = make_ready(order.choice, own).prepared;
    if (!own.usable()) return stop(row, own.mistakes[0].code());
    follow(own, prepared, read_wanted(own, *prepared.system, order.want), row);
  }
};

Sweep::Sweep(SweepOrder order) : plan_(std::make_unique<Plan>(std::move(order))) {}
Sweep::Sweep(Sweep&&) noexcept = default;
Sweep::~Sweep() = default;

const SweepOrder& Sweep::order() const { return plan_->order; }
const std::vector<Source>& Sweep::sources() const { return plan_->sources; }
std::int64_t Sweep::size() const { return plan_->size; }
bool Sweep::reads_once() const { return plan_->starts.has_value(); }

std::vector<double> Sweep::parameters(std::int64_t id) const { return plan_->values_of(id); }

std::string Sweep::hash(std::int64_t id) const {
  Sha256 hash = plan_->common;
  const std::vector<double> values = plan_->values_of(id);
  for (std::size_t i = 0; i < values.size(); ++i)
    hash.add(fmt::format("\n{} = {:.17g}", plan_->order.names[i], values[i]));
  return hash.hex();
}

std::string Sweep::description() const {
  const SweepOrder& order = plan_->order;
  Sha256 common = plan_->common;
  std::string text = fmt::format("model and settings {}\n", common.hex());
  for (std::size_t i = 0; i < order.axes.size(); ++i)
    text += fmt::format("over {} = {:.17g}\n", order.names[i], fmt::join(order.axes[i], ", "));
  if (order.axes.empty() && !order.names.empty()) {
    Sha256 points;
    for (const double x : order.points) points.add(exact(x) + "\n");
    text +=
        fmt::format("at {} points of {}: {}\n", size(), fmt::join(order.names, ", "), points.hex());
  }
  for (const std::string& want : order.want) text += fmt::format("want {}\n", want);
  return text;
}

SweepRow Sweep::run(std::int64_t id) const {
  const auto clock = std::chrono::steady_clock::now();
  SweepRow row;
  row.id = id;
  row.hash = hash(id);
  row.parameters = plan_->values_of(id);
  row.values.assign(plan_->order.want.size(), unset);
  try {
    if (plan_->starts)
      plan_->run_read_once(row.parameters, row);
    else
      plan_->run_anew(row.parameters, row);
  } catch (const Error& error) {
    Plan::stop(row, error.code());
  } catch (const std::bad_alloc&) {
    Plan::stop(row, Code::E501);
  } catch (const std::exception&) {
    Plan::stop(row, Code::E900);
  }
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
  return row;
}

}  // namespace zwang
