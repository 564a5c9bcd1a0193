// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/reason.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/prepare/describe_event.hpp"
#include "zwang/record/impacts.hpp"
#include "zwang/report/assembly.hpp"
#include "zwang/report/buffer.hpp"
#include "zwang/report/drawing.hpp"
#include "zwang/report/events.hpp"
#include "zwang/report/families.hpp"
#include "zwang/report/modes.hpp"
#include "zwang/report/principle.hpp"
#include "zwang/report/samples.hpp"
#include "zwang/report/series.hpp"
#include "zwang/report/shapes.hpp"
#include "zwang/result/stored_audit.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t buckets = 2048;

class RunPage {
 public:
  RunPage(const StoredRun& run, const ReportOptions& options, ReportBuffer& buffer)
      : run_(run),
        system_(*run.system),
        model_(*run.file.model),
        options_(options),
        buffer_(buffer),
        descriptions_(system_) {
    samples_ = refined(run, std::min<std::size_t>(options.frames, 1500));
    families_ = families_of(system_);
    for (const Family& family : families_)
      if (family.crowded()) crowd_.insert(family.members.begin(), family.members.end());
  }

  Json json() {
    Json out;
    out["file"] = std::filesystem::path(run_.path).filename().string();
    out["model"] = Json::array();
    const auto& sources = run_.reader.description().sources;
    for (const Source& source : sources)
      out["model"].push_back(
          {{"path", shown_path(source.path, sources.front().path)}, {"text", source.text}});
    out["sha256"] = run_.reader.description().model_hash();
    out["status"] = name(run_.reader.status());
    const auto code = run_.reader.meta().find("code");
    const auto* const said =
        code == run_.reader.meta().end() ? nullptr : std::get_if<std::string>(&code->second);
    out["code"] = said ? Json(*said) : Json(nullptr);
    out["message"] = nullptr;
    out["t0"] = samples_.empty() ? 0.0 : samples_.front().t;
    out["t1"] = samples_.empty() ? 0.0 : samples_.back().t;
    out["problem"] = name(run_.file.problem.kind);
    describe(out);
    constraints(out);
    out["events"] = report_events(run_);
    certificate(out, said != nullptr);
    equations(out);
    out["modes"] = report_modes(run_);
    frames(out);
    plots(out);
    return out;
  }

 private:
  // As seen from the folder of the model: where that folder lies is nobody's business.
  static std::string shown_path(const std::string& path, const std::string& model) {
    namespace fs = std::filesystem;
    const fs::path seen = fs::path(path).lexically_relative(fs::path(model).parent_path());
    return seen.empty() || seen.begin()->string() == ".." ? fs::path(path).filename().string()
                                                          : seen.generic_string();
  }

  void describe(Json& out) const {
    const RunDescription& asked = run_.reader.description();
    out["settings"] = Json::array();
    for (const Setting& one : asked.settings)
      out["settings"].push_back({{"name", one.name},
                                 {"given", one.given ? Json(*one.given) : Json(nullptr)},
                                 {"used", one.used},
                                 {"unit", one.unit}});
    out["parameters"] = Json::array();
    for (const ParameterValue& one : asked.parameters)
      out["parameters"].push_back({{"name", one.name}, {"value", one.value}, {"text", one.text}});
    out["masses"] = Json::array();
    for (const Point& point : model_.points()) {
      Json at = Json::array();
      bool moves = false;
      for (std::size_t k = 0; k < 3; ++k) {
        if (point.coordinates[k] >= 0 || !constant(point, k)) {
          at.push_back(channel_name(point, k));
          moves = true;
        } else {
          at.push_back(given(point, k, 0.0));
        }
      }
      out["masses"].push_back({{"name", point.name},
                               {"kind", point.free() ? "free"
                                        : moves      ? "follows"
                                                     : "fixed"},
                               {"mass", point.free() ? Json(point.mass) : Json(nullptr)},
                               {"at", at}});
    }
    for (const Marker& marker : model_.markers()) {
      Json at = Json::array();
      for (std::size_t k = 0; k < 3; ++k) {
        if (marker.places[k].empty())
          at.push_back(marker.at[k].value({}));
        else
          at.push_back(channel_name(marker, k));
      }
      out["masses"].push_back(
          {{"name", marker.name}, {"kind", "point"}, {"mass", nullptr}, {"at", at}});
    }
  }

