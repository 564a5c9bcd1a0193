// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of joints of all kinds, with their second level: f, A, f' and b2 beside central differences
// of places that are computed with 113 bits from nothing but paths.
//
//   joint-rows [--count N] [--first K] [--seed S]
//
// Each joint is looked at where it is made and somewhere else, where it does not hold. Exit 1 if a
// number is off by more than 1e-9 of the largest of its kind, which is at least 1.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/random-trees/paths.hpp"
#include "tools/random-trees/random_tree.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/number.hpp"
#include "zwang/model/model.hpp"
#include "zwang/system/system.hpp"

namespace {

using namespace paths;
using trees::Random;
using trees::triple;
using trees::Vector3d;
using zwang::index;
using zwang::JointKind;

constexpr double allowed = 1e-9;

// Of the first and second body of a joint, at a time.
using Paths = std::array<Path, 2>;
using Gap = std::function<Quad(const Paths&, const Quad&)>;
struct Right {
  bool of_velocities;
  Gap gap;
};

Three three(const Vector3d& v) { return {{v[0], v[1], v[2]}}; }

// A vector of a body, given as it is in the world at the start.
struct Stuck {
  std::size_t body;
  Three own;
  Three at(const Paths& paths, const Quad& t) const { return out_of(paths[body].axes_at(t), own); }
};

Stuck stuck(const Paths& start, std::size_t body, const Vector3d& now) {
  return {body, into(start[body].axes_at(0), three(now))};
}
Stuck stuck_place(const Paths& start, std::size_t body, const Vector3d& now) {
  return {body, into(start[body].axes_at(0), three(now) - start[body].centre)};
}

// What a joint says, from its definition; paths of the bodies as they stand when it is made.
std::vector<Right> rights(JointKind kind, const Paths& start, const trees::Link& link,
                          double turned) {
  using enum JointKind;
  const Vector3d axis = link.axis;
  const Vector3d side1 = kind == universal ? link.axis2 : Vector3d(axis.unitOrthogonal());
  const Vector3d side2 = axis.cross(side1);
  const bool turns = kind == revolute || kind == cylindrical;
  const double wound = 2.0 * std::numbers::pi / link.pitch;
  const Eigen::AngleAxisd turn(turns ? turned : kind == screw ? wound * turned : 0.0, axis);
  const Stuck p = stuck_place(start, 0, link.point), a = stuck(start, 0, axis),
              u = stuck(start, 0, side1), v = stuck(start, 0, side2),
              p2 = stuck_place(start, 1, link.point), u2 = stuck(start, 1, turn * side1),
              v2 = stuck(start, 1, turn * side2);
  const auto apart = [p, p2](const Paths& paths, const Quad& t) {
    return paths[1].centre_at(t) + p2.at(paths, t) - (paths[0].centre_at(t) + p.at(paths, t));
  };
  std::vector<Right> out;
  const auto square = [&](const Stuck& one, const Stuck& other) {
    out.push_back({false, [one, other](const Paths& paths, const Quad& t) {
                     return dot(one.at(paths, t), other.at(paths, t));
                   }});
  };
  const auto off = [&](const Stuck& along) {
    out.push_back({false, [apart, along](const Paths& paths, const Quad& t) {
                     return dot(apart(paths, t), along.at(paths, t));
                   }});
  };
  if (kind == fixed || kind == revolute || kind == universal || kind == spherical)
    for (std::size_t k = 0; k < 3; ++k)
      out.push_back({false, [apart, k](const Paths& paths, const Quad& t) {
                       return Quad(-apart(paths, t)[k]);
                     }});
  if (kind != universal && kind != spherical) {
    square(a, u2);
    square(a, v2);
  }
  if (kind == fixed || kind == prismatic) square(u, v2);
  if (kind == universal) square(a, u2);
  if (kind == prismatic || kind == cylindrical || kind == screw) {
    off(u);
    off(v);
  }
  if (kind == screw)
    out.push_back(
        {false, [=](const Paths& paths, const Quad& t) {
           const Quad angle = Quad(wound) * (dot(apart(paths, t), a.at(paths, t)) + Quad(turned));
           return dot(u2.at(paths, t), cos(angle) * v.at(paths, t) - sin(angle) * u.at(paths, t));
         }});
  if (kind == planar) off(a);
  return out;
}

// Two bodies, or one and the world, at the start.
struct Pair {
  zwang::Model model{"pair"};
  std::array<std::string, 2> names = {"world", "world"};
  Paths start;
};

Path random_path(Random& random) {
  Path path;
  path.centre = three(random.vector(1.0));
  path.velocity = three(random.vector(2.0));
  path.spin = three(random.vector(3.0));
  const auto e = random.attitude();
  path.quaternion = {e.w(), e.x(), e.y(), e.z()};
  return path;
}

double number(const Quad& x) { return x.convert_to<double>(); }
Vector3d vector(const Three& x) { return {number(x[0]), number(x[1]), number(x[2])}; }

void add(Pair& pair, std::size_t end, Random& random, std::vector<zwang::Solid> shapes = {}) {
  const std::string name = end == 0 ? "a" : "b";
  Path& path = pair.start[end];
  path = random_path(random);
  const auto& e = path.quaternion;
  const zwang::Orientation turned =
      zwang::Orientation::quaternion(number(e[0]), number(e[1]), number(e[2]), number(e[3]));
  pair.names[end] = name;
  pair.model.body(name, 1.5,
                  {.inertia = zwang::Inertia::box(1.5, 0.3, 0.4, 0.5),
                   .at = triple(vector(path.centre)),
                   .orientation = turned,
                   .velocity = triple(vector(path.velocity)),
                   .angular_velocity = triple(vector(path.spin)),
                   .rates_in_body_axes = true,
                   .shapes = std::move(shapes)});
}

void add_joint(Pair& pair, JointKind kind, Random& random, std::vector<Right>& out) {
  const int of_world = random.whole(0, 3);
  for (std::size_t end = 0; end < 2; ++end)
    if (of_world != static_cast<int>(end)) add(pair, end, random);
  trees::Link link;
  link.point = random.vector(1.0);
  if (kind != JointKind::fixed) link.axis = random.direction();  // else that of z
  link.axis2 = link.axis.cross(random.direction()).normalized();
  link.pitch = random.number(0.1, 0.5) * (random.whole(0, 1) == 0 ? 1.0 : -1.0);
  const double turned = random.number(-0.5, 0.5);
  zwang::JointOptions options{.on = pair.names, .at = triple(link.point), .start = turned};
  using enum JointKind;
  if (kind != fixed && kind != spherical) options.axis = triple(link.axis);
  if (kind == universal) options.axis2 = triple(link.axis2);
  if (kind == screw) options.pitch = link.pitch;
  pair.model.joint("j", kind, options);
  out = rights(kind, pair.start, link, turned);
}

// The slip of the second on the first at the contact, and whether they pivot.
using Contact = std::function<Three(const Paths&, const Quad&)>;
Three slip(const Paths& paths, const Quad& t, const Three& contact) {
  return velocity_of_matter(paths[1], t, contact) - velocity_of_matter(paths[0], t, contact);
}

void add_slip(const Contact& contact, const Contact& along, std::vector<Right>& out) {
  out.push_back({true, [contact, along](const Paths& paths, const Quad& t) {
                   return dot(slip(paths, t, contact(paths, t)), along(paths, t));
                 }});
}
void add_pivot(const Contact& normal, std::vector<Right>& out) {
  out.push_back({true, [normal](const Paths& paths, const Quad& t) {
                   return dot(angular_velocity(paths[1], t) - angular_velocity(paths[0], t),
                              normal(paths, t));
                 }});
}

// A ball or a wheel on a plane, of a body or fixed.
void roll_on_plane(Pair& pair, bool wheel, Random& random, std::vector<Right>& out) {
  const Vector3d normal = random.direction(), foot = random.vector(0.5), from = random.vector(0.5),
                 to = from + random.number(0.1, 0.5) * random.direction();
  const double radius = random.number(0.1, 0.6);
  const auto array = [](const Vector3d& v) { return std::array{v[0], v[1], v[2]}; };
  const zwang::Solid plane = zwang::Solid::plane(array(normal), array(foot)),
                     round = wheel ? zwang::Solid::cylinder(array(from), array(to), radius)
                                   : zwang::Solid::sphere(radius, array(from));
  if (random.whole(0, 1) == 0) {
    add(pair, 0, random, {plane});
  } else {
    pair.names[0] = "floor";
    pair.model.fixture("floor", {.shapes = {plane}});
  }
  add(pair, 1, random, {round});
  const bool pivoting = random.whole(0, 1) == 0;
  auto on = pair.names;
  if (random.whole(0, 1) == 0) std::swap(on[0], on[1]);
  pair.model.joint("j", JointKind::rolling, {.on = on, .pivoting = pivoting});

  const Eigen::Matrix3d sides = plane.orientation.matrix();
  const auto of = [](std::size_t body, const Vector3d& own) {
    return [body, own](const Paths& paths, const Quad& t) {
      return out_of(paths[body].axes_at(t), three(own));
    };
  };
  const Contact n = of(0, sides.col(2)), k = of(1, Vector3d(round.orientation.matrix().col(2)));
  const auto middle = [own = wheel ? Vector3d(0.5 * (from + to)) : from](const Paths& paths,
                                                                         const Quad& t) {
    return paths[1].place_at(t, three(own));
  };
  const auto height = [=](const Paths& paths, const Quad& t) {
    return wheel ? Quad(radius * length(cross(k(paths, t), n(paths, t)))) : Quad(radius);
  };
  const Contact contact = [=](const Paths& paths, const Quad& t) {
    const Three up = n(paths, t), c = middle(paths, t);
    if (!wheel) return c - Quad(radius) * up;
    const Three axle = k(paths, t);
    return c + Quad(radius) / length(cross(axle, up)) * (dot(axle, up) * axle - up);
  };
  out.push_back({false, [=](const Paths& paths, const Quad& t) {
                   return Quad(
                       dot(middle(paths, t) - paths[0].place_at(t, three(foot)), n(paths, t)) -
                       height(paths, t));
                 }});
  add_slip(contact, of(0, sides.col(0)), out);
  add_slip(contact, of(0, sides.col(1)), out);
  if (!pivoting) add_pivot(n, out);
}

void roll_on_ball(Pair& pair, Random& random, std::vector<Right>& out) {
  const std::array radii = {random.number(0.1, 0.6), random.number(0.1, 0.6)};
  const std::array middles = {Vector3d(random.vector(0.5)), Vector3d(random.vector(0.5))};
  for (std::size_t end = 0; end < 2; ++end) {
    const Vector3d& m = middles[end];
    add(pair, end, random, {zwang::Solid::sphere(radii[end], {m[0], m[1], m[2]})});
  }
  const bool pivoting = random.whole(0, 1) == 0;
  pair.model.joint("j", JointKind::rolling, {.on = pair.names, .pivoting = pivoting});
  const Contact across = [middles](const Paths& paths, const Quad& t) {
    return paths[1].place_at(t, three(middles[1])) - paths[0].place_at(t, three(middles[0]));
  };
  const Quad sum = Quad(radii[0]) + Quad(radii[1]), part = Quad(radii[0]) / sum;
  const Contact contact = [=](const Paths& paths, const Quad& t) {
    return paths[0].place_at(t, three(middles[0])) + part * across(paths, t);
  };
  out.push_back({false, [=](const Paths& paths, const Quad& t) {
                   return Quad(length(across(paths, t)) - sum);
                 }});
  for (int axis = 0; axis < 3; ++axis)
    add_slip(
        contact, [axis](const Paths&, const Quad&) { return three(Vector3d::Unit(axis)); }, out);
  if (!pivoting) add_pivot(across, out);
}

struct Offs {
  int joints = 0, rows = 0;
  double f = 0.0, a = 0.0, rate = 0.0, b2 = 0.0;
  double worst() const { return std::max({f, a, rate, b2}); }
};

void note(double& worst, double found, const Quad& right, double size) {
  const double part = std::abs(number(Quad(found) - right)) / std::max(1.0, size);
  worst = std::isnan(part) ? zwang::always : std::max(worst, part);
}

// The first and second derivative along the paths.
Quad first(const Right& right, const Paths& paths) {
  if (right.of_velocities) return right.gap(paths, 0);
  const Quad h("1e-10");
  return (right.gap(paths, h) - right.gap(paths, -h)) / (2 * h);
}
Quad second(const Right& right, const Paths& paths) {
  if (right.of_velocities) {
    const Quad h("1e-7");
    return (right.gap(paths, h) - right.gap(paths, -h)) / (2 * h);
  }
  const Quad h("1e-8");
  return (right.gap(paths, h) - 2 * right.gap(paths, 0) + right.gap(paths, -h)) / (h * h);
}

// The numbers of a state that belong to a path, as velocity parameters.
struct Places {
  std::array<int, 3> centre;
  int quaternion;
};

void compare(const Pair& pair, const std::vector<Right>& rights, const zwang::State& state,
             Offs& offs) {
  const zwang::System system(pair.model);
  const zwang::Snapshot here = system.at(state);
  Paths paths;
  std::array<const Places*, 2> moving = {nullptr, nullptr};
  std::vector<Places> places;
  for (const zwang::Body& body : pair.model.bodies())
    places.push_back({pair.model.points()[index(body.point)].coordinates, body.first});
  for (std::size_t b = 0; b < places.size(); ++b) {
    const std::size_t end = pair.model.bodies()[b].name == "a" ? 0 : 1;
    moving[end] = &places[b];
    for (std::size_t k = 0; k < 3; ++k) {
      paths[end].centre[k] = state.q[places[b].centre[k]];
      paths[end].velocity[k] = state.u[places[b].centre[k]];
      paths[end].spin[k] = state.u[places[b].quaternion + static_cast<int>(k)];
    }
    for (std::size_t k = 0; k < 4; ++k)
      paths[end].quaternion[k] = state.q[places[b].quaternion + static_cast<int>(k)];
  }
  for (std::size_t i = 0; i < rights.size(); ++i) {
    const zwang::Row& row = here.rows[i];
    const Right& right = rights[i];
    ++offs.rows;
    if (!right.of_velocities) note(offs.f, row.f, right.gap(paths, 0), 1.0);
    zwang::Vector a;
    system.write_row(here, static_cast<int>(i), a);
    const double size = a.cwiseAbs().maxCoeff();
    note(offs.rate, row.rate, first(right, paths), std::abs(row.rate));
    note(offs.b2, row.b2, second(right, paths), std::abs(row.b2));
    for (std::size_t end = 0; end < 2; ++end) {
      if (!moving[end]) continue;
      for (std::size_t k = 0; k < 6; ++k) {
        Paths unit = paths;
        for (Path& one : unit) one.velocity = one.spin = {};
        (k < 3 ? unit[end].velocity[k] : unit[end].spin[k - 3]) = 1;
        const int column =
            k < 3 ? moving[end]->centre[k] : moving[end]->quaternion + static_cast<int>(k) - 3;
        note(offs.a, a[column], first(right, unit), size);
      }
      note(offs.a, a[moving[end]->quaternion + 3], 0, size);
    }
  }
}

// The bodies put somewhere else, in another motion.
zwang::State elsewhere(const Pair& pair, Random& random) {
  zwang::State state = pair.model.start();
  for (const zwang::Body& body : pair.model.bodies()) {
    const Path path = random_path(random);
    for (std::size_t k = 0; k < 3; ++k) {
      const int column = pair.model.points()[index(body.point)].coordinates[k];
      state.q[column] = number(path.centre[k]);
      state.u[column] = number(path.velocity[k]);
      state.u[body.first + static_cast<int>(k)] = number(path.spin[k]);
    }
    for (std::size_t k = 0; k < 4; ++k)
      state.q[body.first + static_cast<int>(k)] = number(path.quaternion[k]);
  }
  return state;
}

}  // namespace

