// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/xml.hpp"

#include "zwang/base/text.hpp"

namespace zwang {

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : without_controls(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&apos;"; break;
      default: out += c;
    }
  }
  for (const char* const noncharacter : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
    for (auto at = out.find(noncharacter); at != std::string::npos; at = out.find(noncharacter))
      out.erase(at, 3);
  return out;
}

}  // namespace zwang
