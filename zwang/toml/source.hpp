// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A text file as it was read, and its lines for messages.
#pragma once

#include <string>
#include <string_view>

#include "zwang/base/error.hpp"

namespace zwang {

struct Source {
  std::string path;  // as the user wrote it
  std::string text;

  std::string_view line(int number) const;  // from 1; empty beyond the end
};

// Reads a plain file of at most `most` bytes. E401 if it cannot be read, E411 if it is not a plain
// file, E110 if it is larger.
Source read_source(const std::string& path, std::size_t most = 16 * 1024 * 1024);

}  // namespace zwang
