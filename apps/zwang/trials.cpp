// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/trials.hpp"

#include "apps/zwang/json_numbers.hpp"

namespace zwang::apps {
namespace {

using Json = nlohmann::ordered_json;

Json names(const System& system, const std::vector<int>& constraints) {
  Json out = Json::array();
  for (const int i : constraints) out.push_back(system.constraint(i).name);
  return out;
}

Json tried(const System& system, const Trial& trial) {
  Json out = {{"set", names(system, trial.set)}, {"verdict", name(trial.verdict())}};
  if (trial.dependent) return out;
  out["accelerations"] = numbers(trial.accelerations);
  out["multipliers"] = numbers(trial.multipliers);
  out["second"] = numbers(trial.second);
  out["broken"] = names(system, trial.broken);
  out["negative"] = names(system, trial.negative);
  out["zwang"] = trial.zwang;
  return out;
}

Json polyhedron(const Allowed& allowed) {
  if (!allowed.enumerated) return nullptr;
  Json vertices = Json::array(), rays = Json::array();
  for (const AllowedVertex& vertex : allowed.vertices)
    vertices.push_back({{"accelerations", numbers(vertex.accelerations)},
                        {"zwang", vertex.zwang},
                        {"gauss", vertex.gauss}});
  for (const Vector& ray : allowed.rays) rays.push_back(numbers(ray));
  return {{"vertices", vertices},
          {"rays", rays},
          {"determined", allowed.determined()},
          {"in_doubt", allowed.in_doubt}};
}

Json wrong_rule(const System& system, const Ostrogradsky& rule) {
  return {{"kept", names(system, rule.kept)},
          {"accelerations", rule.accelerations.size() > 0 ? numbers(rule.accelerations) : Json()},
          {"broken", names(system, rule.broken)},
          {"pulling", names(system, rule.pulling)},
          {"right", rule.right()}};
}

}  // namespace

Json trials_object(const Principles& all) {
  const Instant& instant = all.instant;
  const System& system = *instant.system;
  Json out = {{"t", instant.state.t}, {"outcome", name(instant.outcome)}};
  out["free"] = instant.free.size() > 0 ? numbers(instant.free) : Json();
  out["accelerations"] = instant.usable() ? numbers(instant.accelerations) : Json();
  out["candidates"] = nullptr;
  out["trials"] = nullptr;
  if (all.trials) {
    out["candidates"] = names(system, all.trials->candidates);
    out["all"] = all.trials->all;
    out["trials"] = Json::array();
    for (const Trial& trial : all.trials->tried) out["trials"].push_back(tried(system, trial));
  }
  out["ostrogradsky"] = instant.ostrogradsky ? wrong_rule(system, *instant.ostrogradsky) : Json();
  out["dalembert_fourier"] = all.allowed ? polyhedron(*all.allowed) : Json();
  out["cones"] = nullptr;
  if (all.cones)
    out["cones"] = {
        {"displacements", names(system, all.cones->displacements.of)},
        {"changes", names(system, all.cones->changes.of)},
        {"only_change", all.cones->only_change ? numbers(*all.cones->only_change) : Json()}};
  return out;
}

}  // namespace zwang::apps
