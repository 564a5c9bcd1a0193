// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// [[generate]]: chains, rings, nets, lattices.
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_generators(Reading& reading, Files& files);

}  // namespace zwang
