// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/checkpoint.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

#include "zwang/result/bytes.hpp"

namespace zwang {
namespace {

constexpr std::string_view magic = "ZWC3";

class Writer {
 public:
  static constexpr bool reads = false;
  std::string bytes{magic};

  void number(const double& x) { put_number(bytes, x); }
  template <class Integer>
  void integer(const Integer& i) {
    put_integer(bytes, static_cast<std::int64_t>(i));
  }
  template <class List>
  void size(const List& list, std::size_t) {
    put_integer(bytes, static_cast<std::uint64_t>(list.size()));
  }
  template <class Small>
  void small(const Small& s) {
    bytes.push_back(static_cast<char>(s));
  }
};

class Reader {
 public:
  static constexpr bool reads = true;
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool good() const { return good_; }
  bool at_end() const { return place_ == bytes_.size(); }

  void number(double& x) {
    if (has(8)) x = number_at(bytes_, place_ - 8);
  }
  template <class Integer>
  void integer(Integer& i) {
    if (!has(8)) return;
    const auto read = static_cast<std::int64_t>(integer_at(bytes_, place_ - 8));
    i = static_cast<Integer>(read);
    if (static_cast<std::int64_t>(i) != read) good_ = false;
  }
  // Each element takes at least `least` bytes: nothing is allocated that the bytes cannot fill.
  template <class List>
  void size(List& list, std::size_t least) {
    if (!has(8)) return;
    const std::uint64_t n = integer_at(bytes_, place_ - 8);
    if (n > (bytes_.size() - place_) / least) {
      good_ = false;
      return;
    }
    if constexpr (std::is_same_v<List, Vector>)
      list.resize(static_cast<Eigen::Index>(n));
    else
      list.resize(n);
  }
  template <class Small>
  void small(Small& s) {
    if (has(1)) s = static_cast<Small>(bytes_[place_ - 1]);
  }

 private:
  bool has(std::size_t n) {
    if (good_ && bytes_.size() - place_ >= n)
      place_ += n;
    else
      good_ = false;
    return good_;
  }

  std::string_view bytes_;
  std::size_t place_ = magic.size();
  bool good_ = true;
};

// Everything in one order, for writing and for reading.
template <class Way, class Numbers>
void numbers(Way& way, Numbers& list) {
  way.size(list, 8);
  for (auto& x : list) way.number(x);
}

template <class Way, class List>
void small(Way& way, List& list) {
  way.size(list, 1);
  for (auto& s : list) way.small(s);
}

template <class Way, class Any>
void walk(Way& way, Any& c) {
  way.number(c.state.t);
  numbers(way, c.state.q);
  numbers(way, c.state.u);
  way.number(c.step);
  small(way, c.on);
  small(way, c.armed);
  small(way, c.armed_multiplier);
  small(way, c.statuses);
  way.size(c.impacts, 8);
  for (auto& times : c.impacts) numbers(way, times);
  way.size(c.settling, 24);
  for (auto& settling : c.settling) {
    way.size(settling.constraints, 8);
    for (auto& constraint : settling.constraints) way.integer(constraint);
    way.number(settling.t);
    way.number(settling.bound);
  }
  way.number(c.last_instant);
  way.integer(c.repeated);
  way.integer(c.scheduled);
  way.number(c.work);
  way.number(c.arc_work);
  way.number(c.energy_base);
  way.integer(c.steps);
  way.integer(c.events);
  numbers(way, c.impulses);
  numbers(way, c.pushes);
  way.size(c.pairs, 48);
  for (auto& pair : c.pairs) {
    way.integer(pair.packing);
    way.integer(pair.i);
    way.integer(pair.j);
    way.number(pair.impulse);
    way.number(pair.push);
    way.integer(pair.acted);
  }
  way.integer(c.changed);
  way.number(c.pace.t);
  way.integer(c.pace.steps);
  way.integer(c.pace.events);
  way.integer(c.tally.refused);
  way.integer(c.tally.evaluations);
  way.integer(c.tally.arcs);
  way.number(c.tally.position_drift);
  way.number(c.tally.velocity_drift);
  way.number(c.tally.acceleration_drift);
  way.number(c.tally.certificate);
  way.number(c.tally.interpolation);
  way.number(c.tally.largest_energy);
  way.number(c.tally.largest_breach);
  way.number(c.tally.possible_energy);
}

}  // namespace

std::string checkpoint_bytes(const Checkpoint& checkpoint) {
  Writer writer;
  walk(writer, checkpoint);
  return std::move(writer.bytes);
}

std::optional<Checkpoint> checkpoint_from(std::string_view bytes) {
  if (!bytes.starts_with(magic)) return std::nullopt;
  Reader reader(bytes);
  Checkpoint checkpoint;
  walk(reader, checkpoint);
  if (!reader.good() || !reader.at_end()) return std::nullopt;
  for (const ConstraintStatus status : checkpoint.statuses)
    if (status < ConstraintStatus::absent || status > ConstraintStatus::slipping)
      return std::nullopt;
  return checkpoint;
}

}  // namespace zwang
