// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a system follows bodies that turn in space: from angular velocities to quaternions and back.

#include <Eigen/Geometry>

#include "zwang/base/index.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// e' = G(e) ω, and where ω' = 0, e'' = G(e') ω.
void System::move_bodies(Snapshot& snapshot) const {
  for (std::size_t b = 0; b < turning_.size(); ++b) {
    const int first = turning_[b].first;
    const Eigen::Vector3d spin = snapshot.state.u.segment<3>(first);
    snapshot.turns[b] = turning(snapshot.state.q.segment<4>(first));
    const Eigen::Vector4d rate = snapshot.turns[b] * spin;
    const Eigen::Vector4d drift = turning(rate) * spin;
    snapshot.rates.segment<4>(first) = rate;
    snapshot.drift.segment<4>(first) = drift;
    for (int i = 0; i < 4; ++i) {
      Taylor<double, 2>& place = snapshot.motion[index(Model::place_of(first + i))];
      place[1] = rate[i];
      place[2] = 0.5 * drift[i];
      Taylor<double, 2>& prime = snapshot.motion[index(Model::place_of_rate(first + i))];
      prime[0] = rate[i];
      prime[1] = drift[i];
    }
  }
}

// Torques in body axes from forces on quaternions; Euler's equations.
void System::turn_bodies(Snapshot& snapshot) const {
  for (std::size_t b = 0; b < turning_.size(); ++b) {
    const Body& body = turning_[b];
    const Eigen::Vector3d spin = snapshot.state.u.segment<3>(body.first);
    for (Vector* const force : {&snapshot.force, &snapshot.net_force}) {
      const Eigen::Vector3d torque =
          snapshot.turns[b].transpose() * force->segment<4>(body.first).eval();
      force->segment<4>(body.first) << torque, 0.0;
    }
    snapshot.net_force.segment<3>(body.first) -= spin.cross(body.inertia * spin);
  }
}

void System::restore_lengths(Vector& q) const {
  for (const Body& body : turning_) q.segment<4>(body.first).normalize();
}

}  // namespace zwang
