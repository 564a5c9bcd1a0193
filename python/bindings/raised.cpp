// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/raised.hpp"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace zwang::python {
namespace {

py::dict described(const Error& error) {
  const Place& at = error.place();
  py::dict out;
  out["code"] = std::string(name(error.code()));
  out["message"] = error.message();
  out["file"] = at.file;
  out["line"] = at.line;
  out["column"] = at.column;
  out["end_column"] = at.end_column;
  out["hint"] = error.mark();
  out["notes"] = error.notes();
  return out;
}

void raise(const std::string& text, const std::vector<Error>& all) {
  const py::object type = py::module_::import("zwang.error").attr("Error");
  py::list mistakes;
  for (const Error& error : all) mistakes.append(described(error));
  const py::object raised = type(text, mistakes);
  PyErr_SetObject(type.ptr(), raised.ptr());
}

}  // namespace

Mistakes in_text(const Error& error, const std::string& text) {
  const Place& at = error.place();
  const Error here = error.at({.column = at.column, .end_column = at.end_column});
  return {{here}, here.report(text)};
}

void demand_usable(const ModelFile& file) {
  if (!file.usable()) throw Mistakes{file.mistakes, file.summary()};
}

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error.report(""), {error});
    } catch (const Mistakes& mistakes) {
      raise(mistakes.report, mistakes.all);
    }
  });
}

}  // namespace zwang::python
