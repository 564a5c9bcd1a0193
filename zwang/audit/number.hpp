// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One number of a judgement about a motion: the worst of its kind, where it was, and how large it
// may be; and what such numbers are measured against.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

struct AuditNumber {
  std::string number;  // "violation", "rate", ...
  std::string words;   // what must hold, for a person
  double worst = 0.0;
  double allowed = 0.0;
  std::optional<double> t = {};
  std::optional<int> condition = {};

  bool holds() const { return worst <= allowed; }
  // Keeps the value if it is worse; what is not a number is worse than any.
  void note(double value, double time, std::optional<int> of_condition = {});
  // "violation       1.1e-16  <= 1e-10   conditions hold at 0.3 s, string"
  std::string text(const System& system) const;
  // "violation is 2.3e-05 at 0.3 s (string), at most 1e-10 is allowed: conditions hold"
  std::string complaint(const System& system) const;
};

// A number that is measured against something that may still grow as more of the motion is seen:
// what is too large for now is looked at again in the end.
// A value: threads may read one together, and change copies of their own.
class GrowingNumber {
 public:
  explicit GrowingNumber(AuditNumber number) : number_(std::move(number)) {}

  double allowed() const { return number_.allowed; }
  // `value` against the larger of `size` and what there is of `scale` so far.
  void note(double value, double size, double scale, double t, std::optional<int> condition = {});
  // The number, with the final scale.
  AuditNumber settled(double scale) const;

 private:
  struct Doubt {
    double value, size, t;
    std::optional<int> condition;
  };

  AuditNumber number_;
  std::vector<Doubt> doubts_;
};

// Terms that cancel: what is left of them, and how large they are.
struct Remainder {
  Vector left, size;

  explicit Remainder(const Vector& term) : left(term), size(term.cwiseAbs()) {}
  void add(const Vector& term);
  // Aᵀp of one condition.
  void push(const System& system, const Snapshot& at, int condition, double p);
  // Of each component, relative to its terms; one at rest is measured against a part of the others.
  void judge(AuditNumber& number, double part, double t) const;
};

// A x of a condition and what is there without x: their sum, and what it is measured against.
struct Terms {
  double sum = 0.0, size = 0.0;

  Terms(const System& system, const Snapshot& at, int condition, const Vector& x, double own = 0.0)
      : Terms(system, at, condition, x.data(), own) {}
  Terms(const System& system, const Snapshot& at, int condition, const double* x, double own);
};

// f of a condition of places that is in force, of one that is held |f|; −∞ of any other.
double breach(const System& system, const Snapshot& at, int condition, bool held);

}  // namespace zwang
