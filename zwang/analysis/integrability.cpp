// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/integrability.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <stdexcept>

#include "zwang/analysis/distribution.hpp"
#include "zwang/arc/dormand_prince.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"

namespace zwang {
namespace {

constexpr int deepest = 9;          // fields in a bracket
constexpr std::size_t most = 2000;  // brackets of one depth

// What vectors span; says whether another one is new.
template <class K>
class Span {
 public:
  bool add(std::vector<K> v);
  int dimension() const { return static_cast<int>(basis_.size()); }
  double kept = 1.0, dropped = 0.0;

 private:
  std::vector<std::vector<K>> basis_;
  std::vector<std::size_t> heads_;  // where each begins (exact numbers)
};

template <>
bool Span<Residue>::add(std::vector<Residue> v) {
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    const Residue factor = v[heads_[k]];
    if (factor.is_zero()) continue;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = v[i] - factor * basis_[k][i];
  }
  const auto head = std::ranges::find_if(v, [](Residue x) { return !x.is_zero(); });
  if (head == v.end()) return false;
  const Residue size = *head;
  heads_.push_back(static_cast<std::size_t>(head - v.begin()));
  for (Residue& x : v) x = x / size;
  basis_.push_back(std::move(v));
  return true;
}

template <>
bool Span<double>::add(std::vector<double> v) {
  const auto length = [&] {
    double squares = 0.0;
    for (const double x : v) squares += x * x;
    return std::sqrt(squares);
  };
  const double whole = std::max(1.0, length());
  for (int turn = 0; turn < 2; ++turn)
    for (const auto& b : basis_) {
      double along = 0.0;
      for (std::size_t i = 0; i < v.size(); ++i) along += b[i] * v[i];
      for (std::size_t i = 0; i < v.size(); ++i) v[i] -= along * b[i];
    }
  const double rest = length();
  if (rest <= 1e-8 * whole) {
    dropped = std::max(dropped, rest / whole);
    return false;
  }
  kept = std::min(kept, rest / whole);
  for (double& x : v) x /= rest;
  basis_.push_back(std::move(v));
  return true;
}

template <class K>
struct Widened {
  Growth growth;
  std::vector<std::vector<K>> vectors;  // that span the last of it
  double kept = 1.0, dropped = 0.0;
};

// Where ranks do not change nearby: of each depth only the brackets that are new count. `last` ends
// it early; at a special place all brackets count, and status still proves nothing.
template <class K>
Widened<K> widen(const Distribution<K>& distribution, std::optional<int> last) {
  Widened<K> result;
  Span<K> span;
  const int m = distribution.fields(), n = distribution.coordinates();
  const int full = last.value_or(n);
  const auto add = [&](std::vector<K> value) {
    const bool fresh = span.add(value);
    if (fresh) result.vectors.push_back(std::move(value));
    return fresh;
  };
  for (auto& value : distribution.values()) add(std::move(value));
  result.growth.dimensions = {m};
  std::vector<Bracket> latest;
  for (int depth = 2; span.dimension() < full; ++depth) {
    if (depth > deepest || (depth > 2 && latest.size() * index(m) > most)) break;
    std::vector<Bracket> wider;
    const int before = span.dimension();
    const auto keep = [&](std::vector<K> value, Bracket bracket) {
      if (add(std::move(value)) || last) wider.push_back(std::move(bracket));
    };
    if (depth == 2) {
      auto values = distribution.pair_values();
      std::size_t next = 0;
      for (int l = 0; l < m; ++l)
        for (int k = l + 1; k < m; ++k, ++next) keep(std::move(values[next]), {l, k});
    } else {
      for (const Bracket& one : latest)
        for (int l = 0; l < m && span.dimension() < full; ++l) {
          Bracket bracket = {l};
          bracket.insert(bracket.end(), one.begin(), one.end());
          keep(distribution.value(bracket), bracket);
        }
    }
    result.growth.ended = !last && span.dimension() == before;
    if (result.growth.ended) break;
    result.growth.dimensions.push_back(span.dimension());
    latest = std::move(wider);
  }
  result.growth.ended = result.growth.ended || span.dimension() == full;
  result.kept = span.kept;
  result.dropped = span.dropped;
  return result;
}

// The first step alone, by covariants: enough if they all vanish or leave no form.
template <class K>
std::optional<Widened<K>> first_step(const Distribution<K>& distribution) {
  Span<K> span;
  for (const auto& covariant : distribution.covariants()) {
    span.add(covariant);
    if (span.dimension() == distribution.rank()) break;
  }
  if (span.dimension() != 0 && span.dimension() != distribution.rank()) return std::nullopt;
  Widened<K> result;
  result.growth = {{distribution.fields()}, true};
  if (span.dimension() > 0) result.growth.dimensions.push_back(distribution.coordinates());
  result.kept = span.kept;
  result.dropped = span.dropped;
  return result;
}

template <class K>
Widened<K> widen_in_general(const Distribution<K>& distribution) {
  if (auto quick = first_step(distribution)) return *quick;
  return widen<K>(distribution, std::nullopt);
}

// A place further along admissible directions.
std::vector<double> along_leaf(const PfaffianSystem& system, std::vector<double> x,
                               std::mt19937_64& random) {
  const FormValues<double> forms(system);
  const std::size_t n = x.size();
  std::normal_distribution<double> normal;
  std::vector<double> aim(n);
  const auto remove = [&](const double* b, double* from) {
    double along = 0.0;
    for (std::size_t i = 0; i < n; ++i) along += from[i] * b[i];
    for (std::size_t i = 0; i < n; ++i) from[i] -= along * b[i];
  };
  // `aim` without its parts along the forms
  const auto field = [&](double, const double* at, double* v) {
    std::vector<double> p = forms.at(std::span<const double>(at, n));
    std::ranges::copy(aim, v);
    for (std::size_t s = 0; s < p.size(); s += n) {
      for (std::size_t earlier = 0; earlier < s; earlier += n) remove(&p[earlier], &p[s]);
      double squares = 0.0;
      for (std::size_t i = s; i < s + n; ++i) squares += p[i] * p[i];
      for (std::size_t i = s; i < s + n; ++i)
        p[i] = squares > 0.0 ? p[i] / std::sqrt(squares) : 0.0;
      remove(&p[s], v);
    }
    return true;
  };
  DormandPrince method(static_cast<int>(n));
  constexpr int steps = 10;
  for (int turn = 0; turn < 2; ++turn) {
    for (double& one : aim) one = normal(random);
    for (int step = 0; step < steps; ++step) {
      field(0.0, x.data(), method.first());
      method.attempt(field, 0.0, x.data(), 0.5 / steps);
      std::copy_n(method.next(), n, x.begin());
    }
  }
  return x;
}

std::vector<double> nearby(const std::vector<double>& x, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> place = x;
  for (double& one : place) one += 0.3 * (1.0 + std::abs(one)) * normal(random);
  return place;
}

// Tries places until the forms have values there.
template <class Try>
bool until_defined(Try&& attempt) {
  for (int turn = 0; turn < 50; ++turn) try {
      attempt();
      return true;
    } catch (const std::domain_error&) {
    }
  return false;
}

struct FlagAt {
  int forms = 0;
  Growth growth;
  double kept = 1.0, dropped = 0.0;
};

bool grows_more(const Growth& a, const Growth& b) { return a.dimensions > b.dimensions; }

// At places in general: the largest growth of a few random ones.
template <class K, class Place>
std::optional<FlagAt> in_general(const PfaffianSystem& system, Place&& place) {
  std::optional<FlagAt> best;
  constexpr int places = 3;
  for (int i = 0; i < places; ++i)
    until_defined([&] {
      const Distribution<K> distribution(system, place());
      const Widened<K> one = widen_in_general(distribution);
      if (!best) best = FlagAt{distribution.rank(), one.growth, one.kept, one.dropped};
      best->kept = std::min(best->kept, one.kept);
      best->dropped = std::max(best->dropped, one.dropped);
      if (distribution.rank() < best->forms) return;
      if (distribution.rank() > best->forms || grows_more(one.growth, best->growth)) {
        best->forms = distribution.rank();
        best->growth = one.growth;
      }
    });
  return best;
}

void name_explicit(const PfaffianSystem& system, const std::vector<double>& start,
                   const std::vector<std::vector<double>>& vectors, Integrability& result) {
  const std::vector<double> forms = FormValues<double>(system).at(std::span<const double>(start));
  // lambda with sum lambda_s p_s = 0 on all vectors
  Matrix products(static_cast<Eigen::Index>(vectors.size()), system.forms());
  for (int s = 0; s < system.forms(); ++s) {
    const std::span<const double> p(&forms[index(s) * start.size()], start.size());
    double size = 0.0;
    for (const double one : p) size = std::max(size, std::abs(one));
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      double sum = 0.0;
      for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * vectors[k][i];
      products(static_cast<Eigen::Index>(k), s) = sum / (size > 0.0 ? size : 1.0);
    }
  }
  std::vector<int> others;
  for (int s = 0; s < system.forms(); ++s)
    if (vectors.empty() || products.col(s).cwiseAbs().maxCoeff() < 1e-8)
      result.explicit_forms.push_back(s);
    else
      others.push_back(s);
  const int wanted = result.explicit_on_leaf() - static_cast<int>(result.explicit_forms.size());
  if (wanted <= 0 || others.empty()) return;
  Matrix rest(products.rows(), static_cast<Eigen::Index>(others.size()));
  for (std::size_t k = 0; k < others.size(); ++k)
    rest.col(static_cast<Eigen::Index>(k)) = products.col(others[k]);
  Eigen::FullPivLU<Matrix> lu(rest);
  lu.setThreshold(1e-8);
  if (lu.dimensionOfKernel() != wanted) return;
  const Matrix kernel = lu.kernel();
  for (Eigen::Index c = 0; c < kernel.cols(); ++c) {
    std::vector<double> factors(index(system.forms()), 0.0);
    const double size = kernel.col(c).cwiseAbs().maxCoeff();
    for (std::size_t k = 0; k < others.size(); ++k)
      factors[index(others[k])] = kernel(static_cast<Eigen::Index>(k), c) / size;
    result.explicit_combinations.push_back(std::move(factors));
  }
}

