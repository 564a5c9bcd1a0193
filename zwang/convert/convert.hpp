// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Results in the formats of other programs, and meshes and motions of other programs as models.
#pragma once

#include <string>
#include <vector>

namespace zwang {

struct ConvertOptions {
  std::size_t frames = 500;  // of a picture, at most
  bool force = false;        // overwrite what is somebody else's
};

struct Converted {
  std::vector<std::string> files = {};     // the one that was asked for first
  std::vector<std::string> left_out = {};  // what the format cannot say, a line each
  // The motion has parts that the picture does not show. Without any part that it could show
  // nothing is written.
  bool incomplete = false;
};

// ".csv", ".json", ...
const std::vector<std::string>& result_formats();
// Of what can become a model: ".ply", ".obj", ".vtk", ".csv".
const std::vector<std::string>& input_formats();
// The one of these with which the name ends, or "".
std::string format_of(const std::string& path, const std::vector<std::string>& formats);

// By the ending of `output`. E401, E430 and their kin of the result, E410 and E440 of the files
// that are written.
Converted convert_result(const std::string& result, const std::string& output,
                         const ConvertOptions& options = {});
// A model file for a mesh, or for a table of places over time (.csv).
Converted convert_input(const std::string& input, const std::string& output,
                        const ConvertOptions& options = {});

}  // namespace zwang
