// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/toml/guard.hpp"

#include <fmt/format.h>

#include <vector>

namespace zwang {
namespace {

// Walks over a text as far as TOML's own marks need it: texts, comments, brackets, dots.
class Walk {
 public:
  Walk(std::string_view text, const std::string& path) : text_(text), path_(path) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // a byte order mark
  }

  // Up to the end, or to where `last` begins. Throws what a text must not be.
  void run(int last = 0) {
    for (; at_ < text_.size() && line_ != last;) step();
  }

  // What is open here, outermost first.
  const std::vector<Place>& open() const { return open_; }
  std::string_view rest() const { return text_.substr(at_); }

 private:
  Place here() const { return {path_, line_, column_, column_ + 1}; }

  void step() {
    constexpr std::size_t deepest = 48;
    constexpr int most_dots = 16;
    const char c = text_[at_];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      ++line_;
      column_ = 1;
      dots_ = 0;
      ++at_;
      return;
    }
    if (c == '#') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      return;
    }
    if (c == '"' || c == '\'') return pass_text(c);
    if (byte >= 0x80U)
      throw Error(Code::E108, "a letter that is not ASCII outside a text", here(),
                  "keys must be ASCII");
    if (byte < 0x20U && c != '\t' && c != '\r')
      throw Error(Code::E108, fmt::format("a control character ({})", byte), here());
    if (c == '[' || c == '{') open_.push_back(here());
    if ((c == ']' || c == '}') && !open_.empty()) open_.pop_back();
    if (open_.size() > deepest)
      throw Error(Code::E110, fmt::format("more than {} nested brackets", deepest), here());
    dots_ = c == '.' ? dots_ + 1 : c == ',' || c == '=' ? 0 : dots_;
    if (dots_ > most_dots)
      throw Error(Code::E110, fmt::format("a key with more than {} dots", most_dots), here());
    ++column_;
    ++at_;
  }

  // Long texts end with three quotes.
  void pass_text(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_, 3) == three;
    std::size_t end = at_ + (is_long ? 3 : 1);
    for (;;) {
      if (end >= text_.size()) break;
      if (quote == '"' && text_[end] == '\\') {
        end += 2;
        continue;
      }
      if (text_[end] == '\n' && !is_long) break;
      if (text_[end] == quote && (!is_long || text_.substr(end, 3) == three)) break;
      ++end;
    }
    for (; at_ < end && at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 0;
      }
      if ((static_cast<unsigned char>(text_[at_]) & 0xC0U) != 0x80U) ++column_;
    }
    if (at_ < text_.size() && text_[at_] == quote) {
      const std::size_t quotes = is_long ? 3 : 1;
      at_ += quotes;
      column_ += static_cast<int>(quotes);
    }
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1, dots_ = 0;
  std::vector<Place> open_;
};

// "[forces]", "mass = 1": neither can stand in a list.
bool begins_entry(std::string_view line) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  const auto skip = [&](auto&& passes) {
    while (!line.empty() && passes(line.front())) line.remove_prefix(1);
  };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  skip(is_blank);
  const bool head = line.starts_with('[');
  skip([](char c) { return c == '['; });
  const bool word = !line.empty() && is_word(line.front());
  skip(is_word);
  skip(is_blank);
  return word && line.starts_with(head ? ']' : '=');
}

}  // namespace

void guard_toml(std::string_view text, const std::string& path) { Walk(text, path).run(); }

std::optional<Place> unclosed_bracket(std::string_view text, const std::string& path, int line) {
  Walk walk(text, path);
  walk.run(line);
  if (walk.open().empty() || !begins_entry(walk.rest())) return std::nullopt;
  return walk.open().front();
}

}  // namespace zwang
