// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result says the same whatever happened to the process that wrote it.

#include "zwang/result/result.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <set>
#include <thread>

#include "tests/result/result_case.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/result/checkpoint.hpp"
#include "zwang/result/sqlite.hpp"

namespace {

using namespace zwang;
using namespace zwang::stored;

void change(const std::string& path, const std::string& sql) {
  sqlite::Database(path, sqlite::Database::Access::write).execute(sql);
}

}  // namespace

TEST_CASE("a result reads back as it was written") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005);
  struct Keep : Recorder {
    std::vector<Frame> frames;
    std::vector<Event> events;
    void row(const Frame& f) override { frames.push_back(f); }
    void event(const Event& e) override { events.push_back(e); }
  } keep;
  RunOptions asked = one.options;
  asked.recorder = &keep;
  static_cast<void>(run(one.system, one.model->start(), asked));
  const Trajectory motion = one.write(folder / "a.zw", {.provenance = {{"command", "zwang run"}}});
  REQUIRE(motion.usable());
  for (const char* left : {"a.zw-wal", "a.zw-shm", "a.zw-journal", "a.zw.lock", "a.zw.new"})
    CHECK_FALSE(fs::exists(folder / left));

  const ResultReader result(folder / "a.zw");
  CHECK(result.status() == RunStatus::finished);
  CHECK(std::get<std::string>(result.provenance().at("command")) == "zwang run");
  CHECK(std::get<std::string>(result.meta().at("zwang")) == "0.1.0");
  CHECK(std::get<double>(result.meta().at("t_end")) == 3.0);
  CHECK(std::get<std::int64_t>(result.meta().at("certified")) == 1);
  CHECK(std::get<std::int64_t>(result.meta().at("steps")) == motion.steps);
  CHECK(std::holds_alternative<std::monostate>(result.meta().at("code")));
  REQUIRE(result.description().sources.size() == 2);
  CHECK(result.description().sources[0].text == "title = \"a ball\"\n");
  CHECK(result.description().sources[1].path == "parts.toml");
  REQUIRE(result.description().settings.size() == 2);
  CHECK(result.description().settings[0].name == "tolerance");
  CHECK_FALSE(result.description().settings[0].given);
  CHECK(result.description().parameters.at(0).value == 1.2);
  REQUIRE(result.masses().size() == 2);
  CHECK(result.masses()[0].kind == "free");
  CHECK(result.masses()[1].kind == "fixed");
  REQUIRE(result.constraints().size() == 2);
  CHECK(result.constraints()[0].kind == "holonomic-inequality");
  CHECK(result.constraints()[0].shape == "surface");
  CHECK(result.constraints()[0].restitution == 0.7);
  CHECK(result.constraints()[1].shape == "string");
  std::vector<std::string> names;
  for (const Channel& channel : result.channels()) names.push_back(channel.name);
  CHECK(names == std::vector<std::string>{"t", "side", "p.x", "p.y", "p.x'", "p.y'",
                                          "floor.multiplier", "string.multiplier", "floor.state",
                                          "string.state"});
  CHECK(result.certificates().size() == 12);  // seven of rows, five of events

  REQUIRE(result.rows() == static_cast<std::int64_t>(keep.frames.size()));
  CHECK(result.rows() > 256);  // more than one block
  const auto t = result.values("t"), side = result.values("side"), y = result.values("p.y");
  const auto rate = result.values("p.y'"), floor = result.values("floor.multiplier");
  const auto state = result.values("floor.state");
  std::set<double> states;
  int different = 0;
  for (std::size_t i = 0; i < keep.frames.size(); ++i) {
    const Frame& frame = keep.frames[i];
    const double byte = frame.side == 0 ? 0.0 : frame.side < 0 ? 1.0 : 2.0;
    different += !(t[i] == frame.t && side[i] == byte && y[i] == frame.q[1] &&
                   rate[i] == frame.u[1] && floor[i] == frame.multipliers[0] &&
                   (state[i] == 2.0) == (frame.statuses[0] == ConstraintStatus::active));
    states.insert(state[i]);
  }
  CHECK(different == 0);
  CHECK(states == std::set<double>{0.0, 2.0});
  CHECK(code_of([&] { result.values("p.z"); }) == Code::E103);

  REQUIRE(result.events().size() == keep.events.size());
  std::set<EventKind> kinds;
  for (std::size_t i = 0; i < keep.events.size(); ++i) {
    const StoredEvent& stored = result.events()[i];
    const Event& event = keep.events[i];
    kinds.insert(event.kind);
    CHECK(stored.kind == event.kind);
    CHECK(stored.t == event.t);
    CHECK(stored.parts.size() == event.parts.size());
    const auto row = static_cast<std::size_t>(stored.row);
    if (event.kind == EventKind::impact) {
      CHECK(t[row] == event.t);
      CHECK(side[row] == 1.0);
      CHECK(stored.cause == "gap");
      CHECK(stored.energy_after == event.energy_after);
      CHECK(stored.parts[0].role == "cause");
      CHECK(stored.parts[0].impulse == event.parts[0].impulse);
      CHECK(stored.parts[0].approach == event.parts[0].rate_before);
      CHECK(stored.parts[0].before == event.parts[0].before);
    }
  }
  CHECK(kinds.contains(EventKind::impact));
  CHECK(kinds.contains(EventKind::settle));
}

