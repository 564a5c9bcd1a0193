// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which of Maurer's problems a model file or a command selects (theory 10).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/laws/variation.hpp"

namespace zwang {

struct VariationalProblem {
  enum class Kind { straightest, geodesic, mixed } kind = Kind::straightest;
  // Per constraint; may be shorter than their number.
  std::vector<char> geodesic;  // in a mixed problem
  std::vector<double> rho;     // at the start
  Place place;                 // where a file selects it
  // Where the curve must be at the end of the run, by coordinate; all of them, or none. Velocities
  // and constants at the start follow from it.
  std::vector<std::pair<int, double>> to;

  bool is_mechanical() const { return kind == Kind::straightest; }
  // The constants at the start, one per constraint of the system.
  Vector constants(const System& system) const;
  // E120 if the system does not admit a variational problem.
  Variation variation(const System& system) const;
};

std::string_view name(VariationalProblem::Kind kind);
std::optional<VariationalProblem::Kind> problem_named(std::string_view name);

}  // namespace zwang
