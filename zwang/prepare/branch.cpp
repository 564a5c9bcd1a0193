// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

const Stationary& nearest_branch(const Vertex& vertex, const Vector& toward,
                                 const MassMatrix& mass) {
  const Stationary* best = nullptr;
  double most = 0.0, second = 0.0;
  for (int number = 1; const Stationary* const one = vertex.minimum(number); ++number) {
    const double length = std::sqrt(mass.square(one->accelerations) * mass.square(toward));
    const double cosine = length > 0.0 ? toward.dot(mass.times(one->accelerations)) / length : 0.0;
    if (cosine > most) {
      second = most;
      most = cosine;
      best = one;
    } else {
      second = std::max(second, cosine);
    }
  }
  if (!best) throw Error(Code::E120, "branch: no minimum lies in this direction");
  if (second > most - 1e-9)
    throw Error(Code::E120, "branch: two minima are equally near to this direction");
  return *best;
}

}  // namespace

Vector branch_accelerations(const System& system, const State& start, const BranchChoice& choice) {
  const Instant instant = accelerations(system, start);
  const Vertex& vertex = instant.regularity.vertex;
  if (instant.regularity.kind != PositionClass::singular || instant.usable())
    throw Error(Code::E120,
                "branch: the start is not a singular position, there is nothing to "
                "choose");
  if (!vertex.found)
    throw Error(Code::E120, fmt::format("branch: the minima at the start are not known{}{}",
                                        vertex.missing.empty() ? "" : ": ", vertex.missing));
  const Stationary* chosen = vertex.minimum(choice.number);
  if (choice.number > 0 && !chosen)
    throw Error(Code::E120, fmt::format("branch: there is no minimum {}, only {}", choice.number,
                                        vertex.minima()));
  if (!chosen) {
    Vector toward = Vector::Zero(system.velocities());
    for (const auto& [coordinate, part] : choice.toward) toward[coordinate] = part;
    chosen = &nearest_branch(vertex, toward, system.at(start).mass);
  }
  if (chosen->family > 0)
    throw Error(Code::E120, "branch: this minimum is one of a continuum, nothing singles it out");
  if (chosen->in_doubt)
    throw Error(Code::E120,
                "branch: terms of higher order decide whether a motion leaves along this "
                "minimum, or several do");
  if (!(chosen->accelerations.norm() > 0.0) && start.u.isZero(0.0))
    throw Error(Code::E120,
                fmt::format("branch: with accelerations {} nothing leaves the singular position",
                            short_vector(chosen->accelerations)));
  return chosen->accelerations;
}

void choose_branch(ModelFile& file, const System& system, const State& start) {
  if (!file.branch.given()) return;
  try {
    if (!file.problem.is_mechanical())
      throw Error(Code::E120, "branch: only the straightest problem has branches");
    file.run.branch = branch_accelerations(system, start, file.branch);
    file.run.check();
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), file.branch.place);
  }
}

int branches_at(const System& system, const State& start) {
  const Instant instant = accelerations(system, start);
  const Vertex& vertex = instant.regularity.vertex;
  return vertex.found && !instant.usable() ? vertex.minima() : 0;
}

}  // namespace zwang
