// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/generator_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/model_file/mesh_file.hpp"

namespace zwang {
namespace {

const Keys& kinds() {
  static const Keys words = {"chain", "ring", "net", "lattice", "mesh", "cloud"};
  return words;
}

// What a kind may say, beside what all may; every key if there is no such kind.
Keys keys_of(const std::string& kind) {
  Keys keys = {"kind", "name", "mass", "slack", "links", "velocity", "restitution"};
  const auto more = [&](const Keys& own) { keys.insert(keys.end(), own.begin(), own.end()); };
  const bool all = std::ranges::find(kinds(), kind) == kinds().end();
  if (all || kind == "chain") more({"from", "to", "segments", "length", "volume", "drag"});
  if (all || kind == "ring") more({"center", "normal", "radius", "segments"});
  if (all || kind == "net" || kind == "lattice")
    more({"size", "corner", "span", "u", "v", "w", "pinned", "diagonals"});
  if (all || kind == "mesh") more({"file", "scale", "pinned"});
  if (all || kind == "cloud") more({"file", "scale", "n", "box", "apart", "seed"});
  return keys;
}

class GeneratorTable {
 public:
  GeneratorTable(Reading& reading, Files& files, const TomlNode& table)
      : reading_(reading), files_(files), table_(table) {}

  void read() {
    const TomlNode* const name = table_.get("name");
    const std::size_t before = reading_.mistakes();
    Group group = make();
    // after a mistake its name is known all the same, so that it is no second one
    if (reading_.mistakes() > before) group = {};
    if (!name || !name->is(TomlNode::Kind::text)) return;
    group.name = name->text;
    reading_.file.groups[group.name] = group.masses;
    reading_.groups.push_back(std::move(group));
    auto& places = reading_.file.constraint_places;
    places.resize(std::max(places.size(), reading_.model().constraints().size()), name->place);
  }

 private:
  Group make() {
    const TomlNode* const kind = wanted("kind");
    const std::size_t before = reading_.mistakes();
    if (!kind) reading_.all_known(table_, keys_of(""), "[[generate]]");
    if (!kind || !reading_.text(*kind)) return {};
    if (std::ranges::find(kinds(), kind->text) == kinds().end()) {
      reading_.add(Error(Code::E119, fmt::format("unknown generator '{}'", kind->text), kind->place,
                         near_hint(kind->text, kinds())));
      return {};
    }
    reading_.all_known(table_, keys_of(kind->text), "[[generate]]");
    for (const char* key : {"volume", "drag"})
      if (const TomlNode* const node = table_.get(key))
        reading_.later(*node, fmt::format("'{}'", key));
    const TomlNode* const name = wanted("name");
    if (!name || !reading_.text(*name)) return {};
    if (reading_.model().scope().find(name->text))
      reading_.add(
          Error(Code::E112, fmt::format("the name '{}' is used twice", name->text), name->place));
    const Linking linking = read_linking();
    Group group;
    // a chain can be too short, by one of these
    const TomlNode* too_short = table_.get("length");
    if (!too_short) too_short = table_.get("slack");
    const auto if_right = [&](auto&& step) {
      if (reading_.mistakes() == before)
        reading_.guarded(too_short ? *too_short : *name, [&] { group = step(); });
    };
    Model& model = reading_.model();
    if (kind->text == "chain") {
      const Chain chain = read_chain();
      if_right([&] { return make_chain(model, name->text, chain, linking); });
    } else if (kind->text == "ring") {
      const Ring ring = read_ring();
      if_right([&] { return make_ring(model, name->text, ring, linking); });
    } else if (kind->text == "mesh" || (kind->text == "cloud" && table_.get("file"))) {
      Net net = read_file();
      if (kind->text == "cloud") net.edges.clear();
      if_right([&] { return make_net(model, name->text, net, linking); });
    } else if (kind->text == "cloud") {
      const Cloud cloud = read_cloud();
      if_right(
          [&] { return make_net(model, name->text, {.points = random_points(cloud)}, linking); });
    } else {
      const Grid grid = read_grid(kind->text == "lattice" ? 3 : 2);
      if (reading_.sample && kind->text == "net" && !reading_.file.net)
        if_right([&] { return make_sample(model, {name->text, grid, linking}); });
      else
        if_right([&] { return make_grid(model, name->text, grid, linking); });
    }
    return group;
  }

