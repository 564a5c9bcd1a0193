// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/viewer.hpp"

#include "zwang/base/error.hpp"
#include "zwang/report/template.hpp"

namespace zwang {

bool has_report() { return !report_template().empty(); }

void demand_report() {
  if (has_report()) return;
  throw Error(
      Code::E410,
      "this program cannot make reports: Node.js, npm or a network was missing when it was built");
}

}  // namespace zwang
