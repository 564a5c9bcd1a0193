// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shapes of a model, and the inequalities of contacts between them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/reading.hpp"
#include "zwang/model/touching.hpp"
#include "zwang/solid/features.hpp"
#include "zwang/solid/vector3.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;
using Kind = Solid::Kind;

// A point of a shape: its middle, and so far along directions.
struct Spot {
  std::string middle;
  std::vector<std::pair<double, std::string>> along = {};

  Spot with(double length, const std::string& direction) const {
    Spot out = *this;
    out.along.emplace_back(length, direction);
    return out;
  }
  // As a vector, or with ".x" one component of it.
  std::string text(const std::string& part = "") const {
    std::string out = middle + part;
    for (const auto& [length, direction] : along)
      out += fmt::format(" {} {}*{}{}", length < 0.0 ? "-" : "+", shortest(std::abs(length)),
                         direction, part);
    return out;
  }
};

}  // namespace

// Makes one contact of a model.
class ContactMaker {
 public:
  ContactMaker(Model& model, const std::string& name, const ContactOptions& options)
      : model_(model), options_(options) {
    contact_.name = name;
    contact_.between = options.between;
  }

  Contact make() {
    const auto firsts = shapes_of(options_.between[0]), seconds = shapes_of(options_.between[1]);
    if (options_.between[0] == options_.between[1])
      throw Error(Code::E120, fmt::format("'{}' does not touch itself", options_.between[0]));
    const bool many = firsts.size() * seconds.size() > 1;
    int pair = 0;
    for (const Shaping* first : firsts)
      for (const Shaping* second : seconds) {
        prefix_ = many ? fmt::format("{}.", ++pair) : "";
        if (first->body < 0 && second->body < 0) throw Error(Code::E120, "neither of them moves");
        touch(*first, *second);
      }
    for (const Touch& touch : rows_) {
      const FeatureRow& row = touch.row;
      contact_.rows.push_back(static_cast<int>(model_.constraints_.size()));
      // features are a crowd, and shown as one
      const std::string called = rows_.size() == 1 ? contact_.name
                                 : row.where.empty()
                                     ? contact_.name + "." + row.part
                                     : fmt::format("{}[{}]", contact_.name, row.part);
      ConstraintOptions options{.restitution = options_.restitution, .where = row.where};
      if (options_.friction) options.friction = friction(touch);
      model_.constraint(called, row.text, options);
    }
    return contact_;
  }

 private:
  std::vector<const Shaping*> shapes_of(const std::string& owner) const {
    std::vector<const Shaping*> all;
    for (const Shaping& one : model_.shapes_)
      if (one.owner == owner || one.name == owner) all.push_back(&one);
    if (!all.empty()) return all;
    if (!model_.scope_.find(owner)) throw model_.scope_.unknown(owner, {});
    throw Error(Code::E120, fmt::format("'{}' has no shape to touch with", owner));
  }

  struct Touch {
    FeatureRow row;
    const Shaping* first;
    const Shaping* second;
  };

  FrictionOptions friction(const Touch& touch) const {
    FrictionOptions out = *options_.friction;
    const auto across = plane_of(model_.bodies_, *touch.first, *touch.second);
    if (!across)
      throw Error(
          Code::E121,
          "bodies in space slip in all directions of a surface: friction is known of bodies "
          "in a plane alone, axes = \"xz\"");
    if (!out.slip.empty() || out.normal)
      throw Error(Code::E121, "the slip of a contact follows from its shapes");
    const auto velocity = [&](const Shaping& of) {
      return velocity_at(model_.bodies_, of, fmt::format("({} - {})", touch.row.place, of.name));
    };
    std::string here = velocity(*touch.first), there = velocity(*touch.second);
    if (out.surface) {
      if (touch.first->body >= 0 && touch.second->body >= 0)
        throw Error(Code::E121, "'surface' is the velocity of a surface that stands in the world");
      (touch.first->body < 0 ? here : there) = text_of(*out.surface);
      out.surface.reset();
    }
    const std::string along = fmt::format("cross({}, {})", touch.row.normal, *across);
    out.slip = fmt::format("dot({}, {}/|{}|)", difference(here, there), along, along);
    return out;
  }

  static std::string text_of(const Triple& vector) {
    if (vector.is_text()) return fmt::format("({})", vector.text());
    const auto part = [&](std::size_t axis) {
      return vector[axis].is_text() ? vector[axis].text() : shortest(vector[axis].number());
    };
    return fmt::format("[{}, {}, {}]", part(0), part(1), part(2));
  }

