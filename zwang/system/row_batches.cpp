// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/row_batches.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "zwang/base/index.hpp"
#include "zwang/scalars/pack.hpp"

namespace zwang {
namespace {

// Fewer batches are done before the others are awake.
constexpr std::size_t enough_to_share = 64;

constexpr auto lanes = static_cast<std::size_t>(Pack::lanes);

// Two lanes.
using Two [[gnu::vector_size(16)]] = double;
void store(const Two& x, double* to) { std::memcpy(to, &x, sizeof x); }

// An equal part of n things.
struct Part {
  std::size_t from, to;
  Part(std::size_t n, int part, int parts)
      : from(n * index(part) / index(parts)), to(n * index(part + 1) / index(parts)) {}
};

}  // namespace

RowBatches::RowBatches(const System& system, const std::vector<int>& constraints, int threads)
    : system_(&system) {
  std::vector<std::vector<int>> families;
  for (const int c : constraints) {
    const Formula* const formula = system.formula(c);
    if (!formula) {
      single_.push_back(c);
      continue;
    }
    const auto same = std::ranges::find_if(families, [&](const std::vector<int>& family) {
      return system.formula(family[0])->program().same_family(formula->program());
    });
    if (same == families.end())
      families.push_back({c});
    else
      same->push_back(c);
  }
  std::vector<int> angle_of_place(index(system.arguments()), -1);
  for (const std::vector<int>& family : families)
    for (std::size_t from = 0; from < family.size(); from += lanes) {
      const std::size_t count = std::min(lanes, family.size() - from);
      if (count == 1)
        single_.push_back(family[from]);
      else
        add_batch(system.formula(family[0])->program(), std::span(family).subspan(from, count),
                  angle_of_place);
    }
  sines_.resize(angles_.size());
  cosines_.resize(angles_.size());
  if (threads > 1 && batches_.size() >= enough_to_share)
    pool_ = std::make_unique<ThreadPool>(threads);
}

void RowBatches::add_batch(const Program& program, std::span<const int> constraints,
                           std::vector<int>& angle_of_place) {
  Batch batch;
  batch.program = &program;
  batch.constraints.assign(constraints.begin(), constraints.end());
  batch.inputs = program.inputs().size();
  batch.plain = std::ranges::none_of(constraints, [&](int c) {
    return system_->constraint(c).of_velocities || system_->constraint(c).domain;
  });
  batch.equations =
      std::ranges::all_of(constraints, [&](int c) { return system_->constraint(c).equation; });
  for (std::size_t i = 0; i < batch.inputs; ++i)
    for (std::size_t l = 0; l < lanes; ++l) {
      const int c = constraints[l < constraints.size() ? l : 0];
      const int place = system_->places(c)[i];
      batch.places.push_back(place);
      const bool turned = system_->is_turned(place);
      batch.turned = batch.turned || turned;
      batch.plain = batch.plain && (turned || place == Model::time_place ||
                                    system_->is_rate_parameter(Model::coordinate_at(place)));
      batch.positions.push_back(system_->positions(c)[i]);
    }
  for (const Instruction& one : program.instructions()) {
    if (one.kind != Instruction::Kind::sincos) continue;
    for (std::size_t l = 0; l < lanes; ++l) {
      batch.angles.push_back(-1);
      if (one.a >= batch.inputs) continue;
      const int place = batch.places[one.a * lanes + l];
      int& angle = angle_of_place[index(place)];
      if (angle < 0) {
        angle = static_cast<int>(angles_.size());
        angles_.push_back(place);
      }
      batch.angles.back() = angle;
    }
  }
  batches_.push_back(std::move(batch));
}

void RowBatches::fill(Snapshot& snapshot) {
  const auto find_sines = [&](int part, int parts) {
    const Part mine(angles_.size(), part, parts);
    for (std::size_t i = mine.from; i < mine.to; ++i)
      elementary::sincos(snapshot.motion[index(angles_[i])][0], sines_[i], cosines_[i]);
  };
  const auto fill_rows = [&](int part, int parts) {
    const Part mine(batches_.size(), part, parts);
    for (std::size_t i = mine.from; i < mine.to; ++i) fill(batches_[i], snapshot);
  };
  const auto share = [&](const auto& work) {
    if (!pool_) return work(0, 1);
    const auto task = [&](int part) { work(part, pool_->size()); };
    pool_->share(task);
  };
  if (!angles_.empty()) share(find_sines);
  share(fill_rows);
  for (const int c : single_) system_->row(c, snapshot);
}

void RowBatches::fill(const Batch& batch, Snapshot& snapshot) const {
  using Course = Taylor<Pack, 2>;
  const Program& program = *batch.program;
  Registers<Course> r(program.registers());
  Registers<Pack> adjoint(program.registers());
  const auto* const motion = snapshot.motion.data();
  const int* place = batch.places.data();
  for (std::size_t i = 0; i < batch.inputs; ++i, place += lanes) {
#pragma GCC unroll 8
    for (int l = 0; l < Pack::lanes; l += 2) {
      // two lanes at a time: their numbers change rows and columns
      const auto& one = motion[place[l]];
      const auto& two = motion[place[l + 1]];
      const Two head = {one[0], one[1]}, next = {two[0], two[1]};
      store(__builtin_shufflevector(head, next, 0, 2), &r[i][0][l]);
      store(__builtin_shufflevector(head, next, 1, 3), &r[i][1][l]);
      store(Two{one[2], two[2]}, &r[i][2][l]);
    }
  }
  const int* angle = batch.angles.data();
  program.run(r.data(), [&](const Instruction&, const Course& a, Course& sine, Course& cosine) {
    if (*angle < 0) {
      sincos(a, sine, cosine);
    } else {
      Pack s, c;
      for (int l = 0; l < Pack::lanes; ++l) {
        s[l] = sines_[index(angle[l])];
        c[l] = cosines_[index(angle[l])];
      }
      sincos(a, s, c, sine, cosine);
    }
    angle += lanes;
  });
  std::fill_n(adjoint.data(), program.registers(), Pack(0.0));
  adjoint[program.result_register()] = Pack(1.0);
  program.run_back(r.data(), adjoint.data());
  write(batch, program.result(r.data()), adjoint.data(), snapshot);
}

// What System::write does, without its questions where the answers are known.
void RowBatches::write(const Batch& batch, const Taylor<Pack, 2>& course, const Pack* gradient,
                       Snapshot& snapshot) const {
  for (std::size_t l = 0; l < batch.constraints.size(); ++l) {
    const int lane = static_cast<int>(l), number = batch.constraints[l];
    Row& row = snapshot.rows[index(number)];
    bool plain = batch.plain;
    if (plain && !batch.equations && !system_->constraint(number).equation &&
        course[0][lane] < 0.0) {
      // open: it may have no derivative
      double sum = course[1][lane] + course[2][lane];
      for (std::size_t i = 0; i < batch.inputs; ++i) sum += gradient[i][lane];
      plain = std::isfinite(sum);
    }
    if (!plain) {
      Registers<double> g(batch.inputs);
      for (std::size_t i = 0; i < batch.inputs; ++i) g[i] = gradient[i][lane];
      Taylor<double, 2> one(course[0][lane], course[1][lane]);
      one[2] = course[2][lane];
      system_->write(number, one, std::span<const double>(g.data(), batch.inputs), snapshot);
      continue;
    }
    row.f = course[0][lane];
    row.rate = course[1][lane];
    row.b1 = 0.0;
    row.b2 = 2.0 * course[2][lane];
    double* const a = row.a.data();
    if (batch.turned) {
      std::ranges::fill(row.a, 0.0);
      for (std::size_t i = 0; i < batch.inputs; ++i) {
        const double slope = gradient[i][lane];
        const int place = batch.places[i * lanes + l], position = batch.positions[i * lanes + l];
        if (system_->is_turned(place)) {
          const TurnedParts::Slope& by_turn = system_->slope(place, snapshot);
          for (std::size_t k = 0; k < 3; ++k) a[index(position) + k] += slope * by_turn[k];
        } else if (position >= 0) {
          a[position] += slope;
        } else if (place == Model::time_place) {
          row.b1 += slope;
        }
      }
      continue;
    }
    for (std::size_t i = 0; i < batch.inputs; ++i) {
      const int position = batch.positions[i * lanes + l];
      // 0 + −0 is 0, as in a sum
      if (position >= 0)
        a[position] = 0.0 + gradient[i][lane];
      else if (batch.places[i * lanes + l] == Model::time_place)
        row.b1 += gradient[i][lane];
    }
  }
}

}  // namespace zwang