  static bool constant(const Point& point, std::size_t axis) {
    return !point.given[axis] || point.given[axis]->inputs().empty();
  }
  static double given(const Point& point, std::size_t axis, double t) {
    if (!point.given[axis]) return 0.0;
    return point.given[axis]->value(std::vector<double>(point.given[axis]->inputs().size(), t));
  }
  template <class Named>
  static std::string channel_name(const Named& point, std::size_t axis) {
    return fmt::format("{}.{}", point.name, "xyz"[axis]);
  }

  void constraints(Json& out) const {
    out["reasons"] = Json::array();
    for (const ConstraintStatus s : numbered_statuses) out["reasons"].push_back(reason_of_state(s));
    out["constraints"] = Json::array();
    const auto& stored = run_.reader.constraints();
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      Json words = Json::array();
      for (const ConstraintStatus s : numbered_statuses) words.push_back(descriptions_.state(i, s));
      out["constraints"].push_back(
          {{"name", constraint.name},
           {"kind", fmt::format("{} {}", constraint.of_velocities ? "non-holonomic" : "holonomic",
                                constraint.equation ? "equation" : "inequality")},
           // of a crowd the name is enough: a thousand texts would be most of the report
           {"text", crowd_.contains(i) ? "" : stored[index(i)].text},
           {"latex", crowd_.contains(i) ? "" : stored[index(i)].latex},
           {"shape", stored[index(i)].shape},
           {"equation", constraint.equation},
           {"words", words},
           {"unit", multiplier_unit(run_, i)}});
    }
    out["groups"] = Json::array();
    for (const Family& family : families_)
      out["groups"].push_back({{"name", family.name}, {"members", family.members}});
  }

  // Badge and rows from one judgement, made of the stored rows.
  void certificate(Json& out, bool stopped) const {
    const Verdict verdict = audit(run_);
    Json rows = Json::array();
    for (const AuditNumber& one : verdict.numbers) {
      rows.push_back({{"number", one.number},
                      {"words", one.words},
                      {"worst", one.worst},
                      {"allowed", one.allowed},
                      {"holds", one.holds()},
                      {"main", one.number != "rate" && one.number != "equation"},
                      {"t", one.t ? Json(*one.t) : Json(nullptr)},
                      {"constraint", one.constraint ? Json(system_.constraint(*one.constraint).name)
                                                    : Json(nullptr)}});
    }
    out["certified"] = !stopped && verdict.certified();
    out["certificate"] = rows;
  }

  void equations(Json& out) const {
    constexpr int most = 12;
    Json constraints = Json::array();
    for (int i = 0; i < std::min(most, system_.constraints()); ++i)
      constraints.push_back(run_.reader.constraints()[index(i)].latex);
    if (system_.constraints() > most)
      constraints.push_back(
          fmt::format("\\dots\\ \\text{{({} more)}}", system_.constraints() - most));
    out["equations"] = run_.file.problem.is_mechanical() ? principle_blocks(constraints)
                                                         : of_the_problem(constraints);
  }

  // Maurer's problems A and C.
  Json of_the_problem(const Json& constraints) const {
    const bool mixed = run_.file.problem.kind == VariationalProblem::Kind::mixed;
    const bool energy = !has_general_integrand(model_);
    Json variations = Json::array(
        {energy ? "\\delta\\int (T + U)\\,dt = 0" : "\\delta\\int F(t, q, \\dot q)\\,dt = 0"});
    variations.push_back(mixed ? "\\delta\\Phi_i = 0\\ (\\text{geodesic}),\\quad "
                                 "\\tfrac{\\partial\\Phi_j}{\\partial\\dot q}\\,\\delta q = 0\\ "
                                 "(\\text{straightest})"
                               : "\\delta\\Phi_i = 0");
    return Json::array(
        {{{"title", "The problem"}, {"latex", variations}},
         {{"title", "Constraints"}, {"latex", constraints}},
         {{"title", "Curve"},
          {"latex",
           {fmt::format("{}\\sum_i \\left[\\dot\\rho_i\\,"
                        "\\tfrac{{\\partial\\Phi_i}}{{\\partial\\dot q}} + \\rho_i\\left("
                        "\\tfrac{{d}}{{dt}}\\tfrac{{\\partial\\Phi_i}}{{\\partial\\dot q}} - "
                        "\\tfrac{{\\partial\\Phi_i}}{{\\partial q}}\\right)\\right]{}",
                        energy ? "M\\,\\ddot q = Q - "
                               : "\\tfrac{d}{dt}\\tfrac{\\partial F}{\\partial\\dot q} - "
                                 "\\tfrac{\\partial F}{\\partial q} = -",
                        mixed ? " - \\sum_j \\sigma_j\\,\\tfrac{\\partial\\Phi_j}{\\partial\\dot q}"
                              : "")}}}});
  }

  template <class Value>
  std::vector<double> column(const std::vector<std::size_t>& numbers, Value&& value) const {
    std::vector<double> out;
    out.reserve(numbers.size());
    for (const std::size_t n : numbers) out.push_back(value(samples_[n]));
    return out;
  }

  void frames(Json& out) {
    const std::vector<std::size_t> numbers =
        frames_of(samples_, options_.full ? samples_.size() : options_.frames);
    if (numbers.size() < samples_.size())
      out["thinned"] = fmt::format("{} of {} rows; all are in {}", numbers.size(), samples_.size(),
                                   std::filesystem::path(run_.path).filename().string());
    else
      out["thinned"] = nullptr;
    Json channels = Json::array();
    const std::vector<double> times = column(numbers, [](const StoredRow& r) { return r.t; });
    channels.push_back(buffer_.exact({"t", "time", "", "s"}, times));
    channels.push_back(buffer_.single(
        {"side", "side", "", ""},
        column(numbers, [](const StoredRow& r) { return static_cast<double>(r.side); })));
    std::array<double, 3> low = {1e300, 1e300, 1e300}, high = {-1e300, -1e300, -1e300};
    for (const Point& point : model_.points())
      for (std::size_t k = 0; k < 3; ++k) {
        const int i = point.coordinates[k];
        const bool moves = i >= 0 || !constant(point, k);
        std::vector<double> values = column(
            numbers, [&](const StoredRow& r) { return i >= 0 ? r.q[i] : given(point, k, r.t); });
        for (const double x : values) {
          low[k] = std::min(low[k], x);
          high[k] = std::max(high[k], x);
        }
        if (moves)
          channels.push_back(
              buffer_.steps({channel_name(point, k), "position", point.name, "m"}, values));
      }
    for (const Marker& marker : model_.markers())
      for (std::size_t k = 0; k < 3; ++k) {
        const std::vector<double> values = column(numbers, [&](const StoredRow& r) {
          return model_.place_of_marker(marker, {r.q, r.u, r.t})[k];
        });
        for (const double x : values) {
          low[k] = std::min(low[k], x);
          high[k] = std::max(high[k], x);
        }
        if (!marker.places[k].empty())
          channels.push_back(
              buffer_.steps({channel_name(marker, k), "position", marker.name, "m"}, values));
      }
    add_turns(numbers, channels);
    for (int c = 0; c < system_.constraints(); ++c) {
      std::vector<std::uint8_t> states;
      for (const std::size_t n : numbers) states.push_back(samples_[n].states[index(c)]);
      const std::string& name = system_.constraint(c).name;
      channels.push_back(buffer_.small({name + ".state", "state", name, ""}, states));
    }
    draw(out, low, high, times, channels);
    out["frames"] = channels;
  }

  // The shapes of the picture; geometry goes into the buffer.
  void draw(Json& out, std::array<double, 3> low, std::array<double, 3> high,
            const std::vector<double>& times, Json& channels) {
    widen(low, high);
    Json shapes = Json::array();
    for (std::size_t i = 0; i < model_.points().size(); ++i)
      shapes.push_back({{"kind", "mass"}, {"mass", i}});
    for (std::size_t i = 0; i < model_.markers().size(); ++i)
      shapes.push_back({{"kind", "mass"}, {"mass", model_.points().size() + i}});
    add_solids(shapes);
    for (const Line& line : model_.lines())
      shapes.push_back(
          {{"kind", "bar"}, {"from", number_of(line.from)}, {"to", number_of(line.to)}});
    if (model_.points().empty()) {
      out["draw"] = shapes;
      return;
    }
    for (const Drawing& one : drawings(system_, low, high, times)) {
      shapes.push_back(
          report_shape(one, system_.constraint(one.constraint).name, buffer_, channels));
    }
    out["draw"] = shapes;
  }

  static std::string turn_channel(const Body& body, std::size_t k) {
    return fmt::format("{}.turn.{}", body.name, "wxyz"[k]);
  }

  // How the bodies stand that have shapes.
  void add_turns(const std::vector<std::size_t>& numbers, Json& channels) {
    std::set<int> turning;
    for (const Shaping& one : model_.shapes())
      if (one.body >= 0) turning.insert(one.body);
    for (const int number : turning) {
      const Body& body = model_.bodies()[index(number)];
      for (std::size_t k = 0; k < 4; ++k)
        channels.push_back(buffer_.steps(
            {turn_channel(body, k), "geometry", body.name, ""},
            column(numbers, [&](const StoredRow& r) { return body.quaternion(r.q)[k]; })));
    }
  }

  void add_solids(Json& shapes) {
    for (const Shaping& one : model_.shapes()) {
      const Body* const body = one.body >= 0 ? &model_.bodies()[index(one.body)] : nullptr;
      Json turn = {1.0, 0.0, 0.0, 0.0};
      for (std::size_t k = 0; body && k < 4; ++k) turn[k] = turn_channel(*body, k);
      shapes.push_back({{"kind", "solid"},
                        {"form", name(one.solid.kind)},
                        {"mass", body ? Json(body->point) : Json()},
                        {"turn", turn},
                        {"at", one.solid.at},
                        {"axes", one.solid.orientation.value()},
                        {"size", one.solid.size}});
    }
  }

  // Among the masses of the page: masses and fixed points, then markers.
  std::size_t number_of(const std::string& name) const {
    if (const auto point = model_.find_point(name)) return static_cast<std::size_t>(*point);
    const auto& markers = model_.markers();
    const auto found = std::ranges::find(markers, name, &Marker::name);
    return model_.points().size() + static_cast<std::size_t>(found - markers.begin());
  }

  void plots(Json& out) {
    std::vector<std::size_t> all(samples_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<PageSeries> series = series_of(run_, samples_, families_);
    const std::vector<double> times = column(all, [](const StoredRow& r) { return r.t; });
    std::vector<const std::vector<double>*> columns;
    for (const PageSeries& one : series) columns.push_back(&one.values);
    std::vector<double> events;
    for (const StoredEvent& event : run_.reader.events()) events.push_back(event.t);
    const std::vector<std::size_t> chosen =
        options_.full ? all : plot_points(times, columns, events, buckets);
    const auto thinned = [&](const std::vector<double>& values) {
      std::vector<double> out_values;
      for (const std::size_t i : chosen) out_values.push_back(values[i]);
      return out_values;
    };
    Json channels = Json::array();
    channels.push_back(buffer_.exact({"t", "time", "", "s"}, thinned(times)));
    channels.push_back(buffer_.single(
        {"side", "side", "", ""},
        column(chosen, [](const StoredRow& r) { return static_cast<double>(r.side); })));
    for (const PageSeries& one : series)
      channels.push_back(buffer_.single(one.name, thinned(one.values)));
    std::vector<StoredRow> shown;
    for (const std::size_t i : chosen) shown.push_back(samples_[i]);
    for (const PageSeries& one : reasons_of(run_, shown, families_))
      channels.push_back(buffer_.single(one.name, one.values));
    out["plots"] = channels;
  }

  const StoredRun& run_;
  const System& system_;
  const Model& model_;
  const ReportOptions& options_;
  ReportBuffer& buffer_;
  Descriptions descriptions_;
  std::vector<StoredRow> samples_;
  std::vector<Family> families_;
  std::set<int> crowd_;
};

