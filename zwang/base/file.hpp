// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What files need beyond reading and writing: closing, a lock beside a result, and names that
// appear whole or not at all.
#pragma once

#include <string>

namespace zwang {

// An open file, by the number of the system (below 0: none); closed when it goes.
struct Opened {
  int number;
  explicit Opened(int n) : number(n) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened();
};

// An open lock on PATH.lock: it ends with the process, whatever ends that. E450 if another run
// holds it, E410 if the folder cannot be written.
// Held by the process, whichever of its threads took it.
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
// Of the name itself: a link is `other`.
FileKind kind_of_file(const std::string& path);

// Runs use and remove PATH.new, PATH.lock and what SQLite puts beside a file. E440 if one of these
// names is taken by a file that no run has left there.
void demand_own_neighbours(const std::string& path);

// E410 if it fails; a name that does not exist is no failure.
void remove_file(const std::string& path);
// From the memory of the system to the disk.
void sync_file(const std::string& path);
void sync_folder_of(const std::string& path);
void rename_file(const std::string& from, const std::string& to);

// What the first 100 bytes of an SQLite file say.
struct FileHeader {
  bool is_sqlite = false;
  unsigned application = 0;
  unsigned version = 0;  // of the layout
  bool cut_off = false;  // shorter than it says
};
// E401 if it cannot be read, E411 if it is no plain file.
FileHeader read_header(const std::string& path);

}  // namespace zwang
