// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A function of a few numbers, from a formula or from C++ code, with its value, its gradient, its
// course along a motion and its bounds over a box.
//
//   const auto f = Function::of<3>([](const auto& x) {
//     using std::sqrt;
//     return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - 1.0;
//   });
//
// The code is a template, called with arrays of double, Dual, Taylor, Interval and Pack.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "zwang/calculus/formula.hpp"
#include "zwang/scalars/dual.hpp"
#include "zwang/scalars/interval.hpp"
#include "zwang/scalars/pack.hpp"
#include "zwang/scalars/taylor.hpp"

namespace zwang {

// Thread safety: immutable, copies share one rule; any number of threads may evaluate it if the
// code given to `of` allows that.
class Function {
 public:
  Function(Formula formula);

  // From code: f(x) with x[0] ... x[N-1].
  template <int N, class F>
  static Function of(F f) {
    return Function(std::make_shared<FromCode<N, F>>(std::move(f)));
  }

  // The number of arguments. All spans below have this size.
  std::size_t inputs() const { return rule_->inputs(); }

  double value(std::span<const double> x) const { return rule_->value(x); }
  // The value, with the gradient in g.
  double gradient(std::span<const double> x, std::span<double> g) const {
    return rule_->gradient(x, g);
  }

  // f, f', f''/2, f'''/6 along x(s).
  Taylor<double, 3> along(std::span<const Taylor<double, 3>> x) const { return rule_->along(x); }
  // f, f', f''/2 along x(s), and the gradient at s = 0.
  Taylor<double, 2> along(std::span<const Taylor<double, 2>> x, std::span<double> g) const {
    return rule_->along(x, g);
  }
  // The gradient along x(s): at s = 0 and its rate.
  Taylor<double, 1> along(std::span<const Taylor<double, 1>> x,
                          std::span<Taylor<double, 1>> g) const {
    return rule_->along(x, g);
  }

  // Bounds over a box, and of f, f', f''/2 over a box of motions.
  Interval over(std::span<const Interval> box) const { return rule_->over(box); }
  Taylor<Interval, 2> over(std::span<const Taylor<Interval, 2>> box) const {
    return rule_->over(box);
  }

  // Eight points at once.
  Pack value(std::span<const Pack> x) const { return rule_->value(x); }
  Taylor<Pack, 2> along(std::span<const Taylor<Pack, 2>> x, std::span<Pack> g) const {
    return rule_->along(x, g);
  }

 private:
  struct Rule {
    virtual ~Rule() = default;
    virtual std::size_t inputs() const = 0;
    virtual double value(std::span<const double> x) const = 0;
    virtual double gradient(std::span<const double> x, std::span<double> g) const = 0;
    virtual Taylor<double, 3> along(std::span<const Taylor<double, 3>> x) const = 0;
    virtual Taylor<double, 2> along(std::span<const Taylor<double, 2>> x,
                                    std::span<double> g) const = 0;
    virtual Taylor<double, 1> along(std::span<const Taylor<double, 1>> x,
                                    std::span<Taylor<double, 1>> g) const = 0;
    virtual Interval over(std::span<const Interval> box) const = 0;
    virtual Taylor<Interval, 2> over(std::span<const Taylor<Interval, 2>> box) const = 0;
    virtual Pack value(std::span<const Pack> x) const = 0;
    virtual Taylor<Pack, 2> along(std::span<const Taylor<Pack, 2>> x, std::span<Pack> g) const = 0;
  };

  struct FromFormula;
  template <int N, class F>
  struct FromCode;

  explicit Function(std::shared_ptr<const Rule> rule) : rule_(std::move(rule)) {}

  std::shared_ptr<const Rule> rule_;
};

struct Function::FromFormula final : Rule {
  explicit FromFormula(Formula f) : formula(std::move(f)) {}

  std::size_t inputs() const override { return formula.inputs().size(); }
  double value(std::span<const double> x) const override { return formula.value(x); }
  double gradient(std::span<const double> x, std::span<double> g) const override {
    return formula.value_and_gradient(x, g);
  }
  Taylor<double, 3> along(std::span<const Taylor<double, 3>> x) const override {
    return formula.value(x);
  }
  Taylor<double, 2> along(std::span<const Taylor<double, 2>> x,
                          std::span<double> g) const override {
    return formula.value_and_gradient(x, g);
  }
  Taylor<double, 1> along(std::span<const Taylor<double, 1>> x,
                          std::span<Taylor<double, 1>> g) const override {
    return formula.value_and_gradient(x, g);
  }
  Interval over(std::span<const Interval> box) const override { return formula.value(box); }
  Taylor<Interval, 2> over(std::span<const Taylor<Interval, 2>> box) const override {
    return formula.value(box);
  }
  Pack value(std::span<const Pack> x) const override { return formula.value(x); }
  Taylor<Pack, 2> along(std::span<const Taylor<Pack, 2>> x, std::span<Pack> g) const override {
    return formula.value_and_gradient(x, g);
  }

  Formula formula;
};

inline Function::Function(Formula formula)
    : rule_(std::make_shared<FromFormula>(std::move(formula))) {}

template <int N, class F>
struct Function::FromCode final : Rule {
  explicit FromCode(F f) : code(std::move(f)) {}

  static constexpr auto size = static_cast<std::size_t>(N);

  template <class S>
  S at(std::span<const S> x) const {
    std::array<S, size> arguments;
    std::copy_n(x.begin(), size, arguments.begin());
    return S(code(arguments));
  }
  // The gradient in the scalar S at the start of the curves x. Rolled loops would keep the partials
  // in memory, at ten times the cost.
  template <class S, class R>
  S gradient_at(std::span<const R> x, std::span<S> g) const {
    std::array<Dual<S, N>, size> arguments;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i)
      arguments[i] = Dual<S, N>::variable(lower<S>(x[i]), static_cast<int>(i));
    const Dual<S, N> result(code(arguments));
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) g[i] = result.partial[i];
    return result.value;
  }

  std::size_t inputs() const override { return size; }
  double value(std::span<const double> x) const override { return at(x); }
  double gradient(std::span<const double> x, std::span<double> g) const override {
    return gradient_at<double>(x, g);
  }
  Taylor<double, 3> along(std::span<const Taylor<double, 3>> x) const override { return at(x); }
  Taylor<double, 2> along(std::span<const Taylor<double, 2>> x,
                          std::span<double> g) const override {
    gradient_at<double>(x, g);
    return at(x);
  }
  Taylor<double, 1> along(std::span<const Taylor<double, 1>> x,
                          std::span<Taylor<double, 1>> g) const override {
    return gradient_at<Taylor<double, 1>>(x, g);
  }
  Interval over(std::span<const Interval> box) const override { return at(box); }
  Taylor<Interval, 2> over(std::span<const Taylor<Interval, 2>> box) const override {
    return at(box);
  }
  Pack value(std::span<const Pack> x) const override { return at(x); }
  Taylor<Pack, 2> along(std::span<const Taylor<Pack, 2>> x, std::span<Pack> g) const override {
    gradient_at<Pack>(x, g);
    return at(x);
  }

  F code;
};

}  // namespace zwang
