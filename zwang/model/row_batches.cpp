// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/row_batches.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/calculus/pack.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Between positions, by formulas, in coordinates whose rates are velocities.
bool is_plain(const System& system, const Condition& condition) {
  return condition.formula && !condition.of_velocities &&
         std::ranges::all_of(condition.places, [&](int place) {
           return place == Model::time_place ||
                  system.is_rate_parameter(Model::coordinate_at(place));
         });
}

}  // namespace

RowBatches::RowBatches(const System& system, const std::vector<int>& conditions)
    : system_(&system) {
  std::vector<std::vector<int>> families;
  for (const int c : conditions) {
    const Condition& condition = system.condition(c);
    if (!is_plain(system, condition)) {
      single_.push_back(c);
      continue;
    }
    const auto same = std::ranges::find_if(families, [&](const std::vector<int>& family) {
      return system.condition(family[0]).formula->program().same_family(
          condition.formula->program());
    });
    if (same == families.end())
      families.push_back({c});
    else
      same->push_back(c);
  }
  for (const std::vector<int>& family : families)
    for (std::size_t from = 0; from < family.size(); from += Pack::lanes) {
      Batch batch;
      const std::size_t count = std::min<std::size_t>(Pack::lanes, family.size() - from);
      if (count == 1) {
        single_.push_back(family[from]);
        continue;
      }
      for (std::size_t l = 0; l < count; ++l) batch.conditions.push_back(family[from + l]);
      batch.inputs = system.condition(family[from]).places.size();
      for (std::size_t i = 0; i < batch.inputs; ++i)
        for (std::size_t l = 0; l < Pack::lanes; ++l) {
          const int c = batch.conditions[l < count ? l : 0];
          const int place = system.condition(c).places[i];
          const auto columns = system.columns(c);
          batch.places.push_back(place);
          batch.positions.push_back(
              place == Model::time_place
                  ? -1
                  : static_cast<int>(
                        std::ranges::lower_bound(columns, Model::coordinate_at(place)) -
                        columns.begin()));
        }
      batches_.push_back(std::move(batch));
    }
}

void RowBatches::fill(Snapshot& snapshot) const {
  for (const Batch& batch : batches_) fill(batch, snapshot);
  for (const int c : single_) system_->row(c, snapshot);
}

void RowBatches::fill(const Batch& batch, Snapshot& snapshot) const {
  Registers<Taylor<Pack, 2>> x(batch.inputs);
  Registers<Pack> g(batch.inputs);
  for (std::size_t i = 0; i < batch.inputs; ++i)
    for (std::size_t l = 0; l < Pack::lanes; ++l) {
      const auto& motion = snapshot.motion[index(batch.places[i * Pack::lanes + l])];
      for (int k = 0; k <= 2; ++k) x[i][k][static_cast<int>(l)] = motion[k];
    }
  const Taylor<Pack, 2> course =
      system_->condition(batch.conditions[0])
          .function.along(std::span<const Taylor<Pack, 2>>(x.data(), batch.inputs),
                          std::span<Pack>(g.data(), batch.inputs));
  for (std::size_t l = 0; l < batch.conditions.size(); ++l) {
    const int lane = static_cast<int>(l);
    Row& row = snapshot.rows[index(batch.conditions[l])];
    row.f = course[0][lane];
    row.rate = course[1][lane];
    row.b2 = 2.0 * course[2][lane];
    row.b1 = 0.0;
    std::ranges::fill(row.a, 0.0);
    // an open inequality restricts nothing, even where it has no derivative
    if (!system_->condition(batch.conditions[l]).equation && row.f < 0.0 && std::isfinite(row.f)) {
      bool smooth = std::isfinite(row.rate) && std::isfinite(row.b2);
      for (std::size_t i = 0; i < batch.inputs; ++i) smooth = smooth && std::isfinite(g[i][lane]);
      if (!smooth) {
        row.rate = row.b2 = 0.0;
        continue;
      }
    }
    for (std::size_t i = 0; i < batch.inputs; ++i) {
      const int position = batch.positions[i * Pack::lanes + l];
      if (position < 0)
        row.b1 += g[i][lane];
      else
        row.a[index(position)] += g[i][lane];
    }
  }
}

}  // namespace zwang
