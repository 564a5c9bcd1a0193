// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/parts/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "zwang/parts/together.hpp"
#include "zwang/result/bytes.hpp"
#include "zwang/result/hash.hpp"
#include "zwang/result/schema.hpp"

namespace zwang {
namespace {

using sqlite::Blob;
using sqlite::Database;

constexpr const char* head_tables = R"(
  CREATE TABLE parts(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE generations(number INTEGER PRIMARY KEY, steps INTEGER NOT NULL, t REAL NOT NULL,
    changed INTEGER NOT NULL, natural REAL NOT NULL, violation REAL NOT NULL, risen REAL NOT NULL,
    most_risen REAL NOT NULL, largest_energy REAL NOT NULL);
)";
// points, first, families: 8 bytes each. q, u: three numbers of a point. The constraints' state is
// that of the last generations only.
constexpr const char* part_tables = R"(
  CREATE TABLE members(points BLOB NOT NULL, first BLOB NOT NULL, families BLOB NOT NULL);
  CREATE TABLE rows(generation INTEGER PRIMARY KEY, q BLOB NOT NULL, u BLOB NOT NULL);
  CREATE TABLE bonds(generation INTEGER PRIMARY KEY, impulse BLOB NOT NULL, push BLOB NOT NULL,
    acted BLOB NOT NULL);
)";

template <class Numbers>
Blob integers(const Numbers& numbers) {
  Blob blob;
  blob.bytes.reserve(8 * numbers.size());
  for (const auto number : numbers) put_integer(blob.bytes, static_cast<std::int64_t>(number));
  return blob;
}

template <class Numbers>
Blob numbers(const Numbers& given) {
  Blob blob;
  blob.bytes.reserve(8 * static_cast<std::size_t>(given.size()));
  for (const double number : given) put_number(blob.bytes, number);
  return blob;
}

// A constraint of the whole: its family and its first point.
std::uint64_t key(std::int64_t family, std::int64_t first) {
  return static_cast<std::uint64_t>(family) << 48U | static_cast<std::uint64_t>(first);
}

// What a killed process left in the middle of a change is as before it.
void put_in_order(const std::string& path) {
  Database(path, Database::Access::write).ask("SELECT count(*) FROM sqlite_schema");
}

std::string exact(double number) { return fmt::format("{:.17g}", number); }

}  // namespace

Parts::Parts(const scale::Processes& processes, std::string path)
    : processes_(processes), path_(std::move(path)) {}

std::string Parts::part_path(int rank) const { return fmt::format("{}/{}.zw", folder_, rank); }

Parts Parts::create(const scale::Processes& processes, const std::string& path,
                    const PartsOrder& order, const scale::SystemPart& system) {
  Parts parts(processes, path);
  parts.folder_ = folder_of_parts(path, 1);
  parts.stored_count_ = processes.count();
  together(processes, [&] {
    if (processes.rank() > 0) return;
    parts.lock_ = claim_name(path, false);
    std::filesystem::remove_all(parts.folder_);
    std::filesystem::create_directories(parts.folder_);
    create_database(path, [&](const Database& head) {
      head.execute(fmt::format("PRAGMA application_id = {}", schema::application_of_parts));
      head.execute(head_tables);
      auto insert = head.prepare("INSERT INTO parts VALUES(?, ?)");
      insert.run("model", order.model);
      insert.run("step", exact(order.step));
      insert.run("until", exact(order.until));
      insert.run("every", exact(order.every));
      insert.run("program", order.program);
      insert.run("processes", std::to_string(processes.count()));
      insert.run("folder", "1");
    });
    parts.head_ = std::make_unique<Database>(path, Database::Access::write);
  });
  parts.begin_part(system);
  return parts;
}

Parts Parts::open(const scale::Processes& processes, const std::string& path,
                  const PartsOrder& order) {
  Parts parts(processes, path);
  together(processes, [&] {
    if (processes.rank() > 0) return;
    parts.lock_ = std::make_unique<FileLock>(path);
    put_in_order(path);
  });
  together(processes, [&] {
    const StoredParts stored(path);
    for (const auto& [name, value] : {std::pair<const char*, std::string>{"model", order.model},
                                      {"step", exact(order.step)},
                                      {"until", exact(order.until)},
                                      {"every", exact(order.every)}})
      if (stored.asked(name) != value)
        throw Error(Code::E620, fmt::format("{} is a run with another {}", path, name));
    parts.stored_count_ = stored.processes();
    parts.folder_ = folder_of_parts(path, stored.edition());
    if (processes.rank() == 0)
      parts.head_ = std::make_unique<Database>(path, Database::Access::write);
  });
  together(processes, [&] {
    for (int rank = processes.rank(); rank < parts.stored_count_; rank += processes.count())
      put_in_order(parts.part_path(rank));
  });
  return parts;
}

