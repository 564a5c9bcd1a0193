// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A formula as a list of instructions that runs on any scalar: double, Taylor, Dual, Interval,
// Pack, or a number type with more digits. Forward it computes values, backward the whole gradient
// at the cost of a few values.
//
// Every instruction writes its own register, so the backward pass finds all values of the forward
// pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "zwang/calculus/graph.hpp"
#include "zwang/scalars/dual.hpp"
#include "zwang/scalars/elementary.hpp"
#include "zwang/scalars/interval.hpp"
#include "zwang/scalars/pack.hpp"
#include "zwang/scalars/taylor.hpp"

namespace zwang {

struct Instruction {
  enum class Kind : std::uint8_t {
    constant,       // k
    add,            // a + b
    add_number,     // a + k
    subtract,       // a - b
    subtract_from,  // k - a
    multiply,
    multiply_number,
    divide,
    divide_number,  // a / k
    divide_into,    // k / a
    negate,
    square,
    square_shifted,         // (a + k)^2
    square_difference,      // (a - b)^2
    add_square,             // c + a^2
    add_square_shifted,     // c + (a + k)^2
    add_square_difference,  // c + (a - b)^2
    add_product,            // c + a b
    subtract_product,       // c - a b
    power,                  // a^n, n an integer
    pow_number,             // a^k
    pow,                    // a^b
    sqrt,
    exp,
    log,
    sincos,    // sin into `out`, cos into the next register
    sinhcosh,  // likewise
    tan,
    asin,
    acos,
    atan,
    tanh,
    atan2,
    min,
    max,
    step,
    smooth,
  };
  Kind kind = Kind::constant;
  int n = 0;
  std::uint32_t out = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  double k = 0.0;
};

// Thread safety: immutable; any number of threads may run one, each with its own registers.
class Program {
 public:
  Program() = default;
  // Computes a node of the graph. Parameters are fixed at their values.
  Program(const Graph& graph, NodeId node);

  // The symbols it needs, in the order of its first registers.
  std::span<const SymbolId> inputs() const { return inputs_; }
  std::span<const Instruction> instructions() const { return instructions_; }
  std::size_t registers() const { return registers_; }

  // The value, after run(). Most constraints end in "- L", so a number added last is added here.
  template <class S>
  S result(const S* registers) const {
    return ends_in_number_ ? registers[result_] + last_number_ : registers[result_];
  }
  // The register the result comes from, where the backward pass begins.
  std::uint32_t result_register() const { return result_; }

  // Formulas with the same instructions belong to one family: they differ only in their inputs.
  bool same_family(const Program& other) const;

  // Whether it is a sum of inputs with constant factors, so that the backward pass is the same
  // everywhere.
  bool is_linear() const;

  // Registers 0 ... inputs() hold the arguments; fills the others.
  template <class S>
  void run(S* registers) const {
    run(registers, [](const Instruction&, const S& a, S& sine, S& cosine) {
      using namespace elementary;
      sincos(a, sine, cosine);
    });
  }
  // The same with `sines(instruction, a, sine, cosine)`, for callers that know some already.
  template <class S, class SinCos>
  void run(S* registers, SinCos&& sines) const;

  // After run(): adds to adjoint[i] the derivative of the result with respect to register i. All
  // adjoints must be set beforehand: 1 at the result's register, 0 elsewhere.
  // R is the scalar of the run; S = R, or what lower<S> makes of it.
  template <class S, class R>
  void run_back(const R* registers, S* adjoint) const;

 private:
  std::vector<SymbolId> inputs_;
  std::vector<Instruction> instructions_;
  std::size_t registers_ = 0;
  std::uint32_t result_ = 0;
  bool ends_in_number_ = false;
  double last_number_ = 0.0;
};

// Storage for the registers of one run, on the stack if they are few.
// Thread safety: for one run in one thread.
template <class S>
class Registers {
 public:
  explicit Registers(std::size_t count) {
    if constexpr (std::is_trivially_copyable_v<S>) {
      if (count * sizeof(S) <= sizeof(near_)) {
        data_ = reinterpret_cast<S*>(near_);
        return;
      }
    }
    far_ = std::make_unique_for_overwrite<S[]>(count);
    data_ = far_.get();
  }
  Registers(const Registers&) = delete;
  Registers& operator=(const Registers&) = delete;

  S* data() { return data_; }
  S& operator[](std::size_t i) { return data_[i]; }