  // A corner of the net with the masses and distances of the whole.
  Group make_sample(Model& model, SampledNet net) {
    Grid corner = net.grid;
    Linking linking = net.linking;
    corner.pin_corners = corner.pin_border = false;
    corner.pinned.clear();
    for (std::size_t d = 0; d < corner.size.size(); ++d) {
      const int whole = corner.size[d], part = std::min(whole, 3);
      corner.size[d] = part;
      corner.span[d] *= static_cast<double>(part - 1) / (whole - 1);
      linking.mass *= static_cast<double>(part) / whole;
    }
    reading_.file.net = std::move(net);
    return make_grid(model, reading_.file.net->name, corner, linking);
  }

  // --- values of keys ---

  const TomlNode* wanted(const char* key) {
    const TomlNode* const node = table_.get(key);
    if (!node) reading_.missing(table_, key, "[[generate]]");
    return node;
  }
  void refuse(const TomlNode& node, const std::string& why) {
    reading_.add(Error(Code::E119, why, node.place));
  }
  int wanted_integer(const char* key) {
    const TomlNode* const node = wanted(key);
    return node ? reading_.integer(*node).value_or(1) : 1;
  }
  // How many segments, of which there must be some and not too many.
  int segments(const char* what, int least) {
    const std::size_t before = reading_.mistakes();
    const int count = wanted_integer("segments");
    if (reading_.mistakes() > before) return least;
    if (count < least)
      refuse(*table_.get("segments"), fmt::format("{} of {} segments", what, count));
    if (count > most_masses)
      refuse(*table_.get("segments"),
             fmt::format("{} of {} segments: at most {}", what, count, most_masses));
    return count;
  }
  Three wanted_vector(const char* key, const Measure& measure) {
    const TomlNode* const node = wanted(key);
    return node ? reading_.vector(*node, measure).value_or(Three{}) : Three{};
  }
  // A direction has no unit, or any.
  Three direction(const char* key, const Three& otherwise) {
    const TomlNode* const node = table_.get(key);
    return node ? reading_.vector(*node).value_or(otherwise) : otherwise;
  }

  // --- what the kinds have in common ---

  Linking read_linking() {
    Linking linking;
    if (const TomlNode* const mass = wanted("mass")) {
      const Dimension per_metre = Dimension::mass() / Dimension::length();
      const auto given = reading_.number(*mass, {"a mass", {Dimension::mass(), per_metre}});
      linking.mass = given.value_or(0.0);
      if (linking.mass < 0.0) refuse(*mass, fmt::format("the mass {} is below 0", linking.mass));
      if (given && mass->is(TomlNode::Kind::text))
        linking.per_metre = reading_.dimension(mass->text) == per_metre;
    }
    if (const TomlNode* const slack = table_.get("slack"))
      linking.slack = reading_.number(*slack).value_or(0.0);
    if (const TomlNode* const e = table_.get("restitution")) {
      linking.restitution = reading_.number(*e).value_or(0.0);
      if (!(linking.restitution >= 0.0 && linking.restitution <= 1.0))
        reading_.add(Error(Code::E118,
                           fmt::format("the restitution {} is not in [0, 1]", linking.restitution),
                           e->place));
    }
    if (const TomlNode* const v = table_.get("velocity"))
      linking.velocity = reading_.vector(*v, measure::velocity()).value_or(Three{});
    if (const TomlNode* const links = table_.get("links")) {
      const std::string word = reading_.text(*links).value_or("strings");
      if (word == "rods")
        linking.links = Links::rods;
      else if (word == "none")
        linking.links = Links::none;
      else if (word != "strings")
        reading_.add(Error(Code::E120,
                           fmt::format("links '{}' are not one of strings, rods, none", word),
                           links->place, near_hint(word, {"strings", "rods", "none"})));
    }
    return linking;
  }

