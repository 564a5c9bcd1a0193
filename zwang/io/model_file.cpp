// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/model_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "zwang/base/text.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/io/generate.hpp"
#include "zwang/io/toml_guard.hpp"

namespace zwang {
namespace {

using Keys = std::vector<std::string>;

// A condition of the file: its name, its table, its text.
class Reader {
 public:
  Reader(ModelFile& file, const FileOptions& options) : file_(file), options_(options) {}

  void run() {
    try {
      read_tables(0, 0);
    } catch (const Error& error) {
      add(error);
      return;
    }
    if (tables_.empty()) return;
    const bool units = mentions_units();
    file_.title = text_or("title", "");
    std::string name = std::filesystem::path(file_.sources[0].path).stem().string();
    file_.model = std::make_unique<Model>(name, units);
    for_each("parameters", [&](auto& key, auto& node) { collect_parameter(key, node); });
    set_parameters();
    resolve_parameters();
    for_each("masses", [&](auto& key, auto& node) { read_mass(key, node); });
    for_each("coordinates", [&](auto& key, auto& node) { read_coordinate(key, node); });
    for_each_of("generate", [&](const toml::table& table) { read_generator(table); });
    for_each("energy", [&](auto& key, auto& node) { read_energy(key, node); });
    for_each("forces", [&](auto& key, auto& node) { read_forces(key, node); });
    for_each_of("force", [&](const toml::table& table) { read_force(table); });
    for_each_of("impulse", [&](const toml::table& table) { read_impulse(table); });
    for_each("conditions", [&](auto& key, auto& node) { read_condition_table(key, node); });
    for_each("run", [&](auto& key, auto& node) { read_run(key, node); });
    for_each("output",
             [&](auto& key, auto&) { known(key, {"every", "table", "loads"}, "[output]"); });
    for_each_of("expect", [&](const toml::table& table) { read_expectation(table); });
    if (file_.mistakes.empty() && !has_until_)
      add(Error(Code::E111, "[run] has no 'until'", {.file = path(), .line = 1, .column = 1}));
  }

 private:
  // --- mistakes and places ---

  void add(Error error) { file_.mistakes.push_back(std::move(error)); }

  const std::string& path() const { return file_.sources[now_].path; }

  Place place(const toml::source_region& region) const {
    Place place{path(), static_cast<int>(region.begin.line), static_cast<int>(region.begin.column),
                static_cast<int>(region.end.column)};
    if (region.end.line != region.begin.line) place.end_column = place.column + 1;
    return place;
  }
  Place place(const toml::node& node) const { return place(node.source()); }
  Place place(const toml::key& key) const { return place(key.source()); }

  // A mistake inside a text, where that text stands in the file. Texts with escapes or of several
  // lines are marked as a whole.
  Error in_text(const Error& error, const toml::node& node) const {
    Place whole = place(node);
    if (node.source().begin.line == node.source().end.line && error.place().column > 0) {
      const std::string_view line = file_.sources[now_].line(whole.line);
      const bool plain = line.find('\\') == std::string_view::npos &&
                         line.find("\"\"\"") == std::string_view::npos;
      if (plain) {
        whole.end_column = whole.column + error.place().end_column;
        whole.column += error.place().column;
      }
    }
    return error.at(whole);
  }

  // Runs a step; what it throws is a mistake of `node`.
  template <class Step>
  bool guarded(const toml::node& node, Step&& step) {
    try {
      step();
      return true;
    } catch (const Error& error) {
      add(error.place().line > 0 ? error : in_text(error, node));
    }
    return false;
  }

  bool known(const toml::key& key, const Keys& keys, const std::string& where) {
    const std::string word(key.str());
    if (std::ranges::find(keys, word) != keys.end()) return true;
    const auto near = nearest(word, keys);
    add(Error(Code::E102, fmt::format("unknown key '{}' in {}", word, where), place(key),
              near ? fmt::format("did you mean '{}'?", *near) : "",
              {fmt::format("keys here: {}", fmt::join(keys, ", "))}));
    return false;
  }

  const toml::table* table(const toml::node& node, const std::string& what) {
    if (const auto* found = node.as_table()) return found;
    add(Error(Code::E113, fmt::format("{} must be a table", what), place(node)));
    return nullptr;
  }

  void missing(const toml::node& node, const std::string& key, const std::string& where) {
    Place at = place(node);
    at.end_column = at.column + 1;
    add(Error(Code::E111, fmt::format("{} has no '{}'", where, key), at));
  }

  void later(const toml::node& node, const std::string& what) {
    add(Error(Code::E119, fmt::format("{} is not built yet", what), place(node),
              "this release does not have it"));
  }

  // --- values ---

  std::optional<Value> value(const toml::node& node) {
    if (const auto number = node.value<double>(); number && node.is_number()) return Value(*number);
    if (const auto text = node.value<std::string>()) return Value(*text);
    add(Error(Code::E113, "a number or a text is wanted", place(node)));
    return std::nullopt;
  }

  std::optional<double> number(const toml::node& node) {
    const auto given = value(node);
    if (!given) return std::nullopt;
    double result = 0.0;
    if (!guarded(node, [&] { result = file_.model->number(*given); })) return std::nullopt;
    return result;
  }

  std::optional<std::string> text(const toml::node& node) {
    if (const auto found = node.value<std::string>()) return found;
    add(Error(Code::E113, "a text is wanted", place(node)));
    return std::nullopt;
  }

  std::optional<int> integer(const toml::node& node) {
    if (const auto found = node.value<int>(); found && node.is_integer()) return found;
    add(Error(Code::E113, "a whole number is wanted", place(node)));
    return std::nullopt;
  }

