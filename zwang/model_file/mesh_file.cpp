// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/model_file/generate.hpp"

namespace zwang {
namespace {

// The words of a text, line by line.
class Lines {
 public:
  explicit Lines(const Source& source) : rest_(source.text), path_(source.path) {}

  // The words of the next line that has some; false at the end.
  bool next(std::string_view apart = " \t") {
    words.clear();
    while (words.empty() && !rest_.empty()) {
      ++number_;
      const auto end = rest_.find('\n');
      std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      while (!line.empty()) {
        const auto from = line.find_first_not_of(apart);
        if (from == std::string_view::npos) break;
        const auto to = std::min(line.find_first_of(apart, from), line.size());
        words.push_back(line.substr(from, to - from));
        line.remove_prefix(to);
      }
    }
    return !words.empty();
  }
  void demand(const std::string& what) {
    if (!next()) refuse(fmt::format("the file ends before {}", what));
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(Code::E119, fmt::format("{}, line {}: {}", path_, number_, why));
  }

  double number(std::size_t word) const {
    const auto found = as_number(word);
    if (!found) refuse("expected a finite number");
    return *found;
  }
  std::optional<double> as_number(std::size_t word) const {
    if (word >= words.size()) return std::nullopt;
    double value = 0.0;
    const std::string_view text = words[word];
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !std::isfinite(value))
      return std::nullopt;
    return value;
  }
  int integer(std::size_t word) const {
    const double value = number(word);
    if (value != std::floor(value) || std::abs(value) > 2e9) refuse("expected a whole number");
    return static_cast<int>(value);
  }
  // How many points or cells there are.
  int count(std::size_t word) const {
    const int value = integer(word);
    if (value < 0 || value > most_masses)
      refuse(fmt::format("{} is not between 0 and {}", value, most_masses));
    return value;
  }

  std::vector<std::string_view> words;

 private:
  std::string_view rest_;
  std::string path_;
  int number_ = 0;
};

class MeshReader {
 public:
  explicit MeshReader(const Source& source) : lines_(source) {}

  Mesh ply() {
    struct Element {
      std::string name;
      int count = 0;
      std::vector<std::string> properties;
    };
    std::vector<Element> elements;
    lines_.demand("its header");
    if (lines_.words[0] != "ply") lines_.refuse("a PLY file begins with 'ply'");
    for (;;) {
      lines_.demand("'end_header'");
      const auto& words = lines_.words;
      if (words[0] == "end_header") break;
      if (words[0] == "format" && (words.size() < 2 || words[1] != "ascii"))
        lines_.refuse("only 'format ascii' is supported");
      if (words[0] == "element" && words.size() >= 3)
        elements.push_back({std::string(words[1]), lines_.count(2), {}});
      if (words[0] == "property" && !elements.empty())
        elements.back().properties.emplace_back(words.back());
    }
    for (const Element& element : elements)
      for (int i = 0; i < element.count; ++i) {
        lines_.demand(fmt::format("all of its {} {} lines", element.count, element.name));
        if (element.name == "vertex") {
          std::array<double, 3> at{};
          for (std::size_t k = 0; k < 3; ++k) {
            const std::string axis(1, "xyz"[k]);
            const auto found = std::ranges::find(element.properties, axis);
            if (found == element.properties.end())
              lines_.refuse(fmt::format("vertices without '{}'", axis));
            at[k] = lines_.number(static_cast<std::size_t>(found - element.properties.begin()));
          }
          point(at);
        } else if (element.name == "face") {
          around(corners(), true);
        } else if (element.name == "edge") {
          edge(lines_.integer(0), lines_.integer(1));
        }
      }
    return done();
  }

  Mesh obj() {
    while (lines_.next()) {
      const std::string_view kind = lines_.words[0];
      if (kind == "v") point({lines_.number(1), lines_.number(2), lines_.number(3)});
      if (kind != "f" && kind != "l") continue;
      std::vector<int> corners;
      for (std::size_t i = 1; i < lines_.words.size(); ++i) {
        std::string_view& word = lines_.words[i];
        word = word.substr(0, word.find('/'));
        const int number = lines_.integer(i);
        corners.push_back(number < 0 ? static_cast<int>(mesh_.points.size()) + number : number - 1);
      }
      around(corners, kind == "f");
    }
    return done();
  }

