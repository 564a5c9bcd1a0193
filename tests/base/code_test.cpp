// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/code.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace zwang;

TEST_CASE("the register follows the order of the enumeration and names each code once") {
  std::set<std::string_view> names;
  int number = 0;
  for (const CodeEntry& entry : all_codes()) {
    CHECK(static_cast<int>(entry.code) == number++);
    CHECK(names.insert(entry.name).second);
    CHECK_FALSE(entry.says.empty());
  }
  CHECK(static_cast<int>(Code::W401) + 1 == number);
}

TEST_CASE("a code is found by its name, and an unknown name gives no code") {
  CHECK(code_named("E103") == Code::E103);
  CHECK(name(Code::E104) == "E104");
  CHECK(says(Code::E104) == "missing multiplication sign");
  CHECK_FALSE(code_named("E999"));
}
