// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One number of the verdict on a motion: the worst of its kind, where it occurred, and its limit;
// and what such numbers are measured against.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

struct AuditNumber {
  std::string number;  // "violation", "rate", ...
  std::string words;   // what must hold, in words
  double worst = 0.0;
  double allowed = 0.0;
  std::optional<double> t = {};
  std::optional<int> constraint = {};

  bool holds() const { return worst <= allowed; }
  // Keeps the value if it is worse; NaN is worse than any.
  void note(double value, double time, std::optional<int> of_constraint = {});
  // "violation       1.1e-16  <= 1e-10   constraints hold at 0.3 s, string"
  std::string text(const System& system) const;
  // "violation is 2.3e-05 at 0.3 s (string), more than 1e-10; required: constraints hold"
  std::string describe(const System& system) const;
};

// A number measured against something that may still grow as more of the motion is seen: what is
// too large for now is reviewed at the end.
// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class GrowingNumber {
 public:
  explicit GrowingNumber(AuditNumber number) : number_(std::move(number)) {}

  double allowed() const { return number_.allowed; }
  // `value` against the larger of `size` and `scale` so far.
  void note(double value, double size, double scale, double t, std::optional<int> constraint = {});
  // The number, with the final scale.
  AuditNumber settled(double scale) const;

 private:
  struct Doubt {
    double value, size, t;
    std::optional<int> constraint;
  };

  AuditNumber number_;
  std::vector<Doubt> doubts_;
};

// Terms that cancel: their residual, and how large they are.
struct Remainder {
  Vector left, size;

  explicit Remainder(const Vector& term) : left(term), size(term.cwiseAbs()) {}
  void add(const Vector& term);
  // Aᵀp of one constraint.
  void push(const System& system, const Snapshot& at, int constraint, double p);
  // Each component relative to its terms; one at rest is measured against a part of the others.
  void judge(AuditNumber& number, double part, double t) const;
};

// A x of a constraint plus what is there without x: their sum, and what it is measured against.
struct Terms {
  double sum = 0.0, size = 0.0;

  Terms(const System& system, const Snapshot& at, int constraint, const Vector& x, double own = 0.0)
      : Terms(system, at, constraint, x.data(), own) {}
  Terms(const System& system, const Snapshot& at, int constraint, const double* x, double own);
};

// f of a holonomic constraint in force, |f| of one that is held; −∞ of any other.
double breach(const System& system, const Snapshot& at, int constraint, bool held);

}  // namespace zwang
