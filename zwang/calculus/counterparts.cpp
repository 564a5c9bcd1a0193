// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/counterparts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace zwang {
namespace {

using Counterpart = std::pair<std::string_view, std::string_view>;

// Long arguments are left out.
constexpr std::size_t longest_argument = 30;

constexpr std::string_view no_branches = "there is no 'if'; step(x) is 1 for x >= 0, otherwise 0";

constexpr std::array functions = {
    Counterpart{"abs", "write '|{}|'"},
    Counterpart{"fabs", "write '|{}|'"},
    Counterpart{"norm", "write '|{}|'"},
    Counterpart{"length", "write '|{}|'"},
    Counterpart{"mag", "write '|{}|'"},
    Counterpart{"magnitude", "write '|{}|'"},
    Counterpart{"pow", "write 'x^y'"},
    Counterpart{"square", "write '({})^2'"},
    Counterpart{"cbrt", "write '({})^(1/3)'"},
    Counterpart{"ln", "write 'log({})'"},
    Counterpart{"log10", "write 'log({})/log(10)'"},
    Counterpart{"sign", "write '(2*step({}) - 1)'"},
    Counterpart{"sgn", "write '(2*step({}) - 1)'"},
    Counterpart{"heaviside", "write 'step({})'"},
    Counterpart{"der", "a prime is the time derivative: x'"},
    Counterpart{"diff", "a prime is the time derivative: x'"},
    Counterpart{"if", no_branches},
    Counterpart{"where", no_branches},
};

constexpr std::array words = {
    Counterpart{"and", "write two constraints"},
    Counterpart{"AND", "write two constraints"},
    Counterpart{"or", "all constraints hold at once, there is no 'or'"},
    Counterpart{"OR", "all constraints hold at once, there is no 'or'"},
    Counterpart{"if", no_branches},
};

constexpr std::array signs = {
    Counterpart{"**", "write '^'"},
    Counterpart{"&", "write two constraints"},
    Counterpart{";", "write two constraints"},
    Counterpart{"\u2264", "write '<='"},
    Counterpart{"\u2265", "write '>='"},
    Counterpart{"\u00b7", "write '*'"},
    Counterpart{"\u00d7", "write '*'"},
    Counterpart{"\u22c5", "write '*'"},
    Counterpart{"\u2212", "write '-'"},
    Counterpart{"\u00b2", "write '^2'"},
    Counterpart{"\u00b3", "write '^3'"},
    Counterpart{"\u221a", "write 'sqrt(x)'"},
};

}  // namespace

std::optional<std::string> counterpart_of_function(std::string_view function,
                                                   std::string_view argument) {
  const auto found = std::ranges::find(functions, function, &Counterpart::first);
  if (found == functions.end()) return std::nullopt;
  return fmt::format(fmt::runtime(found->second),
                     argument.size() > longest_argument ? "..." : argument);
}

std::optional<std::string_view> counterpart_of_word(std::string_view word) {
  const auto found = std::ranges::find(words, word, &Counterpart::first);
  if (found == words.end()) return std::nullopt;
  return found->second;
}

std::optional<std::string_view> counterpart_of_sign(std::string_view text) {
  const auto found = std::ranges::find_if(
      signs, [&](const Counterpart& one) { return text.starts_with(one.first); });
  if (found == signs.end()) return std::nullopt;
  return found->second;
}

}  // namespace zwang