  std::optional<std::array<double, 3>> vector(const toml::node& node) {
    std::array<double, 3> result{};
    if (const auto* list = node.as_array()) {
      if (list->size() != 3) {
        add(Error(Code::E113, fmt::format("a vector has 3 numbers, not {}", list->size()),
                  place(node)));
        return std::nullopt;
      }
      bool all = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto one = number(*list->get(i));
        all = all && one;
        result[i] = one.value_or(0.0);
      }
      if (!all) return std::nullopt;
      return result;
    }
    if (const auto given = node.value<std::string>()) {
      const bool fine = guarded(node, [&] {
        const Expression tree = parse_expression(*given);
        const Meaning meaning = meanings(tree, *given, file_.model->scope()).back();
        if (meaning.size != 3) throw Error(Code::E113, "a vector is wanted, not a number");
        for (std::size_t i = 0; i < 3; ++i)
          result[i] = Formula(file_.model->graph(), meaning.nodes[i]).value({});
      });
      if (fine) return result;
      return std::nullopt;
    }
    add(Error(Code::E113, "a vector is wanted: three numbers", place(node)));
    return std::nullopt;
  }

  // A vector that may depend on more than parameters: checked part by part.
  std::optional<Triple> triple(const toml::node& node) {
    if (const auto given = node.value<std::string>()) return Triple(*given);
    const auto* list = node.as_array();
    if (!list || list->size() != 3) {
      add(Error(Code::E113, "a vector is wanted: three numbers or texts", place(node)));
      return std::nullopt;
    }
    std::array<Value, 3> parts;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto one = value(*list->get(i));
      if (!one) return std::nullopt;
      parts[i] = *one;
    }
    return Triple(parts[0], parts[1], parts[2]);
  }

  // --- tables ---

  struct Tables {
    std::size_t source;
    toml::table table;
  };

  void read_tables(std::size_t source, int depth) {
    now_ = source;
    const Source& text = file_.sources[source];
    guard_toml(text.text, text.path);
    toml::table parsed;
    try {
      parsed = toml::parse(text.text, text.path);
    } catch (const toml::parse_error& error) {
      throw parse_mistake(error);
    }
    check_version(parsed, source);
    const Keys keys =
        source == 0 ? Keys{"zwang",      "title",       "notes",  "source", "include", "parameters",
                           "masses",     "coordinates", "energy", "forces", "force",   "impulse",
                           "conditions", "generate",    "expect", "run",    "output",  "sweep"}
                    : Keys{"zwang", "parameters", "masses",     "coordinates", "energy", "forces",
                           "force", "impulse",    "conditions", "generate",    "include"};
    for (const auto& [key, node] : parsed)
      known(key, keys, source == 0 ? "the file" : "an included file");
    const auto* const includes = parsed["include"].as_array();
    std::vector<std::pair<std::string, Place>> files;
    if (includes)
      for (const auto& node : *includes)
        if (const auto name = node.value<std::string>()) files.emplace_back(*name, place(node));
    tables_.push_back({source, std::move(parsed)});
    for (const auto& [name, where] : files) {
      now_ = source;
      if (depth >= 8) throw Error(Code::E110, "includes more than 8 deep", where);
      include(name, where);
      read_tables(file_.sources.size() - 1, depth + 1);
    }
  }

