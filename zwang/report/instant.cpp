// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/instant.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "zwang/gauss/describe_position.hpp"
#include "zwang/gauss/reason.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/report/polygons.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

// Six digits are enough to draw with.
double drawn(double x) {
  const std::string text = fmt::format("{:.6g}", std::abs(x) < 5e-15 ? 0.0 : x);
  double out = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

Json drawn(const Vector& v) {
  Json out = Json::array();
  for (const double x : v) out.push_back(drawn(x));
  return out;
}

Json tried(const System& system, const Trial& trial) {
  return {{"set", trial.set.empty() ? "nothing" : names_of(system, trial.set)},
          {"zwang", trial.dependent ? Json() : Json(drawn(trial.zwang))},
          {"accepted", trial.accepted()},
          {"verdict", verdict_in_words(system, trial)}};
}

// Of up to three accelerations, in coordinates in which the box reaches from −1 to 1.
class Picture {
 public:
  explicit Picture(const Principles& all)
      : all_(all), system_(*all.instant.system), truth_(all.instant.accelerations) {
    choose_box();
  }

  Json json() const {
    Json out;
    out["axes"] = Json::array();
    for (const std::string& name : system_.model().velocity_names())
      out["axes"].push_back(name + "'");
    out["box"] = Json::array();
    for (Eigen::Index i = 0; i < middle_.size(); ++i)
      out["box"].push_back({drawn(middle_[i] - half_[i]), drawn(middle_[i] + half_[i])});
    out["free"] = drawn(all_.instant.free);
    out["gauss"] = drawn(truth_);
    const auto& rule = all_.instant.ostrogradsky;
    out["ostrogradsky"] = rule && !rule->right() && rule->accelerations.size() > 0
                              ? drawn(rule->accelerations)
                              : Json();
    out["equal_zwang"] = equal_zwang();
    out["admissible"] = solid(admissible());
    const Allowed& set = *all_.allowed;
    const KineticFrame& frame = *all_.frame;
    out["allowed"] =
        set.enumerated
            ? solid(in_unit_box(shown(frame.origin), stretched(frame.back), set.faces, set.limits))
            : Json();
    out["displacements"] = solid(cone(all_.cones->displacements));
    out["changes"] = solid(cone(all_.cones->changes));
    return out;
  }

 private:
  // Around what is worth seeing. Of masses all axes have one scale; other coordinates may have
  // other units.
  void choose_box() {
    std::vector<Vector> seen = {all_.instant.free, truth_};
    const auto& rule = all_.instant.ostrogradsky;
    if (rule && rule->accelerations.size() > 0) seen.push_back(rule->accelerations);
    const double size = reach(seen).maxCoeff();
    constexpr double far = 6.0;
    for (const AllowedVertex& vertex : all_.allowed->vertices)
      if (size == 0.0 || (vertex.accelerations - truth_).cwiseAbs().maxCoeff() <= far * size)
        seen.push_back(vertex.accelerations);
    // and something of where the set goes on
    for (const Vector& ray : all_.allowed->rays) seen.push_back(truth_ + 0.7 * size * ray);
    half_ = 1.25 * reach(seen);
    // as fine as six digits can show; where nothing is apart, as large as the accelerations are
    const double across = std::max(truth_.cwiseAbs().maxCoeff(), middle_.cwiseAbs().maxCoeff());
    double largest = half_.maxCoeff();
    if (largest <= 1e-3 * across || largest < 1e-12) largest = across > 1e-12 ? across / 2.0 : 1.0;
    for (Eigen::Index i = 0; i < half_.size(); ++i)
      if (of_masses() || half_[i] <= 1e-3 * std::max(largest, std::abs(middle_[i])))
        half_[i] = largest;
  }

  // Half of their extent along each axis; sets the middle.
  Vector reach(const std::vector<Vector>& points) {
    Vector low = points[0], high = points[0];
    for (const Vector& point : points) {
      low = low.cwiseMin(point);
      high = high.cwiseMax(point);
    }
    middle_ = (low + high) / 2.0;
    return (high - low) / 2.0;
  }

  bool of_masses() const {
    std::size_t found = 0;
    for (const Point& point : system_.model().points())
      found += static_cast<std::size_t>(
          std::ranges::count_if(point.coordinates, [](int c) { return c >= 0; }));
    return system_.rates_are_parameters() &&
           found == static_cast<std::size_t>(system_.coordinates());
  }

  Vector shown(const Vector& accelerations) const {
    return (accelerations - middle_).cwiseQuotient(half_);
  }
  Matrix stretched(const Matrix& directions) const {
    return half_.cwiseInverse().asDiagonal() * directions;
  }

  // Directions of the box that the equations leave free.
  Matrix left_by_equations() const {
    const auto n = half_.size();
    if (all_.cones->equations.rows() == 0) return Matrix::Identity(n, n);
    const Matrix rows = all_.cones->equations * half_.asDiagonal();
    const PivotedQr qr = pivoted_qr(rows.rowwise().normalized().transpose(), 1e-8);
    return qr.q.rightCols(n - qr.rank);
  }

  // From Gauss's point: rows of the constraints against f'' there.
  Polygons from_truth(const Matrix& rows, const Vector& second) const {
    const Matrix directions = left_by_equations();
    return in_unit_box(shown(truth_), directions, rows * half_.asDiagonal() * directions, -second);
  }
  Polygons admissible() const {
    return from_truth(all_.cones->displacements.rows, all_.trials->accepted()[0]->second);
  }
  Polygons cone(const Cone& cone) const {
    return from_truth(cone.rows, Vector::Zero(cone.rows.rows()));
  }

  // Where Z is as large as at Gauss's point: a line around the free motion, of two accelerations.
  Json equal_zwang() const {
    if (half_.size() != 2 || !(all_.instant.zwang > 0.0)) return nullptr;
    const Matrix mass = system_.at(all_.instant.state).mass.dense();
    const Eigen::LLT<Matrix> root(mass);
    Json out = Json::array();
    constexpr int parts = 72;
    for (int i = 0; i < parts; ++i) {
      const double angle = 2.0 * 3.141592653589793 * i / parts;
      const Vector around =
          std::sqrt(all_.instant.zwang) * Vector{{std::cos(angle), std::sin(angle)}};
      out.push_back(drawn(all_.instant.free + Vector(root.matrixU().solve(around))));
    }
    return out;
  }

  Json solid(const Polygons& solid) const {
    Json faces = Json::array();
    for (const auto& face : solid.faces) {
      Json corners = Json::array();
      for (const Vector& corner : face)
        corners.push_back(drawn(middle_ + half_.cwiseProduct(corner)));
      faces.push_back(corners);
    }
    return faces;
  }

  const Principles& all_;
  const System& system_;
  const Vector& truth_;
  Vector middle_, half_;
};

Json words(const Principles& all) {
  const System& system = *all.instant.system;
  Json out = Json::array();
  if (all.allowed && all.allowed->enumerated) {
    const Allowed& set = *all.allowed;
    out.push_back(
        set.determined()
            ? std::string("D'Alembert-Fourier's principle determines the acceleration, as Gauss's "
                          "does.")
            : fmt::format("D'Alembert-Fourier's principle alone allows a polyhedron of "
                          "accelerations, with {} {} and {} {}{}; Gauss's takes its point of "
                          "least Z.",
                          set.vertices.size(), set.vertices.size() == 1 ? "vertex" : "vertices",
                          set.rays.size(), set.rays.size() == 1 ? "ray" : "rays",
                          set.in_doubt ? " (rounding could change these counts)" : ""));
  }
  if (all.instant.ostrogradsky && !all.instant.ostrogradsky->right()) {
    std::string text = rule_of_ostrogradsky(system, *all.instant.ostrogradsky);
    text.pop_back();
    out.push_back(text);
  }
  if (all.cones)
    out.push_back(
        all.cones->only_change
            ? fmt::format("Every virtual displacement (35) is a change of the acceleration (34), "
                          "not conversely: the latter may increase {}, which the motion leaves.",
                          system.constraint(all.cones->excluded_by).name)
            : std::string("Virtual displacements (35) and changes of the acceleration (34) are "
                          "the same here."));
  return out;
}

// The minima of Z at a singular position, in their order, and saddles.
Json stationary(const Instant& instant, const Vector& taken) {
  Json out = Json::array();
  int number = 0;
  for (const Stationary& one : instant.regularity.vertex.stationary) {
    const bool minimum = one.kind == Stationary::Kind::minimum;
    std::string note = !minimum                     ? "a saddle"
                       : one.family > 0             ? "one of a continuum"
                       : one.in_doubt               ? "if terms of higher order allow it"
                       : taken.size() == 0          ? ""
                       : one.accelerations == taken ? "taken"
                                                    : "not taken";
    out.push_back({{"number", minimum ? Json(++number) : Json()},
                   {"zwang", drawn(one.zwang)},
                   {"accelerations", drawn(one.accelerations)},
                   {"reaction", drawn(one.reaction)},
                   {"note", note}});
  }
  return out;
}

Json singular_instant(const Instant& instant, const Vector& taken) {
  Json words = Json::array();
  words.push_back(fmt::format(
      "A {}. What the constraints allow here is not convex: Gauss's principle leaves {}.",
      describe_position(*instant.system, instant.regularity),
      instant.regularity.vertex.minima() == 1 ? "one minimum" : "several minima"));
  if (std::string other = describe_linearised(instant); !other.empty()) {
    other[0] = 'D';
    words.push_back(other + ".");
  }
  return {{"possible", 0},
          {"trials", Json::array()},
          {"words", words},
          {"picture", Json()},
          {"minima", stationary(instant, taken)}};
}

}  // namespace

Json report_instant(const Principles& all, const Vector& branch) {
  if (all.instant.outcome == InstantOutcome::singular && all.instant.regularity.vertex.found)
    return singular_instant(all.instant, branch);
  if (!all.trials || all.trials->candidates.empty()) return nullptr;
  const System& system = *all.instant.system;
  Json trials = Json::array();
  for (const Trial& trial : all.trials->tried) trials.push_back(tried(system, trial));
  const bool few = system.velocities() <= 3;
  return {{"possible", all.trials->possible()},
          {"trials", trials},
          {"words", words(all)},
          {"picture", few && all.allowed && all.cones ? Picture(all).json() : Json()}};
}

}  // namespace zwang
