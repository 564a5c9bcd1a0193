// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/laws.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

Laws laws_of(const ModelFile& file, const System& system) {
  if (!file.problem.is_mechanical()) return laws_of(file.problem.variation(system));
  Laws laws = laws_of(system);
  laws.first_accelerations = file.run.branch;
  return laws;
}

}  // namespace zwang
