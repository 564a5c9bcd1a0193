// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/volume.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/base/error.hpp"

namespace zwang {
namespace {

double log_determinant(const Eigen::LLT<Matrix>& factored) {
  return 2.0 * Matrix(factored.matrixL()).diagonal().array().log().sum();
}

// Voss's terms, with β = G⁻¹ p M⁻¹. Σ_k (hki) q_k' with time among the k is
// ∂/∂q_i (Σ p_hk q_k' + p_h0) − dp_hi/dt.
void add_voss(const PhaseInstant& now, Divergence& div) {
  const Eigen::LLT<Matrix> mass(now.mass);
  if (mass.info() != Eigen::Success) return;
  const Matrix inverse = mass.solve(Matrix::Identity(now.mass.rows(), now.mass.cols()));
  Matrix left = inverse;
  div.log_delta = div.log_delta_rate = div.a_over_delta = 0.0;
  double bound = 0.0;  // the size of what constraints add
  if (now.p.rows() > 0) {
    const Matrix turned = inverse * now.p.transpose();  // M⁻¹pᵀ
    const Eigen::LLT<Matrix> factored(now.p * turned);
    if (factored.info() != Eigen::Success) return;
    const Matrix beta = factored.solve(turned.transpose());
    left -= turned * beta;
    div.log_delta = log_determinant(factored);
    div.log_delta_rate = 2.0 * beta.cwiseProduct(now.p_rate).sum() -
                         (turned * beta).cwiseProduct(now.mass_rate.transpose()).sum();
    div.a_over_delta = beta.cwiseProduct(now.slopes - now.p_rate).sum();
    bound = beta.cwiseAbs().cwiseProduct(now.slopes.cwiseAbs() + now.p_rate.cwiseAbs()).sum();
  }
  div.log_mass = log_determinant(mass);
  div.log_mass_rate = inverse.cwiseProduct(now.mass_rate).sum();
  div.forces = left.cwiseProduct(now.force_by_rate.transpose()).sum();
  div.size =
      left.cwiseAbs().cwiseProduct((now.force_by_rate - now.mass_rate).cwiseAbs()).sum() + bound;
}

// y = (q, q', Y, ∫ div) with Y = ∂(q, q')/∂(q, q') since the last step began.
class Cloud {
 public:
  Cloud(const PhaseFlow& flow, const State& start)
      : flow_(flow),
        n_(flow.system().coordinates()),
        y_(size(), 0.0),
        method_(static_cast<int>(size())) {
    Eigen::Map<Vector>(y_.data(), n_) = start.q;
    Eigen::Map<Vector>(y_.data() + n_, n_) = flow.system().rates(start);
    forget();
  }

  // False where the method refuses; `t` is how far it came.
  KeptVolume::Outcome run(double& t, double until, double tolerance, KeptVolume& kept) {
    const double phase = t;
    const auto field = [&](double at, const double* y, double* dy) {
      return rates(at, phase, y, dy);
    };
    std::vector<double> scale(size());
    double h = (until - t) / 10.0;
    if (!field(t, y_.data(), method_.first())) return KeptVolume::Outcome::singular;
    while (t < until) {
      h = std::min(h, until - t);
      for (std::size_t i = 0; i < size(); ++i)
        scale[i] = tolerance * std::max(1.0, std::abs(y_[i]));
      const bool made = method_.attempt(field, t, y_.data(), h);
      double error = made ? method_.error(scale, h) : unset;
      if (!std::isfinite(error)) error = 1e10;
      const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), -0.125), 0.2, 5.0);
      if (error > 1.0) {
        h *= std::min(factor, 0.9);
        if (!(t + h > t))
          return made ? KeptVolume::Outcome::no_step : KeptVolume::Outcome::singular;
        continue;
      }
      t = until - t <= h ? until : t + h;
      std::copy_n(method_.next(), size(), y_.begin());
      kept.log_determinant += log_of_step();
      forget();
      ++kept.steps;
      if (!field(t, y_.data(), method_.first())) return KeptVolume::Outcome::singular;
      h *= factor;
    }
    return KeptVolume::Outcome::found;
  }

  double integral() const { return y_.back(); }
  State state(double t) const {
    return {Eigen::Map<const Vector>(y_.data(), n_), Eigen::Map<const Vector>(y_.data() + n_, n_),
            t};
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(2 * n_ + 4 * n_ * n_ + 1); }

  // The determinant of a product is the product of determinants: a fresh Y for each step keeps it
  // well conditioned.
  void forget() { Eigen::Map<Matrix>(y_.data() + 2 * n_, 2 * n_, 2 * n_).setIdentity(); }
  double log_of_step() const {
    const Eigen::Map<const Matrix> y(y_.data() + 2 * n_, 2 * n_, 2 * n_);
    return Eigen::PartialPivLU<Matrix>(y).matrixLU().diagonal().array().abs().log().sum();
  }

  bool rates(double t, double phase, const double* y, double* dy) const {
    const Eigen::Map<const Vector> q(y, n_), v(y + n_, n_);
    if (!q.allFinite() || !v.allFinite()) return false;
    const auto now = flow_.at_rates(q, v, t, phase);
    if (!now) return false;
    const Eigen::Map<const Matrix> spread(y + 2 * n_, 2 * n_, 2 * n_);
    Eigen::Map<Matrix> change(dy + 2 * n_, 2 * n_, 2 * n_);
    Eigen::Map<Vector>(dy, n_) = v;
    Eigen::Map<Vector>(dy + n_, n_) = now->accelerations;
    change.topRows(n_) = spread.bottomRows(n_);
    change.bottomRows(n_) =
        now->by_place * spread.topRows(n_) + now->by_rate * spread.bottomRows(n_);
    dy[size() - 1] = now->by_rate.trace();
    return true;
  }

  const PhaseFlow& flow_;
  Eigen::Index n_;
  std::vector<double> y_;
  DormandPrince method_;
};