TEST_CASE("content does not depend on when commits happen") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005);
  one.store(folder / "often.zw", {.sync = 0.0});
  one.store(folder / "once.zw", {.sync = 1000.0});
  one.store(folder / "full.zw", {.sync = 1000.0, .most_waiting = 3000});
  const std::string hash = content_hash(folder / "once.zw");
  CHECK(hash.size() == 64);
  CHECK(content_hash(folder / "often.zw") == hash);
  CHECK(content_hash(folder / "full.zw") == hash);
  const Case other(ball(), 2.9);
  other.store(folder / "other.zw");
  CHECK(content_hash(folder / "other.zw") != hash);
}

TEST_CASE("killed again and again, a run ends with the content of an undisturbed one") {
  const char* const asked = std::getenv("ZWANG_KILLS");
  const int wanted = asked ? std::max(2, std::atoi(asked)) : 60;
  const Folder folder;
  std::mt19937 random(1899);
  int kills = 0, runs = 0, before_name = 0, with_wal = 0, with_journal = 0, wrong = 0;
  const Case settling(ball(), 3.0, 1e-9, 1e-3), elastic(swing(), 60.0, 1e-9, 1e-2);
  for (const Case* one : {&settling, &elastic}) {
    const std::string path = folder / "killed.zw";
    const auto start = std::chrono::steady_clock::now();
    one->store(folder / "whole.zw", {.sync = 0.002});
    const std::chrono::duration<double> life = std::chrono::steady_clock::now() - start;
    const std::string whole = content_hash(folder / "whole.zw");
    const int enough = one == &settling ? wanted / 2 : wanted;
    while (kills < enough) {
      ++runs;
      fs::remove(path);
      // longer and longer lives, so that there is an end however busy the machine
      double patience = life.count();
      for (;;) {
        const pid_t child = start_process([&] {
          if (fs::exists(path))
            one->finish(path, {.sync = 0.002});
          else
            one->store(path, {.sync = 0.002});
          return 0;
        });
        if (kills < enough) {
          const double now = std::uniform_real_distribution<>(0.0, patience)(random);
          std::this_thread::sleep_for(std::chrono::duration<double>(now));
          kill(child, SIGKILL);
          patience *= 1.02;
        }
        const int status = wait_for(child);
        if (status == 0) break;
        REQUIRE(status == -SIGKILL);
        ++kills;
        if (!fs::exists(path)) {
          ++before_name;
          continue;
        }
        with_wal += fs::exists(path + "-wal");
        // killed while it changed its journal: only someone who may write can read it
        if (fs::exists(path + "-journal")) {
          ++with_journal;
          fold(path);
        }
        const ResultReader reader(path);  // whole at any time
        if (reader.status() == RunStatus::finished) break;
      }
      fold(path);
      if (content_hash(path) != whole) ++wrong;
    }
  }
  MESSAGE(kills << " kills in " << runs << " runs, " << before_name
                << " before the file had a name, " << with_wal << " with a -wal left, "
                << with_journal << " with a -journal");
  CHECK(kills >= wanted);
  CHECK(with_wal > 0);
  CHECK(wrong == 0);
}

