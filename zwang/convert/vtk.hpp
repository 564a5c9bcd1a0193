// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion as a series for VTK and ParaView: NAME.pvd and a folder NAME_frames with a file per
// frame.
#pragma once

#include <string>
#include <vector>

#include "zwang/convert/scene.hpp"

namespace zwang {

// Returns the names of the files. `path` ends in .pvd.
std::vector<std::string> write_vtk(const StoredRun& run, const Scene& scene,
                                   const std::string& path, bool force);

}  // namespace zwang
