// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events in words for people, by the kind of their constraints: strings go slack, surfaces are
// pressed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zwang/model/shape.hpp"
#include "zwang/model/system.hpp"
#include "zwang/record/event.hpp"

namespace zwang {

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

 private:
  std::string force(const Event& event, const Part& part) const;
  std::string reason(const Part& part) const;
  std::string happened(const Event& event, const Part& part, bool first) const;
  std::vector<std::string> jumps(const Event& event) const;

  const System& system_;
  std::vector<Shaped> shapes_;
};

}  // namespace zwang
