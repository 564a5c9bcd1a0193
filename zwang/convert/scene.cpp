// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "zwang/model/shape.hpp"
#include "zwang/report/drawing.hpp"
#include "zwang/scalars/taylor.hpp"

namespace zwang {
namespace {

using Spot = Scene::Spot;
using Course = Taylor<double, 2>;

// Place and velocity along an axis that follows time.
Course given(const Point& point, std::size_t axis, double t) {
  if (!point.given[axis]) return Course(0.0);
  const std::vector<Course> inputs(point.given[axis]->inputs().size(), Course(t, 1.0));
  return point.given[axis]->value<Course>(inputs);
}

void add_frame(const StoredRun& run, const StoredRow& row, Scene& scene) {
  const Vector rates = run.system->rates(row.state());
  std::vector<Spot> places, velocities;
  for (const Point& point : run.file.model->points()) {
    Spot place{}, velocity{};
    for (std::size_t k = 0; k < 3; ++k) {
      const int c = point.coordinates[k];
      const Course course = c >= 0 ? Course(row.q[c], rates[c]) : given(point, k, row.t);
      place[k] = course[0];
      velocity[k] = course[1];
    }
    places.push_back(place);
    velocities.push_back(velocity);
  }
  scene.positions.push_back(std::move(places));
  scene.velocities.push_back(std::move(velocities));
  auto& turns = scene.turns.emplace_back();
  for (const Body& body : run.file.model->bodies()) turns.push_back(body.quaternion(row.q));
}

// One more point; of a single place it stands still.
int add_point(Scene& scene, const std::string& name, const std::vector<Spot>& track) {
  scene.points.push_back(name);
  scene.masses.push_back(0.0);
  for (std::size_t f = 0; f < scene.positions.size(); ++f) {
    Spot velocity{};
    // between two frames; they have different times but at a jump
    const std::size_t next = std::min(f + 1, scene.positions.size() - 1);
    const double dt = scene.times[next] - scene.times[next == 0 ? 0 : next - 1];
    if (track.size() > 1 && dt > 1e-12)
      for (std::size_t k = 0; k < 3; ++k) velocity[k] = (track[next][k] - track[next - 1][k]) / dt;
    scene.positions[f].push_back(track.size() > 1 ? track[f] : track.front());
    scene.velocities[f].push_back(velocity);
  }
  return static_cast<int>(scene.points.size()) - 1;
}

// The point that goes along this track, or −1.
int point_along(const Scene& scene, const std::vector<Spot>& track) {
  const double near = 1e-9 * scene.size();
  for (std::size_t i = 0; i < scene.points.size(); ++i) {
    bool same = scene.masses[i] == 0.0;
    for (std::size_t f = 0; same && f < track.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k)
        same = same && std::abs(scene.positions[f][i][k] - track[f][k]) <= near;
    if (same) return static_cast<int>(i);
  }
  return -1;
}

// The ends of strings and rods that move by themselves, by the numbers of their constraints.
std::map<int, std::vector<Spot>> moving_ends(const StoredRun& run, const Scene& scene) {
  Spot low{}, high{};
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  // they are found by looking around: there must be some room
  const double margin = 0.3 * scene.size();
  for (const auto& frame : scene.positions)
    for (const Spot& place : frame)
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], place[k] - margin);
        high[k] = std::max(high[k], place[k] + margin);
      }
  std::map<int, std::vector<Spot>> ends;
  for (Drawing& one : drawings(*run.system, low, high, scene.times))
    if (!one.track.empty()) ends.emplace(one.constraint, std::move(one.track));
  return ends;
}

