// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/descriptions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/record/impacts.hpp"

namespace zwang {
namespace {

// Masses of one event whose velocities are told.
constexpr std::size_t most_told = 8;

// Three decimals, or three digits where that would hide the number.
std::string number(double x) {
  if (std::abs(x) < 5e-13) return "0";
  if (std::abs(x) < 1e-3 || std::abs(x) >= 1e6) return fmt::format("{:.3g}", x);
  std::string text = fmt::format("{:.3f}", x);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string vector(const std::array<double, 3>& v) {
  return fmt::format("({}, {}, {})", number(v[0]), number(v[1]), number(v[2]));
}

// Six decimals, or as many as its column has room for; seven digits where that would hide the
// number.
std::string time(double t) {
  constexpr std::size_t width = 9;
  if (t == 0.0) return "0";
  for (int decimals = std::abs(t) < 1e-3 ? -1 : 6; decimals >= 0; --decimals)
    if (const std::string text = fmt::format("{:.{}f}", t, decimals); text.size() <= width)
      return text;
  return fmt::format("{:.7g}", t);
}

bool jumps_between(double from, double to) {
  return std::abs(from - to) > 1e-12 * (1.0 + std::abs(from));
}

std::vector<Part> causes_first(const Event& event) {
  std::vector<Part> parts;
  for (const bool cause : {true, false})
    for (const Part& part : event.parts)
      if (part.cause == cause) parts.push_back(part);
  return parts;
}

}  // namespace

Descriptions::Descriptions(const System& system) : system_(system) {
  for (int i = 0; i < system.constraints(); ++i)
    shapes_.push_back(shape_of(system.model(), system.constraint(i)));
}

std::string_view Descriptions::kind(const Event& event) const {
  const auto is_string = [&](const Part& part) {
    return !part.cause || shapes_[index(part.constraint)].shape == Shape::string;
  };
  if (event.kind == EventKind::release && std::ranges::all_of(event.parts, is_string))
    return "slack";
  return name(event.kind);
}

std::string_view Descriptions::state(int constraint, ConstraintStatus status) const {
  if (status == ConstraintStatus::held) return "held";
  if (status == ConstraintStatus::sticking) return "sticks";
  if (status == ConstraintStatus::slipping) return "slips";
  const bool acts = status == ConstraintStatus::active;
  const bool closed = status == ConstraintStatus::closed;
  switch (shapes_[index(constraint)].shape) {
    case Shape::string: return acts ? "taut" : closed ? "straight" : "slack";
    case Shape::contact:
    case Shape::surface: return acts ? "pressed" : closed ? "touching" : "away";
    case Shape::rod:
    case Shape::other: break;
  }
  return acts ? "active" : closed ? "closed" : "open";
}

// The force along it: multiplier times the gradient on its mass.
std::string Descriptions::force(const Event& event, const Part& part) const {
  if (!(part.multiplier != 0.0)) return {};
  const Shaped& shaped = shapes_[index(part.constraint)];
  // along the slip
  if (system_.constraint(part.constraint).friction)
    return fmt::format("friction {} N", number(std::abs(part.multiplier)));
  if (shaped.shape == Shape::other) return fmt::format("multiplier {}", number(part.multiplier));
  const Snapshot snapshot = system_.at({event.q, event.after, event.t});
  const Point& point = system_.model().points()[index(shaped.first)];
  const auto columns = system_.columns(part.constraint);
  double squares = 0.0;
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (std::ranges::find(point.coordinates, columns[k]) != point.coordinates.end()) {
      const double a = snapshot.rows[index(part.constraint)].a[k];
      squares += a * a;
    }
  return fmt::format("{} N", number(part.multiplier * std::sqrt(squares)));
}

// Why a constraint is not active at the start.
std::string Descriptions::reason(const Part& part) const {
  const Shaped& shaped = shapes_[index(part.constraint)];
  const Model& model = system_.model();
  if (part.after == ConstraintStatus::leaving) return "leaving: the motion moves away from it";
  if (part.after != ConstraintStatus::released) return {};
  const bool gravity_alone =
      model.forces().empty() && model.force_codes().empty() && model.potential_formulas().empty() &&
      std::ranges::any_of(model.gravity(), [](double g) { return g != 0.0; });
  const std::string who = gravity_alone ? "gravity pulls" : "the motion moves";
  if (shaped.first < 0) return fmt::format("released: {} away from it", who);
  return fmt::format("released: {} {} {}", who, model.points()[index(shaped.first)].name,
                     shaped.shape == Shape::string ? "inwards" : "away");
}

// "bob' (0, 0, -5.603) -> (-2.689, 0, -2.017)", of every mass and body whose velocity jumped.
std::vector<std::string> Descriptions::jumps(const Event& event) const {
  std::vector<std::string> lines;
  const Vector before = system_.rates({event.q, event.before, event.t});
  const Vector after = system_.rates({event.q, event.after, event.t});
  std::vector<char> told(index(system_.coordinates()), 0);
  for (const Point& point : system_.model().points()) {
    std::array<double, 3> from{}, to{};
    bool jumped = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const int i = point.coordinates[k];
      if (i < 0) continue;
      told[index(i)] = 1;
      from[k] = before[i];
      to[k] = after[i];
      jumped = jumped || jumps_between(from[k], to[k]);
    }
    if (jumped) lines.push_back(fmt::format("{}' {} -> {}", point.name, vector(from), vector(to)));
  }
  for (const Body& body : system_.model().bodies()) {
    if (body.in_plane) continue;
    std::array<double, 3> from{}, to{};
    bool jumped = false;
    for (int k = 0; k < 4; ++k) told[index(body.first + k)] = 1;
    for (int k = 0; k < 3; ++k) {
      from[index(k)] = event.before[body.first + k];
      to[index(k)] = event.after[body.first + k];
      jumped = jumped || jumps_between(from[index(k)], to[index(k)]);
    }
    if (jumped)
      lines.push_back(fmt::format("{}.spin {} -> {}", body.name, vector(from), vector(to)));
  }
  for (int i = 0; i < system_.coordinates(); ++i)
    if (!told[index(i)] && jumps_between(before[i], after[i]))
      lines.push_back(fmt::format("{}' {} -> {}", system_.model().coordinate_names()[index(i)],
                                  number(before[i]), number(after[i])));
  if (lines.size() > most_told) {
    lines[most_told] = fmt::format("and {} more", lines.size() - most_told);
    lines.resize(most_told + 1);
  }
  return lines;
}

std::string Descriptions::happened(const Event& event, const Part& part, bool first) const {
  const std::string pull = force(event, part);
  const std::string_view word = state(part.constraint, part.after);
  if (event.kind == EventKind::start) {
    const std::string why = reason(part);
    if (!why.empty()) return fmt::format("{:<8}{}", word, why);
  }
  if (event.kind == EventKind::release && part.cause) return "multiplier reached 0";
  if (part.cause && is_passage(event)) return "passed";
  std::vector<std::string> words;
  if (!std::isnan(event.energy_after)) {
    const bool length = shapes_[index(part.constraint)].shape != Shape::other;
    if (part.cause)
      words.push_back(fmt::format("{}{}", number(part.rate_before), length ? " m/s" : ""));
    if (part.impulse != 0.0)
      words.push_back(fmt::format("{}{}", number(part.impulse), length ? " N s" : ""));
    if (first)
      words.push_back(fmt::format("{} J", number(event.energy_after - event.energy_before)));
  }
  if (event.kind == EventKind::settle)
    words.push_back(fmt::format("located to {:.1g} s", event.located));
  words.push_back(pull.empty() ? std::string(word) : fmt::format("{}, {}", word, pull));
  return fmt::format("{}", fmt::join(words, "   "));
}

std::vector<std::string> Descriptions::lines(const Event& event) const {
  std::vector<std::string> out;
  const std::vector<Part> parts = causes_first(event);
  for (const Part& part : parts) {
    const bool first = out.empty();
    out.push_back(fmt::format("  {:<9} {:<9}{:<10} {}", first ? time(event.t) : "",
                              first ? kind(event) : "", system_.constraint(part.constraint).name,
                              happened(event, part, first)));
  }
  if (parts.empty()) out.push_back(fmt::format("  {:<9} {}", time(event.t), kind(event)));
  if (std::isfinite(event.uncertainty))
    out.push_back(fmt::format("{:32}time uncertain by about {:.1g} s", "", event.uncertainty));
  for (const std::string& jump : jumps(event)) out.push_back(fmt::format("{:32}{}", "", jump));
  return out;
}

std::string Descriptions::list(const std::vector<Event>& events, const EventFold& fold,
                               std::string_view where) const {
  const auto is_listed = [](const Event& event) { return event.kind != EventKind::end; };
  const auto total = static_cast<std::size_t>(std::ranges::count_if(events, is_listed));
  std::size_t left = total > fold.most ? fold.shown : total;
  std::string out;
  for (const Event& event : events) {
    if (!is_listed(event)) continue;
    if (left == 0)
      return out + fmt::format("  {:<30}({} more: {})\n", "...", total - fold.shown, where);
    --left;
    for (const std::string& line : lines(event)) out += line + "\n";
  }
  return out;
}

}  // namespace zwang
