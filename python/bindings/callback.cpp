// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/callback.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <unistd.h>

#include <utility>

namespace py = pybind11;

namespace zwang::python {

using Clock = std::chrono::steady_clock;

Callbacks::Callbacks() : process_(getpid()), looked_(Clock::now()) {}

ForceCode Callbacks::force(py::function f) {
  // the last model that has it may end where the lock is not held
  const std::shared_ptr<const py::function> function(new py::function(std::move(f)),
                                                     [](const py::function* last) {
                                                       const py::gil_scoped_acquire lock;
                                                       delete last;
                                                     });
  return [self = shared_from_this(), function](double t, const Vector& q, const Vector& rates,
                                               Vector& force) {
    if (self->raised_) throw std::runtime_error("it has raised");
    const py::gil_scoped_acquire lock;
    try {
      self->call(*function, t, q, rates, force);
    } catch (...) {
      if (!self->running_) throw;
      self->raised_ = std::current_exception();
      throw std::runtime_error("it raised");
    }
  };
}

void Callbacks::call(const py::function& f, double t, const Vector& q, const Vector& rates,
                     Vector& force) {
  const auto own = [](const Vector& x) { return py::array_t<double>(x.size(), x.data()); };
  const py::object answer = f(t, own(q), own(rates));
  const auto numbers = py::array_t < double,
             py::array::c_style | py::array::forcecast > ::ensure(answer);
  if (!numbers) throw Error(Code::E113, "a force from a function must be numbers");
  if (numbers.ndim() != 1 || numbers.size() != force.size())
    throw Error(Code::E113, fmt::format("a force from a function has {} numbers here, not {}",
                                        force.size(), numbers.size()));
  force += Eigen::Map<const Vector>(numbers.data(), force.size());
}

bool Callbacks::poll() {
  if (raised_) return true;
  if (getpid() != process_) {
    raised_ = std::make_exception_ptr(
        Error(Code::E702, "the process was forked during a run; only the parent may continue"));
    return true;
  }
  const auto now = Clock::now();
  if (now - looked_ < std::chrono::milliseconds(50)) return false;
  looked_ = now;
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  raised_ = std::make_exception_ptr(py::error_already_set());
  return true;
}

void Callbacks::warn(const std::string& text) {
  const py::gil_scoped_acquire lock;
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) == 0) return;
  const std::exception_ptr error = std::make_exception_ptr(py::error_already_set());
  if (!raised_) raised_ = error;
}

void Callbacks::end() {
  running_ = false;
  if (const std::exception_ptr raised = std::exchange(raised_, nullptr))
    std::rethrow_exception(raised);
}

}  // namespace zwang::python
