// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/plot/braille.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace zwang {
namespace {

// Which bit of the sign is a dot, from above: the left column, then the right (Unicode 10, U+2800).
constexpr std::array<std::array<unsigned, 4>, 2> bits = {
    {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}};

}  // namespace

Braille::Braille(int columns, int rows)
    : columns_(columns), rows_(rows), cells_(static_cast<std::size_t>(columns * rows), 0) {}

void Braille::dot(int x, int y) {
  if (x < 0 || y < 0 || x >= width() || y >= height()) return;
  const int below = height() - 1 - y;
  auto& cell = cells_[static_cast<std::size_t>(below / 4 * columns_ + x / 2)];
  cell = static_cast<std::uint8_t>(
      cell | bits[static_cast<std::size_t>(x % 2)][static_cast<std::size_t>(below % 4)]);
}

// Bresenham's line.
void Braille::line(int x0, int y0, int x1, int y1) {
  const int dx = std::abs(x1 - x0), dy = -std::abs(y1 - y0);
  const int sx = x0 < x1 ? 1 : -1, sy = y0 < y1 ? 1 : -1;
  int error = dx + dy;
  for (;;) {
    dot(x0, y0);
    if (x0 == x1 && y0 == y1) return;
    const int twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x0 += sx;
    }
    if (twice <= dx) {
      error += dx;
      y0 += sy;
    }
  }
}

std::string Braille::row(int number, bool unicode) const {
  std::string out;
  for (int column = 0; column < columns_; ++column) {
    const unsigned cell = cells_[static_cast<std::size_t>(number * columns_ + column)];
    if (cell == 0) {
      out += ' ';
    } else if (!unicode) {
      out += '*';
    } else {  // U+2800 and the bits, in UTF-8
      out += '\xe2';
      out += static_cast<char>(0xa0U | cell >> 6U);
      out += static_cast<char>(0x80U | (cell & 0x3fU));
    }
  }
  return out;
}

}  // namespace zwang