Integrability of_part(const PfaffianSystem& system, const std::vector<double>& start) {
  Integrability result;
  result.coordinates = system.coordinates();
  if (system.forms() == 0) {
    result.growth = result.here = result.leaf = {{result.coordinates}, true};
    result.exact = true;
    return result;
  }
  std::mt19937_64 random(1884);
  const auto near_start = [&] { return nearby(start, random); };
  const auto anywhere = [&] {
    std::vector<Residue> place;
    for (std::size_t i = 0; i < start.size(); ++i) place.emplace_back(random());
    return place;
  };
  auto general = in_general<double>(system, near_start);
  if (!general)
    throw Error(Code::E310, "the constraints have no value at any of 150 positions near the start");
  result.kept = general->kept;
  result.dropped = general->dropped;
  if (is_rational(system))
    if (const auto exact = in_general<Residue>(system, anywhere);
        exact && exact->growth.dimensions == general->growth.dimensions) {
      result.exact = true;
      general = exact;
    }
  result.forms = general->forms;
  result.growth = general->growth;

  std::optional<Distribution<double>> here;
  try {
    here.emplace(system, start);
  } catch (const std::domain_error&) {  // a form has no value at the start
    result.singular_start = true;
    result.here = result.leaf = result.growth;
    return result;
  }
  const Distribution<double>& at_start = *here;
  result.singular_start = at_start.rank() < result.forms;
  const auto leaf = in_general<double>(system, [&] { return along_leaf(system, start, random); });
  result.leaf = leaf && !result.singular_start ? leaf->growth : result.growth;
  if (result.exact && !result.singular_start) {
    std::vector<Residue> place;
    for (const double x : start) place.push_back(Residue::decimal(x));
    result.here = widen(Distribution<Residue>(system, place), result.leaf.last()).growth;
  }
  const Widened<double> widened = widen(at_start, result.leaf.last());
  if (result.here.dimensions.empty()) result.here = widened.growth;
  if (widened.growth.ended) name_explicit(system, start, widened.vectors, result);
  return result;
}