int main(int count, char** given) {
  std::uint64_t joints = 1000, first_one = 0, seed = 1;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view key = given[i];
    (key == "--first"  ? first_one
     : key == "--seed" ? seed
                       : joints) = std::strtoull(given[i + 1], nullptr, 10);
  }
  using enum JointKind;
  constexpr std::array kinds = {fixed,     revolute,  prismatic, cylindrical,
                                universal, spherical, planar,    screw};
  std::map<std::string, Offs> all;
  int wrong = 0;
  for (std::uint64_t number_of_joint = first_one; number_of_joint < first_one + joints;
       ++number_of_joint) {
    Random random(seed, number_of_joint);
    const std::size_t which = number_of_joint % 11;
    Pair pair;
    std::vector<Right> rights;
    std::string kind;
    if (which < kinds.size()) {
      kind = zwang::name(kinds[which]);
      add_joint(pair, kinds[which], random, rights);
    } else {
      kind = which == 8 ? "ball on a plane" : which == 9 ? "wheel on a plane" : "ball on a ball";
      if (which < 10)
        roll_on_plane(pair, which == 9, random, rights);
      else
        roll_on_ball(pair, random, rights);
    }
    Offs offs;
    if (rights.size() == pair.model.constraints().size()) {
      compare(pair, rights, pair.model.start(), offs);
      compare(pair, rights, elsewhere(pair, random), offs);
    } else {
      offs.f = zwang::always;
    }
    if (!(offs.worst() <= allowed)) {
      ++wrong;
      fmt::print("{}: {}: f off by {:.1e}, A {:.1e}, f' {:.1e}, b2 {:.1e}\n", number_of_joint, kind,
                 offs.f, offs.a, offs.rate, offs.b2);
    }
    Offs& sum = all[kind];
    ++sum.joints;
    sum.rows += offs.rows;
    sum.f = std::max(sum.f, offs.f);
    sum.a = std::max(sum.a, offs.a);
    sum.rate = std::max(sum.rate, offs.rate);
    sum.b2 = std::max(sum.b2, offs.b2);
  }
  for (const auto& [kind, offs] : all)
    fmt::print("{:<17} {} joints, {} rows: f off by {:.1e}, A {:.1e}, f' {:.1e}, b2 {:.1e}\n", kind,
               offs.joints, offs.rows, offs.f, offs.a, offs.rate, offs.b2);
  fmt::print("{} joints: {} wrong\n", joints, wrong);
  return wrong == 0 ? 0 : 1;
}
