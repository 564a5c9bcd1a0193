// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/page/viewer.hpp"

#include "zwang/base/error.hpp"
#include "zwang/page/template.hpp"

namespace zwang {

bool has_page() { return !page_template().empty(); }

void demand_page() {
  if (has_page()) return;
  throw Error(Code::E410,
              "this program has no page: Node.js, npm or a network was missing when it was built");
}

}  // namespace zwang
