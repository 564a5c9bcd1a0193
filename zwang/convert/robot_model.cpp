// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/robot_model.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <map>

#include "zwang/base/text.hpp"
#include "zwang/convert/limited_child.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/robot_file/robot_file.hpp"
#include "zwang/toml/source.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;

// What the child sends: a line for each warning, "LINE COLUMN END MESSAGE", an empty line, the
// text.
std::string packed(const TranslatedRobot& robot) {
  std::string out;
  for (const Error& one : robot.not_taken) {
    const Place& at = one.place();
    out += fmt::format("{} {} {} {}\n", at.line, at.column, at.end_column,
                       without_controls(one.message()));
  }
  return out + "\n" + robot.text;
}

RobotModelText unpacked(std::string_view all, const std::string& path) {
  RobotModelText out;
  for (;;) {
    std::string_view line = all.substr(0, all.find('\n'));
    all.remove_prefix(line.size() + 1);
    if (line.empty()) break;
    Place at{.file = path};
    for (int* const number : {&at.line, &at.column, &at.end_column}) {
      const auto end = std::from_chars(line.data(), line.data() + line.size(), *number).ptr;
      line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    }
    out.not_taken.emplace_back(Code::W401, std::string(line), at);
  }
  out.text = all;
  return out;
}

// What was left out, each kind with its number.
std::string left_out_summary(const std::vector<Error>& not_taken) {
  if (not_taken.empty()) return {};
  std::map<std::string, int> kinds;
  for (const Error& one : not_taken) ++kinds[one.message().substr(0, one.message().find(" is "))];
  std::string out = "# Not taken over (zwang convert names each line and the reason):";
  const char* between = " ";
  for (const auto& [kind, count] : kinds) {
    out += fmt::format("{}{}", between, kind);
    if (count > 1) out += fmt::format(" {} times", count);
    between = ", ";
  }
  return out + "\n";
}

}  // namespace

RobotModelText robot_model(const std::string& path, bool fix_root) {
  const std::string all = in_limited_child(path, [&] {
    return packed(
        translate_robot(path, read_source(path, most_bytes).text, {.fix_root = fix_root}));
  });
  RobotModelText out = unpacked(all, path);
  const std::string name = std::filesystem::path(path).filename().string();
  out.text = fmt::format("# {} from {}\n{}{}", own_mark, without_controls(name),
                         left_out_summary(out.not_taken), out.text);
  return out;
}

}  // namespace zwang
