// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random trees of rigid bodies with joints of all kinds: accelerations and what the joints
// transmit, of equations and multipliers, beside Newton and Euler in the coordinates of the joints.
//
//   random-trees [--count N] [--first K] [--seed S] [--threads T] [--bodies B]
//
// One to B bodies, 30 if not said. A tree is wrong if something is off by more than 1e-8 of the
// largest of its kind. A hundred thousand take some minutes on two cores.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tools/random-trees/newton_euler.hpp"
#include "tools/random-trees/off.hpp"
#include "tools/random-trees/random_tree.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/model/model.hpp"
#include "zwang/system/joint_reaction.hpp"

namespace {

using namespace trees;

constexpr double usual = 1e-10, wrong = 1e-8;

struct Differences {
  double accelerations = 0.0, reactions = 0.0, condition = 1.0;
  std::string fault;  // empty if it could be compared
};

Differences compare(Random random, int most) {
  const Tree tree = random_tree(random, most);
  const Motion right = accelerations(tree);
  const zwang::Model model = model_of(tree);
  const zwang::System system(model);
  const zwang::Instant instant = zwang::accelerations(system, model.start());
  Differences out;
  out.condition = right.condition;
  if (!instant.usable()) {
    out.fault = instant.brief();
    return out;
  }
  const zwang::Snapshot snapshot = system.at(instant.state);
  std::vector<double> multipliers;
  for (const auto& one : instant.constraints) multipliers.push_back(one.multiplier);
  // bodies are about 1 m large: a metre turns accelerations and forces into their like
  Off motion(tree.gravity.norm()), reactions(1.0);
  int joint = 0;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const zwang::Body& body = model.bodies()[i];
    Vector3d acceleration;
    for (std::size_t k = 0; k < 3; ++k)
      acceleration[static_cast<Eigen::Index>(k)] =
          instant.accelerations[model.points()[zwang::index(body.point)].coordinates[k]];
    motion.compare(acceleration, right.links[i].acceleration);
    const Vector3d spinning = instant.accelerations.segment<3>(body.first);
    motion.compare(tree.links[i].attitude * spinning, right.links[i].spinning);
    if (!tree.links[i].joint) continue;
    const auto reaction = zwang::joint_reaction(system, snapshot, joint++, multipliers);
    reactions.compare(reaction.force, right.links[i].force);
    reactions.compare(reaction.torque, right.links[i].torque);
  }
  out.accelerations = motion.part();
  out.reactions = reactions.part();
  return out;
}

struct Counts {
  std::uint64_t usual = 0, wrong = 0;
  double worst_acceleration = 0.0, worst_reaction = 0.0, condition = 1.0, at_worst = 1.0;
};

std::uint64_t number_of(std::string_view text) { return std::strtoull(text.data(), nullptr, 10); }

}  // namespace

int main(int count, char** given) {
  std::uint64_t trees = 1000, first = 0, seed = 1, threads = 2, bodies = 30;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view key = given[i];
    (key == "--first"     ? first
     : key == "--seed"    ? seed
     : key == "--threads" ? threads
     : key == "--bodies"  ? bodies
                          : trees) = number_of(given[i + 1]);
  }
  std::atomic<std::uint64_t> next = first;
  std::mutex mutex;
  Counts all;
  const auto work = [&] {
    for (std::uint64_t k = next++; k < first + trees; k = next++) {
      const Differences found = compare(Random(seed, k), static_cast<int>(bodies));
      const double worst = std::max(found.accelerations, found.reactions);
      const std::lock_guard lock(mutex);
      if (worst > std::max(all.worst_acceleration, all.worst_reaction))
        all.at_worst = found.condition;
      all.worst_acceleration = std::max(all.worst_acceleration, found.accelerations);
      all.worst_reaction = std::max(all.worst_reaction, found.reactions);
      all.condition = std::max(all.condition, found.condition);
      all.usual += found.fault.empty() && worst <= usual;
      if (found.fault.empty() && worst <= wrong) continue;
      ++all.wrong;
      fmt::print("{}: accelerations off by {:.1e}, reactions by {:.1e}, condition {:.1e} {}\n", k,
                 found.accelerations, found.reactions, found.condition, found.fault);
    }
  };
  std::vector<std::jthread> pool;
  for (std::uint64_t i = 0; i < threads; ++i) pool.emplace_back(work);
  pool.clear();
  fmt::print(
      "{} trees: {} wrong, {} within {:.0e}; accelerations off by {:.1e}, reactions by {:.1e} at "
      "worst (condition there {:.1e}, largest {:.1e})\n",
      trees, all.wrong, all.usual, usual, all.worst_acceleration, all.worst_reaction, all.at_worst,
      all.condition);
  return all.wrong == 0 && static_cast<double>(all.usual) >= 0.999 * static_cast<double>(trees) ? 0
                                                                                                : 1;
}
