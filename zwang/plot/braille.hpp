// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A picture of dots in letters: every cell of a terminal is a braille sign of 2 by 4 dots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zwang {

class Braille {
 public:
  Braille(int columns, int rows);

  // Dots are counted from the left and from below.
  int width() const { return 2 * columns_; }
  int height() const { return 4 * rows_; }
  // Outside of the picture nothing is set.
  void dot(int x, int y);
  void line(int x0, int y0, int x1, int y1);

  // A row of cells, the highest is 0; a cell without a dot is a blank. Without Unicode a star
  // stands for any dots.
  std::string row(int number, bool unicode) const;

 private:
  int columns_, rows_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace zwang
