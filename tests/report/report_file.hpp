// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A report read again, apart from the code that wrote it.
#pragma once

#include <doctest/doctest.h>
#include <zlib.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace zwang {

class ReportFile {
 public:
  nlohmann::json meta;

  explicit ReportFile(const std::string& report)
      : meta(nlohmann::json::parse(element(report, "zw-meta"))),
        bytes_(inflated(from_base64(element(report, "zw-data")))) {
    for (auto& run : meta.at("runs"))
      if (run.contains("text")) {
        const auto& text = run.at("text");
        run = nlohmann::json::parse(
            bytes_.substr(text.at("offset").get<std::size_t>(), text.at("count")));
      }
  }

  const nlohmann::json& run() const { return meta.at("runs").at(0); }

  // Of a channel of single numbers among the plots.
  std::vector<float> plot(const std::string& name) const {
    for (const auto& channel : run().at("plots")) {
      if (channel.at("name") != name) continue;
      REQUIRE(channel.at("type") == "f32");
      std::vector<float> out(channel.at("count").get<std::size_t>());
      std::memcpy(out.data(), bytes_.data() + channel.at("offset").get<std::size_t>(),
                  4 * out.size());
      return out;
    }
    FAIL("no plot channel " << name);
    return {};
  }

 private:
  static std::string element(const std::string& report, const std::string& id) {
    const std::string begin = "id=\"" + id + "\">";
    const auto from = report.find(begin) + begin.size();
    return report.substr(from, report.find("</script>", from) - from);
  }

  static std::string from_base64(std::string_view text) {
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
      if (c == '=') break;
      const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                        : c >= 'a' && c <= 'z' ? c - 'a' + 26
                        : c >= '0' && c <= '9' ? c - '0' + 52
                        : c == '+'             ? 62
                                               : 63;
      bits = bits << 6U | static_cast<std::uint32_t>(digit);
      held += 6;
      if (held < 8) continue;
      held -= 8;
      out += static_cast<char>(bits >> static_cast<unsigned>(held) & 255U);
    }
    return out;
  }

  static std::string inflated(std::string packed) {
    z_stream stream{};
    REQUIRE(inflateInit2(&stream, -15) == Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string out, piece(1U << 20U, '\0');
    int said = Z_OK;
    while (said == Z_OK) {
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = static_cast<uInt>(piece.size());
      said = inflate(&stream, Z_NO_FLUSH);
      out.append(piece, 0, piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    REQUIRE(said == Z_STREAM_END);
    return out;
  }

  std::string bytes_;
};

}  // namespace zwang