// Times between which the forces stay the same ones.
std::vector<double> pieces(const Model& model, double from, double until) {
  std::vector<double> ends = {until};
  for (const Force& force : model.forces())
    for (const double t : {force.options.from, force.options.until})
      if (from < t && t < until) ends.push_back(t);
  std::ranges::sort(ends);
  return ends;
}

void check(const PhaseFlow& flow, double from, double until) {
  const Model& model = flow.system().model();
  if (!(until >= from) || !std::isfinite(until))
    throw Error(Code::E120, fmt::format("cannot run from {} s until {} s", from, until));
  for (const int i : flow.held()) {
    const Constraint& constraint = flow.system().constraint(i);
    if (constraint.options.from > from || constraint.options.until < until)
      throw Error(Code::E120, fmt::format("'{}' does not hold from {} s until {} s",
                                          constraint.name, from, until));
  }
  for (const Impulse& impulse : model.impulses())
    if (from < impulse.at && impulse.at <= until)
      throw Error(Code::E120, fmt::format("there is an impulse at {} s", impulse.at));
}

}  // namespace

Divergence divergence(const PhaseInstant& now) {
  Divergence div;
  div.value = now.by_rate.trace();
  div.size = now.by_rate.diagonal().cwiseAbs().sum();
  add_voss(now, div);
  return div;
}

std::optional<Divergence> divergence(const PhaseFlow& flow, const State& state) {
  const auto now = flow.at(state);
  return now ? std::optional(divergence(*now)) : std::nullopt;
}

double KeptVolume::difference() const { return std::abs(log_determinant - integral); }

std::string KeptVolume::brief() const {
  switch (outcome) {
    case Outcome::not_run: return "not run";
    case Outcome::singular: return fmt::format("singular at {:.6g} s", end.t);
    case Outcome::no_step: return fmt::format("no step is small enough at {:.6g} s", end.t);
    case Outcome::found: break;
  }
  return fmt::format("volume multiplied by {:.6g} until {:.6g} s; log det off by {:.1e}",
                     std::exp(integral), end.t, difference());
}

KeptVolume kept_volume(const PhaseFlow& flow, const State& start, double until, double tolerance) {
  check(flow, start.t, until);
  Cloud cloud(flow, start);
  KeptVolume kept;
  kept.outcome = KeptVolume::Outcome::found;
  kept.log_determinant = 0.0;
  double t = start.t;
  for (const double end : pieces(flow.system().model(), start.t, until)) {
    kept.outcome = cloud.run(t, end, tolerance, kept);
    if (!kept.usable()) break;
  }
  kept.integral = cloud.integral();
  kept.end = cloud.state(t);
  return kept;
}

}  // namespace zwang
