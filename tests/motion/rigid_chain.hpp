// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A chain of rigid links, 1 m and 1 kg together, released at 45 degrees: each link has x, y and an
// angle of its own, each hinge two equations.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "zwang/model/model.hpp"

namespace zwang {

inline std::unique_ptr<Model> rigid_chain(int links) {
  auto model = std::make_unique<Model>("rigid chain");
  const double length = 1.0 / links, mass = 1.0 / links, half = 0.5 * length;
  const double slope = std::sqrt(0.5);
  for (int i = 0; i < links; ++i) {
    const double along = (i + 0.5) * length * slope;
    model->coordinate(fmt::format("x{}", i), {.start = along});
    model->coordinate(fmt::format("y{}", i), {.start = -along});
    model->coordinate(fmt::format("a{}", i), {.start = std::numbers::pi / 4.0});
    model->kinetic(fmt::format("{:.17g}*(x{}'^2 + y{}'^2) + {:.17g}*a{}'^2", 0.5 * mass, i, i,
                               mass * length * length / 24.0, i));
    model->potential(fmt::format("{:.17g}*y{}", 9.81 * mass, i));
  }
  for (int i = 0; i < links; ++i) {
    const std::string x = i == 0 ? "0" : fmt::format("x{} + {:.17g}*sin(a{})", i - 1, half, i - 1);
    const std::string y = i == 0 ? "0" : fmt::format("y{} - {:.17g}*cos(a{})", i - 1, half, i - 1);
    model->constraint(fmt::format("hinge{}.x", i),
                      fmt::format("x{} - {:.17g}*sin(a{}) = {}", i, half, i, x));
    model->constraint(fmt::format("hinge{}.y", i),
                      fmt::format("y{} + {:.17g}*cos(a{}) = {}", i, half, i, y));
  }
  return model;
}

}  // namespace zwang
