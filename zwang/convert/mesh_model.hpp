// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A mesh from another program as a model: its points become masses, its edges strings.
#pragma once

#include <string>

namespace zwang {

// The text of the model file `model`, which refers to the mesh next to or below it (E410 if it is
// elsewhere). E401, E119 and similar if the mesh cannot be read.
std::string mesh_model(const std::string& mesh, const std::string& model);

}  // namespace zwang
