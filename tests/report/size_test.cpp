// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Reports of large results stay small, and a spike of one row is still in them. ZWANG_ROWS=1000000
// is the long form.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/folder.hpp"
#include "tests/report/report_file.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/report/report.hpp"
#include "zwang/result/result.hpp"
#include "zwang/result/stored_run.hpp"

namespace {

using namespace zwang;
namespace fs = std::filesystem;

constexpr double pi = 3.141592653589793;

// A result of a model that was never run: `row` fills q and u.
template <class Fill>
std::string written(const fs::path& path, const std::string& text, int rows, double step,
                    Fill&& row) {
  const ModelFile file = read_model_text(text, "made.toml");
  REQUIRE(file.usable());
  const System system(*file.model);
  RunDescription asked;
  asked.sources = file.sources;
  asked.settings = {{"until", std::nullopt, std::to_string(rows * step), "s"}};
  asked.program = "test";
  asked.method = "time-stepping";
  ResultWriter writer(path.string(), asked, system, {.sync = 1e9});
  Frame frame;
  frame.q = Vector::Zero(system.coordinates());
  frame.u = Vector::Zero(system.velocities());
  frame.multipliers.assign(static_cast<std::size_t>(system.constraints()), 0.0);
  frame.statuses.assign(static_cast<std::size_t>(system.constraints()), ConstraintStatus::open);
  for (int i = 0; i < rows; ++i) {
    frame.t = i * step;
    row(i, frame);
    writer.row(frame);
  }
  Checkpoint end;
  end.state = {frame.q, frame.u, frame.t};
  writer.checkpoint(end);
  writer.finish({.t_end = frame.t, .certified = true});
  return path.string();
}

void keep(const Folder& folder, const std::string& name, const std::string& text) {
  if (!std::getenv("ZWANG_KEEP")) return;
  std::ofstream(folder.path / name, std::ios::binary) << text;
  MESSAGE("kept: " << (folder.path / name).string());
}

}  // namespace

TEST_CASE("with many rows the report stays small and contains the spike") {
  if (!has_report()) return;
  const char* const asked = std::getenv("ZWANG_ROWS");
  const int rows = asked ? std::atoi(asked) : 50'000;
  const Folder folder;
  const std::string result = written(
      folder.path / "rows.zw",
      "zwang = 1\n[masses]\na = { mass = 1 }\nb = { mass = 1, at = [1, 0, 0] }\n[constraints]\n"
      "one = { holds = \"|a| <= 50\" }\ntwo = { holds = \"|b| <= 50\" }\n"
      "far = { holds = \"a.x - b.x <= 50\" }\n[run]\nuntil = 1000\n",
      rows, 1e-4, [&](int i, Frame& frame) {
        for (int k = 0; k < 6; ++k) {
          frame.q[k] = std::sin(1e-4 * i * (1.0 + k));
          frame.u[k] = (1.0 + k) * std::cos(1e-4 * i * (1.0 + k));
        }
        // the kinetic energy of one row stands out
        if (i == rows / 3) frame.u[0] = 40.0;
      });
  const std::string text = report({result});
  MESSAGE(rows << " rows of 18 channels: " << text.size() << " bytes");
  CHECK(text.size() <= 1'500'000);
  // T = (40² + ...)/2 in that row alone
  const std::vector<float> kinetic = ReportFile(text).plot("energy.kinetic");
  CHECK(*std::ranges::max_element(kinetic) > 800.0F);
  CHECK(std::ranges::count_if(kinetic, [](float v) { return v > 100.0F; }) == 1);
  keep(folder, "rows.html", text);
}

TEST_CASE("the report of a net of 841 masses stays small and groups its strings") {
  if (!has_report()) return;
  const Folder folder;
  constexpr int side = 29;
  const std::string result = written(
      folder.path / "net.zw",
      "zwang = 1\ntitle = \"A net falls over its corners\"\n[[generate]]\nkind = "
      "\"net\"\nname = \"net\"\n"
      "size = [29, 29]\ncorner = [-1, -1, 0]\nspan = [2, 2]\nmass = 0.4\nlinks = "
      "\"strings\"\nslack = 0.1\n"
      "[forces]\ngravity = [0, 0, -9.81]\n[run]\nuntil = 2.25\n",
      226, 0.01, [&](int i, Frame& frame) {
        const double t = 0.01 * i;
        for (int m = 0; m < side * side; ++m) {
          const double x = -1.0 + 2.0 * (m / side) / (side - 1.0);
          const double y = -1.0 + 2.0 * (m % side) / (side - 1.0);
          const double bell = std::cos(0.5 * pi * x) * std::cos(0.5 * pi * y);
          frame.q[3 * m] = 0.9 * x;
          frame.q[3 * m + 1] = 0.9 * y;
          frame.q[3 * m + 2] = -0.4 * bell * (1.0 - std::cos(3.0 * t));
          frame.u[3 * m + 2] = -1.2 * bell * std::sin(3.0 * t);
        }
        for (std::size_t c = 0; c < frame.statuses.size(); ++c) {
          // those of the middle first
          const double place = static_cast<double>(c) / static_cast<double>(frame.statuses.size());
          const bool acts = std::abs(place - 0.5) < 0.2 * t;
          frame.statuses[c] = acts ? ConstraintStatus::active : ConstraintStatus::open;
          frame.multipliers[c] = acts ? 1.0 + t : 0.0;
        }
      });
  const std::string text = report({result});
  MESSAGE("net report: " << text.size() << " bytes");
  CHECK(text.size() <= 2'200'000);
  const ReportFile file(text);
  CHECK(file.run().at("masses").back().at("name") == "net[28,28]");
  CHECK(file.run().at("constraints").size() == 1624);
  // strings of the two directions come in turn, and each family is one all the same
  REQUIRE(file.run().at("groups").size() == 2);
  for (const auto& group : file.run().at("groups")) {
    CHECK(group.at("members").size() == 812);
    for (const int member : group.at("members"))
      CHECK(file.run()
                .at("constraints")
                .at(static_cast<std::size_t>(member))
                .at("name")
                .get<std::string>()
                .starts_with(group.at("name").get<std::string>() + "["));
  }
  CHECK(file.plot("net.string_u.greatest").back() == doctest::Approx(3.25));
  CHECK(file.plot("net.string_u.share").front() == 0.0F);
  keep(folder, "net.html", text);
}
