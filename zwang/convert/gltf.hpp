// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion as glTF 2.0: a ball per point, a line per string and rod, one animation.
#pragma once

#include <ostream>

#include "zwang/convert/scene.hpp"

namespace zwang {

// As text with embedded numbers, or in binary form (.glb).
void write_gltf(const StoredRun& run, const Scene& scene, bool binary, std::ostream& out);

}  // namespace zwang
