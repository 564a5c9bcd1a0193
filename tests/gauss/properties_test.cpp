// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Properties: each predicts the answer to a changed question from the answer to the old one.
//
// The systems are points in space, up to four, some of them described by generalised coordinates
// or quasi-velocities, with forces, and with strings, rods, walls, spheres, moving or not, and
// constraints of velocities. Every number knows its unit and how it turns with the frame, so that a
// change of units or of frame is a change of numbers alone. States are made from positions: the
// constant of a constraint is then what makes it zero, and velocities are projected on the rows
// that are to be candidates.

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tools/hard-problems/random.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/linear/svd.hpp"

namespace {

using namespace zwang;
using hard::Random;
using Three = Eigen::Vector3d;

int count() {
  const char* const text = std::getenv("ZWANG_COUNT");
  return text == nullptr ? 10000 : std::atoi(text);
}

// --- a system, described by numbers and texts ---

// How three numbers follow the frame.
enum class Turns { no, direction, place, velocity };

struct Number {
  double value = 0.0;
  std::array<int, 3> unit = {0, 0, 0};  // exponents of mass, length, time
};

// How the place of a body is described.
enum class Chart {
  points,           // x, y, z of a mass
  spherical,        // r, h, p
  cylindrical,      // r, p, z
  rotating,         // X, Y, Z in a frame that turns about z: the kinetic energy is not quadratic
  along_spherical,  // as spherical, with the velocity along r, h, p as quasi-velocities
  along_rotating,   // as rotating, with the true velocity along X, Y, Z
  linear,           // from the body before: whole numbers, determinant 1
};

struct Particle {
  std::string name;
  int mass = 0;  // which number
  Chart chart = Chart::points;
  Three at, velocity;
  std::string force;  // a vector; @i is the place of body i, $i its velocity
};

struct Said {
  std::string name;
  std::string left, right;  // f = left − right
  std::string rate;         // of left; empty if the constraint is one of velocities
  int constant = 0;         // the number on the right
  bool equation = false;
  bool of_velocities = false;
  bool binds = true;      // f = f' = 0
  std::string text = {};  // in place of left and right
};

struct Setup {
  std::vector<Number> numbers;
  std::vector<std::pair<int, Turns>> triples;
  std::vector<Particle> bodies;
  std::vector<Said> constraints;
  std::vector<int> order;  // in which bodies are declared
  int gravity = 0;         // first of three numbers
  int spin = 0;
  double t = 0.0;

  static std::string name(int number) { return "n" + std::to_string(number); }
  int add(double value, std::array<int, 3> unit) {
    numbers.push_back({value, unit});
    return static_cast<int>(numbers.size()) - 1;
  }
  int add(const Three& value, std::array<int, 3> unit, Turns turns) {
    const int first = static_cast<int>(numbers.size());
    for (int i = 0; i < 3; ++i) add(value[i], unit);
    triples.emplace_back(first, turns);
    return first;
  }
  static std::string triple(int first) {
    return "[" + name(first) + ", " + name(first + 1) + ", " + name(first + 2) + "]";
  }
  Three value(int first) const {
    return {numbers[index(first)].value, numbers[index(first + 1)].value,
            numbers[index(first + 2)].value};
  }
  std::string spin_name() const { return name(spin); }
  double spin_value() const { return numbers[index(spin)].value; }
  double mass_of(int body) const { return numbers[index(bodies[index(body)].mass)].value; }
};

const Eigen::Matrix3d& shear() {
  static const Eigen::Matrix3d matrix{{2.0, 1.0, 0.0}, {1.0, 2.0, 1.0}, {0.0, 1.0, 1.0}};
  return matrix;
}

// --- charts as text ---

std::array<std::string, 3> coordinates_of(const Particle& body) {
  const std::string& n = body.name;
  switch (body.chart) {
    case Chart::spherical:
    case Chart::along_spherical: return {n + "r", n + "h", n + "p"};
    case Chart::cylindrical: return {n + "r", n + "p", n + "z"};
    default: return {n + "x", n + "y", n + "z"};
  }
}

std::string vector_text(const std::string& x, const std::string& y, const std::string& z) {
  return "[" + x + ", " + y + ", " + z + "]";
}

// The vector of the body that each coordinate moves, as text.
std::array<std::string, 3> columns_of(const Setup& s, const Particle& body) {
  const auto [a, b, c] = coordinates_of(body);
  switch (body.chart) {
    case Chart::spherical:
    case Chart::along_spherical:
      return {vector_text("sin(" + b + ")*cos(" + c + ")", "sin(" + b + ")*sin(" + c + ")",
                          "cos(" + b + ")"),
              vector_text(a + "*cos(" + b + ")*cos(" + c + ")",
                          a + "*cos(" + b + ")*sin(" + c + ")", "-" + a + "*sin(" + b + ")"),
              vector_text("-" + a + "*sin(" + b + ")*sin(" + c + ")",
                          a + "*sin(" + b + ")*cos(" + c + ")", "0")};
    case Chart::cylindrical:
      return {vector_text("cos(" + b + ")", "sin(" + b + ")", "0"),
              vector_text("-" + a + "*sin(" + b + ")", a + "*cos(" + b + ")", "0"), "[0, 0, 1]"};
    case Chart::rotating:
    case Chart::along_rotating: {
      const std::string turn = "(" + s.spin_name() + "*t)";
      return {vector_text("cos" + turn, "sin" + turn, "0"),
              vector_text("-sin" + turn, "cos" + turn, "0"), "[0, 0, 1]"};
    }
    case Chart::linear: return {"[2, 1, 0]", "[1, 2, 1]", "[0, 1, 1]"};
    case Chart::points: break;
  }
  return {"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"};
}

std::string place_text(const Setup& s, int i) {
  const Particle& body = s.bodies[index(i)];
  const auto q = coordinates_of(body);
  const auto column = columns_of(s, body);
  switch (body.chart) {
    case Chart::points: return body.name;
    case Chart::spherical:
    case Chart::along_spherical: return "(" + q[0] + "*" + column[0] + ")";
    case Chart::cylindrical: return "(" + q[0] + "*" + column[0] + " + " + q[2] + "*[0, 0, 1])";
    default: break;
  }
  std::string text = "(";
  if (body.chart == Chart::linear && i > 0) text += place_text(s, i - 1) + " + ";
  for (std::size_t k = 0; k < 3; ++k) text += (k > 0 ? " + " : "") + q[k] + "*" + column[k];
  return text + ")";
}

std::string velocity_text(const Setup& s, int i) {
  const Particle& body = s.bodies[index(i)];
  if (body.chart == Chart::points) return body.name + "'";
  const auto q = coordinates_of(body);
  const auto column = columns_of(s, body);
  std::string text = "(";
  if (body.chart == Chart::linear && i > 0) text += velocity_text(s, i - 1) + " + ";
  for (std::size_t k = 0; k < 3; ++k) text += (k > 0 ? " + " : "") + q[k] + "'*" + column[k];
  if (body.chart == Chart::rotating || body.chart == Chart::along_rotating)
    text += " + " + s.spin_name() + "*(" + q[0] + "*" + column[1] + " - " + q[1] + "*" + column[0] +
            ")";
  return text + ")";
}

std::string literal(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

// The text with bodies as their charts describe them and numbers as they are now.
std::string placed(const Setup& s, const std::string& text) {
  std::string charts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '@')
      charts += place_text(s, text[++i] - '0');
    else if (text[i] == '$')
      charts += velocity_text(s, text[++i] - '0');
    else
      charts += text[i];
  }
  const auto is_digit = [&](std::size_t i) {
    return i < charts.size() && charts[i] >= '0' && charts[i] <= '9';
  };
  std::string out;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    if (charts[i] != 'n' || !is_digit(i + 1)) {
      out += charts[i];
      continue;
    }
    std::size_t number = 0;
    while (is_digit(i + 1)) number = 10 * number + static_cast<std::size_t>(charts[++i] - '0');
    out += literal(s.numbers[number].value);
  }
  return out;
}

