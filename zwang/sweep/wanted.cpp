// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/wanted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/record/sample_of.hpp"

namespace zwang {
namespace {

constexpr std::size_t longest_text = 1000;  // bytes of a wanted text: it names a column

bool is_blank(char c) { return c == ' '; }
bool begins_word(char c) { return is_letter(c) || c == '_'; }
bool is_word(char c) { return begins_word(c) || is_digit(c); }

// Bytes of a text, from `begin` to before `end`.
struct Bytes {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Bytes trimmed(std::string_view text, Bytes range) {
  while (range.begin < range.end && is_blank(text[range.begin])) ++range.begin;
  while (range.end > range.begin && is_blank(text[range.end - 1])) --range.end;
  return range;
}

std::string part(std::string_view text, Bytes range) {
  return std::string(text.substr(range.begin, range.end - range.begin));
}

// A mistake found in a part of `text`, seen from all of it.
Error shifted(const Error& error, std::string_view text, std::size_t begin) {
  const int before = characters(text.substr(0, begin));
  Place place = error.place();
  if (place.column <= 0) {
    place.column = 1;
    place.end_column = 1 + characters(text.substr(begin));
  }
  place.column += before;
  place.end_column += before;
  return Error(error.code(), error.message(), place, error.mark(), error.notes());
}

// "word( ... )" as a whole.
struct Call {
  std::string word;
  std::vector<Bytes> arguments;
};

std::optional<Call> call_in(std::string_view text) {
  const Bytes all = trimmed(text, {0, text.size()});
  std::size_t at = all.begin;
  while (at < all.end && begins_word(text[at])) ++at;
  Call call{part(text, {all.begin, at}), {}};
  while (at < all.end && is_blank(text[at])) ++at;
  if (call.word.empty() || at >= all.end || text[at] != '(') return std::nullopt;
  std::size_t from = at + 1;
  int depth = 0;
  for (; at < all.end; ++at) {
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if ((c == ',' && depth == 1) || depth == 0) {
      call.arguments.push_back({from, at});
      from = at + 1;
    }
    if (depth == 0) break;
  }
  if (at + 1 != all.end) return std::nullopt;
  return call;
}

// What people ask of a run that a sweep does not compute, or calls by another name.
void refuse_statistics(const Call& call, const std::string& text) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array others = {
      Pair{"last", "write 'final(...)'"},
      Pair{"average", "write 'mean(...)'"},
      Pair{"avg", "write 'mean(...)'"},
      Pair{"rms", "write 'mean(x^2)', which is its square"},
      Pair{"std", "write 'mean(x)' and 'mean(x^2)', from which it follows"},
      Pair{"integral", "write 'mean(x)', which is the integral divided by the time"},
      Pair{"sum", "only impulses can be added up: 'sum(string.impulse)'"},
      Pair{"median", "not available; Python has all rows of a run"},
      Pair{"percentile", "not available; Python has all rows of a run"},
  };
  const auto found = std::ranges::find(others, call.word, &Pair::first);
  if (found == others.end()) return;
  const std::size_t begin = text.find(call.word);
  throw Error(Code::E117, fmt::format("a sweep has no '{}'", call.word),
              place_in(text, begin, begin + call.word.size()), std::string(found->second),
              {"known: max min mean final at count time, and sum of impulses"});
}

}  // namespace

Wanted::Wanted(const System& system, const std::string& text, QueryContext context)
    : context_(std::move(context)) {
  const Place whole = {.column = 1, .end_column = 1 + characters(text)};
  if (text.size() > longest_text)
    throw Error(Code::E110, fmt::format("a wanted value of more than {} bytes", longest_text));
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20U; }))
    throw Error(Code::E109, "a wanted value with control characters", whole);
  if (const std::size_t slope = text.find(")/d(");
      slope != std::string::npos && trimmed(text, {0, text.size()}).begin == text.find("d("))
    throw Error(Code::E109, "d(...)/d(...), the slope of a wanted value, is not implemented yet",
                whole, "request the value itself");
  const auto call = call_in(text);
  if (!call) {
    read_expression(system, text, 0, text.size());
    return;
  }
  const auto& given = call->arguments;
  const auto demand = [&](bool fits, const std::string& form) {
    if (!fits) throw Error(Code::E117, fmt::format("'{}' is written {}", call->word, form), whole);
  };
  if (call->word == "count" || call->word == "time") {
    const bool time = call->word == "time";
    over_ = time ? Over::time : Over::count;
    demand(given.size() == 1 || (time && given.size() == 2),
           time ? "time(KIND CONSTRAINT, NUMBER)" : "count(KIND CONSTRAINT)");
    read_event(system.model(), text, given[0].begin, given[0].end);
    if (given.size() == 1) return;
    const Bytes at = trimmed(text, given[1]);
    const char* const end = text.data() + at.end;
    const auto read = std::from_chars(text.data() + at.begin, end, number_);
    if (read.ec != std::errc() || read.ptr != end || number_ < 1)
      throw Error(Code::E120, "the number of an event must be a whole number, from 1 on",
                  place_in(text, at.begin, at.end));
    return;
  }
  if (call->word == "at") {
    demand(given.size() == 2, "at(TIME, EXPRESSION)");
    over_ = Over::moment;
    read_moment(system, text, given[0].begin, given[0].end);
    read_expression(system, text, given[1].begin, given[1].end);
    return;
  }
  if ((call->word == "max" || call->word == "sum") && given.size() == 1 &&
      read_impulse(system.model(), text, given[0].begin, given[0].end)) {
    over_ = call->word == "max" ? Over::largest_impulse : Over::total_impulse;
    return;
  }
  refuse_statistics(*call, text);
  using Word = std::pair<std::string_view, Over>;
  constexpr std::array<Word, 4> words = {Word{"max", Over::most}, Word{"min", Over::least},
                                         Word{"mean", Over::mean}, Word{"final", Over::last}};
  const auto found = std::ranges::find(words, call->word, &Word::first);
  const bool of_numbers = (call->word == "max" || call->word == "min") && given.size() > 1;
  if (found == words.end() || of_numbers) {
    read_expression(system, text, 0, text.size());
    return;
  }
  demand(given.size() == 1, fmt::format("{}(EXPRESSION)", call->word));
  over_ = found->second;
  read_expression(system, text, given[0].begin, given[0].end);
}

