// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The compiled part of the Python package: model files, motions and results. Words for persons are
// in the package itself.

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/bindings/callback.hpp"
#include "python/bindings/minimum.hpp"
#include "python/bindings/motion.hpp"
#include "python/bindings/raised.hpp"
#include "python/bindings/singular.hpp"
#include "python/bindings/sweeping.hpp"
#include "zwang/analysis/plane_line.hpp"
#include "zwang/convert/geometry_json.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/prepare/place.hpp"
#include "zwang/report/report.hpp"
#include "zwang/result/stored_audit.hpp"

namespace py = pybind11;
using namespace zwang;
using zwang::python::Callbacks;
using zwang::python::Motion;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

ModelFile read(const std::string& text, const std::string& path, const Settings& set,
               bool knows_end) {
  ModelFile file = read_model_text(text, path, {.set = set, .knows_end = knows_end});
  python::demand_usable(file);
  return file;
}

// A column of the rows, seen without a copy; it keeps the motion alive.
template <class Number>
py::array column(const std::shared_ptr<Motion>& motion, const Number* first, std::size_t width) {
  py::array_t<Number> view({motion->rows().size()}, {width * sizeof(Number)}, first,
                           py::cast(motion));
  py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return view;
}

template <class Number>
py::array fresh(const std::vector<Number>& numbers) {
  return py::array_t<Number>(numbers.size(), numbers.data());
}

// The stored column of this name; nothing if it is none.
std::optional<py::array> stored_column(const std::shared_ptr<Motion>& motion,
                                       const std::string& name) {
  const python::Rows& rows = motion->rows();
  const System& system = motion->system();
  const auto number = [&](std::size_t at) {
    return column(motion, rows.numbers() + at, rows.width());
  };
  const auto small = [&](std::size_t at) {
    return column(motion, rows.small() + at, rows.small_width());
  };
  if (name == "t") return number(0);
  if (name == "side") return small(0);
  const auto& coordinates = system.model().coordinate_names();
  for (int i = 0; i < system.coordinates(); ++i)
    if (coordinates[static_cast<std::size_t>(i)] == name) return number(rows.q(i));
  const auto velocities = system.model().velocity_names();
  for (int i = 0; i < system.velocities(); ++i)
    if (velocities[static_cast<std::size_t>(i)] == name) return number(rows.u(i));
  const auto dot = name.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string what = name.substr(dot + 1);
  const auto constraint = system.model().find_constraint(name.substr(0, dot));
  if (constraint && what == "multiplier") return number(rows.multiplier(*constraint));
  if (constraint && what == "state") return small(1 + static_cast<std::size_t>(*constraint));
  return std::nullopt;
}

// The columns of the tables of events and of the constraints that took part.
py::dict events(const Motion& motion) {
  const Descriptions descriptions(motion.system());
  std::vector<double> t, located, uncertainty, energy_before, energy_after, supplied, impulse,
      approach, multiplier;
  std::vector<std::string> kind, word, of, constraint, before, after;
  std::vector<std::int64_t> event_of_part;
  std::vector<bool> is_cause;
  for (const Event& event : motion.events()) {
    std::string names;
    for (const Part& part : event.parts) {
      const std::string& name_of_part = motion.system().constraint(part.constraint).name;
      names += (names.empty() ? "" : ", ") + name_of_part;
      event_of_part.push_back(static_cast<std::int64_t>(t.size()));
      constraint.push_back(name_of_part);
      is_cause.push_back(part.cause);
      before.emplace_back(name(part.before));
      after.emplace_back(name(part.after));
      impulse.push_back(part.impulse);
      approach.push_back(part.rate_before);
      multiplier.push_back(part.multiplier);
    }
    t.push_back(event.t);
    located.push_back(event.located);
    uncertainty.push_back(event.uncertainty);
    energy_before.push_back(event.energy_before);
    energy_after.push_back(event.energy_after);
    supplied.push_back(event.supplied);
    kind.emplace_back(name(event.kind));
    word.emplace_back(descriptions.kind(event));
    of.push_back(names);
  }
  py::dict events, parts;
  events["t"] = fresh(t);
  events["kind"] = kind;
  events["word"] = word;
  events["of"] = of;
  events["located"] = fresh(located);
  events["uncertainty"] = fresh(uncertainty);
  events["energy_before"] = fresh(energy_before);
  events["energy_after"] = fresh(energy_after);
  events["supplied"] = fresh(supplied);
  parts["event"] = fresh(event_of_part);
  parts["constraint"] = constraint;
  parts["cause"] = is_cause;
  parts["before"] = before;
  parts["after"] = after;
  parts["impulse"] = fresh(impulse);
  parts["approach"] = fresh(approach);
  parts["multiplier"] = fresh(multiplier);
  py::dict out;
  out["events"] = events;
  out["parts"] = parts;
  return out;
}

