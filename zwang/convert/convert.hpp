// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Results in the formats of other programs, and meshes, motions and robots from other programs as
// models.
#pragma once

#include <string>
#include <vector>

#include "zwang/base/error.hpp"

namespace zwang {

struct ConvertOptions {
  std::size_t frames = 500;                  // of an animation, at most
  bool force = false;                        // overwrite files of other origin
  std::vector<std::string> quantities = {};  // columns of a .csv beside the channels
  bool fix_root = false;                     // the root of a URDF robot is part of the world
  bool strict = false;                       // write nothing if something is not taken over
};

struct Converted {
  std::vector<std::string> files = {};     // the requested one first
  std::vector<std::string> left_out = {};  // what the format cannot express, a line each
  std::vector<Error> not_taken = {};       // W401: what of a robot is not in the model
  // The motion has parts that the format cannot show. If it can show none of them, nothing is
  // written.
  bool incomplete = false;
};

// ".csv", ".json", ...
const std::vector<std::string>& result_formats();
// Of files that can become a model: ".ply", ".obj", ".vtk", ".csv", ".urdf", ".xml", and ".toml"
// in former words.
const std::vector<std::string>& input_formats();
// The one that the name ends with, or "".
std::string format_of(const std::string& path, const std::vector<std::string>& formats);

// By the extension of `output`. E401, E430 and similar for the result, E410 and E440 for the files
// written.
Converted convert_result(const std::string& result, const std::string& output,
                         const ConvertOptions& options = {});
// A model file for a mesh, for a table of positions over time (.csv), for a robot in URDF or MJCF,
// or for a model file with words that have been renamed (.toml).
Converted convert_input(const std::string& input, const std::string& output,
                        const ConvertOptions& options = {});

}  // namespace zwang
