// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model as the text of a model file, whether it came from a file or from code.
//
//   std::ofstream("pendulum.toml") << model_text(model, {.until = 2.0});
#pragma once

#include <string>

#include "zwang/model/model.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

// Reading it back gives the same motion. Starts and masses are written as numbers, members of
// groups individually: net[3,4] becomes net_3_4. Other names of points are lost. E113 for what has
// no text: forces and constraints in code, velocity parameters that are not rates.
std::string model_text(const Model& model, const RunOptions& run);

}  // namespace zwang
