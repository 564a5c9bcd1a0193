// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The tables of a result NAME.zw, version 3. Versions 1 and 2 had other names for tables, columns
// and kinds of events; they are no longer read.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace zwang::schema {

inline constexpr std::uint32_t application = 0x7A77616E;  // "zwan"
inline constexpr std::uint32_t application_of_parts =
    0x7A776170;  // "zwap": the head of a result in parts
inline constexpr std::uint32_t version = 3;

// The content of a result, in hash order. `provenance` and `checkpoints` are not content.
struct Table {
  std::string_view name;
  std::string_view key;
};
inline constexpr std::array<Table, 11> content = {{
    {"meta", "key"},
    {"sources", "id"},
    {"settings", "name"},
    {"parameters", "name"},
    {"masses", "id"},
    {"constraints", "id"},
    {"channels", "id"},
    {"blocks", "first"},
    {"events", "id"},
    {"event_constraints", "event, constraint_id"},
    {"certificates", "first, number"},
}};

// SQL that marks a file as ours, with its version.
std::string mark();
// The same, plus all tables, indices and views of a run, empty.
std::string create();

}  // namespace zwang::schema
