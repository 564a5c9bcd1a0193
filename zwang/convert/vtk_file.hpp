// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What files of VTK are made of: XML with numbers as text, each the shortest that reads back as the
// same, and a series of them over time.
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

// NAME_frames of NAME.pvd, made if it is not there. E410.
std::string make_frames_folder(const std::string& path);

struct VtkFrame {
  double t;
  std::string file;  // in the folder of the frames
};

// A series names its frames itself: older ones beyond its end do no harm.
void write_series(const std::string& path, const std::vector<VtkFrame>& frames);

}  // namespace zwang
