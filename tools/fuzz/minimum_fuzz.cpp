// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer on the minimum problem. Whatever the bytes are, a problem is refused with E120 or ends
// in an outcome; an answer is finite and has a certificate; a contradiction is proved. For every
// fourth input the exact precision is asked too: the outcomes must not contradict each other, and
// the answer must lie within its own bounds of the exact one.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

namespace {

using namespace zwang;
using namespace zwang::minimum;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  unsigned byte() { return at_ < size_ ? data_[at_++] : 0U; }
  // Mostly small integers and their neighbours, sometimes any bits at all.
  double number() {
    const unsigned how = byte();
    if (how < 200) return static_cast<double>(how % 19) - 9.0;
    const double small = static_cast<double>(byte() % 19) - 9.0;
    if (how < 225) return std::ldexp(small, static_cast<int>(byte()) % 81 - 40);
    if (how < 250) return small + std::ldexp(1.0, -static_cast<int>(byte() % 53));
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8U | byte();
    return std::bit_cast<double>(bits);
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

bool certain(Outcome outcome) {
  return outcome != Outcome::undecided && outcome != Outcome::gave_up;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const unsigned head = bytes.byte();
  const int n = 1 + static_cast<int>(bytes.byte() % 4);
  const int m = static_cast<int>(bytes.byte() % 8);
  const double tau = head % 8 == 0 ? rounded_data : exact_data;
  Problem problem;
  if (head % 2 == 0) {
    for (int i = 0; i < n; ++i) problem.point(bytes.number());
  } else {
    Matrix mass(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) mass(i, j) = mass(j, i) = bytes.number() + (i == j ? 12.0 : 0.0);
    problem.block(mass);
  }
  Vector pull(n);
  for (int i = 0; i < n; ++i) pull[i] = bytes.number();
  if ((head & 0x10U) != 0)
    problem.free(pull);
  else
    problem.force(pull);
  std::vector<Entry> entries;
  for (int k = 0; k < m; ++k) {
    entries.clear();
    for (int j = 0; j < n; ++j)
      if (const double value = bytes.number(); value != 0.0) entries.push_back({j, value});
    problem.row(bytes.byte() % 3 == 0 ? Kind::equation : Kind::inequality, entries, bytes.number(),
                tau);
  }
  std::vector<int> guess;
  for (int k = 0; k < m; ++k)
    if (bytes.byte() % 4 == 1) guess.push_back(k);
  try {
    const Solution s = solve_from(guess, problem);
    demand(s.outcome != Outcome::not_run, "an outcome");
    demand(!s.summary().empty(), "a report");
    if (s.usable()) {
      demand(s.x.allFinite() && s.multipliers.allFinite() && s.errors.allFinite(), "finite");
      demand(s.bound >= 0.0, "a bound");
    }
    if (s.outcome == Outcome::contradictory)
      demand(contradiction_holds(problem, s.proof), "the proof of a contradiction");
    if (tau > 0.0 || (head & 0xC0U) != 0) return 0;
    const Solution exact = solve(problem, {.lowest = Precision::exact});
    if (!certain(exact.outcome) || !certain(s.outcome)) return 0;
    // rows that contradict each other on a mass without inertia: both are true
    if (exact.outcome == Outcome::contradictory || s.outcome == Outcome::contradictory) {
      demand(!exact.usable() && !s.usable(), "no answer where there is a contradiction");
      return 0;
    }
    demand(exact.outcome == s.outcome, "the same outcome in rational numbers");
    if (s.usable())
      for (int i = 0; i < n; ++i)
        demand(std::abs(s.x[i] - exact.x[i]) <= (s.errors[i] + exact.errors[i]) * (1.0 + 0x1p-40),
               "an answer within its bounds");
  } catch (const Error& error) {
    demand(error.code() == Code::E120, "E120");
  }
  return 0;
}
