// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Work on an untrusted file in a child process with little memory and time: a failure ends the
// child, not the program.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace zwang {

struct ChildLimits {
  std::size_t memory = std::size_t{2} << 30U;  // bytes
  unsigned seconds = 30;                       // of CPU time
};

// Returns what `work` returns, or throws its Error. E401 about `file` if the child ends in any
// other way. No other thread may be running.
std::string in_limited_child(const std::string& file, const std::function<std::string()>& work,
                             const ChildLimits& limits = {});

}  // namespace zwang
