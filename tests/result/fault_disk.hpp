// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The calls with which this program touches the files of one folder: written down in their order,
// and failing when asked to. The calls of the C library themselves are replaced, so that those of
// SQLite and our own (lock, rename, the folder on its way to the disk) are seen alike.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace zwang::fault {

enum class Call { open, read, write, truncate, sync, remove, rename };
inline constexpr std::size_t calls = 7;

// Something that was done, as far as a disk can know it. What is mapped into memory (-shm) or never
// read again (.lock) is left out.
struct Done {
  Call call = Call::open;  // open: the name is new
  int file = 0;            // keeps its number when its name changes
  std::string name = {};
  std::string other = {};  // new name
  std::size_t offset = 0;  // where bytes are written; the length to cut to
  std::string bytes = {};
};
inline constexpr int the_folder = -1;

// Calls of one kind fail from the `first` to the `last`, counted from 0.
struct Fault {
  Call call = Call::write;
  long first = 0, last = 0;
  int error = 0;  // errno; 0 writes or reads half of it and reports that
};

// Watches a folder while it lives; one at a time.
class Watch {
 public:
  explicit Watch(std::string folder);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  std::vector<Done> done;
  std::array<long, calls> count{};
  std::optional<Fault> fault;
  bool failed = false;  // the fault has been met

  // For the calls below.
  std::optional<std::string> name_of(const char* path) const;  // empty: the folder itself
  int& number_of(const std::string& name);
  // Whether this call fails; errno is set then, unless half of it is wanted.
  enum class Verdict { goes, fails, half };
  Verdict judge(Call call);

  std::map<std::string, int> names;
  std::map<int, std::pair<int, std::string>> open;  // descriptor: file and the name it had

 private:
  std::string folder_;
  int files_ = 0;
};

}  // namespace zwang::fault
