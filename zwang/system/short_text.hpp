// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers, vectors and lists of constraints as short text for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

// Six digits; what is zero to rounding is 0.
std::string short_number(double x);
// "1, 0, -9.81"
std::string short_list(const Vector& v);
// "(1, 0, -9.81)"
std::string short_vector(const Vector& v);
// "1 joint", "2 joints"; "2 rigid bodies" where the plural is another word.
std::string counted(std::size_t n, std::string_view one, std::string_view many = {});
// "string, wall"
std::string names_of(const System& system, const std::vector<int>& constraints);

}  // namespace zwang
