// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/sweeping.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "python/bindings/arrays.hpp"
#include "python/bindings/raised.hpp"
#include "zwang/sweep/range.hpp"
#include "zwang/sweep/sample.hpp"
#include "zwang/sweep/share.hpp"
#include "zwang/sweep/sweep.hpp"
#include "zwang/sweep/sweep_store.hpp"

namespace py = pybind11;

namespace zwang::python {
namespace {

// A mistake in a wanted value has that text in the place of its file.
Sweep made(SweepOrder order) {
  try {
    return Sweep(std::move(order));
  } catch (const Error& error) {
    if (error.place().line > 0 || error.place().column == 0) throw;
    throw in_text(error, error.place().file);
  }
}

// A sweep runs in one thread at a time.
struct SharedSweep {
  explicit SharedSweep(SweepOrder order) : sweep(made(std::move(order))) {}

  Sweep sweep;
  std::mutex one_at_a_time;
};

using Ids = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

SweepOrder order_of(const py::dict& given) {
  SweepOrder order;
  order.text = given["text"].cast<std::string>();
  order.path = given["path"].cast<std::string>();
  order.set = given["set"].cast<decltype(order.set)>();
  order.names = given["names"].cast<std::vector<std::string>>();
  order.axes = given["axes"].cast<std::vector<std::vector<double>>>();
  const auto points = given["points"].cast<Numbers>();
  order.points.assign(points.data(), points.data() + points.size());
  order.want = given["want"].cast<std::vector<std::string>>();
  const auto choice = given["choice"].cast<std::map<std::string, std::string>>();
  const auto chosen = [&](const char* name) {
    const auto found = choice.find(name);
    return found == choice.end() ? std::string() : found->second;
  };
  order.choice.until = chosen("until");
  order.choice.tolerance = chosen("tolerance");
  order.choice.every = chosen("every");
  order.choice.method = chosen("method");
  order.choice.step = chosen("step");
  order.choice.problem = chosen("problem");
  return order;
}

// Rows as columns: plain arrays and texts, fit to be sent anywhere.
py::dict run(SharedSweep& shared, const Ids& ids) {
  const std::span<const std::int64_t> wanted(ids.data(), static_cast<std::size_t>(ids.size()));
  const std::int64_t size = shared.sweep.size();
  for (const std::int64_t id : wanted)
    if (id < 0 || id >= size)
      throw Error(Code::E120,
                  fmt::format("there is no run {}: they go from 0 to {}", id, size - 1));
  std::vector<SweepRow> rows;
  rows.reserve(wanted.size());
  {
    const py::gil_scoped_release release;
    const std::lock_guard<std::mutex> lock(shared.one_at_a_time);
    for (const std::int64_t id : wanted) rows.push_back(shared.sweep.run(id));
  }
  const auto count = static_cast<py::ssize_t>(rows.size());
  const auto width = static_cast<py::ssize_t>(shared.sweep.order().want.size());
  py::array_t<std::int64_t> id(count);
  py::array_t<bool> certified(count);
  py::array_t<double> seconds(count), values({count, width});
  std::vector<std::string> status, code;
  for (py::ssize_t i = 0; i < count; ++i) {
    const SweepRow& row = rows[static_cast<std::size_t>(i)];
    id.mutable_at(i) = row.id;
    certified.mutable_at(i) = row.certified;
    seconds.mutable_at(i) = row.seconds;
    for (py::ssize_t k = 0; k < width; ++k)
      values.mutable_at(i, k) = row.values[static_cast<std::size_t>(k)];
    status.push_back(row.status);
    code.emplace_back(row.code ? name(*row.code) : "");
  }
  py::dict out;
  out["id"] = id;
  out["status"] = status;
  out["code"] = code;
  out["certified"] = certified;
  out["seconds"] = seconds;
  out["values"] = values;
  return out;
}

std::vector<SweepRow> rows_of(const Sweep& sweep, const py::dict& columns) {
  const auto id = columns["id"].cast<Ids>();
  const auto certified = columns["certified"].cast<py::array_t<bool, py::array::forcecast>>();
  const auto seconds = columns["seconds"].cast<Numbers>();
  const auto values = columns["values"].cast<Numbers>();
  const auto status = columns["status"].cast<std::vector<std::string>>();
  const auto code = columns["code"].cast<std::vector<std::string>>();
  const py::ssize_t count = id.size();
  const auto width = static_cast<py::ssize_t>(sweep.order().want.size());
  if (certified.size() != count || seconds.size() != count || values.size() != count * width ||
      static_cast<py::ssize_t>(status.size()) != count ||
      static_cast<py::ssize_t>(code.size()) != count)
    throw Error(Code::E620, "rows that do not fit the sweep: they come from another one");
  std::vector<SweepRow> rows;
  for (py::ssize_t i = 0; i < count; ++i) {
    SweepRow row;
    row.id = id.data()[i];
    if (row.id < 0 || row.id >= sweep.size())
      throw Error(Code::E620, "a row that the sweep does not have: it comes from another one");
    row.hash = sweep.hash(row.id);
    row.status = status[static_cast<std::size_t>(i)];
    row.code = code_named(code[static_cast<std::size_t>(i)]);
    row.certified = certified.data()[i];
    row.seconds = seconds.data()[i];
    row.parameters = sweep.parameters(row.id);
    row.values.assign(values.data() + i * width, values.data() + (i + 1) * width);
    rows.push_back(std::move(row));
  }
  return rows;
}

// A store keeps its sweep, and its file until it is closed.
struct Store {
  std::shared_ptr<SharedSweep> sweep;
  std::optional<SweepStore> opened;

