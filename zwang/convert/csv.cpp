// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/csv.hpp"

#include <cmath>

#include "zwang/base/text.hpp"
#include "zwang/convert/table.hpp"
#include "zwang/prepare/values_of.hpp"
#include "zwang/result/csv_cell.hpp"

namespace zwang {

void write_csv(const StoredRun& run, const std::vector<std::string>& quantities,
               std::ostream& out) {
  const Table table(run);
  std::vector<std::vector<double>> added;
  for (const std::string& quantity : quantities)
    added.push_back(values_of(run, run.rows, quantity));
  // what is no number is an empty cell
  const auto cell = [&](double x) {
    if (std::isfinite(x)) out << shortest(x);
  };
  for (std::size_t c = 0; c < table.columns(); ++c)
    out << (c == 0 ? "" : ",") << csv_cell(table.channel(c).name);
  for (const std::string& quantity : quantities) out << ',' << csv_cell(quantity);
  out << "\r\n";
  for (std::size_t r = 0; r < table.rows(); ++r) {
    for (std::size_t c = 0; c < table.columns(); ++c) {
      if (c > 0) out << ',';
      cell(table.value(r, c));
    }
    for (const std::vector<double>& values : added) {
      out << ',';
      cell(values[r]);
    }
    out << "\r\n";
  }
}

}  // namespace zwang
