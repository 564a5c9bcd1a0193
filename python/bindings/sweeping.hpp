// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Sweeps and their files for Python.
#pragma once

#include <pybind11/pybind11.h>

namespace zwang::python {

void bind_sweeps(pybind11::module_& module);

}  // namespace zwang::python
