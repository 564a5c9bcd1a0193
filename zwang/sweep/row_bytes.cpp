// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/row_bytes.hpp"

#include "zwang/result/block.hpp"
#include "zwang/result/bytes.hpp"

namespace zwang {
namespace {

constexpr std::size_t head = 16;             // length, checksum
constexpr std::uint64_t longest = 1U << 20;  // far more than a file has columns

void put_text(std::string& bytes, std::string_view text) {
  put_integer(bytes, static_cast<std::uint64_t>(text.size()));
  bytes += text;
}

void put_numbers(std::string& bytes, const std::vector<double>& numbers) {
  put_integer(bytes, static_cast<std::uint64_t>(numbers.size()));
  for (const double x : numbers) put_number(bytes, x);
}

// Takes from the front what was put at the end.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t integer() {
    demand(8);
    const std::uint64_t number = integer_at(bytes_, 0);
    bytes_.remove_prefix(8);
    return number;
  }
  double number() { return std::bit_cast<double>(integer()); }
  std::string text() {
    const std::uint64_t size = integer();
    demand(size);
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }
  std::vector<double> numbers() {
    const std::uint64_t size = integer();
    demand(size);  // each has eight bytes
    std::vector<double> numbers;
    for (std::uint64_t i = 0; i < size; ++i) numbers.push_back(number());
    return numbers;
  }
  void demand_end() const {
    if (!bytes_.empty()) refuse();
  }

 private:
  [[noreturn]] static void refuse() { throw Error(Code::E430, "these bytes are not a row"); }
  void demand(std::uint64_t size) const {
    if (size > bytes_.size()) refuse();
  }

  std::string_view bytes_;
};

}  // namespace

std::string bytes_of(const SweepRow& row) {
  std::string body;
  put_integer(body, row.id);
  put_text(body, row.hash);
  put_text(body, row.status);
  put_text(body, row.code ? name(*row.code) : "");
  put_integer(body, std::uint64_t{row.certified ? 1U : 0U});
  put_number(body, row.seconds);
  put_numbers(body, row.parameters);
  put_numbers(body, row.values);
  std::string bytes;
  put_integer(bytes, static_cast<std::uint64_t>(body.size()));
  put_integer(bytes, std::uint64_t{crc32(body)});
  return bytes + body;
}

std::optional<RowRead> row_from(std::string_view bytes) {
  if (bytes.size() < head) return std::nullopt;
  const std::uint64_t size = integer_at(bytes, 0);
  if (size > longest) throw Error(Code::E430, "these bytes are not a row");
  if (bytes.size() - head < size) return std::nullopt;
  const std::string_view body = bytes.substr(head, size);
  if (integer_at(bytes, 8) != crc32(body)) throw Error(Code::E430, "these bytes are not a row");
  Taker taker(body);
  SweepRow row;
  row.id = static_cast<std::int64_t>(taker.integer());
  row.hash = taker.text();
  row.status = taker.text();
  row.code = code_named(taker.text());
  row.certified = taker.integer() != 0;
  row.seconds = taker.number();
  row.parameters = taker.numbers();
  row.values = taker.numbers();
  taker.demand_end();
  return RowRead{std::move(row), head + static_cast<std::size_t>(size)};
}

}  // namespace zwang
