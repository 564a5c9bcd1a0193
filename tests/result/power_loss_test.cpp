// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A process may be killed between any two calls, and in the middle of a write; the power may go at
// any moment. A call that was followed by a sync is on the disk then. Of the others each may be
// there, be lost, be there in part, or have left garbage: that a later one is there and an earlier
// one is not is what a disk that reorders looks like.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/count.hpp"
#include "tests/result/fault_truth.hpp"

namespace {

using namespace zwang;
using namespace zwang::fault;
using zwang::stored::ball;
using zwang::stored::Case;
namespace fs = std::filesystem;

// What is on a disk.
struct Disk {
  std::map<std::string, int> names;
  std::map<int, std::string> files;

  void apply(const Done& done) {
    std::string& bytes = files[done.file];
    switch (done.call) {
      case Call::open: names[done.name] = done.file; break;
      case Call::write:
        bytes.resize(std::max(bytes.size(), done.offset + done.bytes.size()));
        bytes.replace(done.offset, done.bytes.size(), done.bytes);
        break;
      case Call::truncate: bytes.resize(done.offset); break;
      case Call::remove: names.erase(done.name); break;
      case Call::rename:
        names.erase(done.name);
        names[done.other] = done.file;
        break;
      case Call::read:
      case Call::sync: break;
    }
  }

  void store_in(const Folder& folder) const {
    for (const auto& entry : fs::directory_iterator(folder.path)) fs::remove(entry.path());
    for (const auto& [name, file] : names)
      stored::put_bytes((folder.path / name).string(), files.at(file));
  }
};

// A run's calls, to be done again up to any point.
class Tape {
 public:
  Tape(std::vector<Done> done, Disk before) : done_(std::move(done)) {
    for (std::size_t i = 0; i < done_.size(); ++i) {
      if (i % apart == 0) shots_.push_back(before);
      before.apply(done_[i]);
    }
  }
  std::size_t size() const { return done_.size(); }

  // Killed after so many calls.
  Disk killed(std::size_t at) const { return from(at); }

  // Killed in the middle of a write.
  Disk half(std::size_t at, std::mt19937& random) const {
    Disk disk = from(at);
    Done last = done_[at];
    if (last.call == Call::write) last.bytes.resize(random() % last.bytes.size());
    disk.apply(last);
    return disk;
  }

  Disk without_power(std::size_t at, std::mt19937& random) const {
    std::vector<std::size_t> open;  // not known to be on the disk, newest first
    std::set<int> synced;
    for (std::size_t i = at; i-- > 0;) {
      const Done& done = done_[i];
      const bool of_names =
          done.call == Call::open || done.call == Call::remove || done.call == Call::rename;
      if (done.call == Call::sync)
        synced.insert(done.file);
      else if (!synced.contains(of_names ? the_folder : done.file))
        open.push_back(i);
    }
    Disk disk = from(open.empty() ? at : open.back());
    const auto kept = random() % 5;  // of four: none, some, all
    for (std::size_t i = open.empty() ? at : open.back(); i < at; ++i) {
      const bool is_open = !open.empty() && open.back() == i;
      if (is_open) open.pop_back();
      if (is_open && random() % 4 >= kept) {
        if (done_[i].call != Call::write || random() % 3 != 0) continue;
        Done torn = done_[i];
        if (random() % 2 == 0)
          torn.bytes.resize(random() % torn.bytes.size());
        else
          for (char& byte : torn.bytes) byte = static_cast<char>(random());
        disk.apply(torn);
        continue;
      }
      disk.apply(done_[i]);
    }
    return disk;
  }

 private:
  static constexpr std::size_t apart = 64;
  std::vector<Done> done_;
  std::vector<Disk> shots_;  // before every so many calls

  Disk from(std::size_t at) const {
    const std::size_t shot = std::min(at / apart, shots_.size() - 1);
    Disk disk = shots_[shot];
    for (std::size_t i = shot * apart; i < at; ++i) disk.apply(done_[i]);
    return disk;
  }
};

}  // namespace

