// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/options.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

#include "zwang/base/code.hpp"

namespace zwang::apps {
namespace {

std::vector<std::string> split(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (;;) {
    const auto end = text.find(by, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + by.size();
  }
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

// "fold | all                                 [fold]" without what is taken by default.
std::string without_default(const std::string& text) {
  const auto bracket = text.rfind(" [");
  if (bracket == std::string::npos || !text.ends_with(']')) return text;
  return text[bracket + 2] == '[' ? text : trimmed(text.substr(0, bracket));
}

// A line that begins with an option.
ListedOption option_in(const std::string& line) {
  ListedOption option;
  // the option itself ends where two blanks stand
  const auto end = line.find("  ");
  std::string head = line.substr(0, end);
  option.words = end == std::string::npos ? "" : trimmed(line.substr(end));
  option.repeats = option.words.find("repeated") != std::string::npos ||
                   option.words.find("twice") != std::string::npos;
  if (const auto bracket = head.find("[="); bracket != std::string::npos) {
    option.may_lack_value = true;
    option.value = head.substr(bracket + 2, head.size() - bracket - 3);
    head.resize(bracket);
  }
  for (const std::string& part : split(head, ", ")) {
    const std::string name = first_word(part);
    (name.starts_with("--") ? option.name : option.letter) = name;
    if (part.size() > name.size()) option.value = trimmed(part.substr(name.size()));
  }
  if (!option.value.empty() && option.words.find(" | ") != std::string::npos) {
    for (const std::string& choice : split(without_default(option.words), " | "))
      option.choices.push_back(first_word(trimmed(choice)));
    option.words = "";
  }
  option.words = without_default(option.words);
  return option;
}

bool is_word(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '-' || c == '_';
  });
}

// "usage: zwang completion bash|zsh|fish"
void read_arguments(const std::string& line, ListedVerb& verb) {
  if (line.find("MODEL") != std::string::npos || line.find("PROBLEM") != std::string::npos)
    verb.endings.emplace_back("toml");
  if (line.find("RESULT") != std::string::npos) verb.endings.emplace_back("zw");
  if (line.find("CODE") != std::string::npos)
    for (const CodeEntry& code : all_codes()) verb.topics.emplace_back(code.name);
  for (const std::string& argument : split(line, " "))
    if (argument.find('|') != std::string::npos)
      for (const std::string& word : split(argument, "|"))
        if (is_word(word)) verb.topics.push_back(word);
}

}  // namespace

ListedVerb listed(const Usage& usage) {
  ListedVerb verb{.name = usage.verb, .words = "", .options = {}, .endings = {}, .topics = {}};
  std::istringstream lines(usage.text);
  std::string line;
  bool of_topics = false;
  while (std::getline(lines, line)) {
    const std::string inside = trimmed(line);
    if (inside.starts_with("usage:")) read_arguments(inside, verb);
    if (inside.starts_with('-')) verb.options.push_back(option_in(inside));
    const bool begins = inside.starts_with("topics:");
    of_topics = begins || (of_topics && !inside.empty() && !inside.starts_with('-'));
    if (!of_topics) continue;
    std::istringstream words(begins ? inside.substr(std::string_view("topics:").size()) : inside);
    for (std::string word; words >> word;) {
      if (word.ends_with(',')) word.pop_back();
      if (is_word(word)) verb.topics.push_back(word);
    }
  }
  return verb;
}

}  // namespace zwang::apps
