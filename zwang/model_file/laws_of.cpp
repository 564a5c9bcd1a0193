// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/laws.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

Laws laws_of(const ModelFile& file, const System& system) {
  return file.problem.is_mechanical() ? laws_of(system) : laws_of(file.problem.variation(system));
}

}  // namespace zwang
