// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/random-trees/paths.hpp"

namespace paths {
namespace {

const Quad moment("1e-10");  // s; its square is what differences leave out

std::array<Quad, 4> product(const std::array<Quad, 4>& a, const std::array<Quad, 4>& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

}  // namespace

Three operator+(const Three& a, const Three& b) {
  return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}
Three operator-(const Three& a, const Three& b) {
  return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}
Three operator*(const Quad& k, const Three& a) { return {{k * a[0], k * a[1], k * a[2]}}; }
Quad dot(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Three cross(const Three& a, const Three& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
Quad length(const Three& a) { return sqrt(dot(a, a)); }

Three out_of(const Axes& axes, const Three& in_body) {
  return in_body[0] * axes[0] + in_body[1] * axes[1] + in_body[2] * axes[2];
}
Three into(const Axes& axes, const Three& in_world) {
  return {{dot(axes[0], in_world), dot(axes[1], in_world), dot(axes[2], in_world)}};
}

Axes Path::axes_at(const Quad& t) const {
  std::array<Quad, 4> e = quaternion;
  const Quad rate = length(spin);
  if (rate > 0) {
    const Quad half = rate * t / 2, part = sin(half) / rate;
    e = product(e, {cos(half), part * spin[0], part * spin[1], part * spin[2]});
  }
  const Quad size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  const Quad w = e[0] / size, x = e[1] / size, y = e[2] / size, z = e[3] / size;
  return {Three{{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)}},
          Three{{2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)}},
          Three{{2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}}};
}

Three velocity_of_matter(const Path& path, const Quad& t, const Three& at) {
  const Three in_body = into(path.axes_at(t), at - path.centre_at(t));
  return 1 / (2 * moment) *
         (path.place_at(t + moment, in_body) - path.place_at(t - moment, in_body));
}

Three angular_velocity(const Path& path, const Quad& t) {
  const Axes before = path.axes_at(t - moment), now = path.axes_at(t),
             after = path.axes_at(t + moment);
  Three sum;  // Σ e × e' = 2 ω
  for (std::size_t i = 0; i < 3; ++i)
    sum = sum + cross(now[i], 1 / (2 * moment) * (after[i] - before[i]));
  return Quad(0.5) * sum;
}

}  // namespace paths
