// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Every call that a run makes to its files fails once, or from then on: the run ends with a named
// error or as if nothing had happened, and the file stays at its last commit.

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>

#include "tests/result/fault_truth.hpp"

namespace {

using namespace zwang;
using namespace zwang::fault;
using zwang::stored::ball;
using zwang::stored::Case;
namespace fs = std::filesystem;

struct Kind {
  Call call;
  int error;
  bool lasting;
};

// An interrupted call is made again, for ever if it never succeeds.
const std::vector<Kind> kinds = {
    {Call::open, EMFILE, false},    {Call::open, EMFILE, true},    {Call::open, EROFS, false},
    {Call::open, EROFS, true},      {Call::read, EIO, false},      {Call::read, EIO, true},
    {Call::read, EINTR, false},     {Call::read, 0, false},        {Call::read, 0, true},
    {Call::write, ENOSPC, false},   {Call::write, ENOSPC, true},   {Call::write, EIO, false},
    {Call::write, EIO, true},       {Call::write, EDQUOT, true},   {Call::write, EINTR, false},
    {Call::write, 0, false},        {Call::write, 0, true},        {Call::truncate, EIO, false},
    {Call::truncate, ENOSPC, true}, {Call::sync, EIO, false},      {Call::sync, EIO, true},
    {Call::sync, ENOSPC, false},    {Call::remove, EIO, false},    {Call::remove, EROFS, true},
    {Call::rename, EIO, false},     {Call::rename, ENOSPC, false}, {Call::rename, EROFS, true},
};

bool harmless(const Kind& kind) { return kind.error == 0 || kind.error == EINTR; }

// How many of the points where a call may fail are left out for one that is tried.
long stride(long points) {
  const char* const asked = std::getenv("ZWANG_COUNT");
  return asked ? std::max(1L, points / std::max(1, std::atoi(asked))) : 1;
}

struct Tried {
  int points = 0, unharmed = 0, wrong = 0;

  void complain(const Kind& kind, long k, const std::string& text) {
    if (++wrong > 10) return;
    MESSAGE(
        fmt::format("call of kind {}, number {}, {}{}: {}", static_cast<int>(kind.call), k,
                    kind.error == 0 ? "half of it" : std::generic_category().message(kind.error),
                    kind.lasting ? " from then on" : "", text));
  }
};

// Does `work` with every fault in turn. `before` puts the files in order, `after` looks at them
// and says what is wrong; it is given the error, if there was one.
template <class Before, class Work, class After>
Tried with_every_fault(const Folder& folder, Before&& before, Work&& work, After&& after) {
  std::array<long, calls> count{};
  before();
  {
    Watch disk(folder.path.string());
    work(disk);
    count = disk.count;
  }
  long points = 0;
  for (const Kind& kind : kinds) points += count[static_cast<std::size_t>(kind.call)];
  const long apart = stride(points);
  Tried tried;
  long next = 0, point = 0;
  for (const Kind& kind : kinds) {
    for (long k = 0; k < count[static_cast<std::size_t>(kind.call)]; ++k) {
      if (point++ != next) continue;
      next += apart;
      ++tried.points;
      before();
      std::optional<Error> error;
      {
        Watch disk(folder.path.string());
        disk.fault = {kind.call, k, kind.lasting ? LONG_MAX : k, kind.error};
        try {
          work(disk);
          ++tried.unharmed;
        } catch (const Error& caught) {
          error = caught;
        }
        if (!disk.failed) tried.complain(kind, k, "the call was not made");
      }
      if (error && harmless(kind)) tried.complain(kind, k, error->what());
      if (error && error->code() != Code::E410 && error->code() != Code::E401)
        tried.complain(kind, k, error->what());
      if (const std::string said = after(error); !said.empty()) tried.complain(kind, k, said);
    }
  }
  return tried;
}

void clear(const Folder& folder) {
  for (const auto& entry : fs::directory_iterator(folder.path)) fs::remove(entry.path());
}

}  // namespace

TEST_CASE("whichever call fails, a run ends with a named error and its file at the last commit") {
  fold_often(20);
  const Folder folder = quick_folder(), other = quick_folder();
  const Case one(ball(), 0.45, 1e-9, 0.02);
  const std::string path = folder / "a.zw";
  std::vector<Commit> commits, true_commits;
  {
    const Watch disk(other.path.string());
    write_noting(one, other / "a.zw", disk, true_commits);
  }
  const Truth truth(other / "a.zw", true_commits);
  int resumed = 0;
  const Tried tried = with_every_fault(
      folder,
      [&] {
        clear(folder);
        commits.clear();
      },
      [&](const Watch& disk) { write_noting(one, path, disk, commits); },
      [&](const std::optional<Error>& error) -> std::string {
        const std::size_t at = commits.empty() ? 0 : true_commits[commits.size() - 1].at;
        if (!error && commits.size() != true_commits.size()) return "not finished, and no error";
        if (fs::exists(path + ".new")) return "half a file is left";
        std::string said = truth.difference(path, at);
        if (!said.empty() || !fs::exists(path)) return said;
        fold(path);
        if (ResultReader(path).status() != RunStatus::finished && ++resumed % 10 == 0)
          one.finish(path);
        if (ResultReader(path).status() == RunStatus::finished &&
            content_hash(path) != truth.hash())
          return "another content after going on";
        return "";
      });
  MESSAGE(tried.points << " faults while writing, " << tried.unharmed << " without effect");
  CHECK(tried.points > 0);
  CHECK(tried.wrong == 0);
}