  void touch(const Shaping& a, const Shaping& b) {
    if (b.solid.kind == Kind::plane && a.solid.kind != Kind::plane) return on_plane(a, b);
    if (a.solid.kind == Kind::plane && b.solid.kind != Kind::plane) return on_plane(b, a);
    if (a.solid.kind == Kind::sphere && b.solid.kind == Kind::sphere) {
      const std::string away = fmt::format("({} - {})", a.name, b.name);
      return add(
          a, b,
          {{.part = "spheres",
            .text = fmt::format("|{} - {}| >= {}", a.name, b.name,
                                shortest(a.solid.size[0] + b.solid.size[0])),
            .place = fmt::format("{} + {}*{}/|{}|", b.name, shortest(b.solid.size[0]), away, away),
            .normal = fmt::format("{}/|{}|", away, away)}});
    }
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
      if (one->solid.kind != Kind::sphere) continue;
      if (other->solid.kind == Kind::capsule)
        return add(*one, *other, sphere_and_capsule(named(*one), named(*other)));
      if (other->solid.kind == Kind::box)
        return add(*one, *other, sphere_and_box(named(*one), named(*other), across(*other, *one)));
    }
    if (a.solid.kind == Kind::box && b.solid.kind == Kind::box)
      return add(a, b, boxes(named(a), across(a, b), named(b), across(b, a)));
    throw Error(Code::E120,
                fmt::format("contact of a {} with a {} is not available: spheres touch planes, "
                            "spheres, capsules and boxes, boxes touch planes and boxes, capsules "
                            "and cylinders touch planes",
                            zwang::name(a.solid.kind), zwang::name(b.solid.kind)));
  }

  static NamedSolid named(const Shaping& one) { return {one.name, one.solid}; }

  // In the plane of its body, or of the other one's.
  Across across(const Shaping& one, const Shaping& other) const {
    const Shaping& of = one.body >= 0 ? one : other;
    const Body& body = model_.bodies_[index(of.body)];
    Across out = {false, false, false};
    for (const int k : {0, 1, 2})
      out[index(k)] =
          body.in_plane &&
          std::abs(one.solid.orientation.matrix().col(k).dot(body.normal)) > 1.0 - 1e-12;
    return out;
  }

  void on_plane(const Shaping& one, const Shaping& plane) {
    const Spot middle = {one.name};
    const auto& [radius, length, unused] = one.solid.size;
    const std::string axis = one.name + ".axis";
    const std::array ends = {middle.with(0.5 * length, axis), middle.with(-0.5 * length, axis)};
    switch (one.solid.kind) {
      case Kind::sphere: return add_above("sphere", one, plane, middle, radius);
      case Kind::capsule:
        add_above("end1", one, plane, ends[0], radius);
        return add_above("end2", one, plane, ends[1], radius);
      case Kind::box: return corners(one, plane);
      case Kind::cylinder: {
        if (one.body >= 0 && model_.bodies_[index(one.body)].in_plane) return profile(one, plane);
        // the lowest place of a rim
        const std::string least =
            fmt::format(" + {}*|cross({}, {}.axis)|", shortest(radius), axis, plane.name);
        return add(one, plane,
                   {{.part = "rim1", .text = above(plane, ends[0], 0.0) + least},
                    {.part = "rim2", .text = above(plane, ends[1], 0.0) + least}});
      }
      case Kind::plane: return;
    }
  }

  // "n.(place - s) >= least", for a plane of the world by components.
  static std::string above(const Shaping& plane, const Spot& place, double least) {
    if (plane.body >= 0)
      return fmt::format("dot({} - {}, {}.axis) >= {}", place.text(), plane.name, plane.name,
                         shortest(least));
    const Vector3d normal = plane.solid.orientation.matrix().col(2);
    std::string sum;
    for (const int k : {0, 1, 2}) {
      if (std::abs(normal[k]) < 1e-15) continue;
      const std::string part = place.text(fmt::format(".{}", "xyz"[k]));
      sum += sum.empty() ? "" : " + ";
      sum += normal[k] == 1.0 ? part : fmt::format("{}*({})", shortest(normal[k]), part);
    }
    const double level = normal.dot(vector3(plane.solid.at));
    return fmt::format("{} >= {}", sum, shortest(level + least));
  }

  // In a plane a cylinder is a disc or a rectangle.
  void profile(const Shaping& one, const Shaping& plane) {
    const auto& [radius, length, unused] = one.solid.size;
    if (across(one, 2)) return add_above("disc", one, plane, {one.name}, radius);
    const Vector3d normal = model_.bodies_[index(one.body)].normal;
    const Vector3d own = one.solid.orientation.matrix().transpose() * normal;
    if (std::abs(own[2]) > 1e-12)
      throw Error(Code::E120, "the axis of a cylinder lies in the plane of its body, or across it");
    // of the directions across the axis, the one in the plane
    int corner = 0;
    for (const double z : {-0.5, 0.5})
      for (const double x : {-1.0, 1.0})
        add_above(fmt::format("corner{}", ++corner), one, plane,
                  Spot{one.name}
                      .with(z * length, one.name + ".axis")
                      .with(-x * radius * own[1], one.name + ".side1")
                      .with(x * radius * own[0], one.name + ".side2"),
                  0.0);
  }

  void corners(const Shaping& box, const Shaping& plane) {
    constexpr std::array sides = {".side1", ".side2", ".axis"};
    int corner = 0;
    for (const int k : {0, 1, 2, 3, 4, 5, 6, 7}) {
      Spot place = {box.name};
      bool twice = false;  // in a plane, nearer and farther corners are one
      for (const int side : {0, 1, 2}) {
        const bool far = ((k >> side) & 1) == 1;
        if (across(box, side))
          twice = twice || far;
        else
          place = place.with((far ? 0.5 : -0.5) * box.solid.size[index(side)],
                             box.name + sides[index(side)]);
      }
      if (!twice) add_above(fmt::format("corner{}", ++corner), box, plane, place, 0.0);
    }
  }

  // Whether an axis of a shape is normal to the plane in which its body moves.
  bool across(const Shaping& one, int axis) const {
    if (one.body < 0 || !model_.bodies_[index(one.body)].in_plane) return false;
    const Vector3d normal = model_.bodies_[index(one.body)].normal;
    return std::abs(one.solid.orientation.matrix().col(axis).dot(normal)) > 1.0 - 1e-12;
  }

  // A place of a shape that stays so far above a plane.
  void add_above(const std::string& part, const Shaping& one, const Shaping& plane,
                 const Spot& place, double least) {
    const Vector3d up = plane.solid.orientation.matrix().col(2);
    const std::string normal = plane.body >= 0 ? plane.name + ".axis"
                                               : fmt::format("[{}, {}, {}]", shortest(up[0]),
                                                             shortest(up[1]), shortest(up[2]));
    const std::string lowest =
        least == 0.0 ? place.text()
                     : fmt::format("{} - {}*{}", place.text(), shortest(least), normal);
    add(one, plane,
        {{.part = part, .text = above(plane, place, least), .place = lowest, .normal = normal}});
  }
  void add(const Shaping& first, const Shaping& second, std::vector<FeatureRow> rows) {
    for (FeatureRow& row : rows) {
      row.part = prefix_ + row.part;
      rows_.push_back({std::move(row), &first, &second});
    }
  }

  Model& model_;
  const ContactOptions& options_;
  Contact contact_;
  std::string prefix_;
  std::vector<Touch> rows_;
};

