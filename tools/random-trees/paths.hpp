// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rigid bodies on simple paths, with 113 bits: the centre goes straight on, the attitude turns
// evenly about an axis of the body. All that is known of a motion here are places at times.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstddef>

namespace paths {

using Quad = boost::multiprecision::cpp_bin_float_quad;

struct Three {
  std::array<Quad, 3> n = {};
  Quad& operator[](std::size_t i) { return n[i]; }
  const Quad& operator[](std::size_t i) const { return n[i]; }
};

Three operator+(const Three& a, const Three& b);
Three operator-(const Three& a, const Three& b);
Three operator*(const Quad& k, const Three& a);
Quad dot(const Three& a, const Three& b);
Three cross(const Three& a, const Three& b);
Quad length(const Three& a);

// Axes of a body in the world, as columns.
using Axes = std::array<Three, 3>;
Three out_of(const Axes& axes, const Three& in_body);
Three into(const Axes& axes, const Three& in_world);

struct Path {
  Three centre, velocity;
  std::array<Quad, 4> quaternion = {1, 0, 0, 0};  // made of length 1 here
  Three spin;                                     // in body axes

  Three centre_at(const Quad& t) const { return centre + t * velocity; }
  Axes axes_at(const Quad& t) const;
  Three place_at(const Quad& t, const Three& in_body) const {
    return centre_at(t) + out_of(axes_at(t), in_body);
  }
};

// Of the matter of a body that is at a place in the world, by where it is before and after.
Three velocity_of_matter(const Path& path, const Quad& t, const Three& at);
// By how the axes turn.
Three angular_velocity(const Path& path, const Quad& t);

}  // namespace paths