  SweepStore& store() {
    if (!opened) throw Error(Code::E120, "the file of the sweep is closed");
    return *opened;
  }
};

}  // namespace

void bind_sweeps(py::module_& module) {
  py::class_<SharedSweep, std::shared_ptr<SharedSweep>>(module, "Sweep")
      .def(py::init([](const py::dict& order) {
             return std::make_shared<SharedSweep>(order_of(order));
           }),
           py::arg("order"))
      .def("__len__", [](const SharedSweep& shared) { return shared.sweep.size(); })
      .def("parameters",
           [](const SharedSweep& shared, std::int64_t id) { return shared.sweep.parameters(id); })
      .def("hash", [](const SharedSweep& shared, std::int64_t id) { return shared.sweep.hash(id); })
      .def("description", [](const SharedSweep& shared) { return shared.sweep.description(); })
      .def("reads_once", [](const SharedSweep& shared) { return shared.sweep.reads_once(); })
      .def("run", &run, py::arg("ids"));

  py::class_<Store, std::shared_ptr<Store>>(module, "SweepStore")
      .def(py::init([](const std::string& path, const std::shared_ptr<SharedSweep>& sweep,
                       bool resume, bool force) {
             return std::make_shared<Store>(Store{
                 sweep,
                 std::make_optional<SweepStore>(
                     path, sweep->sweep,
                     StoreOptions{.resume = resume, .force = force, .program = ZWANG_VERSION})});
           }),
           py::arg("path"), py::arg("sweep"), py::arg("resume"), py::arg("force"))
      .def(
          "missing",
          [](Store& store, std::int64_t number, std::int64_t of) {
            const std::vector<std::int64_t> ids = store.store().missing({number, of});
            return py::array_t<std::int64_t>(static_cast<py::ssize_t>(ids.size()), ids.data());
          },
          py::arg("number"), py::arg("of"))
      .def("add",
           [](Store& store, const py::dict& columns) {
             for (const SweepRow& row : rows_of(store.sweep->sweep, columns))
               store.store().add(row);
           })
      .def("rows",
           [](Store& store) {
             py::list ids, status, code, certified, seconds, values;
             store.store().each([&](const SweepRow& row) {
               ids.append(row.id);
               status.append(row.status);
               code.append(row.code ? std::string(name(*row.code)) : std::string());
               certified.append(row.certified);
               seconds.append(row.seconds);
               values.append(row.values);
             });
             py::dict out;
             out["id"] = ids;
             out["status"] = status;
             out["code"] = code;
             out["certified"] = certified;
             out["seconds"] = seconds;
             out["values"] = values;
             return out;
           })
      .def("commit", [](Store& store) { store.store().commit(); })
      .def("finish", [](Store& store) { store.store().finish(); })
      .def("close", [](Store& store) { store.opened.reset(); });
  module.def(
      "share_in",
      [](const std::string& text) {
        const Share share = share_in(text);
        return py::make_tuple(share.number, share.of);
      },
      py::arg("text"));
  module.def(
      "share_of",
      [](std::int64_t number, std::int64_t of, std::int64_t runs) {
        const Share share{number, of};
        return py::make_tuple(share.first(runs), share.end(runs));
      },
      py::arg("number"), py::arg("of"), py::arg("runs"));
  module.def(
      "range_in",
      [](const std::string& text, bool sampled) {
        const Range range = range_in(text, sampled);
        return py::make_tuple(range.name, range.values, range.from, range.to);
      },
      py::arg("text"), py::arg("sampled"));
  module.def(
      "sampled_points",
      [](const std::vector<std::pair<double, double>>& sides, std::int64_t count,
         std::uint64_t seed) {
        const std::vector<double> points = sampled_points(sides, count, seed);
        return py::array_t<double>(static_cast<py::ssize_t>(points.size()), points.data());
      },
      py::arg("sides"), py::arg("count"), py::arg("seed"));
  module.def(
      "sweep_csv",
      [](const SharedSweep& shared, const py::dict& columns) {
        std::string out = csv_heading(shared.sweep);
        for (const SweepRow& row : rows_of(shared.sweep, columns)) out += csv_line(row);
        return out;
      },
      py::arg("sweep"), py::arg("columns"));
  module.def("sweep_content_hash", &sweep_content_hash, py::arg("path"));
}

}  // namespace zwang::python
