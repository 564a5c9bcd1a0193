// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/includes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace zwang {
namespace {

namespace fs = std::filesystem;

const Keys included_keys = {"zwang",    "parameters", "masses", "bodies",      "joints",
                            "contacts", "points",     "lines",  "coordinates", "quasi_velocities",
                            "energy",   "forces",     "force",  "impulse",     "constraints",
                            "friction", "generate",   "include"};

void check_version(const TomlNode& tree, const std::string& path, bool included) {
  const TomlNode* const version = tree.get("zwang");
  if (!version) {
    if (included) return;
    throw Error(Code::E100, "the file does not begin with 'zwang = 1'", {path, 1, 1, 2},
                "write 'zwang = 1' here");
  }
  if (!version->is(TomlNode::Kind::integer))
    throw Error(Code::E100, "the format must be a whole number", version->place,
                "write 'zwang = 1'");
  if (version->integer != 1)
    throw Error(Code::E100,
                fmt::format("format {} is not known, this program reads 1", version->integer),
                version->place);
}

}  // namespace

Files::Files(Reading& reading, const FileOptions& options, const Keys& keys)
    : reading_(reading), options_(options) {
  std::error_code failed;
  real_paths_.push_back(fs::weakly_canonical(reading.file.sources[0].path, failed).string());
  read(0, 0, keys);
}

void Files::read(std::size_t source, int depth, const Keys& keys) {
  const std::string path = reading_.file.sources[source].path;
  TomlNode tree = parse_toml(reading_.file.sources[source]);
  check_version(tree, path, source > 0);
  reading_.all_known(tree, keys, source == 0 ? "the file" : "an included file");
  std::vector<TomlNode> names;
  if (const TomlNode* const list = tree.get("include")) {
    if (!list->is(TomlNode::Kind::list))
      throw Error(Code::E113, "expected a list of texts", list->place,
                  "write include = [\"parts.toml\"]");
    names = list->items;
  }
  trees_.push_back(std::move(tree));
  for (const TomlNode& name : names) {
    if (!name.is(TomlNode::Kind::text))
      throw Error(Code::E113, "expected the name of a file", name.place);
    if (depth >= 8) throw Error(Code::E110, "includes more than 8 deep", name.place);
    read(include(name, true), depth + 1, included_keys);
  }
}

const Source& Files::data(const TomlNode& name) {
  if (!name.is(TomlNode::Kind::text))
    throw Error(Code::E113, "expected the name of a file", name.place);
  return reading_.file.sources[include(name, false)];
}

// Adds a file below the model's folder to the sources; if not `once` it may be there already.
std::size_t Files::include(const TomlNode& node, bool once) {
  const std::string& name = node.text;
  const std::string verb = once ? "include" : "read";
  const auto refuse = [&](const std::string& why) {
    throw Error(Code::E411, fmt::format("cannot {} '{}': {}", verb, name, why), node.place);
  };
  // a NUL would end the name for the system, a line break would tear messages apart
  if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20U; }))
    throw Error(Code::E411, fmt::format("cannot {} a name with control characters", verb),
                node.place);
  const fs::path asked(name);
  if (name.empty() || asked.is_absolute()) refuse("give a path below the model's folder");
  for (const auto& part : asked)
    if (part == "..") refuse("'..' leaves the model's folder");
  const fs::path beside = fs::path(reading_.file.sources[0].path).parent_path();
  std::vector<Source>& sources = reading_.file.sources;
  const auto there = std::ranges::find(sources, (beside / asked).string(), &Source::path);
  if (!once && there != sources.end()) return static_cast<std::size_t>(there - sources.begin());
  if (take_stored((beside / asked).string())) return sources.size() - 1;
  std::error_code failed;
  const fs::path root = fs::canonical(beside.empty() ? "." : beside, failed);
  if (failed) refuse(failed.message());
  const fs::path real = fs::canonical(root / asked, failed);
  if (failed)
    refuse(failed == std::errc::no_such_file_or_directory ? "there is no such file"
                                                          : failed.message());
  const auto relative = real.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..") refuse("it lies outside the model's folder");
  if (!fs::is_regular_file(real, failed)) refuse("not a plain file");
  if (std::ranges::find(real_paths_, real.string()) != real_paths_.end())
    refuse("it is included twice");
  try {
    Source source = read_source(real.string());
    source.path = (beside / asked).string();
    sources.push_back(std::move(source));
  } catch (const Error& error) {
    throw error.at(node.place);
  }
  real_paths_.push_back(real.string());
  return sources.size() - 1;
}

bool Files::take_stored(const std::string& path) {
  const auto found = std::ranges::find(options_.stored, path, &Source::path);
  if (found == options_.stored.end()) return false;
  reading_.file.sources.push_back(*found);
  return true;
}

void Files::each(const std::string& name,
                 const std::function<void(const TomlKey&, const TomlNode&)>& step) const {
  for (const TomlNode& tree : trees_) {
    const TomlNode* const table = tree.get(name);
    if (!table || !reading_.is_table(*table, fmt::format("[{}]", name))) continue;
    for (std::size_t i = 0; i < table->items.size(); ++i) step(table->keys[i], table->items[i]);
  }
}

void Files::each_of(const std::string& name,
                    const std::function<void(const TomlNode&)>& step) const {
  for (const TomlNode& tree : trees_) {
    const TomlNode* const list = tree.get(name);
    if (!list) continue;
    if (!list->is(TomlNode::Kind::list)) {
      reading_.add(Error(Code::E113, fmt::format("write [[{}]]", name), list->place));
      continue;
    }
    for (const TomlNode& table : list->items)
      if (reading_.is_table(table, fmt::format("[[{}]]", name))) step(table);
  }
}

}  // namespace zwang
