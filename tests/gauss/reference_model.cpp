// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/gauss/reference_model.hpp"

#include <cctype>
#include <fstream>
#include <map>
#include <vector>

template class nlohmann::basic_json<>;

namespace zwang::reference {
namespace {

// `text` with whole words exchanged.
std::string exchanged(const std::string& text, const std::map<std::string, std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isalpha(static_cast<unsigned char>(text[i]))) {
      std::size_t end = i;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
        ++end;
      const std::string word = text.substr(i, end - i);
      const auto found = words.find(word);
      out += found == words.end() ? word : found->second;
      i = end;
    } else {
      out += text[i++];
    }
  }
  return out;
}

// A name that a formula may not use gets an underscore behind it.
std::string usable_name(const std::string& name) {
  return name == "pi" || name == "t" || name == "in" || name == "all" ? name + "_" : name;
}

}  // namespace

std::string text_of(const Json& entry) {
  return entry.is_string() ? entry.get<std::string>() : entry.dump();
}

Json cases(const std::string& name) {
  std::ifstream in(ZWANG_REFERENCE "/" + name + ".json");
  return Json::parse(in)["cases"];
}

Vector vector(const Json& list) {
  Vector v(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    v[static_cast<Eigen::Index>(i)] = list[i].get<double>();
  return v;
}

State state(const Json& entry) {
  return {vector(entry["q"]), vector(entry["v"]), entry["t"].get<double>()};
}

Matrix matrix(const Json& rows) {
  Matrix m(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows[0].size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    m.row(static_cast<Eigen::Index>(i)) = vector(rows[i]).transpose();
  return m;
}

std::unique_ptr<Model> model(const Json& description, const Json& state, const std::string& name,
                             double restitution) {
  auto result = std::make_unique<Model>(name);
  std::map<std::string, std::string> words;
  const Json parameters = description.value("parameters", Json::object());
  for (const auto& [key, value] : parameters.items())
    result->parameter(usable_name(key), Value(text_of(value)));
  std::vector<std::string> coordinates;
  for (std::size_t i = 0; i < description["coordinates"].size(); ++i) {
    const auto given = description["coordinates"][i].get<std::string>();
    coordinates.push_back(usable_name(given));
    words[given] = coordinates.back();
    words[description["velocities"][i].get<std::string>()] = coordinates.back() + "'";
    result->coordinate(coordinates.back(),
                       {.start = state["q"][i].get<double>(), .rate = state["v"][i].get<double>()});
  }
  const auto formula = [&](const Json& entry) { return exchanged(text_of(entry), words); };
  std::string kinetic;
  const auto add = [&](const std::string& coefficient, std::size_t i, std::size_t j) {
    if (coefficient == "0") return;
    if (!kinetic.empty()) kinetic += " + ";
    kinetic += "(" + coefficient + ")/2*" + coordinates[i] + "'*" + coordinates[j] + "'";
  };
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (description.contains("mass"))
      add(formula(description["mass"][i]), i, i);
    else
      for (std::size_t j = 0; j < coordinates.size(); ++j)
        add(formula(description["mass_matrix"][i][j]), i, j);
  }
  result->kinetic(kinetic);
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    result->force_along(coordinates[i], Value(formula(description["forces"][i])));
  for (const Json& constraint : description["constraints"]) {
    const auto kind = constraint["kind"].get<std::string>();
    const std::string relation = kind.ends_with("-equation") ? " = 0" : " <= 0";
    std::string left;
    if (kind.starts_with("holonomic")) {
      left = formula(constraint["f"]);
    } else if (kind.starts_with("velocity")) {
      left = formula(constraint["phi"]);
    } else {
      for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const std::string p = formula(constraint["p"][i]);
        if (p != "0") left += "(" + p + ")*" + coordinates[i] + "' + ";
      }
      left += "(" + formula(constraint["p0"]) + ")";
    }
    ConstraintOptions options;
    options.restitution = constraint.value("restitution", restitution);
    if (constraint.contains("friction")) {
      const Json& friction = constraint["friction"];
      FrictionOptions rubs;
      // the slip speed is s here
      std::string coefficient = text_of(friction["coefficient"]);
      for (std::size_t at; (at = coefficient.find("|s|")) != std::string::npos;)
        coefficient.replace(at, 3, "s");
      rubs.coefficient = Value(coefficient);
      if (friction.contains("static")) rubs.sticking = Value(text_of(friction["static"]));
      rubs.slip = formula(friction["slip"][0]);
      options.friction = rubs;
    }
    result->constraint(constraint["name"].get<std::string>(), left + relation, options);
  }
  return result;
}

}  // namespace zwang::reference
