// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/source.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace zwang {

std::string_view Source::line(int number) const {
  std::string_view rest = text;
  for (int i = 1; i < number; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  std::string_view line = rest.substr(0, rest.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

Source read_source(const std::string& path, std::size_t most) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (failed || !std::filesystem::exists(status))
    throw Error(Code::E401, fmt::format("cannot read '{}': there is no such file", path));
  if (!std::filesystem::is_regular_file(status))
    throw Error(Code::E401, fmt::format("cannot read '{}': not a plain file", path));
  const auto size = std::filesystem::file_size(path, failed);
  if (!failed && size > most)
    throw Error(Code::E110,
                fmt::format("'{}' has {} bytes, at most {} are read", path, size, most));
  std::ifstream in(path, std::ios::binary);
  Source source{path, std::string(std::istreambuf_iterator<char>(in), {})};
  if (!in.good() && !in.eof()) throw Error(Code::E401, fmt::format("cannot read '{}'", path));
  return source;
}

}  // namespace zwang
