// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A file that a verb makes: nobody else's is overwritten, and it appears whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace zwang::apps {

// E411 if the name is taken by something that is no plain file, E440 if by a file that does not
// hold `mark`, which those of this program do. Nothing is wrong with a name that is free.
void demand_own_file(const std::string& path, std::string_view mark, bool force);

// E410 if it cannot be written.
void write_whole(const std::string& path, const std::string& text);

}  // namespace zwang::apps