py::dict ending(const Motion& motion) {
  const RunSummary& end = motion.ending();
  py::dict out, certificate;
  for (const CertificateNumber& one : end.numbers)
    certificate[py::str(one.number)] = py::make_tuple(one.worst, one.allowed);
  out["status"] = std::string(name(end.status));
  out["code"] = end.code ? py::object(py::str(std::string(name(*end.code)))) : py::none();
  out["message"] = motion.message();
  out["t_end"] = end.t_end;
  out["certified"] = end.certified;
  out["verdict"] = end.words();
  out["steps"] = end.steps;
  out["certificate"] = certificate;
  out["warnings"] = motion.warnings();
  return out;
}

// Where a mass stays along the axes that it has no coordinate of.
std::array<double, 3> stays(const Point& point) {
  std::array<double, 3> at = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (point.given[axis] && point.given[axis]->inputs().empty())
      at[axis] = point.given[axis]->value(std::span<const double>());
  return at;
}

py::dict names(const ModelFile& file) {
  py::dict out, parameters, staying;
  std::vector<std::string> masses, constraints;
  for (const Point& point : file.model->points()) {
    masses.push_back(point.name);
    staying[py::str(point.name)] = stays(point);
  }
  for (const Constraint& constraint : file.model->constraints())
    constraints.push_back(constraint.name);
  for (const ModelFile::Parameter& one : file.parameters) parameters[py::str(one.name)] = one.value;
  out["title"] = file.title;
  out["masses"] = masses;
  out["stays"] = staying;
  out["coordinates"] = file.model->coordinate_names();
  out["velocities"] = file.model->velocity_names();
  out["constraints"] = constraints;
  out["parameters"] = parameters;
  return out;
}

std::shared_ptr<Motion> run_text(const std::string& text, const std::string& path,
                                 const Settings& set, const RunChoice& choice,
                                 const std::vector<py::function>& forces, const std::string& output,
                                 bool force, double max_time) {
  const auto callbacks = std::make_shared<Callbacks>();
  ModelFile file = read(text, path, set, !choice.until.empty());
  for (const py::function& one : forces) file.model->force(callbacks->force(one));
  std::shared_ptr<Motion> motion;
  std::exception_ptr thrown;
  {
    const py::gil_scoped_release release;
    try {
      motion = Motion::run(
          std::move(file), choice, ZWANG_VERSION, [callbacks] { return callbacks->poll(); }, output,
          force, max_time, [callbacks](const std::string& said) { callbacks->warn(said); });
    } catch (...) {
      thrown = std::current_exception();
    }
  }
  callbacks->end();  // what a function raised comes first
  if (thrown) std::rethrow_exception(thrown);
  return motion;
}

// A line along directions of the planes of a constraint: its points, and why it ended early.
py::tuple line(const std::string& text, const std::string& path, const Settings& set,
               const PlaceEntries& at, const std::string& of, const std::string& kind, int which,
               double length, int points, double tolerance) {
  const ModelFile file = read(text, path, set, true);
  const System system(*file.model);
  const auto constraint = file.model->find_constraint(of);
  if (!constraint) throw Error(Code::E103, "unknown constraint '" + of + "'");
  const PlaneLine found = follow_line(PointForm(system, *constraint),
                                      placed(*file.model, file.model->start(file.run.from), at),
                                      kind == "principal"    ? PlaneLineKind::principal
                                      : kind == "asymptotic" ? PlaneLineKind::asymptotic
                                                             : PlaneLineKind::curvature,
                                      static_cast<std::size_t>(which), length, points, tolerance);
  py::array_t<double> places({found.points.size(), std::size_t{3}});
  for (std::size_t i = 0; i < found.points.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis)
      places.mutable_at(i, axis) = found.points[i][static_cast<Eigen::Index>(axis)];
  return py::make_tuple(places, found.ended);
}

}  // namespace

