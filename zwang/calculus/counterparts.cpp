// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/counterparts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace zwang {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// Long arguments are left out.
constexpr std::size_t longest_argument = 30;

constexpr std::string_view no_branches = "there is no 'if'; step(x) is 1 for x >= 0, otherwise 0";

constexpr std::array functions = {
    Pair{"abs", "write '|{}|'"},
    Pair{"fabs", "write '|{}|'"},
    Pair{"norm", "write '|{}|'"},
    Pair{"length", "write '|{}|'"},
    Pair{"mag", "write '|{}|'"},
    Pair{"magnitude", "write '|{}|'"},
    Pair{"pow", "write 'x^y'"},
    Pair{"square", "write '({})^2'"},
    Pair{"cbrt", "write '({})^(1/3)'"},
    Pair{"ln", "write 'log({})'"},
    Pair{"log10", "write 'log({})/log(10)'"},
    Pair{"sign", "write '(2*step({}) - 1)'"},
    Pair{"sgn", "write '(2*step({}) - 1)'"},
    Pair{"heaviside", "write 'step({})'"},
    Pair{"der", "a prime is the time derivative: x'"},
    Pair{"diff", "a prime is the time derivative: x'"},
    Pair{"if", no_branches},
    Pair{"where", no_branches},
};

constexpr std::array words = {
    Pair{"and", "write two constraints"},
    Pair{"AND", "write two constraints"},
    Pair{"or", "all constraints hold at once, there is no 'or'"},
    Pair{"OR", "all constraints hold at once, there is no 'or'"},
    Pair{"if", no_branches},
};

constexpr std::array signs = {
    Pair{"**", "write '^'"},
    Pair{"&", "write two constraints"},
    Pair{";", "write two constraints"},
    Pair{"\u2264", "write '<='"},
    Pair{"\u2265", "write '>='"},
    Pair{"\u00b7", "write '*'"},
    Pair{"\u00d7", "write '*'"},
    Pair{"\u22c5", "write '*'"},
    Pair{"\u2212", "write '-'"},
    Pair{"\u00b2", "write '^2'"},
    Pair{"\u00b3", "write '^3'"},
    Pair{"\u221a", "write 'sqrt(x)'"},
};

}  // namespace

std::optional<std::string> counterpart_of_function(std::string_view function,
                                                   std::string_view argument) {
  const auto found = std::ranges::find(functions, function, &Pair::first);
  if (found == functions.end()) return std::nullopt;
  return fmt::format(fmt::runtime(found->second),
                     argument.size() > longest_argument ? "..." : argument);
}

std::optional<std::string_view> counterpart_of_word(std::string_view word) {
  const auto found = std::ranges::find(words, word, &Pair::first);
  if (found == words.end()) return std::nullopt;
  return found->second;
}

std::optional<std::string_view> counterpart_of_sign(std::string_view text) {
  const auto found =
      std::ranges::find_if(signs, [&](const Pair& one) { return text.starts_with(one.first); });
  if (found == signs.end()) return std::nullopt;
  return found->second;
}

}  // namespace zwang