std::string force_text(const Setup& s, int i) {
  const Particle& body = s.bodies[index(i)];
  std::string text = "(" + body.force;
  if (body.chart != Chart::points)
    text += " + " + Setup::name(body.mass) + "*" + Setup::triple(s.gravity);
  text += ")";
  // who is described from here is carried along
  if (index(i + 1) < s.bodies.size() && s.bodies[index(i + 1)].chart == Chart::linear)
    text += " + " + force_text(s, i + 1);
  return text;
}

void declare(const Setup& s, int i, Model& model) {
  const Particle& body = s.bodies[index(i)];
  const std::string mass = Setup::name(body.mass);
  if (body.chart == Chart::points) {
    model.mass(body.name, s.mass_of(i));
    return;
  }
  const auto q = coordinates_of(body);
  for (const std::string& name : q) model.coordinate(name);
  std::string square;
  switch (body.chart) {
    case Chart::spherical:
    case Chart::along_spherical:
      square = "(" + q[0] + "'^2 + " + q[0] + "^2*" + q[1] + "'^2 + " + q[0] + "^2*sin(" + q[1] +
               ")^2*" + q[2] + "'^2)";
      break;
    case Chart::cylindrical:
      square = "(" + q[0] + "'^2 + " + q[0] + "^2*" + q[1] + "'^2 + " + q[2] + "'^2)";
      break;
    default: square = "dot(" + velocity_text(s, i) + ", " + velocity_text(s, i) + ")";
  }
  model.kinetic(placed(s, mass + "/2*" + square));
  if (body.chart == Chart::along_spherical) {
    model.quasi_velocity(body.name + "u", q[0] + "'");
    model.quasi_velocity(body.name + "v", q[0] + "*" + q[1] + "'");
    model.quasi_velocity(body.name + "w", q[0] + "*sin(" + q[1] + ")*" + q[2] + "'");
  }
  if (body.chart == Chart::along_rotating) {
    model.quasi_velocity(body.name + "u", placed(s, q[0] + "' - " + s.spin_name() + "*" + q[1]));
    model.quasi_velocity(body.name + "v", placed(s, q[1] + "' + " + s.spin_name() + "*" + q[0]));
    model.quasi_velocity(body.name + "w", q[2] + "'");
  }
}

std::unique_ptr<Model> build(const Setup& s) {
  auto model = std::make_unique<Model>("a random system");
  for (const int i : s.order) declare(s, i, *model);
  const Three g = s.value(s.gravity);
  model->gravity({g[0], g[1], g[2]});
  for (const int i : s.order) {
    const Particle& body = s.bodies[index(i)];
    const std::string force = placed(s, force_text(s, i));
    if (body.chart == Chart::points) {
      model->force(body.name, Triple(force));
      continue;
    }
    const auto q = coordinates_of(body);
    const auto column = columns_of(s, body);
    for (std::size_t k = 0; k < 3; ++k)
      model->force_along(q[k], placed(s, "dot(" + force + ", " + column[k] + ")"));
  }
  for (const Said& said : s.constraints) {
    const std::string text =
        said.text.empty() ? said.left + (said.equation ? " = " : " <= ") + said.right : said.text;
    model->constraint(said.name, placed(s, text));
  }
  return model;
}

// --- charts in numbers ---

struct Charted {
  Three q, rate, u;
};

Charted charted(const Setup& s, int i) {
  const Particle& body = s.bodies[index(i)];
  Three x = body.at;
  Three v = body.velocity;
  switch (body.chart) {
    case Chart::points: return {x, v, v};
    case Chart::spherical:
    case Chart::along_spherical: {
      const double r = x.norm();
      const double rho = std::hypot(x[0], x[1]);
      const double h = std::atan2(rho, x[2]);
      const double p = std::atan2(x[1], x[0]);
      const Three along(x.dot(v) / r,
                        Three(x[0] / rho * x[2] / r, x[1] / rho * x[2] / r, -rho / r).dot(v),
                        (x[0] * v[1] - x[1] * v[0]) / rho);
      const Three rate(along[0], along[1] / r, along[2] / (r * std::sin(h)));
      return {{r, h, p}, rate, body.chart == Chart::spherical ? rate : along};
    }
    case Chart::cylindrical: {
      const double rho = std::hypot(x[0], x[1]);
      const Three rate((x[0] * v[0] + x[1] * v[1]) / rho, (x[0] * v[1] - x[1] * v[0]) / (rho * rho),
                       v[2]);
      return {{rho, std::atan2(x[1], x[0]), x[2]}, rate, rate};
    }
    case Chart::rotating:
    case Chart::along_rotating: {
      const double w = s.spin_value();
      const Eigen::AngleAxisd back(-w * s.t, Three::UnitZ());
      const Three q = back * x;
      const Three along = back * v;
      const Three rate = along - w * Three::UnitZ().cross(q);
      return {q, rate, body.chart == Chart::rotating ? rate : along};
    }
    case Chart::linear: break;
  }
  if (i > 0) {
    x -= s.bodies[index(i - 1)].at;
    v -= s.bodies[index(i - 1)].velocity;
  }
  const Eigen::Matrix3d back = shear().inverse();
  return {back * x, back * v, back * v};
}

State state_of(const Setup& s) {
  State state;
  const auto n = static_cast<Eigen::Index>(3 * s.bodies.size());
  state.q.resize(n);
  state.u.resize(n);
  state.t = s.t;
  Eigen::Index first = 0;
  for (const int i : s.order) {
    const Charted in = charted(s, i);
    state.q.segment<3>(first) = in.q;
    state.u.segment<3>(first) = in.u;
    first += 3;
  }
  return state;
}

