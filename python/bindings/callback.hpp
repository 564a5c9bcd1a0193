// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Python functions that the library calls during a run, which does not hold the interpreter lock.
// An exception ends the run and is raised again, the same object, once it has ended.
#pragma once

#include <pybind11/pybind11.h>
#include <sys/types.h>

#include <chrono>
#include <exception>
#include <memory>
#include <string>

#include "zwang/model/force.hpp"

namespace zwang::python {

class Callbacks : public std::enable_shared_from_this<Callbacks> {
 public:
  Callbacks();

  // f(t, q, rates) returns one number per coordinate and gets its own arrays. It is kept as long as
  // its model, and may be called again after the run.
  ForceCode force(pybind11::function f);
  // Call after each step: lets Ctrl-C through, stops the child of a fork (E702).
  bool poll();
  // Issues a Python warning; if warnings are errors there, it ends the run.
  void warn(const std::string& text);
  // After the run: raises what was raised. Needs the lock.
  void end();

 private:
  void call(const pybind11::function& f, double t, const Vector& q, const Vector& rates,
            Vector& force);

  bool running_ = true;
  std::exception_ptr raised_;
  pid_t process_;
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace zwang::python
