// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A row that a run hands over as what a quantity is evaluated at.
#pragma once

#include "zwang/record/recorder.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {

Sample sample_of(const Frame& frame);

}  // namespace zwang
