// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Work on a file of a stranger, done by a child process that may use little memory and time: what
// goes wrong there ends the child, not the program.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace zwang {

struct ChildLimits {
  std::size_t memory = std::size_t{2} << 30U;  // bytes
  unsigned seconds = 30;                       // of work
};

// What `work` gives, or the Error it throws. E401 about `file` if the child ended otherwise. To be
// called where no other thread runs.
std::string in_limited_child(const std::string& file, const std::function<std::string()>& work,
                             const ChildLimits& limits = {});

}  // namespace zwang