TEST_CASE("leftovers of a killed run are not replayed into a new file of the same name") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005), other(ball(), 1.0);
  const std::string path = folder / "a.zw";
  const pid_t child = start_process([&] {
    one.store(path, killed_after(300, 0.0));
    return 0;
  });
  REQUIRE(wait_for(child) == -SIGKILL);
  REQUIRE(fs::exists(path + "-wal"));
  REQUIRE(fs::file_size(path + "-wal") > 0);
  other.store(path);
  other.store(folder / "b.zw");
  CHECK(content_hash(path) == content_hash(folder / "b.zw"));
}

TEST_CASE("a reader that keeps the file open does no harm") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005);
  const std::string path = folder / "a.zw";
  one.store(folder / "b.zw");
  {
    ResultWriter writer(path, one.description, one.system, {.sync = 0.0});
    RunOptions asked = one.options;
    asked.recorder = &writer;
    Trajectory motion = run(one.system, one.model->start(), asked);
    const ResultReader reader(path);  // of a commit before the end
    CHECK(reader.status() == RunStatus::running);
    writer.finish(ending_of(motion));
    CHECK(fs::exists(path + "-wal"));
    CHECK(reader.values("t").size() == static_cast<std::size_t>(reader.rows()));
  }
  CHECK(content_hash(path) == content_hash(folder / "b.zw"));
  fold(path);
  CHECK_FALSE(fs::exists(path + "-wal"));
  CHECK(content_hash(path) == content_hash(folder / "b.zw"));
}

TEST_CASE("a stopped run resumes, and a finished one continues to a later end") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005);
  const std::string path = folder / "a.zw";
  one.store(folder / "b.zw");
  int steps = 100;
  one.store(path, {.stop = [&] { return --steps < 0; }});
  CHECK(ResultReader(path).status() == RunStatus::interrupted);
  one.finish(path);
  CHECK(content_hash(path) == content_hash(folder / "b.zw"));
  CHECK(code_of([&] { one.finish(path); }) == Code::E420);
  CHECK(code_of([&] { one.finish(path, {}, 2.0); }) == Code::E420);
  one.finish(path, {}, 3.5);
  const ResultReader reader(path);
  CHECK(reader.values("t").back() == 3.5);
  CHECK(std::get<std::int64_t>(reader.provenance().at("resumes")) == 2);
  int ends = 0;
  for (const StoredEvent& event : reader.events()) ends += event.kind == EventKind::end;
  CHECK(ends == 1);
  Case other(ball(), 3.0);
  other.description.sources[0].text += " ";
  CHECK(code_of([&] { other.finish(path, {}, 4.0); }) == Code::E420);
  other.description = one.description;
  other.description.parameters[0].value = 1.3;
  CHECK(code_of([&] { other.finish(path, {}, 4.0); }) == Code::E420);
}

TEST_CASE("a broken checkpoint is replaced by the one before it") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005);
  const std::string path = folder / "a.zw";
  one.store(folder / "b.zw");
  int steps = 300;
  one.store(path, {.sync = 0.0, .stop = [&] { return --steps < 0; }});
  const std::string newest = "WHERE generation = (SELECT MAX(generation) FROM checkpoints)";
  change(path, "UPDATE checkpoints SET crc = crc + 1 " + newest);
  fs::copy_file(path, folder / "c.zw");
  one.finish(path);
  CHECK(content_hash(path) == content_hash(folder / "b.zw"));
  change(folder / "c.zw", "UPDATE checkpoints SET data = zeroblob(length(data))");
  CHECK(code_of([&] { one.finish(folder / "c.zw"); }) == Code::E421);
}