PYBIND11_MODULE(_zwang, module) {
  module.doc() = "The compiled part of zwang.";
  module.attr("version") = ZWANG_VERSION;
  python::bind_errors(module);
  python::bind_singular(module);
  python::bind_sweeps(module);
  python::bind_minimum(module);

  py::class_<RunChoice>(module, "RunChoice")
      .def(py::init<>())
      .def_readwrite("until", &RunChoice::until)
      .def_readwrite("tolerance", &RunChoice::tolerance)
      .def_readwrite("every", &RunChoice::every)
      .def_readwrite("method", &RunChoice::method)
      .def_readwrite("step", &RunChoice::step)
      .def_readwrite("problem", &RunChoice::problem)
      .def_readwrite("rho", &RunChoice::rho)
      .def_readwrite("to", &RunChoice::to)
      .def_readwrite("project_start", &RunChoice::project_start)
      .def_readwrite("equilibrium", &RunChoice::equilibrium)
      .def_readwrite("uncertainty", &RunChoice::uncertainty)
      .def_readwrite("threads", &RunChoice::threads);

  py::class_<Motion, std::shared_ptr<Motion>>(module, "Motion")
      .def("__len__", [](const Motion& motion) { return motion.rows().size(); })
      .def("column",
           [](const std::shared_ptr<Motion>& motion, const std::string& quantity) -> py::array {
             if (const auto stored = stored_column(motion, quantity)) return *stored;
             py::array values = fresh(motion->values(quantity));
             py::detail::array_proxy(values.ptr())->flags &=
                 ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
             return values;
           })
      .def("value_at", &Motion::value_at, py::arg("quantity"), py::arg("t"), py::arg("side"))
      .def("geometry", &Motion::geometry, py::arg("t"), py::arg("side"))
      .def("events", &events)
      .def("ending", &ending)
      .def("names", [](const Motion& motion) { return names(motion.file()); })
      .def("model_text", [](const Motion& motion) { return motion.file().sources[0].text; })
      .def("summary", &Motion::summary, py::arg("all"))
      .def("save", &Motion::save, py::arg("path"), py::arg("force"));

  module.def("run", &run_text, py::arg("text"), py::arg("path"), py::arg("set"), py::arg("choice"),
             py::arg("forces"), py::arg("output"), py::arg("force"), py::arg("max_time"));
  module.def("open", &Motion::open, py::arg("path"));
  module.def(
      "check",
      [](const std::string& text, const std::string& path, const Settings& set) {
        ModelFile file = read(text, path, set, true);
        std::vector<std::string> warnings;
        for (const Error& one : make_ready({}, file).warnings) warnings.push_back(one.report(""));
        python::demand_usable(file);
        py::dict out = names(file);
        out["warnings"] = warnings;
        return out;
      },
      py::arg("text"), py::arg("path"), py::arg("set"));
  module.def(
      "geometry",
      [](const std::string& text, const std::string& path, const Settings& set,
         const PlaceEntries& at) {
        const ModelFile file = read(text, path, set, true);
        const System system(*file.model);
        const Geometry found =
            geometry(system, placed(*file.model, file.model->start(file.run.from), at));
        return std::pair(geometry_json(found, system), found.text(system));
      },
      py::arg("text"), py::arg("path"), py::arg("set"), py::arg("at"));
  module.def("line", &line, py::arg("text"), py::arg("path"), py::arg("set"), py::arg("at"),
             py::arg("of"), py::arg("kind"), py::arg("which"), py::arg("length"), py::arg("points"),
             py::arg("tolerance"));
  module.def(
      "report",
      [](const std::vector<std::string>& results, const std::string& title, bool full) {
        const py::gil_scoped_release release;
        return report(results, {.title = title, .full = full});
      },
      py::arg("results"), py::arg("title"), py::arg("full"));
  module.def("has_report", &has_report);
  module.def(
      "audit",
      [](const std::string& path) {
        py::dict out;
        for (const AuditNumber& one : audit(open_run(path)).numbers)
          out[py::str(one.number)] = py::make_tuple(one.worst, one.allowed);
        return out;
      },
      py::arg("path"));
  module.def("content_hash", &content_hash, py::arg("path"));
}
