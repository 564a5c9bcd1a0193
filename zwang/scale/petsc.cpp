// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/petsc.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include "zwang/base/error.hpp"

namespace zwang::scale {

Session::Session(int& argc, char**& argv) {
  // with more threads PT-Scotch shares points out in another way each time
  ::setenv("SCOTCH_PTHREAD_NUMBER", "1", 0);
  check(PetscInitialize(&argc, &argv, nullptr, nullptr));
  check(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
  check(PetscPopSignalHandler());
}

Session::~Session() { PetscFinalize(); }

void check(PetscErrorCode code) {
  if (code == 0) return;
  if (code == PETSC_ERR_MEM) throw std::bad_alloc();
  const char* says = nullptr;
  PetscErrorMessage(code, &says, nullptr);
  throw Error(Code::E900, fmt::format("PETSc: {}", says ? says : "unknown error"));
}

}  // namespace zwang::scale
