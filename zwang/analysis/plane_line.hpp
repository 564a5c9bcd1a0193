// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Lines that run along directions of the planes of one form: principal lines, asymptotic lines,
// Voss's lines of curvature (theory 15).
#pragma once

#include <string>
#include <vector>

#include "zwang/analysis/plane_curvature.hpp"
#include "zwang/analysis/point_form.hpp"

namespace zwang {

enum class PlaneLineKind { principal, asymptotic, curvature };

struct [[nodiscard]] PlaneLine {
  std::vector<double> lengths;          // of the line up to each point, m
  std::vector<Eigen::Vector3d> points;  // the first is the start
  std::string ended;                    // why it ended early, else empty
};

// From the point's place in a state (its time, too), along direction number `which` of its kind as
// PlaneCurvature lists them, or against it if `length` is negative; `count` points after the start
// at equal distances. It ends early where its direction is no longer real or every direction is
// one. E120 if there is no such direction at the start, E320 if no step is small enough.
PlaneLine follow_line(const PointForm& form, const State& start, PlaneLineKind kind,
                      std::size_t which, double length, int count, double tolerance = 1e-10);

}  // namespace zwang
