// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Building blocks of VTK files: XML with numbers as text, each in the shortest form that reads back
// unchanged, and a time series of files.
#pragma once

#include <array>
#include <ostream>
#include <string>
#include <vector>

namespace zwang {

// "PolyData", "UnstructuredGrid", ... </VTKFile> ends it.
void begin_vtk(std::ostream& out, const std::string& type);

// <DataArray HEAD> with its numbers: numbers(put), which calls put(x) for each.
template <class Numbers>
void write_array(std::ostream& out, const std::string& head, Numbers&& numbers) {
  out << "<DataArray " << head << " format=\"ascii\">\n";
  numbers([&](const auto& x) { out << x << ' '; });
  out << "\n</DataArray>\n";
}
void write_triples(std::ostream& out, const std::string& head,
                   const std::vector<std::array<double, 3>>& triples);
void write_time(std::ostream& out, double t);  // among <FieldData>

// NAME_frames of NAME.pvd, created if missing. E410.
std::string make_frames_folder(const std::string& path);

struct VtkFrame {
  double t;
  std::string file;  // in the frames folder
};

// A series lists its frames: older files beyond its end do no harm.
void write_series(const std::string& path, const std::vector<VtkFrame>& frames);

}  // namespace zwang
