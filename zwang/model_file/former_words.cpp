// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/former_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace zwang {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> words = {
    {{"conditions", "constraints"},
     {"shock", "impact"},
     {"rest", "equilibrium"},
     {"events", "event-driven"},
     {"steps", "time-stepping"}}};
// The keys whose values are such words.
constexpr std::array<std::string_view, 3> keys = {"event", "start", "method"};

bool is_bare(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// Goes through a text once: comments and strings as wholes, bare words, single characters.
class Rewriting {
 public:
  explicit Rewriting(std::string_view text) : text_(text) { out_.reserve(text.size()); }

  std::string done() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        copy(text_.find('\n', at_));
      else if (c == '"' || c == '\'')
        string(c);
      else if (is_bare(c))
        word();
      else
        character(c);
    }
    return std::move(out_);
  }

 private:
  void copy(std::size_t end) {
    end = std::min(end, text_.size());
    out_ += text_.substr(at_, end - at_);
    at_ = end;
  }

  void string(char quote) {
    const std::string mark(text_.substr(at_).starts_with(std::string(3, quote)) ? 3 : 1, quote);
    std::size_t end = text_.find(mark, at_ + mark.size());
    while (quote == '"' && end != std::string_view::npos && text_[end - 1] == '\\')
      end = text_.find(mark, end + 1);
    if (end == std::string_view::npos) return copy(end);
    const auto now = renamed(text_.substr(at_ + 1, end - at_ - 1));
    const bool chosen = is_value_ && std::ranges::find(keys, key_) != keys.end();
    is_value_ = false;
    if (!chosen || !now || mark.size() > 1) return copy(end + mark.size());
    out_ += mark + std::string(*now) + mark;
    at_ = end + 1;
  }

  void word() {
    const std::size_t begin = at_;
    std::size_t end = at_;
    while (end < text_.size() && is_bare(text_[end])) ++end;
    key_ = text_.substr(begin, end - begin);
    const bool is_table =
        key_ == words[0].first && !is_value_ && begins_key(begin) && ends_key(end);
    is_value_ = false;
    if (!is_table) return copy(end);
    out_ += words[0].second;
    at_ = end;
  }

  // Whether the word that begins or ends here is the first of a key: [word.x], word.x = 1.
  bool begins_key(std::size_t begin) const {
    const std::string_view before = text_.substr(0, begin);
    const std::size_t last = before.find_last_not_of(" \t");
    return last == std::string_view::npos ||
           std::string_view("\n[{,").find(before[last]) != std::string_view::npos;
  }
  bool ends_key(std::size_t end) const {
    const std::size_t next = text_.find_first_not_of(" \t", end);
    return next != std::string_view::npos &&
           std::string_view(".]=").find(text_[next]) != std::string_view::npos;
  }

  void character(char c) {
    if (c == '=')
      is_value_ = true;
    else if (c != ' ' && c != '\t')
      is_value_ = false;
    copy(at_ + 1);
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  std::string_view key_;   // the last bare word
  bool is_value_ = false;  // what comes next is the value of a key
};

}  // namespace

std::optional<std::string_view> renamed(std::string_view former) {
  const auto it =
      std::ranges::find(words, former, &std::pair<std::string_view, std::string_view>::first);
  if (it == words.end()) return std::nullopt;
  return it->second;
}

std::string in_todays_words(std::string_view text) { return Rewriting(text).done(); }

}  // namespace zwang
