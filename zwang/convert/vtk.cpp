// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/vtk.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/page/xml.hpp"

namespace zwang {
namespace {

namespace fs = std::filesystem;

// <DataArray type=... Name=...> with its numbers.
template <class Numbers>
void write_array(std::ostream& out, const std::string& head, Numbers&& numbers) {
  out << "<DataArray " << head << " format=\"ascii\">\n";
  numbers([&](const auto& x) { out << x << ' '; });
  out << "\n</DataArray>\n";
}

void write_triples(std::ostream& out, const std::string& head,
                   const std::vector<Scene::Spot>& spots) {
  write_array(out, head, [&](auto&& put) {
    for (const Scene::Spot& spot : spots)
      for (const double x : spot) put(shortest(x));
  });
}

void write_frame(const StoredRun& run, const Scene& scene, std::size_t frame, std::ostream& out) {
  const std::size_t n = scene.points.size(), lines = scene.links.size();
  const StoredRow& row = run.rows[scene.rows[frame]];
  out << "<?xml version=\"1.0\"?>\n<!-- " << own_mark << " -->\n"
      << "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
         "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
  write_array(out, "type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\"",
              [&](auto&& put) { put(shortest(row.t)); });
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
      put(shortest(row.multipliers[static_cast<std::size_t>(link.condition)]));
  });
  write_array(out, "type=\"Int32\" Name=\"state\"", [&](auto&& put) {
    for (std::size_t i = 0; i < n; ++i) put(0);
    for (const Scene::Link& link : scene.links)
      put(int{row.states[static_cast<std::size_t>(link.condition)]});
  });
  write_array(out, "type=\"Int32\" Name=\"condition\"", [&](auto&& put) {
    for (std::size_t i = 0; i < n; ++i) put(-1);
    for (const Scene::Link& link : scene.links) put(link.condition);
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
  const std::string folder = path.substr(0, path.size() - std::string(".pvd").size()) + "_frames";
  const std::size_t frames = scene.rows.size();
  std::error_code failed;
  fs::create_directory(folder, failed);
  if (failed || !fs::is_directory(fs::symlink_status(folder)))
    throw Error(Code::E410, fmt::format("{}: the folder cannot be made", folder));
  std::vector<std::string> files = {path};
  for (std::size_t f = 0; f < frames; ++f) files.push_back(folder + "/" + frame_name(f));
  for (const std::string& file : files) demand_free(file, force);
  for (std::size_t f = 0; f < frames; ++f)
    write_whole(files[f + 1], [&](std::ostream& out) { write_frame(run, scene, f, out); });
  // a series names its frames itself: older ones beyond its end do no harm
  write_whole(path, [&](std::ostream& out) {
    out << "<?xml version=\"1.0\"?>\n<!-- " << own_mark << " -->\n"
        << "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
           "<Collection>\n";
    const std::string beside = fs::path(folder).filename().string();
    for (std::size_t f = 0; f < frames; ++f)
      out << fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}/{}\"/>\n",
                         shortest(scene.times[f]), xml_text(beside), frame_name(f));
    out << "</Collection>\n</VTKFile>\n";
  });
  return files;
}

}  // namespace zwang
