// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Minimum problems for Python.
#pragma once

#include <pybind11/pybind11.h>

namespace zwang::python {

void bind_minimum(pybind11::module_& module);

}  // namespace zwang::python
