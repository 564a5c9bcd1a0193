// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A ball of 80 kg falls into a chain of twelve light links between two points, in a plane: the
// chain is pulled straight and whips.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string_view>

#include "zwang/model/model.hpp"

namespace zwang {

// Links are strings, "<=", or rods, "=".
inline std::unique_ptr<Model> ball_and_chain(std::string_view sign) {
  constexpr int links = 12;
  auto model = std::make_unique<Model>("ball and chain");
  model->gravity({0.0, 0.0, -9.81});
  model->mass("ball", 80.0, {.at = {2.3, 0.0, 1.2}, .axes = "xz"});
  const double length = 4.2 / links, across = 4.0 / links;
  const double down = std::sqrt(length * length - across * across);
  const auto node = [](int i) {
    return i == 0 ? "[0, 0, 0]" : i == links ? "[4, 0, 0]" : fmt::format("m{}", i);
  };
  for (int i = 1; i < links; ++i) {
    model->mass(node(i), 0.1, {.at = {i * across, 0.0, i % 2 == 1 ? -down : 0.0}, .axes = "xz"});
    model->constraint(fmt::format("touch{}", i), fmt::format("|ball - {}| >= 0.45", node(i)));
  }
  for (int i = 0; i < links; ++i)
    model->constraint(fmt::format("link{}", i),
                      fmt::format("|{} - {}| {} {:.17g}", node(i), node(i + 1), sign, length));
  return model;
}

}  // namespace zwang
