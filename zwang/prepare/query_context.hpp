// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a quantity of the motion that a file describes needs beside the system.
#pragma once

#include "zwang/model_file/model_file.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {

// The system must outlive it. Computes nothing before it is used.
QueryContext query_context(const ModelFile& file, const System& system);

}  // namespace zwang