  void include(const std::string& name, const Place& where) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::absolute(fs::path(file_.sources[0].path)).parent_path();
    const fs::path asked(name);
    const auto refuse = [&](const std::string& why) {
      throw Error(Code::E411, fmt::format("cannot include '{}': {}", name, why), where);
    };
    if (name.empty() || asked.is_absolute()) refuse("give a path below the model's folder");
    for (const auto& part : asked)
      if (part == "..") refuse("'..' leaves the model's folder");
    std::error_code failed;
    const fs::path real = fs::canonical(folder / asked, failed);
    if (failed) refuse("there is no such file");
    const fs::path root = fs::canonical(folder, failed);
    const auto relative = real.lexically_relative(root);
    if (failed || relative.empty() || *relative.begin() == "..")
      refuse("it lies outside the model's folder");
    if (!fs::is_regular_file(real)) refuse("not a plain file");
    Source source = read_source(real.string());
    source.path = (fs::path(file_.sources[0].path).parent_path() / asked).string();
    for (const Source& other : file_.sources)
      if (other.path == source.path) refuse("it is included twice");
    file_.sources.push_back(std::move(source));
  }

  void check_version(const toml::table& parsed, std::size_t source) {
    const auto version = parsed["zwang"].value<int>();
    if (!version && source > 0) return;
    if (!version)
      throw Error(Code::E100, "the file does not begin with 'zwang = 1'", {path(), 1, 1, 2},
                  "write 'zwang = 1' here");
    if (*version != 1)
      throw Error(Code::E100, fmt::format("format {} is not known, this program reads 1", *version),
                  place(*parsed.get("zwang")));
  }

  // A prime inside single quotes ends the text; anything else is TOML's own complaint.
  Error parse_mistake(const toml::parse_error& error) const {
    const int line = static_cast<int>(error.source().begin.line);
    const std::string_view written = file_.sources[now_].line(line);
    const auto open = written.find('\'');
    const auto close = open == std::string_view::npos ? open : written.find('\'', open + 1);
    const auto last = written.rfind('\'');
    if (close != std::string_view::npos && last > close &&
        written.substr(0, open).find('"') == std::string_view::npos) {
      const int from = 1 + characters(written.substr(0, open));
      const int to = 2 + characters(written.substr(0, close));
      std::string key(written.substr(0, open));
      while (key.ends_with(' ')) key.pop_back();
      return Error(Code::E101, "this text ends at the first prime", {path(), line, from, to},
                   "the TOML string stops here",
                   {fmt::format("help: put the condition in double quotes: {} \"{}\"", key,
                                written.substr(open + 1, last - open - 1))});
    }
    return Error(Code::E108, std::string(error.description()),
                 {path(), line, static_cast<int>(error.source().begin.column),
                  static_cast<int>(error.source().begin.column) + 1});
  }

  // Every key of a table that may stand in several files.
  template <class Step>
  void for_each(std::string_view name, Step&& step) {
    for (const Tables& one : tables_) {
      now_ = one.source;
      const auto* const node = one.table.get(name);
      if (!node) continue;
      const auto* const found = table(*node, fmt::format("[{}]", name));
      if (!found) continue;
      // in the order of the file, not of the alphabet
      std::vector<std::pair<const toml::key*, const toml::node*>> entries;
      for (const auto& [key, entry] : *found) entries.emplace_back(&key, &entry);
      std::ranges::sort(entries, {}, [](const auto& entry) {
        const auto begin = entry.first->source().begin;
        return std::pair(begin.line, begin.column);
      });
      for (const auto& [key, entry] : entries) step(*key, *entry);
    }
  }
  template <class Step>
  void for_each_of(std::string_view name, Step&& step) {
    for (const Tables& one : tables_) {
      now_ = one.source;
      const auto* const node = one.table.get(name);
      if (!node) continue;
      const auto* const list = node->as_array();
      if (!list) {
        add(Error(Code::E113, fmt::format("write [[{}]]", name), place(*node)));
        continue;
      }
      for (const auto& entry : *list)
        if (const auto* const found = table(entry, fmt::format("[[{}]]", name))) step(*found);
    }
  }
  std::string text_or(std::string_view key, const char* otherwise) const {
    return tables_[0].table[key].value_or(std::string(otherwise));
  }

  // Units are checked as soon as a parameter or a mass has one.
  bool mentions_units() const {
    const auto has_unit = [](const toml::node& node) {
      const auto text = node.value<std::string>();
      if (!text) return false;
      try {
        return read_quantity(*text).has_value();
      } catch (const Error&) {
        return false;
      }
    };
    for (const Tables& one : tables_) {
      if (const auto* const parameters = one.table["parameters"].as_table())
        for (const auto& [key, node] : *parameters)
          if (has_unit(node)) return true;
      if (const auto* const masses = one.table["masses"].as_table())
        for (const auto& [key, node] : *masses)
          if (const auto* const mass = node.as_table(); mass && mass->contains("mass"))
            if (has_unit(*mass->get("mass"))) return true;
    }
    return false;
  }

  // --- parameters: in any order, never in a circle ---

  struct Wanted {
    std::string name;
    Value value;
    const toml::node* node;
    std::size_t source;
    const toml::key* key;
  };

  void collect_parameter(const toml::key& key, const toml::node& node) {
    const auto given = value(node);
    if (given) wanted_.push_back({std::string(key.str()), *given, &node, now_, &key});
  }

  void set_parameters() {
    for (const auto& [name, text] : options_.set) {
      const auto found = std::ranges::find(wanted_, name, &Wanted::name);
      if (found != wanted_.end()) {
        found->value = Value(text);
        continue;
      }
      Keys names;
      for (const Wanted& one : wanted_) names.push_back(one.name);
      const auto near = nearest(name, names);
      add(Error(Code::E103, fmt::format("--set: unknown parameter '{}'", name), {},
                near ? fmt::format("did you mean '{}'?", *near) : ""));
    }
  }

  void resolve_parameters() {
    std::vector<Wanted> open = wanted_;
    for (bool progress = true; progress && !open.empty();) {
      progress = false;
      std::vector<Wanted> rest;
      for (const Wanted& one : open) {
        now_ = one.source;
        try {
          file_.model->parameter(one.name, one.value);
          file_.parameters.push_back(
              {one.name, file_.model->number(Value(one.name)),
               one.value.is_text() ? one.value.text() : shortest(one.value.number())});
          progress = true;
        } catch (const Error& error) {
          const bool waits =
              error.code() == Code::E103 && std::ranges::any_of(open, [&](const Wanted& other) {
                return error.message() == fmt::format("unknown name '{}'", other.name);
              });
          if (waits) {
            rest.push_back(one);
          } else {
            add(error.code() == Code::E112 || error.code() == Code::E109
                    ? (error.place().column > 0 ? in_text(error, *one.node)
                                                : error.at(place(*one.key)))
                    : in_text(error, *one.node));
            progress = true;
          }
        }
      }
      open = std::move(rest);
    }
    for (const Wanted& one : open) {
      now_ = one.source;
      add(Error(Code::E122, fmt::format("parameter '{}' depends on itself", one.name),
                place(*one.node)));
    }
  }

  // --- masses and coordinates ---

  void read_mass(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    const std::string where = fmt::format("[masses.{}]", name);
    const auto* const found = table(node, where);
    if (!found) return;
    for (const auto& [word, entry] : *found)
      known(word, {"mass", "at", "velocity", "axes", "fixed", "follows", "label", "draw"}, where);
    const std::size_t before = file_.mistakes.size();
    std::array<double, 3> at{}, velocity{};
    if (const auto* const given = found->get("at")) {
      at = vector(*given).value_or(at);
      file_.places[name] = written(*given);
    }
    if (const auto* const given = found->get("velocity")) {
      velocity = vector(*given).value_or(velocity);
      file_.velocities[name] = written(*given);
    }
    if (file_.mistakes.size() > before) {
      // known all the same, so that its name is no second mistake
      try {
        file_.model->mass(name, 1.0);
      } catch (const Error&) {
      }
      return;
    }
    if (const auto* const motion = found->get("follows")) {
      if (const auto course = triple(*motion))
        guarded(*motion, [&] { file_.model->follows(name, *course); });
      return;
    }
    if (found->get("fixed") && found->get("fixed")->value_or(false)) {
      named(key, [&] { file_.model->fixed(name, {at[0], at[1], at[2]}); });
      return;
    }
    const auto* const mass = found->get("mass");
    if (!mass) {
      missing(node, "mass", where);
      return;
    }
    const auto kilograms = number(*mass);
    MassOptions options{.at = {at[0], at[1], at[2]},
                        .velocity = {velocity[0], velocity[1], velocity[2]}};
    if (const auto* const axes = found->get("axes")) options.axes = text(*axes).value_or("xyz");
    named(key, [&] { file_.model->mass(name, kilograms.value_or(1.0), options); });
  }

  ModelFile::Written written(const toml::node& node) const {
    const Place at = place(node);
    const std::string_view line = file_.sources[now_].line(at.line);
    const auto from = static_cast<std::size_t>(at.column - 1);
    if (from >= line.size()) return {at, ""};
    return {at,
            std::string(line.substr(from, static_cast<std::size_t>(at.end_column - at.column)))};
  }

  // What is wrong with a name is marked at the key.
  template <class Step>
  void named(const toml::key& key, Step&& step) {
    try {
      step();
    } catch (const Error& error) {
      add(error.at(place(key)));
    }
  }

  void read_coordinate(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    const std::string where = fmt::format("[coordinates.{}]", name);
    const auto* const found = table(node, where);
    if (!found) return;
    for (const auto& [word, entry] : *found)
      known(word, {"start", "rate", "unit", "periodic"}, where);
    double start = 0.0, rate = 0.0;
    if (const auto* const given = found->get("start")) start = number(*given).value_or(0.0);
    if (const auto* const given = found->get("rate")) rate = number(*given).value_or(0.0);
    named(key, [&] { file_.model->coordinate(name, {.start = start, .rate = rate}); });
    has_coordinates_ = true;
  }

  void read_energy(const toml::key& key, const toml::node& node) {
    if (!known(key, {"kinetic", "potential"}, "[energy]")) return;
    const auto given = text(node);
    if (!given) return;
    guarded(node, [&] {
      if (key.str() == "kinetic")
        file_.model->kinetic(*given);
      else
        file_.model->potential(*given);
    });
  }

  // --- forces ---

  void read_forces(const toml::key& key, const toml::node& node) {
    if (!known(key, {"gravity", "fluid"}, "[forces]")) return;
    if (key.str() == "fluid") return later(node, "a fluid");
    if (const auto given = vector(node))
      guarded(node, [&] { file_.model->gravity({(*given)[0], (*given)[1], (*given)[2]}); });
  }

  // The masses that `on` names: a mass, a group, or all.
  std::vector<std::string> masses_named(const toml::node& node) {
    const auto name = text(node);
    if (!name) return {};
    if (const auto group = file_.groups.find(*name); group != file_.groups.end())
      return free_ones(group->second);
    if (*name == "all") {
      std::vector<std::string> all;
      for (const Point& point : file_.model->points())
        if (point.free()) all.push_back(point.name);
      return all;
    }
    if (!file_.model->scope().find(*name)) {
      add(in_text(
          file_.model->scope().unknown(*name, {.column = 1, .end_column = 1 + characters(*name)}),
          node));
      return {};
    }
    return {*name};
  }

  std::vector<std::string> free_ones(const std::vector<std::string>& members) const {
    std::vector<std::string> result;
    for (const std::string& member : members) {
      const auto found = std::ranges::find(file_.model->points(), member, &Point::name);
      if (found != file_.model->points().end() && found->free()) result.push_back(member);
    }
    return result;
  }

  void times(const toml::table& found, double& from, double& until) {
    if (const auto* const given = found.get("from")) from = number(*given).value_or(from);
    if (const auto* const given = found.get("until")) until = number(*given).value_or(until);
  }

  void read_force(const toml::table& found) {
    for (const auto& [word, entry] : found)
      known(word, {"on", "vector", "along", "value", "from", "until"}, "[[force]]");
    ForceOptions options;
    times(found, options.from, options.until);
    if (const auto* const on = found.get("on")) {
      const auto* const force = found.get("vector");
      if (!force) return missing(found, "vector", "[[force]]");
      const auto given = triple(*force);
      if (!given) return;
      for (const std::string& mass : masses_named(*on))
        if (!guarded(*force, [&] { file_.model->force(mass, *given, options); })) return;
      return;
    }
    const auto* const along = found.get("along");
    if (!along) return missing(found, "on", "[[force]]");
    const auto* const amount = found.get("value");
    if (!amount) return missing(found, "value", "[[force]]");
    const auto coordinate = text(*along);
    const auto given = value(*amount);
    if (coordinate && given)
      guarded(*amount, [&] { file_.model->force_along(*coordinate, *given, options); });
  }

  void read_impulse(const toml::table& found) {
    for (const auto& [word, entry] : found)
      known(word, {"at", "on", "vector", "along", "value"}, "[[impulse]]");
    const auto* const when = found.get("at");
    if (!when) return missing(found, "at", "[[impulse]]");
    const double at = number(*when).value_or(0.0);
    if (const auto* const on = found.get("on")) {
      const auto* const impulse = found.get("vector");
      if (!impulse) return missing(found, "vector", "[[impulse]]");
      const auto given = vector(*impulse);
      if (!given) return;
      for (const std::string& mass : masses_named(*on))
        guarded(*on,
                [&] { file_.model->impulse(mass, {(*given)[0], (*given)[1], (*given)[2]}, at); });
      return;
    }
    const auto* const along = found.get("along");
    const auto* const amount = found.get("value");
    if (!along || !amount) return missing(found, along ? "value" : "on", "[[impulse]]");
    const auto coordinate = text(*along);
    const auto given = number(*amount);
    if (coordinate && given)
      guarded(*along, [&] { file_.model->impulse_along(*coordinate, *given, at); });
  }

  // --- conditions ---

  void read_condition_table(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    const std::string where = fmt::format("[conditions.{}]", name);
    const auto* const found = table(node, where);
    if (!found) return;
    for (const auto& [word, entry] : *found)
      known(word, {"holds", "for", "restitution", "from", "until", "redundant", "label", "draw"},
            where);
    file_.keys[name] = place(key);
    const auto* const holds = found->get("holds");
    if (!holds) return missing(node, "holds", where);
    const auto condition = text(*holds);
    if (!condition) return;
    ConditionOptions options;
    if (const auto* const given = found->get("restitution")) {
      options.restitution = number(*given).value_or(0.0);
      if (!(options.restitution >= 0.0 && options.restitution <= 1.0)) {
        add(Error(Code::E118,
                  fmt::format("the restitution {} is not in [0, 1]", options.restitution),
                  place(*given)));
        return;
      }
    }
    times(*found, options.from, options.until);
    if (const auto* const given = found->get("redundant"))
      options.redundant = given->value_or(false);
    const auto note_places = [&] {
      while (file_.condition_places.size() < file_.model->conditions().size())
        file_.condition_places.push_back(place(*holds));
    };
    const auto said = [&](const Error& error) {
      // the condition's name belongs into the headline
      if (error.code() != Code::E106) return in_text(error, *holds);
      std::vector<std::string> notes = error.notes();
      // a bound on the speed can be one on each velocity
      const auto bound = condition->rfind("<=");
      const std::string square = "degree 2 in ";
      if (bound != std::string::npos && error.mark().starts_with(square)) {
        const auto number = std::strtod(condition->c_str() + bound + 2, nullptr);
        if (number > 0.0)
          notes.push_back(fmt::format("help: a bound on one velocity can be used: |{}| <= {}",
                                      error.mark().substr(square.size()),
                                      shortest(std::sqrt(number))));
      }
      return in_text(Error(Code::E106, fmt::format("'{}' is not linear in the velocities", name),
                           error.place(), error.mark(), notes),
                     *holds);
    };
    try {
      if (const auto* const binding = found->get("for")) {
        read_family(name, *condition, *binding, options);
      } else {
        file_.model->condition(name, *condition, options);
      }
    } catch (const Error& error) {
      if (error.place().line > 0)
        add(error);
      else if (error.code() == Code::E112)
        add(error.at(place(key)));
      else
        add(with_units_noted(said(error)));
    }
    note_places();
  }

  // Where units differ: which parameter is meant, and which would fit.
  Error with_units_noted(const Error& error) const {
    if (error.code() != Code::E107) return error;
    const std::string_view line = file_.sources[now_].line(error.place().line);
    const std::string word(
        line.substr(static_cast<std::size_t>(error.place().column - 1),
                    static_cast<std::size_t>(error.place().end_column - error.place().column)));
    std::vector<std::string> notes = error.notes();
    const auto found = std::ranges::find(wanted_, word, &Wanted::name);
    if (found == wanted_.end()) return error;
    notes.push_back(fmt::format("'{}' is a parameter: {} = {} (line {})", word, word,
                                found->value.is_text() ? "\"" + found->value.text() + "\""
                                                       : shortest(found->value.number()),
                                static_cast<int>(found->node->source().begin.line)));
    // the dimension of the other side stands behind "the left side is"
    const auto at = error.mark().rfind(" is ");
    const std::string unit = at == std::string::npos ? "" : error.mark().substr(at + 4);
    for (const Wanted& other : wanted_) {
      const auto named = file_.model->scope().find(other.name);
      if (other.name == word || !named || !named->dimension || named->dimension->text() != unit)
        continue;
      notes.push_back(fmt::format("did you mean '{}' ({})?", other.name, unit));
      break;
    }
    return Error(error.code(), error.message(), error.place(), error.mark(), notes);
  }

  // The members of a set: a group or a part of it, a list, all masses.
  struct Member {
    std::string mass;
    std::string mark;  // its index
  };
  std::vector<Member> members(const Binding::Set& set, const toml::node& node) {
    std::vector<Member> result;
    if (!set.list.empty()) {
      for (const std::string& mass : set.list) {
        if (!file_.model->scope().find(mass))
          throw in_text(file_.model->scope().unknown(mass, {}), node);
        result.push_back({mass, mass});
      }
      return result;
    }
    if (set.name == "all") {
      for (const Point& point : file_.model->points())
        if (point.free()) result.push_back({point.name, point.name});
      return result;
    }
    const auto group = std::ranges::find(groups_, set.name, &Group::name);
    if (group == groups_.end()) {
      Keys names;
      for (const Group& one : groups_) names.push_back(one.name);
      const auto near = nearest(set.name, names);
      throw in_text(Error(Code::E103, fmt::format("unknown set '{}'", set.name), {},
                          near ? fmt::format("did you mean '{}'?", *near) : "",
                          {"known: all, and what [[generate]] makes"}),
                    node);
    }
    for (std::size_t i = 0; i < group->masses.size(); ++i) {
      const auto& place = group->indices[i];
      bool inside = true;
      std::vector<int> numbers;
      for (std::size_t d = 0; d < 3 && place[d] >= 0; ++d) numbers.push_back(place[d]);
      for (std::size_t d = 0; d < set.ranges.size(); ++d) {
        if (d >= numbers.size())
          throw in_text(
              Error(Code::E119, fmt::format("'{}' has {} indices", set.name, numbers.size())),
              node);
        const std::string& range = set.ranges[d];
        if (range == "*") continue;
        const auto dots = range.find("..");
        const int first = std::stoi(range);
        const int last = dots == std::string::npos ? first : std::stoi(range.substr(dots + 2));
        inside = inside && numbers[d] >= first && numbers[d] <= last;
      }
      if (inside) result.push_back({group->masses[i], fmt::format("{}", fmt::join(numbers, ","))});
    }
    return result;
  }

  void read_family(const std::string& name, const std::string& condition,
                   const toml::node& binding_node, const ConditionOptions& options) {
    const auto written = text(binding_node);
    if (!written) return;
    std::vector<Binding> bindings;
    try {
      bindings = parse_bindings(*written);
    } catch (const Error& error) {
      throw in_text(error, binding_node);
    }
    // every combination
    struct Choice {
      std::vector<std::pair<std::string, std::string>> words;
      std::string mark;
    };
    std::vector<Choice> choices = {{}};
    for (const Binding& binding : bindings) {
      const auto all = members(binding.set, binding_node);
      std::vector<Choice> next;
      for (const Choice& before : choices)
        for (std::size_t i = 0; i < all.size(); ++i) {
          const auto add_choice = [&](const std::string& mark, const Member* second) {
            Choice choice = before;
            choice.words.emplace_back(binding.first, all[i].mass);
            if (second) choice.words.emplace_back(binding.second, second->mass);
            choice.mark += (choice.mark.empty() ? "" : ";") + mark;
            next.push_back(std::move(choice));
          };
          if (binding.second.empty()) {
            add_choice(all[i].mark, nullptr);
          } else {
            for (std::size_t j = i + 1; j < all.size(); ++j)
              add_choice(all[i].mark + ";" + all[j].mark, &all[j]);
          }
        }
      choices = std::move(next);
    }
    for (const Choice& choice : choices) {
      // a member that is fixed is bound by nothing
      const bool moves = std::ranges::any_of(
          choice.words, [&](const auto& word) { return !free_ones({word.second}).empty(); });
      if (!moves) continue;
      file_.model->condition(fmt::format("{}[{}]", name, choice.mark), condition, choice.words,
                             options);
    }
  }

  // --- generators ---

  void read_generator(const toml::table& found) {
    const auto* const kind_node = found.get("kind");
    if (!kind_node) return missing(found, "kind", "[[generate]]");
    const auto kind = text(*kind_node);
    if (!kind) return;
    const Keys common = {"kind", "name", "mass", "slack", "links", "velocity", "restitution"};
    Keys keys = common;
    const auto more = [&](const Keys& own) { keys.insert(keys.end(), own.begin(), own.end()); };
    if (*kind == "chain")
      more({"from", "to", "segments", "length", "volume", "drag"});
    else if (*kind == "ring")
      more({"center", "normal", "radius", "segments"});
    else if (*kind == "net" || *kind == "lattice")
      more({"size", "corner", "span", "u", "v", "w", "pinned", "diagonals"});
    else if (*kind == "mesh" || *kind == "cloud")
      return later(*kind_node, fmt::format("the generator '{}'", *kind));
    else {
      const auto near = nearest(*kind, Keys{"chain", "ring", "net", "lattice", "mesh", "cloud"});
      return add(Error(Code::E119, fmt::format("unknown generator '{}'", *kind), place(*kind_node),
                       near ? fmt::format("did you mean '{}'?", *near) : ""));
    }
    bool right = true;
    for (const auto& [word, entry] : found) right = known(word, keys, "[[generate]]") && right;
    for (const char* key : {"volume", "drag"})
      if (const auto* const node = found.get(key)) return later(*node, fmt::format("'{}'", key));
    const auto* const name_node = found.get("name");
    if (!name_node) return missing(found, "name", "[[generate]]");
    const auto name = text(*name_node);
    if (!name || !right) return;
    const std::size_t before = file_.mistakes.size();
    Linking linking;
    bool per_metre = false;
    if (const auto* const mass = found.get("mass")) {
      linking.mass = number(*mass).value_or(0.0);
      try {
        const auto quantity = read_quantity(mass->value_or(std::string()));
        per_metre = quantity && quantity->unit.dimension == Dimension::mass() / Dimension::length();
      } catch (const Error&) {
      }
    } else {
      missing(found, "mass", "[[generate]]");
    }
    if (const auto* const slack = found.get("slack")) linking.slack = number(*slack).value_or(0.0);
    if (const auto* const e = found.get("restitution"))
      linking.restitution = number(*e).value_or(0.0);
    if (const auto* const v = found.get("velocity"))
      linking.velocity = vector(*v).value_or(linking.velocity);
    if (const auto* const links = found.get("links")) {
      const std::string word = text(*links).value_or("strings");
      if (word == "rods")
        linking.links = Links::rods;
      else if (word == "none")
        linking.links = Links::none;
      else if (word != "strings")
        add(Error(Code::E120, fmt::format("links '{}' are none of strings, rods, none", word),
                  place(*links)));
    }
    Group group;
    const auto make = [&](auto&& step) {
      if (file_.mistakes.size() > before) return;
      guarded(*name_node, [&] { group = step(); });
    };
    if (*kind == "chain") {
      const auto from = chain_end(found, "from");
      const auto to = chain_end(found, "to");
      const int segments = wanted_integer(found, "segments");
      double length = 0.0;
      if (const auto* const node = found.get("length")) length = number(*node).value_or(0.0);
      make([&] {
        return make_chain(*file_.model, *name, *from, *to, segments, length, per_metre, linking);
      });
    } else if (*kind == "ring") {
      const auto center = wanted_vector(found, "center", {});
      const auto normal = found.get("normal") ? wanted_vector(found, "normal", {})
                                              : std::array<double, 3>{0.0, 0.0, 1.0};
      double radius = 0.0;
      if (const auto* const node = found.get("radius"))
        radius = number(*node).value_or(0.0);
      else
        missing(found, "radius", "[[generate]]");
      const int segments = wanted_integer(found, "segments");
      make([&] {
        return make_ring(*file_.model, *name, center, normal, radius, segments, linking);
      });
    } else {
      const Grid grid = read_grid(found, *kind == "lattice" ? 3 : 2);
      make([&] { return make_grid(*file_.model, *name, grid, linking); });
    }
    if (file_.mistakes.size() > before) return;
    file_.groups[*name] = group.masses;
    groups_.push_back(std::move(group));
    while (file_.condition_places.size() < file_.model->conditions().size())
      file_.condition_places.push_back(place(*name_node));
  }

  std::optional<ChainEnd> chain_end(const toml::table& found, const char* key) {
    const auto* const node = found.get(key);
    if (!node) {
      missing(found, key, "[[generate]]");
      return std::nullopt;
    }
    ChainEnd end;
    if (const auto name = node->value<std::string>(); name && name->find('[') != 0) {
      if (!file_.model->scope().find(*name))
        add(in_text(
            file_.model->scope().unknown(*name, {.column = 1, .end_column = 1 + characters(*name)}),
            *node));
      end.mass = *name;
      return end;
    }
    if (const auto* const own = node->as_table()) {
      end.free = true;
      if (const auto* const at = own->get("free")) end.at = vector(*at).value_or(end.at);
      return end;
    }
    end.at = vector(*node).value_or(end.at);
    return end;
  }

  int wanted_integer(const toml::table& found, const char* key) {
    const auto* const node = found.get(key);
    if (!node) {
      missing(found, key, "[[generate]]");
      return 1;
    }
    return integer(*node).value_or(1);
  }

  std::array<double, 3> wanted_vector(const toml::table& found, const char* key,
                                      std::array<double, 3> otherwise) {
    const auto* const node = found.get(key);
    if (!node) {
      missing(found, key, "[[generate]]");
      return otherwise;
    }
    return vector(*node).value_or(otherwise);
  }

  Grid read_grid(const toml::table& found, std::size_t dimensions) {
    Grid grid;
    grid.corner = wanted_vector(found, "corner", {});
    const auto list = [&](const char* key, auto&& take) {
      const auto* const node = found.get(key);
      if (!node) return missing(found, key, "[[generate]]");
      const auto* const numbers = node->as_array();
      if (!numbers || numbers->size() != dimensions)
        return add(
            Error(Code::E113, fmt::format("'{}' wants {} numbers", key, dimensions), place(*node)));
      for (const auto& one : *numbers) take(one);
    };
    list("size", [&](const toml::node& one) { grid.size.push_back(integer(one).value_or(2)); });
    list("span", [&](const toml::node& one) { grid.span.push_back(number(one).value_or(1.0)); });
    const char* const axes[] = {"u", "v", "w"};
    for (std::size_t d = 0; d < dimensions; ++d) {
      std::array<double, 3> axis{};
      axis[d] = 1.0;
      if (found.get(axes[d])) axis = wanted_vector(found, axes[d], axis);
      grid.axes.push_back(axis);
    }
    if (const auto* const node = found.get("diagonals")) grid.diagonals = node->value_or(false);
    if (const auto* const node = found.get("pinned")) {
      if (const auto word = node->value<std::string>()) {
        grid.pin_corners = *word == "corners";
        grid.pin_border = *word == "border";
        if (!grid.pin_corners && !grid.pin_border)
          add(Error(Code::E120, fmt::format("pinned '{}' is neither corners nor border", *word),
                    place(*node)));
      } else if (const auto* const places = node->as_array()) {
        for (const auto& one : *places) {
          std::array<int, 3> at = {-1, -1, -1};
          const auto* const numbers = one.as_array();
          if (!numbers || numbers->size() != dimensions) {
            add(Error(Code::E113, fmt::format("an index has {} numbers", dimensions), place(one)));
            continue;
          }
          for (std::size_t d = 0; d < dimensions; ++d)
            at[d] = integer(*numbers->get(d)).value_or(0);
          grid.pinned.push_back(at);
        }
      }
    }
    return grid;
  }

  // --- run and expectations ---

  void read_run(const toml::key& key, const toml::node& node) {
    if (!known(key,
               {"from", "until", "method", "step", "tolerance", "start", "settle", "max_events",
                "problem"},
               "[run]"))
      return;
    RunOptions& run = file_.run;
    const std::string word(key.str());
    const auto one_of = [&](const Keys& words) -> std::string {
      const auto given = text(node);
      if (!given) return {};
      if (std::ranges::find(words, *given) != words.end()) return *given;
      const auto near = nearest(*given, words);
      add(Error(Code::E120,
                fmt::format("{} '{}' is none of {}", word, *given, fmt::join(words, ", ")),
                place(node), near ? fmt::format("did you mean '{}'?", *near) : ""));
      return {};
    };
    if (word == "from") run.from = number(node).value_or(0.0);
    if (word == "until") {
      run.until = number(node).value_or(0.0);
      has_until_ = true;
    }
    if (word == "tolerance") {
      run.tolerance = number(node).value_or(run.tolerance);
      if (!(run.tolerance >= 1e-14 && run.tolerance <= 1e-2))
        add(Error(Code::E120,
                  fmt::format("the tolerance {} is not between 1e-14 and 1e-2", run.tolerance),
                  place(node)));
    }
    if (word == "max_events") {
      run.max_events = integer(node).value_or(100000);
      if (run.max_events < 1)
        add(Error(Code::E120, fmt::format("max_events {} is below 1", run.max_events),
                  place(node)));
    }
    if (word == "method" && one_of({"events", "steps"}) == "steps") later(node, "time stepping");
    if (word == "step") later(node, "time stepping");
    if (word == "start") {
      const std::string start = one_of({"as given", "shock", "rest"});
      if (start == "rest") later(node, "a start at rest");
      run.shock_at_start = start == "shock";
    }
    if (word == "settle" && one_of({"jump", "stop"}) == "stop")
      run.settle = RunOptions::Settle::stop;
    if (word == "problem") {
      const std::string problem = one_of({"straightest", "geodesic", "mixed"});
      if (!problem.empty() && problem != "straightest")
        later(node, fmt::format("the problem '{}'", problem));
    }
  }

  void read_expectation(const toml::table& found) {
    for (const auto& [word, entry] : found)
      known(word,
            {"event", "of", "count", "number", "at", "impulse", "before", "after", "where", "value",
             "is", "always", "ends", "warns", "within"},
            "[[expect]]");
    Expectation e;
    e.place = place(found);
    const auto optional_number = [&](const char* key) -> std::optional<double> {
      const auto* const node = found.get(key);
      return node ? number(*node) : std::nullopt;
    };
    const auto values = [&](const char* key, auto& into) {
      const auto* const node = found.get(key);
      if (!node) return;
      const auto* const entries = table(*node, fmt::format("'{}'", key));
      if (!entries) return;
      for (const auto& [name, entry] : *entries)
        if (const auto wanted = number(entry)) into.emplace_back(std::string(name.str()), *wanted);
    };
    if (const auto* const node = found.get("event")) {
      const auto word = text(*node);
      if (!word) return;
      e.event = event_kind_named(*word);
      if (!e.event)
        return add(
            Error(Code::E120, fmt::format("unknown kind of event '{}'", *word), place(*node)));
    }
    if (const auto* const node = found.get("of")) {
      e.of = text(*node).value_or("");
      const bool exists = std::ranges::any_of(file_.model->conditions(), [&](const Condition& c) {
        return c.name == e.of || c.name.starts_with(e.of + "[") || c.name.starts_with(e.of + ".");
      });
      if (!exists && file_.mistakes.empty()) {
        Keys names;
        for (const Condition& condition : file_.model->conditions())
          names.push_back(condition.name);
        const auto near = nearest(e.of, names);
        add(Error(Code::E103, fmt::format("unknown condition '{}'", e.of), place(*node),
                  near ? fmt::format("did you mean '{}'?", *near) : ""));
      }
    }
    if (const auto* const node = found.get("count")) e.count = integer(*node);
    if (const auto* const node = found.get("number")) {
      e.number = integer(*node).value_or(1);
      if (e.number < 1) add(Error(Code::E120, "events are counted from 1", place(*node)));
    }
    if (const auto* const node = found.get("value")) e.value = text(*node).value_or("");
    if (const auto* const node = found.get("ends")) e.ends = text(*node).value_or("");
    if (const auto* const node = found.get("warns")) e.warns = text(*node).value_or("");
    e.at = optional_number("at");
    e.is = optional_number("is");
    e.always = optional_number("always");
    e.within = optional_number("within");
    values("impulse", e.impulses);
    values("before", e.before);
    values("after", e.after);
    values("where", e.after);
    if (!e.event && e.value.empty() && e.ends.empty() && e.warns.empty())
      return missing(found, "event", "[[expect]]");
    file_.expectations.push_back(std::move(e));
  }

  ModelFile& file_;
  const FileOptions& options_;
  std::vector<Tables> tables_;
  std::size_t now_ = 0;  // the source that is being read
  std::vector<Wanted> wanted_;
  std::vector<Group> groups_;
  bool has_coordinates_ = false;
  bool has_until_ = false;
};

}  // namespace

std::string ModelFile::report() const {
  constexpr std::size_t most = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, mistakes.size()); ++i) {
    const Place& at = mistakes[i].place();
    std::string_view line;
    for (const Source& source : sources)
      if (source.path == at.file) line = source.line(at.line);
    if (i > 0) out += "\n";
    out += mistakes[i].report(line);
  }
  if (mistakes.size() > most) out += fmt::format("\n... and {} more\n", mistakes.size() - most);
  return out;
}

ModelFile read_model_text(std::string text, const std::string& path, const FileOptions& options) {
  ModelFile file;
  file.sources.push_back({path, std::move(text)});
  Reader(file, options).run();
  std::ranges::stable_sort(file.mistakes, {}, [&](const Error& error) {
    const Place& at = error.place();
    return std::tuple(at.file != path, at.file, at.line, at.column);
  });
  return file;
}

ModelFile read_model(const std::string& path, const FileOptions& options) {
  try {
    Source source = read_source(path);
    return read_model_text(std::move(source.text), path, options);
  } catch (const Error& error) {
    ModelFile file;
    file.sources.push_back({path, {}});
    file.mistakes.push_back(error);
    return file;
  }
}

}  // namespace zwang
