// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A folder for the files of a test.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace zwang {

// It goes when the test ends, unless ZWANG_KEEP is set.
struct Folder {
  std::filesystem::path path;

  explicit Folder(const std::filesystem::path& in = std::filesystem::temp_directory_path()) {
    std::string name = (std::filesystem::canonical(in) / "zwang-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!std::getenv("ZWANG_KEEP")) std::filesystem::remove_all(path, ignored);
  }

  std::string operator/(const std::string& name) const { return (path / name).string(); }
};

}  // namespace zwang
