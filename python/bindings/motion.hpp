// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion as seen from Python: its rows, events, certificate and model. The interface is the same
// whether it was just computed or read from a result.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python/bindings/rows.hpp"
#include "zwang/prepare/run_choice.hpp"

namespace zwang::python {

class Motion {
 public:
  // Runs the file. `calls` is called after each step; true ends the run. `output` is the result to
  // write as well, or "". Ends with E502 after `max_time` seconds of work. `warn` is called if the
  // end is not in sight.
  static std::shared_ptr<Motion> run(ModelFile file, const RunChoice& choice,
                                     const std::string& program, std::function<bool()> calls,
                                     const std::string& output, bool force, double max_time,
                                     std::function<void(const std::string&)> warn);
  // Reads a result.
  static std::shared_ptr<Motion> open(const std::string& path);

  const ModelFile& file() const { return file_; }
  const System& system() const { return *system_; }
  const Rows& rows() const { return rows_; }
  const std::vector<Event>& events() const { return events_; }
  // The number of rows before each of them.
  const std::vector<std::size_t>& rows_before() const { return rows_before_; }
  const RunSummary& ending() const { return ending_; }
  const std::string& message() const { return message_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  // Text for people: how it ended, and its events, folded unless all are wanted.
  std::string summary(bool all) const;

  // A quantity at every row.
  std::vector<double> values(const std::string& quantity) const;
  // A quantity at one time, after a jump unless side is −1.
  double value_at(const std::string& quantity, double t, int side) const;

  // The geometry at one time, after a jump unless side is −1, as JSON, and in words.
  std::pair<std::string, std::string> geometry(double t, int side) const;

  // Writes a computed motion as a result. E113 if a force is code: nobody could check it.
  void save(const std::string& path, bool force) const;

 private:
  Motion(ModelFile file, std::shared_ptr<const System> system);
  void demand_text() const;
  // The last row up to a time; with side −1, the one before a jump there.
  std::size_t row_before(double t, int side) const;
  // The row at a time, between rows as the run would have had it.
  StoredRow row_at(double t, int side) const;

  ModelFile file_;
  std::shared_ptr<const System> system_;
  Rows rows_;
  std::vector<Event> events_;
  std::vector<std::size_t> rows_before_;
  RunDescription description_;
  RunSummary ending_;
  std::string message_;
  std::vector<std::string> warnings_;
  std::optional<Checkpoint> last_;

  friend class Tape;
};

}  // namespace zwang::python
