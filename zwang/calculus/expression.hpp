// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The syntax of a formula, before any name has a meaning: a tree in one array, arguments before the
// parts that use them, so that every traversal is a plain loop and no text can overflow the stack.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang {

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Expression {
 public:
  using Index = std::uint32_t;

  enum class Kind : std::uint8_t {
    number,      // 2.5
    name,        // m1.x', net[3,4]
    call,        // sin(x)
    vector,      // [x, y, z]
    bars,        // |x|
    negative,    // -x
    sum,         // x + y
    difference,  // x - y
    product,     // x * y
    quotient,    // x / y
    power,       // x ^ y
  };

  struct Part {
    Kind kind = Kind::number;
    std::uint8_t primes = 0;  // of a name
    Index word = 0;           // of a name or a call
    Index first = 0;          // its arguments are arguments_[first ... first + count)
    Index count = 0;
    std::uint32_t begin = 0;  // bytes of the text it was read from
    std::uint32_t end = 0;
    double number = 0.0;
  };

  std::span<const Part> parts() const { return parts_; }
  const Part& operator[](Index part) const { return parts_[part]; }
  Index root() const { return static_cast<Index>(parts_.size() - 1); }
  const std::string& word(const Part& part) const { return words_[part.word]; }
  std::span<const Index> arguments(const Part& part) const {
    return {arguments_.data() + part.first, part.count};
  }

  // Building: each returns the new part.
  Index number(double number, std::uint32_t begin = 0, std::uint32_t end = 0);
  Index name(std::string word, int primes, std::uint32_t begin = 0, std::uint32_t end = 0);
  Index call(std::string word, std::span<const Index> arguments, std::uint32_t begin = 0,
             std::uint32_t end = 0);
  Index make(Kind kind, std::span<const Index> arguments, std::uint32_t begin = 0,
             std::uint32_t end = 0);

  // As a person would type it, with no more parentheses than needed; parses back to the same tree
  // up to the sign of numbers. A text beyond `longest` bytes ends in "...".
  std::string text(Index part, std::size_t longest = 1U << 20U) const;
  std::string text() const { return text(root()); }

  // As LaTeX: \left|m_1 - m_2\right|.
  std::string latex(Index part) const;
  std::string latex() const { return latex(root()); }

 private:
  Index add(Part part, std::span<const Index> arguments);

  std::vector<Part> parts_;
  std::vector<Index> arguments_;
  std::vector<std::string> words_;
};

// One name as LaTeX: omega -> \omega, m1 -> m_{1}, net[3,4].x' -> x'_{\mathrm{net},3,4}.
std::string latex_name(std::string_view name, int primes);

}  // namespace zwang
