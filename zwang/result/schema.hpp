// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The tables of a result NAME.zw, version 2. Version 1 had `bound` in place of
// `located` in its events, and no `uncertainty`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace zwang::schema {

inline constexpr std::uint32_t application = 0x7A77616E;  // "zwan"
inline constexpr std::uint32_t application_of_parts =
    0x7A776170;  // "zwap": the head of a result in parts
inline constexpr std::uint32_t version = 2;

// What a result says, in the order of its hash. `provenance` and `checkpoints` are not content.
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
    {"conditions", "id"},
    {"channels", "id"},
    {"blocks", "first"},
    {"events", "id"},
    {"event_conditions", "event, condition"},
    {"certificates", "first, number"},
}};

// What tells that a file is ours, and of which version.
std::string mark();
// That, and all tables, indices and views of a run, empty.
std::string create();

}  // namespace zwang::schema
