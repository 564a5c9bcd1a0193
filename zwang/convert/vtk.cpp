// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/vtk.hpp"

#include <fmt/format.h>

#include "zwang/base/text.hpp"
#include "zwang/convert/vtk_file.hpp"
#include "zwang/convert/whole_file.hpp"

namespace zwang {
namespace {

void write_frame(const StoredRun& run, const Scene& scene, std::size_t frame, std::ostream& out) {
  const std::size_t n = scene.points.size(), lines = scene.links.size();
  const StoredRow& row = run.rows[scene.rows[frame]];
  begin_vtk(out, "PolyData");
  out << "<PolyData>\n<FieldData>\n";
  write_time(out, row.t);
  write_array(out, "type=\"Int32\" Name=\"side\" NumberOfTuples=\"1\"",
              [&](auto&& put) { put(row.side); });
  out << fmt::format(
      "</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" "
      "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<PointData>\n",
      n, n, lines);
  write_triples(out, "type=\"Float64\" Name=\"velocity\" NumberOfComponents=\"3\"",
                scene.velocities[frame]);
  write_array(out, "type=\"Float64\" Name=\"mass\"", [&](auto&& put) {
    for (const double mass : scene.masses) put(shortest(mass));
  });
  // one cell for each point, then one for each string or rod
  out << "</PointData>\n<CellData>\n";
  write_array(out, "type=\"Float64\" Name=\"multiplier\"", [&](auto&& put) {
    for (std::size_t i = 0; i < n; ++i) put(0);
    for (const Scene::Link& link : scene.links)
      put(shortest(row.multipliers[static_cast<std::size_t>(link.constraint)]));
  });
  write_array(out, "type=\"Int32\" Name=\"state\"", [&](auto&& put) {
    for (std::size_t i = 0; i < n; ++i) put(0);
    for (const Scene::Link& link : scene.links)
      put(int{row.states[static_cast<std::size_t>(link.constraint)]});
  });
  write_array(out, "type=\"Int32\" Name=\"constraint\"", [&](auto&& put) {
    for (std::size_t i = 0; i < n; ++i) put(-1);
    for (const Scene::Link& link : scene.links) put(link.constraint);
  });
  out << "</CellData>\n<Points>\n";
  write_triples(out, "type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"",
                scene.positions[frame]);
  out << "</Points>\n<Verts>\n";
  write_array(out, "type=\"Int64\" Name=\"connectivity\"", [&](auto&& put) {
    for (std::size_t i = 0; i < n; ++i) put(i);
  });
  write_array(out, "type=\"Int64\" Name=\"offsets\"", [&](auto&& put) {
    for (std::size_t i = 1; i <= n; ++i) put(i);
  });
  out << "</Verts>\n<Lines>\n";
  write_array(out, "type=\"Int64\" Name=\"connectivity\"", [&](auto&& put) {
    for (const Scene::Link& link : scene.links) {
      put(link.from);
      put(link.to);
    }
  });
  write_array(out, "type=\"Int64\" Name=\"offsets\"", [&](auto&& put) {
    for (std::size_t i = 1; i <= lines; ++i) put(2 * i);
  });
  out << "</Lines>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string frame_name(std::size_t frame) { return fmt::format("frame_{:06}.vtp", frame); }

}  // namespace

std::vector<std::string> write_vtk(const StoredRun& run, const Scene& scene,
                                   const std::string& path, bool force) {
  const std::string folder = make_frames_folder(path);
  const std::size_t frames = scene.rows.size();
  std::vector<std::string> files = {path};
  for (std::size_t f = 0; f < frames; ++f) files.push_back(folder + "/" + frame_name(f));
  for (const std::string& file : files) demand_free(file, force);
  for (std::size_t f = 0; f < frames; ++f)
    write_whole(files[f + 1], [&](std::ostream& out) { write_frame(run, scene, f, out); });
  std::vector<VtkFrame> series;
  for (std::size_t f = 0; f < frames; ++f) series.push_back({scene.times[f], frame_name(f)});
  write_series(path, series);
  return files;
}

}  // namespace zwang
