// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion as a picture that moves: points, the strings and rods between them, and the rows that
// are shown.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

struct Scene {
  using Spot = std::array<double, 3>;

  struct Link {
    int condition = 0;
    int from = 0, to = 0;  // numbers of points
    bool rod = false;
  };

  // The points of the model, then the origin and moving ends of strings where they are needed.
  std::vector<std::string> points = {};
  std::vector<double> masses = {};  // kg, 0 of what is not free
  std::vector<Link> links = {};
  std::vector<std::size_t> rows = {};  // the ones that are shown
  std::vector<double> times = {};      // of these, each later than the one before
  // Of each frame, of each point.
  std::vector<std::vector<Spot>> positions = {}, velocities = {};
  // Coordinates that belong to no point: they have no place.
  std::vector<std::string> placeless = {};

  // What is largest of the picture, m.
  double size() const;
};

// Numbers of at most `most` rows at about equal times: the first, the last, and both sides of every
// jump if they fit.
std::vector<std::size_t> shown_rows(const std::vector<StoredRow>& rows, std::size_t most);

// At a jump one time has two frames; the later one is a last digit later.
Scene scene_of(const StoredRun& run, std::size_t frames);

}  // namespace zwang
