// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/plot/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

int exponent(double x) { return static_cast<int>(std::floor(std::log10(x) + 1e-9)); }

double round_step(double wanted) {
  const double power = std::pow(10.0, exponent(wanted));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= wanted * (1.0 - 1e-9)) return times * power;
  return 10.0 * power;
}

}  // namespace

std::string Axis::label(double tick) const {
  if (tick == 0.0) return "0";
  const double largest = std::max(std::abs(from), std::abs(to));
  const int last = exponent(step);  // of the last digit that matters
  const bool plain = largest < 1e6 && (step >= 1e-5 || largest >= 1e-3);
  if (plain) return fmt::format("{:.{}f}", tick, std::max(0, -last));
  return fmt::format("{:.{}e}", tick, std::max(0, exponent(std::abs(tick)) - last));
}

Axis axis_over(double least, double largest, int most, double margin) {
  constexpr double same = 1e-9, nothing = 1e-290;
  const double size = std::max(std::abs(least), std::abs(largest));
  const double difference = largest - least;
  double room = margin * difference;
  if (difference <= std::max(same * size, nothing)) room = size <= nothing ? 1.0 : 0.1 * size;
  Axis axis;
  axis.from = least - room;
  axis.to = largest + room;
  axis.step = round_step((axis.to - axis.from) / most);
  const double first = std::ceil(axis.from / axis.step - 1e-9);
  const double last = std::floor(axis.to / axis.step + 1e-9);
  for (double k = first; k <= last; k += 1.0) axis.ticks.push_back(k == 0.0 ? 0.0 : k * axis.step);
  return axis;
}

}  // namespace zwang
