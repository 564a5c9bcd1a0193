// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A quantity wanted from every run of a sweep:
//
//   max(bob.z)  min(..)  mean(..)           over the rows that the run stores: every step or, if
//                                           requested, every so many seconds, and both sides of
//                                           events; mean: over time, by trapezoids between rows
//   final(bob.z)  bob.z                     in the last row
//   at(0.5 s, bob.z)                        at a time; on the later side of a jump
//   count(impact)  count(slack string)      number of events of a kind, on a constraint or group
//   time(impact)  time(release net.string, 2)    time of the first, of the second such event
//   max(string.impulse)  sum(net.string.impulse)    largest impulse of a constraint or group, and
//                                           the sum of them all, over the events of the run
//
// What never occurs is NaN. `max(a, b)` with two arguments is the larger of two numbers, not a
// maximum over time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/model_file/variational_problem.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/named_event.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {

class Wanted {
 public:
  // Throws E103 and similar, with the column in `text`. The system must outlive it.
  Wanted(const System& system, const std::string& text, QueryContext context = {});

 private:
  friend class WantedValues;
  enum class Over { most, least, mean, last, moment, count, time, largest_impulse, total_impulse };

  void read_expression(const System& system, const std::string& text, std::size_t begin,
                       std::size_t end);
  void read_moment(const System& system, const std::string& text, std::size_t begin,
                   std::size_t end);
  void read_event(const Model& model, const std::string& text, std::size_t begin, std::size_t end);
  // Whether these bytes are the impulse of a constraint or group.
  bool read_impulse(const Model& model, const std::string& text, std::size_t begin,
                    std::size_t end);

  Over over_ = Over::last;
  QueryContext context_;
  std::optional<Query> asked_;
  double moment_ = unset;  // s
  NamedEvent event_;
  long number_ = 1;
};

// The wanted values of one run, accumulated as its rows arrive.
class WantedValues : public Recorder {
 public:
  // `wanted` must outlive it.
  explicit WantedValues(const std::vector<Wanted>& wanted);

  // Makes a run keep as much as needed and no more; the motion stays the same.
  void prepare(RunOptions& options, bool is_mechanical);
  void row(const Frame& frame) override;
  // After the run; NaN where there is none.
  std::vector<double> values(const Trajectory& motion) const;

 private:
  struct Folded {
    double value = unset;  // largest, smallest, last, or sum
    double before = unset;
    bool began = false;
  };

  // NaN or 0 if there is none.
  static double impulse(const Wanted& one, const std::vector<Event>& events);

  const std::vector<Wanted>& wanted_;
  std::vector<Folded> folded_;
  bool last_from_state_ = false;
  double first_t_ = unset, last_t_ = unset;
};

}  // namespace zwang
