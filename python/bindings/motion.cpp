// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/motion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "python/bindings/raised.hpp"
#include "zwang/audit/sample_of.hpp"
#include "zwang/convert/geometry_json.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/motion/outlook.hpp"
#include "zwang/prepare/describe_event.hpp"
#include "zwang/prepare/followed.hpp"
#include "zwang/prepare/query_context.hpp"
#include "zwang/prepare/row_geometry.hpp"
#include "zwang/record/impacts.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang::python {
namespace {

// Throws Mistakes that show the text.
Query query(const ModelFile& file, const System& system, const std::string& quantity) {
  try {
    return {system, quantity, query_context(file, system)};
  } catch (const Error& error) {
    throw in_text(error, quantity);
  }
}

}  // namespace

// Keeps what a run hands over, and hands it on to a result if there is one.
class Tape : public Recorder {
 public:
  // Ends the run `max_time` seconds from now.
  Tape(Motion& motion, ResultWriter* writer, std::function<bool()> calls, double max_time,
       std::function<void(const std::string&)> warn)
      : motion_(motion),
        writer_(writer),
        calls_(std::move(calls)),
        max_time_(max_time),
        warn_(std::move(warn)),
        outlook_(motion.file_.run.from, motion.file_.run.until, max_time) {}

  void row(const Frame& frame) override {
    motion_.rows_.add(frame);
    if (writer_) writer_->row(frame);
  }
  void event(const Event& event) override {
    motion_.events_.push_back(event);
    motion_.rows_before_.push_back(motion_.rows_.size());
    if (writer_) writer_->event(event);
  }
  void checkpoint(const Checkpoint& checkpoint) override {
    if (writer_) writer_->checkpoint(checkpoint);
    const auto rest = outlook_.after(checkpoint, seconds());
    if (!rest) return;
    const bool by_steps = rest->by_events && motion_.file_.problem.is_mechanical() &&
                          motion_.file_.run.method == RunOptions::Method::event_driven;
    warn_(rest->text +
          (by_steps ? "; time-stepping does not stop at each event: run(method=\"time-stepping\")"
                    : ""));
  }
  bool stop() override {
    late_ = seconds() > max_time_;
    return late_ || calls_() || (writer_ && writer_->stop());
  }
  // Whether the time was used up.
  bool late() const { return late_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  Motion& motion_;
  ResultWriter* writer_;
  std::function<bool()> calls_;
  double max_time_;
  std::function<void(const std::string&)> warn_;
  Outlook outlook_;
  bool late_ = false;
  Clock::time_point start_ = Clock::now();
};

Motion::Motion(ModelFile file, std::shared_ptr<const System> system)
    : file_(std::move(file)),
      system_(std::move(system)),
      rows_(*system_, !file_.problem.is_mechanical()) {}

std::shared_ptr<Motion> Motion::run(ModelFile file, const RunChoice& choice,
                                    const std::string& program, std::function<bool()> calls,
                                    const std::string& output, bool force, double max_time,
                                    std::function<void(const std::string&)> warn) {
  if (!(max_time > 0.0))
    throw Error(Code::E120, fmt::format("the time max_time = {} is not above 0", max_time));
  choose(choice, file);
  const Ready ready = make_ready(choice, file);
  demand_usable(file);
  const std::shared_ptr<Motion> motion(new Motion(std::move(file), ready.prepared.system));
  motion->description_ = description_of(motion->file_, choice, program);
  for (const Error& warning : ready.warnings) motion->warnings_.push_back(warning.report(""));
  std::optional<ResultWriter> writer;
  if (!output.empty()) {
    motion->demand_text();
    writer.emplace(output, motion->description_, *motion->system_, ResultOptions{.force = force});
  }
  Tape tape(*motion, writer ? &*writer : nullptr, std::move(calls), max_time, std::move(warn));
  RunOptions& options = motion->file_.run;
  options.recorder = &tape;
  options.keep_course = options.keep_frames = false;
  const Trajectory course = motion_of(motion->file_, ready.prepared);
  options.recorder = nullptr;
  motion->ending_ = ending_of(course);
  motion->message_ = course.message;
  if (tape.late()) {
    motion->ending_.status = RunStatus::stopped;
    motion->ending_.code = Code::E502;
    motion->message_ = "the limit of max_time was reached";
  }
  motion->warnings_.insert(motion->warnings_.end(), course.warnings.begin(), course.warnings.end());
  motion->last_ = course.last;
  if (writer) writer->finish(motion->ending_);
  return motion;
}

std::shared_ptr<Motion> Motion::open(const std::string& path) {
  StoredRun run = open_run(path);
  std::vector<Event> events;
  for (const StoredEvent& stored : run.reader.events()) events.push_back(recalled(run, stored));
  const std::shared_ptr<Motion> motion(new Motion(std::move(run.file), std::move(run.system)));
  for (const StoredRow& row : run.rows) motion->rows_.add(row);
  motion->events_ = std::move(events);
  motion->description_ = run.reader.description();
  RunSummary& ending = motion->ending_;
  ending.status = run.reader.status();
  const auto text = [&](const char* key) -> std::string {
    const auto found = run.reader.meta().find(key);
    const auto* const said =
        found == run.reader.meta().end() ? nullptr : std::get_if<std::string>(&found->second);
    return said ? *said : "";
  };
  const auto count = [&](const char* key) -> long {
    const auto found = run.reader.meta().find(key);
    const auto* const said =
        found == run.reader.meta().end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return said ? static_cast<long>(*said) : 0;
  };
  ending.code = code_named(text("code"));
  ending.certified = count("certified") != 0;
  ending.steps = count("steps");
  ending.numbers = run.reader.certificates();
  ending.t_end = run.rows.empty() ? motion->file_.run.from : run.rows.back().t;
  return motion;
}

std::string Motion::summary(bool all) const {
  const std::size_t impacts = count_impacts(events_);
  const std::string& title = file_.title.empty() ? system_->model().name() : file_.title;
  std::string out =
      fmt::format("{}: {:.10g} s, {} events, {} of them impacts, {}", title,
                  ending_.t_end - file_.run.from, events_.size(), impacts, ending_.words());
  if (ending_.code)
    out += fmt::format("; ended with {}: {}", name(*ending_.code),
                       message_.empty() ? says(*ending_.code) : message_);
  out += "\n";
  out += Descriptions(*system_).list(events_, all ? EventFold::none() : EventFold{},
                                     "summary(all=True)");
  for (const std::string& warning : warnings_) out += fmt::format("  {}\n", warning);
  return out;
}

std::vector<double> Motion::values(const std::string& quantity) const {
  const Query asked = query(file_, *system_, quantity);
  std::vector<double> out(rows_.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = asked.value(sample_of(rows_.row(i)));
  return out;
}

std::size_t Motion::row_before(double t, int side) const {
  const std::size_t count = rows_.size();
  if (count == 0 || !(t >= rows_.t(0) && t <= rows_.t(count - 1)))
    throw Error(Code::E120, fmt::format("the motion is from {:.9g} s to {:.9g} s",
                                        count == 0 ? file_.run.from : rows_.t(0), ending_.t_end));
  std::size_t first = 0, last = count;
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    (rows_.t(middle) <= t ? first : last) = middle;
  }
  while (side < 0 && first > 0 && rows_.side(first) > 0 && rows_.t(first) == t) --first;
  return first;
}

StoredRow Motion::row_at(double t, int side) const {
  const std::size_t before = row_before(t, side);
  const StoredRow row = rows_.row(before);
  if (t == row.t) return row;
  const StoredRow next = rows_.row(before + 1);
  return Followed(file_, *system_, row, next).at(t);
}

double Motion::value_at(const std::string& quantity, double t, int side) const {
  const Query asked = query(file_, *system_, quantity);
  return asked.value(sample_of(row_at(t, side)));
}

std::pair<std::string, std::string> Motion::geometry(double t, int side) const {
  const Geometry found = geometry_of(file_, *system_, row_at(t, side));
  return {geometry_json(found, *system_), found.text(*system_)};
}

void Motion::demand_text() const {
  if (!file_.model->force_codes().empty())
    throw Error(Code::E113, "a result cannot hold a Python function: write the force as text");
}

void Motion::save(const std::string& path, bool force) const {
  demand_text();
  ResultWriter writer(path, description_, *system_, {.force = force});
  std::size_t row = 0;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    for (; row < rows_before_[i]; ++row) writer.row(rows_.frame(row));
    writer.event(events_[i]);
  }
  for (; row < rows_.size(); ++row) writer.row(rows_.frame(row));
  if (last_) writer.checkpoint(*last_);
  writer.finish(ending_);
}

}  // namespace zwang::python
