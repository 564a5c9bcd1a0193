// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The library's one exception, for misuse and bad input. What mechanics can do is never an Error.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/code.hpp"

namespace zwang {

// The position of a mistake. Lines and columns count from 1, columns in characters, not bytes; 0
// means "unknown". `end_column` is the column after the last marked character.
struct Place {
  std::string file = {};
  int line = 0;
  int column = 0;
  int end_column = 0;
};

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Error : public std::runtime_error {
 public:
  // `mark` is printed below the marked characters ("did you mean 'bob'?"), each of `notes` on its
  // own line ("help: ...").
  Error(Code code, std::string message, Place place = {}, std::string mark = {},
        std::vector<std::string> notes = {});

  Code code() const { return code_; }
  const std::string& message() const { return message_; }
  const Place& place() const { return place_; }
  const std::string& mark() const { return mark_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // The same mistake, located in a file that contains the text: `place` is its position there.
  Error at(Place place) const;

  // For people: code, position, `source_line` with its marked part, mark and notes. what() is the
  // one-line form, "pendulum.toml:19:11: E103: unknown name 'bobb'".
  std::string report(std::string_view source_line) const;

 private:
  Code code_;
  std::string message_;
  Place place_;
  std::string mark_;
  std::vector<std::string> notes_;
};

}  // namespace zwang
