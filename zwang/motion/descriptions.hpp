// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events in words for people, by the kind of their constraints: strings go slack, surfaces are
// pressed.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/model/shape.hpp"
#include "zwang/record/event.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// How many events a list shows before it says only how many more there are.
struct EventFold {
  std::size_t most = 100;
  std::size_t shown = 50;

  static EventFold none() { return {.most = std::numeric_limits<std::size_t>::max()}; }
};

// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class Descriptions {
 public:
  // The system must outlive it.
  explicit Descriptions(const System& system);

  // "slack" for a release of strings alone, otherwise the name of its kind.
  std::string_view kind(const Event& event) const;
  // What the state of a constraint is called: "taut", "pressed", "open", "held".
  std::string_view state(int constraint, ConstraintStatus status) const;
  // Columns: time, kind, constraint, what happened; one line for each further constraint and for
  // each velocity that jumped.
  std::vector<std::string> lines(const Event& event) const;
  // The lines of all events but the end. Of more than `fold.most` events only the first
  // `fold.shown`, then one line with the number of the others and `where` these are found.
  std::string list(const std::vector<Event>& events, const EventFold& fold,
                   std::string_view where) const;

 private:
  std::string force(const Event& event, const Part& part) const;
  std::string reason(const Part& part) const;
  std::string happened(const Event& event, const Part& part, bool first) const;
  std::vector<std::string> jumps(const Event& event) const;

  const System& system_;
  std::vector<Shaped> shapes_;
};

}  // namespace zwang
