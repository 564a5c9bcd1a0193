// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Reads a model file. Finds all its mistakes in one pass, each with its position.
#pragma once

#include <string>

#include "zwang/model_file/model_file.hpp"

namespace zwang {

// Never throws because of the file; E401 and similar are mistakes too.
ModelFile read_model(const std::string& path, const FileOptions& options = {});
// From a text; `path` is its name in messages and the base for includes.
ModelFile read_model_text(std::string text, const std::string& path,
                          const FileOptions& options = {});

}  // namespace zwang
