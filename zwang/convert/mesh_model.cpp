// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/mesh_model.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/model_file/mesh_file.hpp"

namespace zwang {
namespace {

namespace fs = std::filesystem;

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : without_controls(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string mesh_model(const std::string& mesh, const std::string& model) {
  const Mesh net = read_mesh(read_source(mesh));
  const fs::path folder = fs::absolute(model).lexically_normal().parent_path();
  const fs::path seen = fs::absolute(mesh).lexically_normal().lexically_relative(folder);
  if (seen.empty() || *seen.begin() == "..")
    throw Error(Code::E410,
                fmt::format("{}: a model reads meshes from its own folder or below it; write it "
                            "into {} or above",
                            model, fs::absolute(mesh).lexically_normal().parent_path().string()));
  return fmt::format(R"(# {}: {} points, {} edges
zwang = 1
title = {}

[[generate]]
kind = "mesh"              # makes net[i], the points of the file, and net.string[e], its edges
name = "net"
file = {}
mass = 1                   # kg, in total
# scale  = 1               # of the coordinates
# pinned = [0]             # points that stay fixed
# links  = "rods"          # instead of strings

[forces]
gravity = [0, 0, -9.81]

[run]
until  = 1
method = "time-stepping"           # time steps: with many strings there are events all the time
step   = 1e-3

[output]
every  = "10 ms"
)",
                     own_mark, net.points.size(), net.edges.size(),
                     toml_text(seen.filename().string()), toml_text(seen.generic_string()));
}

}  // namespace zwang
