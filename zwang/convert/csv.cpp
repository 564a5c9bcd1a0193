// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/csv.hpp"

#include <cmath>

#include "zwang/base/text.hpp"
#include "zwang/convert/table.hpp"
#include "zwang/result/csv_cell.hpp"

namespace zwang {

void write_csv(const StoredRun& run, std::ostream& out) {
  const Table table(run);
  for (std::size_t c = 0; c < table.columns(); ++c)
    out << (c == 0 ? "" : ",") << csv_cell(table.channel(c).name);
  out << "\r\n";
  for (std::size_t r = 0; r < table.rows(); ++r) {
    for (std::size_t c = 0; c < table.columns(); ++c) {
      const double x = table.value(r, c);
      if (c > 0) out << ',';
      if (std::isfinite(x)) out << shortest(x);  // what is no number is an empty cell
    }
    out << "\r\n";
  }
}

}  // namespace zwang
