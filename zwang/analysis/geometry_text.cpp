// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The geometry of a model in words.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/analysis/geometry.hpp"
#include "zwang/base/index.hpp"
#include "zwang/laws/pfaffian.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_listed = 12;

// What is nothing but rounding is 0.
std::string number(double x, double rounding) {
  return fmt::format("{:.6g}", std::abs(x) <= rounding ? 0.0 : x + 0.0);
}

std::string triple(const Eigen::Vector3d& v) {
  const double rounding = 1e-15 * v.norm();
  return fmt::format("({}, {}, {})", number(v[0], rounding), number(v[1], rounding),
                     number(v[2], rounding));
}

// "+ 0.5 a*b"
void add_term(std::string& sum, double factor, const std::string& what, double rounding) {
  if (std::abs(factor) <= rounding) return;
  const double size = std::abs(factor);
  sum += sum.empty() ? (factor < 0.0 ? "-" : "") : (factor < 0.0 ? " - " : " + ");
  sum += size == 1.0 ? what : fmt::format("{:.6g} {}", size, what);
}

// F as a polynomial of the distances (a, b, c) from the place.
std::string polynomial(const OsculatingSurface& at) {
  constexpr const char* names[] = {"a", "b", "c"};
  std::string sum;
  const double linear = 1e-15 * at.p.norm();
  for (int i = 0; i < 3; ++i) add_term(sum, at.p[i], names[i], linear);
  const double square = 1e-15 * at.first.norm();
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k)
      add_term(sum, i == k ? at.first(i, i) / 2.0 : (at.first(i, k) + at.first(k, i)) / 2.0,
               i == k ? fmt::format("{}^2", names[i]) : fmt::format("{}*{}", names[i], names[k]),
               square);
  double cube = 0.0;
  for (const auto& second : at.second) cube += 1e-15 * second.norm();
  const auto third = [&](int i, int k, int l) { return at.second[index(i)](k, l); };
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k)
      for (int l = k; l < 3; ++l) {
        // each of the arrangements of (i, k, l) once
        const double mean = (third(i, k, l) + third(k, l, i) + third(l, i, k)) / 3.0;
        const bool same = i == k && k == l, pair = i == k || k == l;
        const std::string what = same     ? fmt::format("{}^3", names[i])
                                 : i == k ? fmt::format("{}^2*{}", names[i], names[l])
                                 : k == l ? fmt::format("{}*{}^2", names[i], names[k])
                                          : fmt::format("{}*{}*{}", names[i], names[k], names[l]);
        add_term(sum, mean / (same ? 6.0 : pair ? 2.0 : 1.0), what, cube);
      }
  return sum;
}

class Telling {
 public:
  Telling(const Geometry& geometry, const System& system)
      : geometry_(geometry), system_(system), model_(system.model()) {}

  std::string text() {
    place();
    for (std::size_t i = 0; i < geometry_.forms.size() && i < most_listed; ++i)
      form(geometry_.forms[i]);
    if (geometry_.forms.size() > most_listed)
      line(fmt::format("\nand {} more constraints of one point",
                       geometry_.forms.size() - most_listed));
    paths();
    if (!geometry_.no_motion.empty())
      line(fmt::format("\nThere is no motion from here: {}.", geometry_.no_motion));
    if (static_cast<std::size_t>(system_.velocities()) <= most_listed) parameters();
    divergence();
    if (!geometry_.left_out.empty()) line(fmt::format("\nLeft out: {}.", geometry_.left_out));
    if (out_.empty()) line("The model has no geometry that is known here.");
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }
  void entry(const std::string& name, const std::string& what) {
    line(fmt::format("  {:<22} {}", name, what));
  }

