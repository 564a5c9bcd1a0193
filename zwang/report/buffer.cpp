// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/buffer.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "zwang/report/base64.hpp"

namespace zwang {
namespace {

static_assert(std::endian::native == std::endian::little, "channels are little-endian");

using Json = nlohmann::ordered_json;

// Without header, as DecompressionStream('deflate-raw') reads it.
std::string deflated(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib cannot begin");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::runtime_error("zlib cannot end");
  return out;
}

}  // namespace

std::size_t ReportBuffer::begin() {
  bytes_.resize((bytes_.size() + 7) / 8 * 8, '\0');
  return bytes_.size();
}

template <class T>
Json ReportBuffer::add(const Name& name, const char* type, const std::vector<T>& values) {
  Json channel = {{"name", name.name},     {"what", name.what}, {"of", name.of},
                  {"unit", name.unit},     {"type", type},      {"offset", begin()},
                  {"count", values.size()}};
  bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  return channel;
}

Json ReportBuffer::exact(const Name& name, const std::vector<double>& values) {
  return add(name, "f64", values);
}
Json ReportBuffer::single(const Name& name, const std::vector<double>& values) {
  return add(name, "f32", std::vector<float>(values.begin(), values.end()));
}
Json ReportBuffer::single(const Name& name, const std::vector<float>& values) {
  return add(name, "f32", values);
}
Json ReportBuffer::small(const Name& name, const std::vector<std::uint8_t>& values) {
  return add(name, "u8", values);
}
Json ReportBuffer::whole(const Name& name, const std::vector<std::uint32_t>& values) {
  return add(name, "u32", values);
}

Json ReportBuffer::steps(const Name& name, const std::vector<double>& values) {
  const auto [lo, hi] = values.empty() ? std::pair(0.0, 0.0) : [&] {
    const auto ends = std::ranges::minmax(values);
    return std::pair(ends.min, ends.max);
  }();
  std::vector<std::uint16_t> stored;
  std::uint16_t before = 0;
  for (const double x : values) {
    const double share = hi > lo ? (x - lo) / (hi - lo) : 0.0;
    const auto now = static_cast<std::uint16_t>(std::lround(65535.0 * share));
    stored.push_back(static_cast<std::uint16_t>(now - before));
    before = now;
  }
  Json channel = add(name, "i16d", stored);
  channel["lo"] = lo;
  channel["hi"] = hi;
  return channel;
}

Json ReportBuffer::text(const std::string& text) {
  Json where = {{"offset", begin()}, {"count", text.size()}};
  bytes_ += text;
  return where;
}

std::string ReportBuffer::base64() const { return zwang::base64(deflated(bytes_)); }

}  // namespace zwang