void add_links(const StoredRun& run, Scene& scene) {
  int origin = -1;
  std::vector<Scene::Link> moving;
  for (int i = 0; i < run.system->constraints(); ++i) {
    const Constraint& constraint = run.system->constraint(i);
    const Shaped shaped = shape_of(run.system->model(), constraint);
    if (shaped.shape != Shape::string && shaped.shape != Shape::rod) continue;
    Scene::Link link{i, shaped.first, shaped.second, shaped.shape == Shape::rod};
    if (link.to < 0 && std::ranges::count(constraint.places, Model::time_place) > 0) {
      moving.push_back(link);
      continue;
    }
    if (link.to < 0 && origin < 0) origin = add_point(scene, "origin", {Spot{}});
    if (link.to < 0) link.to = origin;
    scene.links.push_back(link);
  }
  if (moving.empty()) return;
  const std::map<int, std::vector<Spot>> ends = moving_ends(run, scene);
  for (Scene::Link& link : moving) {
    const auto end = ends.find(link.constraint);
    if (end == ends.end()) continue;  // its length changes, too
    link.to = point_along(scene, end->second);
    if (link.to < 0)
      link.to =
          add_point(scene, run.system->constraint(link.constraint).name + ".end", end->second);
    scene.links.push_back(link);
  }
}

}  // namespace

double Scene::size() const {
  double out = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    double low = 0.0, high = 0.0;
    bool first = true;
    for (const auto& frame : positions)
      for (const Spot& place : frame) {
        low = first ? place[k] : std::min(low, place[k]);
        high = first ? place[k] : std::max(high, place[k]);
        first = false;
      }
    out = std::max(out, high - low);
  }
  return out > 0.0 ? out : 1.0;
}

std::vector<std::size_t> shown_rows(const std::vector<StoredRow>& rows, std::size_t most) {
  std::set<std::size_t> shown;
  const std::size_t n = rows.size();
  if (n <= most) {
    for (std::size_t i = 0; i < n; ++i) shown.insert(i);
    return {shown.begin(), shown.end()};
  }
  if (most > 0) shown.insert(0);
  if (most > 1) shown.insert(n - 1);
  std::set<std::size_t> with_jumps = shown;
  for (std::size_t i = 0; i < n; ++i)
    if (rows[i].side != 0) with_jumps.insert(i);
  if (with_jumps.size() <= most) shown = std::move(with_jumps);
  // the nearest rows to equal times, while there is room
  const std::size_t room = most - shown.size();
  const double from = rows.front().t, length = rows.back().t - from;
  for (std::size_t k = 1; k <= room; ++k) {
    const double t = from + length * static_cast<double>(k) / static_cast<double>(room + 1);
    const auto at = std::ranges::lower_bound(rows, t, {}, &StoredRow::t);
    if (at != rows.end()) shown.insert(static_cast<std::size_t>(at - rows.begin()));
  }
  return {shown.begin(), shown.end()};
}

Scene scene_of(const StoredRun& run, std::size_t frames) {
  Scene scene;
  const Model& model = *run.file.model;
  std::vector<bool> placed(static_cast<std::size_t>(run.system->coordinates()), false);
  for (const Point& point : model.points()) {
    scene.points.push_back(point.name);
    scene.masses.push_back(point.free() ? point.mass : 0.0);
    for (const int c : point.coordinates)
      if (c >= 0) placed[static_cast<std::size_t>(c)] = true;
  }
  for (const Body& body : model.bodies())
    for (int c = body.first; c < body.first + (body.in_plane ? 1 : 4); ++c)
      placed[static_cast<std::size_t>(c)] = true;
  for (std::size_t i = 0; i < placed.size(); ++i)
    if (!placed[i]) scene.placeless.push_back(model.coordinate_names()[i]);
  if (scene.points.empty()) return scene;
  scene.rows = shown_rows(run.rows, frames);
  for (const std::size_t row : scene.rows) {
    double t = run.rows[row].t;
    if (!scene.times.empty() && t <= scene.times.back())
      t = std::nextafter(scene.times.back(), std::numeric_limits<double>::infinity());
    scene.times.push_back(t);
    add_frame(run, run.rows[row], scene);
  }
  if (!scene.rows.empty()) add_links(run, scene);
  return scene;
}

}  // namespace zwang
