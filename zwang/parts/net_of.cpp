// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/parts/net_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "zwang/base/error.hpp"

namespace zwang {
namespace {

using Index = scale::NetPattern::Index;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Code::E120,
              fmt::format("{}; a system in parts is one net, the same everywhere", what));
}

// The sample, point by point.
class Sample {
 public:
  explicit Sample(const ModelFile& file) : model_(*file.model) {
    const Grid& grid = file.net->grid;
    size_ = {std::min(grid.size[0], 3), std::min(grid.size[1], 3)};
    for (const Point& point : model_.points()) {
      const int number = static_cast<int>(points_.size());
      if (!point.name.starts_with(file.net->name + "["))
        refuse(fmt::format("there is the point '{}' besides the net", point.name));
      for (const int coordinate : point.coordinates) point_of_[coordinate] = number;
      points_.push_back(&point);
    }
  }

  const Index& size() const { return size_; }
  const Point& point(int number) const { return *points_[static_cast<std::size_t>(number)]; }
  Index index(int number) const { return {number / size_[1], number % size_[1]}; }

  // The points of a constraint, ascending.
  std::vector<int> points_of(const Constraint& constraint) const {
    std::vector<int> found;
    for (const int place : constraint.places)
      if (place != Model::time_place) found.push_back(point_of_.at(Model::coordinate_at(place)));
    std::ranges::sort(found);
    const auto twice = std::ranges::unique(found);
    found.erase(twice.begin(), twice.end());
    return found;
  }

  const Model& model() const { return model_; }

 private:
  const Model& model_;
  Index size_;
  std::vector<const Point*> points_;
  std::map<int, int> point_of_;  // of a coordinate
};

// One family of the sample: the same formula, the same distances, and all of its members there.
struct Relation {
  const Constraint* first = nullptr;
  std::vector<int> points;
  std::vector<Index> others;
  PetscInt members = 0;
};

std::vector<Index> distances(const Sample& sample, const std::vector<int>& points) {
  std::vector<Index> result;
  const Index from = sample.index(points[0]);
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Index to = sample.index(points[k]);
    result.push_back({to[0] - from[0], to[1] - from[1]});
  }
  return result;
}

// How many there are in the sample if it is the same everywhere.
PetscInt expected(const Index& size, const std::vector<Index>& others) {
  PetscInt count = 1;
  for (std::size_t d = 0; d < 2; ++d) {
    PetscInt low = 0, high = 0;
    for (const Index& by : others) {
      low = std::min(low, by[d]);
      high = std::max(high, by[d]);
    }
    count *= std::max<PetscInt>(0, size[d] - (high - low));
  }
  return count;
}

void add_constraints(const Sample& sample, scale::NetPattern& net) {
  std::vector<std::pair<std::string, Relation>> families;
  for (const Constraint& constraint : sample.model().constraints()) {
    const std::string name = constraint.name.substr(0, constraint.name.find('['));
    const std::vector<int> points = sample.points_of(constraint);
    if (points.empty()) refuse(fmt::format("'{}' involves no point", constraint.name));
    auto found = std::ranges::find(families, name, &std::pair<std::string, Relation>::first);
    if (found == families.end()) {
      families.push_back({name, {&constraint, points, distances(sample, points), 0}});
      found = families.end() - 1;
    }
    Relation& relation = found->second;
    const bool same = distances(sample, points) == relation.others && constraint.formula &&
                      relation.first->formula->program().same_family(constraint.formula->program());
    if (!same) refuse(fmt::format("'{}' is not like '{}'", constraint.name, relation.first->name));
    ++relation.members;
  }
  for (const auto& [name, relation] : families) {
    if (relation.members != expected(sample.size(), relation.others))
      refuse(fmt::format("'{}' does not hold everywhere", name));
    std::vector<const Point*> points;
    for (const int number : relation.points) points.push_back(&sample.point(number));
    net.add(scale::family_form(name, *relation.first, points), relation.others);
  }
}

// On every point the same, three numbers each.
void add_forces(const Sample& sample, scale::NetPattern& net) {
  const auto& forces = sample.model().forces();
  std::map<int, std::vector<const Force*>> of_point;
  const int count = static_cast<int>(sample.model().points().size());
  for (const Force& force : forces)
    for (int k = 0; k < count; ++k)
      if (std::ranges::find(sample.point(k).coordinates, force.coordinate) !=
          sample.point(k).coordinates.end())
        of_point[k].push_back(&force);
  if (forces.empty()) return;
  for (int k = 0; k < count; ++k) {
    bool same = of_point[k].size() == of_point[0].size();
    for (std::size_t i = 0; same && i < of_point[k].size(); ++i)
      same = of_point[0][i]->formula.program().same_family(of_point[k][i]->formula.program());
    if (!same) refuse(fmt::format("a force on {} does not act everywhere", sample.point(k).name));
  }
  for (const Force* const force : of_point[0])
    net.forces.push_back(scale::force_form(*force, sample.point(0)));
}

}  // namespace

scale::NetPattern net_of(const ModelFile& file) {
  if (!file.net) refuse("there is no net");
  const Model& model = *file.model;
  if (!model.kinetic_formulas().empty() || !model.potential_formulas().empty() ||
      model.replaces_rates())
    refuse("there are energies or velocity parameters");
  if (!model.impulses().empty() || !model.force_codes().empty() || !model.packings().empty())
    refuse("there are impulses, forces given as code or packings");
  const Grid& grid = file.net->grid;
  const Linking& linking = file.net->linking;
  scale::NetPattern net;
  net.size = {grid.size[0], grid.size[1]};
  net.corner = grid.corner;
  for (std::size_t k = 0; k < 3; ++k) {
    net.along[k] = grid.axes[0][k] * grid.span[0] / (grid.size[0] - 1);
    net.across[k] = grid.axes[1][k] * grid.span[1] / (grid.size[1] - 1);
  }
  net.mass = linking.mass / (static_cast<double>(grid.size[0]) * grid.size[1]);
  net.velocity = linking.velocity;
  net.corners_held = grid.pin_corners;
  net.border_held = grid.pin_border;
  for (const auto& at : grid.pinned) net.held.push_back({at[0], at[1]});
  std::ranges::sort(net.held);
  net.gravity = model.gravity();
  const Sample sample(file);
  add_constraints(sample, net);
  add_forces(sample, net);
  return net;
}

}  // namespace zwang
