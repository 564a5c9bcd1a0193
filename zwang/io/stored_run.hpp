// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result opened to be shown or checked: its model made ready again, and its rows in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "zwang/io/model_file.hpp"
#include "zwang/io/result.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

// One row. States: 0 open, 1 closed, 2 acting, 3 held.
struct StoredRow {
  double t = 0.0;
  int side = 0;  // −1 before a jump, 1 after it
  Vector q, u;
  std::vector<double> multipliers;
  std::vector<std::uint8_t> states;
  std::vector<double> rho = {};                 // of a variational problem
  std::vector<const StoredEvent*> events = {};  // that name this row

  State state() const { return {q, u, t}; }
  // Whether a condition holds as an equation.
  bool holds(int condition) const { return states[static_cast<std::size_t>(condition)] >= 2; }
  // q, u and rho.
  Vector numbers() const;
};

struct StoredRun {
  std::string path;
  ResultReader reader;
  ModelFile file;
  std::unique_ptr<System> system;
  std::vector<StoredRow> rows;
};

// The model that a result was computed from, as it was read then, with its parameters, the problem
// and the tolerance that were used.
ModelFile stored_model(const RunDescription& description);

// Throws what ResultReader throws, and E430 if the model in the file cannot be read again.
StoredRun open_run(const std::string& path);

}  // namespace zwang
