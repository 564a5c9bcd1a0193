// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"

namespace zwang {
namespace {

// A text in TOML.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20U)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

[[noreturn]] void no_text(const std::string& what) {
  throw Error(Code::E113, fmt::format("{} cannot be written as text", what));
}

class Writer {
 public:
  Writer(const Model& model, const RunOptions& run)
      : model_(model), run_(run), start_(model.start(run.from)) {
    if (!model.force_codes().empty()) no_text("a force given as code");
    for (SymbolId id = 0; id < model.graph().symbols(); ++id)
      if (const Symbol& symbol = model.graph().symbol_at(id);
          symbol.kind == Symbol::Kind::parameter && symbol.name != "pi")
        parameters_.push_back(symbol);
    for (const Symbol& symbol : parameters_) taken_.insert(symbol.name);
    for (const Body& body : model.bodies()) {
      of_bodies_.insert(body.point);
      taken_.insert(body.name);
      for (int i = 0; i < (body.in_plane ? 1 : 4); ++i) of_points_.insert(body.first + i);
    }
    for (int number = 0; const Point& point : model.points()) {
      if (!of_bodies_.contains(number++)) give_name(point.name);
      for (const int i : point.coordinates)
        if (i >= 0) of_points_.insert(i);
    }
  }

  std::string text() {
    line("zwang = 1");
    if (!model_.name().empty()) line("title = {}", in_quotes(model_.name()));
    if (!parameters_.empty()) line("\n[parameters]");
    for (const Symbol& symbol : parameters_) line("{} = {}", symbol.name, shortest(symbol.value));
    masses();
    bodies();
    coordinates();
    points();
    forces();
    constraints();
    run();
    return std::move(out_);
  }

 private:
  template <class... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    out_ += fmt::format(format, std::forward<Parts>(parts)...);
    out_ += '\n';
  }

  // A name of letters, digits and _, once only: "net[3,4]" becomes "net_3_4".
  std::string plain(const std::string& name) {
    std::string out;
    for (const char c : name) {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
        out += c;
      else if (!out.empty() && out.back() != '_')
        out += '_';
    }
    while (out.ends_with('_') && !name.ends_with('_')) out.pop_back();
    while (!taken_.insert(out).second) out += '_';
    return out;
  }

  void give_name(const std::string& name) {
    const std::string other = plain(name);
    if (other != name) renamed_[name] = other;
  }

  // A formula, its members of groups under their new names.
  std::string formula(const Formula& formula) const {
    std::string text = formula.text();
    const auto in_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    for (const auto& [name, other] : renamed_)
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
        if (at == 0 || !in_word(text[at - 1])) text.replace(at, name.size(), other);
    return in_quotes(text);
  }

  std::string point_name(const Point& point) const {
    const auto found = renamed_.find(point.name);
    return found == renamed_.end() ? point.name : found->second;
  }

  // "net[3,4].x" under its new name
  std::string coordinate(int number) const {
    for (const Point& point : model_.points())
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (point.coordinates[axis] == number)
          return in_quotes(fmt::format("{}.{}", point_name(point), "xyz"[axis]));
    return in_quotes(model_.coordinate_names()[index(number)]);
  }

  void masses() {
    for (int number = 0; const Point& point : model_.points()) {
      if (of_bodies_.contains(number++)) continue;
      line("\n[masses.{}]", point_name(point));
      std::array<std::string, 3> at, velocity{"0", "0", "0"};
      std::string axes;
      bool moves = false;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const int i = point.coordinates[axis];
        if (i >= 0) {
          axes += "xyz"[axis];
          at[axis] = shortest(start_.q[i]);
          velocity[axis] = shortest(model_.start_rates()[index(i)]);
        } else {
          const Formula& given = *point.given[axis];
          moves = moves || !given.inputs().empty();
          at[axis] = given.inputs().empty() ? shortest(given.value({})) : formula(given);
        }
      }
      const auto triple = [](const std::array<std::string, 3>& v) {
        return fmt::format("[{}, {}, {}]", v[0], v[1], v[2]);
      };
      if (!point.free()) {
        if (moves) {
          line("follows = {}", triple(at));
        } else {
          line("fixed = true");
          line("at = {}", triple(at));
        }
        continue;
      }
      line("mass = {}", shortest(point.mass));
      line("at = {}", triple(at));
      if (velocity != std::array<std::string, 3>{"0", "0", "0"})
        line("velocity = {}", triple(velocity));
      if (axes != "xyz") line("axes = {}", in_quotes(axes));
    }
  }

