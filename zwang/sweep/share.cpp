// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"

namespace zwang {

std::int64_t Share::first(std::int64_t runs) const {
  // the first ones are longer by one where they cannot be equal
  return (number - 1) * (runs / of) + std::min(number - 1, runs % of);
}

std::int64_t Share::end(std::int64_t runs) const { return Share{number + 1, of}.first(runs); }

Share share_in(const std::string& text) {
  Share share;
  const char* const last = text.data() + text.size();
  const auto number = std::from_chars(text.data(), last, share.number);
  const bool divided = number.ec == std::errc() && number.ptr != last && *number.ptr == '/';
  const auto of = std::from_chars(divided ? number.ptr + 1 : last, last, share.of);
  if (!divided || of.ec != std::errc() || of.ptr != last || share.number < 1 ||
      share.of < share.number)
    throw Error(Code::E120, fmt::format("--part {}: write 3/100 for the third of a hundred parts",
                                        without_controls(text)));
  return share;
}

}  // namespace zwang
