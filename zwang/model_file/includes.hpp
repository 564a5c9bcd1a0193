// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The files of a model: the one requested and those it includes, each as a tree.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "zwang/model_file/reading.hpp"

namespace zwang {

class Files {
 public:
  // Reads what the first source includes and adds it to the sources. Throws errors that leave
  // nothing to read: E100, E101, E108, E110, E401, E411. `keys` are those of the first source.
  Files(Reading& reading, const FileOptions& options, const Keys& keys);

  // A file of another kind named by a value; becomes one of the sources. Throws E401, E411.
  const Source& data(const TomlNode& name);

  const TomlNode& main() const { return trees_[0]; }
  const std::vector<TomlNode>& trees() const { return trees_; }

  // Every key of a table that may occur in several files.
  void each(const std::string& name,
            const std::function<void(const TomlKey&, const TomlNode&)>& step) const;
  // Every table of an array of tables, [[name]].
  void each_of(const std::string& name, const std::function<void(const TomlNode&)>& step) const;

 private:
  void read(std::size_t source, int depth, const Keys& keys);
  // Returns its index among the sources.
  std::size_t include(const TomlNode& name, bool once);
  bool take_stored(const std::string& path);

  Reading& reading_;
  const FileOptions& options_;
  std::vector<TomlNode> trees_;
  std::vector<std::string> real_paths_;  // of the files read so far
};

}  // namespace zwang
