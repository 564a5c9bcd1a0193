// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The register of error codes: the only list. A code never changes its meaning.
//
// E1xx text of the model, E2xx model and start, E3xx mechanics and numerics, E4xx files, E5xx
// process and limits, E6xx cluster, E7xx bindings, E9xx internal; Wnxx warnings with the same first
// digit.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace zwang {

// clang-format off
enum class Code {
  E100, E101, E102, E103, E104, E105, E106, E107, E108, E109, E110, E111, E112, E113, E114, E115,
  E116, E117, E118, E119, E120, E121, E122, E123,
  E201, E202, E203, E204, E205, E206, E208,
  E301, E302, E303, E304, E305, E306, E307, E308, E309, E310, E311, E320, E330, E331, E332, E333, E334, E340, E341,
  E401, E410, E411, E420, E421, E430, E431, E440, E450,
  E501, E502,
  E610, E611, E620,
  E701, E702, E703,
  E900,
  W301, W302, W303, W304, W305, W306, W307,
  W401,
};
// clang-format on

struct CodeEntry {
  Code code;
  std::string_view name;  // "E103"
  std::string_view says;  // "unknown name"
};

// All codes, in the order above.
std::span<const CodeEntry> all_codes();

std::string_view name(Code code);
std::string_view says(Code code);
std::optional<Code> code_named(std::string_view name);

}  // namespace zwang
