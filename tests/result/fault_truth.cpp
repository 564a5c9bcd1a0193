// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/result/fault_truth.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>

#include "zwang/prepare/motion_of.hpp"

namespace zwang::fault {
namespace {

namespace fs = std::filesystem;

int pages_until_fold = 1000;

extern "C" int at_connection(sqlite3* database, const char**, const sqlite3_api_routines*) {
  return sqlite3_wal_autocheckpoint(database, pages_until_fold);
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const StoredPart& a, const StoredPart& b) {
  return a.constraint == b.constraint && a.role == b.role && a.before == b.before &&
         a.after == b.after && same(a.approach, b.approach) && same(a.impulse, b.impulse);
}

bool same(const StoredEvent& a, const StoredEvent& b) {
  return same(a.t, b.t) && a.kind == b.kind && a.cause == b.cause && a.row == b.row &&
         same(a.located, b.located) && same(a.uncertainty, b.uncertainty) &&
         same(a.energy_before, b.energy_before) && same(a.energy_after, b.energy_after) &&
         same(a.supplied, b.supplied) && a.text == b.text &&
         std::ranges::equal(a.parts, b.parts,
                            [](const auto& p, const auto& q) { return same(p, q); });
}

// Tells its test when a step is safe.
struct Noting : Recorder {
  ResultWriter& writer;
  const Watch& disk;
  std::vector<Commit>& commits;

  Noting(ResultWriter& w, const Watch& d, std::vector<Commit>& c)
      : writer(w), disk(d), commits(c) {}
  void row(const Frame& frame) override { writer.row(frame); }
  void event(const Event& event) override { writer.event(event); }
  void checkpoint(const Checkpoint& now) override {
    writer.checkpoint(now);
    if (!writer.failure()) note();
  }
  bool stop() override { return writer.stop(); }
  void note() { commits.push_back({disk.done.size(), writer.rows(), writer.events()}); }
};

}  // namespace

Folder quick_folder() {
  const fs::path memory = "/dev/shm";
  const bool there = ::access(memory.c_str(), W_OK) == 0;
  return Folder(there ? memory : fs::temp_directory_path());
}

void write_noting(const stored::Case& one, const std::string& path, const Watch& disk,
                  std::vector<Commit>& commits) {
  ResultWriter writer(path, one.description, one.system, {.sync = 0.0});
  Noting noting(writer, disk, commits);
  noting.note();
  RunOptions asked = one.options;
  asked.recorder = &noting;
  const Trajectory motion = run(one.system, one.model->start(), asked);
  writer.finish(ending_of(motion));
  noting.note();
}

void fold_often(int pages) {
  pages_until_fold = pages;
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(at_connection));
}

Truth::Truth(const std::string& path, std::vector<Commit> commits)
    : commits_(std::move(commits)), hash_(content_hash(path)) {
  const ResultReader whole(path);
  channels_ = whole.channels();
  for (const Channel& channel : channels_) values_.push_back(whole.values(channel.name));
  events_ = whole.events();
}

const Commit* Truth::safe(std::size_t at) const {
  const auto after = std::ranges::upper_bound(commits_, at, {}, &Commit::at);
  return after == commits_.begin() ? nullptr : &*std::prev(after);
}

std::string Truth::difference(const std::string& path, std::size_t at) const {
  const Commit* const least = safe(at);
  if (!fs::exists(path)) return least ? "the file is gone" : "";
  try {
    // only someone who may write can take back half a change
    if (fs::exists(path + "-journal")) fold(path);
    const ResultReader reader(path);
    const auto rows = static_cast<std::size_t>(reader.rows());
    const auto events = static_cast<std::int64_t>(reader.events().size());
    if (least && (reader.rows() < least->rows || events < least->events))
      return fmt::format("{} of {} rows are lost", least->rows - reader.rows(), least->rows);
    if (std::ranges::none_of(commits_, [&](const Commit& commit) {
          return commit.rows == reader.rows() && commit.events == events;
        }))
      return fmt::format("half a commit: {} rows, {} events", rows, events);
    if (reader.channels().size() != channels_.size()) return "channels";
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const auto values = reader.values(channels_[i].name);
      if (!std::equal(values.begin(), values.end(), values_[i].begin(),
                      [](double a, double b) { return same(a, b); }))
        return "a wrong value of " + channels_[i].name;
    }
    for (std::size_t i = 0; i < reader.events().size(); ++i)
      if (!same(reader.events()[i], events_[i])) return fmt::format("event {} is wrong", i);
    if (reader.status() == RunStatus::finished && content_hash(path) != hash_)
      return "finished, but with another content";
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace zwang::fault
