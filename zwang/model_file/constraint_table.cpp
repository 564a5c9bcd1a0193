// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/constraint_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

#include "zwang/base/text.hpp"
#include "zwang/model_file/family.hpp"
#include "zwang/model_file/friction_table.hpp"

namespace zwang {
namespace {

class ConstraintTable {
 public:
  ConstraintTable(Reading& reading, const TomlKey& key, const TomlNode& table)
      : reading_(reading), key_(key), table_(table) {}

  void read() {
    const std::string where = fmt::format("[constraints.{}]", key_.name);
    if (!reading_.is_table(table_, where)) return;
    reading_.all_known(
        table_,
        {"holds", "for", "restitution", "from", "until", "redundant", "problem", "where",
         "friction", "static", "slip", "normal", "surface", "rho", "label", "draw"},
        where);
    reading_.file.keys[key_.name] = key_.place;
    const TomlNode* const holds = table_.get("holds");
    if (!holds) return reading_.missing(table_, "holds", where);
    const auto options = read_options();
    if (!reading_.text(*holds) || !options) return;
    try {
      add(*holds, *options);
    } catch (const Error& error) {
      if (error.place().line > 0)
        reading_.add(error);
      else if (error.code() == Code::E112)
        reading_.add(error.at(key_.place));
      else
        reading_.add(with_units_noted(Reading::in_text(error, *holds)));
    }
    auto& places = reading_.file.constraint_places;
    const std::size_t count = std::max(places.size(), reading_.model().constraints().size());
    places.resize(count, holds->place);
    read_problem(count);
  }

 private:
  std::optional<ConstraintOptions> read_options() {
    ConstraintOptions options;
    if (const TomlNode* const given = table_.get("restitution")) {
      options.restitution = reading_.number(*given).value_or(0.0);
      if (!(options.restitution >= 0.0 && options.restitution <= 1.0)) {
        reading_.add(Error(Code::E118,
                           fmt::format("the restitution {} is not in [0, 1]", options.restitution),
                           given->place));
        return std::nullopt;
      }
    }
    if (const TomlNode* const given = table_.get("from"))
      options.from = reading_.number(*given, measure::time()).value_or(options.from);
    if (const TomlNode* const given = table_.get("until"))
      options.until = reading_.number(*given, measure::time()).value_or(options.until);
    if (const TomlNode* const given = table_.get("redundant"))
      options.redundant = reading_.flag(*given).value_or(false);
    if (const TomlNode* const given = table_.get("where")) {
      if (given->is(TomlNode::Kind::list)) {
        for (const TomlNode& one : given->items)
          if (const auto text = reading_.text(one)) options.where.push_back(*text);
      } else if (const auto text = reading_.text(*given)) {
        options.where.push_back(*text);
      }
    }
    options.friction = read_friction(reading_, table_, fmt::format("[constraints.{}]", key_.name));
    if (const TomlNode* const label = table_.get("label")) reading_.text(*label);
    if (const TomlNode* const draw = table_.get("draw")) reading_.flag(*draw);
    return options;
  }

  // How a mixed problem varies it, and the extra constant of a geodesic one.
  void read_problem(std::size_t count) {
    VariationalProblem& problem = reading_.file.problem;
    bool geodesic = false;
    double rho = 0.0;
    if (const TomlNode* const given = table_.get("problem"))
      geodesic = reading_.one_of({"problem", given->place}, *given, {"straightest", "geodesic"}) ==
                 "geodesic";
    if (const TomlNode* const given = table_.get("rho"))
      rho = reading_.number(*given).value_or(0.0);
    problem.geodesic.resize(count, geodesic);
    problem.rho.resize(count, rho);
  }

  void add(const TomlNode& holds, const ConstraintOptions& options) {
    Model& model = reading_.model();
    const TomlNode* const binding = table_.get("for");
    if (!binding) {
      demand_size(model, 0, 1);
      model.constraint(key_.name, holds.text, options);
      return;
    }
    if (binding->is(TomlNode::Kind::list))
      return reading_.add(Error(Code::E113, "expected a text", binding->place,
                                "masses are listed as \"p in [a, b]\""));
    if (!reading_.text(*binding)) return;
    if (model.scope().find(key_.name))
      throw Error(Code::E112, fmt::format("the name '{}' is used twice", key_.name));
    const std::vector<Choice> all = choices(reading_, *binding);
    demand_size(model, 0, all.size());
    for (const Choice& choice : all)
      model.constraint(fmt::format("{}[{}]", key_.name, choice.mark), holds.text, choice.words,
                       options);
  }

  // Where units differ: which parameter is meant, and which would fit.
  Error with_units_noted(const Error& error) const {
    if (error.code() != Code::E107) return error;
    const std::string word = reading_.marked(error.place());
    const auto& given = reading_.parameters;
    const auto found = std::ranges::find(given, word, &Reading::Given::name);
    if (found == given.end()) return error;
    std::vector<std::string> notes = error.notes();
    notes.push_back(fmt::format("'{0}' is a parameter: {0} = {1} (line {2})", word,
                                found->value.is_text() ? fmt::format("\"{}\"", found->value.text())
                                                       : shortest(found->value.number()),
                                found->place.line));
    // the dimension of the other side stands behind "the left side is"
    const auto is = error.mark().rfind(" is ");
    const std::string unit = is == std::string::npos ? "" : error.mark().substr(is + 4);
    for (const Reading::Given& other : given) {
      const auto named = reading_.model().scope().find(other.name);
      if (other.name == word || !named || !named->dimension || named->dimension->text() != unit)
        continue;
      notes.push_back(fmt::format("did you mean '{}' ({})?", other.name, unit));
      break;
    }
    return Error(error.code(), error.message(), error.place(), error.mark(), notes);
  }

  Reading& reading_;
  const TomlKey& key_;
  const TomlNode& table_;
};

// Constraints of one formula each carry a share of what one would; hundreds of them are a mistake,
// and at a contact they would be a problem with hundreds of rows that all say the same.
void refuse_many_equal(Reading& reading) {
  constexpr int most = 100;
  struct Equal {
    int first = 0;
    int count = 0;
  };
  std::unordered_map<NodeId, Equal> equal;
  const auto& all = reading.model().constraints();
  const auto& places = reading.file.constraint_places;
  for (std::size_t i = 0; i < all.size() && i < places.size(); ++i) {
    if (!all[i].formula) continue;
    Equal& here = equal.try_emplace(all[i].formula->node(), Equal{.first = static_cast<int>(i)})
                      .first->second;
    if (++here.count <= most) continue;
    return reading.add(Error(Code::E110,
                             fmt::format("more than {} constraints say the same as '{}'", most,
                                         all[static_cast<std::size_t>(here.first)].name),
                             places[i]));
  }
}

}  // namespace

void read_constraints(Reading& reading, const Files& files) {
  files.each("constraints", [&](const TomlKey& key, const TomlNode& table) {
    ConstraintTable(reading, key, table).read();
  });
  refuse_many_equal(reading);
}

}  // namespace zwang
