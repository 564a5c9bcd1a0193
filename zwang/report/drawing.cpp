// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

using Spot = std::array<double, 3>;

// f of a constraint on one mass as a function of a place, at one time; along axes that the mass
// does not have nothing changes.
class Field {
 public:
  Field(const Constraint& constraint, const Point& point, double t = 0.0)
      : constraint_(constraint), t_(t) {
    for (const int place : constraint.places) {
      const auto axis = std::ranges::find(point.coordinates, Model::coordinate_at(place));
      axes_.push_back(place == Model::time_place
                          ? time
                          : static_cast<std::size_t>(axis - point.coordinates.begin()));
    }
  }

  double operator()(const Spot& at) const { return constraint_.function.value(inputs(at)); }
  Spot gradient(const Spot& at) const {
    std::vector<double> g(axes_.size());
    constraint_.function.gradient(inputs(at), g);
    Spot out{};
    for (std::size_t k = 0; k < axes_.size(); ++k)
      if (axes_[k] != time) out[axes_[k]] += g[k];
    return out;
  }

 private:
  static constexpr std::size_t time = 3;  // behind the three axes
  std::vector<double> inputs(const Spot& at) const {
    std::vector<double> x;
    for (const std::size_t axis : axes_) x.push_back(axis == time ? t_ : at[axis]);
    return x;
  }

  const Constraint& constraint_;
  double t_;
  std::vector<std::size_t> axes_;
};

