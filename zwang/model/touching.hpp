// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Two shapes that touch: how their material points there move, as formulas.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/model/body.hpp"

namespace zwang {

// The velocity of the material point of a shape that is so far from its middle; empty in the world.
std::string velocity_at(const std::vector<Body>& bodies, const Shaping& shape,
                        const std::string& from_middle);

// a − b, where an empty one is 0, up to its sign: that of a slip means nothing.
std::string difference(const std::string& a, const std::string& b);

// The unit normal of the plane in which those of two shapes move that do; nothing where one of
// them moves in space.
std::optional<std::string> plane_of(const std::vector<Body>& bodies, const Shaping& a,
                                    const Shaping& b);

}  // namespace zwang
