// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The template filled with the data of a report (web/FORMAT.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "zwang/report/buffer.hpp"

namespace zwang {

struct PageHead {
  std::string title, sentence;
};

// The runs have their numbers in the buffer, which also receives long descriptions. Throws Error if
// this build has no viewer.
std::string assembled(const PageHead& head, const std::vector<nlohmann::ordered_json>& runs,
                      ReportBuffer& buffer);

}  // namespace zwang
