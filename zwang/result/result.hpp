// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The result of a run, NAME.zw: one SQLite file with the model as text, what was requested, every
// row and event, and what is needed to continue after the process was killed.
//
//   ResultWriter writer("pendulum.zw", description, system, {.sync = 1.0});
//   const Trajectory motion = run(system, model.start(), {.until = 2.0, .recorder = &writer});
//   writer.finish(ending_of(motion));
//
// Every commit is a checkpoint: rows, events and the state from which they continue are written
// together. The content of a file does not depend on when commits happened, nor on how often a run
// was resumed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/record/recorder.hpp"
#include "zwang/record/run_options.hpp"
#include "zwang/result/block.hpp"
#include "zwang/system/system.hpp"
#include "zwang/toml/source.hpp"

namespace zwang {

// Something that affects physics or storage. The one named "until" is in seconds and may grow when
// a run is resumed.
struct Setting {
  std::string name;
  std::optional<std::string> given = {};  // empty if the user left it open
  std::string used;
  std::string unit = {};
};

struct ParameterValue {
  std::string name;
  double value = 0.0;  // SI
  std::string unit = {};
  std::string text = {};  // as written
};

// What was requested.
struct RunDescription {
  std::vector<Source> sources;  // the model file and its includes, byte for byte
  std::vector<Setting> settings;
  std::vector<ParameterValue> parameters;
  std::string program;  // version of the program
  std::string method;
  double t_start = 0.0;  // s

  // The setting of this name, or null.
  const Setting* setting(std::string_view name) const;

  // Of the texts; of the parameters and of all settings except "until".
  std::string model_hash() const;
  std::string settings_hash() const;
};

struct ResultOptions {
  // Seconds between commits; 0 commits every step. A kill loses everything after the last one.
  double sync = 1.0;
  // An early commit happens when this many bytes are pending.
  std::size_t most_waiting = 64 << 20;
  // Overwrite a file that is not a result.
  bool force = false;
  // Command line, threads, compiler, dates: stored, but not content.
  std::vector<std::pair<std::string, std::string>> provenance = {};
  // Called after every step: true ends the run, which can be resumed later.
  std::function<bool()> stop = {};
};

enum class RunStatus { running, finished, stopped, interrupted };
std::string_view name(RunStatus status);

// The worst value of one certificate number over the run.
struct CertificateNumber {
  std::string number;  // "stationarity", "violation", ...
  double worst = 0.0;
  double allowed = 0.0;
  std::optional<double> t = {};
  std::optional<int> constraint = {};
};

struct RunSummary {
  RunStatus status = RunStatus::finished;
  std::optional<Code> code = {};  // what stopped it
  double t_end = 0.0;             // s
  bool certified = false;
  long steps = 0;
  std::optional<long> solves = {};
  std::vector<CertificateNumber> numbers = {};                       // of the verdict
  std::vector<std::pair<std::string, std::string>> provenance = {};  // seconds used, dates

  // The verdict in words: "certified", "certified up to 0.8 s", ...
  std::string words() const;
};

// Writes a run. A write failure ends the run at the next step and is thrown by finish(); the file
// stays at its last commit.
// Thread safety: one thread, that of the run. The system is needed during construction only.
class ResultWriter : public Recorder {
 public:
  // A new file. Throws before anything is computed: E450 in use by another run, E440 would
  // overwrite a file that is not a result, E411 not a plain file, E410 cannot be written.
  ResultWriter(const std::string& path, const RunDescription& description, const System& system,
               const ResultOptions& options = {});
  ResultWriter(ResultWriter&&) noexcept;
  ~ResultWriter() override;  // without finish(): as if the process had been killed

  void row(const Frame& frame) override;
  void event(const Event& event) override;
  void checkpoint(const Checkpoint& checkpoint) override;
  bool stop() override;

  // Commits for the last time, then leaves a single file. If a reader has it open, its -wal stays
  // next to it.
  void finish(const RunSummary& ending);

  // E420 if the rows of the file do not match this system.
  void check(const System& system) const;
  const std::optional<Error>& failure() const;
  std::int64_t rows() const;
  std::int64_t events() const;

  struct Writing;  // defined in the source file
  explicit ResultWriter(std::unique_ptr<Writing> writing);

 private:
  std::unique_ptr<Writing> writing_;
};

// A run to continue: build the model from the sources, then call go_on() with `writer` as recorder.
struct Resumed {
  ResultWriter writer;
  RunDescription description;
  std::optional<Checkpoint> checkpoint;
  double until = 0.0;  // s
  std::string path;
};

// Opens a result to continue from its newest good checkpoint; anything after that is cut off.
// `until` may be later than before, and must be if the run is finished. E420 if `given` has another
// model or other settings, or if nothing is left to do; E421 without a usable checkpoint.
Resumed resume_result(const std::string& path, const ResultOptions& options = {},
                      std::optional<double> until = {}, const RunDescription* given = nullptr);

// --- reading ---

struct StoredMass {
  std::string name, kind;
  std::optional<double> mass;
};

struct StoredConstraint {
  std::string name, kind, text, latex, shape;
  std::optional<double> restitution;
};

struct StoredPart {
  int constraint = 0;
  std::string role;  // cause, part, weak
  ConstraintStatus before = ConstraintStatus::absent;
  ConstraintStatus after = ConstraintStatus::absent;
  std::optional<double> approach, impulse;
};

struct StoredEvent {
  double t = 0.0;
  EventKind kind = EventKind::start;
  std::string cause;     // gap, multiplier, schedule, rate, limit, or empty
  std::int64_t row = 0;  // the one just before the event
  std::optional<double> located, uncertainty, energy_before, energy_after, supplied;
  std::string text;
  std::vector<StoredPart> parts;
};

using MetaValue = std::variant<std::monostate, std::int64_t, double, std::string>;

// A result as of one commit. The file is not trusted: everything is checked on opening. E401 cannot
// be read, E411 not a plain file, E430 damaged (names table and row), E431 from a newer program.
// Thread safety: one thread at a time. Any number of readers may have a file open, even while a run
// is writing it.
class ResultReader {
 public:
  explicit ResultReader(const std::string& path);
  ResultReader(ResultReader&&) noexcept;
  ~ResultReader();

  const RunDescription& description() const;
  const std::map<std::string, MetaValue>& meta() const;
  const std::map<std::string, MetaValue>& provenance() const;
  RunStatus status() const;
  const std::vector<Channel>& channels() const;
  const std::vector<StoredMass>& masses() const;
  const std::vector<StoredConstraint>& constraints() const;
  std::int64_t rows() const;
  const std::vector<StoredEvent>& events() const;
  const std::vector<CertificateNumber>& certificates() const;

  // One channel over all rows; for a wide one, the member with this number. E103 if there is none.
  std::vector<double> values(const std::string& channel, std::size_t member = 0) const;
  // Visits all rows in order: the f64 members of a row and its u8 members, each in channel order.
  void each_row(const std::function<void(std::span<const double>, std::span<const std::uint8_t>)>&
                    step) const;

  struct Reading;

 private:
  std::unique_ptr<Reading> reading_;
};

// SHA-256 of the content: equal for equal runs, whatever happened to their processes.
std::string content_hash(const std::string& path);

// A killed run leaves NAME.zw-wal or NAME.zw-journal next to its file; this merges the two into
// one. Without it, readers see the last commit of a -wal, but get E401 if a -journal has to be
// rolled back. Does nothing while a run is writing.
void fold(const std::string& path);

}  // namespace zwang
