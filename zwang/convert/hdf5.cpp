// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/hdf5.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "zwang/base/error.hpp"
#include "zwang/convert/table.hpp"
#include "zwang/convert/whole_file.hpp"

namespace zwang {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// An object of the library; closed when it goes.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close closing, std::string_view what) : id_(id), close_(closing) {
    if (id < 0) throw Error(Code::E410, fmt::format("HDF5 cannot make {}", what));
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t id() const { return id_; }
  // What waits goes to the disk, which may fail.
  void close() {
    if (close_(std::exchange(id_, -1)) < 0) throw Error(Code::E410, "HDF5 cannot write");
  }

 private:
  hid_t id_;
  Close close_;
};

void demand(herr_t done, const std::string& what) {
  if (done < 0) throw Error(Code::E410, fmt::format("HDF5 cannot write {}", what));
}

Handle group_in(hid_t where, const std::string& name) {
  return {H5Gcreate2(where, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "a text");
  demand(H5Tset_size(type.id(), std::max<std::size_t>(1, length)), "a text");
  demand(H5Tset_cset(type.id(), H5T_CSET_UTF8), "a text");
  demand(H5Tset_strpad(type.id(), H5T_STR_NULLPAD), "a text");
  return type;
}

void write_attribute(hid_t where, const std::string& name, const std::string& text) {
  const Handle type = text_type(text.size());
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, name);
  const Handle attribute(
      H5Acreate2(where, name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
      name);
  // the library reads one byte even of an empty text
  const std::string bytes = text.empty() ? std::string(1, '\0') : text;
  demand(H5Awrite(attribute.id(), type.id(), bytes.data()), name);
}

Handle write_data(hid_t where, const std::string& name, hid_t stored, hid_t given,
                  std::initializer_list<std::size_t> shape, const void* data) {
  const std::vector<hsize_t> sizes(shape.begin(), shape.end());
  const Handle space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                     H5Sclose, name);
  Handle set(
      H5Dcreate2(where, name.c_str(), stored, space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, name);
  if (std::ranges::find(sizes, 0U) == sizes.end())
    demand(H5Dwrite(set.id(), given, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  return set;
}

Handle write_numbers(hid_t where, const std::string& name, const std::vector<double>& values) {
  return write_data(where, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {values.size()}, values.data());
}

// Sides and states.
Handle write_small(hid_t where, const std::string& name, const std::vector<signed char>& values) {
  return write_data(where, name, H5T_STD_I8LE, H5T_NATIVE_SCHAR, {values.size()}, values.data());
}

void write_whole_numbers(hid_t where, const std::string& name,
                         const std::vector<long long>& values) {
  write_data(where, name, H5T_STD_I64LE, H5T_NATIVE_LLONG, {values.size()}, values.data());
}

void write_texts(hid_t where, const std::string& name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string bytes(longest * texts.size(), '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(&bytes[i * longest], longest);
  const Handle type = text_type(longest);
  write_data(where, name, type.id(), type.id(), {texts.size()}, bytes.data());
}

// A column of a list of things.
template <class Things, class Value>
auto column(const Things& things, Value&& value) {
  std::vector<std::decay_t<decltype(value(*things.begin()))>> out;
  for (const auto& one : things) out.push_back(value(one));
  return out;
}

void write_channels(const StoredRun& run, hid_t file) {
  const Table table(run);
  const Handle group = group_in(file, "channels");
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const Channel& channel = table.channel(c);
    const std::vector<double> values = table.column(c);
    const Handle set =
        table.is_whole(c)
            ? write_small(group.id(), channel.name,
                          column(values, [](double x) { return static_cast<signed char>(x); }))
            : write_numbers(group.id(), channel.name, values);
    write_attribute(set.id(), "what", channel.what);
    write_attribute(set.id(), "of", channel.of);
    write_attribute(set.id(), "unit", channel.unit);
  }
}

void write_model(const StoredRun& run, hid_t file) {
  const auto& constraints = run.reader.constraints();
  const Handle binding = group_in(file, "constraints");
  write_texts(binding.id(), "name", column(constraints, [](const auto& c) { return c.name; }));
  write_texts(binding.id(), "kind", column(constraints, [](const auto& c) { return c.kind; }));
  write_texts(binding.id(), "text", column(constraints, [](const auto& c) { return c.text; }));
  const auto& parameters = run.reader.description().parameters;
  const Handle given = group_in(file, "parameters");
  write_texts(given.id(), "name", column(parameters, [](const auto& p) { return p.name; }));
  write_numbers(given.id(), "value", column(parameters, [](const auto& p) { return p.value; }));
  write_texts(given.id(), "text", column(parameters, [](const auto& p) { return p.text; }));
}

void write_events(const StoredRun& run, hid_t file) {
  const auto& events = run.reader.events();
  const Handle group = group_in(file, "events");
  const auto kind = [](const StoredEvent& e) { return std::string(name(e.kind)); };
  const auto before = [](const StoredEvent& e) { return e.energy_before.value_or(missing); };
  const auto after = [](const StoredEvent& e) { return e.energy_after.value_or(missing); };
  write_numbers(group.id(), "t", column(events, [](const auto& e) { return e.t; }));
  write_texts(group.id(), "kind", column(events, kind));
  write_texts(group.id(), "cause", column(events, [](const auto& e) { return e.cause; }));
  write_whole_numbers(group.id(), "row",
                      column(events, [](const auto& e) { return static_cast<long long>(e.row); }));
  write_numbers(group.id(), "located",
                column(events, [](const auto& e) { return e.located.value_or(missing); }));
  write_numbers(group.id(), "uncertainty",
                column(events, [](const auto& e) { return e.uncertainty.value_or(missing); }));
  write_numbers(group.id(), "energy_before", column(events, before));
  write_numbers(group.id(), "energy_after", column(events, after));

  std::vector<long long> of, constraint;
  std::vector<std::string> role, status_before, status_after;
  std::vector<double> approach, impulse;
  for (std::size_t e = 0; e < events.size(); ++e)
    for (const StoredPart& part : events[e].parts) {
      of.push_back(static_cast<long long>(e));
      constraint.push_back(part.constraint);
      role.push_back(part.role);
      status_before.emplace_back(name(part.before));
      status_after.emplace_back(name(part.after));
      approach.push_back(part.approach.value_or(missing));
      impulse.push_back(part.impulse.value_or(missing));
    }
  const Handle parts = group_in(file, "event_constraints");
  write_whole_numbers(parts.id(), "event", of);
  write_whole_numbers(parts.id(), "constraint", constraint);
  write_texts(parts.id(), "role", role);
  write_texts(parts.id(), "before", status_before);
  write_texts(parts.id(), "after", status_after);
  write_numbers(parts.id(), "approach", approach);
  write_numbers(parts.id(), "impulse", impulse);
}

void write_certificate(const StoredRun& run, hid_t file) {
  const auto& numbers = run.reader.certificates();
  const Handle group = group_in(file, "certificate");
  write_texts(group.id(), "number", column(numbers, [](const auto& n) { return n.number; }));
  write_numbers(group.id(), "worst", column(numbers, [](const auto& n) { return n.worst; }));
  write_numbers(group.id(), "allowed", column(numbers, [](const auto& n) { return n.allowed; }));
}

void write_scene(const StoredRun& run, const Scene& scene, hid_t file) {
  std::vector<int> ends;
  for (const Scene::Link& link : scene.links) ends.insert(ends.end(), {link.from, link.to});
  write_data(file, "links", H5T_STD_I32LE, H5T_NATIVE_INT, {scene.links.size(), 2}, ends.data());
  write_texts(file, "points", scene.points);
  const Handle frames = group_in(file, "frames");
  for (std::size_t f = 0; f < scene.rows.size(); ++f) {
    const StoredRow& row = run.rows[scene.rows[f]];
    const Handle group = group_in(file, frame_group(f));
    const std::size_t n = scene.points.size();
    write_data(group.id(), "points", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {n, 3},
               scene.positions[f].data());
    write_data(group.id(), "velocity", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {n, 3},
               scene.velocities[f].data());
    const auto of = [](const Scene::Link& link) {
      return static_cast<std::size_t>(link.constraint);
    };
    write_numbers(group.id(), "multiplier", column(scene.links, [&](const Scene::Link& link) {
                    return row.multipliers[of(link)];
                  }));
    write_small(group.id(), "state", column(scene.links, [&](const Scene::Link& link) {
                  return static_cast<signed char>(row.states[of(link)]);
                }));
  }
}

}  // namespace

bool has_hdf5() { return true; }

std::string frame_group(std::size_t frame) { return fmt::format("/frames/{:06}", frame); }

void write_hdf5(const StoredRun& run, const Scene* scene, const std::string& path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // it would speak to the screen
  WholeFile whole(path);
  Handle file(H5Fcreate(whole.name().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
              path);
  const RunDescription& asked = run.reader.description();
  write_attribute(file.id(), "generator", own_mark);
  write_attribute(file.id(), "title", run.file.title);
  write_attribute(file.id(), "sha256", asked.model_hash());
  write_attribute(file.id(), "program", asked.program);
  write_attribute(file.id(), "method", asked.method);
  write_attribute(file.id(), "status", std::string(name(run.reader.status())));
  write_channels(run, file.id());
  write_model(run, file.id());
  write_events(run, file.id());
  write_certificate(run, file.id());
  if (scene) write_scene(run, *scene, file.id());
  file.close();
  whole.keep();
}

}  // namespace zwang