 private:
  alignas(64) std::byte near_[8192];
  std::unique_ptr<S[]> far_;
  S* data_ = nullptr;
};

// A scalar with fewer derivatives: the value of a Taylor number, or its first coefficients.
template <class S, class R>
S lower(const R& x) {
  if constexpr (std::is_same_v<S, R>) {
    return x;
  } else if constexpr (requires { S::order; }) {
    return x.template truncated<S::order>();
  } else {
    return x[0];
  }
}

template <class S, class SinCos>
void Program::run(S* r, SinCos&& sines) const {
  using namespace elementary;
  using K = Instruction::Kind;
  for (const Instruction& i : instructions_) {
    const S& a = r[i.a];
    const S& b = r[i.b];
    S& out = r[i.out];
    switch (i.kind) {
      case K::constant: out = S(i.k); break;
      case K::add: out = a + b; break;
      case K::add_number: out = a + i.k; break;
      case K::subtract: out = a - b; break;
      case K::subtract_from: out = i.k - a; break;
      case K::multiply: out = a * b; break;
      case K::multiply_number: out = a * i.k; break;
      case K::divide: out = divide(a, b); break;
      case K::divide_number: out = a / i.k; break;
      case K::divide_into: out = divide(S(i.k), a); break;
      case K::negate: out = -a; break;
      case K::square: out = square(a); break;
      case K::square_shifted: out = square(a + i.k); break;
      case K::square_difference: out = square(a - b); break;
      case K::add_square: out = r[i.c] + square(a); break;
      case K::add_square_shifted: out = r[i.c] + square(a + i.k); break;
      case K::add_square_difference: out = r[i.c] + square(a - b); break;
      case K::add_product: out = r[i.c] + a * b; break;
      case K::subtract_product: out = r[i.c] - a * b; break;
      case K::power: out = power(a, i.n); break;
      case K::pow_number:
        if constexpr (requires { pow(a, i.k); })
          out = pow(a, i.k);
        else
          out = pow(a, S(i.k));
        break;
      case K::pow: out = pow(a, b); break;
      case K::sqrt: out = sqrt(a); break;
      case K::exp: out = exp(a); break;
      case K::log: out = log(a); break;
      case K::sincos: sines(i, a, out, r[i.out + 1]); break;
      case K::sinhcosh: sinhcosh(a, out, r[i.out + 1]); break;
      case K::tan: out = tan(a); break;
      case K::asin: out = asin(a); break;
      case K::acos: out = acos(a); break;
      case K::atan: out = atan(a); break;
      case K::tanh: out = tanh(a); break;
      case K::atan2: out = atan2(a, b); break;
      case K::min: out = min(a, b); break;
      case K::max: out = max(a, b); break;
      case K::step: out = step(a); break;
      case K::smooth: out = smooth(a, b); break;
    }
  }
}

// v = op(a, b), and w the adjoint of v: adds w dv/da to the adjoint of a, w dv/db to that of b.
template <class S, class R>
void Program::run_back(const R* r, S* adjoint) const {
  using namespace elementary;
  using K = Instruction::Kind;
  for (const Instruction& i : std::views::reverse(instructions_)) {
    const S w = adjoint[i.out];
    S& to_a = adjoint[i.a];
    S& to_b = adjoint[i.b];
    S& to_c = adjoint[i.c];
    const auto a = [&] { return lower<S>(r[i.a]); };
    const auto b = [&] { return lower<S>(r[i.b]); };
    const auto v = [&] { return lower<S>(r[i.out]); };
    const auto next = [&] { return lower<S>(r[i.out + 1]); };
    // 1 where the first argument is chosen, undefined where both are equal.
    const auto first_if = [&](const S& difference) {
      return select(same(a(), b()), undefined<S>(), step(difference));
    };
    switch (i.kind) {
      case K::constant: break;
      case K::add:
        to_a += w;
        to_b += w;
        break;
      case K::add_number: to_a += w; break;
      case K::subtract:
        to_a += w;
        to_b -= w;
        break;
      case K::subtract_from:
      case K::negate: to_a -= w; break;
      case K::add_product: to_c += w; [[fallthrough]];
      case K::multiply:
        to_a += w * b();
        to_b += w * a();
        break;
      case K::subtract_product:
        to_c += w;
        to_a -= w * b();
        to_b -= w * a();
        break;
      case K::multiply_number: to_a += w * i.k; break;
      case K::divide: {
        const S q = divide(w, b());
        to_a += q;
        to_b -= q * v();
        break;
      }
      case K::divide_number: to_a += w / i.k; break;
      case K::divide_into: to_a -= divide(w, a()) * v(); break;
      case K::add_square: to_c += w; [[fallthrough]];
      case K::square: to_a += w * a() * 2.0; break;
      case K::add_square_shifted: to_c += w; [[fallthrough]];
      case K::square_shifted: to_a += w * (a() + i.k) * 2.0; break;
      case K::add_square_difference: to_c += w; [[fallthrough]];
      case K::square_difference: {
        const S slope = w * (a() - b()) * 2.0;
        to_a += slope;
        to_b -= slope;
        break;
      }
      case K::power: to_a += w * (power(a(), i.n - 1) * static_cast<double>(i.n)); break;
      case K::pow_number: to_a += w * (pow(a(), S(i.k - 1.0)) * i.k); break;
      case K::pow:
        to_a += w * (b() * pow(a(), b() - 1.0));
        to_b += w * (v() * log(a()));
        break;
      case K::sqrt: to_a += divide(w, v() * 2.0); break;
      case K::exp: to_a += w * v(); break;
      case K::log: to_a += divide(w, a()); break;
      case K::sincos: to_a += w * next() - adjoint[i.out + 1] * v(); break;
      case K::sinhcosh: to_a += w * next() + adjoint[i.out + 1] * v(); break;
      case K::tan: to_a += w * (square(v()) + 1.0); break;
      case K::asin: to_a += divide(w, sqrt(one_minus_square(a()))); break;
      case K::acos: to_a -= divide(w, sqrt(one_minus_square(a()))); break;
      case K::atan: to_a += divide(w, square(a()) + 1.0); break;
      case K::tanh: to_a += w * sech_squared(a()); break;
      case K::atan2: {
        const S q = divide(w, square(a()) + square(b()));
        to_a += q * b();
        to_b -= q * a();
        break;
      }
      case K::min: {
        const S first = first_if(b() - a());
        to_a += w * first;
        to_b += w * (1.0 - first);
        break;
      }
      case K::max: {
        const S first = first_if(a() - b());
        to_a += w * first;
        to_b += w * (1.0 - first);
        break;
      }
      case K::step: to_a += w * select(same(a(), S(0.0)), undefined<S>(), S(0.0)); break;
      case K::smooth: {  // 30 s^2 (1 - s)^2/w between s = 0 and 1; the ends are double zeros
        const S s = divide(a(), b());
        const S rest = 1.0 - s;
        const S slope = divide(w * (30.0 * square(s * rest) * (step(s) * step(rest))), b());
        to_a += slope;
        to_b -= slope * s;
        break;
      }
    }
  }
}

}  // namespace zwang
