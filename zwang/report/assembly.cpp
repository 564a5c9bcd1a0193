// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/assembly.hpp"

#include "zwang/base/error.hpp"
#include "zwang/report/template.hpp"
#include "zwang/report/viewer.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

// A run whose description is longer lies among the numbers, where it is deflated too.
constexpr std::size_t long_text = 60'000;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Nothing in it can end the element that holds it.
std::string for_script(const Json& json) {
  std::string out;
  for (const char c : dumped(json)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

// Behind the beginning of an empty element.
void put(std::string& html, std::string_view marker, const std::string& text) {
  const auto at = html.find(marker);
  if (at == std::string::npos)
    throw Error(Code::E900, "the template of the report has no place for data");
  html.insert(at + marker.size(), text);
}

}  // namespace

std::string assembled(const PageHead& head, const std::vector<Json>& runs, ReportBuffer& buffer) {
  demand_report();
  std::string out(report_template());
  Json meta = {{"zwang", 1},
               {"program", ZWANG_VERSION},
               {"title", head.title},
               {"sentence", head.sentence},
               {"runs", Json::array()}};
  for (const Json& run : runs) {
    const std::string text = dumped(run);
    meta["runs"].push_back(text.size() <= long_text ? run : Json{{"text", buffer.text(text)}});
  }
  put(out, "<script type=\"text/plain\" id=\"zw-data\">", buffer.base64());
  put(out, report_mark, for_script(meta));
  return out;
}

}  // namespace zwang