  // --- the kinds ---

  Chain read_chain() {
    Chain chain;
    chain.from = chain_end("from");
    chain.to = chain_end("to");
    chain.segments = segments("a chain", 1);
    const TomlNode* const length = table_.get("length");
    if (!length) return chain;
    chain.length = reading_.number(*length, measure::length()).value_or(1.0);
    if (!(*chain.length > 0.0)) refuse(*length, fmt::format("a chain of {:.6g} m", *chain.length));
    return chain;
  }

  ChainEnd chain_end(const char* key) {
    ChainEnd end;
    const TomlNode* const node = wanted(key);
    if (!node) return end;
    if (node->is(TomlNode::Kind::text) && !node->text.starts_with('[')) {
      if (!reading_.model().scope().find(node->text)) reading_.add(reading_.unknown(*node));
      end.mass = node->text;
      return end;
    }
    const TomlNode* at = node;
    if (node->is(TomlNode::Kind::table)) {
      end.free = true;
      reading_.all_known(*node, {"free"}, fmt::format("'{}'", key));
      at = node->get("free");
      if (!at) reading_.missing(*node, "free", fmt::format("'{}'", key));
    }
    if (at) end.at = reading_.vector(*at, measure::length()).value_or(end.at);
    return end;
  }

  Ring read_ring() {
    Ring ring;
    ring.center = wanted_vector("center", measure::length());
    ring.normal = direction("normal", {0.0, 0.0, 1.0});
    if (ring.normal == Three{}) refuse(*table_.get("normal"), "a ring whose normal is zero");
    if (const TomlNode* const radius = wanted("radius")) {
      ring.radius = reading_.number(*radius, measure::length()).value_or(1.0);
      if (!(ring.radius > 0.0)) refuse(*radius, fmt::format("a ring of radius {}", ring.radius));
    }
    ring.segments = segments("a ring", 3);
    return ring;
  }

  Grid read_grid(std::size_t dimensions) {
    Grid grid;
    grid.corner = wanted_vector("corner", measure::length());
    const auto list = [&](const char* key, auto&& take) {
      const TomlNode* const node = wanted(key);
      if (!node) return;
      if (!node->is(TomlNode::Kind::list) || node->items.size() != dimensions)
        return reading_.add(
            Error(Code::E113, fmt::format("'{}' needs {} numbers", key, dimensions), node->place));
      for (const TomlNode& one : node->items) take(one);
    };
    long total = 1;
    list("size", [&](const TomlNode& one) {
      grid.size.push_back(reading_.integer(one).value_or(2));
      if (grid.size.back() < 2)
        refuse(one, fmt::format("a net with {} masses along a side", grid.size.back()));
      total *= std::clamp(grid.size.back(), 1, most_masses + 1);
      if (total > most_masses && !reading_.sample) {
        refuse(one, fmt::format("a net of {} masses: at most {}", total, most_masses));
        total = 1;
      }
    });
    list("span", [&](const TomlNode& one) {
      grid.span.push_back(reading_.number(one, measure::length()).value_or(1.0));
    });
    const char* const axes[] = {"u", "v", "w"};
    for (std::size_t d = 0; d < dimensions; ++d) {
      Three axis{};
      axis[d] = 1.0;
      grid.axes.push_back(direction(axes[d], axis));
    }
    if (const TomlNode* const node = table_.get("diagonals"))
      grid.diagonals = reading_.flag(*node).value_or(false);
    if (const TomlNode* const node = table_.get("pinned")) read_pinned(grid, *node, dimensions);
    return grid;
  }

