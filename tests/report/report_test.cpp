// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A report says what the result says, and its badge is red if somebody touched the result.

#include "zwang/report/report.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>

#include "tests/folder.hpp"
#include "tests/report/report_file.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/report/buffer.hpp"
#include "zwang/report/samples.hpp"
#include "zwang/result/block.hpp"
#include "zwang/result/stored_audit.hpp"

namespace {

using namespace zwang;
namespace fs = std::filesystem;

std::string run_into(const std::string& example, const std::string& result,
                     VariationalProblem::Kind problem = VariationalProblem::Kind::straightest,
                     double step = unset) {
  ModelFile file = read_model(std::string(ZWANG_ROOT) + "/examples/" + example);
  REQUIRE(file.usable());
  // nets fall long enough if they touch
  if (file.model->points().size() > 100) file.run.until = 0.2;
  file.problem.kind = problem;
  if (step > 0.0) {
    file.run.method = RunOptions::Method::time_stepping;
    file.run.step = step;
  }
  const Prepared prepared = prepare(file, file.model->start());
  RunDescription asked;
  asked.sources = file.sources;
  asked.settings = {{"until", std::nullopt, std::to_string(file.run.until), "s"}};
  for (const auto& one : file.parameters)
    asked.parameters.push_back({one.name, one.value, "", one.text});
  asked.program = "test";
  const bool by_steps = file.run.method == RunOptions::Method::time_stepping;
  asked.method = by_steps ? "time-stepping" : "event-driven";
  if (by_steps && file.run.step > 0.0)
    asked.settings.push_back({"step", std::nullopt, fmt::format("{:.17g}", file.run.step), "s"});
  if (!file.problem.is_mechanical())
    asked.settings.push_back({"problem", std::nullopt, std::string(name(problem))});
  ResultWriter writer(result, asked, *prepared.system);
  file.run.recorder = &writer;
  writer.finish(ending_of(motion_of(file, prepared)));
  return result;
}

// Adds to one number of one stored row, and mends the check sum.
void tamper(const std::string& path, std::size_t channel, std::size_t row, double by) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  sqlite3_stmt* line = nullptr;
  REQUIRE(sqlite3_prepare_v2(
              database,
              "SELECT first, n, data FROM blocks WHERE first <= ? ORDER BY first DESC LIMIT 1", -1,
              &line, nullptr) == SQLITE_OK);
  sqlite3_bind_int64(line, 1, static_cast<sqlite3_int64>(row));
  REQUIRE(sqlite3_step(line) == SQLITE_ROW);
  const sqlite3_int64 first = sqlite3_column_int64(line, 0);
  row -= static_cast<std::size_t>(first);
  const auto n = static_cast<std::size_t>(sqlite3_column_int64(line, 1));
  std::string bytes(static_cast<const char*>(sqlite3_column_blob(line, 2)),
                    static_cast<std::size_t>(sqlite3_column_bytes(line, 2)));
  sqlite3_finalize(line);
  // t, then the sides padded to 8 bytes, then one column of numbers for each channel
  const std::size_t at = 8 * n + (n + 7) / 8 * 8 + 8 * n * channel + 8 * row;
  double number = 0.0;
  std::memcpy(&number, bytes.data() + at, 8);
  number += by;
  std::memcpy(bytes.data() + at, &number, 8);
  REQUIRE(row < n);
  REQUIRE(sqlite3_prepare_v2(database, "UPDATE blocks SET data = ?, crc = ? WHERE first = ?", -1,
                             &line, nullptr) == SQLITE_OK);
  sqlite3_bind_int64(line, 3, first);
  sqlite3_bind_blob(line, 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
  sqlite3_bind_int64(line, 2, crc32(bytes));
  CHECK(sqlite3_step(line) == SQLITE_DONE);
  sqlite3_finalize(line);
  sqlite3_close(database);
}

nlohmann::json meta_of(const std::string& report) { return ReportFile(report).meta; }

bool all_hold(const std::string& path) {
  for (const AuditNumber& one : audit(open_run(path)).numbers)
    if (!one.holds()) return false;
  return true;
}

}  // namespace

