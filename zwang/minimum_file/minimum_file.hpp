// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The file of a minimum problem, without a motion: a TOML file with [minimum] and [rows].
#pragma once

#include <string>

#include "zwang/minimum_file/stated_minimum.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

struct [[nodiscard]] MinimumFile {
  // Sources, mistakes, title and parameters. Its model has the unknowns as coordinates, and nothing
  // to move them.
  ModelFile file;
  StatedMinimum stated;

  bool usable() const { return file.usable(); }
};

// Finds all mistakes in one pass, each with its position, as read_model does; never throws because
// of the file. Of the options, only `set` matters.
MinimumFile read_minimum(const std::string& path, const FileOptions& options = {});
// From a text; `path` is its name in messages.
MinimumFile read_minimum_text(std::string text, const std::string& path,
                              const FileOptions& options = {});

}  // namespace zwang
