// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A place of a model, as a person gives it: "x = 0.5, y = 20 cm, x' = 1".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/model/model.hpp"

namespace zwang {

using PlaceEntries = std::vector<std::pair<std::string, std::string>>;

// Names with values. E105 if an entry is not NAME=VALUE.
PlaceEntries place_entries(const std::string& text);

// The state with these coordinates, velocities and time; the others keep theirs. E103 for a name
// that is none of them.
State placed(const Model& model, State state, const PlaceEntries& entries);

}  // namespace zwang
