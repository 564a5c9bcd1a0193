// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The near pairs of all packings, f = d − |p − q| ≤ 0 each. They come and go: a list of all pairs
// that could meet is kept until a mass has moved further than it allows for, and a pair that stays
// keeps its history.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "zwang/minimum/row.hpp"
#include "zwang/record/recorder.hpp"
#include "zwang/stepping/step_constraint.hpp"
#include "zwang/stepping/step_outcome.hpp"
#include "zwang/system/neighbours.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

struct NearPair {
  int packing = 0;
  int i = 0;  // numbers in Model::points(), i < j
  int j = 0;
  StepConstraint bond = {};
  std::array<minimum::Entry, 6> row = {};  // A, by ascending columns
  int columns = 0;

  std::span<const minimum::Entry> entries() const {
    return std::span(row).first(static_cast<std::size_t>(columns));
  }
};

// Thread safety: one thread at a time. The system must outlive it.
class Contacts {
 public:
  // Throws E120 if the rate of a coordinate is not a velocity parameter.
  explicit Contacts(const System& system);

  // All rows at this position, for every pair that could meet within h of it: taken, not_finite or
  // coinciding.
  StepOutcome evaluate(const State& state, double h);
  // Whether the list also contains every pair that could meet with these velocities.
  bool cover(const Vector& u, double h) const;

  // Restores former pairs in place of the current ones.
  void recall(const std::vector<PairMemory>& pairs);

  int size() const { return static_cast<int>(contacts_.size()); }
  NearPair& operator[](int k) { return contacts_[static_cast<std::size_t>(k)]; }
  const NearPair& operator[](int k) const { return contacts_[static_cast<std::size_t>(k)]; }
  // first + A x
  double along(int k, const Vector& x, double first) const;
  long listings() const { return listings_; }

 private:
  // A member of one packing.
  struct Body {
    int point = 0;
    std::array<int, 3> coordinates = {};
    Eigen::Vector3d place = Eigen::Vector3d::Zero();       // now
    Eigen::Vector3d given_rate = Eigen::Vector3d::Zero();  // along axes without coordinate
    Eigen::Vector3d listed = Eigen::Vector3d::Zero();      // where it was when the list was made
    double allowed = -1.0;  // how far it may be from there after a step
  };
  // The bodies of a packing are consecutive.
  struct Group {
    int packing = 0;
    std::size_t first = 0, end = 0;
  };

  bool move(const State& state);
  bool list(const Vector& u, double h);
  void find_near(const Group& group, const std::vector<Neighbours>& near,
                 const std::vector<NearPair>& before);
  bool write(std::size_t contact, const Vector& u);
  static Eigen::Vector3d rates(const Body& body, const Vector& u);

  const System* system_;
  std::vector<Group> groups_;
  std::vector<Body> bodies_;
  std::vector<NearPair> contacts_;                         // by packing, i, j
  std::vector<std::pair<std::size_t, std::size_t>> ends_;  // bodies of each contact
  long listings_ = 0;
};

}  // namespace zwang