// x'' of one body from u' of its coordinates.
Three acceleration(const Setup& s, int i, Three du) {
  const Charted in = charted(s, i);
  const Three& q = in.q;
  const Three& v = in.rate;
  switch (s.bodies[index(i)].chart) {
    case Chart::points: return du;
    case Chart::along_spherical:
      du[1] = (du[1] - v[0] * v[1]) / q[0];
      du[2] = (du[2] - (v[0] * std::sin(q[1]) + q[0] * std::cos(q[1]) * v[1]) * v[2]) /
              (q[0] * std::sin(q[1]));
      [[fallthrough]];
    case Chart::spherical: {
      const double sh = std::sin(q[1]);
      const double ch = std::cos(q[1]);
      const double sp = std::sin(q[2]);
      const double cp = std::cos(q[2]);
      return (du[0] - q[0] * v[1] * v[1] - q[0] * sh * sh * v[2] * v[2]) *
                 Three(sh * cp, sh * sp, ch) +
             (q[0] * du[1] + 2.0 * v[0] * v[1] - q[0] * sh * ch * v[2] * v[2]) *
                 Three(ch * cp, ch * sp, -sh) +
             (q[0] * sh * du[2] + 2.0 * v[0] * v[2] * sh + 2.0 * q[0] * v[1] * v[2] * ch) *
                 Three(-sp, cp, 0.0);
    }
    case Chart::cylindrical: {
      const double sp = std::sin(q[1]);
      const double cp = std::cos(q[1]);
      return (du[0] - q[0] * v[1] * v[1]) * Three(cp, sp, 0.0) +
             (q[0] * du[1] + 2.0 * v[0] * v[1]) * Three(-sp, cp, 0.0) + du[2] * Three::UnitZ();
    }
    case Chart::along_rotating: du -= s.spin_value() * Three::UnitZ().cross(v); [[fallthrough]];
    case Chart::rotating: {
      const Three w = s.spin_value() * Three::UnitZ();
      return Eigen::AngleAxisd(s.spin_value() * s.t, Three::UnitZ()) *
             Three(du + 2.0 * w.cross(v) + w.cross(w.cross(q)));
    }
    case Chart::linear: break;
  }
  return shear() * du;
}

// x'' of all bodies, one after the other.
Vector physical(const Setup& s, const Vector& du) {
  Vector result(du.size());
  for (std::size_t place = 0; place < s.order.size(); ++place) {
    const int i = s.order[place];
    const Three one = du.segment<3>(static_cast<Eigen::Index>(3 * place));
    result.segment<3>(3 * i) = acceleration(s, i, one);
  }
  for (std::size_t i = 1; i < s.bodies.size(); ++i)
    if (s.bodies[i].chart == Chart::linear) {
      const auto first = static_cast<Eigen::Index>(3 * i);
      result.segment<3>(first) += result.segment<3>(first - 3).eval();
    }
  return result;
}

// --- random systems ---

Three random_three(Random& random, double size) {
  const double x = random.uniform(-size, size);
  const double y = random.uniform(-size, size);
  const double z = random.uniform(-size, size);
  return {x, y, z};
}

Three random_unit(Random& random) {
  for (;;) {
    const Three n = random_three(random, 1.0);
    const double length = n.norm();
    if (length > 0.3 && length < 1.0) return n / length;
  }
}

// The charts have no place on the axis.
bool off_axis(const Setup& s) {
  return std::ranges::all_of(
      s.bodies, [](const Particle& body) { return std::hypot(body.at[0], body.at[1]) > 0.4; });
}

bool apart(const Setup& s) {
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((s.bodies[i].at - s.bodies[j].at).norm() < 0.5) return false;
  return true;
}

Chart random_chart(Random& random) {
  static constexpr std::array charts = {Chart::spherical, Chart::cylindrical, Chart::rotating,
                                        Chart::along_spherical, Chart::along_rotating};
  return charts[index(random.between(0, 4))];
}

// A point of the world at B + w t.
std::string moving_point(Setup& s, Random& random) {
  const int at = s.add(random_three(random, 3.0), {0, 1, 0}, Turns::place);
  const bool moves = random.chance(0.5);
  const int velocity =
      s.add(moves ? random_three(random, 1.0) : Three(Three::Zero()), {0, 1, -1}, Turns::velocity);
  return "(" + Setup::triple(at) + " + t*" + Setup::triple(velocity) + ")";
}

std::string moving_rate(const Setup& s) { return Setup::triple(s.triples.back().first); }

std::string digit(int i) { return std::to_string(i); }

Said random_constraint(Setup& s, Random& random) {
  Said said;
  const int bodies = static_cast<int>(s.bodies.size());
  const int i = random.between(0, bodies - 1);
  const int j = bodies > 1 ? (i + random.between(1, bodies - 1)) % bodies : i;
  const int kind = random.between(0, 8);
  std::array<int, 3> unit = {0, 1, 0};
  const std::string sign = random.chance(0.5) ? "-" : "";
  if (kind <= 3) {  // string, rod, contact, sphere
    std::string other, other_rate;
    if (i != j && kind <= 1) {
      other = "@" + digit(j);
      other_rate = "$" + digit(j);
    } else {
      other = moving_point(s, random);
      other_rate = moving_rate(s);
    }
    const std::string between = "(@" + digit(i) + " - " + other + ")";
    const std::string rate = "dot(" + between + ", $" + digit(i) + " - " + other_rate + ")";
    if (random.chance(0.5)) {
      said.left = sign + "|" + between + "|";
      said.rate = sign + rate + "/|" + between + "|";
    } else {
      said.left = sign + "dot(" + between + ", " + between + ")/2";
      said.rate = sign + rate;
      unit = {0, 2, 0};
    }
  } else if (kind <= 5) {  // a wall, at rest, with a constant velocity or accelerated
    const std::string n = Setup::triple(s.add(random_unit(random), {0, 0, 0}, Turns::direction));
    const std::string where = moving_point(s, random);
    const std::string rate = moving_rate(s);
    said.left = "dot(" + n + ", @" + digit(i) + " - " + where + ")";
    said.rate = "dot(" + n + ", $" + digit(i) + " - " + rate + ")";
    if (random.chance(0.5)) {
      const std::string h = Setup::name(s.add(random.uniform(-1.0, 1.0), {0, 1, -2}));
      said.left += " - " + h + "*t^2";
      said.rate += " - 2*" + h + "*t";
    }
  } else {
    said.of_velocities = true;
    unit = {0, 1, -1};
    const std::string n = Setup::triple(s.add(random_unit(random), {0, 0, 0}, Turns::direction));
    if (kind == 6) {
      const std::string w = Setup::triple(s.add(random_three(random, 1.0), unit, Turns::velocity));
      said.left = "dot(" + n + ", $" + digit(i) + " - " + w + ")";
    } else if (kind == 7 && i != j) {  // a wheel or a blade that follows the other
      said.left = "dot(cross(" + n + ", @" + digit(i) + " - @" + digit(j) + "), $" + digit(i) +
                  " - $" + digit(j) + ")";
      unit = {0, 2, -1};
    } else {
      const std::string m = Setup::triple(s.add(random_unit(random), {0, 0, 0}, Turns::direction));
      const std::string k = Setup::name(s.add(random.uniform(0.2, 0.6), {0, -1, 0}));
      const std::string where = moving_point(s, random);
      const std::string rate = moving_rate(s);
      said.left = "dot(" + n + " + " + k + "*cross(" + m + ", @" + digit(i) + " - " + where +
                  "), $" + digit(i) + " - " + rate + ")";
    }
  }
  said.equation = random.chance(0.35);
  said.constant = s.add(0.0, unit);
  said.right = Setup::name(said.constant);
  return said;
}

