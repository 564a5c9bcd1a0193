// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/equilibrium.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "zwang/motion/descriptions.hpp"

namespace zwang {
namespace {

// Of a matrix whose entries are known to `noise`.
Matrix null_space(const Matrix& matrix, double noise) {
  const double size = matrix.size() ? matrix.cwiseAbs().maxCoeff() : 0.0;
  if (size <= noise) return Matrix::Identity(matrix.cols(), matrix.cols());
  Eigen::FullPivLU<Matrix> lu(matrix);
  lu.setThreshold(noise / size);
  return lu.dimensionOfKernel() > 0 ? Matrix(lu.kernel()) : Matrix(matrix.cols(), 0);
}

// W'ᵀα ξ = 0 for displacements ξ that the constraints in positions allow: with other multipliers
// there is balance again.
Matrix neighbours(const System& system, const EquilibriumPoint& rest, const Oscillation& about) {
  const Snapshot snapshot = system.at(rest.state);
  Matrix rows(0, system.velocities());
  Vector row;
  for (const int i : rest.held) {
    if (system.constraint(i).of_velocities && !system.hides_equation(i)) continue;
    system.write_row(snapshot, i, row);
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    rows.row(rows.rows() - 1) = row;
  }
  const Matrix allowed = rows.rows() ? null_space(rows, 1e-10 * rows.cwiseAbs().maxCoeff())
                                     : Matrix::Identity(system.velocities(), system.velocities());
  if (allowed.cols() == 0) return Matrix(system.velocities(), 0);
  const Matrix change = about.basis.transpose() * about.alpha * allowed;
  Matrix all = allowed * null_space(change, 1e-8 * std::max(about.alpha.norm(), 1e-300));
  for (Eigen::Index k = 0; k < all.cols(); ++k) all.col(k) /= all.col(k).cwiseAbs().maxCoeff();
  return all;
}

// Every choice of closed ones among the weak constraints.
std::vector<std::vector<int>> choices(const std::vector<int>& weak) {
  constexpr std::size_t most = 3;
  if (weak.size() > most) return {{}, weak};
  std::vector<std::vector<int>> all;
  for (unsigned mask = 0; mask < (1U << weak.size()); ++mask) {
    std::vector<int> closed;
    for (std::size_t k = 0; k < weak.size(); ++k)
      if ((mask >> k & 1U) != 0) closed.push_back(weak[k]);
    all.push_back(std::move(closed));
  }
  std::ranges::stable_sort(all, {}, &std::vector<int>::size);
  return all;
}

void judge(Equilibrium& found) {
  const Oscillation& open = found.open();
  found.stability = open.stability;
  found.reason = open.reason;
  if (found.branches.size() == 1) return;
  if (open.stability == Stability::stable && open.is_of_energy() && open.definite) {
    found.reason = "the potential energy has a minimum here, whichever branch is entered";
    return;
  }
  found.stability = Stability::undecided;
  found.reason =
      "the motion switches between linear branches, and no energy decides for all of them";
}

class Text {
 public:
  Text(const System& system, const Equilibrium& found)
      : system_(system), found_(found), descriptions_(system) {
    for (const std::string& one : system.model().coordinate_names()) make_room(one);
    for (const Constraint& one : system.model().constraints()) make_room(one.name);
  }

  std::string operator()() {
    const EquilibriumPoint& rest = found_.point;
    if (!rest.usable()) {
      line(fmt::format("No equilibrium was found from this start: {} ({}).", name(rest.outcome),
                       rest.reason));
      return std::move(out_);
    }
    line(fmt::format("An equilibrium, reached from the start in {} step{}:", rest.steps,
                     rest.steps == 1 ? "" : "s"));
    describe_position();
    describe_loads();
    line(fmt::format(
        "\nCertified by Gauss's minimum problem: relative residual acceleration {:.1e}.",
        rest.acceleration));
    describe_family();
    for (const Branch& branch : found_.branches) describe_branch(branch);
    line(fmt::format("\nVerdict: {}. {}.", name(found_.stability), sentence(found_.reason)));
    describe_warning();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }
  void make_room(const std::string& word) { width_ = std::max(width_, word.size()); }

  static std::string sentence(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(text[0]));
    return text;
  }

  void describe_position() {
    const auto& names = system_.model().coordinate_names();
    constexpr std::size_t most = 30;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
      const double x = found_.point.state.q[static_cast<Eigen::Index>(i)];
      line(fmt::format("  {:<{}} {:.9g}", names[i], width_, std::abs(x) < 1e-14 ? 0.0 : x));
    }
    if (names.size() > most) line(fmt::format("  and {} more coordinates", names.size() - most));
  }