  Mesh vtk() {
    lines_.demand("its header");
    if (lines_.words[0] != "#") lines_.refuse("a VTK file begins with '# vtk DataFile'");
    bool ascii = false;
    std::vector<std::vector<int>> waiting;  // cells whose types come later
    while (lines_.next()) {
      const std::string kind(lines_.words[0]);
      if (kind == "ASCII") ascii = true;
      if (kind == "BINARY") lines_.refuse("only ASCII is supported");
      if (kind == "POINTS" && ascii) {
        const int count = lines_.count(1);
        std::vector<double> numbers;
        while (numbers.size() < 3 * index(count)) {
          lines_.demand("all of its points");
          for (std::size_t i = 0; i < lines_.words.size(); ++i) numbers.push_back(lines_.number(i));
        }
        for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
          point({numbers[i], numbers[i + 1], numbers[i + 2]});
      }
      if (kind == "LINES" || kind == "POLYGONS") {
        const int count = lines_.count(1);
        for (int i = 0; i < count; ++i) {
          lines_.demand("all of its cells");
          around(corners(), kind == "POLYGONS");
        }
      }
      if (kind == "CELLS") {
        const int count = lines_.count(1);
        for (int i = 0; i < count; ++i) {
          lines_.demand("all of its cells");
          waiting.push_back(corners());
        }
      }
      if (kind == "CELL_TYPES") {
        for (const std::vector<int>& cell : waiting) {
          lines_.demand("all types of its cells");
          const int type = lines_.integer(0);
          if (type != 3 && type != 4 && type != 5 && type != 7 && type != 9)
            lines_.refuse(
                fmt::format("a cell of type {}: only lines and polygons are supported", type));
          around(cell, type >= 5);
        }
        waiting.clear();
      }
    }
    return done();
  }

  Mesh csv() {
    bool first = true;
    while (lines_.next(",; \t")) {
      // a heading
      if (std::exchange(first, false) && !lines_.as_number(0)) continue;
      point({lines_.number(0), lines_.number(1), lines_.number(2)});
    }
    return done();
  }

 private:
  void point(const std::array<double, 3>& at) {
    if (mesh_.points.size() >= index(most_masses))
      lines_.refuse(fmt::format("more than {} points", most_masses));
    mesh_.points.push_back(at);
  }

  // "3 0 1 2"
  std::vector<int> corners() const {
    const int count = lines_.count(0);
    if (index(count) >= lines_.words.size())
      lines_.refuse(fmt::format("expected {} corners", count));
    std::vector<int> found;
    for (int i = 1; i <= count; ++i) found.push_back(lines_.integer(index(i)));
    return found;
  }
  void around(const std::vector<int>& corners, bool closed) {
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) edge(corners[i], corners[i + 1]);
    if (closed && corners.size() > 2) edge(corners.back(), corners.front());
  }

  void edge(int a, int b) {
    const int count = static_cast<int>(mesh_.points.size());
    for (const int i : {a, b})
      if (i < 0 || i >= count) lines_.refuse(fmt::format("there is no point {} of {}", i, count));
    if (a == b) lines_.refuse(fmt::format("an edge from point {} to itself", a));
    const auto key = static_cast<std::uint64_t>(std::min(a, b)) << 32U |
                     static_cast<std::uint64_t>(std::max(a, b));
    if (seen_.insert(key).second) mesh_.edges.emplace_back(a, b);
  }

  Mesh done() {
    if (mesh_.points.empty()) lines_.refuse("no points");
    return std::move(mesh_);
  }

  Lines lines_;
  Mesh mesh_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace

Mesh read_mesh(const Source& source) {
  MeshReader reader(source);
  const std::string& path = source.path;
  if (path.ends_with(".ply")) return reader.ply();
  if (path.ends_with(".obj")) return reader.obj();
  if (path.ends_with(".vtk")) return reader.vtk();
  if (path.ends_with(".csv")) return reader.csv();
  throw Error(Code::E119, fmt::format("{} is not one of .ply, .obj, .vtk, .csv", path));
}

}  // namespace zwang
