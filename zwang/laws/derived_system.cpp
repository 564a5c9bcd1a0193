// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/derived_system.hpp"

#include <algorithm>

namespace zwang {
namespace {

// Rows that are 1 in a column of their own, where the others are 0.
struct Solved {
  std::vector<RationalForm> rows;
  std::vector<std::size_t> columns;

  bool solves(std::size_t column) const { return std::ranges::count(columns, column) > 0; }
};

std::size_t length(const RationalFunction& f) {
  return f.above.terms().size() + f.below.terms().size();
}

// Gauss's elimination, by the shortest pivots.
Solved solve(Atoms& atoms, std::vector<RationalForm> rows) {
  Algebra& algebra = atoms.algebra();
  Solved out;
  const std::size_t size = rows.empty() ? 0 : rows.front().size();
  std::vector<char> used(rows.size(), 0);
  std::vector<std::size_t> order;
  while (true) {
    std::size_t row = rows.size(), column = 0;
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < size; ++c)
        if (!used[r] && !rows[r][c].is_zero() &&
            (row == rows.size() || length(rows[r][c]) < length(rows[row][column]))) {
          row = r;
          column = c;
        }
    if (row == rows.size()) break;
    used[row] = 1;
    order.push_back(row);
    const RationalFunction pivot = rows[row][column];
    for (RationalFunction& one : rows[row])
      if (!one.is_zero()) one = quotient(algebra, one, pivot);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r == row || rows[r][column].is_zero()) continue;
      const RationalFunction factor = rows[r][column];
      for (std::size_t c = 0; c < size; ++c)
        if (!rows[row][c].is_zero())
          rows[r][c] = difference(algebra, rows[r][c], product(algebra, factor, rows[row][c]));
    }
    out.columns.push_back(column);
  }
  for (const std::size_t row : order) out.rows.push_back(std::move(rows[row]));
  return out;
}

// Vectors x with rows x = 0.
std::vector<RationalForm> kernel(Atoms& atoms, const std::vector<RationalForm>& rows,
                                 std::size_t size) {
  const Solved solved = solve(atoms, rows);
  std::vector<RationalForm> out;
  for (std::size_t own = 0; own < size; ++own) {
    if (solved.solves(own)) continue;
    RationalForm x(size);
    x[own] = RationalFunction(1);
    for (std::size_t r = 0; r < solved.rows.size(); ++r)
      x[solved.columns[r]] = difference(atoms.algebra(), {}, solved.rows[r][own]);
    out.push_back(std::move(x));
  }
  return out;
}

RationalForm combined(Atoms& atoms, const std::vector<RationalForm>& forms,
                      const RationalForm& factors) {
  Algebra& algebra = atoms.algebra();
  RationalForm out(forms.front().size());
  for (std::size_t s = 0; s < forms.size(); ++s)
    for (std::size_t i = 0; i < out.size(); ++i)
      if (!factors[s].is_zero() && !forms[s][i].is_zero())
        out[i] = sum(algebra, out[i], product(algebra, factors[s], forms[s][i]));
  return out;
}

// The derivative of f in the open direction W_l = d/dx_l - sum a_pl d/dx_p.
RationalFunction along(Atoms& atoms, const Solved& solved, std::size_t l,
                       const RationalFunction& f) {
  Algebra& algebra = atoms.algebra();
  const auto slope = [&](std::size_t i) {
    auto one = atoms.slope(f, i);
    if (!one) throw std::domain_error("an atom without derivatives");
    return std::move(*one);
  };
  RationalFunction out = slope(l);
  for (std::size_t r = 0; r < solved.rows.size(); ++r)
    if (!solved.rows[r][l].is_zero())
      out = difference(algebra, out, product(algebra, solved.rows[r][l], slope(solved.columns[r])));
  return out;
}

}  // namespace

std::vector<RationalForm> derived_system(Atoms& atoms, std::vector<RationalForm> forms) {
  while (!forms.empty()) {
    const Solved solved = solve(atoms, forms);
    const std::size_t n = forms.front().size(), r = solved.rows.size();
    std::vector<std::size_t> open;
    for (std::size_t l = 0; l < n; ++l)
      if (!solved.solves(l)) open.push_back(l);
    // omega_p([W_l, W_m]) = W_m a_pl - W_l a_pm
    std::vector<RationalForm> brackets;
    for (std::size_t i = 0; i < open.size(); ++i)
      for (std::size_t k = i + 1; k < open.size(); ++k) {
        RationalForm bracket;
        for (std::size_t p = 0; p < r; ++p)
          bracket.push_back(difference(atoms.algebra(),
                                       along(atoms, solved, open[k], solved.rows[p][open[i]]),
                                       along(atoms, solved, open[i], solved.rows[p][open[k]])));
        if (!std::ranges::all_of(bracket, &RationalFunction::is_zero))
          brackets.push_back(std::move(bracket));
      }
    if (brackets.empty()) return solved.rows;
    forms.clear();
    for (const RationalForm& factors : kernel(atoms, brackets, r))
      forms.push_back(combined(atoms, solved.rows, factors));
  }
  return {};
}

std::vector<RationalForm> combinations(Atoms& atoms, const std::vector<RationalForm>& forms) {
  constexpr std::size_t most = 60;
  std::vector<RationalForm> out;
  if (forms.size() < 2) return forms;
  const std::size_t n = forms.front().size(), less = forms.size() - 1;
  // all choices of `less` columns
  std::vector<char> chosen(n, 0);
  std::fill(chosen.end() - static_cast<std::ptrdiff_t>(less), chosen.end(), 1);
  do {
    std::vector<RationalForm> rows;
    for (std::size_t c = 0; c < n; ++c)
      if (chosen[c]) {
        rows.emplace_back();
        for (const RationalForm& form : forms) rows.back().push_back(form[c]);
      }
    const auto factors = kernel(atoms, rows, forms.size());
    if (factors.size() != 1) continue;
    RationalForm one = combined(atoms, forms, factors.front());
    const auto head = std::ranges::find_if(one, [](const auto& p) { return !p.is_zero(); });
    const RationalFunction first = *head;
    for (RationalFunction& p : one) p = quotient(atoms.algebra(), p, first);
    if (std::ranges::find(out, one) == out.end()) out.push_back(std::move(one));
  } while (out.size() < most && std::next_permutation(chosen.begin(), chosen.end()));
  // few coordinates first
  std::ranges::stable_sort(out, {}, [](const RationalForm& form) {
    return std::ranges::count_if(form, [](const RationalFunction& p) { return !p.is_zero(); });
  });
  return out;
}

}  // namespace zwang
