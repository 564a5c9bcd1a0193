// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as an HDF5 file:
//
//   /                    attributes title, sha256, program, method, status
//   /channels/NAME       one number per row; attributes what, of, unit
//   /constraints, /parameters, /events, /event_constraints, /certificate   tables, column by column
//   /links               indices of two points, only with a scene
//   /frames/N            points, velocity, multiplier, state, only with a scene
#pragma once

#include <string>

#include "zwang/convert/scene.hpp"

namespace zwang {

// Whether this program was built with HDF5.
bool has_hdf5();

// `scene` may be null. E410 if it cannot be written.
void write_hdf5(const StoredRun& run, const Scene* scene, const std::string& path);

// The group that holds the numbers of a frame.
std::string frame_group(std::size_t frame);

}  // namespace zwang
