// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/trials.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

using Places = std::vector<int>;  // among the candidates, ascending

bool is_in(const std::vector<int>& list, int i) { return std::ranges::find(list, i) != list.end(); }

// The candidates' rows as unit vectors; Φ is the matrix of their products.
class Rows {
 public:
  explicit Rows(const KineticFrame& frame) : frame_(frame) {}

  Matrix of(const Places& set) const {
    Matrix rows(static_cast<Eigen::Index>(set.size()), frame_.rows.cols());
    for (std::size_t k = 0; k < set.size(); ++k) {
      const int i = set[k];
      const double length = frame_.lengths[i];
      rows.row(static_cast<Eigen::Index>(k)) =
          frame_.rows.row(i) * (length > 0.0 ? 1.0 / length : 0.0);
    }
    return rows;
  }

  // Φ⁻¹ of a set; empty if its rows are dependent.
  std::optional<Matrix> inverse(const Places& set) const {
    if (set.empty()) return Matrix(0, 0);
    const Matrix rows = of(set);
    if (rows.rows() > rows.cols()) return std::nullopt;
    const Svd parts = svd(rows, Directions::thin);
    if (!(parts.values.minCoeff() > RegularityOptions{}.dependent)) return std::nullopt;
    const Vector weights = parts.values.array().square().inverse();
    return Matrix(parts.u * weights.asDiagonal() * parts.u.transpose());
  }

 private:
  const KineticFrame& frame_;
};

Trial tried(const KineticFrame& frame, const Places& set) {
  Trial trial;
  for (const int k : set) trial.set.push_back(frame.candidates[index(k)]);
  const Rows all(frame);
  const auto inverse = all.inverse(set);
  trial.dependent = !inverse;
  if (!inverse) return trial;

  // Φ λ = Φ⁰ (Mayer 1899a, (17)) in unit rows; `sizes` are those of the terms of λ
  const auto count = static_cast<Eigen::Index>(set.size());
  Vector right(count), terms(count), lengths(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const int i = set[static_cast<std::size_t>(k)];
    lengths[k] = frame.lengths[i];
    right[k] = frame.second[i] / lengths[k];
    terms[k] = frame.terms[i] / lengths[k];
  }
  Vector push = *inverse * right;
  Vector sizes = inverse->cwiseAbs() * terms;
  if (count > 0) sizes.array() += share_of_largest * sizes.maxCoeff();
  for (Eigen::Index k = 0; k < count; ++k)
    if (std::abs(push[k]) <= zero_beside_terms * sizes[k]) push[k] = 0.0;
  const Matrix rows = all.of(set);
  const Vector w = -rows.transpose() * push;
  trial.accelerations = frame.accelerations(w);
  trial.zwang = frame.zwang + w.squaredNorm();
  trial.multipliers = push.cwiseQuotient(lengths);
  trial.second = frame.second + frame.rows * w;
  Vector second_terms = frame.terms + (frame.rows * rows.transpose()).cwiseAbs() * sizes;
  if (count > 0) second_terms += share_of_largest * sizes.maxCoeff() * frame.lengths;
  for (Eigen::Index i = 0; i < trial.second.size(); ++i)
    if (is_in(set, static_cast<int>(i)) ||
        std::abs(trial.second[i]) <= zero_beside_terms * second_terms[i])
      trial.second[i] = 0.0;

  for (Eigen::Index i = 0; i < trial.second.size(); ++i)
    if (trial.second[i] > 0.0)
      trial.broken.push_back(frame.candidates[static_cast<std::size_t>(i)]);
  for (Eigen::Index k = 0; k < count; ++k)
    if (trial.multipliers[k] < 0.0)
      trial.negative.push_back(trial.set[static_cast<std::size_t>(k)]);
  return trial;
}

