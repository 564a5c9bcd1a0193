// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/robot_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/robot_file/mechanism.hpp"
#include "zwang/robot_file/names.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

// Rounding beside larger numbers is 0.
double beside(double x, double size) { return std::abs(x) < 1e-15 * size ? 0.0 : x; }

std::string three(const Vector3d& v) {
  const double size = std::max(1.0, v.cwiseAbs().maxCoeff());
  return fmt::format("[{}, {}, {}]", written(beside(v[0], size)), written(beside(v[1], size)),
                     written(beside(v[2], size)));
}

std::string inertia_text(const Eigen::Matrix3d& inertia) {
  const double size = inertia.diagonal().cwiseAbs().maxCoeff();
  const double xy = beside(inertia(0, 1), size), xz = beside(inertia(0, 2), size);
  const double yz = beside(inertia(1, 2), size);
  if (xy == 0.0 && xz == 0.0 && yz == 0.0)
    return fmt::format("[{}, {}, {}]", written(inertia(0, 0)), written(inertia(1, 1)),
                       written(inertia(2, 2)));
  return fmt::format("{{ xx = {}, yy = {}, zz = {}, xy = {}, xz = {}, yz = {} }}",
                     written(inertia(0, 0)), written(inertia(1, 1)), written(inertia(2, 2)),
                     written(xy), written(xz), written(yz));
}

std::string factor(double c) { return c == 1.0 ? "" : written(c) + "*"; }

