// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a quantity of the motion that a file describes needs beside the system.
#pragma once

#include "zwang/model/quantity.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

// Empty for the mechanical problem. The system must outlive it.
Pull pull_of(const ModelFile& file, const System& system);

}  // namespace zwang
