// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How an expression prints itself. Pieces wait on a stack and are written from left to right, so
// the length of a text, not the depth of its tree, is the only limit.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/calculus/expression.hpp"

namespace zwang {
namespace {

using Index = Expression::Index;
using Kind = Expression::Kind;
using Part = Expression::Part;

// How tightly a part holds together: what binds less than its place demands gets parentheses.
enum Tightness { loose = 0, as_sum = 1, as_product = 2, as_factor = 3, as_atom = 5, as_base = 6 };

int tightness(const Part& part) {
  switch (part.kind) {
    case Kind::sum:
    case Kind::difference: return as_sum;
    case Kind::product:
    case Kind::quotient: return as_product;
    case Kind::negative: return as_factor;
    case Kind::power: return as_factor + 1;
    case Kind::number: return part.number < 0.0 ? as_factor : as_atom;
    default: return as_atom;
  }
}

// A piece that is still to be written: a text, or a part where at least `demand` is needed.
struct Piece {
  std::string text;
  Index part = 0;
  int demand = -1;  // -1: it is a text
};

Piece say(std::string text) { return {.text = std::move(text)}; }
Piece show(Index part, int demand) { return {.text = {}, .part = part, .demand = demand}; }

template <class Style>
std::string print(const Expression& expression, Index root, std::size_t longest) {
  std::string out;
  std::vector<Piece> waiting = {show(root, loose)};
  while (!waiting.empty()) {
    const Piece piece = std::move(waiting.back());
    waiting.pop_back();
    if (piece.demand < 0) {
      out += piece.text;
    } else {
      const Part& part = expression[piece.part];
      std::vector<Piece> pieces = Style::pieces(expression, part);
      if (Style::tightness(part) < piece.demand) {
        pieces.insert(pieces.begin(), say(Style::open));
        pieces.push_back(say(Style::close));
      }
      std::move(pieces.rbegin(), pieces.rend(), std::back_inserter(waiting));
    }
    if (out.size() > longest) return out + "...";
  }
  return out;
}

struct Plain {
  static constexpr const char* open = "(";
  static constexpr const char* close = ")";
  static int tightness(const Part& part) { return zwang::tightness(part); }

  static std::vector<Piece> pieces(const Expression& expression, const Part& part) {
    const auto arguments = expression.arguments(part);
    const auto two = [&](int left, const char* sign, int right) -> std::vector<Piece> {
      return {show(arguments[0], left), say(sign), show(arguments[1], right)};
    };
    switch (part.kind) {
      case Kind::number: return {say(shortest(part.number))};
      case Kind::name: return {say(expression.word(part) + std::string(part.primes, '\''))};
      case Kind::call: return list(expression.word(part) + "(", arguments, ")");
      case Kind::vector: return list("[", arguments, "]");
      case Kind::bars: return list("|", arguments, "|");
      case Kind::negative: return {say("-"), show(arguments[0], as_factor)};
      case Kind::sum: return two(as_sum, " + ", as_product);
      case Kind::difference: return two(as_sum, " - ", as_product);
      case Kind::product: return two(as_product, "*", as_factor);
      case Kind::quotient: return two(as_product, "/", as_factor);
      case Kind::power: return two(as_atom, "^", as_factor);
    }
    return {};
  }

  static std::vector<Piece> list(std::string first, std::span<const Index> arguments,
                                 std::string last) {
    std::vector<Piece> pieces = {say(std::move(first))};
    for (const Index argument : arguments) {
      if (pieces.size() > 1) pieces.push_back(say(", "));
      pieces.push_back(show(argument, loose));
    }
    pieces.push_back(say(std::move(last)));
    return pieces;
  }
};

struct Latex {
  static constexpr const char* open = "\\left(";
  static constexpr const char* close = "\\right)";

  // A fraction stands by itself; a function to a power needs parentheses, sin(x)^2 is read in two
  // ways.
  static int tightness(const Part& part) {
    if (part.kind == Kind::quotient) return as_factor;
    const int plain = zwang::tightness(part);
    return plain == as_atom && part.kind != Kind::call ? as_base : plain;
  }

  static std::vector<Piece> pieces(const Expression& expression, const Part& part) {
    const auto arguments = expression.arguments(part);
    const auto two = [&](int left, const char* sign, int right) -> std::vector<Piece> {
      return {show(arguments[0], left), say(sign), show(arguments[1], right)};
    };
    switch (part.kind) {
      case Kind::number: return {say(number(part.number))};
      case Kind::name: return {say(latex_name(expression.word(part), part.primes))};
      case Kind::call: return call(expression.word(part), arguments);
      case Kind::vector: return Plain::list("\\left[", arguments, "\\right]");
      case Kind::bars: return Plain::list("\\left|", arguments, "\\right|");
      case Kind::negative: return {say("-"), show(arguments[0], as_factor)};
      case Kind::sum: return two(as_sum, " + ", as_product);
      case Kind::difference: return two(as_sum, " - ", as_product);
      case Kind::product:
        return two(as_product, begins_with_sign(expression, arguments[1]) ? " \\cdot " : " \\, ",
                   as_factor);
      case Kind::quotient:
        return {say("\\frac{"), show(arguments[0], loose), say("}{"), show(arguments[1], loose),
                say("}")};
      case Kind::power:
        return {show(arguments[0], as_base), say("^{"), show(arguments[1], loose), say("}")};
    }
    return {};
  }

