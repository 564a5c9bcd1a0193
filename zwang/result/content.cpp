// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/content.hpp"

#include "zwang/result/bytes.hpp"

namespace zwang {

void put_cell(std::string& bytes, const sqlite::Value& value) {
  const auto put_text = [&](char letter, const std::string& text) {
    bytes.push_back(letter);
    put_integer(bytes, static_cast<std::uint64_t>(text.size()));
    bytes += text;
  };
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    bytes.push_back('i');
    put_integer(bytes, *integer);
  } else if (const auto* number = std::get_if<double>(&value)) {
    bytes.push_back('f');
    put_number(bytes, *number);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    put_text('t', *text);
  } else if (const auto* blob = std::get_if<sqlite::Blob>(&value)) {
    put_text('b', blob->bytes);
  } else {
    bytes.push_back('n');
  }
}

}  // namespace zwang
