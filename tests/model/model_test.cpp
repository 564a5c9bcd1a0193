// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/model.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace zwang;

namespace {

// The code and the text of a mistake.
std::string mistake(const std::function<void()>& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("numbers and texts are equivalent, and parameters are known once they are declared") {
  Model model("m");
  model.parameter("L", "2 m").parameter("half", "L/2");
  model.mass("bob", "0.5 kg", {.at = {"half", 0, "-L"}, .velocity = {1, "2*half", 0}});
  const State start = model.start();
  CHECK(start.q == Vector{{1.0, 0.0, -2.0}});
  CHECK(start.u == Vector{{1.0, 2.0, 0.0}});
  CHECK(model.coordinate_names() == std::vector<std::string>{"bob.x", "bob.y", "bob.z"});
  CHECK(model.velocity_names() == std::vector<std::string>{"bob.x'", "bob.y'", "bob.z'"});
  CHECK(model.points()[0].mass == 0.5);
}

TEST_CASE("a mass in the plane has two coordinates, a fixed point none") {
  Model model("m");
  model.mass("a", 1.0, {.at = {1, 2, 3}, .axes = "xz"}).fixed("hook", {0, 0, 5});
  model.follows("crank", {"cos(t)", "sin(t)", 0});
  CHECK(model.coordinate_names() == std::vector<std::string>{"a.x", "a.z"});
  CHECK_FALSE(model.points()[1].free());
  model.constraint("rod", "|a - hook| = |[1, 2, -2]|");
  CHECK(model.constraints()[0].places.size() == 2);
  CHECK(mistake([&] { model.force("hook", {1, 0, 0}); }).find("E113") != std::string::npos);
  CHECK(mistake([&] { model.mass("b", 1.0, {.velocity = {0, 1, 0}, .axes = "x"}); }).find("E120") !=
        std::string::npos);
}

TEST_CASE("errors name their subject, their code and their column") {
  Model model("m");
  model.mass("bob", 1.0).coordinate("s");
  CHECK(mistake([&] {
          model.constraint("string", "|bobb| <= 1");
        }).starts_with("constraint string:"));
  CHECK(mistake([&] { model.constraint("string", "|bobb| <= 1"); }).find("E103") !=
        std::string::npos);
  CHECK(mistake([&] { model.mass("bob", 1.0); }).find("E112") != std::string::npos);
  CHECK(mistake([&] { model.mass("c", -1.0); }).find("E120") != std::string::npos);
  CHECK(mistake([&] { model.mass("c", 1.0, {.axes = "xx"}); }).find("E120") != std::string::npos);
  CHECK(mistake([&] { model.potential("s'"); }).find("E113") != std::string::npos);
  CHECK(mistake([&] { model.follows("c", {"s", 0, 0}); }).find("E113") != std::string::npos);
  CHECK(mistake([&] { model.force_along("r", 1.0); }).find("E103") != std::string::npos);
  CHECK(mistake([&] { model.force("bob", "1"); }).find("E113") != std::string::npos);
  CHECK(mistake([&] { model.gravity("[0, 0, -bob.x]"); }).find("E113") != std::string::npos);
  CHECK(mistake([&] { model.parameter("g", "1/0"); }) != "none");
  model.constraint("floor", "bob.z >= 0");
  CHECK(mistake([&] { model.constraint("floor", "bob.z >= 1"); }).find("E112") !=
        std::string::npos);
  CHECK(mistake([&] { model.constraint("bob", "bob.z >= 1"); }).find("E112") != std::string::npos);
  CHECK(mistake([&] { model.constraint("w", "bob.z >= 1", {.restitution = 1.5}); }).find("E118") !=
        std::string::npos);
  CHECK(mistake([&] { model.constraint("w", "bob.z = 1", {.restitution = 0.5}); }).find("E118") !=
        std::string::npos);
  CHECK(mistake([&] {
          model.constraint("w", "bob.z >= 1", {.from = 2, .until = 1});
        }).find("E120") != std::string::npos);
  const auto sphere = Function::of<2>([](const auto& x) { return x[0] + x[1]; });
  CHECK(mistake([&] { model.inequality("w", {"bob.x"}, sphere); }).find("E120") !=
        std::string::npos);
  CHECK(mistake([&] { model.inequality("w", {"bob.x", "bob.w"}, sphere); }).find("E103") !=
        std::string::npos);
}

TEST_CASE("a chain of inequalities gives two constraints, a vector equation three") {
  Model model("m");
  model.mass("a", 1.0).mass("b", 1.0).coordinate("s");
  model.constraint("stop", "0 <= s <= 0.4").constraint("weld", "a = b");
  std::vector<std::string> names;
  for (const Constraint& constraint : model.constraints()) names.push_back(constraint.name);
  CHECK(names ==
        std::vector<std::string>{"stop.lower", "stop.upper", "weld.x", "weld.y", "weld.z"});
  CHECK(model.find_constraint("weld.y") == 3);
  CHECK_FALSE(model.find_constraint("weld"));
}
