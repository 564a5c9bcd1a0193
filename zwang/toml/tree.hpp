// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A TOML text as a tree with the position of everything. Hides the parser, whose header is slow to
// compile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/toml/source.hpp"

namespace zwang {

struct TomlKey {
  std::string name;
  Place place;
};

struct TomlNode {
  enum class Kind { integer, number, text, flag, date, list, table };

  Kind kind = Kind::table;
  double number = 0.0;  // for an integer too
  std::int64_t integer = 0;
  bool flag = false;
  std::string text;
  std::vector<TomlNode> items;  // of a list; the values of a table
  std::vector<TomlKey> keys;    // of a table: one per item, in file order
  Place place;
  bool plain = false;  // a text on one line, without escapes

  bool is(Kind wanted) const { return kind == wanted; }
  bool is_number() const { return kind == Kind::number || kind == Kind::integer; }
  // The value of a key of a table; null if there is none.
  const TomlNode* get(std::string_view key) const;
};

// Throws E101, E108, E110 with their positions.
TomlNode parse_toml(const Source& source);

}  // namespace zwang
