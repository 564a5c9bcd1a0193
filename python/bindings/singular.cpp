// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/singular.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "python/bindings/arrays.hpp"
#include "zwang/analysis/singular_integral.hpp"

namespace py = pybind11;

namespace zwang::python {
namespace {

using Texts = std::vector<std::string>;

}  // namespace

void bind_singular(py::module_& module) {
  py::class_<SingularIntegral>(module, "SingularIntegral")
      .def(py::init([](const Texts& names, const Texts& field, const Texts& constraints,
                       const std::vector<Texts>& directions, const Texts& kept) {
             return SingularIntegral(
                 SingularIntegralText{names, field, constraints, directions, kept});
           }),
           py::arg("names"), py::arg("field"), py::arg("constraints"), py::arg("directions"),
           py::arg("kept"))
      .def(
          "at",
          [](const SingularIntegral& integral, const Numbers& x) {
            const Projected found = integral.at(vector(x));
            return py::make_tuple(array(found.rho), array(found.field));
          },
          py::arg("x"))
      .def(
          "incompleteness",
          [](const SingularIntegral& integral, const Numbers& x) {
            return integral.incompleteness(vector(x));
          },
          py::arg("x"))
      .def(
          "follow",
          [](const SingularIntegral& integral, const Numbers& start, const std::vector<double>& s,
             double tolerance) {
            std::vector<Vector> found;
            {
              const py::gil_scoped_release release;
              found = integral.follow(vector(start), s, tolerance);
            }
            std::vector<Numbers> out;
            for (const Vector& one : found) out.push_back(array(one));
            return out;
          },
          py::arg("start"), py::arg("s"), py::arg("tolerance"));
}

}  // namespace zwang::python
