// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The models of tests/reference as models of the library. There velocities have names of their own
// ("vx"); here they are rates ("x'"), so whole words are exchanged.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "zwang/model/model.hpp"
#include "zwang/model/state.hpp"
#include "zwang/system/system.hpp"

extern template class nlohmann::basic_json<>;  // compiled once, in reference_model.cpp

namespace zwang::reference {

using Json = nlohmann::json;

// Of tests/reference/NAME.json.
Json cases(const std::string& name);

// A number or a formula as text.
std::string text_of(const Json& entry);
Vector vector(const Json& list);
Matrix matrix(const Json& rows);
// Of "q", "v" and "t".
State state(const Json& entry);

std::unique_ptr<Model> model(const Json& description, const Json& state, const std::string& name,
                             double restitution = 0.0);

}  // namespace zwang::reference