  // With the centre of mass as the origin of its frame: points and joints are formulas by now.
  void bodies() {
    const auto list = [](auto... numbers) {
      const std::array texts = {shortest(numbers)...};
      return fmt::format("[{}]", fmt::join(texts, ", "));
    };
    for (const Body& body : model_.bodies()) {
      const Point& centre = model_.points()[index(body.point)];
      std::array<double, 3> at{}, velocity{};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const int i = centre.coordinates[axis];
        at[axis] = i >= 0 ? start_.q[i] : centre.given[axis]->value({});
        velocity[axis] = i >= 0 ? model_.start_rates()[index(i)] : 0.0;
      }
      line("\n[bodies.{}]", body.name);
      line("mass = {}", shortest(centre.mass));
      line("at = {}", list(at[0], at[1], at[2]));
      line("velocity = {}", list(velocity[0], velocity[1], velocity[2]));
      const int first = body.first;
      if (body.in_plane) {
        line("axes = \"{}\"", plane_of(body.normal));
        line("inertia = {}", shortest(model_.coordinate_masses()[index(first)]));
        line("angle = {}", shortest(start_.q[first]));
        line("angle_rate = {}", shortest(start_.u[first]));
        continue;
      }
      const auto entry = [&](int i, int k) { return shortest(body.inertia(i, k)); };
      line("inertia = {{ xx = {}, yy = {}, zz = {}, xy = {}, xz = {}, yz = {} }}", entry(0, 0),
           entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2));
      line("orientation = {{ quaternion = {} }}",
           list(start_.q[first], start_.q[first + 1], start_.q[first + 2], start_.q[first + 3]));
      line("spin = {}", list(start_.u[first], start_.u[first + 1], start_.u[first + 2]));
    }
  }

  // Those of bodies, too: their names are formulas by now.
  void points() {
    if (model_.markers().empty()) return;
    line("\n[points]");
    std::map<std::string, std::string> called;
    for (const Marker& marker : model_.markers()) {
      called[marker.name] = plain(marker.name);
      line("{} = [{}, {}, {}]", called[marker.name], formula(marker.at[0]), formula(marker.at[1]),
           formula(marker.at[2]));
    }
    const auto name = [&](const std::string& end) {
      const auto found = called.find(end);
      if (found != called.end()) return found->second;
      const auto other = renamed_.find(end);
      return other == renamed_.end() ? end : other->second;
    };
    const std::vector<Line> lines = model_.lines();
    if (!lines.empty()) line("\n[lines]");
    for (std::size_t i = 0; i < lines.size(); ++i)
      line("line{} = [{}, {}]", i, in_quotes(name(lines[i].from)), in_quotes(name(lines[i].to)));
  }

  // "xz" for the normal -y: turning from the first towards the second.
  static std::string plane_of(const Eigen::Vector3d& normal) {
    for (int i = 0; i < 3; ++i) {
      const char next = "xyz"[(i + 1) % 3], other = "xyz"[(i + 2) % 3];
      if (normal[i] > 0.0) return {next, other};
      if (normal[i] < 0.0) return {other, next};
    }
    return {};
  }

  void coordinates() {
    const auto& names = model_.coordinate_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto number = static_cast<int>(i);
      if (of_points_.contains(number)) continue;
      line("\n[coordinates.{}]", names[i]);
      line("start = {}", shortest(start_.q[number]));
      line("rate = {}", shortest(model_.start_rates()[i]));
    }
    quasi_velocities();
    const auto sum = [&](const std::vector<Formula>& formulas) {
      if (formulas.size() == 1) return formula(formulas[0]);
      std::string text;
      for (const Formula& one : formulas) {
        const std::string part = formula(one);
        text += fmt::format("{}({})", text.empty() ? "" : " + ", part.substr(1, part.size() - 2));
      }
      return fmt::format("\"{}\"", text);
    };
    if (model_.kinetic_formulas().empty() && model_.potential_formulas().empty()) return;
    line("\n[energy]");
    if (!model_.kinetic_formulas().empty()) line("kinetic = {}", sum(model_.kinetic_formulas()));
    if (!model_.potential_formulas().empty())
      line("potential = {}", sum(model_.potential_formulas()));
  }

  // In the order of the coordinates that they replace.
  void quasi_velocities() {
    if (model_.quasi_velocities().empty()) return;
    const std::vector<std::string> all = model_.velocity_names();
    const std::vector<int> replaced = model_.replaced_rates();
    line("\n[quasi_velocities]");
    for (std::size_t i = 0; i < replaced.size(); ++i)
      line("{} = {}", all[index(replaced[i])], formula(model_.quasi_velocities()[i]));
  }

  void forces() {
    const auto& g = model_.gravity();
    if (g != std::array<double, 3>{0.0, 0.0, 0.0})
      line("\n[forces]\ngravity = [{}, {}, {}]", shortest(g[0]), shortest(g[1]), shortest(g[2]));
    for (const Force& force : model_.forces()) {
      line("\n[[force]]");
      line("along = {}", coordinate(force.coordinate));
      line("value = {}", formula(force.formula));
      times(force.options.from, force.options.until);
    }
    for (const Impulse& impulse : model_.impulses()) {
      line("\n[[impulse]]");
      line("at = {}", shortest(impulse.at));
      line("along = {}", coordinate(impulse.coordinate));
      line("value = {}", shortest(impulse.value));
    }
  }

  void times(double from, double until) {
    if (from != -always) line("from = {}", shortest(from));
    if (until != always) line("until = {}", shortest(until));
  }

  void constraints() {
    for (const Constraint& constraint : model_.constraints()) {
      if (constraint.friction) {
        if (constraint.friction->is_given()) given_friction(constraint);
        continue;  // others with their surfaces
      }
      if (!constraint.formula) no_text(fmt::format("constraint '{}'", constraint.name));
      line("\n[constraints.{}]", plain(constraint.name));
      std::string text = formula(*constraint.formula);
      text.pop_back();
      line("holds = {} {} 0\"", text, constraint.equation ? "=" : "<=");
      if (constraint.options.restitution != 0.0)
        line("restitution = {}", shortest(constraint.options.restitution));
      times(constraint.options.from, constraint.options.until);
      if (constraint.options.redundant) line("redundant = true");
      friction(constraint);
      if (!constraint.domain) continue;
      std::string where;
      for (const Domain::Condition& condition : constraint.domain->conditions) {
        std::string one = formula(condition.formula);
        one.pop_back();
        where += fmt::format("{}{} <= 0\"", where.empty() ? "" : ", ", one);
      }
      line("where = [{}]", where);
    }
  }

  void given_friction(const Constraint& slip) {
    line("\n[friction.{}]", plain(slip.name));
    line("bound = {}", formula(slip.friction->slipping));
    line("static = {}", formula(slip.friction->sticking));
    line("slip = {}", formula(*slip.formula));
    times(slip.options.from, slip.options.until);
  }

  void friction(const Constraint& surface) {
    const auto number = model_.find_constraint(surface.name);
    for (const Constraint& slip : model_.constraints()) {
      if (!slip.friction || slip.friction->of != number) continue;
      line("friction = {}", formula(slip.friction->slipping));
      line("static = {}", formula(slip.friction->sticking));
      line("slip = {}", formula(*slip.formula));
      line("normal = 1");
    }
  }

  void run() {
    line("\n[run]");
    if (run_.from != 0.0) line("from = {}", shortest(run_.from));
    line("until = {}", shortest(run_.until));
    line("tolerance = {}", shortest(run_.tolerance));
    if (run_.method == RunOptions::Method::time_stepping) line("method = \"time-stepping\"");
    if (run_.step > 0.0) line("step = {}", shortest(run_.step));
    if (run_.impact_at_start) line("start = \"impact\"");
    if (run_.settle == RunOptions::Settle::stop) line("settle = \"stop\"");
    if (model_.impact_law())
      line("impacts = \"{}\"", model_.impacts_in_sequence() ? "in sequence" : "at once");
    if (run_.max_events != RunOptions{}.max_events) line("max_events = {}", run_.max_events);
  }

  const Model& model_;
  const RunOptions& run_;
  State start_;
  std::string out_;
  std::vector<Symbol> parameters_;
  std::set<int> of_points_;  // coordinates, also those of bodies
  std::set<int> of_bodies_;  // points: their centres of mass
  std::set<std::string> taken_;
  std::map<std::string, std::string> renamed_;
};

}  // namespace

std::string model_text(const Model& model, const RunOptions& run) {
  return Writer(model, run).text();
}

}  // namespace zwang
