// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/net_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "zwang/report/assembly.hpp"
#include "zwang/report/principle.hpp"
#include "zwang/report/shapes.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

// The first of each family in the sample stands for all of it.
std::vector<int> first_members(const System& sample, std::vector<std::string>& names) {
  std::vector<int> first;
  for (int i = 0; i < sample.constraints(); ++i) {
    const std::string& name = sample.constraint(i).name;
    const std::string family = name.substr(0, name.find('['));
    if (std::ranges::find(names, family) != names.end()) continue;
    names.push_back(family);
    first.push_back(i);
  }
  return first;
}

class NetPage {
 public:
  NetPage(const ModelFile& sample, const NetExcerpt& net, ReportBuffer& buffer)
      : file_(sample), system_(*sample.model), net_(net), buffer_(buffer), gaps_(gaps_of(net)) {
    first_ = first_members(system_, families_);
  }

  Json json() {
    RunDescription asked;
    asked.sources = file_.sources;
    Json out = {{"file", net_.file},
                {"model", {{{"path", net_.file}, {"text", file_.sources[0].text}}}},
                {"sha256", asked.model_hash()},
                {"status", name(net_.status)},
                {"code", nullptr},
                {"message", nullptr},
                {"t0", net_.times.front()},
                {"t1", net_.times.back()},
                {"problem", name(file_.problem.kind)},
                {"excerpt", net_.shown},
                {"settings", Json::array()},
                {"parameters", Json::array()}};
    for (const Setting& one : net_.settings)
      out["settings"].push_back(
          {{"name", one.name}, {"given", nullptr}, {"used", one.used}, {"unit", one.unit}});
    for (const ModelFile::Parameter& one : file_.parameters)
      out["parameters"].push_back({{"name", one.name}, {"value", one.value}, {"text", one.text}});
    constraints(out);
    certificate(out);
    out["modes"] = nullptr;
    frames(out);
    plots(out);
    out["thinned"] = nullptr;  // the excerpt says it
    return out;
  }

 private:
  std::size_t width() const { return net_.columns.size(); }
  std::size_t points() const { return net_.rows.size() * width(); }

