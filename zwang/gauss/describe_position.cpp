// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/describe_position.hpp"

#include <fmt/format.h>

#include "zwang/gauss/short_text.hpp"

namespace zwang {

std::string describe_position(const System& system, const Regularity& r) {
  std::string text = fmt::format("{} position", name(r.kind));
  if (r.kind == PositionClass::regular)
    return r.nearly_singular ? fmt::format("nearly singular position ({:.1e})", r.least) : text;
  return fmt::format(
      "{}: rank {} of {} rows, {} are dependent{} (singular values {:.1e} and {:.1e})", text,
      r.rank, r.rows, names_of(system, r.dependent), r.in_doubt() ? " up to their last digits" : "",
      r.least, r.zero);
}

std::string describe_stationary(const Vertex& vertex) {
  std::string out;
  for (const Stationary& s : vertex.stationary)
    out += fmt::format("{} of Z = {} at {}{}\n",
                       s.kind == Stationary::Kind::minimum ? "minimum" : "saddle",
                       short_number(s.zwang), short_vector(s.accelerations),
                       s.family == 0 ? "" : ", one of a continuum");
  return out;
}

}  // namespace zwang
