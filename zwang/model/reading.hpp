// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Texts of a model: mistakes in them, and words that mean something there alone.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/calculus/scope.hpp"

namespace zwang {

// A mistake in a text, said with the name of what the text belongs to.
template <class Read>
auto reading(const std::string& whose, Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (!error.place().file.empty()) throw;
    Place place = error.place();
    place.file = whose;
    throw Error(error.code(), error.message(), place, error.mark(), error.notes());
  }
}

// The three nodes of a text that is a vector (E113).
inline std::array<NodeId, 3> vector_of(std::string_view text, const Scope& scope, Graph& graph) {
  const Meaning meaning = meanings(parse_expression(text), text, scope, graph).back();
  if (meaning.size != 3) throw Error(Code::E113, "expected a vector, not a number");
  return meaning.nodes;
}

// While it lives, words of a scope mean something else.
class Hidden {
 public:
  explicit Hidden(Scope& scope) : scope_(scope) {}
  ~Hidden() {
    while (!before_.empty()) {
      scope_.restore(before_.back().first, before_.back().second);
      before_.pop_back();
    }
  }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;

  void hide(const std::string& word, Named named) {
    before_.emplace_back(word, scope_.find(word));
    scope_.hide(word, std::move(named));
  }

 private:
  Scope& scope_;
  std::vector<std::pair<std::string, std::optional<Named>>> before_;
};

}  // namespace zwang