void Wanted::read_expression(const System& system, const std::string& text, std::size_t begin,
                             std::size_t end) {
  try {
    asked_.emplace(system, part(text, {begin, end}), context_);
  } catch (const Error& error) {
    throw shifted(error, text, begin);
  }
}

void Wanted::read_moment(const System& system, const std::string& text, std::size_t begin,
                         std::size_t end) {
  const Bytes at = trimmed(text, {begin, end});
  try {
    moment_ = system.model().number(Value(part(text, at)));
  } catch (const Error& error) {
    throw shifted(error, text, at.begin);
  }
}

void Wanted::read_event(const Model& model, const std::string& text, std::size_t begin,
                        std::size_t end) {
  const Bytes all = trimmed(text, {begin, end});
  std::size_t at = all.begin;
  while (at < all.end && is_word(text[at])) ++at;
  const std::string kind = part(text, {all.begin, at});
  const auto unknown = [&](const std::string& what, const std::string& word,
                           const std::vector<std::string>& words, Bytes where) {
    const auto near = nearest(word, words);
    throw Error(Code::E103, fmt::format("{} '{}'", what, word),
                place_in(text, where.begin, where.end),
                near ? fmt::format("did you mean '{}'?", *near) : "");
  };
  if (all.begin == all.end)
    throw Error(Code::E109, "expected a kind of event, such as impact, slack or touch",
                place_in(text, begin, end));
  const auto named = event_kind_named(kind);
  if (!named) {
    std::vector<std::string> kinds = {"slack"};
    for (int i = 0; i <= static_cast<int>(EventKind::end); ++i)
      kinds.emplace_back(name(static_cast<EventKind>(i)));
    unknown("unknown kind of event", kind, kinds, {all.begin, std::max(at, all.begin + 1)});
  }
  event_.kind = *named;
  const Bytes of = trimmed(text, {at, all.end});
  if (of.begin == of.end) return;
  const std::string constraint = part(text, of);
  event_.of = constraints_named(model, constraint);
  if (std::ranges::find(event_.of, 1) != event_.of.end()) return;
  std::vector<std::string> names;
  for (const Constraint& one : model.constraints()) names.push_back(one.name);
  unknown("unknown constraint", constraint, names, of);
}

