// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Checks results from their stored rows and their models alone. A program of its own, so that what
// judges a motion shares no machine code with what computed it: nothing of the minimum problem, of
// instants or of the motion is linked.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/result/stored_audit.hpp"

namespace {

using namespace zwang;

constexpr const char* usage = R"(usage: zwang-audit [--hash] RESULT...

  What must hold, recomputed from the stored rows and the model in the file:
  the worst value of each number, its limit, its time and its constraint.

      --hash   print the hash of the content instead

exit: 0 all holds, 2 wrong use, 4 something does not hold, 6 a file cannot be read
)";

bool judge(const std::string& path) {
  const StoredRun run = open_run(path);
  const Verdict verdict = audit(run);
  fmt::print("{}   {} rows, {}\n", path, run.rows.size(), verdict.words());
  for (const AuditNumber& one : verdict.numbers) fmt::print("  {}\n", one.text(*run.system));
  return verdict.holds();
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files(argv + 1, argv + argc);
  const bool hash = std::erase(files, "--hash") > 0;
  if (std::ranges::find(files, "--help") != files.end()) {
    fmt::print("{}", usage);
    return 0;
  }
  if (files.empty() || files[0].starts_with("-")) {
    fmt::print(stderr, "{}", usage);
    return 2;
  }
  int result = 0;
  for (const std::string& path : files) {
    int here = 0;
    try {
      if (hash)
        fmt::print("{}  {}\n", content_hash(path), path);
      else
        here = judge(path) ? 0 : 4;
    } catch (const std::exception& error) {
      fmt::print(stderr, "zwang-audit: {}\n", error.what());
      here = 6;
    }
    if (result == 0) result = here;
  }
  return result;
}
