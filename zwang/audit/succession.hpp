// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether each row follows from the one before it: y⁺ − y = ∫ y' dt, with the audit's own rates.
// Between rows close together the integral is that of the polynomial through the rates of six of
// them; further apart it is Lobatto's with five points, three of them on the curve through these
// rows and their rates. If that does not agree, steps of order 8 with stages other than the run's,
// more and more of them; and if these do not agree either, extrapolated midpoints decide.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "zwang/audit/follow.hpp"
#include "zwang/audit/held_motion.hpp"
#include "zwang/audit/number.hpp"

namespace zwang {

class Succession {
 public:
  // The system and the law, if there is one, must outlive it.
  Succession(const System& system, double tolerance, const Laws& laws);

  // The next row, with its rates and the sizes of its numbers: errors are relative to the larger of
  // each number and the largest of its kind up to 1. Rows at the same time are the sides of a jump.
  void row(const AuditRow& row, const std::vector<int>& held, const std::vector<Slip>& slipping,
           const double* rates, double q_size, double u_size);
  // About how many steps a run takes from the last jump on.
  double steps() const { return steps_; }

  // After the last row.
  AuditNumber number();

 private:
  struct Entry {
    double t = 0.0;
    Vector y, rates, sizes;
    // of positions and of all others: the largest number and the largest rate
    std::array<double, 2> most{}, fastest{};
    double moved = 0.0;  // the largest relative change of a number in a second
  };
  static constexpr int wide = 6;  // rows seen at once

  // About how many steps a run takes from one to the other: a step changes its fastest number by a
  // tenth to a half of its size.
  static double steps_between(const Entry& from, const Entry& to);
  Entry& entry(int i) { return entries_[static_cast<std::size_t>((first_ + i) % wide)]; }
  void push(const AuditRow& row, const double* rates, double q_size, double u_size);
  void judge(int i);
  void flush();
  bool by_neighbours(int i);
  bool by_curve(int i);
  bool by_steps(const Entry& from, const Entry& to);
  void by_midpoints(const Entry& from, const Entry& to);
  // The residual of a pair: the largest relative to the sizes of its numbers, rounding included.
  double worst(const Entry& from, const Entry& to, const Vector& left) const;
  std::array<double, 2> rounding(const Entry& from, const Entry& to) const;
  bool agrees(const Entry& from, const Entry& to, const Vector& left);
  bool rates(double t, const double* y, double* dy);
  void weigh(int i);

  const System* system_;
  const Laws* laws_;
  HeldMotion motion_;
  std::array<Entry, wide> entries_;
  int first_ = 0, count_ = 0;  // of entries_
  int judged_ = 0;             // pairs of them that are judged
  std::vector<int> held_;
  std::vector<Slip> slipping_;
  bool ends_alike_ = true;  // the same constraints hold at both ends of a pair
  double phase_ = 0.0, steps_ = 0.0;
  std::optional<CooperVerner> method_;
  int pieces_ = 1;  // enough for the last pair
  int pairs_ = 0;   // pairs since fewer were tried
  std::array<double, wide> places_{}, weights_{};
  int weighed_ = -1;
  int by_midpoints_ = 0;   // pairs so far
  double rounding_ = 0.0;  // of a number, relative to what is allowed
  Vector sum_, last_, begin_, slope_;
  Matrix inside_, slopes_;  // three points inside a pair, and the rates there
  AuditNumber number_;
};

}  // namespace zwang
