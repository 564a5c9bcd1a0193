// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Parts of constraints that turn with one body in space: the components of places and directions on
// it, polynomials of degree 2 of its quaternion. What several rows contain is computed once, and
// its gradient is taken by the body's angular velocity, not by the four numbers.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "zwang/model/model.hpp"
#include "zwang/scalars/taylor.hpp"

namespace zwang {

// A formula with its parts as arguments of their own, after those of the motion.
struct ReducedFormula {
  Formula formula;
  std::vector<int> places;
};

// Thread safety: immutable; any number of threads may evaluate one.
class TurnedParts {
 public:
  TurnedParts() = default;
  // Of holonomic constraints of a model with these bodies in space. The reduced formulas belong to
  // the layer over the model's graph, which must outlive them; of constraints without such parts
  // there are none.
  TurnedParts(const Model& model, std::span<const Body> bodies, Graph& layer);

  const std::optional<ReducedFormula>& reduced(int constraint) const {
    return reduced_[static_cast<std::size_t>(constraint)];
  }
  std::size_t size() const { return bodies_.size(); }
  // Whether an argument is a part, and the coordinate w of the body that it turns with.
  bool has(int place) const { return place >= first_place_; }
  int body_at(int place) const { return bodies_[static_cast<std::size_t>(place - first_place_)]; }

  // By the angular velocity of the body, in body axes.
  using Slope = std::array<double, 3>;
  const Slope& slope(int place, const std::vector<Slope>& slopes) const {
    return slopes[static_cast<std::size_t>(place - first_place_)];
  }

  // The courses of all parts, from those of the quaternions, and their gradients; a turn is G of
  // q' = G ω. Cost: six sums of up to ten products a part.
  void fill(std::span<const Eigen::Matrix<double, 4, 3>> turns,
            std::vector<Taylor<double, 2>>& motion, std::vector<Slope>& slopes) const;

  // 1, the four numbers of a quaternion, and their ten products.
  static constexpr std::size_t monomials = 15;

 private:
  friend class TurnedPartFinder;
  // A body with parts; the terms of all of them stand one after the other.
  struct Turning {
    int body = 0;
    std::size_t turn = 0;
    std::vector<std::size_t> parts = {};
    std::vector<unsigned char> terms = {};      // of each part: how many
    std::vector<unsigned char> monomials = {};  // of each term
    std::vector<double> factors = {};
  };

  int first_place_ = 0;
  std::vector<int> bodies_;       // of each part
  std::vector<Turning> turning_;  // bodies with parts
  std::vector<std::optional<ReducedFormula>> reduced_;
};

}  // namespace zwang
