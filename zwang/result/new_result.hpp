// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The file from which a run begins: everything but rows and events.
#pragma once

#include <string>
#include <vector>

#include "zwang/result/result.hpp"

namespace zwang {

// What a row of this system consists of: time, side, coordinates, velocities, multipliers, rho of a
// variational problem, states.
std::vector<Channel> channels_of(const System& system, bool variational);

// Has its name only when it is whole and on the disk. The name must be locked.
void create_result(const std::string& path, const RunDescription& description, const System& system,
                   const std::vector<Channel>& channels, const ResultOptions& options);

}  // namespace zwang