TEST_CASE("whichever call fails, a resumed run loses nothing") {
  fold_often(20);
  const Folder folder = quick_folder(), other = quick_folder();
  const Case one(ball(), 0.45, 1e-9, 0.02);
  const std::string path = folder / "a.zw";
  std::vector<Commit> commits;
  {
    const Watch disk(other.path.string());
    write_noting(one, other / "a.zw", disk, commits);
  }
  const Truth truth(other / "a.zw", commits);
  const pid_t child = stored::start_process([&] {
    one.store(other / "b.zw", stored::killed_after(15, 0.0));
    return 0;
  });
  REQUIRE(stored::wait_for(child) == -SIGKILL);
  const std::string bytes = stored::bytes_of(other / "b.zw");
  const std::string log = stored::bytes_of(other / "b.zw-wal");
  REQUIRE_FALSE(log.empty());
  const std::int64_t rows = ResultReader(other / "b.zw").rows();
  const auto safe = std::ranges::find(commits, rows, &Commit::rows);
  REQUIRE(safe != commits.end());
  const Tried tried = with_every_fault(
      folder,
      [&] {
        clear(folder);
        stored::put_bytes(path, bytes);
        stored::put_bytes(path + "-wal", log);
      },
      [&](const Watch&) { one.finish(path, {.sync = 0.0}); },
      [&](const std::optional<Error>& error) -> std::string {
        std::string said = truth.difference(path, safe->at);
        if (!said.empty()) return said;
        fold(path);
        if (ResultReader(path).status() != RunStatus::finished)
          return error ? "" : "not finished, and no error";
        return "";
      });
  MESSAGE(tried.points << " faults while going on, " << tried.unharmed << " without effect");
  CHECK(tried.points > 0);
  CHECK(tried.wrong == 0);
}

TEST_CASE("a disk that cannot be read is not reported as a damaged file") {
  const Folder folder = quick_folder();
  const Case one(ball(), 0.45, 1e-9, 0.02);
  const std::string path = folder / "a.zw";
  one.store(path);
  const std::string hash = content_hash(path);
  std::string read;
  const Tried tried = with_every_fault(
      folder, [&] { read.clear(); },
      [&](const Watch&) {
        const ResultReader reader(path);
        reader.values("p.y");
        read = content_hash(path);
      },
      [&](const std::optional<Error>& error) -> std::string {
        if (!error) return read == hash ? "" : "read wrongly";
        return error->code() == Code::E401 ? "" : error->what();
      });
  MESSAGE(tried.points << " faults while reading, " << tried.unharmed << " without effect");
  CHECK(tried.points > 0);
  CHECK(tried.wrong == 0);
}

TEST_CASE("a disk that is really full leaves the file at its last commit") {
  const Folder folder;
  const Case one(ball(), 1.5, 1e-9, 0.005);
  one.store(folder / "whole.zw");
  const std::string whole = content_hash(folder / "whole.zw");
  const auto size_of = [](int kilobytes) { return fmt::format("size={}k", kilobytes); };
  // the small disk is seen by one process only and goes with it
  const int no_disk = 77, wrong = 1;
  const pid_t child = stored::start_process([&] {
    const std::string disk = folder / "disk";
    fs::create_directory(disk);
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      return no_disk;
    int refused = 0, partly = 0;
    for (int kilobytes = 40; kilobytes < 1200; kilobytes += 40) {
      if (mount("none", disk.c_str(), "tmpfs", 0, size_of(kilobytes).c_str()) != 0) return no_disk;
      const std::string path = disk + "/a.zw";
      const auto code = stored::code_of([&] { one.store(path, {.sync = 0.0}); });
      if (code && *code != Code::E410) return wrong;
      // more room, and it goes on
      if (mount("none", disk.c_str(), "tmpfs", MS_REMOUNT, size_of(20000).c_str()) != 0)
        return no_disk;
      refused += !fs::exists(path);
      if (code && fs::exists(path)) {
        if (fs::exists(path + "-journal")) fold(path);
        partly += ResultReader(path).rows() > 0;
        if (ResultReader(path).status() != RunStatus::finished) one.finish(path);
      }
      if (fs::exists(path) && content_hash(path) != whole) return wrong;
      if (umount(disk.c_str()) != 0) return no_disk;
    }
    return refused > 0 && partly > 0 ? 0 : wrong;
  });
  const int status = stored::wait_for(child);
  if (status == no_disk) {
    MESSAGE("skipped: no disk may be mounted here");
    return;
  }
  CHECK(status == 0);
}
