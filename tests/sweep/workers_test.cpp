// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/workers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <set>

#include "tests/sweep/sweep_case.hpp"
#include "zwang/sweep/row_bytes.hpp"
#include "zwang/sweep/sample.hpp"

using namespace zwang;

namespace {

// The workers of this process.
std::vector<pid_t> children() {
  std::ifstream list(fmt::format("/proc/self/task/{}/children", ::getpid()));
  std::vector<pid_t> all;
  for (pid_t one = 0; list >> one;) all.push_back(one);
  return all;
}

SweepOrder many_heights(int count) {
  std::vector<double> heights;
  for (int i = 0; i < count; ++i) heights.push_back(0.1 + 0.01 * i);
  return ball_over("h", heights, {"time(impact)", "ball.z", "time(impact, 3)"});
}

std::vector<std::int64_t> all_of(const Sweep& sweep) {
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 0; id < sweep.size(); ++id) ids.push_back(id);
  return ids;
}

// Every row came once, and each is the one that this process computes.
void check_rows(const Sweep& sweep, const std::vector<SweepRow>& rows) {
  CHECK(rows.size() == static_cast<std::size_t>(sweep.size()));
  std::set<std::int64_t> seen;
  for (const SweepRow& row : rows) {
    CHECK(seen.insert(row.id).second);
    check_same(row, sweep.run(row.id));
  }
}

}  // namespace

TEST_CASE("any number of workers gives the same rows") {
  const Sweep sweep(many_heights(60));
  for (const int jobs : {1, 2, 5, 100}) {
    std::vector<SweepRow> rows;
    CHECK(run_on_workers(sweep, all_of(sweep), [&](const SweepRow& row) { rows.push_back(row); },
                         {.jobs = jobs}));
    check_rows(sweep, rows);
    CHECK(children().empty());
  }
  CHECK(run_on_workers(sweep, {}, [](const SweepRow&) { FAIL("no run was asked for"); }));
}

TEST_CASE("workers that are killed lose no row and duplicate none") {
  const Sweep sweep(many_heights(300));
  std::vector<SweepRow> rows;
  int kills = 0;
  CHECK(run_on_workers(sweep, all_of(sweep),
                       [&](const SweepRow& row) {
                         rows.push_back(row);
                         const auto workers = children();
                         if (rows.size() % 9 != 0 || workers.empty()) return;
                         ::kill(workers[rows.size() % workers.size()], SIGKILL);
                         ++kills;
                       },
                       {.jobs = 3}));
  CHECK(kills > 10);
  check_rows(sweep, rows);
}

TEST_CASE("a run that ends its process each time is a row with E610") {
  // a day of bounces, of which no worker sees the end
  SweepOrder order = many_heights(1);
  order.choice.until = "86400";
  order.choice.method = "time-stepping";
  order.choice.step = "1e-4";
  const Sweep sweep(order);
  int killed = 0;
  std::vector<SweepRow> rows;
  const auto kill_all = [&] {
    ::usleep(100000);  // it has begun
    for (const pid_t worker : children()) {
      ::kill(worker, SIGKILL);
      ++killed;
    }
    return false;
  };
  const auto take = [&](const SweepRow& row) { rows.push_back(row); };
  CHECK(run_on_workers(sweep, {0}, take, {.jobs = 2, .stop = [&] { return kill_all(); }}));
  CHECK(killed >= 3);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].status == "failed");
  CHECK((rows[0].code == Code::E610));
  CHECK(rows[0].hash == sweep.hash(0));
  CHECK(rows[0].values.size() == 3);
}

TEST_CASE("workers stop on request and when rows cannot be stored") {
  const Sweep sweep(many_heights(200));
  std::size_t rows = 0;
  CHECK(!run_on_workers(sweep, all_of(sweep), [&](const SweepRow&) { ++rows; },
                        {.jobs = 2, .stop = [&] { return rows >= 10; }}));
  CHECK(rows < 200);
  CHECK(children().empty());
  CHECK_THROWS_AS(run_on_workers(sweep, all_of(sweep),
                                 [](const SweepRow&) { throw Error(Code::E410, "full"); }),
                  Error);
  CHECK(children().empty());
}

TEST_CASE("a row reads back from its bytes, and invalid bytes are rejected") {
  const Sweep sweep(many_heights(2));
  SweepRow row = sweep.run(1);
  row.code = Code::E340;
  const std::string bytes = bytes_of(row);
  const auto read = row_from(bytes + "more");
  REQUIRE(read);
  CHECK(read->size == bytes.size());
  check_same(read->row, row);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) CHECK(!row_from(bytes.substr(0, cut)));
  for (std::size_t at = 8; at < bytes.size(); ++at) {
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ 1);
    CHECK_THROWS_AS(row_from(wrong), Error);
  }
}

TEST_CASE("a sample lies in its box and depends on the seed alone") {
  const std::vector<std::pair<double, double>> sides = {{1.0, 2.0}, {-3.0, 3.0}};
  const auto points = sampled_points(sides, 1000, 7);
  REQUIRE(points.size() == 2000);
  double sum = 0.0;
  for (std::size_t i = 0; i < points.size(); i += 2) {
    CHECK((points[i] >= 1.0 && points[i] < 2.0));
    CHECK((points[i + 1] >= -3.0 && points[i + 1] < 3.0));
    sum += points[i];
  }
  // 1000 draws of variance 1/12: five deviations of their mean
  CHECK(std::abs(sum / 1000.0 - 1.5) < 5.0 / std::sqrt(12.0 * 1000.0));
  const auto fewer = sampled_points(sides, 10, 7);
  CHECK(std::equal(fewer.begin(), fewer.end(), points.begin()));
  CHECK(sampled_points(sides, 10, 8) != fewer);
}
