// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Friction: of a surface, in the table of its constraint or contact, and [friction.NAME] with a
// given bound.
#pragma once

#include <optional>
#include <string>

#include "zwang/model_file/includes.hpp"

namespace zwang {

// What a table says of friction, if it does; `where` names the table.
std::optional<FrictionOptions> read_friction(Reading& reading, const TomlNode& table,
                                             const std::string& where);

void read_given_friction(Reading& reading, const Files& files);

}  // namespace zwang
