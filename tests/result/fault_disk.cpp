// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/result/fault_disk.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <string_view>
#include <utility>

namespace zwang::fault {
namespace {

Watch* watch = nullptr;  // calls come long before main, too

bool is_told(std::string_view name) { return !name.ends_with("-shm") && !name.ends_with(".lock"); }

}  // namespace

Watch::Watch(std::string folder) : folder_(std::move(folder)) { watch = this; }
Watch::~Watch() { watch = nullptr; }

std::optional<std::string> Watch::name_of(const char* path) const {
  const std::string_view text(path);
  if (!text.starts_with(folder_)) return std::nullopt;
  if (text.size() == folder_.size()) return std::string();
  if (text[folder_.size()] != '/') return std::nullopt;
  return std::string(text.substr(folder_.size() + 1));
}

int& Watch::number_of(const std::string& name) {
  return names.try_emplace(name, files_++).first->second;
}

Watch::Verdict Watch::judge(Call call) {
  const long now = count[static_cast<std::size_t>(call)]++;
  if (!fault || fault->call != call || now < fault->first || now > fault->last)
    return Verdict::goes;
  failed = true;
  if (fault->error == 0) return Verdict::half;
  errno = fault->error;
  return Verdict::fails;
}

namespace {

int open_file(const char* path, int flags, mode_t mode) {
  const auto name = watch ? watch->name_of(path) : std::nullopt;
  if (name && watch->judge(Call::open) == Watch::Verdict::fails) return -1;
  const bool is_new = name && (flags & O_CREAT) != 0 && ::access(path, F_OK) != 0;
  const auto file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
  if (file < 0 || !name) return file;
  if (name->empty()) {
    watch->open[file] = {the_folder, ""};
    return file;
  }
  if (is_new) watch->names.erase(*name);
  const int number = watch->number_of(*name);
  watch->open[file] = {number, *name};
  if (is_new && is_told(*name))
    watch->done.push_back({.call = Call::open, .file = number, .name = *name});
  return file;
}

// The watched file of a descriptor.
const std::pair<int, std::string>* watched(int descriptor) {
  if (!watch) return nullptr;
  const auto found = watch->open.find(descriptor);
  return found == watch->open.end() ? nullptr : &found->second;
}

void tell(const std::pair<int, std::string>& file, Call call, std::size_t offset = 0,
          std::string bytes = {}) {
  if (is_told(file.second))
    watch->done.push_back({.call = call,
                           .file = file.first,
                           .name = file.second,
                           .offset = offset,
                           .bytes = std::move(bytes)});
}

int sync_file(long number, int descriptor) {
  const auto* file = watched(descriptor);
  if (file && watch->judge(Call::sync) == Watch::Verdict::fails) return -1;
  const auto result = static_cast<int>(::syscall(number, descriptor));
  if (file && result == 0) tell(*file, Call::sync);
  return result;
}

}  // namespace
}  // namespace zwang::fault

using zwang::fault::Call;
using zwang::fault::tell;
using zwang::fault::watch;
using zwang::fault::watched;
using Verdict = zwang::fault::Watch::Verdict;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return zwang::fault::open_file(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return zwang::fault::open_file(path, flags, mode);
}

int close(int descriptor) {
  if (watch) watch->open.erase(descriptor);
  return static_cast<int>(::syscall(SYS_close, descriptor));
}

ssize_t read(int descriptor, void* into, std::size_t size) {
  if (watched(descriptor)) {
    const Verdict verdict = watch->judge(Call::read);
    if (verdict == Verdict::fails) return -1;
    if (verdict == Verdict::half) size = (size + 1) / 2;
  }
  return ::syscall(SYS_read, descriptor, into, size);
}

ssize_t pread64(int descriptor, void* into, std::size_t size, off64_t offset) {
  if (watched(descriptor)) {
    const Verdict verdict = watch->judge(Call::read);
    if (verdict == Verdict::fails) return -1;
    if (verdict == Verdict::half) size = (size + 1) / 2;
  }
  return ::syscall(SYS_pread64, descriptor, into, size, offset);
}

ssize_t pwrite64(int descriptor, const void* from, std::size_t size, off64_t offset) {
  const auto* file = watched(descriptor);
  if (file) {
    const Verdict verdict = watch->judge(Call::write);
    if (verdict == Verdict::fails) return -1;
    if (verdict == Verdict::half) size = (size + 1) / 2;
  }
  const ssize_t n = ::syscall(SYS_pwrite64, descriptor, from, size, offset);
  if (file && n > 0)
    tell(*file, Call::write, static_cast<std::size_t>(offset),
         {static_cast<const char*>(from), static_cast<std::size_t>(n)});
  return n;
}

int ftruncate64(int descriptor, off64_t length) noexcept {
  const auto* file = watched(descriptor);
  if (file && watch->judge(Call::truncate) == Verdict::fails) return -1;
  const auto result = static_cast<int>(::syscall(SYS_ftruncate, descriptor, length));
  if (file && result == 0) tell(*file, Call::truncate, static_cast<std::size_t>(length));
  return result;
}

int fsync(int descriptor) { return zwang::fault::sync_file(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return zwang::fault::sync_file(SYS_fdatasync, descriptor); }

int unlink(const char* path) noexcept {
  const auto name = watch ? watch->name_of(path) : std::nullopt;
  if (name && watch->judge(Call::remove) == Verdict::fails) return -1;
  const auto result = static_cast<int>(::syscall(SYS_unlink, path));
  if (name && result == 0) {
    tell({watch->number_of(*name), *name}, Call::remove);
    watch->names.erase(*name);
  }
  return result;
}

int rename(const char* from, const char* to) noexcept {
  const auto name = watch ? watch->name_of(from) : std::nullopt;
  const auto other = watch ? watch->name_of(to) : std::nullopt;
  if (name && watch->judge(Call::rename) == Verdict::fails) return -1;
  const auto result = static_cast<int>(::syscall(SYS_rename, from, to));
  if (name && other && result == 0) {
    const int file = watch->number_of(*name);
    watch->done.push_back({.call = Call::rename, .file = file, .name = *name, .other = *other});
    watch->names.erase(*name);
    watch->names[*other] = file;
  }
  return result;
}

}  // extern "C"
