// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/families.hpp"

#include <map>

namespace zwang {

std::vector<Family> families_of(const System& system) {
  std::vector<Family> out;
  std::map<std::string, std::size_t> known;
  for (int i = 0; i < system.constraints(); ++i) {
    const std::string& name = system.constraint(i).name;
    const auto bracket = name.find('[');
    if (bracket == std::string::npos) continue;
    const auto [found, fresh] = known.try_emplace(name.substr(0, bracket), out.size());
    if (fresh) out.push_back({found->first});
    out[found->second].members.push_back(i);
  }
  std::erase_if(out, [](const Family& family) { return family.members.size() < 2; });
  return out;
}

}  // namespace zwang
