// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One model run many times, each time with different values of some of its parameters.
//
//   SweepOrder order;
//   order.text = text_of_the_file;
//   order.path = "bounce.toml";
//   order.names = {"h"};
//   order.axes = {{0.5, 1.0, 1.5}};
//   order.want = {"time(impact)", "max(ball.z)"};
//   const Sweep sweep(order);
//   for (std::int64_t id = 0; id < sweep.size(); ++id) use(sweep.run(id));
//
// A run depends only on the order and its id: which process runs it, when, and after which others
// changes no bit. It is what `zwang run MODEL -s NAME=VALUE` computes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/prepare/run_choice.hpp"
#include "zwang/toml/source.hpp"

namespace zwang {

struct SweepOrder {
  std::string text = {};  // of the model file
  std::string path = {};  // its name; includes are looked up next to it
  // Parameters with the same value in all runs: {"L", "1.2 m"}.
  std::vector<std::pair<std::string, std::string>> set = {};
  std::vector<std::string> names = {};  // of the swept parameters
  // A grid: the values of each name, in SI; the last name varies fastest ...
  std::vector<std::vector<double>> axes = {};
  // ... or, without axes, one value per name and run: v of run 0, w of run 0, v of run 1, ...
  std::vector<double> points = {};
  std::vector<std::string> want = {};  // see wanted.hpp
  RunChoice choice = {};               // overrides the file
  // Read the model for each run, even if only its start changes: same rows, slower.
  bool always_read = false;
};

struct SweepRow {
  std::int64_t id = 0;
  std::string hash = {};
  std::string status = {};        // finished; stopped: by `code`; failed: its process was lost
  std::optional<Code> code = {};  // E340 if it is finished, but not certified
  bool certified = false;
  double seconds = 0.0;  // of work; not part of the content
  std::vector<double> parameters = {};
  std::vector<double> values = {};  // one per wanted; NaN where there is none or it stopped

  bool failed() const { return code.has_value(); }
};

// Thread safety: one thread at a time; processes share the work (sweep/workers.hpp).
class Sweep {
 public:
  // Throws if the order is invalid: E103 a name that is not a parameter, E112 one given twice, E120
  // values, a wanted text that cannot be read, the first mistake of the model.
  explicit Sweep(SweepOrder order);
  Sweep(Sweep&&) noexcept;
  ~Sweep();

  const SweepOrder& order() const;
  // The model file and its includes as read; runs read nothing from disk.
  const std::vector<Source>& sources() const;
  std::int64_t size() const;
  std::vector<double> parameters(std::int64_t id) const;
  // SHA-256 of the model, the settings, and the parameters of this run.
  std::string hash(std::int64_t id) const;
  // Everything that determines the rows, as lines of text; equal texts mean equal rows.
  std::string description() const;
  // Whether the model was read once for all runs.
  bool reads_once() const;

  // Never throws because of the run itself. One thread at a time.
  SweepRow run(std::int64_t id) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace zwang
