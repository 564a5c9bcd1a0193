// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/vtk_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/report/xml.hpp"

namespace zwang {
namespace {

namespace fs = std::filesystem;

std::string frames_folder(const std::string& path) {
  return path.substr(0, path.size() - std::string(".pvd").size()) + "_frames";
}

}  // namespace

void begin_vtk(std::ostream& out, const std::string& type) {
  out << "<?xml version=\"1.0\"?>\n<!-- " << own_mark << " -->\n"
      << "<VTKFile type=\"" << type
      << "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n";
}

void write_triples(std::ostream& out, const std::string& head,
                   const std::vector<std::array<double, 3>>& triples) {
  write_array(out, head, [&](auto&& put) {
    for (const auto& triple : triples)
      for (const double x : triple) put(shortest(x));
  });
}

void write_time(std::ostream& out, double t) {
  write_array(out, "type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\"",
              [&](auto&& put) { put(shortest(t)); });
}

std::string make_frames_folder(const std::string& path) {
  const std::string folder = frames_folder(path);
  std::error_code failed;
  fs::create_directory(folder, failed);
  if (failed || !fs::is_directory(fs::symlink_status(folder)))
    throw Error(Code::E410, fmt::format("{}: the folder cannot be made", folder));
  return folder;
}

void write_series(const std::string& path, const std::vector<VtkFrame>& frames) {
  write_whole(path, [&](std::ostream& out) {
    begin_vtk(out, "Collection");
    out << "<Collection>\n";
    const std::string beside = fs::path(frames_folder(path)).filename().string();
    for (const VtkFrame& frame : frames)
      out << fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}/{}\"/>\n",
                         shortest(frame.t), xml_text(beside), frame.file);
    out << "</Collection>\n</VTKFile>\n";
  });
}

}  // namespace zwang