void random_bodies(Setup& s, Random& random) {
  static constexpr std::array how_many = {1, 1, 1, 2, 2, 2, 2, 3, 3, 4};
  const int bodies = how_many[index(random.between(0, 9))];
  s.t = random.uniform(-1.0, 1.0);
  s.gravity = s.add(random_three(random, 5.0), {0, 1, -2}, Turns::direction);
  s.spin = s.add(random.uniform(-1.0, 1.0), {0, 0, -1});
  for (int i = 0; i < bodies; ++i) {
    Particle body;
    body.name = "P" + digit(i);
    body.mass = s.add(random.uniform(0.5, 4.0), {1, 0, 0});
    body.at = random_three(random, 2.0);
    body.velocity = random_three(random, 1.5);
    body.force = Setup::triple(s.add(random_three(random, 5.0), {1, 1, -2}, Turns::direction));
    if (random.chance(0.3)) {
      const std::string w = Setup::name(s.add(random.uniform(-2.0, 2.0), {0, 0, -1}));
      body.force += "*cos(" + w + "*t)";
    }
    if (bodies > 1 && random.chance(0.5)) {
      const int j = (i + random.between(1, bodies - 1)) % bodies;
      const std::string k = Setup::name(s.add(random.uniform(0.5, 3.0), {1, 0, -2}));
      const std::string d = Setup::name(s.add(random.uniform(0.0, 1.0), {1, 0, -1}));
      body.force += " + " + k + "*(@" + digit(j) + " - @" + digit(i) + ") + " + d + "*($" +
                    digit(j) + " - $" + digit(i) + ")";
    }
    s.bodies.push_back(std::move(body));
    s.order.push_back(i);
  }
}

Matrix rows_of(const System& system, const Snapshot& snapshot,
               const std::vector<int>& constraints) {
  Matrix rows = Matrix::Zero(static_cast<Eigen::Index>(constraints.size()), system.velocities());
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const auto columns = system.columns(constraints[k]);
    for (std::size_t c = 0; c < columns.size(); ++c)
      rows(static_cast<Eigen::Index>(k), columns[c]) = snapshot.rows[index(constraints[k])].a[c];
  }
  return rows;
}

// Constants and velocities such that every constraint stands as it shall. False if the rows are
// too nearly dependent to compare ten digits.
bool bring_together(Setup& s, Random& random) {
  const auto model = build(s);
  const System system(*model);
  const State state = state_of(s);
  const Snapshot snapshot = system.at(state);
  const int n = system.velocities();
  const Vector root = snapshot.mass.dense().diagonal().cwiseSqrt();
  std::vector<int> closed, touching;
  std::vector<double> wanted;
  for (int i = 0; i < system.constraints(); ++i) {
    Said& said = s.constraints[index(i)];
    const bool open = !said.equation && random.chance(0.15);
    if (open) said.binds = false;
    if (said.of_velocities) {
      touching.push_back(i);
      continue;
    }
    double& constant = s.numbers[index(said.constant)].value;
    constant = snapshot.rows[index(i)].f + (open ? random.uniform(0.1, 0.5) : 0.0);
    if (open) continue;
    touching.push_back(i);
    closed.push_back(i);
    said.binds = said.equation || random.chance(0.7);
    wanted.push_back(said.binds ? 0.0 : -random.uniform(0.2, 1.0));
  }
  if (static_cast<int>(touching.size()) > n) return false;
  Matrix rows = rows_of(system, snapshot, touching) * root.cwiseInverse().asDiagonal();
  rows.rowwise().normalize();
  if (rows.rows() > 0 && svd(rows).values.minCoeff() < 0.05) return false;
  Vector u = state.u;
  if (!closed.empty()) {
    const Matrix a = rows_of(system, snapshot, closed);
    const Matrix turned = (root.cwiseProduct(root)).cwiseInverse().asDiagonal() * a.transpose();
    for (int twice = 0; twice < 2; ++twice) {
      Vector gap = a * u;
      for (std::size_t k = 0; k < closed.size(); ++k)
        gap[static_cast<Eigen::Index>(k)] += snapshot.rows[index(closed[k])].b1 - wanted[k];
      u -= turned * (a * turned).ldlt().solve(gap);
    }
  }
  for (std::size_t i = 0; i < s.bodies.size(); ++i)
    s.bodies[i].velocity = u.segment<3>(static_cast<Eigen::Index>(3 * i));
  for (const int i : touching) {
    Said& said = s.constraints[index(i)];
    if (!said.of_velocities) continue;
    double g1 = snapshot.rows[index(i)].b1;
    g1 += rows_of(system, snapshot, {i}).row(0).dot(u);
    s.numbers[index(said.constant)].value = g1 + (said.binds ? 0.0 : random.uniform(0.1, 0.5));
  }
  return u.cwiseAbs().maxCoeff() < 10.0;
}

struct Sample {
  Setup setup;
  Instant instant;
  Vector accelerations;  // x'' of each body
};

Instant instant_of(const Setup& s) {
  const auto model = build(s);
  const System system(*model);
  Instant instant = accelerations(system, state_of(s));
  instant.system = nullptr;
  return instant;
}

Sample make(int seed) {
  static constexpr std::array names = {"yard", "cord", "beam", "gate", "edge", "arm", "hook"};
  for (int attempt = 0;; ++attempt) {
    Random random(static_cast<std::uint64_t>(seed) * 1024U + static_cast<std::uint64_t>(attempt));
    Setup s;
    random_bodies(s, random);
    if (!off_axis(s) || !apart(s)) continue;
    const int most = std::min(4, 3 * static_cast<int>(s.bodies.size()) - 1);
    const int constraints = random.between(1, most);
    for (int k = 0; k < constraints; ++k) {
      s.constraints.push_back(random_constraint(s, random));
      s.constraints.back().name = names[index((5 * k + seed) % 7)];
    }
    if (!bring_together(s, random)) continue;
    if (seed % 2 == 1) {
      const int bodies = static_cast<int>(s.bodies.size());
      for (int k = 0; k < 1 + bodies / 3; ++k)
        s.bodies[index(random.between(0, bodies - 1))].chart = random_chart(random);
    }
    Sample sample{std::move(s), {}, {}};
    sample.instant = instant_of(sample.setup);
    if (sample.instant.usable())
      sample.accelerations = physical(sample.setup, sample.instant.accelerations);
    return sample;
  }
}

