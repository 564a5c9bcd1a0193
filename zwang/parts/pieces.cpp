// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/parts/pieces.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include "zwang/base/text.hpp"
#include "zwang/convert/vtk_file.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/parts/net_of.hpp"
#include "zwang/parts/stored_parts.hpp"
#include "zwang/result/bytes.hpp"

namespace zwang {
namespace {

using scale::Three;

constexpr const char* velocity_head = R"(type="Float64" Name="velocity" NumberOfComponents="3")";
constexpr const char* number_head = R"(type="Int64" Name="number")";
constexpr const char* ghost_head = R"(type="UInt8" Name="vtkGhostType")";
constexpr const char* impulse_head = R"(type="Float64" Name="impulse")";
constexpr const char* family_head = R"(type="Int32" Name="family")";
constexpr const char* places_head = R"(type="Float64" Name="Points" NumberOfComponents="3")";
constexpr int line_type = 3, duplicate_point = 1;  // of VTK

// The least and the largest number of a part's points.
struct Range {
  std::int64_t low, high;
};

// A part with the ends of its strings that are not its own.
class Piece {
 public:
  Piece(const StoredParts& stored, const scale::NetPattern& net, int rank,
        const std::vector<Range>& ranges)
      : part_(stored, rank), points_(part_.points()), own_(points_.size()) {
    read_lines(stored, net);
    find_others(stored, rank, ranges);
  }

  void write(std::ostream& out, const Generation& generation, bool impulses) const {
    begin_vtk(out, "UnstructuredGrid");
    out << "<UnstructuredGrid>\n<FieldData>\n";
    write_time(out, generation.t);
    out << fmt::format("</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
                       points_.size(), lines_.size());
    write_points(out, generation.number);
    out << "<CellData>\n";
    if (impulses) {
      const std::vector<double> impulse = part_.bonds(generation.number).impulse;
      write_array(out, impulse_head, [&](auto&& put) {
        for (const Line& line : lines_) put(shortest(impulse[line.constraint]));
      });
    }
    write_array(out, family_head, [&](auto&& put) {
      for (const Line& line : lines_) put(line.family);
    });
    out << "</CellData>\n<Cells>\n";
    write_array(out, R"(type="Int64" Name="connectivity")", [&](auto&& put) {
      for (const Line& line : lines_) {
        put(line.from);
        put(line.to);
      }
    });
    write_array(out, R"(type="Int64" Name="offsets")", [&](auto&& put) {
      for (std::size_t k = 1; k <= lines_.size(); ++k) put(2 * k);
    });
    write_array(out, R"(type="UInt8" Name="types")", [&](auto&& put) {
      for (std::size_t k = 0; k < lines_.size(); ++k) put(line_type);
    });
    out << "</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
  }

 private:
  struct Line {
    std::size_t from, to;  // places among the points
    std::size_t constraint;
    std::int64_t family;
  };
  // Another part, and which of its points are wanted here.
  struct Neighbour {
    struct Wanted {
      std::size_t there, here;
    };
    PartFile part;
    std::vector<Wanted> wanted;
  };

  // The constraints between two points. Held ends are in no part: they are where the net has them.
  void read_lines(const StoredParts& stored, const scale::NetPattern& net) {
    std::unordered_map<std::int64_t, std::size_t> place;
    for (std::size_t k = 0; k < own_; ++k) place[points_[k]] = k;
    const auto place_of = [&](PetscInt n) {
      const auto [found, is_new] = place.try_emplace(n, points_.size());
      if (is_new) {
        points_.push_back(n);
        const scale::PatternPoint point = net.point(n);
        held_.push_back(point.mass == 0.0);
        beyond_.push_back(point.at);
      }
      return found->second;
    };
    const auto [first_points, families] = part_.constraints();
    std::vector<PetscInt> ends;
    for (std::size_t k = 0; k < families.size(); ++k) {
      const auto family = static_cast<std::size_t>(families[k]);
      const bool known =
          family < net.families.size() && first_points[k] >= 0 && first_points[k] < net.points();
      if (known) net.members(family, static_cast<PetscInt>(first_points[k]), ends);
      if (!known || ends.empty())
        throw Error(Code::E430, fmt::format("{}: its parts do not match its model", stored.path()));
      if (ends.size() == 2)
        lines_.push_back({place_of(ends[0]), place_of(ends[1]), k, families[k]});
    }
  }

  void find_others(const StoredParts& stored, int rank, const std::vector<Range>& ranges) {
    std::unordered_map<std::int64_t, std::size_t> sought;
    for (std::size_t k = own_; k < points_.size(); ++k)
      if (!held_[k - own_]) sought[points_[k]] = k;
    for (int other = 0; other < stored.processes() && !sought.empty(); ++other) {
      const auto [low, high] = ranges[static_cast<std::size_t>(other)];
      if (other == rank || std::ranges::none_of(sought, [&](const auto& one) {
            return low <= one.first && one.first <= high;
          }))
        continue;
      Neighbour neighbour{PartFile(stored, other), {}};
      const std::vector<std::int64_t> points = neighbour.part.points();
      for (std::size_t k = 0; k < points.size(); ++k)
        if (const auto found = sought.find(points[k]); found != sought.end()) {
          neighbour.wanted.push_back({k, found->second});
          sought.erase(found);
        }
      if (!neighbour.wanted.empty()) neighbours_.push_back(std::move(neighbour));
    }
    if (!sought.empty())
      throw Error(Code::E430,
                  fmt::format("{}: {} points are in no part", stored.path(), sought.size()));
  }

  static Three three_at(const std::string& bytes, std::size_t point) {
    return {number_at(bytes, 24 * point), number_at(bytes, 24 * point + 8),
            number_at(bytes, 24 * point + 16)};
  }

