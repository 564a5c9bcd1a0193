// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "zwang/base/error.hpp"
#include "zwang/base/file.hpp"

namespace zwang {
namespace {

namespace fs = std::filesystem;

bool is_ours(const std::string& path) {
  constexpr std::size_t beginning = 1 << 16;
  std::ifstream file(path, std::ios::binary);
  std::string text(beginning, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (path.ends_with(".csv")) return text.starts_with("t,side,");
  // of a model only its owner knows whether it was changed since
  return !path.ends_with(".toml") && text.find(own_mark) != std::string::npos;
}

}  // namespace

void demand_free(const std::string& path, bool force) {
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::none) return;
  if (kind == FileKind::other) throw Error(Code::E411, fmt::format("{}: not a plain file", path));
  if (force || is_ours(path)) return;
  throw Error(Code::E440,
              path.ends_with(".toml")
                  ? fmt::format("{}: already exists; --force overwrites it", path)
                  : fmt::format("{}: not written by this program; --force overwrites it", path));
}

WholeFile::WholeFile(std::string target)
    : target_(std::move(target)), name_(fmt::format("{}.{}.new", target_, getpid())) {
  const Opened file(open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
  if (file.number < 0) {
    kept_ = true;  // nothing of ours is there
    throw Error(Code::E410, fmt::format("{}: {}", target_, std::generic_category().message(errno)));
  }
}

WholeFile::~WholeFile() {
  std::error_code ignored;
  if (!kept_) fs::remove(name_, ignored);
}

void WholeFile::keep() {
  std::error_code failed;
  fs::rename(name_, target_, failed);
  if (failed) throw Error(Code::E410, fmt::format("{}: {}", target_, failed.message()));
  kept_ = true;
}

void write_whole(const std::string& path, const std::function<void(std::ostream&)>& write) {
  WholeFile whole(path);
  std::ofstream file(whole.name(), std::ios::binary | std::ios::trunc);
  write(file);
  file.close();
  if (!file) throw Error(Code::E410, fmt::format("{}: cannot be written", path));
  whole.keep();
}

}  // namespace zwang
