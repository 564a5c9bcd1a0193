// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Maurer's singular integrals as Python sees them.
#pragma once

#include <pybind11/pybind11.h>

namespace zwang::python {

void bind_singular(pybind11::module_& module);

}  // namespace zwang::python