Model& Model::contact(const std::string& name, const ContactOptions& options) {
  reading(fmt::format("contact {}", name), [&] {
    demand_new_name(name);
    contacts_.push_back(ContactMaker(*this, name, options).make());
  });
  return *this;
}

Model& Model::fixture(const std::string& name, const FixtureOptions& options) {
  reading(name, [&] {
    if (name == "world") throw Error(Code::E112, "only the world is called 'world'");
    const Vector3d origin = vector3(numbers(options.at));
    const Eigen::Matrix3d axes = options.orientation.matrix();
    const auto in_world = [&](const Triple& r) { return Vector3d(axes * vector3(numbers(r))); };
    name_on(-1, name, origin, true);
    for (const auto& [called, point] : options.points)
      name_on(-1, fmt::format("{}.{}", name, called), origin + in_world(point), true);
    for (const auto& [called, direction] : options.directions) {
      const auto along = direction_of(in_world(direction));
      if (!along) throw Error(Code::E120, fmt::format("'{}' has no direction", called));
      name_on(-1, fmt::format("{}.{}", name, called), *along, false);
    }
    std::vector<Solid> solids = options.shapes;
    for (Solid& solid : solids) {
      const Vector3d at = origin + axes * vector3(solid.at);
      solid.at = {at[0], at[1], at[2]};
      solid.orientation = options.orientation * solid.orientation;
    }
    name_shapes(name, -1, solids, Vector3d::Zero());
    fixtures_.push_back(name);
  });
  return *this;
}

}  // namespace zwang
