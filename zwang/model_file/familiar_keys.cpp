// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/familiar_keys.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace zwang {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array same = {
    Pair{"position", "at"},
    Pair{"pos", "at"},
    Pair{"x0", "at"},
    Pair{"vel", "velocity"},
    Pair{"v", "velocity"},
    Pair{"v0", "velocity"},
    Pair{"speed", "velocity"},
    Pair{"m", "mass"},
    Pair{"e", "restitution"},
    Pair{"cor", "restitution"},
    Pair{"end", "until"},
    Pair{"t_end", "until"},
    Pair{"tend", "until"},
    Pair{"t_max", "until"},
    Pair{"duration", "until"},
    Pair{"stop", "until"},
    Pair{"tol", "tolerance"},
    Pair{"rtol", "tolerance"},
    Pair{"atol", "tolerance"},
    Pair{"accuracy", "tolerance"},
    Pair{"formula", "holds"},
    Pair{"equation", "holds"},
    Pair{"constraint", "holds"},
    Pair{"q0", "start"},
    Pair{"contacts", "constraints"},
};

constexpr std::string_view friction =
    "friction belongs to an inequality between positions: [constraints.floor] holds = \"a.z >= "
    "0\", "
    "friction = 0.3; a resisting force is a formula, [[force]] on = \"a\", vector = \"-0.1*v\"";
constexpr std::string_view bodies =
    "a rigid body is a table of its own, [bodies.NAME], with mass, inertia and orientation; "
    "[joints.NAME] joins two";
constexpr std::string_view joints =
    "a joint is a table of its own: [joints.NAME] kind = \"revolute\", on = [\"world\", \"rod\"]";
constexpr std::string_view sizes =
    "a mass is a point: two balls of radius r keep apart with \"|a - b| >= 2*r\", a ball and a "
    "floor with \"a.z >= r\"";
constexpr std::string_view springs =
    "a spring is an energy: [energy] potential = \"k*(|a - b| - L)^2/2\"";
constexpr std::string_view dampers =
    "a damper is a force: [[force]] on = \"a\", vector = \"-0.1*v\"";
constexpr std::string_view steps =
    "no time step is needed: 'tolerance' sets the accuracy; method = \"time-stepping\" has 'step'";
constexpr std::string_view gravity = "write [forces] gravity = [0, 0, -9.81]";

constexpr std::string_view minima =
    "this states a minimum problem, not a motion: zwang minimum FILE";

constexpr std::array instead = {
    Pair{"friction", friction}, Pair{"mu", friction},        Pair{"mu_s", friction},
    Pair{"mu_k", friction},     Pair{"body", bodies},        Pair{"links", bodies},
    Pair{"inertia", bodies},    Pair{"orientation", bodies}, Pair{"joint", joints},
    Pair{"radius", sizes},      Pair{"size", sizes},         Pair{"shape", sizes},
    Pair{"springs", springs},   Pair{"spring", springs},     Pair{"stiffness", springs},
    Pair{"k", springs},         Pair{"dampers", dampers},    Pair{"damper", dampers},
    Pair{"damping", dampers},   Pair{"drag", dampers},       Pair{"dt", steps},
    Pair{"time_step", steps},   Pair{"timestep", steps},     Pair{"step_size", steps},
    Pair{"gravity", gravity},   Pair{"g", gravity},          Pair{"minimum", minima},
    Pair{"rows", minima},
};

constexpr std::string_view rubbing =
    "friction of a joint is a table of its own: [friction.seal] bound = 0.5, slip = "
    "\"hinge.angle'\"";
constexpr std::string_view spring_of_joint = "write spring = { stiffness = 20, rest = 0 }";
constexpr std::string_view damper_of_joint = "write damper = 0.1";

constexpr std::array of_joints = {
    Pair{"friction", rubbing},          Pair{"mu", rubbing},
    Pair{"stiffness", spring_of_joint}, Pair{"k", spring_of_joint},
    Pair{"damping", damper_of_joint},   Pair{"d", damper_of_joint},
    Pair{"drag", damper_of_joint},
};

std::optional<std::string_view> found_in(std::span<const Pair> pairs, std::string_view word) {
  const auto found = std::ranges::find(pairs, word, &Pair::first);
  if (found == pairs.end()) return std::nullopt;
  return found->second;
}

}  // namespace

std::optional<std::string_view> same_key(std::string_view familiar) {
  return found_in(same, familiar);
}

std::optional<std::string_view> instead_of_key(std::string_view familiar, std::string_view where) {
  if (where.starts_with("[joints."))
    if (const auto found = found_in(of_joints, familiar)) return found;
  return found_in(instead, familiar);
}

}  // namespace zwang
