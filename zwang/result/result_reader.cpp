// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Reading a result that may come from anywhere. Everything is looked at once before anyone is told
// anything.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "zwang/result/tables.hpp"

namespace zwang {
namespace {

using sqlite::Database;
using sqlite::Statement;

std::optional<double> number_or_none(const Statement& line, int column) {
  if (line.null(column)) return std::nullopt;
  return line.number(column);
}

std::string text_or_empty(const Statement& line, int column) {
  return line.null(column) ? std::string() : line.text(column);
}

ConstraintStatus status_named(const Database& database, const std::string& text,
                              std::int64_t event) {
  for (int i = 0; i <= static_cast<int>(ConstraintStatus::slipping); ++i)
    if (name(static_cast<ConstraintStatus>(i)) == text) return static_cast<ConstraintStatus>(i);
  tables::damaged(database, fmt::format("table event_constraints, event {}: status", event));
}

}  // namespace

struct ResultReader::Reading {
  Database database;
  std::map<std::string, MetaValue> meta, provenance;
  RunStatus status = RunStatus::running;
  RunDescription description;
  std::vector<Channel> channels;
  std::vector<StoredMass> masses;
  std::vector<StoredConstraint> constraints;
  std::vector<StoredEvent> events;
  std::vector<CertificateNumber> certificates;
  std::int64_t rows = 0;

  explicit Reading(const std::string& path) : database(path, Database::Access::read) {
    database.execute("BEGIN");  // one commit is seen until the end
    tables::require_sound(database);
    meta = tables::read_pairs(database, "meta");
    provenance = tables::read_pairs(database, "provenance");
    status = tables::status_in(database, meta);
    description = tables::read_description(database, meta);
    channels = tables::read_channels(database);
    const auto size = meta.find("block_rows");
    if (size == meta.end() ||
        size->second != MetaValue(static_cast<std::int64_t>(block_rows(channels))))
      tables::damaged(database, "table meta, 'block_rows'");
    read_model();
    each_block([&](const Block& block) { rows += static_cast<std::int64_t>(block.rows()); });
    read_events();
    read_certificates();
  }

  // All blocks in order, each full but the last.
  template <class Use>
  void each_block(Use&& use) const {
    auto lines = database.prepare("SELECT first, n, t0, t1, data, crc FROM blocks ORDER BY first");
    Block block(channels);
    std::size_t first = 0;
    const std::size_t full = block_rows(channels);
    while (lines.step()) {
      if (first % full != 0)
        tables::damaged(database, fmt::format("table blocks, row {}: a short block before the last",
                                              first / full * full));
      tables::read_block(database, lines, first, channels, block);
      first += block.rows();
      use(block);
    }
  }

  void read_model() {
    auto lines = database.prepare("SELECT id, name, kind, mass FROM masses ORDER BY id");
    while (lines.step()) {
      if (lines.integer(0) != static_cast<std::int64_t>(masses.size()))
        tables::damaged(database, fmt::format("table masses, row {}", masses.size()));
      masses.push_back({lines.text(1), lines.text(2), number_or_none(lines, 3)});
    }
    auto binding = database.prepare(
        "SELECT id, name, kind, text, latex, shape, restitution FROM constraints ORDER BY id");
    while (binding.step()) {
      if (binding.integer(0) != static_cast<std::int64_t>(constraints.size()))
        tables::damaged(database, fmt::format("table constraints, row {}", constraints.size()));
      constraints.push_back({binding.text(1), binding.text(2), binding.text(3),
                             text_or_empty(binding, 4), binding.text(5),
                             number_or_none(binding, 6)});
    }
  }

