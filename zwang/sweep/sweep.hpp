// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One model run many times, each time with other values of some of its parameters.
//
//   SweepOrder order;
//   order.text = text_of_the_file;
//   order.path = "bounce.toml";
//   order.names = {"h"};
//   order.axes = {{0.5, 1.0, 1.5}};
//   order.want = {"time(shock)", "max(ball.z)"};
//   const Sweep sweep(order);
//   for (std::int64_t id = 0; id < sweep.size(); ++id) use(sweep.run(id));
//
// A run depends on nothing but the order and its id: who runs it, when, and after which others
// changes no bit. It is what `zwang run MODEL -s NAME=VALUE` computes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/model_file/source.hpp"
#include "zwang/prepare/run_choice.hpp"

namespace zwang {

struct SweepOrder {
  std::string text = {};  // of the model file
  std::string path = {};  // what it is called; includes are looked for beside it
  // Parameters that are the same in all runs: {"L", "1.2 m"}.
  std::vector<std::pair<std::string, std::string>> set = {};
  std::vector<std::string> names = {};  // of the parameters that change
  // A grid: the values of each name, in SI; the last name changes fastest ...
  std::vector<std::vector<double>> axes = {};
  // ... or, without axes, one value for each name and run: v of run 0, w of run 0, v of run 1, ...
  std::vector<double> points = {};
  std::vector<std::string> want = {};  // see wanted.hpp
  RunChoice choice = {};               // in place of what the file says
  // Read the model for each run, even if only its start changes: the same rows, more slowly.
  bool always_read = false;
};

struct SweepRow {
  std::int64_t id = 0;
  std::string hash = {};
  std::string status = {};        // finished; stopped: by `code`; failed: its process was lost
  std::optional<Code> code = {};  // E340 if it is finished, but not certified
  bool certified = false;
  double seconds = 0.0;  // of work: no part of what a sweep says
  std::vector<double> parameters = {};
  std::vector<double> values = {};  // one for each wanted; NaN where there is none or it stopped

  bool failed() const { return code.has_value(); }
};

// For one thread at a time; processes share the work (sweep/workers.hpp).
class Sweep {
 public:
  // Throws what is wrong with the order: E103 a name that is no parameter, E112 one given twice,
  // E120 values, a wanted text that cannot be read, the first mistake of the model.
  explicit Sweep(SweepOrder order);
  Sweep(Sweep&&) noexcept;
  ~Sweep();

  const SweepOrder& order() const;
  // The model file and its includes as they were read; runs read nothing from the disk.
  const std::vector<Source>& sources() const;
  std::int64_t size() const;
  std::vector<double> parameters(std::int64_t id) const;
  // SHA-256 of the model, what is set, and the parameters of this run.
  std::string hash(std::int64_t id) const;
  // All that decides the rows, as lines of text; two sweeps with the same text have the same rows.
  std::string description() const;
  // Whether the model was read once for all runs.
  bool reads_once() const;

  // Never throws for what happens to the run. One thread at a time.
  SweepRow run(std::int64_t id) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace zwang
