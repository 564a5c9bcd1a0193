// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Collective work that can fail on a single process, for instance on a full disk: it succeeds on
// all of them, or all throw the same Error.
#pragma once

#include <algorithm>
#include <string>

#include "zwang/base/error.hpp"
#include "zwang/scale/processes.hpp"

namespace zwang {

template <class Work>
void together(const scale::Processes& processes, Work&& work) {
  std::string says;
  int code = -1;
  try {
    work();
  } catch (const Error& error) {
    code = static_cast<int>(error.code());
    says = error.what();
  }
  const int none = processes.count();
  const int first = static_cast<int>(processes.least(code >= 0 ? processes.rank() : none));
  if (first == none) return;
  int length = static_cast<int>(says.size());
  MPI_Bcast(&code, 1, MPI_INT, first, processes.comm());
  MPI_Bcast(&length, 1, MPI_INT, first, processes.comm());
  says.resize(static_cast<std::size_t>(length));
  MPI_Bcast(says.data(), length, MPI_CHAR, first, processes.comm());
  throw Error(static_cast<Code>(code), says);
}

}  // namespace zwang
