// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The constraints: [constraints].
#pragma once

#include <optional>
#include <string>

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_constraints(Reading& reading, const Files& files);

// What a table says of friction, if it does; `where` names the table.
std::optional<FrictionOptions> read_friction(Reading& reading, const TomlNode& table,
                                             const std::string& where);

}  // namespace zwang
