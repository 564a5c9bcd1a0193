// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// PETSc objects as values, and PETSc errors as Error.
#pragma once

#include <petscksp.h>
#include <petscsf.h>

#include <utility>

namespace zwang::scale {

// PETSc and MPI, from the first line of main to the last. Accepts PETSc options on the command line
// and in its files; PETSc errors are returned to `check` and end nothing by themselves.
class Session {
 public:
  Session(int& argc, char**& argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

// Throws the error of a call: std::bad_alloc if out of memory, otherwise Error (E900).
void check(PetscErrorCode code);

inline PetscErrorCode release(Mat* object) { return MatDestroy(object); }
inline PetscErrorCode release(Vec* object) { return VecDestroy(object); }
inline PetscErrorCode release(IS* object) { return ISDestroy(object); }
inline PetscErrorCode release(PC* object) { return PCDestroy(object); }
inline PetscErrorCode release(PetscSF* object) { return PetscSFDestroy(object); }
inline PetscErrorCode release(MatPartitioning* object) { return MatPartitioningDestroy(object); }

// One object, destroyed with its holder.
template <class T>
class Held {
 public:
  Held() = default;
  Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Held() { clear(); }

  operator T() const { return object_; }
  // Where a call puts a new object; destroys the old one.
  T* fresh() {
    clear();
    return &object_;
  }
  // Where a call modifies the object.
  T* kept() { return &object_; }
  void clear() {
    if (object_) release(&object_);
    object_ = nullptr;
  }

 private:
  T object_ = nullptr;
};

// Replaces a vector's array with one of ours, for its lifetime.
class Lent {
 public:
  Lent(Vec vector, const double* array) : vector_(vector) { check(VecPlaceArray(vector, array)); }
  ~Lent() { VecResetArray(vector_); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

 private:
  Vec vector_;
};

}  // namespace zwang::scale
