// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bytes as text that JSON and HTML can carry.
#pragma once

#include <string>
#include <string_view>

namespace zwang {

// RFC 4648, with '=' at the end.
std::string base64(std::string_view bytes);

}  // namespace zwang
