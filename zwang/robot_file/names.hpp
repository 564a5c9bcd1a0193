// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Names of a model file for the names of a robot file, which may contain anything and be used
// twice.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace zwang {

class ModelNames {
 public:
  // A name near to the wish that nothing has yet. `kind` is appended if the wish is taken.
  std::string add(std::string_view wish, std::string_view kind);

 private:
  std::set<std::string> taken_;
  std::map<std::string, int> next_;  // number to try behind a name
};

// For points of a body, beside what every body has.
ModelNames names_in_body();

}  // namespace zwang
