// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/joint.hpp"

#include <cstddef>

namespace zwang {
namespace {

constexpr std::array<std::string_view, 9> kind_names = {"fixed",       "revolute",  "prismatic",
                                                        "cylindrical", "universal", "spherical",
                                                        "planar",      "screw",     "rolling"};

}  // namespace

std::string_view name(JointKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

}  // namespace zwang
