// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The file that a run starts with: everything except rows and events.
#pragma once

#include <string>
#include <vector>

#include "zwang/result/result.hpp"

namespace zwang {

// The channels of a row of this system: time, side, coordinates, velocities, multipliers, rho of a
// variational problem, states.
std::vector<Channel> channels_of(const System& system, bool variational);

// The file gets its name only once it is complete and on disk. The name must be locked.
void create_result(const std::string& path, const RunDescription& description, const System& system,
                   const std::vector<Channel>& channels, const ResultOptions& options);

}  // namespace zwang