  Net read_file() {
    Net net;
    const TomlNode* const file = wanted("file");
    if (!file) return net;
    reading_.guarded(*file, [&] {
      Mesh mesh = read_mesh(files_.data(*file));
      net.points = std::move(mesh.points);
      net.edges = std::move(mesh.edges);
    });
    if (const TomlNode* const node = table_.get("scale")) {
      const double scale = reading_.number(*node).value_or(1.0);
      if (!(scale > 0.0)) refuse(*node, fmt::format("the scale {} is not above 0", scale));
      for (Three& point : net.points)
        for (double& x : point) x *= scale;
    }
    const TomlNode* const pinned = table_.get("pinned");
    if (!pinned) return net;
    if (!pinned->is(TomlNode::Kind::list)) {
      reading_.add(Error(Code::E113, "expected a list of point numbers", pinned->place));
      return net;
    }
    for (const TomlNode& one : pinned->items) {
      const auto i = reading_.integer(one);
      if (!i || net.points.empty()) continue;
      if (*i < 0 || static_cast<std::size_t>(*i) >= net.points.size())
        refuse(one, fmt::format("there is no point {} of {}", *i, net.points.size()));
      else
        net.pinned.push_back(*i);
    }
    return net;
  }

  Cloud read_cloud() {
    Cloud cloud;
    cloud.count = wanted_integer("n");
    if (const TomlNode* const n = table_.get("n");
        n && (cloud.count < 1 || cloud.count > most_masses))
      refuse(*n,
             fmt::format("a cloud of {} masses: at least 1, at most {}", cloud.count, most_masses));
    if (const TomlNode* const box = wanted("box")) {
      if (!box->is(TomlNode::Kind::list) || box->items.size() != 2) {
        reading_.add(
            Error(Code::E113, "'box' needs its lowest and its highest corner", box->place));
      } else {
        cloud.lowest = reading_.vector(box->items[0], measure::length()).value_or(Three{});
        cloud.highest = reading_.vector(box->items[1], measure::length()).value_or(Three{});
        for (std::size_t k = 0; k < 3; ++k)
          if (!(cloud.highest[k] >= cloud.lowest[k]))
            refuse(*box, fmt::format("the box ends at {} before it begins at {}", cloud.highest[k],
                                     cloud.lowest[k]));
      }
    }
    if (const TomlNode* const apart = table_.get("apart")) {
      cloud.apart = reading_.number(*apart, measure::length()).value_or(0.0);
      if (cloud.apart < 0.0) refuse(*apart, fmt::format("'apart' ({}) is below 0", cloud.apart));
    }
    if (const TomlNode* const seed = table_.get("seed"))
      cloud.seed = static_cast<std::uint64_t>(reading_.integer(*seed).value_or(0));
    return cloud;
  }

  void read_pinned(Grid& grid, const TomlNode& node, std::size_t dimensions) {
    if (node.is(TomlNode::Kind::list)) {
      for (const TomlNode& one : node.items) {
        if (!one.is(TomlNode::Kind::list) || one.items.size() != dimensions) {
          reading_.add(
              Error(Code::E113, fmt::format("an index has {} numbers", dimensions), one.place));
          continue;
        }
        std::array<int, 3> at = {-1, -1, -1};
        for (std::size_t d = 0; d < dimensions; ++d)
          at[d] = reading_.integer(one.items[d]).value_or(0);
        grid.pinned.push_back(at);
      }
      return;
    }
    const auto word = reading_.text(node);
    if (!word) return;
    grid.pin_corners = *word == "corners";
    grid.pin_border = *word == "border";
    if (!grid.pin_corners && !grid.pin_border)
      reading_.add(Error(Code::E120,
                         fmt::format("pinned '{}' is neither corners nor border", *word),
                         node.place, near_hint(*word, {"corners", "border"})));
  }

  Reading& reading_;
  Files& files_;
  const TomlNode& table_;
};

}  // namespace

void read_generators(Reading& reading, Files& files) {
  files.each_of("generate",
                [&](const TomlNode& table) { GeneratorTable(reading, files, table).read(); });
}

}  // namespace zwang
