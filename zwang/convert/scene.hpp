// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion as an animation: points, the strings and rods between them, and the rows shown.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

struct Scene {
  using Spot = std::array<double, 3>;

  struct Link {
    int constraint = 0;
    int from = 0, to = 0;  // indices of points
    bool rod = false;
  };

  // The points of the model, then the origin and moving ends of strings where they are needed.
  std::vector<std::string> points = {};
  std::vector<double> masses = {};  // kg, 0 if not free
  std::vector<Link> links = {};
  std::vector<std::size_t> rows = {};  // those shown
  std::vector<double> times = {};      // of these, strictly increasing
  // Per frame and point.
  std::vector<std::vector<Spot>> positions = {}, velocities = {};
  // Per frame and body of the model: a quaternion w, x, y, z.
  std::vector<std::vector<std::array<double, 4>>> turns = {};
  // Coordinates that belong to no point and have no position.
  std::vector<std::string> placeless = {};

  // The largest extent of the scene, m.
  double size() const;
};

// Indices of at most `most` rows at roughly equal intervals: the first, the last, and both sides of
// every jump if they fit.
std::vector<std::size_t> shown_rows(const std::vector<StoredRow>& rows, std::size_t most);

// A jump has two frames; the time of the second is larger by one in the last digit.
Scene scene_of(const StoredRun& run, std::size_t frames);

}  // namespace zwang
