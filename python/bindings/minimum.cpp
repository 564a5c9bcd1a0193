// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/minimum.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "python/bindings/arrays.hpp"
#include "zwang/base/error.hpp"
#include "zwang/prepare/minimum_answer.hpp"

namespace py = pybind11;

namespace zwang::python {
namespace {

using Places = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
using Flags = py::array_t<bool, py::array::c_style | py::array::forcecast>;

// Rows as three arrays: the entries of row k are those from starts[k] to starts[k + 1].
struct GivenRows {
  std::vector<std::string> names;
  Places starts, columns;
  Numbers values, offsets;
  Flags equations;

  std::vector<StatedRow> stated() const {
    std::vector<StatedRow> rows(names.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto at = static_cast<py::ssize_t>(k);
      rows[k].name = names[k];
      rows[k].offset = offsets.at(at);
      rows[k].equation = equations.at(at);
      for (std::int64_t e = starts.at(at); e < starts.at(at + 1); ++e)
        if (values.at(e) != 0.0)
          rows[k].entries.emplace_back(static_cast<int>(columns.at(e)), values.at(e));
    }
    return rows;
  }
};

StatedData data_named(const std::string& word) {
  if (word == "automatic") return StatedData::automatic;
  if (word == "exact") return StatedData::exact;
  if (word == "rounded") return StatedData::rounded;
  throw Error(Code::E120, "data '" + word + "' is not one of automatic, exact, rounded");
}

py::dict described(const StatedMinimum& stated, const MinimumAnswer& found) {
  const minimum::Solution& solution = found.solution;
  py::dict out, certificate;
  const bool contradictory = solution.outcome == minimum::Outcome::contradictory;
  out["outcome"] = found.usable() ? "found" : contradictory ? "contradictory" : "not found";
  out["certified"] = found.certified();
  out["code"] = found.code ? py::object(py::str(std::string(name(*found.code)))) : py::none();
  out["message"] = found.message;
  out["summary"] = found.summary(stated);
  out["proof"] = contradictory ? py::object(array(solution.proof)) : py::none();
  if (!found.usable()) return out;
  std::vector<std::string> states;
  Vector slack(static_cast<Eigen::Index>(found.rows.size()));
  for (std::size_t k = 0; k < found.rows.size(); ++k) {
    states.emplace_back(found.rows[k].state);
    slack[static_cast<Eigen::Index>(k)] = found.rows[k].slack;
  }
  const minimum::Certificate& c = solution.certificate;
  certificate["stationarity"] = c.stationarity;
  certificate["equations"] = c.equations;
  certificate["inequalities"] = c.inequalities;
  certificate["signs"] = c.signs;
  certificate["complementarity"] = c.complementarity;
  certificate["gap"] = c.gap;
  certificate["allowed"] = found.limit;
  out["x"] = array(solution.x);
  out["errors"] = solution.errors.size() > 0 ? array(solution.errors)
                                             : array(Vector::Constant(solution.x.size(), unset));
  out["multipliers"] = array(solution.multipliers);
  out["slack"] = array(slack);
  out["states"] = states;
  out["Z"] = found.zwang;
  out["value"] = found.value;
  out["unique"] = solution.unique;
  out["bound"] = solution.bound;
  out["shift"] = solution.shift;
  out["precision"] = static_cast<int>(solution.precision);
  out["certificate"] = certificate;
  return out;
}

py::dict minimum_of(const std::vector<std::string>& unknowns, const Numbers& masses,
                    const std::vector<Numbers>& blocks, const Numbers& centre,
                    const Numbers& linear, GivenRows rows, const std::string& data, double accuracy,
                    const std::string& precision) {
  StatedMinimum stated{.unknowns = unknowns,
                       .masses = vector(masses),
                       .centre = vector(centre),
                       .linear = vector(linear),
                       .data = data_named(data),
                       .accuracy = accuracy,
                       .precision = precision};
  for (const Numbers& block : blocks)  // symmetric: rows and columns may be exchanged
    stated.blocks.emplace_back(
        Eigen::Map<const Matrix>(block.data(), block.shape(0), block.shape(1)));
  stated.rows = rows.stated();
  MinimumAnswer found;
  {
    const py::gil_scoped_release release;
    found = answer(stated);
  }
  return described(stated, found);
}

}  // namespace

void bind_minimum(py::module_& module) {
  module.def(
      "minimum",
      [](const std::vector<std::string>& unknowns, const Numbers& masses,
         const std::vector<Numbers>& blocks, const Numbers& centre, const Numbers& linear,
         const std::vector<std::string>& names, const Places& starts, const Places& columns,
         const Numbers& values, const Numbers& offsets, const Flags& equations,
         const std::string& data, double accuracy, const std::string& precision) {
        return minimum_of(unknowns, masses, blocks, centre, linear,
                          {names, starts, columns, values, offsets, equations}, data, accuracy,
                          precision);
      },
      py::arg("unknowns"), py::arg("masses"), py::arg("blocks"), py::arg("centre"),
      py::arg("linear"), py::arg("names"), py::arg("starts"), py::arg("columns"), py::arg("values"),
      py::arg("offsets"), py::arg("equations"), py::arg("data"), py::arg("accuracy"),
      py::arg("precision"));
}

}  // namespace zwang::python