const Sample& sample(int i) {
  static std::deque<Sample> samples;
  while (static_cast<int>(samples.size()) <= i)
    samples.push_back(make(static_cast<int>(samples.size())));
  return samples[index(i)];
}

// --- what is compared ---

constexpr double does_not_apply = -1.0;
constexpr double broken = 1e300;

double off(const Vector& found, const Vector& expected, double size = 1.0) {
  if (found.size() != expected.size()) return broken;
  const double scale = std::max(size, expected.cwiseAbs().maxCoeff());
  const double most = (found - expected).cwiseAbs().maxCoeff() / scale;
  return most >= 0.0 ? most : broken;
}

// The multipliers of the constraints that the sample has, in its order.
Vector multipliers(
    const Setup& s, const Instant& instant,
    const std::function<int(int)>& place = [](int i) { return i; }) {
  Vector result(static_cast<Eigen::Index>(s.constraints.size()));
  for (int i = 0; i < static_cast<int>(s.constraints.size()); ++i)
    result[i] = instant.constraints[index(place(i))].multiplier;
  return result;
}

// Accelerations of the changed setup against those of the sample; the free ones set the scale.
double off(const Sample& old, const Setup& changed, const Instant& instant) {
  if (!instant.usable()) return broken;
  const Vector found = physical(changed, instant.accelerations).head(old.accelerations.size());
  return off(found, old.accelerations, std::max(1.0, old.instant.free.cwiseAbs().maxCoeff()));
}

template <class Check>
void holds(const std::string& name, double tolerance, Check&& check, int systems = count()) {
  int tried = 0;
  int failed = 0;
  int first = -1;
  double worst = 0.0;
  for (int i = 0; tried < systems && i < 20 * systems; ++i) {
    const Sample& one = sample(i);
    Random random(static_cast<std::uint64_t>(i) + 7777U);
    const double found = one.instant.usable() ? check(one, random) : broken;
    if (found == does_not_apply) continue;
    ++tried;
    if (found <= tolerance) {
      worst = std::max(worst, found);
      continue;
    }
    if (failed++ == 0) {
      first = i;
      MESSAGE(name << ": " << found << " off for seed " << i);
    }
  }
  MESSAGE(name << ": " << tried << " systems, at most " << worst << " off");
  CHECK(tried == systems);
  CHECK_MESSAGE(failed == 0, name << " fails " << failed << " times, first for seed " << first);
}

// One constraint of those that fit, at random; none if there is none.
template <class Fits>
std::optional<int> one_of(const Sample& s, Random& random, Fits&& fits) {
  std::vector<int> fitting;
  for (int i = 0; i < static_cast<int>(s.setup.constraints.size()); ++i)
    if (fits(s.setup.constraints[index(i)], s.instant.constraints[index(i)])) fitting.push_back(i);
  if (fitting.empty()) return std::nullopt;
  return fitting[index(random.between(0, static_cast<int>(fitting.size()) - 1))];
}

bool carries(const Said& said, const ConstraintAt& at) {
  return (said.equation && std::abs(at.multiplier) > 1e-3) ||
         (at.status == ConstraintStatus::active && at.multiplier > 1e-3);
}

// The binding rows of a sample and what a random displacement does to them.
class Neighbours {
 public:
  Neighbours(const Sample& sample)
      : model_(build(sample.setup)),
        system_(*model_),
        snapshot_(system_.at(state_of(sample.setup))) {
    for (int i = 0; i < system_.constraints(); ++i) {
      const ConstraintStatus status = sample.instant.constraints[index(i)].status;
      if (status == ConstraintStatus::open || status == ConstraintStatus::leaving) continue;
      binding_.push_back(i);
      equation_.push_back(system_.constraint(i).equation);
      second_.push_back(sample.instant.constraints[index(i)].second);
    }
    rows_ = rows_of(system_, snapshot_, binding_);
    mass_ = snapshot_.mass.dense();
    if (binding_.empty()) return;
    turned_ = mass_.ldlt().solve(rows_.transpose());
    inverse_ = (rows_ * turned_).ldlt();
  }

  // d with A_E d = 0 and A_K d = −s, s ≥ 0, some of them 0; with `from_second` less g2.
  Vector admissible(Random& random, bool from_second) const {
    Vector d(system_.velocities());
    for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = random.uniform(-1.0, 1.0);
    if (binding_.empty()) return d;
    Vector wanted = Vector::Zero(rows_.rows());
    for (Eigen::Index k = 0; k < wanted.size(); ++k) {
      if (equation_[static_cast<std::size_t>(k)]) continue;
      if (random.chance(0.5)) wanted[k] = -random.uniform(0.0, 1.0);
      if (from_second) wanted[k] -= second_[static_cast<std::size_t>(k)];
    }
    if (binding_.empty()) return d;
    for (int twice = 0; twice < 2; ++twice) d -= turned_ * inverse_.solve(rows_ * d - wanted);
    return d;
  }
  double square(const Vector& x) const { return x.dot(mass_ * x); }
  const Snapshot& snapshot() const { return snapshot_; }
  Vector free() const { return mass_.ldlt().solve(snapshot_.net_force); }

 private:
  std::unique_ptr<Model> model_;
  System system_;
  Snapshot snapshot_;
  std::vector<int> binding_;
  std::vector<bool> equation_;
  std::vector<double> second_;
  Matrix rows_, mass_, turned_;
  Eigen::LDLT<Matrix> inverse_;
};

}  // namespace

TEST_CASE("P1: accelerations rotate with the frame, and a uniformly moving frame changes nothing") {
  holds("rigid motion and boost", 1e-10, [](const Sample& old, Random& random) {
    Setup s = old.setup;
    const Three axis = random_unit(random);
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(random.uniform(-3.0, 3.0), axis).toRotationMatrix();
    const Three boost = random_three(random, 2.0);
    Three shift;
    do {
      shift = random_three(random, 2.0);
      for (std::size_t i = 0; i < s.bodies.size(); ++i) {
        s.bodies[i].at = turn * old.setup.bodies[i].at + shift + s.t * boost;
        s.bodies[i].velocity = turn * old.setup.bodies[i].velocity + boost;
      }
    } while (!off_axis(s));
    for (const auto& [first, turns] : s.triples) {
      Three value = turn * s.value(first);
      if (turns == Turns::place) value += shift;
      if (turns == Turns::velocity) value += boost;
      for (int i = 0; i < 3; ++i) s.numbers[index(first + i)].value = value[i];
    }
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    Vector expected = old.accelerations;
    for (Eigen::Index i = 0; i < expected.size(); i += 3)
      expected.segment<3>(i) = (turn * expected.segment<3>(i)).eval();
    return std::max(off(physical(s, instant.accelerations), expected,
                        std::max(1.0, old.instant.free.cwiseAbs().maxCoeff())),
                    off(multipliers(s, instant), multipliers(old.setup, old.instant)));
  });
}