  void describe_loads() {
    const EquilibriumPoint& rest = found_.point;
    constexpr std::size_t most = 30;
    if (!rest.held.empty()) line("\nConstraints that carry it, with multipliers:");
    for (std::size_t k = 0; k < std::min(most, rest.held.size()); ++k) {
      const int i = rest.held[k];
      const Constraint& constraint = system_.constraint(i);
      line(fmt::format("  {:<{}} {:<10} {:.9g}", constraint.name, width_,
                       descriptions_.state(i, constraint.equation ? ConstraintStatus::held
                                                                  : ConstraintStatus::active),
                       rest.z[i]));
    }
    if (rest.held.size() > most)
      line(fmt::format("  and {} more constraints", rest.held.size() - most));
    for (const int i : rest.weak)
      line(fmt::format("  {:<{}} {:<10} without load", system_.constraint(i).name, width_,
                       descriptions_.state(i, ConstraintStatus::closed)));
  }

  // "x, -0.5 y"
  std::string moved(const std::vector<double>& course) const {
    const auto& names = system_.model().coordinate_names();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < course.size(); ++i)
      if (std::abs(course[i]) > 5e-4) order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return std::abs(course[a]) > std::abs(course[b]) + 1e-9;
    });
    std::vector<std::string> parts;
    constexpr std::size_t most = 4;
    for (const std::size_t i : order) {
      if (parts.size() == most) {
        parts.emplace_back("...");
        break;
      }
      parts.push_back(std::abs(course[i] - 1.0) < 5e-4
                          ? names[i]
                          : fmt::format("{:.3g} {}", course[i], names[i]));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  void describe_family() {
    const Matrix& family = found_.family;
    if (family.cols() == 0) return line("It is isolated: no other equilibrium lies next to it.");
    line(fmt::format("It is one of a family of {} dimension{}; neighbouring equilibria lie along",
                     family.cols(), family.cols() == 1 ? "" : "s"));
    constexpr Eigen::Index most = 6;
    for (Eigen::Index k = 0; k < std::min(most, family.cols()); ++k)
      line(fmt::format("  {}", moved({family.col(k).begin(), family.col(k).end()})));
  }

  void describe_branch(const Branch& branch) {
    if (found_.branches.size() == 1)
      line("\nSmall oscillations about it:");
    else
      line(fmt::format("\nSmall oscillations, {}:", state_of(branch)));
    const Oscillation& about = branch.oscillation;
    constexpr std::size_t most = 12;
    if (about.modes.empty()) return line("  nothing can move");
    for (std::size_t k = 0; k < std::min(most, about.modes.size()); ++k)
      line(fmt::format("  {:>3}  {:<34} {}", k + 1, about.modes[k].text(), course(about.modes[k])));
    if (about.modes.size() > most)
      line(fmt::format("  and {} more, the fastest {}", about.modes.size() - most,
                       about.modes.back().text()));
    if (found_.branches.size() > 1)
      line(fmt::format("  {}: {}", name(about.stability), about.reason));
  }

  std::string state_of(const Branch& branch) const {
    std::vector<std::string> parts;
    for (const int i : found_.point.weak) {
      const bool closed = std::ranges::find(branch.closed, i) != branch.closed.end();
      parts.push_back(fmt::format("{} {}", system_.constraint(i).name, closed ? "closed" : "open"));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  // Parts that swing together; a mode with phases is told by its sizes.
  std::string course(const Mode& mode) const {
    std::vector<double> sizes;
    for (const auto& one : mode.course)
      sizes.push_back(std::abs(one.imag()) < 1e-6 ? one.real() : std::abs(one));
    return moved(sizes);
  }

  void describe_warning() {
    const Oscillation& open = found_.open();
    if (open.definite && !open.is_of_energy() && open.stability == Stability::unstable)
      line(
          "The second-order form is definite, as if the energy had a minimum; with constraints "
          "that are not\nintegrable, or circulatory forces, that proves nothing.");
  }

  const System& system_;
  const Equilibrium& found_;
  Descriptions descriptions_;
  std::size_t width_ = 12;  // of names
  std::string out_;
};

}  // namespace

std::string Equilibrium::text(const System& system) const { return Text(system, *this)(); }

Equilibrium equilibrium(const System& system, const State& guess,
                        const EquilibriumOptions& options) {
  Equilibrium found;
  found.point = find_equilibrium(system, guess, options);
  const EquilibriumPoint& rest = found.point;
  if (!rest.usable()) return found;
  for (std::vector<int>& closed : choices(rest.weak)) {
    std::vector<int> held = rest.held;
    held.insert(held.end(), closed.begin(), closed.end());
    Oscillation about = oscillation(system, rest.state.q, rest.z, held, rest.state.t);
    found.branches.push_back({std::move(closed), std::move(about)});
  }
  found.family = neighbours(system, rest, found.open());
  judge(found);
  return found;
}

}  // namespace zwang
