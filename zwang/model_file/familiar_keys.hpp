// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Keys of other programs, and what a model file has in their place.
#pragma once

#include <optional>
#include <string_view>

namespace zwang {

// The key with the same meaning: of "dt" none, of "t_end" it is "until".
std::optional<std::string_view> same_key(std::string_view familiar);

// How to write what no key stands for: of "friction" it says that there is none, and what can be
// done.
// `where`: the table it stands in, "[joints.hinge]".
std::optional<std::string_view> instead_of_key(std::string_view familiar, std::string_view where);

}  // namespace zwang
