// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model file while it is read: its mistakes with their positions, and values as numbers, vectors,
// texts and flags. A mistake in a value is recorded where it occurs, and reading continues.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zwang/calculus/dimension.hpp"
#include "zwang/model_file/generate.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/toml/tree.hpp"

namespace zwang {

using Keys = std::vector<std::string>;
using Three = std::array<double, 3>;

// What a number measures.
struct Measure {
  std::string what;  // "a mass"
  std::vector<Dimension> fits;
};
namespace measure {
const Measure& mass();
const Measure& length();
const Measure& time();
const Measure& velocity();
const Measure& acceleration();
const Measure& impulse();
}  // namespace measure

// Mistakes in the order of the text, those of included files last.
void sort_by_place(ModelFile& file);

// "did you mean 'until'?", or empty.
std::string near_hint(const std::string& word, const Keys& words);

class Reading {
 public:
  // A parameter as written in the file.
  struct Given {
    std::string name;
    Value value;
    Place place;  // of the value
  };

  explicit Reading(ModelFile& model_file) : file(model_file) {}

  ModelFile& file;
  std::vector<Given> parameters;
  std::vector<Group> groups;  // created by generators
  bool sample = false;        // FileOptions::sample
  Keys unmade;                // bodies of which mistakes were told

  Model& model() const { return *file.model; }

  // --- mistakes ---

  // Many mistakes have one cause: after the hundredth, reading ends by throwing E110.
  void add(Error error);
  bool right() const { return file.mistakes.empty(); }
  std::size_t mistakes() const { return file.mistakes.size(); }

  // A mistake inside a text, at its position in the file. Texts with escapes or several lines are
  // marked as a whole.
  static Error in_text(const Error& error, const TomlNode& node);
  // An unknown name, which is the whole text.
  Error unknown(const TomlNode& node) const;

  // The text at a position.
  std::string marked(const Place& place) const;

  // Runs a step; an Error it throws becomes a mistake of `node`.
  template <class Step>
  bool guarded(const TomlNode& node, Step&& step) {
    try {
      step();
      return true;
    } catch (const Error& error) {
      add(error.place().line > 0 ? error : in_text(error, node));
    }
    return false;
  }

  bool known(const TomlKey& key, const Keys& keys, const std::string& where);
  // Checks all keys of a table; false if one is unknown.
  bool all_known(const TomlNode& table, const Keys& keys, const std::string& where);
  bool is_table(const TomlNode& node, const std::string& what);
  void missing(const TomlNode& table, const std::string& key, const std::string& where);
  void later(const TomlNode& node, const std::string& what);

  // --- values: empty if it is a mistake, which is recorded ---

  std::optional<Value> value(const TomlNode& node);
  std::optional<double> number(const TomlNode& node);
  std::optional<double> number(const TomlNode& node, const Measure& measure);
  std::optional<std::string> text(const TomlNode& node);
  std::optional<bool> flag(const TomlNode& node);
  std::optional<int> integer(const TomlNode& node);
  std::optional<Three> vector(const TomlNode& node);
  std::optional<Three> vector(const TomlNode& node, const Measure& measure);
  // A vector that may depend on more than parameters.
  std::optional<Triple> triple(const TomlNode& node);
  // The component of a vector that cannot be read in `scope`, or all of it.
  static const TomlNode& culprit(const TomlNode& vector, const Scope& scope);
  // One of these words; empty if it is another.
  std::optional<std::string> one_of(const TomlKey& key, const TomlNode& node, const Keys& words);

  // Of a text that can be read as a number; none if unknown.
  Dimension dimension(const std::string& text) const;

  // Those masses of a list that are free to move.
  std::vector<std::string> free_ones(const std::vector<std::string>& members) const;
  bool is_free(const std::string& name) const;

 private:
  void demand(const Measure& measure, const std::string& text) const;
};

}  // namespace zwang