  void constraints(Json& out) const {
    out["reasons"] = out["constraints"] = out["groups"] = out["events"] = Json::array();
    Json formulas = Json::array();
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const Constraint& constraint = system_.constraint(first_[f]);
      const std::string latex =
          constraint.formula->latex() + (constraint.equation ? " = 0" : " \\le 0");
      const Shape shape = shape_of(system_.model(), constraint).shape;
      out["constraints"].push_back(
          {{"name", families_[f]},
           {"kind", constraint.equation ? "holonomic equation" : "holonomic inequality"},
           {"text", constraint.formula->text() + (constraint.equation ? " = 0" : " <= 0")},
           {"latex", latex},
           {"shape", name(shape)},
           {"equation", constraint.equation},
           {"words", Json::array()},
           {"unit", shape == Shape::other ? "" : "N"}});
      formulas.push_back(latex);
    }
    out["equations"] = principle_blocks(formulas);
  }

  void certificate(Json& out) const {
    bool all = net_.status == RunStatus::finished;
    out["certificate"] = Json::array();
    for (const CertificateNumber& one : net_.certificate) {
      const bool holds = one.worst <= one.allowed;
      all = all && holds;
      out["certificate"].push_back(
          {{"number", one.number},
           {"words", one.number == "violation"
                         ? "constraints hold: largest deviation, m"
                         : "every step is the minimum: residual of its problems"},
           {"worst", one.worst},
           {"allowed", one.allowed},
           {"holds", holds},
           {"main", true},
           {"t", nullptr},
           {"constraint", nullptr}});
    }
    out["certified"] = all;
  }

  void frames(Json& out) {
    const std::size_t n = net_.times.size();
    Json channels = Json::array({buffer_.exact({"t", "time", "", "s"}, net_.times),
                                 buffer_.single({"side", "side", "", ""}, std::vector<float>(n))});
    Json masses = Json::array(), shapes = Json::array();
    std::array<double, 3> low = net_.places.front(), high = low;
    for (std::size_t k = 0; k < points(); ++k) {
      const std::string name = fmt::format("{}[{},{}]", file_.net->name, net_.rows[k / width()],
                                           net_.columns[k % width()]);
      Json at = Json::array();
      for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<double> values(n);
        for (std::size_t t = 0; t < n; ++t) values[t] = net_.places[t * points() + k][axis];
        const auto [least, most] = std::ranges::minmax(values);
        low[axis] = std::min(low[axis], least);
        high[axis] = std::max(high[axis], most);
        if (net_.held[k]) {
          at.push_back(values.front());
          continue;
        }
        const std::string channel = fmt::format("{}.{}", name, "xyz"[axis]);
        channels.push_back(buffer_.steps({channel, "position", name, "m"}, values));
        at.push_back(channel);
      }
      masses.push_back({{"name", name},
                        {"kind", net_.held[k] ? "fixed" : "free"},
                        {"mass", net_.held[k] ? Json(nullptr) : Json(net_.mass)},
                        {"at", at}});
      shapes.push_back({{"kind", "mass"}, {"mass", k}});
    }
    widen(low, high);
    for (const Drawing& one : drawings(system_, low, high, net_.times)) {
      const auto family = std::ranges::find(first_, one.constraint) - first_.begin();
      if (family < std::ssize(first_)) draw(one, static_cast<int>(family), shapes, channels);
    }
    out["masses"] = masses;
    out["draw"] = shapes;
    out["frames"] = channels;
  }

  // What the sample has once: between two masses a line wherever both ends are shown, otherwise a
  // surface.
  void draw(Drawing one, int family, Json& shapes, Json& channels) {
    one.constraint = family;
    const std::string& name = families_[static_cast<std::size_t>(family)];
    const bool line = one.kind == Drawing::Kind::string || one.kind == Drawing::Kind::rod ||
                      one.kind == Drawing::Kind::contact;
    if (!line) {
      Json shape = report_shape(one, name, buffer_, channels);
      shape["mass"] = nullptr;
      shapes.push_back(shape);
      return;
    }
    if (one.from < 0 || one.to < 0) return;
    const int across = std::min(file_.net->grid.size[1], 3);  // masses in a row of the sample
    const int rows = one.to / across - one.from / across;
    const int columns = one.to % across - one.from % across;
    for (std::size_t k = 0; k < points(); ++k)
      if (const auto [other, times] = next_shown(k, rows, columns); times > 0) {
        Drawing here = one;
        here.from = static_cast<int>(k);
        here.to = static_cast<int>(other);
        here.length = times * one.length;
        shapes.push_back(report_shape(here, name, buffer_, channels));
      }
  }

  struct Shown {
    std::size_t point;
    int times;
  };
  // The shown point nearest to this one in steps of so many rows and columns; 0 times: there is
  // none.
  Shown next_shown(std::size_t k, int rows, int columns) const {
    const int i = net_.rows[k / width()], j = net_.columns[k % width()];
    for (const int times : gaps_) {
      const auto row = std::ranges::lower_bound(net_.rows, i + times * rows);
      const auto column = std::ranges::lower_bound(net_.columns, j + times * columns);
      if (row == net_.rows.end() || *row != i + times * rows || column == net_.columns.end() ||
          *column != j + times * columns)
        continue;
      return {static_cast<std::size_t>(row - net_.rows.begin()) * width() +
                  static_cast<std::size_t>(column - net_.columns.begin()),
              times};
    }
    return {0, 0};
  }

  static std::set<int> gaps_of(const NetExcerpt& net) {
    std::set<int> found;
    for (const auto* const shown : {&net.rows, &net.columns})
      for (std::size_t k = 1; k < shown->size(); ++k) found.insert((*shown)[k] - (*shown)[k - 1]);
    return found;
  }

  void plots(Json& out) {
    const std::size_t n = net_.times.size();
    Json channels = Json::array({buffer_.exact({"t", "time", "", "s"}, net_.times),
                                 buffer_.single({"side", "side", "", ""}, std::vector<float>(n))});
    std::vector<double> total(n);
    for (std::size_t t = 0; t < n; ++t) total[t] = net_.kinetic[t] + net_.potential[t];
    const bool with_potential =
        std::ranges::any_of(net_.potential, [](double energy) { return energy != 0.0; });
    if (with_potential) channels.push_back(buffer_.single({"energy", "energy", "", "J"}, total));
    channels.push_back(buffer_.single({"energy.kinetic", "energy", "", "J"}, net_.kinetic));
    if (with_potential)
      channels.push_back(buffer_.single({"energy.potential", "energy", "", "J"}, net_.potential));
    channels.push_back(buffer_.single({"violation", "violation", "", "m"}, net_.violation));
    out["plots"] = channels;
  }

  const ModelFile& file_;
  System system_;
  const NetExcerpt& net_;
  ReportBuffer& buffer_;
  // Between rows or columns that follow each other: the last one may be nearer.
  std::set<int> gaps_;
  std::vector<std::string> families_;
  std::vector<int> first_;  // of each family, in the sample
};

}  // namespace

std::string net_report(const ModelFile& sample, const NetExcerpt& net) {
  ReportBuffer buffer;
  const Json run = NetPage(sample, net, buffer).json();
  return assembled({sample.title.empty() ? net.file : sample.title, net.sentence}, {run}, buffer);
}

}  // namespace zwang
