// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A file that a verb writes: it replaces only our own, and appears complete or not at all.
#pragma once

#include <string>
#include <string_view>

namespace zwang::apps {

// E411 if the name is taken by something that is not a plain file, E440 if by a file without
// `mark`, which all files of this program contain. A free name is fine.
void demand_own_file(const std::string& path, std::string_view mark, bool force);

// E410 if it cannot be written.
void write_whole(const std::string& path, const std::string& text);

}  // namespace zwang::apps
