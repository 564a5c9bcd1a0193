// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/familiar_keys.hpp"

#include <doctest/doctest.h>

#include "zwang/model_file/read_model.hpp"

using namespace zwang;

namespace {

// The only mistake of a file with this body.
Error mistake(const std::string& body) {
  const ModelFile file =
      read_model_text("zwang = 1\n" + body + "\n", "m.toml", {.knows_end = true});
  REQUIRE(file.mistakes.size() == 1);
  return file.mistakes[0];
}

}  // namespace

TEST_CASE("a key of another program has one of the same meaning, a description, or neither") {
  CHECK(same_key("t_end") == "until");
  CHECK_FALSE(same_key("until"));
  CHECK(instead_of_key("friction", "[masses.a]")->starts_with("friction belongs to an inequality"));
  CHECK(instead_of_key("friction", "[joints.hinge]")->starts_with("friction of a joint"));
  CHECK_FALSE(instead_of_key("t_end", "[masses.a]"));
}

TEST_CASE("an unknown key is answered with the one that has its meaning there") {
  CHECK(mistake("[masses.a]\nmass = 1\nposition = [0, 0, 1]").mark() == "write 'at'");
  CHECK(mistake("[run]\nt_end = 3").mark() == "write 'until'");
  CHECK(
      mistake("[parameters]\n[coordinates.s]\nposition = 1\n[energy]\nkinetic = \"s'^2\"").mark() ==
      "");
}

TEST_CASE("an unknown key is answered with what a model file has in its place") {
  CHECK(mistake("[body.arm]\nmass = 1").notes().at(0).starts_with("help: a rigid body is a table"));
  CHECK(mistake("[masses.a]\nmass = 1\ninertia = 1").notes().at(0).find("[bodies.NAME]") !=
        std::string::npos);
  CHECK(mistake("[masses.a]\nmass = 1\nradius = 1").notes().at(0).find("|a - b| >= 2*r") !=
        std::string::npos);
  CHECK(mistake("[run]\ndt = 0.01").notes().at(0).find("'step'") != std::string::npos);
}

TEST_CASE("gravity as a number is answered with the vector that points downwards") {
  CHECK(mistake("[forces]\ngravity = 9.81").mark() == "write [0, 0, -9.81]");
  CHECK(mistake("[forces]\ngravity = -9.81").mark() == "write [0, 0, -9.81]");
  CHECK(mistake("[forces]\ngravity = \"9.81 m/s^2\"").mark() == "write [0, 0, \"-9.81 m/s^2\"]");
}