// All subsets, the smaller first, each size in the order of the candidates.
std::vector<Places> all_sets(int candidates) {
  std::vector<Places> sets;
  for (unsigned bits = 0; bits < 1U << static_cast<unsigned>(candidates); ++bits) {
    Places set;
    for (int i = 0; i < candidates; ++i)
      if ((bits >> static_cast<unsigned>(i) & 1U) != 0) set.push_back(i);
    sets.push_back(set);
  }
  std::ranges::sort(sets, [](const Places& a, const Places& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return sets;
}

// The way of Goldfarb & Idnani (1983). Each set is judged by tried(); the multipliers kept here
// decide which one is judged next. Z grows whenever a constraint is taken in, so that no set
// returns.
class Way {
 public:
  explicit Way(const KineticFrame& frame) : frame_(frame), rows_(frame) {}

  std::vector<Trial> trials() {
    const std::size_t most = 10 * frame_.candidates.size();
    judge(set_);
    while (const auto row = most_violated()) {
      while (!takes_in(*row))
        if (!lets_go_for(*row) || out_.size() > most) return out_;
    }
    return out_;
  }

 private:
  void judge(Places set) {
    std::ranges::sort(set);
    out_.push_back(tried(frame_, set));
  }

  // In the last trial, measured in the kinetic metric.
  std::optional<int> most_violated() const {
    const Vector sizes = out_.back().second.cwiseQuotient(frame_.lengths);
    Eigen::Index row = 0;
    if (sizes.size() == 0 || !(sizes.maxCoeff(&row) > 0.0)) return std::nullopt;
    return static_cast<int>(row);
  }

  // Tries the set with the row. False if one of the others would have to pull.
  bool takes_in(int row) {
    Places with = set_;
    with.push_back(row);
    judge(with);
    const Trial& last = out_.back();
    if (last.dependent || !last.negative.empty()) return false;
    set_ = std::move(with);
    push_.resize(static_cast<Eigen::Index>(set_.size()));
    for (std::size_t k = 0; k < set_.size(); ++k) {
      const auto place = std::ranges::find(last.set, frame_.candidates[index(set_[k])]);
      push_[static_cast<Eigen::Index>(k)] =
          last.multipliers[place - last.set.begin()] * frame_.lengths[set_[k]];
    }
    return true;
  }

  // The first whose multiplier falls to zero while that of the row grows. False if none does: the
  // row contradicts the set.
  bool lets_go_for(int row) {
    const Vector fall = *rows_.inverse(set_) * (rows_.of(set_) * rows_.of({row}).transpose());
    Eigen::Index first = -1;
    for (Eigen::Index k = 0; k < fall.size(); ++k)
      if (fall[k] > 1e-12 && (first < 0 || push_[k] * fall[first] < push_[first] * fall[k]))
        first = k;
    if (first < 0) return false;
    push_ -= push_[first] / fall[first] * fall;
    const auto rest = push_.size() - first - 1;
    push_.segment(first, rest) = push_.tail(rest).eval();
    push_.conservativeResize(push_.size() - 1);
    set_.erase(set_.begin() + first);
    return true;
  }

  const KineticFrame& frame_;
  Rows rows_;
  Places set_;   // in the order in which they were taken in
  Vector push_;  // multipliers of their unit rows
  std::vector<Trial> out_;
};

}  // namespace

std::string_view name(TrialVerdict verdict) {
  switch (verdict) {
    case TrialVerdict::accepted: return "accepted";
    case TrialVerdict::rejected_by_19: return "rejected by (19)";
    case TrialVerdict::rejected_by_20: return "rejected by (20)";
    case TrialVerdict::rejected_by_both: return "rejected by (19) and (20)";
    case TrialVerdict::dependent: break;
  }
  return "dependent rows";
}

TrialVerdict Trial::verdict() const {
  if (dependent) return TrialVerdict::dependent;
  if (broken.empty())
    return negative.empty() ? TrialVerdict::accepted : TrialVerdict::rejected_by_20;
  return negative.empty() ? TrialVerdict::rejected_by_19 : TrialVerdict::rejected_by_both;
}

double Trials::possible() const { return std::ldexp(1.0, static_cast<int>(candidates.size())); }

std::vector<const Trial*> Trials::accepted() const {
  std::vector<const Trial*> found;
  for (const Trial& trial : tried)
    if (trial.accepted()) found.push_back(&trial);
  return found;
}

Trials trials(const KineticFrame& frame, const TrialOptions& options) {
  Trials result;
  result.candidates = frame.candidates;
  const int count = static_cast<int>(frame.candidates.size());
  result.all = count <= options.most_for_all;
  if (!result.all) {
    result.tried = Way(frame).trials();
    return result;
  }
  for (const Places& set : all_sets(count)) result.tried.push_back(tried(frame, set));
  return result;
}

}  // namespace zwang
