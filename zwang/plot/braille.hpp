// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A dot image in characters: every terminal cell is a braille character of 2 by 4 dots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zwang {

class Braille {
 public:
  Braille(int columns, int rows);

  // Dots are counted from the left and from the bottom.
  int width() const { return 2 * columns_; }
  int height() const { return 4 * rows_; }
  // Nothing is set outside the image.
  void dot(int x, int y);
  void line(int x0, int y0, int x1, int y1);

  // A row of cells, 0 at the top; a cell without dots is blank. Without Unicode, an asterisk stands
  // for any dots.
  std::string row(int number, bool unicode) const;

 private:
  int columns_, rows_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace zwang