TEST_CASE("no committed row is lost and none is wrong, wherever the process or the power fails") {
  fold_often(40);
  const Folder folder = quick_folder(), other = quick_folder();
  const Case one(ball(), 1.3, 1e-9, 0.005);
  std::vector<Commit> commits;
  std::vector<Done> done;
  {
    const Watch disk(folder.path.string());
    write_noting(one, folder / "a.zw", disk, commits);
    done = disk.done;
  }
  const Truth truth(folder / "a.zw", commits);
  REQUIRE(ResultReader(folder / "a.zw").rows() > 256);  // more than one block
  const Tape tape(std::move(done), {});
  const std::size_t named = commits.front().at;

  const auto replays = static_cast<std::size_t>(asked_count(10000));
  std::mt19937 random(1919);
  const std::string path = other / "a.zw";
  int wrong = 0, nameless = 0, resumed = 0, with_journal = 0;
  for (std::size_t i = 0; i < replays; ++i) {
    // half of them one after the other, half of them anywhere; the beginning and the end are rare
    std::size_t at = i / 2 * tape.size() / (replays / 2 + 1);
    if (i % 2 == 1) {
      const std::size_t rare = random() % 8;
      at = random() % tape.size();
      if (rare == 0) at = random() % named;
      if (rare == 1) at = tape.size() - random() % 60;
    }
    const Disk disk = i % 4 == 0                       ? tape.killed(at)
                      : i % 4 == 2 && at < tape.size() ? tape.half(at, random)
                                                       : tape.without_power(at, random);
    disk.store_in(other);
    with_journal += fs::exists(path + "-journal");
    const std::string difference = truth.difference(path, at);
    if (!difference.empty() && ++wrong <= 10)
      MESSAGE("replay " << i << " of kind " << i % 4 << ", after " << at
                        << " calls: " << difference);
    if (!fs::exists(path)) {
      ++nameless;
      continue;
    }
    if (i % (replays / 100 + 1) != 0 || !difference.empty()) continue;
    disk.store_in(other);  // as it was before it was read
    ++resumed;
    fold(path);
    if (ResultReader(path).status() != RunStatus::finished) one.finish(path);
    CHECK(content_hash(path) == truth.hash());
  }
  MESSAGE(replays << " replays of " << tape.size() << " calls and " << commits.size()
                  << " commits; " << nameless << " before the file had a name, " << with_journal
                  << " with a -journal, " << resumed << " resumed");
  CHECK(wrong == 0);
  CHECK(nameless > 0);
}

TEST_CASE("a result that replaces that of a killed run is complete or not there yet") {
  fold_often(40);
  const Folder folder = quick_folder(), other = quick_folder();
  const Case old(ball(), 3.0, 1e-9, 0.005), one(ball(), 0.2, 1e-9, 0.005);
  const std::string path = folder / "a.zw";
  const pid_t child = stored::start_process([&] {
    old.store(path, stored::killed_after(100, 0.0));
    return 0;
  });
  REQUIRE(stored::wait_for(child) == -SIGKILL);
  Disk before;
  std::vector<Commit> commits;
  std::vector<Done> done;
  {
    Watch disk(folder.path.string());
    for (const char* name : {"a.zw", "a.zw-wal"}) {
      const int file = disk.number_of(name);
      before.names[name] = file;
      before.files[file] = stored::bytes_of(folder / name);
    }
    write_noting(one, path, disk, commits);
    done = disk.done;
  }
  const Truth truth(path, commits);
  const std::size_t named = commits.front().at;
  const Tape tape(std::move(done), before);

  std::mt19937 random(1884);
  int wrong = 0, is_old = 0, is_new = 0;
  for (int i = 0; i < std::min(asked_count(10000), 1500); ++i) {
    const std::size_t at = random() % (i % 4 == 0 ? tape.size() : named + 40);
    const Disk disk = i % 3 == 0 ? tape.killed(at) : tape.without_power(at, random);
    disk.store_in(other);
    const std::string there = other / "a.zw";
    const std::string difference = truth.difference(there, at);
    if (difference.empty()) {
      ++is_new;
      continue;
    }
    // until the new one is safe the old one may be there, whole or as a damage with a name
    const auto code = stored::code_of([&] { const ResultReader reader(there); });
    const bool named_damage = !code || *code == Code::E430 || *code == Code::E401;
    const bool right = at < named && named_damage &&
                       (code || ResultReader(there).description().settings[1].used == "3");
    is_old += right;
    if (!right && ++wrong <= 10)
      MESSAGE("replay " << i << " after " << at << " calls: " << difference);
  }
  CHECK(wrong == 0);
  CHECK(is_old > 0);
  CHECK(is_new > 0);
}
