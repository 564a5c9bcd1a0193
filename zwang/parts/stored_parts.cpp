// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/parts/stored_parts.hpp"

#include <fmt/format.h>

#include <charconv>

#include "zwang/model_file/read_model.hpp"
#include "zwang/result/bytes.hpp"

namespace zwang {
namespace {

using sqlite::Database;

std::vector<std::int64_t> integers(std::string_view bytes) {
  std::vector<std::int64_t> found(bytes.size() / 8);
  for (std::size_t k = 0; k < found.size(); ++k)
    found[k] = static_cast<std::int64_t>(integer_at(bytes, 8 * k));
  return found;
}

std::vector<double> numbers(std::string_view bytes) {
  std::vector<double> found(bytes.size() / 8);
  for (std::size_t k = 0; k < found.size(); ++k) found[k] = number_at(bytes, 8 * k);
  return found;
}

}  // namespace

std::string folder_of_parts(const std::string& path, int edition) {
  return fmt::format("{}.parts{}", path.ends_with(".zw") ? path.substr(0, path.size() - 3) : path,
                     edition == 1 ? "" : fmt::format("-{}", edition));
}

template <class Number>
Number StoredParts::number_asked(const std::string& what) const {
  const std::string text = asked(what);
  Number number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong != std::errc() || end != text.data() + text.size())
    throw Error(Code::E430, fmt::format("damaged result: its {} is '{}'", what, text),
                {.file = path_});
  return number;
}

StoredParts::StoredParts(std::string path)
    : path_(std::move(path)), head_(path_, Database::Access::read) {
  const auto tables = head_.ask(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('parts', "
      "'generations')");
  if (tables != sqlite::Value(std::int64_t{2}))
    throw Error(Code::E430, "damaged, or not a result in parts", {.file = path_});
  processes_ = number_asked<int>("processes");
  edition_ = number_asked<int>("folder");
  until_ = number_asked<double>("until");
  auto all = head_.prepare(
      "SELECT number, steps, t, changed, natural, violation, risen, most_risen, largest_energy "
      "FROM "
      "generations ORDER BY number");
  for (all.begin(); all.step();)
    generations_.push_back({all.integer(0),
                            all.integer(1),
                            all.number(2),
                            static_cast<int>(all.integer(3)),
                            all.number(4),
                            all.number(5),
                            {all.number(6), all.number(7), all.number(8)}});
}

std::string StoredParts::asked(const std::string& what) const {
  auto statement = head_.prepare("SELECT value FROM parts WHERE key = ?");
  statement.begin(what);
  return statement.step() ? statement.text(0) : std::string();
}

std::string StoredParts::part_path(int rank) const {
  return fmt::format("{}/{}.zw", folder_of_parts(path_, edition_), rank);
}

ModelFile StoredParts::model() const {
  ModelFile file = read_model_text(asked("model"), path_, {.knows_end = true, .sample = true});
  if (!file.usable())
    throw Error(Code::E430, fmt::format("{}: the model in it cannot be read: {}", path_,
                                        file.mistakes.empty() ? "" : file.mistakes[0].what()));
  return file;
}

PartFile::PartFile(const StoredParts& parts, int rank)
    : head_(parts.path()),
      database_(std::make_unique<Database>(parts.part_path(rank), Database::Access::read)) {
  auto sizes = database_->prepare(
      "SELECT length(points) / 8, length(first) / 8, length(families) / 8 FROM members");
  sizes.begin();
  if (!sizes.step() || sizes.integer(1) != sizes.integer(2)) lacks();
  points_ = static_cast<std::size_t>(sizes.integer(0));
  constraints_ = static_cast<std::size_t>(sizes.integer(1));
}

std::vector<std::int64_t> PartFile::points() const {
  auto members = database_->prepare("SELECT points FROM members");
  members.begin();
  if (!members.step()) lacks();
  return integers(members.bytes(0));
}

PartFile::Constraints PartFile::constraints() const {
  auto members = database_->prepare("SELECT first, families FROM members");
  members.begin();
  if (!members.step()) lacks();
  return {integers(members.bytes(0)), integers(members.bytes(1))};
}

PartFile::Rows PartFile::rows(std::int64_t generation) const {
  auto row = database_->prepare("SELECT q, u FROM rows WHERE generation = ?");
  row.begin(generation);
  if (!row.step()) lacks();
  Rows rows{std::string(row.bytes(0)), std::string(row.bytes(1))};
  if (rows.q.size() != 24 * points_ || rows.u.size() != rows.q.size()) lacks();
  return rows;
}

bool PartFile::has_bonds(std::int64_t generation) const {
  auto row = database_->prepare("SELECT 1 FROM bonds WHERE generation = ?");
  row.begin(generation);
  return row.step();
}

PartFile::Bonds PartFile::bonds(std::int64_t generation) const {
  auto row = database_->prepare("SELECT impulse, push, acted FROM bonds WHERE generation = ?");
  row.begin(generation);
  if (!row.step()) lacks();
  Bonds bonds{numbers(row.bytes(0)), numbers(row.bytes(1)), {}};
  for (const char one : row.bytes(2)) bonds.acted.push_back(one != 0);
  for (const std::size_t size : {bonds.impulse.size(), bonds.push.size(), bonds.acted.size()})
    if (size != constraints_) lacks();
  return bonds;
}

void PartFile::lacks() const {
  throw Error(Code::E430, fmt::format("{} lacks what {} lists", database_->path(), head_));
}

}  // namespace zwang
