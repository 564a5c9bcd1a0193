// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zwang {

std::string ModelFile::summary() const {
  constexpr std::size_t most = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, mistakes.size()); ++i) {
    const Place& at = mistakes[i].place();
    std::string_view line;
    for (const Source& source : sources)
      if (source.path == at.file) line = source.line(at.line);
    if (i > 0) out += "\n";
    out += mistakes[i].report(line);
  }
  if (mistakes.size() > most) out += fmt::format("\n... and {} more\n", mistakes.size() - most);
  return out;
}

}  // namespace zwang
