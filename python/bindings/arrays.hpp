// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Vectors as arrays of NumPy and back; both ways copy.
#pragma once

#include <pybind11/numpy.h>

#include "zwang/base/number.hpp"

namespace zwang::python {

using Numbers = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

inline Vector vector(const Numbers& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), numbers.size());
}

inline Numbers array(const Vector& vector) { return Numbers(vector.size(), vector.data()); }

}  // namespace zwang::python
