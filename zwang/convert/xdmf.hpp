// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion for readers of XDMF 3: a text that locates the frames in an HDF5 file.
#pragma once

#include <ostream>
#include <string>

#include "zwang/convert/scene.hpp"

namespace zwang {

// `numbers` is the name of the HDF5 file next to the text.
void write_xdmf(const Scene& scene, const std::string& numbers, std::ostream& out);

}  // namespace zwang
