// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Every process runs every test. The first one reports; another speaks only if it has a failure.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <iostream>
#include <sstream>

#include "zwang/scale/petsc.hpp"
#include "zwang/scale/processes.hpp"

int main(int argc, char** argv) {
  const zwang::scale::Session session(argc, argv);
  const zwang::scale::Processes processes;
  doctest::Context context(argc, argv);
  std::ostringstream quiet;
  if (processes.rank() > 0) context.setCout(&quiet);
  const int failed = context.run();
  if (processes.rank() > 0 && failed != 0) std::cerr << quiet.str();
  return processes.any(failed != 0) ? 1 : 0;
}
