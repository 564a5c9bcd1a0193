// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/describe_position.hpp"

#include <fmt/format.h>

#include "zwang/system/short_text.hpp"

namespace zwang {

std::string describe_position(const System& system, const Regularity& r) {
  std::string text = fmt::format("{} position", name(r.kind));
  if (r.kind == PositionClass::regular)
    return r.nearly_singular ? fmt::format("nearly singular position ({:.1e})", r.least) : text;
  const std::string rank = fmt::format("{}: rank {} of {} rows", text, r.rank, r.rows);
  if (r.vanishing.size() == r.dependent.size() && !r.vanishing.empty())
    return fmt::format("{}, the gradient{} of {} vanish{}", rank,
                       r.vanishing.size() == 1 ? "" : "s", names_of(system, r.vanishing),
                       r.vanishing.size() == 1 ? "es" : "");
  return fmt::format("{}, {} are dependent{} (singular values {:.1e} and {:.1e})", rank,
                     names_of(system, r.dependent), r.in_doubt() ? " up to their last digits" : "",
                     r.least, r.zero);
}

std::string describe_linearised(const Instant& instant) {
  const Vertex& vertex = instant.regularity.vertex;
  const Vector& a = instant.linearised;
  if (!vertex.found || a.size() == 0) return "";
  std::string verdict = "which the constraints do not allow";
  for (int number = 1; const Stationary* const one = vertex.minimum(number); ++number)
    if ((one->accelerations - a).norm() <= 1e-9 * (1.0 + a.norm()))
      verdict = fmt::format("as minimum {}", number);
  return fmt::format(
      "d'Alembert's principle, which sees the linearised constraints alone, gives {}, {}",
      short_vector(a), verdict);
}

std::string describe_stationary(const Instant& instant) {
  const Vertex& vertex = instant.regularity.vertex;
  std::string out;
  if (!vertex.missing.empty()) out = fmt::format("minima of Z are not known: {}\n", vertex.missing);
  int number = 0;
  for (const Stationary& s : vertex.stationary) {
    const bool minimum = s.kind == Stationary::Kind::minimum;
    out += fmt::format("{}{} of Z = {} at {}, reaction {}{}{}\n",
                       minimum ? fmt::format("{}. ", ++number) : "", minimum ? "minimum" : "saddle",
                       short_number(s.zwang), short_vector(s.accelerations),
                       short_vector(s.reaction), s.family == 0 ? "" : ", one of a continuum",
                       s.in_doubt ? ", if terms of higher order allow it" : "");
  }
  if (const std::string rest = describe_linearised(instant); !rest.empty()) out += rest + "\n";
  return out;
}

}  // namespace zwang
