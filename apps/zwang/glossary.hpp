// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The entries of docs/glossary.md, built into the command.
#pragma once

#include <string_view>
#include <vector>

#include "apps/zwang/pages.hpp"

namespace zwang::apps {

// The entries that have this word or this other name; if there are none, those with a name that
// contains it as a whole word. Case does not matter.
std::vector<Section> glossary_entries(std::string_view word);

}  // namespace zwang::apps
