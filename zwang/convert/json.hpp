// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as one JSON object: the request, every channel with its values, events, certificate.
#pragma once

#include <ostream>

#include "zwang/result/stored_run.hpp"

namespace zwang {

void write_json(const StoredRun& run, std::ostream& out);

}  // namespace zwang
