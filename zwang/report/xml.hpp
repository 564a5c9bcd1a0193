// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Text escaped for XML.
#pragma once

#include <string>
#include <string_view>

namespace zwang {

std::string xml_text(std::string_view text);

}  // namespace zwang