TEST_CASE("a checkpoint survives a round trip through bytes, and invalid bytes are rejected") {
  Checkpoint checkpoint;
  checkpoint.state = {Vector::LinSpaced(3, 0.1, 0.3), Vector::LinSpaced(3, -1.0, 1.0), 2.5};
  checkpoint.step = 1e-3;
  checkpoint.on = {1, 0};
  checkpoint.armed = {0, 1};
  checkpoint.armed_multiplier = {1, 1};
  checkpoint.statuses = {ConstraintStatus::active, ConstraintStatus::open};
  checkpoint.impacts = {{1.0, 2.0}, {}};
  checkpoint.settling = {{{0, 1}, 2.75, 1e-9}};
  checkpoint.steps = 1234567890123;
  checkpoint.tally.certificate = 1e-14;
  const std::string bytes = checkpoint_bytes(checkpoint);
  CHECK(bytes.starts_with("ZWC3"));
  const auto back = checkpoint_from(bytes);
  REQUIRE(back);
  CHECK(checkpoint_bytes(*back) == bytes);
  CHECK(back->state.q == checkpoint.state.q);
  CHECK(back->settling[0].t == 2.75);
  CHECK(back->statuses[0] == ConstraintStatus::active);
  CHECK(back->last_instant == -always);
  for (std::size_t n = 0; n < bytes.size(); ++n) CHECK_FALSE(checkpoint_from(bytes.substr(0, n)));
  CHECK_FALSE(checkpoint_from(bytes + '\0'));
  for (std::size_t n = 0; n < bytes.size(); ++n) {  // lengths that lie must not be believed
    std::string changed = bytes;
    changed[n] = static_cast<char>(~changed[n]);
    checkpoint_from(changed);
  }
}

TEST_CASE("a result of an earlier layout is rejected with a remedy") {
  const Folder folder;
  const Case one(ball(), 0.6);
  const std::string before = folder / "before.zw";
  one.store(before);
  for (const int version : {1, 2}) {
    change(before, "PRAGMA user_version = " + std::to_string(version));
    CHECK(code_of([&] { ResultReader reader(before); }) == Code::E431);
    CHECK(code_of([&] { resume_result(before, {}, 1.0); }) == Code::E431);
  }
  change(before, "PRAGMA user_version = 3");
  CHECK_FALSE(code_of([&] { ResultReader reader(before); }));
}

