// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/branch_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "zwang/base/text.hpp"
#include "zwang/model_file/given_number.hpp"

namespace zwang {
namespace {

std::string without_blanks(std::string_view text) {
  std::string out(text);
  std::erase(out, ' ');
  return out;
}

}  // namespace

BranchChoice branch_choice(const std::string& text, const Model& model) {
  BranchChoice choice;
  const std::string all = without_blanks(text);
  const auto [end, fault] = std::from_chars(all.data(), all.data() + all.size(), choice.number);
  if (fault == std::errc() && end == all.data() + all.size() && choice.number > 0) return choice;
  choice.number = 0;
  const auto& names = model.coordinate_names();
  bool any = false;
  for (std::size_t from = 0; from <= all.size();) {
    const std::size_t to = std::min(all.find(',', from), all.size());
    const std::string part = all.substr(from, to - from);
    from = to + 1;
    const auto equal = part.find('=');
    if (equal == std::string::npos)
      throw Error(Code::E120,
                  fmt::format("branch: '{}' is neither a number from 1 nor a direction like "
                              "\"{}=1\"",
                              text, names.empty() ? "p.x" : names[0]));
    const std::string name = part.substr(0, equal);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto near = nearest(name, names);
      throw Error(Code::E103, fmt::format("branch: '{}' is not a coordinate{}", name,
                                          near ? fmt::format("; did you mean '{}'?", *near) : ""));
    }
    const int coordinate = static_cast<int>(found - names.begin());
    if (std::ranges::any_of(choice.toward, [&](const auto& p) { return p.first == coordinate; }))
      throw Error(Code::E120, fmt::format("branch: '{}' is given twice", name));
    choice.toward.emplace_back(coordinate, given_number("branch", part.substr(equal + 1)));
    any = any || choice.toward.back().second != 0.0;
  }
  if (!any) throw Error(Code::E120, "branch: all parts of the direction are 0");
  return choice;
}

}  // namespace zwang