TEST_CASE("every example passes the audit of its stored rows") {
  const Folder folder;
  for (const auto& entry : fs::directory_iterator(std::string(ZWANG_ROOT) + "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().string());
    const std::string result = run_into(entry.path().filename().string(), folder / "r.zw");
    for (const AuditNumber& one : audit(open_run(result)).numbers) {
      CAPTURE(one.number);
      CAPTURE(one.worst);
      CHECK(one.holds());
    }
  }
}

TEST_CASE("a tampered number is found, whichever it is") {
  const Folder folder;
  const std::string good = run_into("pendulum.toml", folder / "good.zw");
  REQUIRE(all_hold(good));
  const std::string bad = folder / "bad.zw";
  // place, velocity, multiplier of the bob while its string is taut
  for (const std::size_t channel : {0U, 2U, 3U, 5U, 6U}) {
    CAPTURE(channel);
    fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
    tamper(bad, channel, 2, 1e-5);
    CHECK_FALSE(all_hold(bad));
    if (has_report())
      CHECK_FALSE(meta_of(report({bad})).at("runs").at(0).at("certified").get<bool>());
  }
}

// Theory 17-9.
TEST_CASE("time steps pass their audit, and a tampered number in them is found") {
  const Folder folder;
  const std::string good = folder / "good.zw", bad = folder / "bad.zw";
  for (const char* example : {"pendulum.toml", "cart.toml", "ring.toml", "two-balls.toml"}) {
    CAPTURE(example);
    run_into(example, good, VariationalProblem::Kind::straightest, 2e-3);
    for (const AuditNumber& one : audit(open_run(good)).numbers) {
      CAPTURE(one.number);
      CAPTURE(one.worst);
      CHECK(one.holds());
    }
  }
  run_into("pendulum.toml", good, VariationalProblem::Kind::straightest, 2e-3);
  // taut, slack, the step of the impact
  for (const std::size_t row : {3U, 300U, 427U})
    for (std::size_t channel = 0; channel < 7; ++channel) {
      CAPTURE(row);
      CAPTURE(channel);
      fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
      tamper(bad, channel, row, 1e-5);
      CHECK_FALSE(all_hold(bad));
    }
}

// Theory 10-10.
TEST_CASE("a geodesic passes the audit, and a tampered number in it is found") {
  const Folder folder;
  const std::string good = folder / "good.zw", bad = folder / "bad.zw";
  run_into("cart.toml", good, VariationalProblem::Kind::geodesic);
  REQUIRE(all_hold(good));
  REQUIRE(open_run(good).rows[3].rho.size() == 1);
  // places, velocities, multiplier, rho
  for (std::size_t channel = 0; channel < 8; ++channel) {
    CAPTURE(channel);
    fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
    tamper(bad, channel, 3, 1e-5);
    CHECK_FALSE(all_hold(bad));
  }
}

namespace {

double kinetic(const StoredRow& row) { return 0.25 * row.u.squaredNorm(); }

// How far the energy that a jump gains is beyond the bound of the audit.
double gained(const StoredRow& before, const StoredRow& after) {
  const double one = kinetic(before), two = kinetic(after);
  return (two - one) / std::max(one, two) / 1e-10;
}

// How far a row of the pendulum (m = 0.5 kg, |bob| <= 1 m, g = 9.81 m/s²) is beyond the bounds of
// the audit, by hand: f = |q| − 1, f' = q·u/|q|, f'' = (|u|² − f'²)/|q| + a·(g − λ a/m), a = q/|q|.
double beyond(const StoredRow& row, double energy_change, double most_kinetic) {
  const double m = 0.5, r = row.q.norm(), z = row.multipliers[0];
  const Vector a = row.q / r;
  double worst = std::abs(energy_change) / most_kinetic / 1e-6;
  if (row.states[0] < 2) return std::max({worst, (r - 1.0) / 1e-10, z == 0.0 ? 0.0 : 1e3});
  worst = std::max(worst, std::abs(r - 1.0) / 1e-10);
  const double rate = a.dot(row.u);
  const double b2 = (row.u.squaredNorm() - rate * rate) / r;
  Vector acceleration = -z / m * a;
  acceleration[2] -= 9.81;
  const double size = a.cwiseProduct(acceleration).cwiseAbs().sum() + std::abs(b2) + std::abs(z);
  worst = std::max(worst, std::abs(a.dot(acceleration) + b2) / size / 1e-8);
  return std::max(worst, std::abs(rate) / a.cwiseProduct(row.u).cwiseAbs().sum() / 1e-10);
}

}  // namespace

TEST_CASE("a tampered row is found wherever it exceeds the bounds") {
  const Folder folder;
  const std::string good = run_into("pendulum.toml", folder / "good.zw"), bad = folder / "bad.zw";
  const std::vector<StoredRow> rows = open_run(good).rows;
  double most = 0.0;
  for (const StoredRow& row : rows) most = std::max(most, kinetic(row));
  struct Count {
    int found = 0, within = 0;
  };
  std::map<double, Count> counts;
  for (std::size_t n = 1; n < rows.size(); n += rows.size() / 12) {
    for (std::size_t channel = 0; channel < 7; ++channel) {
      for (const double by : {1e-5, 1e-7, 1e-8}) {
        CAPTURE(n);
        CAPTURE(channel);
        CAPTURE(by);
        StoredRow row = rows[n];
        const auto axis = static_cast<Eigen::Index>(channel % 3);
        const double before = kinetic(row) + 0.5 * 9.81 * row.q[2];
        double& number = channel < 3 ? row.q[axis] : channel < 6 ? row.u[axis] : row.multipliers[0];
        number += by;
        const double after = kinetic(row) + 0.5 * 9.81 * row.q[2];
        double far = beyond(row, after - before, most);
        // the row before leads elsewhere: bound 10 tolerances, that is 1e-8
        if (channel < 6 && row.side <= 0)
          far = std::max(far, by / (1e-8 * std::max(1.0, std::abs(number))));
        if (row.side < 0) far = std::max(far, gained(row, rows[n + 1]));
        if (row.side > 0) far = std::max(far, gained(rows[n - 1], row));
        fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
        tamper(bad, channel, n, by);
        const bool seen = !all_hold(bad);
        if (far > 2.0) CHECK(seen);
        if (far < 0.5) CHECK_FALSE(seen);
        ++(seen ? counts[by].found : counts[by].within);
      }
    }
  }
  for (const auto& [by, count] : counts) {
    MESSAGE("by " << by << ": " << count.found << " found, " << count.within
                  << " within the bounds");
    if (by == 1e-5) CHECK(count.within == 0);
  }
}

TEST_CASE("between stored rows the curve is that of the run") {
  const Folder folder;
  const StoredRun stored = open_run(run_into("pendulum.toml", folder / "p.zw"));
  const ModelFile file = read_model(std::string(ZWANG_ROOT) + "/examples/pendulum.toml");
  const Trajectory motion = run(*file.model, file.run);
  const auto samples = refined(stored, 1000);
  CHECK(samples.size() > 900);
  for (const StoredRow& row : samples) {
    const Frame frame = motion.evaluate(row.t, row.side < 0 ? -1 : 1);
    CAPTURE(row.t);
    CHECK((frame.q - row.q).norm() < 1e-8);
    CHECK((frame.u - row.u).norm() < 1e-7);
  }
}

TEST_CASE("a program built without reports says why") {
  if (has_report()) return;
  const Folder folder;
  const std::string result = run_into("bounce.toml", folder / "b.zw");
  try {
    report({result});
    FAIL("there is a report");
  } catch (const Error& error) {
    CHECK(error.code() == Code::E410);
    CHECK(error.message().starts_with("this program cannot make reports: Node.js"));
  }
}

TEST_CASE("a report shows what the result contains") {
  if (!has_report()) return;
  const Folder folder;
  const std::string result = run_into("two-balls.toml", folder / "two-balls.zw");
  const std::string text = report({result});
  CHECK(text.size() <= 1'400'000);
  const auto meta = meta_of(text);
  const auto& run = meta.at("runs").at(0);
  CHECK(run.at("certified").get<bool>());
  CHECK(run.at("file") == "two-balls.zw");
  CHECK(run.at("masses").size() == 2);
  CHECK(run.at("constraints").size() == 4);
  const ResultReader reader(result);
  std::size_t told = 0;
  for (const StoredEvent& event : reader.events()) {
    if (event.kind == EventKind::end) continue;
    CHECK(run.at("events").at(told).at("t").get<double>() == event.t);
    CHECK(run.at("events").at(told).at("kind") == std::string(name(event.kind)));
    ++told;
  }
  CHECK(run.at("events").size() == told);
  CHECK(meta_of(report({result, result})).at("runs").size() == 2);
}

TEST_CASE("no text of a model can close the element that contains it") {
  if (!has_report()) return;
  const Folder folder;
  const std::string text = report({run_into("bounce.toml", folder / "b.zw")},
                                  {.title = "</script><script>alert(1)</script>&\"'"});
  CHECK(text.find("</script><script>alert") == std::string::npos);
  CHECK(meta_of(text).at("title") == "</script><script>alert(1)</script>&\"'");
}

TEST_CASE("samples are coded in sixteen bits over the range, as differences") {
  ReportBuffer buffer;
  const auto channel = buffer.steps({"x", "position", "p", "m"}, {-1.0, 0.0, 1.0, -1.0});
  CHECK(channel.at("type") == "i16d");
  CHECK(channel.at("lo") == -1.0);
  CHECK(channel.at("hi") == 1.0);
  CHECK(channel.at("count") == 4);
  CHECK(buffer.exact({"t", "time", "", "s"}, {0.0}).at("offset") == 8);
  CHECK(buffer.base64().size() % 4 == 0);
}
