// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Misuse and bad input: the one exception of the library. What mechanics can do is never an Error.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/code.hpp"

namespace zwang {

// Where a mistake stands. Lines and columns count from 1, columns in characters, not bytes; 0 is
// "not known". `end_column` is the column behind the last marked character.
struct Place {
  std::string file = {};
  int line = 0;
  int column = 0;
  int end_column = 0;
};

// A value: threads may read one together, and change copies of their own.
class Error : public std::runtime_error {
 public:
  // `mark` is said below the marked characters ("did you mean 'bob'?"), each of `notes` on its own
  // line ("help: ...").
  Error(Code code, std::string message, Place place = {}, std::string mark = {},
        std::vector<std::string> notes = {});

  Code code() const { return code_; }
  const std::string& message() const { return message_; }
  const Place& place() const { return place_; }
  const std::string& mark() const { return mark_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // The same mistake seen from a file that holds the text: `place` tells where it stands there.
  Error at(Place place) const;

  // For a person: code, place, the line of `source` with its marked part, mark and notes. what() is
  // the one-line form, "pendulum.toml:19:11: E103: unknown name 'bobb'".
  std::string report(std::string_view source_line) const;

 private:
  Code code_;
  std::string message_;
  Place place_;
  std::string mark_;
  std::vector<std::string> notes_;
};

}  // namespace zwang
