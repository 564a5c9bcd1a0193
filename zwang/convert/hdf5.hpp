// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as an HDF5 file:
//
//   /                    attributes title, sha256, program, method, status
//   /channels/NAME       one number for each row; attributes what, of, unit
//   /conditions, /parameters, /events, /event_conditions, /certificate   tables, column by column
//   /links               numbers of two points, of a picture only
//   /frames/N            points, velocity, multiplier, state, of a picture only
#pragma once

#include <string>

#include "zwang/convert/scene.hpp"

namespace zwang {

// Whether this program was built with HDF5.
bool has_hdf5();

// `scene` may be none. E410 if it cannot be written.
void write_hdf5(const StoredRun& run, const Scene* scene, const std::string& path);

// Where the numbers of a frame are.
std::string frame_group(std::size_t frame);

}  // namespace zwang
