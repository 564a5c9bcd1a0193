// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/new_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "zwang/base/error.hpp"

namespace zwang::apps {

namespace fs = std::filesystem;

void demand_own_file(const std::string& path, std::string_view mark, bool force) {
  std::error_code failed;
  const auto kind = fs::status(path, failed).type();
  if (kind == fs::file_type::not_found) return;
  if (kind != fs::file_type::regular)
    throw Error(Code::E411, fmt::format("{}: not a plain file", path));
  if (force) return;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (text.find(mark) == std::string::npos)
    throw Error(Code::E440,
                fmt::format("{}: not written by this program; --force overwrites it", path));
}

void write_whole(const std::string& path, const std::string& text) {
  std::error_code failed;
  const fs::path fresh = path + ".new";
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
      fs::remove(fresh, failed);
      throw Error(Code::E410, fmt::format("{}: cannot be written", path));
    }
  }
  fs::rename(fresh, path, failed);
  if (failed) throw Error(Code::E410, fmt::format("{}: {}", path, failed.message()));
}

}  // namespace zwang::apps