double dot(const Spot& a, const Spot& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Some places of the box, in general position and the same in every run.
Spot trial(int i, const Spot& low, const Spot& high) {
  Spot at{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<double>(k);
    at[k] = low[k] + (high[k] - low[k]) *
                         (0.5 + 0.45 * std::sin(1.0 + 2.3 * i + 1.7 * axis + 0.9 * i * axis));
  }
  return at;
}

// f linear in the place: its gradient is the same everywhere.
std::optional<Drawing> plane(const Field& f, const Spot& low, const Spot& high) {
  const Spot first = trial(0, low, high);
  const Spot g = f.gradient(first);
  const double squares = dot(g, g);
  if (!(squares > 0.0)) return std::nullopt;
  for (int i = 1; i < 5; ++i) {
    const Spot other = f.gradient(trial(i, low, high));
    for (std::size_t k = 0; k < 3; ++k)
      if (!(std::abs(other[k] - g[k]) <= 1e-9 * std::sqrt(squares))) return std::nullopt;
  }
  Drawing drawing;
  drawing.kind = Drawing::Kind::plane;
  Spot middle{};
  for (std::size_t k = 0; k < 3; ++k) middle[k] = 0.5 * (low[k] + high[k]);
  const double from_middle = f(middle) / squares;
  for (std::size_t k = 0; k < 3; ++k) {
    // the foot of the middle of the motion; out of where the mass may be
    drawing.place[k] = middle[k] - from_middle * g[k];
    drawing.normal[k] = g[k] / std::sqrt(squares);
  }
  return drawing;
}

// A sphere or a cylinder: the lines along the gradients meet in one point or one axis. With
// f = ±(|p − c| − R) the centre is c = p − g f ∓ g R, with f = k (|p − c|² − R²) it is
// c = p − g/(2k), both across the axis and both linear in c and one more number.
std::optional<Drawing> round_one(const Field& f, const Spot& low, const Spot& high) {
  constexpr int places = 6;
  Matrix gradients(places, 3), at(places, 3);
  Vector values(places);
  for (int i = 0; i < places; ++i) {
    const Spot spot = trial(i, low, high);
    const Spot g = f.gradient(spot);
    for (int k = 0; k < 3; ++k) {
      at(i, k) = spot[index(k)];
      gradients(i, k) = g[index(k)];
    }
    values[i] = f(spot);
  }
  if (!gradients.allFinite() || !values.allFinite()) return std::nullopt;
  const Svd axes = svd(gradients, Directions::right);
  // 3 of a sphere, 2 of a cylinder
  const auto across = static_cast<int>((axes.values.array() > 1e-9 * axes.values[0]).count());
  if (across < 2) return std::nullopt;
  const Matrix basis = axes.v.leftCols(across);
  for (const bool squared : {false, true}) {
    Matrix a = Matrix::Zero(across * places, across + 1);
    Vector b(across * places);
    for (int i = 0; i < places; ++i) {
      const Vector g = basis.transpose() * gradients.row(i).transpose();
      a.block(across * i, 0, across, across).setIdentity();
      a.block(across * i, across, across, 1) = g;
      b.segment(across * i, across) = basis.transpose() * at.row(i).transpose();
      if (!squared) b.segment(across * i, across) -= values[i] * g;
    }
    const Vector x = least_squares(a, b);
    if (!((a * x - b).norm() <= 1e-9 * (1.0 + b.norm()))) continue;
    const double last = x[across];  // ±R, or 1/(2k)
    const Vector centre = basis * x.head(across);
    const double square =
        (basis.transpose() * at.row(0).transpose() - x.head(across)).squaredNorm();
    Drawing drawing;
    drawing.kind = across == 3 ? Drawing::Kind::sphere : Drawing::Kind::cylinder;
    for (int k = 0; k < 3; ++k) {
      drawing.place[index(k)] = centre[k];
      if (across == 2) drawing.normal[index(k)] = axes.v(k, 2);
    }
    drawing.inside = last > 0.0;
    drawing.length =
        squared ? std::sqrt(std::max(0.0, square - 2.0 * last * values[0])) : std::abs(last);
    if (drawing.length > 0.0) return drawing;
  }
  return std::nullopt;
}

// Each cell of a grid is six tetrahedra; the surface cuts each in a triangle or two.
class Tetrahedra {
 public:
  Tetrahedra(const Field& f, const Spot& low, const Spot& high) : f_(f), low_(low), high_(high) {}

  void cut(Drawing& drawing) {
    std::vector<double> values(index((cells + 1) * (cells + 1) * (cells + 1)));
    for (int n = 0; n < static_cast<int>(values.size()); ++n) values[index(n)] = f_(corner(n));
    static constexpr std::array<std::array<int, 4>, 6> six = {
        {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}}};
    for (int i = 0; i < cells; ++i)
      for (int j = 0; j < cells; ++j)
        for (int k = 0; k < cells; ++k)
          for (const auto& four : six) {
            std::array<int, 4> at{};
            for (std::size_t c = 0; c < 4; ++c)
              at[c] = number(i + (four[c] & 1), j + (four[c] >> 1 & 1), k + (four[c] >> 2));
            tetrahedron(at, values, drawing);
          }
  }

 private:
  static constexpr int cells = 28;
  static int number(int i, int j, int k) { return (i * (cells + 1) + j) * (cells + 1) + k; }
  Spot corner(int n) const {
    const std::array<int, 3> at = {n / ((cells + 1) * (cells + 1)), n / (cells + 1) % (cells + 1),
                                   n % (cells + 1)};
    Spot place{};
    for (std::size_t k = 0; k < 3; ++k) place[k] = low_[k] + (high_[k] - low_[k]) * at[k] / cells;
    return place;
  }

  std::uint32_t vertex(int a, int b, const std::vector<double>& values, Drawing& drawing) {
    const auto key = std::pair(std::min(a, b), std::max(a, b));
    const auto [found, fresh] =
        seen_.try_emplace(key, static_cast<std::uint32_t>(drawing.vertices.size() / 3));
    if (!fresh) return found->second;
    const double share = values[index(a)] / (values[index(a)] - values[index(b)]);
    const Spot from = corner(a), to = corner(b);
    for (std::size_t k = 0; k < 3; ++k)
      drawing.vertices.push_back(static_cast<float>(from[k] + share * (to[k] - from[k])));
    return found->second;
  }

  void tetrahedron(const std::array<int, 4>& at, const std::vector<double>& values,
                   Drawing& drawing) {
    std::vector<int> in, out;
    for (const int n : at) {
      if (!std::isfinite(values[index(n)])) return;
      (values[index(n)] <= 0.0 ? in : out).push_back(n);
    }
    const auto put = [&](int a, int b, int c, int d, int e, int f) {
      for (const auto& [x, y] : {std::pair(a, b), std::pair(c, d), std::pair(e, f)})
        drawing.triangles.push_back(vertex(x, y, values, drawing));
    };
    if (in.size() == 1) put(in[0], out[0], in[0], out[1], in[0], out[2]);
    if (out.size() == 1) put(out[0], in[0], out[0], in[1], out[0], in[2]);
    if (in.size() == 2) {
      put(in[0], out[0], in[0], out[1], in[1], out[1]);
      put(in[0], out[0], in[1], out[1], in[1], out[0]);
    }
  }

  const Field& f_;
  Spot low_, high_;
  std::map<std::pair<int, int>, std::uint32_t> seen_;
};

