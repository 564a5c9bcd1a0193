// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A checkpoint as bytes: "ZWC2", then little-endian numbers. Whether the bytes are those that were
// written is for a CRC to decide; lengths are never trusted here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "zwang/record/recorder.hpp"

namespace zwang {

std::string checkpoint_bytes(const Checkpoint& checkpoint);

// Empty if these are not the bytes of a checkpoint.
std::optional<Checkpoint> checkpoint_from(std::string_view bytes);

}  // namespace zwang
