// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The net of a model file that was read as a sample (FileOptions::sample), as a pattern for many
// processes.
#pragma once

#include "zwang/model_file/model_file.hpp"
#include "zwang/scale/net_pattern.hpp"

namespace zwang {

// E120 for what distributed systems do not support: masses outside the net, constraints that are
// not the same everywhere on it, energies, impulses.
scale::NetPattern net_of(const ModelFile& file);

}  // namespace zwang