  // 2 \, 3 and a \, -b are misread: a dot stands between.
  static bool begins_with_sign(const Expression& expression, Index part) {
    const Part* p = &expression[part];
    while (p->kind == Kind::power) p = &expression[expression.arguments(*p)[0]];
    return p->kind == Kind::number || p->kind == Kind::negative;
  }

  static std::string number(double number) {
    std::string text = shortest(number);
    const auto e = text.find('e');
    if (e == std::string::npos) return text;
    const int exponent = std::stoi(text.substr(e + 1));
    const std::string mantissa = text.substr(0, e);
    return fmt::format("{{{} \\cdot 10^{{{}}}}}", mantissa, exponent);
  }

  static std::vector<Piece> call(const std::string& word, std::span<const Index> arguments) {
    if (word == "sqrt" && arguments.size() == 1)
      return {say("\\sqrt{"), show(arguments[0], loose), say("}")};
    return Plain::list(function(word) + "\\left(", arguments, "\\right)");
  }

  static std::string function(const std::string& word) {
    constexpr std::array<const char*, 10> known = {"sin",  "cos", "tan", "sinh", "cosh",
                                                   "tanh", "exp", "log", "min",  "max"};
    if (std::ranges::find(known, word) != known.end()) return "\\" + word;
    if (word == "asin" || word == "acos" || word == "atan") return "\\arc" + word.substr(1);
    return "\\operatorname{" + word + "}";
  }
};

constexpr std::array<const char*, 24> greek = {
    "alpha", "beta",  "gamma",  "delta",   "epsilon", "zeta", "eta",     "theta",
    "iota",  "kappa", "lambda", "mu",      "nu",      "xi",   "omicron", "pi",
    "rho",   "sigma", "tau",    "upsilon", "phi",     "chi",  "psi",     "omega"};

// A word: Greek if it is one, its trailing digits or what follows "_" below the line.
std::string latex_word(std::string_view word) {
  std::string stem(word);
  std::string below;
  if (stem.find_first_not_of("0123456789") == std::string::npos) return stem;
  if (const auto bar = stem.find('_'); bar != std::string::npos && bar > 0) {
    below = stem.substr(bar + 1);
    stem.resize(bar);
  } else {
    const auto digits = stem.find_last_not_of("0123456789") + 1;
    below = stem.substr(digits);
    stem.resize(digits);
  }
  std::string lower = stem;
  lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
  if (std::ranges::find(greek, lower) != greek.end() && lower != "omicron")
    stem = "\\" + stem;
  else if (stem.size() > 1)
    stem = "\\mathrm{" + stem + "}";
  if (below.empty()) return stem;
  if (below.find_first_not_of("0123456789") == std::string::npos) return stem + "_{" + below + "}";
  std::string safe;
  for (const char c : below) safe += c == '_' ? std::string("\\_") : std::string(1, c);
  return fmt::format("{}_{{\\mathrm{{{}}}}}", stem, safe);
}

}  // namespace

// m1.x is the x of m1: x with m1 below the line; indices join it there.
std::string latex_name(std::string_view name, int primes) {
  std::vector<std::string> words;
  std::string word;
  std::string below;
  for (const char c : name) {
    const bool in_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (in_word) {
      word += c;
      continue;
    }
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) words.push_back(word);
  if (words.empty()) return {};
  // The last word is the quantity if a dot stands before it, otherwise the first.
  const auto dot = name.rfind('.');
  const bool dotted =
      dot != std::string_view::npos && name.find('[', dot) == std::string_view::npos;
  const std::string& subject = dotted ? words.back() : words.front();
  for (std::size_t i = dotted ? 0 : 1; i + (dotted ? 1 : 0) < words.size(); ++i) {
    if (!below.empty()) below += ",";
    below += latex_word(words[i]);
  }
  std::string text = latex_word(subject);
  if (!below.empty()) {
    if (text.find('_') != std::string::npos) text = "{" + text + "}";
    text += "_{" + below + "}";
  }
  if (primes > 0) text += std::string(static_cast<std::size_t>(primes), '\'');
  return text;
}

std::string Expression::text(Index part, std::size_t longest) const {
  return print<Plain>(*this, part, longest);
}

std::string Expression::latex(Index part) const {
  return print<Latex>(*this, part, std::size_t{1} << 20U);
}

}  // namespace zwang
