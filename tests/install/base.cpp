// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One layer alone: an installed header, an installed library, an Error.
#include <cstdio>

#include "zwang/base/code.hpp"
#include "zwang/base/error.hpp"

int main() {
  const zwang::Error error(zwang::Code::E103, "unknown name 'bobb'", {.file = "a.toml", .line = 3});
  std::printf("%s\n", error.what());
  return zwang::says(zwang::Code::E103) == "unknown name" ? 0 : 1;
}