TEST_CASE("P3: the order of the constraints changes no bit") {
  holds("order of constraints", 0.0, [](const Sample& old, Random& random) {
    Setup s = old.setup;
    std::vector<int> from(s.constraints.size());
    std::iota(from.begin(), from.end(), 0);
    for (std::size_t i = from.size(); i > 1; --i)
      std::swap(from[i - 1], from[index(random.between(0, static_cast<int>(i) - 1))]);
    for (std::size_t i = 0; i < from.size(); ++i)
      s.constraints[i] = old.setup.constraints[index(from[i])];
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    for (Eigen::Index i = 0; i < instant.accelerations.size(); ++i)
      if (instant.accelerations[i] != old.instant.accelerations[i]) return 1.0;
    for (std::size_t i = 0; i < from.size(); ++i)
      if (instant.constraints[i].multiplier != old.instant.constraints[index(from[i])].multiplier)
        return 1.0;
    return 0.0;
  });
}

TEST_CASE("P3: the order of bodies changes rounding only") {
  holds("order of bodies", 1e-12, [](const Sample& old, Random& random) {
    if (old.setup.bodies.size() < 2) return does_not_apply;
    Setup s = old.setup;
    std::ranges::rotate(s.order,
                        s.order.begin() + random.between(1, static_cast<int>(s.order.size()) - 1));
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    return std::max(off(old, s, instant),
                    off(multipliers(s, instant), multipliers(old.setup, old.instant)));
  });
}

namespace {

// Units of mass, length and time times 2^k: every number is exactly another one.
double rescaled(const Sample& old, const std::array<int, 3>& k) {
  Setup s = old.setup;
  const auto power = [&](const std::array<int, 3>& unit) {
    return unit[0] * k[0] + unit[1] * k[1] + unit[2] * k[2];
  };
  for (Number& number : s.numbers) number.value = std::ldexp(number.value, power(number.unit));
  for (Particle& body : s.bodies) {
    body.at *= std::ldexp(1.0, k[1]);
    body.velocity *= std::ldexp(1.0, k[1] - k[2]);
  }
  s.t = std::ldexp(s.t, k[2]);
  const auto model = build(s);
  const System system(*model);
  InstantOptions options;
  options.nearness.time = std::ldexp(1.0, k[2]);
  const Instant instant = accelerations(system, state_of(s), options);
  if (!instant.usable()) return broken;
  // Where lengths and angles stand side by side the unknowns do not all scale alike, and the
  // minimum problem may be rounded otherwise.
  bool alike = true;
  double worst = 0.0;
  const auto compare = [&](double before, int exponent, double after, double size) {
    const double expected = std::ldexp(before, exponent);
    if (after == expected) return;
    const double relative = std::abs(after - expected) / std::ldexp(std::max(1.0, size), exponent);
    worst = std::max(worst, relative >= 0.0 ? relative : broken);
  };
  const double size = std::max(old.instant.accelerations.cwiseAbs().maxCoeff(),
                               old.instant.free.cwiseAbs().maxCoeff());
  for (std::size_t place = 0; place < s.order.size(); ++place) {
    const Chart chart = s.bodies[index(s.order[place])].chart;
    for (int i = 0; i < 3; ++i) {
      const bool angle =
          (chart == Chart::spherical && i > 0) || (chart == Chart::cylindrical && i == 1);
      alike = alike && !(angle && k[1] != 0);
      const auto at = static_cast<Eigen::Index>(3 * place) + i;
      compare(old.instant.accelerations[at], (angle ? 0 : k[1]) - 2 * k[2],
              instant.accelerations[at], size);
    }
  }
  const double most = multipliers(old.setup, old.instant).cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < s.constraints.size(); ++i) {
    const Said& said = s.constraints[i];
    // λf is an energy, for a constraint of velocities a power
    const int energy = k[0] + 2 * k[1] - (said.of_velocities ? 3 : 2) * k[2];
    compare(old.instant.constraints[i].multiplier,
            energy - power(s.numbers[index(said.constant)].unit), instant.constraints[i].multiplier,
            most);
  }
  return !alike && worst <= 1e-12 ? 0.0 : worst;
}

}  // namespace

TEST_CASE("P4: masses and forces times 2^k keep the motion bit for bit") {
  holds("masses times 2^k", 0.0, [](const Sample& old, Random& random) {
    return rescaled(old, {random.between(-20, 20), 0, 0});
  });
}

TEST_CASE("P5: units of time and length times 2^k scale the solution bit for bit") {
  holds(
      "time times 2^k", 0.0,
      [](const Sample& old, Random& random) {
        return rescaled(old, {0, 0, random.between(-6, 6)});
      },
      count() / 2);
  holds(
      "length times 2^k", 0.0,
      [](const Sample& old, Random& random) {
        return rescaled(old, {0, random.between(-6, 6), 0});
      },
      count() / 2);
}

TEST_CASE("P6: an equation is equivalent to two inequalities") {
  holds("two inequalities", 1e-10, [](const Sample& old, Random& random) {
    const auto chosen =
        one_of(old, random, [](const Said& said, const ConstraintAt&) { return said.equation; });
    if (!chosen) return does_not_apply;
    Setup s = old.setup;
    Said& said = s.constraints[index(*chosen)];
    said.text = said.right + " <= " + said.left + " <= " + said.right;
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    // the two stand where the one stood
    Vector found = multipliers(s, instant, [&](int i) { return i <= *chosen ? i : i + 1; });
    found[*chosen] = instant.constraints[index(*chosen + 1)].multiplier -
                     instant.constraints[index(*chosen)].multiplier;
    return std::max(off(old, s, instant), off(found, multipliers(old.setup, old.instant)));
  });
}

TEST_CASE("P7: a redundant constraint changes nothing") {
  holds("redundant constraint", 1e-10, [](const Sample& old, Random& random) {
    const auto first =
        one_of(old, random, [](const Said& said, const ConstraintAt&) { return said.binds; });
    if (!first) return does_not_apply;
    const Said& one = old.setup.constraints[index(*first)];
    const auto second = one_of(old, random, [&](const Said& said, const ConstraintAt&) {
      return said.binds && said.name != one.name && said.of_velocities == one.of_velocities;
    });
    if (!second) return does_not_apply;
    const Said& other = old.setup.constraints[index(*second)];
    Setup s = old.setup;
    Said sum = one;
    sum.name = random.chance(0.5) ? "all_of_it" : "whole";
    sum.equation = one.equation && other.equation;
    sum.left = one.left + " + " + other.left;
    sum.right = one.right + " + " + other.right;
    s.constraints.push_back(sum);
    const Instant instant = instant_of(s);
    return off(old, s, instant);
  });
}

