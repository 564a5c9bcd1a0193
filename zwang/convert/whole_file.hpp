// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Files that appear complete or not at all, and never replace a file of other origin.
#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace zwang {

// Near the beginning of every file made here, except CSV, which has no room for it and is
// recognised by its first columns.
inline constexpr const char* own_mark = "written by zwang convert";

// E411 if the name is taken by something that is not a plain file, E440 by a file that was not made
// here, unless `force`.
void demand_free(const std::string& path, bool force);

// A new file next to its target, renamed to it at the end.
class WholeFile {
 public:
  explicit WholeFile(std::string target);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();  // deletes the file unless kept

  const std::string& name() const { return name_; }
  void keep();

 private:
  std::string target_, name_;
  bool kept_ = false;
};

// E410 if it cannot be written.
void write_whole(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace zwang
