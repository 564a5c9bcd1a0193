// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/principle.hpp"

namespace zwang {

using Json = nlohmann::ordered_json;

Json principle_blocks(const Json& constraints) {
  return Json::array({{{"title", "The principle"},
                       {"latex",
                        {"Z = \\left(\\ddot q - M^{-1}Q\\right)^{\\!\\top} M \\left(\\ddot q - "
                         "M^{-1}Q\\right) \\to \\min"}}},
                      {{"title", "Constraints"}, {"latex", constraints}},
                      {{"title", "Motion"},
                       {"latex",
                        {"M\\,\\ddot q = Q - \\sum_i \\lambda_i \\nabla f_i",
                         "\\lambda_i \\ge 0,\\quad f_i \\le 0,\\quad \\lambda_i f_i = 0 "
                         "\\quad\\text{(inequalities)}"}}},
                      {{"title", "An impact"},
                       {"latex",
                        {"\\left(\\dot q^+ - \\dot q^-\\right)^{\\!\\top} M \\left(\\dot q^+ - "
                         "\\dot q^-\\right) \\to \\min",
                         "\\nabla f_i \\cdot \\dot q^+ \\le 0 \\quad\\text{where } f_i = 0"}}}});
}

}  // namespace zwang