std::string sentence(const StoredRun& run) {
  const auto plural = [](auto count, const std::string& word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
  };
  const auto impacts = std::ranges::count_if(run.reader.events(), [&](const StoredEvent& stored) {
    return is_impact(recalled(run, stored));
  });
  const double time = run.rows.empty() ? 0.0 : run.rows.back().t - run.rows.front().t;
  const std::string size = fmt::format("{}, {}", plural(run.system->coordinates(), "coordinate"),
                                       plural(run.system->constraints(), "constraint"));
  if (!run.file.problem.is_mechanical())
    return fmt::format("{}; {:.6g} s along a curve of the {} problem", size, time,
                       name(run.file.problem.kind));
  return fmt::format("{}; {:.6g} s of motion with {}", size, time, plural(impacts, "impact"));
}

}  // namespace

std::string report(const std::vector<std::string>& results, const ReportOptions& options) {
  demand_report();
  ReportBuffer buffer;
  PageHead head;
  std::vector<Json> runs;
  for (const std::string& path : results) {
    const StoredRun run = open_run(path);
    if (runs.empty()) {
      const std::string& title = run.file.title;
      head.title = !options.title.empty() ? options.title
                   : !title.empty()
                       ? title
                       : std::filesystem::path(run.file.sources[0].path).filename().string();
      head.sentence = sentence(run);
    }
    runs.push_back(RunPage(run, options, buffer).json());
  }
  return assembled(head, runs, buffer);
}

}  // namespace zwang
