// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// User input: a number, or a text that denotes one ("0.8*L", "9.81 m/s^2").
#pragma once

#include <array>
#include <string>
#include <utility>

namespace zwang {

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Value {
 public:
  Value(double number = 0.0) : number_(number) {}
  Value(int number) : number_(number) {}
  Value(std::string text) : text_(std::move(text)), is_text_(true) {}
  Value(const char* text) : text_(text), is_text_(true) {}

  bool is_text() const { return is_text_; }
  double number() const { return number_; }
  const std::string& text() const { return text_; }

 private:
  double number_ = 0.0;
  std::string text_ = {};
  bool is_text_ = false;
};

// Three values, or one text that is a vector ("-0.002*v", "[0, 0, -g]").
// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Triple {
 public:
  Triple() = default;
  Triple(Value x, Value y, Value z) : components_{std::move(x), std::move(y), std::move(z)} {}
  Triple(std::string text) : text_(std::move(text)), is_text_(true) {}
  Triple(const char* text) : text_(text), is_text_(true) {}

  bool is_text() const { return is_text_; }
  const std::string& text() const { return text_; }
  const Value& operator[](std::size_t axis) const { return components_[axis]; }

 private:
  std::array<Value, 3> components_ = {};
  std::string text_ = {};
  bool is_text_ = false;
};

}  // namespace zwang