// An empty part with its points and constraints.
void Parts::begin_part(const scale::SystemPart& system) {
  together(processes_, [&] {
    const std::string path = part_path(processes_.rank());
    create_database(path, [&](const Database& part) {
      part.execute(part_tables);
      std::vector<std::int64_t> families;
      for (std::size_t f = 0; f < system.families().size(); ++f)
        families.insert(families.end(), static_cast<std::size_t>(system.families()[f].members()),
                        static_cast<std::int64_t>(f));
      part.prepare("INSERT INTO members VALUES(?, ?, ?)")
          .run(integers(system.points()), integers(system.first_points()), integers(families));
    });
    part_ = std::make_unique<Database>(path, Database::Access::write);
  });
}

std::optional<Generation> Parts::recall(const scale::SystemPart& system, State& state,
                                        std::vector<StepConstraint>& bonds) {
  std::optional<StoredParts> stored;
  together(processes_, [&] { stored.emplace(path_); });
  if (stored->generations().empty()) return std::nullopt;
  const Generation generation = stored->generations().back();
  together(processes_, [&] {
    read_rows(*stored, system, generation.number, state.q, state.u);
    std::unordered_map<std::uint64_t, std::size_t> place;
    std::size_t next = 0;
    for (std::size_t f = 0; f < system.families().size(); ++f)
      for (int k = 0; k < system.families()[f].members(); ++k, ++next)
        place[key(static_cast<std::int64_t>(f), system.first_points()[next])] = next;
    std::size_t found = 0;
    for (int rank = 0; rank < stored->processes(); ++rank) {
      const PartFile part(*stored, rank);
      const auto [first_points, families] = part.constraints();
      const PartFile::Bonds kept = part.bonds(generation.number);
      for (std::size_t k = 0; k < kept.impulse.size(); ++k) {
        const auto mine = place.find(key(families[k], first_points[k]));
        if (mine == place.end()) continue;
        StepConstraint& bond = bonds[mine->second];
        bond.impulse = kept.impulse[k];
        bond.push = kept.push[k];
        bond.acted = kept.acted[k];
        ++found;
      }
    }
    if (found != bonds.size())
      throw Error(Code::E430,
                  fmt::format("{}: {} constraints are in no part", path_, bonds.size() - found));
  });
  state.t = generation.t;
  return generation;
}

// Of this process's points, from whichever parts have them.
void Parts::read_rows(const StoredParts& stored, const scale::SystemPart& system,
                      std::int64_t generation, Vector& q, Vector& u) {
  std::unordered_map<std::int64_t, Eigen::Index> place;
  for (std::size_t k = 0; k < system.points().size(); ++k)
    place[system.points()[k]] = static_cast<Eigen::Index>(3 * k);
  q.resize(system.own());
  u.resize(system.own());
  std::size_t found = 0;
  for (int rank = 0; rank < stored.processes(); ++rank) {
    const PartFile part(stored, rank);
    const std::vector<std::int64_t> points = part.points();
    const PartFile::Rows rows = part.rows(generation);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto mine = place.find(points[k]);
      if (mine == place.end()) continue;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        q[mine->second + static_cast<Eigen::Index>(axis)] = number_at(rows.q, 8 * (3 * k + axis));
        u[mine->second + static_cast<Eigen::Index>(axis)] = number_at(rows.u, 8 * (3 * k + axis));
      }
      ++found;
    }
  }
  if (found != system.points().size())
    throw Error(Code::E430, fmt::format("{}: {} points are in no part", stored.path(),
                                        system.points().size() - found));
}

// Whether the part of this process that is there has its points.
bool Parts::is_mine(const scale::SystemPart& system) const {
  const PartFile part(StoredParts(path_), processes_.rank());
  return std::ranges::equal(part.points(), system.points()) &&
         std::ranges::equal(part.constraints().first_points, system.first_points());
}

