// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Reads a model file. All mistakes of it are found in one go, each with its place.
#pragma once

#include <string>

#include "zwang/model_file/model_file.hpp"

namespace zwang {

// Never throws for what stands in the file; E401 and its kin are mistakes too.
ModelFile read_model(const std::string& path, const FileOptions& options = {});
// From a text; `path` is what messages call it and where includes are looked for.
ModelFile read_model_text(std::string text, const std::string& path,
                          const FileOptions& options = {});

}  // namespace zwang
