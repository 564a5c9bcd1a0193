// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/pages.hpp"

namespace zwang::apps {

// made from docs/ when the command is built
extern const char* const codes_page;
extern const char* const topics_page;

namespace {

constexpr std::string_view mark = "\n## ";

// The section whose title is the word or begins with it.
std::optional<Section> section(std::string_view page, std::string_view word) {
  for (auto at = page.find(mark); at != std::string_view::npos; at = page.find(mark, at + 1)) {
    const auto begin = at + mark.size();
    const auto end = page.find('\n', begin);
    const std::string_view title = page.substr(begin, end - begin);
    if (title != word && !title.starts_with(std::string(word) + " ")) continue;
    const auto next = page.find(mark, end);
    std::string_view text = page.substr(end + 2, next == page.npos ? next : next - end - 2);
    while (text.ends_with('\n')) text.remove_suffix(1);
    return Section{std::string(title), wrapped(text)};
  }
  return std::nullopt;
}

}  // namespace

std::string wrapped(std::string_view text) {
  constexpr std::size_t most = 80;
  std::string out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    while (line.size() > most && !line.starts_with(' ')) {
      const auto blank = line.rfind(' ', most);
      if (blank == std::string_view::npos) break;
      out += line.substr(0, blank);
      out += '\n';
      line.remove_prefix(blank + 1);
    }
    out += line;
    out += '\n';
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

std::optional<Section> code_section(std::string_view code) { return section(codes_page, code); }

std::optional<Section> topic_section(std::string_view topic) { return section(topics_page, topic); }

std::vector<std::string> topics() {
  std::vector<std::string> out;
  const std::string_view page = topics_page;
  for (auto at = page.find(mark); at != std::string_view::npos; at = page.find(mark, at + 1)) {
    const auto begin = at + mark.size();
    out.emplace_back(page.substr(begin, page.find('\n', begin) - begin));
  }
  return out;
}

}  // namespace zwang::apps
