// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/geometry_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

Json number(double x) { return std::isfinite(x) ? Json(x + 0.0) : Json(nullptr); }  // not -0

template <class Numbers>
Json list(const Numbers& numbers) {
  Json out = Json::array();
  for (Eigen::Index i = 0; i < numbers.size(); ++i) out.push_back(number(numbers[i]));
  return out;
}

Json table(const Matrix& rows) {
  Json out = Json::array();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) out.push_back(list(Vector(rows.row(i))));
  return out;
}

Json by_name(const std::vector<std::string>& names, const Vector& numbers) {
  Json out = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i)
    out[names[i]] = number(numbers[static_cast<Eigen::Index>(i)]);
  return out;
}

Json direction(const PlaneDirection& one) {
  return {{"direction", list(one.direction)},
          {"normal_curvature", number(one.curvature)},
          {"torsion", number(one.torsion)}};
}

Json directions(const PlaneDirections& found) {
  if (found.all) return "all";
  Json out = Json::array();
  for (const PlaneDirection& one : found.list) out.push_back(direction(one));
  return out;
}

Json surface(const OsculatingSurface& at) {
  Json second = Json::array();
  for (const auto& matrix : at.second) second.push_back(table(matrix));
  return {{"p", list(at.p)}, {"first", table(at.first)}, {"second", std::move(second)}};
}

Json form(const FormGeometry& one, const System& system) {
  Json out = {{"constraint", system.constraint(one.constraint).name},
              {"moves", one.moves},
              {"f", number(one.f)},
              {"osculating_surface", surface(one.surface)},
              {"alpha", list(one.surface.alpha())}};
  if (one.curvature) {
    const PlaneCurvature& found = *one.curvature;
    out["normal"] = list(found.normal());
    out["n_curl_n"] = number(found.n_curl_n());
    out["mean_curvature"] = number(found.mean());
    out["total_curvature"] = number(found.total());
    out["determinant"] = number(found.determinant());
    out["rounding"] = number(found.rounding());
    out["principal"] = directions(found.principal());
    out["asymptotic"] = directions(found.asymptotic());
    out["lines_of_curvature"] = directions(found.lines());
  }
  out["along"] = one.along ? direction(*one.along) : Json(nullptr);
  if (one.order_of_contact > 0) {
    out["contact"] = number(one.contact);
    out["order_of_contact"] = one.order_of_contact;
  }
  return out;
}

Json parameters(const ConjugateParameters& found, const Geometry& geometry) {
  return {{"P1", table(found.parameters().first)},
          {"A", table(found.parameters().second)},
          {"B", table(found.parameters().energy)},
          {"u1", list(found.first(geometry.state.u))},
          {"u2", list(found.second(geometry.state.u))}};
}

Json divergence(const Divergence& found) {
  return {{"value", number(found.value)},
          {"forces", number(found.forces)},
          {"log_mass_rate", number(found.log_mass_rate)},
          {"log_delta", number(found.log_delta)},
          {"log_delta_rate", number(found.log_delta_rate)},
          {"a_over_delta", number(found.a_over_delta)}};
}

}  // namespace

std::string geometry_json(const Geometry& geometry, const System& system) {
  const Model& model = system.model();
  const auto velocities = model.velocity_names();
  Json out = {{"t", geometry.state.t},
              {"q", by_name(model.coordinate_names(), geometry.state.q)},
              {"u", by_name(velocities, geometry.state.u)},
              {"projected", geometry.projected}};
  Json held = Json::array();
  for (const int i : geometry.held) held.push_back(system.constraint(i).name);
  out["held"] = std::move(held);
  if (!geometry.no_motion.empty()) out["no_motion"] = geometry.no_motion;
  if (!geometry.left_out.empty()) out["left_out"] = geometry.left_out;
  out["forms"] = Json::array();
  for (const FormGeometry& one : geometry.forms) out["forms"].push_back(form(one, system));
  out["paths"] = Json::array();
  for (const PathGeometry& one : geometry.paths)
    out["paths"].push_back({{"name", one.name},
                            {"speed", number(one.bend.speed)},
                            {"curvature", number(one.bend.curvature)},
                            {"torsion", number(one.bend.torsion)}});
  if (geometry.parameters) out["conjugate"] = parameters(*geometry.parameters, geometry);
  if (geometry.free)
    out["osculating_free_motion"] = {{"free", by_name(velocities, geometry.free->free)},
                                     {"bound", by_name(velocities, geometry.free->bound)},
                                     {"rho", list(geometry.free->rho)}};
  if (geometry.divergence) out["divergence"] = divergence(*geometry.divergence);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace zwang
