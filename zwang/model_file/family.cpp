// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "zwang/calculus/parse.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_choices = most_constraints;
constexpr std::size_t most_words = 2 * most_choices;  // in all of them

struct Member {
  std::string mass;
  std::string mark;  // its index
};

// "3" or "1..39"; a number that no index can be stands for the largest one.
std::pair<int, int> limits(const std::string& range) {
  const auto number = [](std::string_view digits) {
    int value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return read.ec == std::errc() ? value : std::numeric_limits<int>::max();
  };
  const auto dots = range.find("..");
  const int first = number(std::string_view(range).substr(0, dots));
  return {first,
          dots == std::string::npos ? first : number(std::string_view(range).substr(dots + 2))};
}

// The members of a group whose indices lie in all ranges.
std::vector<Member> slice(const Group& group, const std::vector<std::string>& ranges) {
  std::vector<Member> result;
  for (std::size_t i = 0; i < group.masses.size(); ++i) {
    bool inside = true;
    std::vector<int> numbers;
    for (const int n : group.indices[i])
      if (n >= 0) numbers.push_back(n);
    if (ranges.size() > numbers.size())
      throw Error(Code::E119, fmt::format("'{}' has {} indices", group.name, numbers.size()));
    for (std::size_t d = 0; d < ranges.size(); ++d) {
      if (ranges[d] == "*") continue;
      const auto [first, last] = limits(ranges[d]);
      inside = inside && numbers[d] >= first && numbers[d] <= last;
    }
    if (inside) result.push_back({group.masses[i], fmt::format("{}", fmt::join(numbers, ","))});
  }
  return result;
}

// The members of a set: a group or a part of it, a list, all masses.
std::vector<Member> members(const Reading& reading, const Binding::Set& set) {
  std::vector<Member> result;
  if (!set.list.empty()) {
    for (const std::string& mass : set.list) {
      if (!reading.model().scope().find(mass)) throw reading.model().scope().unknown(mass, {});
      result.push_back({mass, mass});
    }
    return result;
  }
  if (set.name == "all") {
    for (const Point& point : reading.model().points())
      if (point.free()) result.push_back({point.name, point.name});
    return result;
  }
  const auto group = std::ranges::find(reading.groups, set.name, &Group::name);
  if (group != reading.groups.end()) return slice(*group, set.ranges);
  Keys names;
  for (const Group& one : reading.groups) names.push_back(one.name);
  throw Error(Code::E103, fmt::format("unknown set '{}'", set.name), {}, near_hint(set.name, names),
              {"known: all, what [[generate]] makes, and lists of masses, [a, b]"});
}

std::vector<Choice> combined(const std::vector<Choice>& before, const Binding& binding,
                             const std::vector<Member>& all) {
  std::vector<Choice> next;
  const auto take = [&](const Choice& choice, std::initializer_list<const Member*> taken) {
    Choice more = choice;
    const std::string* word = &binding.first;
    for (const Member* const member : taken) {
      more.words.emplace_back(*word, member->mass);
      more.mark += (more.mark.empty() ? "" : ";") + member->mark;
      word = &binding.second;
    }
    next.push_back(std::move(more));
  };
  for (const Choice& choice : before)
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (binding.second.empty()) {
        take(choice, {&all[i]});
        continue;
      }
      for (std::size_t j = i + 1; j < all.size(); ++j) take(choice, {&all[i], &all[j]});
    }
  return next;
}

// A name that stands for two members, or more constraints than anybody means, before any is made.
void check_bindings(const std::vector<Binding>& bindings,
                    const std::vector<std::vector<Member>>& sets) {
  std::vector<std::string> names;
  std::size_t count = 1;
  for (std::size_t b = 0; b < bindings.size(); ++b) {
    for (const std::string& name : {bindings[b].first, bindings[b].second}) {
      if (name.empty()) continue;
      if (std::ranges::find(names, name) != names.end())
        throw Error(Code::E112, fmt::format("the name '{}' is used twice", name));
      names.push_back(name);
    }
    const std::size_t size = sets[b].size();
    count *= bindings[b].second.empty() ? size : size * (size > 0 ? size - 1 : 0) / 2;
    if (count > most_choices || count * names.size() > most_words)
      throw Error(Code::E110, fmt::format("more than {} constraints, or more than {} names in them",
                                          most_choices, most_words));
  }
}

}  // namespace

std::vector<Choice> choices(const Reading& reading, const TomlNode& binding) {
  std::vector<Choice> result = {{}};
  try {
    const std::vector<Binding> bindings = parse_bindings(binding.text);
    std::vector<std::vector<Member>> sets;
    for (const Binding& one : bindings) sets.push_back(members(reading, one.set));
    check_bindings(bindings, sets);
    for (std::size_t b = 0; b < bindings.size(); ++b)
      result = combined(result, bindings[b], sets[b]);
  } catch (const Error& error) {
    throw Reading::in_text(error, binding);
  }
  // a member that is fixed is bound by nothing
  std::erase_if(result, [&](const Choice& choice) {
    return std::ranges::none_of(choice.words,
                                [&](const auto& word) { return reading.is_free(word.second); });
  });
  return result;
}

}  // namespace zwang
