// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the library as Python exceptions, with the same codes.
#pragma once

#include <pybind11/pybind11.h>

#include "zwang/model_file/model_file.hpp"

namespace zwang::python {

// All mistakes of a model file in one exception.
struct Mistakes {
  std::vector<Error> all;
  std::string report;
};

// A mistake in a text of the caller, to be shown with that text.
Mistakes in_text(const Error& error, const std::string& text);

// Throws Mistakes unless the file is usable.
void demand_usable(const ModelFile& file);

// Binds zwang.Error, and translates Error and Mistakes to it.
void bind_errors(pybind11::module_& module);

}  // namespace zwang::python
