// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/gltf.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "zwang/base/error.hpp"
#include "zwang/convert/solid_mesh.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/report/base64.hpp"

namespace zwang {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF is little-endian");

using Json = nlohmann::ordered_json;

// As glTF numbers them.
constexpr int type_u16 = 5123, type_u32 = 5125, type_f32 = 5126;
constexpr int vertices_target = 34962, elements_target = 34963;

struct Ball {
  std::vector<float> places, normals;
  std::vector<std::uint32_t> triangles;
};

// An icosahedron whose faces are divided once.
Ball ball_of(double radius) {
  const double g = (1.0 + std::sqrt(5.0)) / 2.0;
  std::vector<std::array<double, 3>> at = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                           {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                           {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
  const std::vector<std::array<std::uint32_t, 3>> faces = {
      {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [found, fresh] =
        middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(at.size()));
    if (fresh) at.push_back({at[a][0] + at[b][0], at[a][1] + at[b][1], at[a][2] + at[b][2]});
    return found->second;
  };
  Ball ball;
  for (const auto& [a, b, c] : faces) {
    const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    ball.triangles.insert(ball.triangles.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
  }
  for (const auto& place : at) {
    const double length = std::hypot(place[0], place[1], place[2]);
    for (const double x : place) {
      ball.places.push_back(static_cast<float>(radius * x / length));
      ball.normals.push_back(static_cast<float>(x / length));
    }
  }
  return ball;
}

// Of a ball: the more there are the smaller.
double radius_in(const Scene& scene) {
  const double crowd = std::max(1.0, static_cast<double>(scene.points.size()) / 50.0);
  return 0.02 * scene.size() / std::cbrt(crowd);
}

class Document {
 public:
  Document(const StoredRun& run, const Scene& scene) : scene_(scene), radius_(radius_in(scene)) {
    const std::string title = run.file.title.empty() ? "motion" : run.file.title;
    out_ = {{"asset", {{"version", "2.0"}, {"generator", own_mark}}}, {"scene", 0}};
    // glTF has y upwards, models mostly z
    Json world = {{"name", title},
                  {"rotation", {-std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)}},
                  {"children", Json::array()}};
    nodes_ = Json::array();
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
      nodes_.push_back(
          {{"name", scene.points[i]}, {"mesh", 0}, {"translation", scene.positions.front()[i]}});
      world["children"].push_back(i);
    }
    nodes_.push_back(world);
    Json roots = Json::array({scene.points.size()});
    add_balls();
    add_solids(*run.file.model);
    if (!scene.links.empty()) {
      add_lines();
      roots.push_back(nodes_.size() - 1);
    }
    animate();
    out_["scenes"] = Json::array({{{"name", title}, {"nodes", roots}}});
    out_["nodes"] = nodes_;
    out_["meshes"] = meshes_;
    out_["materials"] = materials_;
    out_["accessors"] = accessors_;
    out_["bufferViews"] = views_;
  }

  void write(bool binary, std::ostream& out) {
    Json buffer = {{"byteLength", bytes_.size()}};
    if (!binary) buffer["uri"] = "data:application/octet-stream;base64," + base64(bytes_);
    out_["buffers"] = Json::array({buffer});
    std::string text = out_.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!binary) {
      out << text << '\n';
      return;
    }
    const auto word = [&](std::uint32_t x) {
      out.write(reinterpret_cast<const char*>(&x), sizeof x);
    };
    text.resize((text.size() + 3) / 4 * 4, ' ');
    bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    const std::size_t whole = 12 + 8 + text.size() + 8 + bytes_.size();
    if (whole > 0xffffffffU)
      throw Error(Code::E410, "too large for .glb, which is limited to 4 GB; use fewer --frames");
    word(0x46546c67);  // "glTF"
    word(2);
    word(static_cast<std::uint32_t>(whole));
    word(static_cast<std::uint32_t>(text.size()));
    word(0x4e4f534a);  // "JSON"
    out << text;
    word(static_cast<std::uint32_t>(bytes_.size()));
    word(0x004e4942);  // "BIN"
    out << bytes_;
  }

 private:
  // Returns the number of the accessor.
  template <class T>
  std::size_t add(const std::vector<T>& values, int component, const char* type, std::size_t width,
                  bool bounds, int target = 0) {
    Json view = {
        {"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", values.size() * sizeof(T)}};
    if (target != 0) view["target"] = target;
    views_.push_back(view);
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    Json accessor = {{"bufferView", views_.size() - 1},
                     {"componentType", component},
                     {"count", values.size() / width},
                     {"type", type}};
    if (bounds) {
      std::vector<T> low(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(width));
      std::vector<T> high = low;
      for (std::size_t i = 0; i < values.size(); ++i) {
        low[i % width] = std::min(low[i % width], values[i]);
        high[i % width] = std::max(high[i % width], values[i]);
      }
      accessor["min"] = low;
      accessor["max"] = high;
    }
    accessors_.push_back(accessor);
    return accessors_.size() - 1;
  }

  void add_balls() {
    const Ball ball = ball_of(radius_);
    const std::size_t places = add(ball.places, type_f32, "VEC3", 3, true, vertices_target);
    const std::size_t normals = add(ball.normals, type_f32, "VEC3", 3, false, vertices_target);
    const std::size_t faces = add(ball.triangles, type_u32, "SCALAR", 1, false, elements_target);
    meshes_ = Json::array({{{"name", "ball"},
                            {"primitives",
                             {{{"attributes", {{"POSITION", places}, {"NORMAL", normals}}},
                               {"indices", faces},
                               {"material", 0}}}}}});
    materials_.push_back(
        {{"name", "mass"},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {0.16, 0.36, 0.62, 1.0}}, {"metallicFactor", 0.0}}}});
  }

  // The shapes of a body hang on its centre of mass and turn with it, those of the world stand.
  void add_solids(const Model& model) {
    if (model.shapes().empty()) return;
    materials_.push_back(
        {{"name", "body"},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {0.45, 0.55, 0.66, 1.0}}, {"metallicFactor", 0.0}}}});
    const std::size_t material = materials_.size() - 1;
    for (const Shaping& one : model.shapes()) {
      const SolidMesh mesh = mesh_of(one.solid, 2.0 * scene_.size());
      const std::size_t places = add(mesh.places, type_f32, "VEC3", 3, true, vertices_target);
      const std::size_t normals = add(mesh.normals, type_f32, "VEC3", 3, false, vertices_target);
      const std::size_t faces = add(mesh.triangles, type_u32, "SCALAR", 1, false, elements_target);
      meshes_.push_back({{"name", one.name},
                         {"primitives",
                          {{{"attributes", {{"POSITION", places}, {"NORMAL", normals}}},
                            {"indices", faces},
                            {"material", material}}}}});
      nodes_.push_back({{"name", one.name},
                        {"mesh", meshes_.size() - 1},
                        {"translation", one.solid.at},
                        {"rotation", rotation(one.solid.orientation.value())}});
      std::size_t parent = scene_.points.size();
      if (one.body >= 0) {
        const Body& body = model.bodies()[static_cast<std::size_t>(one.body)];
        parent = static_cast<std::size_t>(body.point);
        nodes_[parent]["rotation"] =
            rotation(scene_.turns.front()[static_cast<std::size_t>(one.body)]);
        turning_[parent] = one.body;
      }
      nodes_[parent]["children"].push_back(nodes_.size() - 1);
    }
  }

  // glTF has w last.
  static std::array<double, 4> rotation(const std::array<double, 4>& e) {
    return {e[1], e[2], e[3], e[0]};
  }

  // All lines are one mesh whose vertices hang on the points: it moves with them. Readers move
  // triangles so, but not all of them lines: a line is three thin bands, one along each axis, of
  // which at most one is seen from its edge.
  void add_lines() {
    std::vector<int> joints;            // points that have a line
    std::map<int, std::uint32_t> seen;  // their numbers here
    std::vector<std::uint32_t> triangles;
    const auto joint = [&](int point) {
      const auto [at, fresh] = seen.try_emplace(point, static_cast<std::uint32_t>(joints.size()));
      if (fresh) joints.push_back(point);
      return at->second;
    };
    for (const Scene::Link& link : scene_.links) {
      const std::uint32_t a = 6 * joint(link.from), b = 6 * joint(link.to);
      for (std::uint32_t k = 0; k < 6; k += 2)
        triangles.insert(triangles.end(), {a + k, a + k + 1, b + k, b + k, a + k + 1, b + k + 1});
    }
    if (joints.size() > 0xffff)
      throw Error(Code::E410, "glTF connects at most 65,535 points by lines");
    const auto half = static_cast<float>(0.1 * radius_);
    std::vector<float> places, weights;
    std::vector<std::uint16_t> bones;
    for (std::size_t i = 0; i < joints.size(); ++i)
      for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis)
          places.push_back(axis != k / 2 ? 0.0F : k % 2 == 0 ? half : -half);
        bones.insert(bones.end(), {static_cast<std::uint16_t>(i), 0, 0, 0});
        weights.insert(weights.end(), {1.0F, 0.0F, 0.0F, 0.0F});
      }
    const std::size_t place = add(places, type_f32, "VEC3", 3, true, vertices_target);
    const std::size_t bone = add(bones, type_u16, "VEC4", 4, false, vertices_target);
    const std::size_t weight = add(weights, type_f32, "VEC4", 4, false, vertices_target);
    const std::size_t faces = add(triangles, type_u32, "SCALAR", 1, false, elements_target);
    meshes_.push_back(
        {{"name", "links"},
         {"primitives",
          {{{"attributes", {{"POSITION", place}, {"JOINTS_0", bone}, {"WEIGHTS_0", weight}}},
            {"indices", faces},
            {"material", materials_.size()}}}}});
    out_["skins"] = Json::array({{{"joints", joints}}});
    nodes_.push_back({{"name", "links"}, {"mesh", meshes_.size() - 1}, {"skin", 0}});
    materials_.push_back(
        {{"name", "link"},
         {"doubleSided", true},
         {"pbrMetallicRoughness",
          {{"baseColorFactor", {0.25, 0.25, 0.25, 1.0}}, {"metallicFactor", 0.0}}}});
  }

  void animate() {
    // times have few digits here: frames that fall together are shown once
    std::vector<float> times;
    std::vector<std::size_t> frames;
    for (std::size_t f = 0; f < scene_.times.size(); ++f) {
      const auto t = static_cast<float>(scene_.times[f] - scene_.times.front());
      if (!times.empty() && t <= times.back()) continue;
      times.push_back(t);
      frames.push_back(f);
    }
    if (times.size() < 2) return;
    Json samplers = Json::array(), channels = Json::array();
    std::size_t input = 0;
    for (std::size_t i = 0; i < scene_.points.size(); ++i) {
      std::vector<float> places;
      bool moves = false;
      for (const std::size_t f : frames) {
        moves = moves || scene_.positions[f][i] != scene_.positions.front()[i];
        for (const double x : scene_.positions[f][i]) places.push_back(static_cast<float>(x));
      }
      if (!moves) continue;
      if (samplers.empty()) input = add(times, type_f32, "SCALAR", 1, true);
      samplers.push_back({{"input", input},
                          {"output", add(places, type_f32, "VEC3", 3, false)},
                          {"interpolation", "LINEAR"}});
      channels.push_back(
          {{"sampler", samplers.size() - 1}, {"target", {{"node", i}, {"path", "translation"}}}});
    }
    for (const auto& [node, body] : turning_) {
      std::vector<float> turns;
      for (const std::size_t f : frames)
        for (const double x : rotation(scene_.turns[f][static_cast<std::size_t>(body)]))
          turns.push_back(static_cast<float>(x));
      if (samplers.empty()) input = add(times, type_f32, "SCALAR", 1, true);
      samplers.push_back({{"input", input},
                          {"output", add(turns, type_f32, "VEC4", 4, false)},
                          {"interpolation", "LINEAR"}});
      channels.push_back(
          {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", "rotation"}}}});
    }
    if (samplers.empty()) return;
    out_["animations"] =
        Json::array({{{"name", "motion"}, {"samplers", samplers}, {"channels", channels}}});
  }

  const Scene& scene_;
  double radius_;                       // of a ball, m
  std::map<std::size_t, int> turning_;  // nodes of bodies with shapes
  Json out_, materials_ = Json::array(), nodes_, meshes_, accessors_ = Json::array(),
             views_ = Json::array();
  std::string bytes_;
};

}  // namespace

void write_gltf(const StoredRun& run, const Scene& scene, bool binary, std::ostream& out) {
  Document(run, scene).write(binary, out);
}

}  // namespace zwang