TEST_CASE("each kind of damage has its code") {
  const Folder folder;
  const Case one(ball(), 3.0, 1e-9, 0.005);
  const std::string good = folder / "good.zw", bad = folder / "bad.zw";
  one.store(good);
  const std::string bytes = bytes_of(good);
  const auto y = ResultReader(good).values("p.y");
  const auto told = [&](const std::string& sql) {
    put_bytes(bad, bytes);
    change(bad, sql);
    return code_of([&] { ResultReader reader(bad); });
  };
  CHECK_FALSE(told("SELECT 1"));
  CHECK(told("PRAGMA application_id = 1") == Code::E430);
  CHECK(told("PRAGMA user_version = 4") == Code::E431);
  CHECK(told("PRAGMA user_version = 0") == Code::E430);
  for (const char* sql : {
           "UPDATE blocks SET crc = crc + 1 WHERE first = 0",
           "UPDATE blocks SET data = zeroblob(length(data)) WHERE first = 0",
           "UPDATE blocks SET data = substr(data, 9) WHERE first = 0",
           "UPDATE blocks SET n = 1000000000000 WHERE first = 0",
           "UPDATE blocks SET n = -1",
           "UPDATE blocks SET t1 = t1 + 1",
           "UPDATE blocks SET data = 'text'",
           "DELETE FROM blocks WHERE first = 0",
           "DELETE FROM channels WHERE id = 3",
           "UPDATE channels SET width = 4611686018427387904 WHERE id = 3",
           "UPDATE channels SET width = 0 WHERE id = 3",
           "UPDATE channels SET type = 'f32' WHERE id = 3",
           "UPDATE events SET kind = 'party' WHERE id = 1",
           "UPDATE events SET row = -1 WHERE id = 1",
           "DELETE FROM events WHERE id = 1",
           "UPDATE event_constraints SET constraint_id = 77 WHERE event = 1",
           "UPDATE event_constraints SET after = 'asleep'",
           "UPDATE sources SET text = 'another'",
           "UPDATE meta SET value = 'asleep' WHERE key = 'status'",
           "DELETE FROM meta",
           "DROP TABLE events",
           "DROP TABLE events; CREATE VIEW events AS SELECT * FROM masses",
       }) {
    CAPTURE(sql);
    CHECK(told(sql) == Code::E430);
  }

  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97) {
    CAPTURE(length);
    put_bytes(bad, bytes.substr(0, length));
    CHECK(code_of([&] { ResultReader reader(bad); }) == Code::E430);
  }

  // a flipped byte is found, or lies where it does not touch a row
  std::mt19937 random(1905);
  int found = 0, touched = 0, other = 0;
  for (int i = 0; i < 400; ++i) {
    std::string changed = bytes;
    char& byte = changed[random() % bytes.size()];
    byte = static_cast<char>(byte ^ (1 << random() % 8));
    put_bytes(bad, changed);
    try {
      touched += ResultReader(bad).values("p.y") != y;
    } catch (const Error& error) {
      (error.code() == Code::E430 || error.code() == Code::E431 ? found : other) += 1;
    }
    for (const char* end : {"-wal", "-shm", "-journal"}) fs::remove(bad + end);
  }
  CHECK(found > 100);
  CHECK(touched == 0);
  CHECK(other == 0);

  CHECK(code_of([&] { ResultReader reader(folder / "none.zw"); }) == Code::E401);
  CHECK(code_of([&] { ResultReader reader(folder.path.string()); }) == Code::E411);
  REQUIRE(mkfifo((folder / "pipe.zw").c_str(), 0600) == 0);
  CHECK(code_of([&] { ResultReader reader(folder / "pipe.zw"); }) == Code::E411);
  CHECK(code_of([&] { one.store(folder / "pipe.zw"); }) == Code::E411);
}

TEST_CASE("foreign files, other runs and closed folders are rejected before anything is computed") {
  const Folder folder;
  const Case one(ball(), 0.5);
  const std::string path = folder / "a.zw";
  put_bytes(path, "a diary");
  CHECK(code_of([&] { one.store(path); }) == Code::E440);
  CHECK(bytes_of(path) == "a diary");
  one.store(path, {.force = true});
  CHECK(ResultReader(path).status() == RunStatus::finished);
  {
    const ResultWriter first(path, one.description, one.system);
    CHECK(code_of([&] { one.store(path); }) == Code::E450);
    CHECK(code_of([&] { one.finish(path); }) == Code::E450);
  }
  one.store(path);
  CHECK(code_of([&] { one.store(folder / "no/such/folder.zw"); }) == Code::E410);

  const std::string closed = folder / "closed";
  fs::create_directory(closed);
  const pid_t child = start_process([&] {
    fs::permissions(closed, fs::perms(0555));
    fs::permissions(folder.path, fs::perms(0755));
    if (geteuid() == 0 && setuid(65534) != 0) return 2;
    return code_of([&] { one.store(closed + "/a.zw"); }) == Code::E410 ? 0 : 1;
  });
  CHECK(wait_for(child) == 0);
}

TEST_CASE("a full disk leaves the file at its last commit") {
  const Folder folder;
  const Case one(swing(), 60.0, 1e-9, 1e-2);
  one.store(folder / "b.zw");
  for (const rlim_t size : {150'000, 300'000, 450'000}) {
    const std::string path = folder / "a.zw";
    fs::remove(path);
    const pid_t child = start_process([&] {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit = {size, size};
      setrlimit(RLIMIT_FSIZE, &limit);
      return code_of([&] { one.store(path, {.sync = 0.001}); }) == Code::E410 ? 0 : 1;
    });
    REQUIRE(wait_for(child) == 0);
    const ResultReader reader(path);
    CHECK(reader.status() == RunStatus::running);
    CHECK(reader.rows() > 0);
    one.finish(path);
    CHECK(content_hash(path) == content_hash(folder / "b.zw"));
  }
}