// Of two systems side by side.
Growth joined(const Growth& a, const Growth& b) {
  Growth sum;
  const std::size_t length = std::max(a.dimensions.size(), b.dimensions.size());
  for (std::size_t k = 0; k < length; ++k)
    sum.dimensions.push_back(a.dimensions[std::min(k, a.dimensions.size() - 1)] +
                             b.dimensions[std::min(k, b.dimensions.size() - 1)]);
  sum.ended = a.ended && b.ended;
  return sum;
}

}  // namespace

Integrability integrability(const PfaffianSystem& system, const std::vector<double>& start) {
  Integrability whole;
  whole.growth = whole.here = whole.leaf = {{0}, true};
  whole.exact = true;
  for (const PfaffianSystem& part : system.parts()) {
    std::vector<double> place;
    std::vector<int> number;  // of its forms in the whole
    for (int i = 0, k = 0; i < system.coordinates() && k < part.coordinates(); ++i)
      if (system.coordinate(i) == part.coordinate(k)) {
        place.push_back(start[index(i)]);
        ++k;
      }
    for (int s = 0, k = 0; s < system.forms() && k < part.forms(); ++s)
      if (system.name(s) == part.name(k)) {
        number.push_back(s);
        ++k;
      }
    const Integrability one = of_part(part, place);
    whole.coordinates += one.coordinates;
    whole.forms += one.forms;
    whole.growth = joined(whole.growth, one.growth);
    whole.here = joined(whole.here, one.here);
    whole.leaf = joined(whole.leaf, one.leaf);
    whole.exact = whole.exact && one.exact;
    whole.kept = std::min(whole.kept, one.kept);
    whole.dropped = std::max(whole.dropped, one.dropped);
    whole.singular_start = whole.singular_start || one.singular_start;
    for (const int s : one.explicit_forms) whole.explicit_forms.push_back(number[index(s)]);
    for (const auto& factors : one.explicit_combinations) {
      std::vector<double> all(index(system.forms()), 0.0);
      for (std::size_t k = 0; k < factors.size(); ++k) all[index(number[k])] = factors[k];
      whole.explicit_combinations.push_back(std::move(all));
    }
  }
  std::ranges::sort(whole.explicit_forms);
  return whole;
}

}  // namespace zwang
