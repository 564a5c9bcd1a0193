// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A formula that knows its own derivatives: from text to f, its gradient, f', f'', f''' along a
// motion, and rigorous bounds over a box.
//
//   Graph graph;
//   Scope scope(graph);
//   scope.point("bob");
//   const Formula f = Formula::read("|bob| - 1", scope);
//   f.value(std::array{0.6, 0.0, 0.8});                    // 0
//
// Arguments are in the order of inputs(), the symbols that the formula needs.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "zwang/base/error.hpp"
#include "zwang/calculus/program.hpp"
#include "zwang/calculus/scope.hpp"

namespace zwang {

// Thread safety: immutable; any number of threads may evaluate one.
class Formula {
 public:
  // The graph must outlive it.
  Formula(const Graph& graph, NodeId node);

  // Parses a text in a scope, into its graph or into a layer over it; throws E113 for a vector.
  static Formula read(std::string_view text, Scope& scope);
  static Formula read(std::string_view text, const Scope& scope, Graph& layer);

  const Graph& graph() const { return *graph_; }
  NodeId node() const { return node_; }
  std::span<const SymbolId> inputs() const { return program_.inputs(); }
  const std::string& input_name(std::size_t i) const;
  const Program& program() const { return program_; }

  // The value in any scalar: double, Taylor (along a motion), Dual, Interval (over a box), Pack
  // (eight points at once). Outside the domain the result is not finite; domain_error() says why.
  template <class S>
  S value(std::span<const S> x) const {
    Registers<S> r(program_.registers());
    // A plain loop: numbers that arrive by memcpy's wide stores are slow to read back.
    for (std::size_t i = 0; i < x.size(); ++i) r[i] = x[i];
    program_.run(r.data());
    return program_.result(r.data());
  }
  double value(std::span<const double> x) const { return value<double>(x); }

  // The value, with df/dx_i in `gradient`. S may have fewer derivatives than R: with R =
  // Taylor<double, 2> along a motion and S = double one call gives f, f', f''/2 and the gradient.
  template <class R, class S>
  R value_and_gradient(std::span<const R> x, std::span<S> gradient) const {
    Registers<R> r(program_.registers());
    Registers<S> adjoint(program_.registers());
    for (std::size_t i = 0; i < x.size(); ++i) r[i] = x[i];
    program_.run(r.data());
    std::fill_n(adjoint.data(), program_.registers(), S(0.0));
    adjoint[program_.result_register()] = S(1.0);
    program_.run_back(r.data(), adjoint.data());
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] = adjoint[i];
    return program_.result(r.data());
  }

  // Why the value at x is not finite: E310 with the first part that left its domain, and its
  // arguments. Empty if all parts are finite.
  std::optional<Error> domain_error(std::span<const double> x) const;

  std::string text() const;
  std::string latex() const;

 private:
  const Graph* graph_;
  NodeId node_;
  Program program_;
};

}  // namespace zwang
