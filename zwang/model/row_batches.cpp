// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/row_batches.hpp"

#include <algorithm>

#include "zwang/calculus/pack.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

RowBatches::RowBatches(const System& system, const std::vector<int>& conditions)
    : system_(&system) {
  std::vector<std::vector<int>> families;
  for (const int c : conditions) {
    const Condition& condition = system.condition(c);
    if (!condition.formula) {
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
          batch.places.push_back(system.condition(c).places[i]);
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
  Registers<double> gradient(batch.inputs);
  for (std::size_t l = 0; l < batch.conditions.size(); ++l) {
    const int lane = static_cast<int>(l);
    for (std::size_t i = 0; i < batch.inputs; ++i) gradient[i] = g[i][lane];
    Taylor<double, 2> one(course[0][lane], course[1][lane]);
    one[2] = course[2][lane];
    system_->write(batch.conditions[l], one, std::span<const double>(gradient.data(), batch.inputs),
                   snapshot);
  }
}

}  // namespace zwang