bool Wanted::read_impulse(const Model& model, const std::string& text, std::size_t begin,
                          std::size_t end) {
  constexpr std::string_view ending = ".impulse";
  std::string whose = part(text, trimmed(text, {begin, end}));
  if (!whose.ends_with(ending)) return false;
  whose.resize(whose.size() - ending.size());
  event_.of = constraints_named(model, whose);
  return std::ranges::find(event_.of, 1) != event_.of.end();
}

WantedValues::WantedValues(const std::vector<Wanted>& wanted)
    : wanted_(wanted), folded_(wanted.size()) {}

void WantedValues::prepare(RunOptions& options, bool is_mechanical) {
  using Over = Wanted::Over;
  // the last row of such a run is its last state
  last_from_state_ = is_mechanical && options.method == RunOptions::Method::event_driven;
  bool rows = false;
  bool moments = false;
  for (const Wanted& one : wanted_) {
    if (one.over_ == Over::moment) moments = true;
    if (one.over_ == Over::most || one.over_ == Over::least || one.over_ == Over::mean ||
        (one.over_ == Over::last && !(last_from_state_ && one.asked_->is_of_state_alone())))
      rows = true;
  }
  options.keep_course = options.keep_frames = moments;
  options.recorder = rows ? this : nullptr;
}

void WantedValues::row(const Frame& frame) {
  using Over = Wanted::Over;
  const Sample sample = sample_of(frame);
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    const Wanted& one = wanted_[i];
    if (!one.asked_ || one.over_ == Over::moment) continue;
    const double now = one.asked_->value(sample);
    Folded& folded = folded_[i];
    if (one.over_ == Over::mean) {
      if (folded.began)
        folded.value += 0.5 * (folded.before + now) * (frame.t - last_t_);
      else
        folded.value = 0.0;
      folded.before = now;
    } else if (one.over_ == Over::last || !folded.began) {
      folded.value = now;
    } else if (std::isnan(now) ||
               (one.over_ == Over::most ? now > folded.value : now < folded.value)) {
      folded.value = now;  // and once it is no number it stays so
    }
    folded.began = true;
  }
  if (std::isnan(first_t_)) first_t_ = frame.t;
  last_t_ = frame.t;
}

double WantedValues::impulse(const Wanted& one, const std::vector<Event>& events) {
  const bool largest = one.over_ == Wanted::Over::largest_impulse;
  double value = largest ? unset : 0.0;
  for (const Event& event : events)
    for (const Part& part : event.parts) {
      if (one.event_.of[index(part.constraint)] == 0 || part.impulse == 0.0) continue;
      value = largest ? std::fmax(value, part.impulse) : value + part.impulse;
    }
  return value;
}

std::vector<double> WantedValues::values(const Trajectory& motion) const {
  using Over = Wanted::Over;
  std::vector<double> values;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    const Wanted& one = wanted_[i];
    const Folded& folded = folded_[i];
    double value = folded.value;
    if (one.over_ == Over::mean)
      value = last_t_ > first_t_ ? folded.value / (last_t_ - first_t_) : folded.before;
    if (one.over_ == Over::last && last_from_state_ && one.asked_->is_of_state_alone())
      value = one.asked_->value({motion.last.state});
    if (one.over_ == Over::moment && !motion.course.empty() && one.moment_ <= motion.t &&
        one.moment_ >= motion.course.front().t) {
      value = one.asked_->value(sample_of(motion.evaluate(one.moment_)));
    }
    if (one.over_ == Over::count)
      value = static_cast<double>(std::ranges::count_if(
          motion.events, [&](const Event& event) { return one.event_.is(event); }));
    if (one.over_ == Over::time) {
      long left = one.number_;
      for (const Event& event : motion.events)
        if (one.event_.is(event) && --left == 0) value = event.t;
    }
    if (one.over_ == Over::largest_impulse || one.over_ == Over::total_impulse)
      value = impulse(one, motion.events);
    values.push_back(value);
  }
  return values;
}

}  // namespace zwang
