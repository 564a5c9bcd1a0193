// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// [contacts.NAME]: what does not penetrate what.
#pragma once

#include "zwang/model_file/includes.hpp"
#include "zwang/model_file/reading.hpp"

namespace zwang {

// After the bodies.
void read_contacts(Reading& reading, const Files& files);

}  // namespace zwang