bool valid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t more = byte < 0x80U                     ? 0
                             : byte >= 0xC2U && byte < 0xE0U  ? 1
                             : byte >= 0xE0U && byte < 0xF0U  ? 2
                             : byte >= 0xF0U && byte <= 0xF4U ? 3
                                                              : 4;
    if (more == 4 || i + more >= text.size()) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    const auto second = more > 0 ? static_cast<unsigned char>(text[i + 1]) : 0x80U;
    if ((byte == 0xE0U && second < 0xA0U) || (byte == 0xEDU && second >= 0xA0U) ||
        (byte == 0xF0U && second < 0x90U) || (byte == 0xF4U && second >= 0x90U))
      return false;
    i += more + 1;
  }
  return true;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : on_one_line(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string comments(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += fmt::format("# {}\n", on_one_line(line));
  return out;
}

const char* kind_word(LinkJoint kind) {
  switch (kind) {
    case LinkJoint::fixed: return "fixed";
    case LinkJoint::revolute: return "revolute";
    case LinkJoint::prismatic: return "prismatic";
    case LinkJoint::cylindrical: return "cylindrical";
    case LinkJoint::universal: return "universal";
    case LinkJoint::planar: return "planar";
    default: return "spherical";
  }
}

class Writing {
 public:
  explicit Writing(Robot& robot) : robot_(robot), mechanism_(mechanism_of(robot)) {}

  std::string text() {
    for (const RobotBody& body : mechanism_.bodies)
      body_names_.push_back(names_.add(robot_.links[index(body.link)].name, "body"));
    std::string out = head();
    for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) out += body_text(i);
    for (const auto& [name, place] : mechanism_.places) out += place_text(name, place);
    for (const RobotJoint& joint : mechanism_.joints) out += joint_text(joint);
    out += couplings();
    for (const std::string& torque : torques_) out += torque;
    return out + "\n[run]\nuntil = 1\n";
  }

 private:
  std::string head() const {
    std::string out = "zwang = 1\n";
    if (!robot_.name.empty()) out += fmt::format("title = {}\n", quoted(robot_.name));
    out += comments(robot_.remarks);
    if (!mechanism_.in_world.empty())
      out += comments({fmt::format("do not move, part of the world: {}",
                                   fmt::join(mechanism_.in_world, ", "))});
    if (robot_.gravity.isZero(0.0)) return out + "# without gravity\n";
    return out + fmt::format("\n[forces]\ngravity = {}{}\n", three(robot_.gravity),
                             robot_.gravity_given
                                 ? ""
                                 : fmt::format("   # {} names none: z is up", robot_.format));
  }

  std::string body_text(std::size_t i) {
    const RobotBody& body = mechanism_.bodies[i];
    const Link& link = robot_.links[index(body.link)];
    std::string out = "\n" + comments(link.remarks);
    if (link.name != body_names_[i] && link.element->has("name"))
      out += comments({fmt::format("in the file '{}'", link.name)});
    if (!body.merged.empty())
      out += comments({fmt::format("with {}, fixed to it", fmt::join(body.merged, ", "))});
    if (const Hanging& own = mechanism_.joints[i].hanging; own.kind == LinkJoint::free)
      out += comments(own.remarks.empty() ? std::vector<std::string>{"moves freely"} : own.remarks);
    out += fmt::format("[bodies.{}]\nmass = {}\ninertia = {}\n", body_names_[i],
                       written(body.lump.mass), inertia_text(body.lump.inertia));
    const auto line = [&](const char* key, const Vector3d& v) {
      const std::string value = three(v);
      if (value != "[0, 0, 0]") out += fmt::format("{} = {}\n", key, value);
    };
    line("com", body.lump.com);
    line("at", body.at.place);
    const Eigen::Quaterniond& e = body.at.turn;
    if (e.vec().cwiseAbs().maxCoeff() > 1e-15)
      out += fmt::format("orientation = {{ quaternion = [{}, {}, {}, {}] }}\n",
                         written(beside(e.w(), 1.0)), written(beside(e.x(), 1.0)),
                         written(beside(e.y(), 1.0)), written(beside(e.z(), 1.0)));
    if (body.points.empty()) return out;
    ModelNames own = names_in_body();
    out += "points = {";
    const char* between = " ";
    for (const auto& [name, point] : body.points) {
      out += fmt::format("{}{} = {}", between, own.add(name, "point"), three(point));
      between = ", ";
    }
    return out + " }\n";
  }

  std::string place_text(const std::string& name, const Vector3d& place) {
    return fmt::format("\n[masses.{}]\nfixed = true\nat = {}\n", names_.add(name, "place"),
                       three(place));
  }

  std::string on(int body) const { return body < 0 ? "world" : body_names_[index(body)]; }

  std::string joint_text(const RobotJoint& joint) {
    const Hanging& one = joint.hanging;
    if (one.kind == LinkJoint::free) return {};
    const std::string name = names_.add(one.name, "joint");
    if (one.is_named) joints_.emplace(one.name, std::pair{name, &one});
    std::string out = "\n" + comments(one.remarks);
    if (name != one.name && one.is_named)
      out += comments({fmt::format("in the file '{}'", one.name)});
    out += fmt::format("[joints.{}]\nkind = \"{}\"\non = [\"{}\", \"{}\"]\nat = {}\n", name,
                       kind_word(one.kind), on(joint.on[0]), on(joint.on[1]), three(one.at));
    if (!one.axis.isZero(0.0) && one.kind != LinkJoint::fixed && one.kind != LinkJoint::spherical)
      out += fmt::format("axis = {}\n", three(one.axis));
    if (one.kind == LinkJoint::universal) out += fmt::format("axis2 = {}\n", three(one.axis2));
    if (one.kind == LinkJoint::spherical) add_ball_damper(joint);
    if (!one.has_coordinate()) return out;
    const bool turns = one.kind == LinkJoint::revolute;
    if (one.start != 0.0) out += fmt::format("start = {}\n", written(one.start));
    if (one.limits) out += fmt::format("limits = [{}, {}]\n", (*one.limits)[0], (*one.limits)[1]);
    if (one.stiffness != 0.0) {
      const std::string rest = one.rest == 0.0 ? "" : fmt::format(", rest = {}", written(one.rest));
      out += fmt::format("spring = {{ stiffness = {}{} }}\n", written(one.stiffness), rest);
    }
    if (one.damping != 0.0) out += fmt::format("damper = {}\n", written(one.damping));
    if (one.friction != 0.0 && !one.locked)
      out += fmt::format("[friction.{}]\nbound = {}\nslip = \"{}.{}'\"\n",
                         names_.add(name + "_friction", "friction"), written(one.friction), name,
                         turns ? "angle" : "length");
    if (one.locked)
      out += fmt::format("motor = {{ {} = {} }}   # its limits leave nothing else\n",
                         turns ? "angle" : "length", written(one.start));
    return out;
  }

  void add_ball_damper(const RobotJoint& joint) {
    const double d = joint.hanging.damping;
    if (d == 0.0) return;
    const std::string rate =
        joint.on[0] < 0 ? fmt::format("{}.omega", on(joint.on[1]))
                        : fmt::format("({}.omega - {}.omega)", on(joint.on[1]), on(joint.on[0]));
    for (std::size_t i = 0; i < 2; ++i)
      if (joint.on[i] >= 0)
        torques_.push_back(fmt::format("\n[[force]]{}\non = \"{}\"\ntorque = \"{}*{}\"\n",
                                       i == 1 ? "   # the damper of a ball joint" : "",
                                       on(joint.on[i]), written(i == 1 ? -d : d), rate));
  }

  // The coordinate of a joint of the file; "" if it has none here.
  std::string coordinate(const std::string& joint) const {
    const auto found = joints_.find(joint);
    if (found == joints_.end() || !found->second.second->has_coordinate()) return {};
    return fmt::format("{}.{}", found->second.first,
                       found->second.second->kind == LinkJoint::revolute ? "angle" : "length");
  }

  bool may_turn_round(const std::string& joint) const {
    const Hanging& one = *joints_.find(joint)->second.second;
    return one.kind == LinkJoint::revolute && !one.limits && !one.locked;
  }

  std::string couplings() {
    std::string out;
    for (const Coupling& coupling : robot_.couplings) {
      const std::string y = coordinate(coupling.y);
      const std::string x = coupling.x.empty() ? "" : coordinate(coupling.x);
      if (y.empty() || (x.empty() && !coupling.x.empty())) {
        coupling.element->taken = false;
        coupling.element->reason = "its joint has no coordinate here";
        continue;
      }
      if (out.empty()) out = "\n[constraints]\n";
      out += coupling_text(coupling, y, x);
    }
    return out;
  }

  std::string coupling_text(const Coupling& coupling, const std::string& y, const std::string& x) {
    const std::vector<double>& c = coupling.c;
    const std::string name = names_.add(coupling.name, "coupling");
    std::string holds, remark;
    const Hanging& of_y = *joints_.find(coupling.y)->second.second;
    double due = coupling.y0 + c[0];
    if (x.empty()) {
      holds = fmt::format("{} = {}", y, written(due));
    } else {
      const double start = joints_.find(coupling.x)->second.second->start - coupling.x0;
      due = 0.0;
      for (std::size_t k = c.size(); k-- > 0;) due = due * start + c[k];
      due += coupling.y0;
      const bool linear = c.size() == 2;
      if (linear && (may_turn_round(coupling.y) || may_turn_round(coupling.x))) {
        holds = fmt::format("{}' = {}{}'", y, factor(c[1]), x);
        remark = "of the rates, so that it holds through whole turns";
      } else if (linear) {
        const double rest = coupling.y0 + c[0] - c[1] * coupling.x0;
        holds = fmt::format("{} = {}{}", y, factor(c[1]), x);
        if (rest != 0.0)
          holds += fmt::format(" {} {}", rest < 0.0 ? '-' : '+', written(std::abs(rest)));
      } else {
        const double x0 = coupling.x0;
        const std::string from =
            x0 == 0.0 ? x
                      : fmt::format("({} {} {})", x, x0 < 0.0 ? '+' : '-', written(std::abs(x0)));
        holds = fmt::format("{} = {}", y, written(coupling.y0 + c[0]));
        for (std::size_t k = 1; k < c.size(); ++k)
          if (c[k] != 0.0)
            holds += fmt::format(" {} {}*{}{}", c[k] < 0.0 ? '-' : '+', written(std::abs(c[k])),
                                 from, k == 1 ? "" : fmt::format("^{}", k));
      }
    }
    std::string out;
    if (!remark.empty()) out += comments({remark});
    if (!(std::abs(due - of_y.start) <= 1e-12))
      out += comments({"does not hold at the start: zwang run --project-start moves there"});
    return out + fmt::format("{} = {{ holds = \"{}\" }}\n", name, holds);
  }

  Robot& robot_;
  Mechanism mechanism_;
  ModelNames names_;
  std::vector<std::string> body_names_;
  std::map<std::string, std::pair<std::string, const Hanging*>> joints_;  // by names of the file
  std::vector<std::string> torques_;
};

}  // namespace

std::string written(double number) { return fmt::format("{:.14g}", number == 0.0 ? 0.0 : number); }

std::string on_one_line(std::string_view text) {
  std::string out = without_controls(text);
  if (valid_utf8(out)) return out;
  for (char& c : out)
    if (static_cast<unsigned char>(c) >= 0x80U) c = '?';
  return out;
}

std::string robot_text(Robot& robot) { return Writing(robot).text(); }

}  // namespace zwang