// |a − b| where f is zero: f = ±(|a − b|^p − L^p) c.
double length_of(const System& system, int i, const Shaped& shaped) {
  const Model& model = system.model();
  State state = model.start();
  const auto place = [&](int p) {
    Spot at{};
    if (p < 0) return at;
    const Point& point = model.points()[index(p)];
    for (std::size_t k = 0; k < 3; ++k) {
      if (point.coordinates[k] >= 0)
        at[k] = state.q[point.coordinates[k]];
      else if (point.given[k])
        at[k] = point.given[k]->value(std::vector<double>(point.given[k]->inputs().size(), 0.0));
    }
    return at;
  };
  const Spot a = place(shaped.first), b = place(shaped.second);
  double squares = 0.0;
  for (std::size_t k = 0; k < 3; ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
  const double distance = std::sqrt(squares);
  const Snapshot at = system.at(state);
  // |∇f| on one end tells the power: 1 for a length, 2·|a − b| c for a square
  double gradient = 0.0;
  const Point& point = model.points()[index(shaped.first)];
  const auto columns = system.columns(i);
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (std::ranges::find(point.coordinates, columns[k]) != point.coordinates.end())
      gradient += at.rows[index(i)].a[k] * at.rows[index(i)].a[k];
  gradient = std::sqrt(gradient);
  const double f = at.rows[index(i)].f;
  const double sign = shaped.shape == Shape::contact ? -1.0 : 1.0;
  if (std::abs(gradient - 1.0) < 1e-9) return distance - sign * f;
  const double factor = gradient / (2.0 * distance);  // f = factor (|a − b|² − L²)
  return std::sqrt(std::max(0.0, squares - sign * f / factor));
}

// A plane, sphere or cylinder that is carried along without turning or growing.
std::optional<Drawing> carried(const Constraint& constraint, const Point& point, const Spot& low,
                               const Spot& high, const std::vector<double>& times) {
  std::optional<Drawing> out;
  for (const double t : times) {
    const Field field(constraint, point, t);
    auto here = plane(field, low, high);
    if (!here) here = round_one(field, low, high);
    if (!here) return std::nullopt;
    if (!out) out = here;
    const double turned = std::abs(std::abs(dot(here->normal, out->normal)) - 1.0);
    if (here->kind != out->kind || turned > 1e-9 || here->inside != out->inside ||
        std::abs(here->length - out->length) > 1e-9 * (1.0 + out->length))
      return std::nullopt;
    out->track.push_back(here->place);
  }
  return out;
}

}  // namespace

std::vector<Drawing> drawings(const System& system, const Spot& low, const Spot& high,
                              const std::vector<double>& times) {
  std::vector<Drawing> out;
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    const Shaped shaped = shape_of(system.model(), constraint);
    const bool moves =
        std::ranges::find(constraint.places, Model::time_place) != constraint.places.end();
    // between masses only an end moves, or a rod shows its length itself
    const bool between =
        shaped.second >= 0 &&
        (shaped.shape == Shape::rod || !system.model().points()[index(shaped.second)].free());
    if (moves && !between) {
      if (shaped.first < 0 || shaped.second >= 0) continue;
      auto one =
          carried(constraint, system.model().points()[index(shaped.first)], low, high, times);
      if (!one) continue;
      one->constraint = i;
      one->from = shaped.first;
      // a sphere that holds its mass by a string or rod is drawn as that
      if (one->kind == Drawing::Kind::sphere && shaped.shape == Shape::string)
        one->kind = Drawing::Kind::string;
      if (one->kind == Drawing::Kind::sphere && shaped.shape == Shape::rod)
        one->kind = Drawing::Kind::rod;
      out.push_back(std::move(*one));
      continue;
    }
    Drawing drawing;
    drawing.constraint = i;
    drawing.from = shaped.first;
    drawing.to = shaped.second;
    switch (shaped.shape) {
      case Shape::string:
      case Shape::rod:
      case Shape::contact:
        drawing.length = length_of(system, i, shaped);
        drawing.kind = shaped.shape == Shape::string ? Drawing::Kind::string
                       : shaped.shape == Shape::rod  ? Drawing::Kind::rod
                                                     : Drawing::Kind::contact;
        out.push_back(drawing);
        break;
      case Shape::surface: {
        const Field field(constraint, system.model().points()[index(shaped.first)]);
        if (auto flat = plane(field, low, high)) {
          flat->constraint = i;
          flat->from = shaped.first;
          out.push_back(*flat);
          break;
        }
        if (auto round = round_one(field, low, high)) {
          round->constraint = i;
          round->from = shaped.first;
          out.push_back(*round);
          break;
        }
        drawing.kind = Drawing::Kind::mesh;
        Tetrahedra(field, low, high).cut(drawing);
        if (!drawing.triangles.empty()) out.push_back(std::move(drawing));
        break;
      }
      case Shape::other: break;
    }
  }
  return out;
}

}  // namespace zwang
