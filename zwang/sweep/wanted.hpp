// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One number that is wanted of every run of a sweep:
//
//   max(bob.z)  min(..)  mean(..)   over the rows that the run stores: every step or, if asked,
//   every
//                                   so many seconds, and both sides of events. The mean is that
//                                   over time, by trapezoids between rows
//   final(bob.z)  bob.z             in the last row
//   at(0.5 s, bob.z)                at a time; after it if something jumps there
//   count(shock)  count(slack string)              how many events of a kind, of a condition or
//   group time(shock)  time(release net.string, 2)       when the first one, the second one came
//
// What never came is not a number. `max(a, b)` with two arguments is the larger of two numbers and
// nothing over time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/model/quantity.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/named_event.hpp"

namespace zwang {

class Wanted {
 public:
  // Throws E103 and its kin, with the column in `text`. The system must outlive it.
  Wanted(const System& system, const std::string& text);

 private:
  friend class WantedValues;
  enum class Over { most, least, mean, last, moment, count, time };

  void read_expression(const System& system, const std::string& text, std::size_t begin,
                       std::size_t end);
  void read_moment(const System& system, const std::string& text, std::size_t begin,
                   std::size_t end);
  void read_event(const Model& model, const std::string& text, std::size_t begin, std::size_t end);

  Over over_ = Over::last;
  std::optional<Asked> asked_;
  double moment_ = unset;  // s
  NamedEvent event_;
  long number_ = 1;
};

// The wanted values of one run, folded as its rows come.
class WantedValues : public Recorder {
 public:
  // The wanted must outlive it.
  explicit WantedValues(const std::vector<Wanted>& wanted);

  // Asks a run for as much as is needed, and for no more; it stays the same motion.
  void prepare(RunOptions& options, bool is_mechanical);
  void row(const Frame& frame) override;
  // After the run; NaN where there is none.
  std::vector<double> values(const Trajectory& motion) const;

 private:
  struct Folded {
    double value = unset;  // largest, least, last, or sum
    double before = unset;
    bool began = false;
  };

  const std::vector<Wanted>& wanted_;
  std::vector<Folded> folded_;
  std::vector<int> states_;
  bool last_from_state_ = false;
  double first_t_ = unset, last_t_ = unset;
};

}  // namespace zwang