// Theory 1-3.
TEST_CASE(
    "P8: a constraint times a positive number divides its multiplier and changes nothing else") {
  holds("times a number", 1e-10, [](const Sample& old, Random& random) {
    Setup s = old.setup;
    Vector expected = multipliers(old.setup, old.instant);
    for (std::size_t i = 0; i < s.constraints.size(); ++i) {
      Said& said = s.constraints[i];
      const double factor = std::exp(random.uniform(-3.0, 3.0));
      const std::string k = Setup::name(s.add(factor, {0, 0, 0}));
      said.text =
          k + "*(" + said.left + " - " + said.right + ")" + (said.equation ? " = 0" : " <= 0");
      expected[static_cast<Eigen::Index>(i)] /= factor;
    }
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    return std::max(off(old, s, instant), off(multipliers(s, instant), expected));
  });
}

// Theory 5.1-1.
TEST_CASE("P9: a duplicate constraint shares the multiplier, which is reported as not unique") {
  holds("written twice", 1e-10, [](const Sample& old, Random& random) {
    const auto chosen = one_of(old, random, carries);
    if (!chosen) return does_not_apply;
    Setup s = old.setup;
    s.constraints.push_back(s.constraints[index(*chosen)]);
    s.constraints.back().name = random.chance(0.5) ? "again" : "twice";
    const Instant instant = instant_of(s);
    if (!instant.usable() || instant.unique || !old.instant.unique) return broken;
    if (instant.regularity.kind != PositionClass::weakly_regular) return broken;
    Vector found = multipliers(old.setup, instant);
    found[*chosen] += instant.constraints.back().multiplier;
    return std::max(off(old, s, instant), off(found, multipliers(old.setup, old.instant)));
  });
}

// Theory 9-1.
TEST_CASE("P10: other coordinates and velocity parameters give the same motion") {
  const auto same = [](const Sample& old, const Setup& s) {
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    return std::max(off(old, s, instant),
                    off(multipliers(s, instant), multipliers(old.setup, old.instant)));
  };
  holds(
      "curved coordinates", 1e-10,
      [&](const Sample& old, Random& random) {
        Setup s = old.setup;
        for (Particle& body : s.bodies) body.chart = random_chart(random);
        return same(old, s);
      },
      count() / 4);
  holds(
      "Cartesian coordinates", 1e-10,
      [&](const Sample& old, Random&) {
        Setup s = old.setup;
        bool changed = false;
        for (Particle& body : s.bodies) {
          changed = changed || body.chart != Chart::points;
          body.chart = Chart::points;
        }
        return changed ? same(old, s) : does_not_apply;
      },
      count() / 4);
  holds(
      "linear coordinates", 1e-10,
      [&](const Sample& old, Random& random) {
        Setup s = old.setup;
        for (Particle& body : s.bodies)
          body.chart = random.chance(0.8) ? Chart::linear : Chart::points;
        return same(old, s);
      },
      count() / 4);
  holds(
      "quasi-velocities", 1e-10,
      [&](const Sample& old, Random& random) {
        Setup s = old.setup;
        bool changed = false;
        for (Particle& body : s.bodies) {
          const Chart before = body.chart;
          if (before == Chart::points)
            body.chart = random.chance(0.5) ? Chart::along_spherical : Chart::along_rotating;
          if (before == Chart::spherical) body.chart = Chart::along_spherical;
          if (before == Chart::rotating) body.chart = Chart::along_rotating;
          if (before == Chart::along_spherical) body.chart = Chart::spherical;
          if (before == Chart::along_rotating) body.chart = Chart::rotating;
          changed = changed || body.chart != before;
        }
        return changed ? same(old, s) : does_not_apply;
      },
      count() / 4);
}

TEST_CASE("P11: an active inequality can be replaced by an equation") {
  holds("active as equation", 1e-10, [](const Sample& old, Random& random) {
    const auto chosen = one_of(old, random, [](const Said&, const ConstraintAt& at) {
      return at.status == ConstraintStatus::active;
    });
    if (!chosen) return does_not_apply;
    Setup s = old.setup;
    s.constraints[index(*chosen)].equation = true;
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    return std::max(off(old, s, instant),
                    off(multipliers(s, instant), multipliers(old.setup, old.instant)));
  });
}

TEST_CASE("P12: a body made of two parts glued together moves as one") {
  holds("two parts", 1e-10, [](const Sample& old, Random& random) {
    Setup s = old.setup;
    const int whole = random.between(0, static_cast<int>(s.bodies.size()) - 1);
    const int part = static_cast<int>(s.bodies.size());
    Number& mass = s.numbers[index(s.bodies[index(whole)].mass)];
    const double share = mass.value * random.uniform(0.2, 0.8);
    mass.value -= share;
    Particle body = s.bodies[index(whole)];
    body.name = "part";
    body.chart = random.chance(0.7) ? Chart::points : Chart::cylindrical;
    body.mass = s.add(share, {1, 0, 0});
    body.force = "[0, 0, 0]";
    s.bodies.push_back(body);
    s.order.insert(s.order.begin() + random.between(0, part), part);
    // some constraints now hold the other part
    for (Said& said : s.constraints) {
      if (random.chance(0.5)) continue;
      for (std::string* text : {&said.left, &said.right})
        for (std::size_t i = 0; i + 1 < text->size(); ++i)
          if (((*text)[i] == '@' || (*text)[i] == '$') && (*text)[i + 1] == '0' + whole)
            (*text)[i + 1] = static_cast<char>('0' + part);
    }
    Said glue;
    glue.name = "glue";
    glue.text = "@" + digit(whole) + " = @" + digit(part);
    s.constraints.push_back(glue);
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    const Vector all = physical(s, instant.accelerations);
    const Vector glued = all.tail(3);
    return std::max({off(old, s, instant), off(glued, all.segment(3 * whole, 3), 10.0),
                     off(multipliers(old.setup, instant), multipliers(old.setup, old.instant))});
  });
}

