// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// File handling beyond reading and writing: closing, a lock next to a result, and files that appear
// whole or not at all.
#pragma once

#include <string>

namespace zwang {

// An open file by its descriptor (negative: none), closed on destruction.
struct Opened {
  int number;
  explicit Opened(int n) : number(n) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened();
};

// A lock on PATH.lock; it ends with the process, however that ends. Throws E450 if another run
// holds it, E410 if the folder is not writable.
// Thread safety: the lock belongs to the process, whichever thread took it.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  std::string path_;
  int file_ = -1;
};

enum class FileKind { none, plain, other };
// Of the path itself: a link is `other`.
FileKind kind_of_file(const std::string& path);

// Runs use and remove PATH.new, PATH.lock and the files SQLite puts next to a database. Throws E440
// if one of these names is taken by a file that no run left there.
void demand_own_neighbours(const std::string& path);

// Throws E410 on failure; a missing file is not a failure.
void remove_file(const std::string& path);
// Flush from the system's memory to disk.
void sync_file(const std::string& path);
void sync_folder_of(const std::string& path);
void rename_file(const std::string& from, const std::string& to);

// What the first 100 bytes of an SQLite file declare.
struct FileHeader {
  bool is_sqlite = false;
  unsigned application = 0;
  unsigned version = 0;  // of the layout
  bool cut_off = false;  // shorter than it declares
};
// Throws E401 if it cannot be read, E411 if it is not a regular file.
FileHeader read_header(const std::string& path);

}  // namespace zwang
