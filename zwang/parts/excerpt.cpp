// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/parts/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "zwang/parts/net_of.hpp"
#include "zwang/parts/stored_parts.hpp"
#include "zwang/report/net_report.hpp"
#include "zwang/result/bytes.hpp"

namespace zwang {
namespace {

// What a run that keeps its constraints and solves its problems comes to (prepare/motion_of.cpp).
constexpr double most_off = 1e-11, most_residual = 1e-9;  // the first of the size of coordinates

// Every k-th of so many, and the last.
std::vector<int> every(int k, int count) {
  std::vector<int> kept;
  for (int n = 0; n < count - 1; n += k) kept.push_back(n);
  kept.push_back(count - 1);
  return kept;
}

std::string ordinal(int k) {
  const bool teen = k % 100 / 10 == 1;
  const char* const ending = teen          ? "th"
                             : k % 10 == 1 ? "st"
                             : k % 10 == 2 ? "nd"
                             : k % 10 == 3 ? "rd"
                                           : "th";
  return fmt::format("{}{}", k, ending);
}

class Excerpt {
 public:
  Excerpt(const std::string& result, const ExcerptOptions& options)
      : stored_(result), file_(stored_.model()), net_(net_of(file_)) {
    if (stored_.generations().empty())
      throw Error(Code::E410, fmt::format("{}: no generation yet", result));
    choose_points(options.points);
    choose_generations(options.frames);
    for (int rank = 0; rank < stored_.processes(); ++rank) read(PartFile(stored_, rank));
    if (found_ != static_cast<std::size_t>(std::ranges::count(excerpt_.held, false)))
      throw Error(Code::E430, fmt::format("{}: some of its points are in no part", result));
    describe();
  }

  std::string html() const { return net_report(file_, excerpt_); }

 private:
  std::size_t shown() const { return excerpt_.held.size(); }

  void choose_points(std::size_t most) {
    const auto rows = [&](int k) { return every(k, static_cast<int>(net_.size[0])); };
    const auto columns = [&](int k) { return every(k, static_cast<int>(net_.size[1])); };
    while (rows(k_).size() * columns(k_).size() > most) ++k_;
    excerpt_.rows = rows(k_);
    excerpt_.columns = columns(k_);
    row_place_.assign(static_cast<std::size_t>(net_.size[0]), -1);
    column_place_.assign(static_cast<std::size_t>(net_.size[1]), -1);
    for (std::size_t a = 0; a < excerpt_.rows.size(); ++a)
      row_place_[static_cast<std::size_t>(excerpt_.rows[a])] = static_cast<int>(a);
    for (std::size_t b = 0; b < excerpt_.columns.size(); ++b)
      column_place_[static_cast<std::size_t>(excerpt_.columns[b])] = static_cast<int>(b);
  }

  // As many as may be, at equal distances, and the last. Held points are where the net has them.
  void choose_generations(std::size_t most) {
    const std::vector<Generation>& all = stored_.generations();
    const std::size_t step = (all.size() + most - 2) / (most - 1);
    for (std::size_t g = 0; g < all.size(); ++g)
      if (g % step == 0 || g + 1 == all.size()) generations_.push_back(all[g]);
    std::vector<std::array<double, 3>> at;
    for (const int i : excerpt_.rows)
      for (const int j : excerpt_.columns) {
        const scale::PatternPoint point = net_.point(i * net_.size[1] + j);
        excerpt_.held.push_back(point.mass == 0.0);
        at.push_back(point.at);
      }
    for (const Generation& generation : generations_) {
      excerpt_.times.push_back(generation.t);
      excerpt_.violation.push_back(generation.violation);
      excerpt_.places.insert(excerpt_.places.end(), at.begin(), at.end());
    }
    excerpt_.kinetic.resize(generations_.size());
    excerpt_.potential.resize(generations_.size());
  }

  // Where a point is among those that are shown; −1: it is not.
  std::ptrdiff_t place_of(std::int64_t n) const {
    if (n < 0 || n >= net_.points())
      throw Error(Code::E430, fmt::format("{}: its parts do not match its model", stored_.path()));
    const int row = row_place_[static_cast<std::size_t>(n / net_.size[1])];
    const int column = column_place_[static_cast<std::size_t>(n % net_.size[1])];
    if (row < 0 || column < 0) return -1;
    return row * std::ssize(excerpt_.columns) + column;
  }

  void read(const PartFile& part) {
    constraints_ += part.constraint_count();
    const std::vector<std::int64_t> points = part.points();
    std::vector<std::pair<std::size_t, std::size_t>> wanted;  // there, here
    for (std::size_t k = 0; k < points.size(); ++k)
      if (const std::ptrdiff_t place = place_of(points[k]); place >= 0)
        wanted.emplace_back(k, static_cast<std::size_t>(place));
    found_ += wanted.size();
    for (std::size_t g = 0; g < generations_.size(); ++g) {
      const PartFile::Rows rows = part.rows(generations_[g].number);
      double square = 0.0, height = 0.0;
      for (std::size_t c = 0; c < 3 * points.size(); ++c) {
        const double q = number_at(rows.q, 8 * c), u = number_at(rows.u, 8 * c);
        square += u * u;
        height -= net_.gravity[c % 3] * q;
        size_ = std::max(size_, std::abs(q));
      }
      excerpt_.kinetic[g] += 0.5 * net_.mass * square;
      excerpt_.potential[g] += net_.mass * height;
      for (const auto& [there, here] : wanted)
        for (std::size_t axis = 0; axis < 3; ++axis)
          excerpt_.places[g * shown() + here][axis] = number_at(rows.q, 8 * (3 * there + axis));
    }
  }

  void describe() {
    const Generation& last = stored_.generations().back();
    const bool ended = last.t >= stored_.until();
    excerpt_.file = std::filesystem::path(stored_.path()).filename().string();
    excerpt_.shown =
        k_ == 1 ? "All points are drawn"
                : fmt::format("Every {} row and column is drawn, {} points", ordinal(k_), shown());
    if (generations_.size() < stored_.generations().size())
      excerpt_.shown +=
          fmt::format(", at {} of {} times", generations_.size(), stored_.generations().size());
    excerpt_.sentence =
        fmt::format("{} x {} = {} points, {} constraints, by {} process{}; {:.6g} s of motion. {}.",
                    net_.size[0], net_.size[1], net_.points(), constraints_, stored_.processes(),
                    stored_.processes() == 1 ? "" : "es", last.t - stored_.generations().front().t,
                    excerpt_.shown);
    excerpt_.status = ended ? RunStatus::finished : RunStatus::interrupted;
    excerpt_.mass = net_.mass;
    excerpt_.settings = {{"method", {}, "time-stepping"},
                         {"step", {}, stored_.asked("step"), "s"},
                         {"until", {}, stored_.asked("until"), "s"},
                         {"every", {}, stored_.asked("every"), "s"},
                         {"processes", {}, std::to_string(stored_.processes())}};
    excerpt_.certificate = {{"violation", last.violation, most_off * size_},
                            {"residual", last.natural, most_residual}};
  }

  StoredParts stored_;
  ModelFile file_;
  scale::NetPattern net_;
  int k_ = 1;
  std::vector<int> row_place_, column_place_;  // among those that are shown; −1: it is not
  std::vector<Generation> generations_;        // that are shown
  std::size_t found_ = 0, constraints_ = 0;
  double size_ = 1.0;  // of the coordinates, m
  NetExcerpt excerpt_;
};

}  // namespace

std::string report_of_parts(const std::string& result, const ExcerptOptions& options) {
  return Excerpt(result, options).html();
}

}  // namespace zwang