  void write_points(std::ostream& out, std::int64_t generation) const {
    std::vector<Three> places(points_.size()), velocities(points_.size());
    const auto take = [&](const PartFile::Rows& rows, std::size_t there, std::size_t here) {
      places[here] = three_at(rows.q, there);
      velocities[here] = three_at(rows.u, there);
    };
    {
      const PartFile::Rows rows = part_.rows(generation);
      for (std::size_t k = 0; k < own_; ++k) take(rows, k, k);
    }
    std::ranges::copy(beyond_, places.begin() + static_cast<std::ptrdiff_t>(own_));
    for (const Neighbour& neighbour : neighbours_) {
      const PartFile::Rows rows = neighbour.part.rows(generation);
      for (const auto& [there, here] : neighbour.wanted) take(rows, there, here);
    }
    out << "<PointData>\n";
    write_triples(out, velocity_head, velocities);
    write_array(out, number_head, [&](auto&& put) {
      for (const std::int64_t n : points_) put(n);
    });
    write_array(out, ghost_head, [&](auto&& put) {
      for (std::size_t k = 0; k < points_.size(); ++k)
        put(k < own_ || held_[k - own_] ? 0 : duplicate_point);
    });
    out << "</PointData>\n<Points>\n";
    write_triples(out, places_head, places);
    out << "</Points>\n";
  }

  PartFile part_;
  std::vector<std::int64_t> points_;  // its own, then the others
  std::size_t own_;
  std::vector<bool> held_;     // of those that are not its own
  std::vector<Three> beyond_;  // where the net has them
  std::vector<Line> lines_;
  std::vector<Neighbour> neighbours_;
};

std::string frame_name(std::size_t frame) { return fmt::format("frame_{:06}.pvtu", frame); }
std::string piece_name(std::size_t frame, int rank) {
  return fmt::format("frame_{:06}_{}.vtu", frame, rank);
}

void write_frame(std::ostream& out, std::size_t frame, int pieces, bool impulses) {
  const auto declare = [&](const char* head) { out << "<PDataArray " << head << "/>\n"; };
  begin_vtk(out, "PUnstructuredGrid");
  out << "<PUnstructuredGrid GhostLevel=\"0\">\n<PPointData>\n";
  for (const char* const head : {velocity_head, number_head, ghost_head}) declare(head);
  out << "</PPointData>\n<PCellData>\n";
  if (impulses) declare(impulse_head);
  declare(family_head);
  out << "</PCellData>\n<PPoints>\n";
  declare(places_head);
  out << "</PPoints>\n";
  for (int rank = 0; rank < pieces; ++rank)
    out << fmt::format("<Piece Source=\"{}\"/>\n", piece_name(frame, rank));
  out << "</PUnstructuredGrid>\n</VTKFile>\n";
}

std::vector<std::string> left_out(const scale::NetPattern& net, const std::vector<bool>& impulses) {
  std::vector<std::string> lines, bare;
  for (const scale::FamilyForm& family : net.families)
    if (family.points != 2) bare.push_back(family.name);
  if (!bare.empty())
    lines.push_back(fmt::format("constraints without a line: {}", fmt::join(bare, ", ")));
  if (const auto without = std::ranges::count(impulses, false); without > 0)
    lines.push_back(
        fmt::format("impulses of {} of {} generations: a result in parts keeps the last ones only",
                    without, impulses.size()));
  lines.emplace_back("certificate");
  return lines;
}

}  // namespace

Converted convert_parts(const std::string& result, const std::string& output, bool force) {
  if (!output.ends_with(".pvd"))
    throw Error(Code::E410, fmt::format("{}: the extension is not .pvd", output));
  const StoredParts stored(result);
  const scale::NetPattern net = net_of(stored.model());
  const std::vector<Generation>& generations = stored.generations();
  if (generations.empty()) throw Error(Code::E410, fmt::format("{}: no generation yet", result));
  std::vector<Range> ranges;
  std::vector<bool> impulses(generations.size(), true);  // whether all parts have them
  for (int rank = 0; rank < stored.processes(); ++rank) {
    const PartFile part(stored, rank);
    const std::vector<std::int64_t> points = part.points();
    const auto [low, high] = points.empty() ? std::ranges::min_max_result<std::int64_t>{0, -1}
                                            : std::ranges::minmax(points);
    ranges.push_back({low, high});
    for (std::size_t g = 0; g < generations.size(); ++g)
      impulses[g] = impulses[g] && part.has_bonds(generations[g].number);
  }
  const std::string folder = make_frames_folder(output) + "/";
  Converted done{.files = {output}, .left_out = left_out(net, impulses)};
  std::vector<VtkFrame> series;
  for (std::size_t g = 0; g < generations.size(); ++g) {
    series.push_back({generations[g].t, frame_name(g)});
    done.files.push_back(folder + frame_name(g));
    for (int rank = 0; rank < stored.processes(); ++rank)
      done.files.push_back(folder + piece_name(g, rank));
  }
  for (const std::string& file : done.files) demand_free(file, force);
  for (int rank = 0; rank < stored.processes(); ++rank) {
    const Piece piece(stored, net, rank, ranges);
    for (std::size_t g = 0; g < generations.size(); ++g)
      write_whole(folder + piece_name(g, rank),
                  [&](std::ostream& out) { piece.write(out, generations[g], impulses[g]); });
  }
  for (std::size_t g = 0; g < generations.size(); ++g)
    write_whole(folder + frame_name(g),
                [&](std::ostream& out) { write_frame(out, g, stored.processes(), impulses[g]); });
  write_series(output, series);
  return done;
}

}  // namespace zwang
