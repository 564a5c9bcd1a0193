// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/glossary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace zwang::apps {

// made from docs/ when the command is built
extern const char* const glossary_page;

namespace {

// A row of the table: "| **word** (other names) | meaning | *German* | [more](page.md) |".
struct Entry {
  std::string word;
  std::vector<std::string> names;   // the word, or the words it consists of
  std::vector<std::string> others;  // other names
  std::string meaning;
  std::string page;
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(separators), text.size());
    std::string_view part = text.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (!part.empty()) out.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// The cells of a row; a bar with a backslash before it belongs to a formula.
std::vector<std::string> cells(std::string_view row) {
  std::vector<std::string> out(1);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|')
      out.back() += row[++i];
    else if (row[i] == '|')
      out.emplace_back();
    else
      out.back() += row[i];
  }
  return out;
}

// Without the marks of emphasis and code, and without the blanks around it.
std::string plain(std::string_view cell) {
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const bool bold = cell.substr(i).starts_with("**");
    if (bold) ++i;
    if (!bold && cell[i] != '`') out += cell[i];
  }
  const auto first = out.find_first_not_of(' ');
  return first == std::string::npos ? "" : out.substr(first, out.find_last_not_of(' ') - first + 1);
}

// "docs/events.md" of "[kinds of events](events.md#kinds-of-events)"
std::string page_in(std::string_view cell) {
  const auto begin = cell.rfind("](");
  if (begin == std::string_view::npos) return {};
  const std::string_view link = cell.substr(begin + 2);
  return fmt::format("docs/{}", link.substr(0, link.find_first_of("#)")));
}

std::vector<Entry> entries() {
  std::vector<Entry> out;
  for (const std::string& line : split(glossary_page, "\n")) {
    if (!line.starts_with("| **")) continue;
    const std::vector<std::string> row = cells(line);
    if (row.size() < 5) continue;
    const std::string head = plain(row[1]);
    const auto bracket = head.find(" (");
    Entry entry;
    entry.word = head.substr(0, bracket);
    entry.names = split(entry.word, ",");
    entry.names.push_back(entry.word);
    entry.meaning = plain(row[2]);
    entry.page = page_in(row[4]);
    if (bracket != std::string::npos)
      entry.others = split(head.substr(bracket + 2, head.rfind(')') - bracket - 2), ",;");
    out.push_back(std::move(entry));
  }
  return out;
}

bool is_named(const Entry& entry, const std::string& word) {
  const auto same = [&](const std::string& name) { return lower(name) == word; };
  return std::ranges::any_of(entry.names, same) || std::ranges::any_of(entry.others, same);
}

bool contains(const Entry& entry, const std::string& word) {
  const auto in = [&](const std::string& name) {
    const std::vector<std::string> parts = split(lower(name), " -'");
    return std::ranges::find(parts, word) != parts.end();
  };
  return std::ranges::any_of(entry.names, in) || std::ranges::any_of(entry.others, in);
}

Section section(const Entry& entry) {
  std::string text = entry.meaning + "\n";
  if (!entry.others.empty()) text += fmt::format("\nAlso: {}.\n", fmt::join(entry.others, ", "));
  if (!entry.page.empty()) text += fmt::format("\nMore: {}\n", entry.page);
  return {entry.word, wrapped(text)};
}

}  // namespace

std::vector<Section> glossary_entries(std::string_view word) {
  const std::vector<Entry> all = entries();
  std::vector<Section> out;
  for (const auto fits : {is_named, contains}) {
    for (const Entry& entry : all)
      if (fits(entry, lower(word))) out.push_back(section(entry));
    if (!out.empty()) break;
  }
  return out;
}

}  // namespace zwang::apps
