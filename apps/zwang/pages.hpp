// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The sections of docs/codes.md and docs/topics.md, built into the command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::apps {

struct Section {
  std::string title;  // "E103 unknown name", "units"
  std::string text;   // for a terminal
};

// For a code; every code has one.
std::optional<Section> code_section(std::string_view code);
std::optional<Section> topic_section(std::string_view topic);
std::vector<std::string> topics();

// In lines of at most 80 columns, broken between words; indented lines stay as they are.
std::string wrapped(std::string_view text);

}  // namespace zwang::apps
