// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/redundant-joints/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "tools/redundant-joints/compare.hpp"
#include "tools/redundant-joints/exact.hpp"
#include "zwang/base/index.hpp"

namespace redundant {
namespace {

using namespace trees;
using zwang::index;
using zwang::JointKind;
using zwang::JointOptions;
using zwang::Model;

// The same joint in other words.
JointOptions reworded(JointKind kind, JointOptions told, const Link& link, Random& random) {
  using enum JointKind;
  if (random.whole(0, 1) == 1) {  // from the other body
    std::swap(told.on[0], told.on[1]);
    if (kind == universal)
      std::swap(told.axis, told.axis2);
    else if (kind != fixed && kind != spherical)
      told.axis = triple(-link.axis);
  }
  const Vector3d aside = link.axis.cross(random.direction());
  if (kind == revolute || kind == cylindrical || kind == screw)
    told.at = triple(link.point + random.number(-0.5, 0.5) * link.axis);
  if (kind == planar) told.at = triple(link.point + aside);
  if (kind == fixed || kind == prismatic) told.at = triple(link.point + random.vector(0.5));
  if (kind == revolute || kind == cylindrical) told.start = random.number(-3.0, 3.0);
  if (kind == screw) told.start = random.number(-0.5, 0.5);
  return told;
}

Whole operator+(const Whole& a, const Whole& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Whole operator*(std::int64_t k, const Whole& a) { return {k * a[0], k * a[1], k * a[2]}; }

// A mechanism of whole numbers, in a frame that stands somewhere in space: by a quaternion of whole
// numbers, so that what it turns has a common denominator.
class Builder {
 public:
  explicit Builder(Random& random) : random_(random) {
    std::array<std::int64_t, 4> e{};
    while (denominator_ == 0) {
      for (auto& number : e) number = random_.whole(-3, 3);
      denominator_ = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
    }
    const auto [w, x, y, z] = e;
    axes_ = {Whole{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
             Whole{2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
             Whole{2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
  }

  Whole in_frame(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return x * axes_[0] + (y * axes_[1] + z * axes_[2]);
  }
  Whole some_place() {
    const int x = random_.whole(-8, 8), y = random_.whole(-8, 8);
    return in_frame(x, y, random_.whole(-8, 8));
  }
  Whole some_axis() {
    Whole axis{};
    while (axis == Whole{}) {
      const int x = random_.whole(-2, 2), y = random_.whole(-2, 2);
      axis = in_frame(x, y, random_.whole(-2, 2));
    }
    return axis;
  }

  int body() {
    Link link;
    link.mass = std::exp(random_.number(-1.0, 1.0));
    link.com = random_.vector(1.0);
    link.attitude = random_.attitude();
    link.inertia = random_inertia(random_, link.mass);
    link.force = random_.vector(10.0 * link.mass);
    link.torque = random_.vector(link.mass);
    links_.push_back(link);
    return static_cast<int>(links_.size()) - 1;
  }
  int bodies() const { return static_cast<int>(links_.size()); }

  // `again`: it says what others say.
  void join(const WholeJoint& joint, bool again = false) {
    joints_.push_back(joint);
    again_.push_back(again);
  }
  // Closes a loop; the twin does so by equations in the plane, and along its normal if `across`.
  void close(const WholeJoint& joint, bool across) {
    join(joint, true);
    closings_.push_back({joint, across});
  }

  Example example() {
    Model redundant = model(false), twin = model(true);
    zwang::State start = redundant.start();
    const Equilibria found = equilibria(bodies(), joints_);
    zwang::State state = allowed(redundant, std::move(start));
    return {.redundant = std::move(redundant),
            .twin = std::move(twin),
            .state = std::move(state),
            .not_unique = found.not_unique,
            .redundant_equations = found.redundant};
  }

 private:
  struct Closing {
    WholeJoint joint;
    bool across;
  };

  Vector3d place(const Whole& whole) const { return direction(whole) / 8.0; }
  Vector3d direction(const Whole& whole) const {
    const auto size = static_cast<double>(denominator_);
    return {static_cast<double>(whole[0]) / size, static_cast<double>(whole[1]) / size,
            static_cast<double>(whole[2]) / size};
  }

  // Drawn once: both models are of the same bodies in the same motion.
  const Moving& moving(std::size_t body) {
    while (moving_.size() <= body) {
      moving_.emplace_back();
      moving_.back().velocity = random_.vector(1.0);
      moving_.back().spin = random_.vector(2.0);
    }
    return moving_[body];
  }

  Model model(bool twin) {
    Model model("mechanism");
    model.gravity({1, -2, -9});
    for (std::size_t b = 0; b < links_.size(); ++b) {
      std::vector<std::pair<std::string, zwang::Triple>> points;
      for (std::size_t c = 0; c < closings_.size(); ++c)
        for (const int one : closings_[c].joint.bodies)
          if (one == static_cast<int>(b))
            points.emplace_back(fmt::format("end{}", c),
                                triple(links_[b].attitude.conjugate() *
                                       (place(closings_[c].joint.point) - links_[b].com)));
      add_body(model, body_name(static_cast<int>(b)), links_[b], moving(b), std::move(points));
    }
    for (std::size_t j = 0; j < joints_.size(); ++j)
      if (!twin || !again_[j])
        model.joint(fmt::format("j{}", j), joints_[j].kind, told(joints_[j]));
    for (std::size_t c = 0; twin && c < closings_.size(); ++c) close_in_plane(model, c);
    return model;
  }

  JointOptions told(const WholeJoint& joint) const {
    JointOptions out{.on = {body_name(joint.bodies[0]), body_name(joint.bodies[1])},
                     .at = triple(place(joint.point))};
    using enum JointKind;
    if (joint.kind != fixed && joint.kind != spherical) out.axis = triple(direction(joint.axis));
    if (joint.kind == universal) out.axis2 = triple(direction(joint.axis2));
    return out;
  }

  void close_in_plane(Model& model, std::size_t number) const {
    const auto& [joint, across] = closings_[number];
    const Vector3d at = place(joint.point);
    const auto end = [&](int body) {
      return body < 0 ? fmt::format("[{}, {}, {}]", at[0], at[1], at[2])
                      : fmt::format("{}.end{}", body_name(body), number);
    };
    for (std::size_t k = 0; k < (across ? 3U : 2U); ++k) {
      const Vector3d along = direction(axes_[k]);
      model.constraint(fmt::format("closing{}{}", number, k),
                       fmt::format("dot({} - {}, [{}, {}, {}]) = 0", end(joint.bodies[0]),
                                   end(joint.bodies[1]), along[0], along[1], along[2]));
    }
  }

  Random& random_;
  std::int64_t denominator_ = 0;
  std::array<Whole, 3> axes_{};
  std::vector<Link> links_;
  std::vector<Moving> moving_;
  std::vector<WholeJoint> joints_;
  std::vector<bool> again_;
  std::vector<Closing> closings_;
};

// What hangs from a mechanism by a joint of any kind, which is written once or twice.
void hang(Builder& builder, Random& random) {
  using enum JointKind;
  constexpr std::array kinds = {fixed,     revolute,  prismatic, cylindrical,
                                universal, spherical, planar};
  const int from = random.whole(-1, builder.bodies() - 1), body = builder.body();
  WholeJoint joint{.bodies = {from, body},
                   .kind = kinds[index(random.whole(0, 6))],
                   .point = builder.some_place(),
                   .axis = builder.some_axis()};
  const Whole &a = joint.axis, b = builder.some_axis();
  joint.axis2 = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  if (joint.axis2 == Whole{}) joint.kind = spherical;
  builder.join(joint);
  if (random.whole(0, 4) > 1) return;
  std::swap(joint.bodies[0], joint.bodies[1]);
  if (joint.kind == universal)
    std::swap(joint.axis, joint.axis2);
  else
    joint.axis = -1 * joint.axis;
  if (joint.kind == revolute || joint.kind == cylindrical)
    joint.point = joint.point + random.whole(-3, 3) * joint.axis;
  builder.join(joint, true);
}

}  // namespace

Example doubled_tree(Random random) {
  const Tree tree = random_tree(random, 10);
  Model redundant = bodies_of(tree), twin = model_of(tree);
  std::vector<bool> not_unique;
  int equations = 0;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    if (!link.joint) continue;
    const JointOptions told = joint_options(tree, i);
    redundant.joint(fmt::format("j{}", i), *link.joint, told);
    const int how = random.whole(0, 4);
    not_unique.push_back(how > 0);
    if (how == 0) continue;
    redundant.joint(fmt::format("again{}", i), *link.joint,
                    how < 3 ? told : reworded(*link.joint, told, link, random));
    not_unique.push_back(true);
    equations += 6 - freedoms(link.joint);
  }
  zwang::State state = redundant.start();
  return {.redundant = std::move(redundant),
          .twin = std::move(twin),
          .state = std::move(state),
          .not_unique = std::move(not_unique),
          .redundant_equations = equations};
}

Example door(Random random) {
  Builder builder(random);
  const int frame = random.whole(0, 1) == 0 ? -1 : builder.body(), leaf = builder.body();
  const Whole axis = builder.some_axis(), foot = builder.some_place();
  const int hinges = random.whole(2, 10);
  for (int h = 0; h < hinges; ++h) {
    WholeJoint hinge{
        .bodies = {frame, leaf}, .point = foot + random.whole(-8, 8) * axis, .axis = axis};
    if (random.whole(0, 1) == 0) std::swap(hinge.bodies[0], hinge.bodies[1]);
    if (random.whole(0, 1) == 0) hinge.axis = -1 * axis;
    builder.join(hinge, h > 0);
  }
  return builder.example();
}

namespace {

Example some_loops(Random& random) {
  using enum JointKind;
  Builder builder(random);
  const Whole normal = builder.in_frame(0, 0, 1);
  const auto hinge = [&](int a, int b) {
    const int x = random.whole(-8, 8), y = random.whole(-8, 8);
    return WholeJoint{
        .bodies = {a, b}, .point = builder.in_frame(x, y, random.whole(-4, 4)), .axis = normal};
  };
  const int bars = random.whole(3, 7);
  const int sliding = random.whole(0, 2) == 0 ? random.whole(0, bars - 1) : -1;
  const int loose = random.whole(0, 2) == 0 ? random.whole(0, bars - 1) : -1;
  for (int i = 0; i < bars; ++i) {
    WholeJoint joint = hinge(i - 1, builder.body());
    if (i == sliding) {
      joint.kind = prismatic;
      joint.axis = builder.in_frame(random.whole(1, 3), random.whole(-3, 3), 0);
    } else if (i == loose) {
      joint.kind = cylindrical;
    }
    builder.join(joint);
  }
  WholeJoint last = hinge(bars - 1, -1);
  const int how = random.whole(0, 3);
  if (how > 1) last.kind = how == 2 ? spherical : cylindrical;
  const bool is_loose = loose >= 0 && loose != sliding;
  builder.close(last, is_loose && last.kind != cylindrical);
  for (int freedoms = bars - 2; !is_loose && freedoms > 1 && random.whole(0, 1) == 0; --freedoms) {
    const int a = random.whole(-1, builder.bodies() - 1),
              b = random.whole(-1, builder.bodies() - 1);
    if (a == b) continue;
    const int bar = builder.body();
    builder.join(hinge(a, bar));
    builder.close(hinge(bar, b), false);
  }
  for (int more = random.whole(0, 3); more > 0; --more) hang(builder, random);
  return builder.example();
}

}  // namespace

Example planar_loops(Random random) {
  // places that are flat or held twice in their plane are others' subject
  for (;;) {
    Example found = some_loops(random);
    const auto more = found.redundant.constraints().size() - found.twin.constraints().size();
    if (found.redundant_equations == static_cast<int>(more)) return found;
  }
}

}  // namespace redundant
