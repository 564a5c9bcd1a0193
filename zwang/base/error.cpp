// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "zwang/base/text.hpp"

namespace zwang {
namespace {

std::string where(const Place& place) {
  std::string text = without_controls(place.file);
  if (place.line > 0) text += fmt::format("{}{}", text.empty() ? "line " : ":", place.line);
  if (place.column > 0) text += fmt::format("{}{}", text.empty() ? "column " : ":", place.column);
  return text;
}

std::string one_line(Code code, const std::string& message, const Place& place) {
  const std::string at = where(place);
  return fmt::format("{}{}{}: {}", at, at.empty() ? "" : ": ", name(code),
                     without_controls(message));
}

}  // namespace

Error::Error(Code code, std::string message, Place place, std::string mark,
             std::vector<std::string> notes)
    : std::runtime_error(one_line(code, message, place)),
      code_(code),
      message_(without_controls(message)),
      place_(std::move(place)),
      mark_(without_controls(mark)),
      notes_(std::move(notes)) {
  for (std::string& note : notes_) note = without_controls(note);
}

Error Error::at(Place place) const { return {code_, message_, std::move(place), mark_, notes_}; }

std::string Error::report(std::string_view source_line) const {
  const bool warning = name(code_).front() == 'W';
  std::string text =
      fmt::format("{}[{}]: {}\n", warning ? "warning" : "error", name(code_), message_);
  const std::string number = place_.line > 0 ? fmt::format("{}", place_.line) : "";
  const std::string margin(std::max<std::size_t>(number.size(), 2), ' ');
  if (const std::string at = where(place_); !at.empty())
    text += fmt::format("{}--> {}\n", margin, at);
  if (place_.column > 0) {
    const int width = std::max(1, place_.end_column - place_.column);
    text += fmt::format("{} |\n{:>{}} | {}\n", margin, number, margin.size(),
                        without_controls(source_line));
    text += fmt::format("{} | {}{}{}{}\n{} |\n", margin,
                        std::string(static_cast<std::size_t>(place_.column - 1), ' '),
                        std::string(static_cast<std::size_t>(width), '^'), mark_.empty() ? "" : " ",
                        mark_, margin);
  }
  for (const std::string& note : notes_) text += fmt::format("{} = {}\n", margin, note);
  return text;
}

}  // namespace zwang
