// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/expression.hpp"

#include <utility>

namespace zwang {

Expression::Index Expression::add(Part part, std::span<const Index> arguments) {
  part.first = static_cast<Index>(arguments_.size());
  part.count = static_cast<Index>(arguments.size());
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  parts_.push_back(part);
  return root();
}

Expression::Index Expression::number(double number, std::uint32_t begin, std::uint32_t end) {
  return add({.kind = Kind::number, .begin = begin, .end = end, .number = number}, {});
}

Expression::Index Expression::name(std::string word, int primes, std::uint32_t begin,
                                   std::uint32_t end) {
  words_.push_back(std::move(word));
  return add({.kind = Kind::name,
              .primes = static_cast<std::uint8_t>(primes),
              .word = static_cast<Index>(words_.size() - 1),
              .begin = begin,
              .end = end},
             {});
}

Expression::Index Expression::call(std::string word, std::span<const Index> arguments,
                                   std::uint32_t begin, std::uint32_t end) {
  words_.push_back(std::move(word));
  return add({.kind = Kind::call,
              .word = static_cast<Index>(words_.size() - 1),
              .begin = begin,
              .end = end},
             arguments);
}

Expression::Index Expression::make(Kind kind, std::span<const Index> arguments, std::uint32_t begin,
                                   std::uint32_t end) {
  return add({.kind = kind, .begin = begin, .end = end}, arguments);
}

}  // namespace zwang
