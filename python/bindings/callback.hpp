// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Functions of Python that the library calls while it runs, without the interpreter's lock. What
// they raise ends the run and is raised again, the same object, when the run has ended.
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

  // f(t, q, rates) gives one number per coordinate. It gets arrays of its own. It is kept as long
  // as its model, and may be asked again after the run.
  ForceCode force(pybind11::function f);
  // To be called after each step: lets Ctrl-C through, refuses the child of a fork (E702).
  bool look();
  // A warning of Python; one that is an error there ends the run.
  void warn(const std::string& text);
  // The run has ended: raises what was raised. With the lock.
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
