// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/stepping/contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// A list allows each body this part of the distance, and twice what it travels in a step: more
// makes longer lists, less makes more of them.
constexpr double margin = 0.125;

auto key(const NearPair& contact) { return std::tuple(contact.packing, contact.i, contact.j); }

}  // namespace

Contacts::Contacts(const System& system) : system_(&system) {
  const Model& model = system.model();
  for (std::size_t p = 0; p < model.packings().size(); ++p) {
    const Packing& packing = model.packings()[p];
    Group group{.packing = static_cast<int>(p), .first = bodies_.size()};
    for (const int number : packing.points) {
      const Point& point = model.points()[index(number)];
      for (const int c : point.coordinates)
        if (c >= 0 && !system.is_rate_parameter(c))
          throw Error(Code::E120, fmt::format("packing {}: the rates of '{}' are replaced by "
                                              "velocity parameters",
                                              packing.name, point.name));
      bodies_.push_back({.point = number, .coordinates = point.coordinates});
    }
    group.end = bodies_.size();
    groups_.push_back(group);
  }
}

StepOutcome Contacts::evaluate(const State& state, double h) {
  if (bodies_.empty()) return StepOutcome::taken;
  if (!move(state)) return StepOutcome::not_finite;
  if (!cover(state.u, h) && !list(state.u, h)) return StepOutcome::not_finite;
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    if (!write(k, state.u)) return StepOutcome::coinciding;
  return StepOutcome::taken;
}

// Places and prescribed rates; false if one is not finite.
bool Contacts::move(const State& state) {
  const auto& points = system_->model().points();
  bool finite = true;
  for (Body& body : bodies_) {
    const Point& point = points[index(body.point)];
    for (int axis = 0; axis < 3; ++axis) {
      const int c = point.coordinates[index(axis)];
      double place = 0.0, rate = 0.0;
      if (c >= 0) {
        place = state.q[c];
      } else if (const auto& given = point.given[index(axis)]) {
        // of time alone, or of nothing
        const std::array<double, 1> t = {state.t};
        std::array<double, 1> slope = {0.0};
        const std::size_t inputs = given->inputs().size();
        place = given->value_and_gradient(std::span<const double>(t).first(inputs),
                                          std::span<double>(slope).first(inputs));
        rate = slope[0];
      }
      body.place[axis] = place;
      body.given_rate[axis] = rate;
      finite = finite && std::isfinite(place) && std::isfinite(rate);
    }
  }
  return finite;
}

Eigen::Vector3d Contacts::rates(const Body& body, const Vector& u) {
  Eigen::Vector3d rate = body.given_rate;
  for (int axis = 0; axis < 3; ++axis)
    if (const int c = body.coordinates[index(axis)]; c >= 0) rate[axis] = u[c];
  return rate;
}

void Contacts::recall(const std::vector<PairMemory>& pairs) {
  contacts_.clear();
  ends_.clear();
  for (Body& body : bodies_) body.allowed = -1.0;  // a new list is made from these
  const auto& packings = system_->model().packings();
  for (const PairMemory& pair : pairs) {
    if (pair.packing < 0 || index(pair.packing) >= packings.size()) continue;
    NearPair& contact =
        contacts_.emplace_back(NearPair{.packing = pair.packing, .i = pair.i, .j = pair.j});
    contact.bond.restitution = packings[index(pair.packing)].restitution;
    contact.bond.impulse = pair.impulse;
    contact.bond.push = pair.push;
    contact.bond.acted = pair.acted != 0;
  }
}

bool Contacts::cover(const Vector& u, double h) const {
  return std::ranges::all_of(bodies_, [&](const Body& body) {
    return body.allowed >= 0.0 &&
           (body.place - body.listed).norm() + h * rates(body, u).norm() <= body.allowed;
  });
}

bool Contacts::list(const Vector& u, double h) {
  const std::vector<NearPair> before = std::exchange(contacts_, {});
  ends_.clear();
  ++listings_;
  std::vector<Eigen::Vector3d> places;
  std::vector<double> reaches;
  for (const Group& group : groups_) {
    const double distance = system_->model().packings()[index(group.packing)].distance;
    places.clear();
    reaches.clear();
    for (std::size_t b = group.first; b < group.end; ++b) {
      Body& body = bodies_[b];
      body.listed = body.place;
      body.allowed = margin * distance + 2.0 * h * rates(body, u).norm();
      places.push_back(body.place);
      reaches.push_back(0.5 * distance + body.allowed);
    }
    const auto near = neighbours(places, reaches);
    if (!near) {
      for (Body& body : bodies_) body.allowed = -1.0;
      return false;
    }
    find_near(group, *near, before);
  }
  return true;
}

// Makes the contacts of one packing. Both lists ascend: those that were there before are met on the
// way.
void Contacts::find_near(const Group& group, const std::vector<Neighbours>& near,
                         const std::vector<NearPair>& before) {
  const Model& model = system_->model();
  auto old = before.begin();
  for (const Neighbours& pair : near) {
    const std::size_t p = group.first + index(pair.i), q = group.first + index(pair.j);
    const int i = bodies_[p].point, j = bodies_[q].point;
    if (!model.points()[index(i)].free() && !model.points()[index(j)].free()) continue;
    NearPair contact{.packing = group.packing, .i = i, .j = j};
    contact.bond.restitution = model.packings()[index(group.packing)].restitution;
    while (old != before.end() && key(*old) < key(contact)) ++old;
    const bool stays = old != before.end() && key(*old) == key(contact);
    contacts_.push_back(stays ? *old : contact);
    ends_.emplace_back(p, q);
  }
}

// n from q to p: f = d − |p − q|, f' = −n·(p' − q'). False if both are in one place.
bool Contacts::write(std::size_t k, const Vector& u) {
  NearPair& contact = contacts_[k];
  const Body& p = bodies_[ends_[k].first];
  const Body& q = bodies_[ends_[k].second];
  const Eigen::Vector3d way = p.place - q.place;
  const double length = way.norm();
  if (!(length > 0.0)) return false;
  const Eigen::Vector3d n = way / length;
  contact.bond.f = system_->model().packings()[index(contact.packing)].distance - length;
  contact.bond.b1 = -n.dot(p.given_rate - q.given_rate);
  // f'' without accelerations: both turn about each other
  const Eigen::Vector3d rate = rates(p, u) - rates(q, u);
  contact.bond.b2 = -(rate - n.dot(rate) * n).squaredNorm() / length;
  contact.columns = 0;
  const auto add = [&](const Body& body, double sign) {
    for (int axis = 0; axis < 3; ++axis) {
      const int c = body.coordinates[index(axis)];
      if (c >= 0 && n[axis] != 0.0) contact.row[index(contact.columns++)] = {c, sign * n[axis]};
    }
  };
  add(p, -1.0);
  add(q, 1.0);
  return true;
}

double Contacts::along(int k, const Vector& x, double first) const {
  for (const minimum::Entry& entry : (*this)[k].entries()) first += entry.value * x[entry.column];
  return first;
}

}  // namespace zwang
