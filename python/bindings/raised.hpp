// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the library as exceptions of Python, with the same codes.
#pragma once

#include <pybind11/pybind11.h>

#include "zwang/model_file/model_file.hpp"

namespace zwang::python {

// All mistakes of a model file in one exception.
struct Mistakes {
  std::vector<Error> all;
  std::string report;
};

// Throws Mistakes unless the file can be used.
void demand_usable(const ModelFile& file);

// zwang.Error, and what makes one of Error and Mistakes.
void bind_errors(pybind11::module_& module);

}  // namespace zwang::python