  void read_events() {
    auto lines = database.prepare(
        "SELECT id, t, kind, cause, row, located, uncertainty, energy_before, energy_after, "
        "supplied, "
        "text FROM events ORDER BY id");
    while (lines.step()) {
      const auto id = static_cast<std::int64_t>(events.size());
      StoredEvent event;
      const auto kind = event_kind_named(lines.text(2));
      event.row = lines.integer(4);
      if (lines.integer(0) != id || !kind || event.row < 0 ||
          event.row >= std::max<std::int64_t>(1, rows))
        tables::damaged(database, fmt::format("table events, row {}", id));
      event.kind = *kind;
      event.t = lines.number(1);
      event.cause = text_or_empty(lines, 3);
      event.located = number_or_none(lines, 5);
      event.uncertainty = number_or_none(lines, 6);
      event.energy_before = number_or_none(lines, 7);
      event.energy_after = number_or_none(lines, 8);
      event.supplied = number_or_none(lines, 9);
      event.text = text_or_empty(lines, 10);
      events.push_back(std::move(event));
    }
    constexpr std::array<std::string_view, 3> roles = {"cause", "part", "weak"};
    auto parts = database.prepare(
        "SELECT event, constraint_id, role, before, after, approach, impulse FROM "
        "event_constraints "
        "ORDER BY event, constraint_id");
    while (parts.step()) {
      const std::int64_t id = parts.integer(0);
      const std::int64_t constraint = parts.integer(1);
      StoredPart part;
      part.role = parts.text(2);
      if (id < 0 || id >= static_cast<std::int64_t>(events.size()) || constraint < 0 ||
          constraint >= static_cast<std::int64_t>(constraints.size()) ||
          std::ranges::find(roles, part.role) == roles.end())
        tables::damaged(database, fmt::format("table event_constraints, event {}", id));
      part.constraint = static_cast<int>(constraint);
      part.before = status_named(database, parts.text(3), id);
      part.after = status_named(database, parts.text(4), id);
      part.approach = number_or_none(parts, 5);
      part.impulse = number_or_none(parts, 6);
      events[static_cast<std::size_t>(id)].parts.push_back(std::move(part));
    }
  }

  void read_certificates() {
    auto lines = database.prepare(
        "SELECT number, worst, allowed, t, constraint_id FROM certificates ORDER BY first, number");
    while (lines.step()) {
      CertificateNumber number{lines.text(0), lines.number(1), lines.number(2),
                               number_or_none(lines, 3)};
      if (!lines.null(4)) {
        const std::int64_t constraint = lines.integer(4);
        if (constraint < 0 || constraint >= static_cast<std::int64_t>(constraints.size()))
          tables::damaged(database, fmt::format("table certificates, '{}'", number.number));
        number.constraint = static_cast<int>(constraint);
      }
      certificates.push_back(std::move(number));
    }
  }
};

ResultReader::ResultReader(const std::string& path) {
  tables::require_result(path);
  reading_ = std::make_unique<Reading>(path);
}
ResultReader::ResultReader(ResultReader&&) noexcept = default;
ResultReader::~ResultReader() = default;

const RunDescription& ResultReader::description() const { return reading_->description; }
const std::map<std::string, MetaValue>& ResultReader::meta() const { return reading_->meta; }
const std::map<std::string, MetaValue>& ResultReader::provenance() const {
  return reading_->provenance;
}
RunStatus ResultReader::status() const { return reading_->status; }
const std::vector<Channel>& ResultReader::channels() const { return reading_->channels; }
const std::vector<StoredMass>& ResultReader::masses() const { return reading_->masses; }
const std::vector<StoredConstraint>& ResultReader::constraints() const {
  return reading_->constraints;
}
std::int64_t ResultReader::rows() const { return reading_->rows; }
const std::vector<StoredEvent>& ResultReader::events() const { return reading_->events; }
const std::vector<CertificateNumber>& ResultReader::certificates() const {
  return reading_->certificates;
}

std::vector<double> ResultReader::values(const std::string& channel, std::size_t member) const {
  // its place among the members of its type
  std::size_t numbers = 0;
  std::size_t small = 0;
  for (const Channel& one : reading_->channels) {
    const bool is_number = one.type == ChannelType::f64;
    if (one.name == channel && member < one.width) {
      std::vector<double> values;
      const std::size_t place = (is_number ? numbers : small) + member;
      reading_->each_block([&](const Block& block) {
        for (std::size_t row = 0; row < block.rows(); ++row)
          values.push_back(is_number ? block.number(place, row) : double(block.small(place, row)));
      });
      return values;
    }
    (is_number ? numbers : small) += one.width;
  }
  throw Error(Code::E103, fmt::format("there is no channel '{}'", channel),
              {.file = reading_->database.path()});
}

void ResultReader::each_row(
    const std::function<void(std::span<const double>, std::span<const std::uint8_t>)>& step) const {
  std::size_t numbers = 0, small = 0;
  for (const Channel& one : reading_->channels)
    (one.type == ChannelType::f64 ? numbers : small) += one.width;
  std::vector<double> doubles(numbers);
  std::vector<std::uint8_t> bytes(small);
  reading_->each_block([&](const Block& block) {
    for (std::size_t row = 0; row < block.rows(); ++row) {
      for (std::size_t i = 0; i < numbers; ++i) doubles[i] = block.number(i, row);
      for (std::size_t i = 0; i < small; ++i) bytes[i] = block.small(i, row);
      step(doubles, bytes);
    }
  });
}

}  // namespace zwang
