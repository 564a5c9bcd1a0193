// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion in words: one line for each event, a second where velocities jump.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/model/shape.hpp"
#include "zwang/motion/trajectory.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

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

// How a condition is for a person: "slack", "taut", "away", "pressed" (style, glossary).
std::string_view state_word(Shape shape, Standing standing) {
  if (standing == Standing::held) return "held";
  const bool acts = standing == Standing::acting;
  const bool closed = standing == Standing::closed;
  switch (shape) {
    case Shape::string: return acts ? "taut" : closed ? "straight" : "slack";
    case Shape::contact:
    case Shape::surface: return acts ? "pressed" : closed ? "touching" : "away";
    case Shape::rod:
    case Shape::other: break;
  }
  return acts ? "acting" : closed ? "closed" : "open";
}

class Words {
 public:
  explicit Words(const System& system) : system_(system) {
    for (int i = 0; i < system.conditions(); ++i)
      shapes_.push_back(shape_of(system.model(), system.condition(i)));
  }

  // The force along it: multiplier times the gradient on its mass.
  std::string force(const Event& event, const Part& part) const {
    if (!(part.multiplier != 0.0)) return {};
    const Shaped& shaped = shapes_[index(part.condition)];
    if (shaped.shape == Shape::other) return fmt::format("multiplier {}", number(part.multiplier));
    Snapshot snapshot = system_.at({event.q, event.after, event.t});
    const Point& point = system_.model().points()[index(shaped.first)];
    const auto columns = system_.columns(part.condition);
    double squares = 0.0;
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (std::ranges::find(point.coordinates, columns[k]) != point.coordinates.end()) {
        const double a = snapshot.rows[index(part.condition)].a[k];
        squares += a * a;
      }
    return fmt::format("{} N", number(part.multiplier * std::sqrt(squares)));
  }

  std::string_view word(const Part& part) const {
    return state_word(shapes_[index(part.condition)].shape, part.after);
  }

  // Why a condition is not acting at the start.
  std::string reason(const Part& part) const {
    const Shaped& shaped = shapes_[index(part.condition)];
    const Model& model = system_.model();
    if (part.after == Standing::leaving) return "leaving: the motion takes it away";
    if (part.after != Standing::released) return {};
    const bool gravity_alone =
        model.forces().empty() && model.force_codes().empty() &&
        model.potential_formulas().empty() &&
        std::ranges::any_of(model.gravity(), [](double g) { return g != 0.0; });
    const std::string who = gravity_alone ? "gravity draws" : "the motion draws";
    if (shaped.first < 0) return fmt::format("released: {} away from it", who);
    return fmt::format("released: {} {} {}", who, model.points()[index(shaped.first)].name,
                       shaped.shape == Shape::string ? "inwards" : "away");
  }

  // "bob' (0, 0, -5.603) -> (-2.689, 0, -2.017)", of every mass whose velocity jumped.
  std::vector<std::string> jumps(const Event& event) const {
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
        jumped = jumped || std::abs(from[k] - to[k]) > 1e-12 * (1.0 + std::abs(from[k]));
      }
      if (jumped)
        lines.push_back(fmt::format("{}' {} -> {}", point.name, vector(from), vector(to)));
    }
    for (int i = 0; i < system_.coordinates(); ++i)
      if (!told[index(i)] && std::abs(before[i] - after[i]) > 1e-12 * (1.0 + std::abs(before[i])))
        lines.push_back(fmt::format("{}' {} -> {}", system_.model().coordinate_names()[index(i)],
                                    number(before[i]), number(after[i])));
    return lines;
  }

  std::string line(const Event& event, const Part& part, bool first) const {
    std::vector<std::string> words;
    const std::string pull = force(event, part);
    const std::string state =
        pull.empty() ? std::string(word(part)) : fmt::format("{}, {}", word(part), pull);
    if (event.kind == EventKind::start) {
      const std::string why = reason(part);
      return why.empty() ? state : fmt::format("{:<8}{}", word(part), why);
    }
    if (!std::isnan(event.energy_after)) {
      const bool length = shapes_[index(part.condition)].shape != Shape::other;
      if (part.cause)
        words.push_back(fmt::format("{}{}", number(part.rate_before), length ? " m/s" : ""));
      if (part.impulse != 0.0)
        words.push_back(fmt::format("{}{}", number(part.impulse), length ? " N s" : ""));
      if (first)
        words.push_back(fmt::format("{} J", number(event.energy_after - event.energy_before)));
    }
    if (event.kind == EventKind::settle)
      words.push_back(fmt::format("within {:.1g} s", event.bound));
    words.push_back(state);
    return fmt::format("{}", fmt::join(words, "   "));
  }

 private:
  const System& system_;
  std::vector<Shaped> shapes_;
};

std::string plural(long count, std::string_view word) {
  if (count == 1) return fmt::format("1 {}", word);
  std::string many(word);
  many += many.ends_with("h") ? "es" : "s";
  return fmt::format("{} {}", count, many);
}

}  // namespace

std::string Trajectory::brief() const {
  if (!system) return "not run";
  const std::string& title = system->model().name();
  std::vector<std::string> parts;
  parts.push_back(
      fmt::format("{}: reached {} s", title.empty() ? "system" : title, fmt::format("{:.10g}", t)));
  parts.push_back(plural(arcs, "arc"));
  for (const EventKind kind :
       {EventKind::shock, EventKind::touch, EventKind::release, EventKind::reach,
        EventKind::impulse, EventKind::sudden_equation, EventKind::settle, EventKind::graze}) {
    const long count = std::ranges::count(events, kind, &Event::kind);
    std::string word(zwang::name(kind));
    std::ranges::replace(word, '_', ' ');
    if (count > 0) parts.push_back(plural(count, word));
  }
  parts.emplace_back(audit.holds() ? "certified" : "NOT certified");
  std::string out = fmt::format("{}", fmt::join(parts, ", "));
  if (const auto why = code(outcome))
    out += fmt::format("; ended with {}: {}", zwang::name(*why), message);
  return out;
}

std::string Trajectory::report() const {
  std::string out = brief() + "\n";
  if (!system) return out;
  const Words words(*system);
  for (const Event& event : events) {
    if (event.kind == EventKind::end) continue;
    bool first = true;
    const auto begin = [&](std::string_view condition) {
      out += fmt::format("  {:<10}{:<9}{:<11}", first ? fmt::format("{:.6g}", event.t) : "",
                         first ? zwang::name(event.kind) : "", condition);
    };
    std::vector<Part> parts = event.parts;
    std::ranges::stable_sort(parts,
                             [](const Part& a, const Part& b) { return a.cause && !b.cause; });
    for (const Part& part : parts) {
      begin(system->condition(part.condition).name);
      out += words.line(event, part, first) + "\n";
      first = false;
    }
    if (parts.empty()) {
      begin("");
      while (out.ends_with(' ')) out.pop_back();
      out += "\n";
    }
    for (const std::string& jump : words.jumps(event)) out += fmt::format("{:32}{}\n", "", jump);
  }
  for (const std::string& warning : warnings) out += fmt::format("  {}\n", warning);
  return out;
}

}  // namespace zwang