//   a = l1 (sin α, −cos α),   b = a + l2 (sin β, −cos β)
TEST_CASE("P13: rods between points give the same motion as angles") {
  int failed = 0;
  int first = -1;
  double worst = 0.0;
  for (int i = 0; i < count(); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 555U);
    const bool twofold = i % 3 != 0;
    const double m1 = random.uniform(0.5, 3.0);
    const double m2 = random.uniform(0.5, 3.0);
    const double l1 = random.uniform(0.5, 2.0);
    const double l2 = random.uniform(0.5, 2.0);
    const double g = 9.81;
    const double alpha = random.uniform(-3.0, 3.0);
    const double beta = random.uniform(-3.0, 3.0);
    const bool wall = random.chance(0.5);  // to the right of a, which does not move along x
    const bool string = random.chance(0.5);
    const double da = wall ? 0.0 : random.uniform(-3.0, 3.0);
    const double db = random.uniform(-3.0, 3.0);
    const double ax = l1 * std::sin(alpha);

    Model points("pendulum of points");
    points.parameter("l1", l1).parameter("l2", l2).parameter("w", ax);
    const double az = -l1 * std::cos(alpha);
    const double vx = l1 * std::cos(alpha) * da;
    const double vz = l1 * std::sin(alpha) * da;
    points.mass("a", m1, {.at = {ax, 0, az}, .velocity = {vx, 0, vz}, .axes = "xz"});
    if (twofold)
      points.mass("b", m2,
                  {.at = {ax + l2 * std::sin(beta), 0, az - l2 * std::cos(beta)},
                   .velocity = {vx + l2 * std::cos(beta) * db, 0, vz + l2 * std::sin(beta) * db},
                   .axes = "xz"});
    points.gravity({0, 0, -g});
    points.constraint("upper", string ? "dot(a, a)/2 = l1^2/2" : "|a| = l1");
    if (twofold) points.constraint("lower", "|a - b| = l2");
    if (wall) points.constraint("wall", "a.x <= w");

    Model angles("pendulum of angles");
    angles.parameter("m1", m1).parameter("m2", m2).parameter("g", g);
    angles.parameter("l1", l1).parameter("l2", l2).parameter("w", ax);
    angles.coordinate("alpha", {.start = alpha, .rate = da});
    angles.kinetic("m1/2*l1^2*alpha'^2");
    angles.potential("-m1*g*l1*cos(alpha)");
    if (twofold) {
      angles.coordinate("beta", {.start = beta, .rate = db});
      angles.kinetic(
          "m2/2*(l1^2*alpha'^2 + l2^2*beta'^2 + 2*l1*l2*cos(alpha - beta)*alpha'*beta')");
      angles.potential("-m2*g*(l1*cos(alpha) + l2*cos(beta))");
    }
    if (wall) angles.constraint("wall", "l1*sin(alpha) <= w");

    const System first_system(points);
    const System second_system(angles);
    const Instant one = accelerations(first_system, points.start());
    const Instant other = accelerations(second_system, angles.start());
    double found = broken;
    if (one.usable() && other.usable()) {
      const double dda = other.accelerations[0];
      Vector expected(twofold ? 4 : 2);
      expected[0] = l1 * (std::cos(alpha) * dda - std::sin(alpha) * da * da);
      expected[1] = l1 * (std::sin(alpha) * dda + std::cos(alpha) * da * da);
      if (twofold) {
        const double ddb = other.accelerations[1];
        expected[2] = expected[0] + l2 * (std::cos(beta) * ddb - std::sin(beta) * db * db);
        expected[3] = expected[1] + l2 * (std::sin(beta) * ddb + std::cos(beta) * db * db);
      }
      found = off(one.accelerations, expected, g);
      if (wall)
        found = std::max(found, std::abs(one.constraints.back().multiplier -
                                         other.constraints.back().multiplier) /
                                    std::max(10.0, one.constraints.back().multiplier));
    }
    // upright in the wall the rod and the wall are one
    if (wall && std::abs(std::cos(alpha)) < 0.05) continue;
    if (found <= 1e-10) {
      worst = std::max(worst, found);
      continue;
    }
    if (failed++ == 0) first = i;
  }
  MESSAGE("rods and angles: at most " << worst << " off");
  CHECK_MESSAGE(failed == 0, failed << " times, first for seed " << first);
}

// Theory 4.1-1.
TEST_CASE("P14: no admissible neighbour has a smaller zwang") {
  holds("neighbours", 1e-10, [](const Sample& old, Random& random) {
    const Neighbours neighbours(old);
    const Vector free = neighbours.free();
    const Vector& a = old.instant.accelerations;
    const double least = neighbours.square(a - free);
    const double size = std::max({1.0, least, neighbours.square(free)});
    double worst = std::abs(least - old.instant.zwang) / size;
    for (int k = 0; k < 100; ++k) {
      // on the way to an admissible point all points are
      const Vector d = neighbours.admissible(random, true);
      const double part = random.chance(0.5) ? 1.0 : std::exp(random.uniform(-10.0, 0.0));
      worst = std::max(worst, (least - neighbours.square(a + part * d - free)) / size);
    }
    return worst;
  });
}

// Theory 7.3-1, 7.3-2.
TEST_CASE(
    "P15: Carnot: the energy lost is that of the lost velocities, less what moving constraints "
    "supply") {
  holds("Carnot", 1e-10, [](const Sample& old, Random& random) {
    Setup s = old.setup;
    for (Particle& body : s.bodies) body.velocity = random_three(random, 3.0);
    const auto model = build(s);
    const System system(*model);
    const State state = state_of(s);
    const Impact hit = impact(system, state);
    if (!hit.usable()) return broken;
    const Snapshot snapshot = system.at(state);
    const Matrix mass = snapshot.mass.dense();
    const auto energy = [&](const Vector& u) { return 0.5 * u.dot(mass * u); };
    double supplied = 0.0;
    double size = energy(hit.before) + energy(hit.after);
    for (int i = 0; i < system.constraints(); ++i) {
      supplied += hit.impulses[i] * snapshot.rows[index(i)].b1;
      size += std::abs(hit.impulses[i] * snapshot.rows[index(i)].b1);
    }
    return std::abs(energy(hit.before) - energy(hit.after) - energy(hit.before - hit.after) +
                    supplied) /
           size;
  });
}

// Theory 4.6-1.
TEST_CASE("P16: reactions do no negative work in any admissible displacement") {
  holds("virtual work", 1e-10, [](const Sample& old, Random& random) {
    const Neighbours neighbours(old);
    const Vector& reaction = old.instant.reaction;
    double worst = 0.0;
    for (int k = 0; k < 20; ++k) {
      const Vector d = neighbours.admissible(random, false);
      const double size = reaction.cwiseAbs().dot(d.cwiseAbs()) + 1.0;
      worst = std::max(worst, -reaction.dot(d) / size);
    }
    return worst;
  });
}

// Theory 2-5.
TEST_CASE("P17: a position constraint may be written at velocity level") {
  holds("velocity form", 1e-10, [](const Sample& old, Random& random) {
    const auto chosen = one_of(old, random, [](const Said& said, const ConstraintAt&) {
      return said.binds && !said.of_velocities;
    });
    if (!chosen) return does_not_apply;
    Setup s = old.setup;
    Said& said = s.constraints[index(*chosen)];
    const std::string relation = said.equation ? " = 0" : " <= 0";
    const int body = random.between(0, static_cast<int>(s.bodies.size()) - 1);
    const Three& at = s.bodies[index(body)].at;
    const bool times = random.chance(0.5);
    const std::string place = "@" + digit(body);
    said.text = times ? "(2 + dot(" + place + ", " + place + "))*(" + said.rate + ")" + relation
                      : said.rate + relation;
    const Instant instant = instant_of(s);
    if (!instant.usable()) return broken;
    Vector expected = multipliers(old.setup, old.instant);
    if (times) expected[*chosen] /= 2.0 + at.squaredNorm();
    return std::max(off(old, s, instant), off(multipliers(s, instant), expected));
  });
}
