// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events as a person reads them, in the words of their conditions: strings go slack, surfaces are
// pressed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zwang/model/shape.hpp"
#include "zwang/model/system.hpp"
#include "zwang/record/event.hpp"

namespace zwang {

// Immutable: any number of threads may use one. The system must live as long.
class Words {
 public:
  // The system must outlive it.
  explicit Words(const System& system);

  // "slack" for a release of strings alone, otherwise the name of its kind.
  std::string_view kind(const Event& event) const;
  // What the state of a condition is called: "taut", "pressed", "open", "held".
  std::string_view state(int condition, Standing standing) const;
  // Columns: time, kind, condition, what happened; a line for each further condition and for each
  // velocity that jumped.
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
