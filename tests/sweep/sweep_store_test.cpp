// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/sweep_store.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/folder.hpp"
#include "tests/sweep/sweep_case.hpp"
#include "zwang/result/result.hpp"
#include "zwang/result/sqlite.hpp"

using namespace zwang;

namespace {

const std::vector<double> heights = {0.5, 1.0, 1.5, 2.0, -1.0};

SweepOrder order_of_heights() { return ball_over("h", heights, {"time(impact)", "ball.z"}); }

template <class Work>
Code code_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code();
  }
  return Code::E900;
}

std::vector<SweepRow> rows_in(const SweepStore& store) {
  std::vector<SweepRow> rows;
  store.each([&](const SweepRow& row) { rows.push_back(row); });
  return rows;
}

}  // namespace

TEST_CASE("rows come back in the order of their ids, each once") {
  const Folder folder;
  const Sweep sweep(order_of_heights());
  SweepStore store(folder / "a.zw", sweep);
  CHECK(store.missing().size() == 5);
  for (const std::int64_t id : {3, 1, 4, 0, 2, 1}) store.add(sweep.run(id));
  CHECK(store.missing().empty());
  CHECK(store.rows() == 5);
  CHECK(store.failed() == 1);
  store.finish();
  const auto rows = rows_in(store);
  REQUIRE(rows.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) check_same(rows[i], sweep.run(static_cast<std::int64_t>(i)));
  CHECK((rows[4].code == Code::E201));
  // one file, and no lock
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("the content of a sweep does not depend on the order of its rows") {
  const Folder folder;
  const Sweep sweep(order_of_heights());
  for (const char* name : {"a.zw", "b.zw"}) {
    SweepStore store(folder / name, sweep, {.sync = *name == 'a' ? 0.0 : 1.0});
    for (std::int64_t id = 0; id < 5; ++id) store.add(sweep.run(*name == 'a' ? id : 4 - id));
    store.finish();
  }
  CHECK(sweep_content_hash(folder / "a.zw") == sweep_content_hash(folder / "b.zw"));
  SweepStore store(folder / "c.zw", sweep);
  store.finish();
  CHECK(sweep_content_hash(folder / "a.zw") != sweep_content_hash(folder / "c.zw"));
  CHECK((code_of([&] { content_hash(folder / "a.zw"); }) == Code::E420));
}

TEST_CASE("a sweep resumes where it stopped") {
  const Folder folder;
  const Sweep sweep(order_of_heights());
  {
    SweepStore store(folder / "a.zw", sweep);
    store.add(sweep.run(1));
    store.add(sweep.run(3));
    store.commit();
    store.add(sweep.run(0));  // lost: not committed
  }
  SweepStore store(folder / "a.zw", sweep, {.resume = true});
  CHECK(store.missing() == std::vector<std::int64_t>{0, 2, 4});
  for (const std::int64_t id : store.missing()) store.add(sweep.run(id));
  store.finish();
  CHECK(rows_in(store).size() == 5);
  // without a file it begins
  SweepStore fresh(folder / "b.zw", sweep, {.resume = true});
  CHECK(fresh.missing().size() == 5);
}

TEST_CASE("a sweep resumes only with the same order") {
  const Folder folder;
  const Sweep sweep(order_of_heights());
  SweepStore(folder / "a.zw", sweep).finish();
  const auto refused = [&](const SweepOrder& order) {
    const Sweep other(order);
    return code_of([&] { SweepStore(folder / "a.zw", other, {.resume = true}); }) == Code::E420;
  };
  SweepOrder order = order_of_heights();
  CHECK(!refused(order));
  order.want.pop_back();
  CHECK(refused(order));
  order = order_of_heights();
  order.axes[0][1] = 1.1;
  CHECK(refused(order));
  order = order_of_heights();
  order.choice.tolerance = "1e-8";
  CHECK(refused(order));
  order = order_of_heights();
  order.text += "\n";
  CHECK(refused(order));
}

TEST_CASE("a tampered file is not resumed") {
  const Folder folder;
  const Sweep sweep(order_of_heights());
  const auto resumed_after = [&](const char* sql) {
    {
      SweepStore store(folder / "a.zw", sweep);
      store.add(sweep.run(1));
      store.finish();
    }
    sqlite::Database(folder / "a.zw", sqlite::Database::Access::write).execute(sql);
    return code_of([&] { SweepStore(folder / "a.zw", sweep, {.resume = true}); });
  };
  CHECK((resumed_after("UPDATE runs SET hash = 'x'") == Code::E430));
  CHECK((resumed_after("UPDATE runs SET id = 77") == Code::E430));
  CHECK((resumed_after("UPDATE runs SET id = 2") == Code::E430));
  CHECK((resumed_after("ALTER TABLE runs ADD COLUMN more") == Code::E430));
  CHECK((resumed_after("DROP TABLE runs") == Code::E420));
  CHECK((resumed_after("UPDATE meta SET value = 'x' WHERE key = 'order'") == Code::E420));
  CHECK((resumed_after("PRAGMA user_version = 99") == Code::E431));
}

TEST_CASE("files of others are safe, and one sweep writes at a time") {
  const Folder folder;
  const Sweep sweep(order_of_heights());
  std::ofstream(folder / "notes.zw") << "mine";
  CHECK((code_of([&] { SweepStore(folder / "notes.zw", sweep); }) == Code::E440));
  CHECK((code_of([&] { SweepStore(folder / "notes.zw", sweep, {.resume = true}); }) == Code::E440));
  SweepStore(folder / "notes.zw", sweep, {.force = true}).finish();
  CHECK((code_of([&] { SweepStore(folder / "none/a.zw", sweep); }) == Code::E410));
  CHECK((code_of([&] { SweepStore(folder.path.string(), sweep); }) == Code::E411));
  SweepStore store(folder / "a.zw", sweep);
  CHECK((code_of([&] { SweepStore(folder / "a.zw", sweep); }) == Code::E450));
}

TEST_CASE("any wanted text and any parameter can name a column") {
  const Folder folder;
  SweepOrder order = ball_over("h", {1.0}, {"H", "t + 0*(h + H)", "T", "max(t)", "\t"});
  order.want.pop_back();
  order.text.replace(order.text.find("w ="), 3, "H = 3\nT = 2\nid = 5\nw =");
  order.names = {"h", "id", "T"};
  order.axes = {{1.0}, {7.0}, {2.0}};
  order.want = {"H", "h", "t", "id", "t + 0*(h)", "count(impact floor)"};
  const Sweep sweep(order);
  SweepStore store(folder / "a.zw", sweep);
  store.add(sweep.run(0));
  store.finish();
  const auto rows = rows_in(store);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].parameters == std::vector<double>{1.0, 7.0, 2.0});
  CHECK(rows[0].values == std::vector<double>{3.0, 1.0, 0.8, 7.0, 0.8, 1.0});
  const sqlite::Database database(folder / "a.zw", sqlite::Database::Access::read);
  CHECK((database.ask("SELECT \"count(impact floor)\" FROM runs") == sqlite::Value(1.0)));
  CHECK((database.ask("SELECT \"id_\" FROM runs") == sqlite::Value(7.0)));
  order.names = {"h"};
  order.axes = {{1.0}};
  order.want.clear();
  for (int i = 0; i < 100; ++i) order.want.push_back("t + " + std::to_string(i));
  const Sweep wide(order);
  CHECK((code_of([&] { SweepStore(folder / "b.zw", wide); }) == Code::E110));
}

TEST_CASE("a CSV line has an empty cell where there is no number") {
  const Sweep sweep(order_of_heights());
  CHECK(csv_heading(sweep) == "id,h,time(impact),ball.z,status,code,certified\r\n");
  SweepRow row = sweep.run(4);
  CHECK(csv_line(row) == "4,-1,,,stopped,E201,0\r\n");
  row = {.id = 2, .status = "finished", .certified = true, .parameters = {0.1}, .values = {3.0}};
  CHECK(csv_line(row) == "2,0.1,3,finished,,1\r\n");
  SweepOrder order = ball_over("h", {1.0}, {"-ball.z", "max(t, 1)"});
  CHECK(csv_heading(Sweep(order)) == "id,h,'-ball.z,\"max(t, 1)\",status,code,certified\r\n");
}