void Parts::adopt(const scale::SystemPart& system, const Generation& last,
                  const std::vector<StepConstraint>& bonds) {
  bool mine = stored_count_ == processes_.count();
  together(processes_, [&] { mine = mine && is_mine(system); });
  if (!processes_.any(!mine)) {
    together(processes_, [&] {
      part_ = std::make_unique<Database>(part_path(processes_.rank()), Database::Access::write);
      part_->execute("BEGIN IMMEDIATE");
      for (const char* const table : {"rows", "bonds"})
        part_->prepare(fmt::format("DELETE FROM {} WHERE generation > ?", table)).run(last.number);
      part_->execute("COMMIT");
    });
    return;
  }
  // parts of other processes: written anew beside the old ones, which go when all is there
  const std::string before = folder_;
  std::vector<std::int64_t> generations;
  std::vector<std::pair<Vector, Vector>> rows;
  int edition = 0;
  together(processes_, [&] {
    const StoredParts stored(path_);
    edition = stored.edition() + 1;
    for (const Generation& generation : stored.generations()) {
      generations.push_back(generation.number);
      rows.emplace_back();
      read_rows(stored, system, generation.number, rows.back().first, rows.back().second);
    }
  });
  folder_ = folder_of_parts(path_, edition);
  together(processes_, [&] {
    if (processes_.rank() > 0) return;
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  });
  begin_part(system);
  together(processes_, [&] {
    part_->execute("BEGIN IMMEDIATE");
    for (std::size_t k = 0; k < generations.size(); ++k)
      part_->prepare("INSERT INTO rows VALUES(?, ?, ?)")
          .run(generations[k], numbers(rows[k].first), numbers(rows[k].second));
    write_bonds(last.number, bonds);
    part_->execute("COMMIT");
  });
  together(processes_, [&] {
    if (processes_.rank() > 0) return;
    head_->execute("BEGIN IMMEDIATE");
    auto set = head_->prepare("UPDATE parts SET value = ? WHERE key = ?");
    set.run(std::to_string(edition), "folder");
    set.run(std::to_string(processes_.count()), "processes");
    head_->execute("COMMIT");
    std::filesystem::remove_all(before);
  });
  stored_count_ = processes_.count();
}

void Parts::write_bonds(std::int64_t generation, const std::vector<StepConstraint>& bonds) const {
  std::vector<double> impulse, push;
  Blob acted;
  for (const StepConstraint& bond : bonds) {
    impulse.push_back(bond.impulse);
    push.push_back(bond.push);
    acted.bytes.push_back(bond.acted ? 1 : 0);
  }
  part_->prepare("INSERT INTO bonds VALUES(?, ?, ?, ?)")
      .run(generation, numbers(impulse), numbers(push), acted);
}

void Parts::commit(const Generation& generation, const State& state,
                   const std::vector<StepConstraint>& bonds) {
  together(processes_, [&] {
    part_->execute("BEGIN IMMEDIATE");
    part_->prepare("INSERT INTO rows VALUES(?, ?, ?)")
        .run(generation.number, numbers(state.q), numbers(state.u));
    write_bonds(generation.number, bonds);
    part_->prepare("DELETE FROM bonds WHERE generation < ?").run(generation.number - 1);
    part_->execute("COMMIT");
  });
  together(processes_, [&] {
    if (processes_.rank() > 0) return;
    head_->prepare("INSERT INTO generations VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(generation.number, generation.steps, generation.t, generation.changed,
             generation.natural, generation.violation, generation.energy.risen,
             generation.energy.most, generation.energy.largest);
  });
}

std::string hash_of_parts(const std::string& path) {
  const StoredParts stored(path);
  Sha256 hash;
  for (const char* const what : {"model", "step", "until", "every"})
    hash.add(stored.asked(what) + "\n");
  struct Where {
    std::size_t part, k;
  };
  std::vector<std::pair<std::int64_t, Where>> order;
  std::vector<PartFile> parts;
  for (int rank = 0; rank < stored.processes(); ++rank) {
    const std::vector<std::int64_t> points = parts.emplace_back(stored, rank).points();
    for (std::size_t k = 0; k < points.size(); ++k)
      order.push_back({points[k], {parts.size() - 1, k}});
  }
  std::ranges::sort(order, {}, &std::pair<std::int64_t, Where>::first);
  for (const Generation& generation : stored.generations()) {
    hash.add(exact(generation.t) + "\n");
    std::vector<PartFile::Rows> rows;
    for (const PartFile& part : parts) rows.push_back(part.rows(generation.number));
    for (const auto& [number, place] : order) {
      const auto& [q, u] = rows[place.part];
      hash.add(std::string_view(q).substr(24 * place.k, 24));
      hash.add(std::string_view(u).substr(24 * place.k, 24));
    }
  }
  return hash.hex();
}

}  // namespace zwang
