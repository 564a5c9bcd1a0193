// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "zwang/base/error.hpp"

namespace zwang {
namespace {

[[noreturn]] void refuse(Code code, std::string_view what, const std::string& path) {
  const std::string why = std::error_code(errno, std::generic_category()).message();
  throw Error(code, fmt::format("{}: {}", what, why), {.file = path});
}

constexpr std::string_view sqlite_mark("SQLite format 3\0", 16);

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Empty, or beginning with one of `marks`.
bool begins_with(const std::string& path, std::initializer_list<std::string_view> marks) {
  const Opened file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file.number < 0) refuse(Code::E410, "cannot be opened", path);
  std::array<char, 16> bytes{};
  ssize_t n = 0;
  do n = ::read(file.number, bytes.data(), bytes.size());
  while (n < 0 && errno == EINTR);
  if (n < 0) refuse(Code::E410, "cannot be read", path);
  const std::string_view beginning(bytes.data(), static_cast<std::size_t>(n));
  return n == 0 ||
         std::ranges::any_of(marks, [&](auto mark) { return beginning.starts_with(mark); });
}

}  // namespace

Opened::~Opened() {
  if (number >= 0) ::close(number);
}

FileLock::FileLock(const std::string& path) : path_(path + ".lock") {
  for (;;) {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (file_ < 0) refuse(Code::E410, "cannot be written", path_);
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      const bool held = errno == EWOULDBLOCK;
      ::close(file_);
      if (!held) refuse(Code::E410, "cannot be locked", path_);
      throw Error(Code::E450, "in use by another run", {.file = path});
    }
    // the owner before us may have removed the name while we waited to open it
    struct stat ours{}, named{};
    if (::fstat(file_, &ours) == 0 && ::lstat(path_.c_str(), &named) == 0 &&
        ours.st_ino == named.st_ino && ours.st_dev == named.st_dev)
      break;
    ::close(file_);
  }
}

FileLock::~FileLock() {
  ::unlink(path_.c_str());
  ::close(file_);
}

FileKind kind_of_file(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0)
    return S_ISREG(status.st_mode) ? FileKind::plain : FileKind::other;
  if (errno == ENOENT) return FileKind::none;
  refuse(Code::E410, "cannot be inspected", path);
}

void demand_own_neighbours(const std::string& path) {
  using namespace std::string_view_literals;
  constexpr auto zeros = "\0\0\0\0\0\0\0\0"sv;
  const struct {
    const char* end;
    std::initializer_list<std::string_view> marks;  // SQLite, "Database File Format"
  } neighbours[] = {
      {".lock", {}},
      {".new", {sqlite_mark}},
      {".new-journal", {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"sv, zeros}},
      {"-journal", {"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"sv, zeros}},
      {"-wal", {"\x37\x7f\x06\x82"sv, "\x37\x7f\x06\x83"sv, zeros}},
      {"-shm", {"\x18\xe2\x2d\x00"sv, "\x00\x2d\xe2\x18"sv, zeros}},
  };
  for (const auto& [end, marks] : neighbours) {
    const std::string name = path + end;
    const FileKind kind = kind_of_file(name);
    if (kind == FileKind::none || (kind == FileKind::plain && begins_with(name, marks))) continue;
    throw Error(Code::E440, "would remove a file that was not left by a run", {.file = name}, "",
                {"help: choose another name for the result"});
  }
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) refuse(Code::E410, "cannot be removed", path);
}

void sync_file(const std::string& path) {
  const Opened file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0 || ::fsync(file.number) != 0) refuse(Code::E410, "cannot be written", path);
}

void sync_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  const Opened file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.number < 0) refuse(Code::E410, "cannot be opened", folder);
  // some file systems have no such thing as a folder on its way to the disk
  if (::fsync(file.number) != 0 && errno != EINVAL && errno != EROFS)
    refuse(Code::E410, "cannot be written", folder);
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) refuse(Code::E410, "cannot be renamed", from);
}

FileHeader read_header(const std::string& path) {
  // O_NONBLOCK: a pipe without a writer must not stop us here
  const Opened file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number < 0) refuse(Code::E401, "cannot be read", path);
  struct stat status{};
  if (::fstat(file.number, &status) != 0) refuse(Code::E401, "cannot be read", path);
  if (!S_ISREG(status.st_mode)) throw Error(Code::E411, "not a plain file", {.file = path});
  std::array<unsigned char, 100> bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t n = ::read(file.number, bytes.data() + filled, bytes.size() - filled);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(Code::E401, "cannot be read", path);
    if (n == 0) return {};
    filled += static_cast<std::size_t>(n);
  }
  const auto number = [&](std::size_t place) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | bytes[place + i];
    return value;
  };
  FileHeader header;
  header.is_sqlite =
      std::string_view(reinterpret_cast<const char*>(bytes.data()), 16) == sqlite_mark;
  header.application = number(68);
  header.version = number(60);
  // the number of pages is right if it is as old as the last change
  const unsigned page = static_cast<unsigned>(bytes[16]) << 8 | bytes[17];
  if (number(24) == number(92))
    header.cut_off = status.st_size / (page == 1 ? 65536 : page < 512 ? 512 : page) < number(28);
  return header;
}

}  // namespace zwang
