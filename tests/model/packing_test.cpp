// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Packings as they are described, and what is refused.

#include "zwang/model/packing.hpp"

#include <doctest/doctest.h>

#include "zwang/model/model.hpp"

namespace {

using namespace zwang;

std::string mistake(auto&& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a packing lists its points in ascending order") {
  Model model("three");
  model.parameter("r", 0.5).fixed("post", {0, 0, 0});
  model.mass("a", 1.0, {.at = {1, 0, 0}}).mass("b", 1.0, {.at = {3, 0, 0}, .axes = "x"});
  model.packing("balls", {"b", "post", "a"}, "2*r", {.restitution = 0.25});
  REQUIRE(model.packings().size() == 1);
  const Packing& balls = model.packings()[0];
  CHECK(balls.name == "balls");
  CHECK(balls.points == std::vector<int>{0, 1, 2});
  CHECK(balls.distance == 1.0);
  CHECK(balls.restitution == 0.25);
}

TEST_CASE("an invalid packing is rejected") {
  Model model("two");
  model.mass("a", 1.0).mass("b", 1.0, {.at = {3, 0, 0}}).constraint("floor", "a.z >= 0");
  model.packing("balls", {"a", "b"}, 1.0);
  const std::vector<std::string> both = {"a", "b"};
  CHECK(says(mistake([&] { model.packing("balls", both, 1.0); }), "E112"));
  CHECK(says(mistake([&] { model.packing("floor", both, 1.0); }), "E112"));
  CHECK(says(mistake([&] { model.packing("a", both, 1.0); }), "E112"));
  CHECK(says(mistake([&] { model.constraint("balls", "b.z >= 0"); }), "E112"));
  CHECK(says(mistake([&] { model.packing("p", {"a", "b", "a"}, 1.0); }), "E112"));
  CHECK(says(mistake([&] { model.packing("p", {"a", "c"}, 1.0); }), "E103"));
  CHECK(says(mistake([&] { model.packing("p", both, 1.0, {.restitution = 1.5}); }), "E118"));
  CHECK(says(mistake([&] { model.packing("p", both, 1.0, {.restitution = -0.1}); }), "E118"));
  CHECK(says(mistake([&] { model.packing("p", both, 1.0, {.restitution = unset}); }), "E118"));
  CHECK(says(mistake([&] { model.packing("p", both, 0.0); }), "E120"));
  CHECK(says(mistake([&] { model.packing("p", both, unset); }), "E120"));
  CHECK(says(mistake([&] { model.packing("p", {"a"}, 1.0); }), "E120"));
  CHECK(says(mistake([&] { model.packing("p", {}, 1.0); }), "packing p"));
  CHECK(model.packings().size() == 1);
}
