// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What stands for hdf5.cpp where the library is missing.

#include "zwang/base/error.hpp"
#include "zwang/convert/hdf5.hpp"

namespace zwang {

bool has_hdf5() { return false; }

void write_hdf5(const StoredRun&, const Scene*, const std::string&) {
  throw Error(Code::E410,
              "this program cannot write HDF5: the library was missing when it was built");
}

std::string frame_group(std::size_t) { return {}; }

}  // namespace zwang
