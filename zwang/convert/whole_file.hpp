// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Files that appear whole or not at all, and never in the place of a file that is somebody else's.
#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace zwang {

// Stands near the beginning of every file that is made here, but not in CSV, which has no room for
// it and is known by its first columns.
inline constexpr const char* own_mark = "written by zwang convert";

// E411 if the name is taken by something that is no plain file, E440 by a file that was not made
// here, unless it may be overwritten.
void demand_free(const std::string& path, bool force);

// A new file beside its target, which takes the name of the target in the end.
class WholeFile {
 public:
  explicit WholeFile(std::string target);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();  // what was not kept goes

  const std::string& name() const { return name_; }
  void keep();

 private:
  std::string target_, name_;
  bool kept_ = false;
};

// E410 if it cannot be written.
void write_whole(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace zwang