  void place() {
    const auto& names = model_.coordinate_names();
    if (names.size() > most_listed) return;
    std::string at, rates;
    const auto velocities = model_.velocity_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto n = static_cast<Eigen::Index>(i);
      at += fmt::format("{}{} = {:.6g}", i > 0 ? ", " : "", names[i], geometry_.state.q[n]);
      rates += fmt::format("{}{} = {:.6g}", i > 0 ? ", " : "", velocities[i],
                           number_of(geometry_.state.u, n));
    }
    const double t = geometry_.state.t;
    line(fmt::format("At {}{}\nwith {}{}.", t == 0.0 ? "" : fmt::format("t = {:.6g}, ", t), at,
                     rates,
                     geometry_.projected ? ": the velocities nearest to those given that satisfy "
                                           "the equations"
                                         : ""));
  }

  static double number_of(const Vector& v, Eigen::Index i) {
    return std::abs(v[i]) <= 1e-15 * v.norm() ? 0.0 : v[i] + 0.0;
  }

  void form(const FormGeometry& one) {
    const Constraint& constraint = system_.constraint(one.constraint);
    const char* const moves = one.moves ? ", at this instant" : "";
    if (constraint.of_velocities)
      line(fmt::format("\nPlanes of {}: {} = 0{}", constraint.name,
                       PfaffianSystem::of(model_, constraint).text(0), moves));
    else
      line(fmt::format("\nSurface of {}: {} = {}{}", constraint.name, constraint.formula->text(),
                       number(one.f, 1e-9), moves));
    if (!one.curvature) return line("  None: all coefficients are 0 here.");
    const PlaneCurvature& found = *one.curvature;
    const double zero = found.rounding();
    entry("normal n", triple(found.normal()));
    if (constraint.of_velocities)
      entry("n . curl n", fmt::format("{} 1/m{}", number(found.n_curl_n(), 2.0 * zero),
                                      found.integrable() ? "" : ": not integrable here"));
    entry("mean curvature", fmt::format("{} 1/m", number(found.mean(), zero)));
    entry("total curvature",
          fmt::format("{} 1/m^2",
                      number(found.total(), zero * std::abs(found.mean()) + zero * zero)));
    directions("principal directions", found.principal(), zero, "");
    directions("asymptotic directions", found.asymptotic(), zero,
               "none: the curvature has one sign");
    const PlaneDirections principal = found.principal();
    directions(
        "lines of curvature", found.lines(), zero,
        fmt::format(
            "none: |n . curl n| is above {:.6g}, the range of normal curvatures",
            principal.all ? 0.0 : principal.list[0].curvature - principal.list[1].curvature));
    entry("osculating surface",
          fmt::format("F = {} with distances a, b, c", polynomial(one.surface)));
    if (one.along) along(one);
  }

  void directions(const char* name, const PlaneDirections& found, double zero,
                  const std::string& none) {
    if (found.all) return entry(name, "every direction");
    if (found.list.empty()) return entry(name, none);
    for (std::size_t i = 0; i < found.list.size(); ++i) {
      const PlaneDirection& one = found.list[i];
      entry(i == 0 ? name : "",
            fmt::format("{}  normal curvature {} 1/m, torsion {} 1/m", triple(one.direction),
                        number(one.curvature, zero), number(one.torsion, zero)));
    }
    if (found.list.size() == 1) entry("", "two that coincide within rounding");
  }

  void along(const FormGeometry& one) {
    const double zero = one.curvature->rounding();
    entry("along the velocity",
          fmt::format("{}  normal curvature {} 1/m, torsion {} 1/m without forces",
                      triple(one.along->direction), number(one.along->curvature, zero),
                      number(one.along->torsion, zero)));
    if (one.order_of_contact == 2)
      entry("contact with the path", fmt::format("of order 2: F = {:.6g} t^3 + ...", one.contact));
    if (one.order_of_contact == 3) entry("contact with the path", "of order 3 or more");
    if (!one.force_free) return;
    const std::string pressure = number(std::abs(one.along->curvature), zero);
    entry("as a thread", "in equilibrium along this path at any tension S, pressing with");
    entry("", fmt::format("{} S per metre", pressure));
  }

  void paths() {
    if (geometry_.paths.empty()) return;
    line("\nPaths:");
    for (std::size_t i = 0; i < geometry_.paths.size() && i < most_listed; ++i) {
      const PathGeometry& one = geometry_.paths[i];
      const Bend& bend = one.bend;
      if (!(bend.speed > 0.0)) {
        line(fmt::format("  {:<12} at rest", one.name));
        continue;
      }
      line(fmt::format(
          "  {:<12} {:.6g} m/s, {}{}", one.name, bend.speed,
          bend.curvature == 0.0 ? "straight"
                                : fmt::format("curvature {:.6g} 1/m (radius {:.6g} m)",
                                              bend.curvature, 1.0 / bend.curvature),
          std::isfinite(bend.torsion) ? fmt::format(", torsion {:.6g} 1/m", bend.torsion) : ""));
    }
    if (geometry_.paths.size() > most_listed)
      line(fmt::format("  and {} more", geometry_.paths.size() - most_listed));
  }

  void parameters() {
    if (!geometry_.parameters) return;
    const ConjugateParameters& found = *geometry_.parameters;
    const Vector first = found.first(geometry_.state.u);
    line("\nConjugate velocity parameters (Maurer 1905): T = |u1|^2/2 + a term of u2 alone.");
    const auto names = model_.velocity_names();
    for (Eigen::Index i = 0; i < first.size(); ++i) {
      std::string sum;
      const Matrix& rows = found.parameters().first;
      for (Eigen::Index k = 0; k < rows.cols(); ++k)
        add_term(sum, rows(i, k), names[static_cast<std::size_t>(k)], 1e-14 * rows.row(i).norm());
      line(fmt::format("  u1[{}] = {} = {:.6g}", i + 1, sum, number_of(first, i)));
    }
    for (const int i : geometry_.held)
      line(fmt::format("  u2 of {}: held at 0", system_.constraint(i).name));
    if (geometry_.free) free_motion();
  }

  void free_motion() {
    const FreeMotion& found = *geometry_.free;
    line(
        "\nThe free motion that osculates. The constraints add rho times M^-1 A^T to it, "
        "directions");
    line("that form a complete system, and leave u1 to itself:");
    for (std::size_t k = 0; k < geometry_.held.size(); ++k)
      line(fmt::format("  rho of {:<12} {:.6g}", system_.constraint(geometry_.held[k]).name,
                       found.rho[static_cast<Eigen::Index>(k)] + 0.0));
    line(fmt::format("  {:<12} {:>12} {:>12} {:>12}", "", "free", "bound", "change"));
    const auto names = model_.velocity_names();
    const double zero = 1e-15 * (found.free.norm() + found.bound.norm());
    for (Eigen::Index i = 0; i < found.bound.size(); ++i)
      line(fmt::format("  {:<12} {:>12} {:>12} {:>12}", names[static_cast<std::size_t>(i)] + "'",
                       number(found.free[i], zero), number(found.bound[i], zero),
                       number(found.bound[i] - found.free[i], zero)));
  }

  void divergence() {
    if (!geometry_.divergence) return;
    const Divergence& found = *geometry_.divergence;
    const double zero = 1e-14 * found.size;
    line(fmt::format("\nDivergence of the flow of (q, q'): {} 1/s", number(found.value, zero)));
    if (!std::isfinite(found.by_voss())) return;
    line(fmt::format(
        "  of forces {}, -d log det M/dt {}, -d log Delta/dt {}, -A/Delta {}; Delta = {:.6g}",
        number(found.forces, zero), number(-found.log_mass_rate, zero),
        number(-found.log_delta_rate, zero), number(-found.a_over_delta, zero),
        std::exp(found.log_delta)));
  }

  const Geometry& geometry_;
  const System& system_;
  const Model& model_;
  std::string out_;
};

}  // namespace

std::string Geometry::text(const System& system) const { return Telling(*this, system).text(); }

}  // namespace zwang
