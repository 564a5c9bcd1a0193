// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/convert.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "zwang/base/error.hpp"
#include "zwang/convert/csv.hpp"
#include "zwang/convert/gltf.hpp"
#include "zwang/convert/hdf5.hpp"
#include "zwang/convert/json.hpp"
#include "zwang/convert/latex.hpp"
#include "zwang/convert/limited_child.hpp"
#include "zwang/convert/mesh_model.hpp"
#include "zwang/convert/motion_model.hpp"
#include "zwang/convert/robot_model.hpp"
#include "zwang/convert/scene.hpp"
#include "zwang/convert/vtk.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/convert/xdmf.hpp"
#include "zwang/model_file/former_words.hpp"

namespace zwang {
namespace {

using Write = void (*)(const StoredRun&, std::ostream&);

void write_text(const StoredRun& run, const std::string& output, Write write, Converted& done) {
  write_whole(output, [&](std::ostream& out) { write(run, out); });
  done.files = {output};
}

// A few names, and how many more.
std::string some(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  const auto shown = static_cast<std::ptrdiff_t>(std::min(most, names.size()));
  std::string out = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  if (names.size() > most) out += fmt::format(" and {} more", names.size() - most);
  return out;
}

// The formats that show a picture.
void write_picture(const StoredRun& run, const std::string& output, const std::string& format,
                   const ConvertOptions& options, Converted& done) {
  if (run.rows.empty()) throw Error(Code::E410, fmt::format("{}: no rows yet", run.path));
  const Scene scene = scene_of(run, options.frames);
  if (!scene.placeless.empty()) {
    done.incomplete = true;
    done.left_out.push_back(
        fmt::format("coordinates without a position: {}", some(scene.placeless)));
  }
  if (scene.points.empty()) return;
  if (scene.rows.size() < run.rows.size())
    done.left_out.push_back(fmt::format("{} of {} rows (--frames)",
                                        run.rows.size() - scene.rows.size(), run.rows.size()));
  std::vector<std::string> bare;
  std::vector<bool> drawn(run.reader.constraints().size(), false);
  for (const Scene::Link& link : scene.links)
    drawn[static_cast<std::size_t>(link.constraint)] = true;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (!drawn[i]) bare.push_back(run.reader.constraints()[i].name);
  if (!bare.empty() && format != ".xdmf")
    done.left_out.push_back(fmt::format("constraints without a line: {}", some(bare)));
  if (format == ".pvd") {
    done.files = write_vtk(run, scene, output, options.force);
    done.left_out.emplace_back("events and certificate");
  } else if (format == ".xdmf") {
    const auto beside = std::filesystem::path(output).replace_extension(".h5");
    demand_free(beside.string(), options.force);
    write_hdf5(run, &scene, beside.string());
    write_whole(output,
                [&](std::ostream& out) { write_xdmf(scene, beside.filename().string(), out); });
    done.files = {output, beside.string()};
  } else {
    write_whole(output, [&](std::ostream& out) { write_gltf(run, scene, format == ".glb", out); });
    done.files = {output};
    done.left_out.emplace_back("velocities, multipliers, states, events and certificate");
  }
}

}  // namespace

const std::vector<std::string>& result_formats() {
  static const std::vector<std::string> formats = {".csv",  ".json", ".h5",  ".pvd",
                                                   ".xdmf", ".gltf", ".glb", ".tex"};
  return formats;
}

const std::vector<std::string>& input_formats() {
  static const std::vector<std::string> formats = {".ply",  ".obj", ".vtk",  ".csv",
                                                   ".urdf", ".xml", ".mjcf", ".toml"};
  return formats;
}

std::string format_of(const std::string& path, const std::vector<std::string>& formats) {
  const std::string ending = std::filesystem::path(path).extension().string();
  return std::ranges::find(formats, ending) == formats.end() ? "" : ending;
}

Converted convert_result(const std::string& result, const std::string& output,
                         const ConvertOptions& options) {
  const std::string format = format_of(output, result_formats());
  if (format.empty())
    throw Error(Code::E410, fmt::format("{}: the extension is not one of {}", output,
                                        fmt::join(result_formats(), ", ")));
  if ((format == ".h5" || format == ".xdmf") && !has_hdf5())
    throw Error(Code::E410,
                "this program cannot write HDF5: the library was missing when it was built");
  const StoredRun run = open_run(result);
  demand_free(output, options.force);
  Converted done;
  if (format == ".csv") {
    write_whole(output, [&](std::ostream& out) { write_csv(run, options.quantities, out); });
    done.files = {output};
    done.left_out.emplace_back("model, events and certificate");
  } else if (format == ".json") {
    write_text(run, output, write_json, done);
  } else if (format == ".tex") {
    write_text(run, output, write_latex, done);
    done.left_out.emplace_back("rows and certificate");
  } else if (format == ".h5") {
    write_hdf5(run, nullptr, output);
    done.files = {output};
  } else {
    write_picture(run, output, format, options, done);
  }
  return done;
}

Converted convert_input(const std::string& input, const std::string& output,
                        const ConvertOptions& options) {
  demand_free(output, options.force);
  const std::string format = format_of(input, input_formats());
  if (format == ".urdf" || format == ".xml" || format == ".mjcf") {
    RobotModelText robot = robot_model(input, options.fix_root);
    Converted done{.not_taken = std::move(robot.not_taken)};
    if (options.strict && !done.not_taken.empty()) return done;
    write_whole(output, [&](std::ostream& out) { out << robot.text; });
    done.files = {output};
    return done;
  }
  const std::string text = in_limited_child(input, [&] {
    if (format == ".toml") return in_todays_words(read_source(input).text);
    return format == ".csv" ? motion_model(read_source(input)) : mesh_model(input, output);
  });
  write_whole(output, [&](std::ostream& out) { out << text; });
  return {.files = {output}};
}

}  // namespace zwang
