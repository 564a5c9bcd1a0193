// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/judge.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "zwang/audit/arcs.hpp"
#include "zwang/audit/events.hpp"
#include "zwang/audit/steps.hpp"

namespace zwang {

struct Judge::Court {
  const System& system;
  const JudgeOptions options;
  std::optional<StepAudit> steps = {};
  std::optional<ArcAuditor> arcs = {};
  std::optional<EventAuditor> events = {};
  std::size_t rows = 0;
  double from = unset;             // s, of the first
  double last_singular = unset;    // s
  AuditRow before = {}, now = {};  // the last two, and the events that name them
  std::vector<AuditEvent> events_before = {}, events_now = {};

  // The row before the last one, whose events are all known.
  void evaluate() {
    if (rows < 2) return;
    arc(before, events_before);
    events->rows(before, now, events_before, rows == 2, false);
  }

  void arc(const AuditRow& row, const std::vector<AuditEvent>& events_there) {
    const auto is_singular = [](const AuditEvent& event) {
      return event.kind == EventKind::singular;
    };
    const bool singular =
        std::ranges::any_of(events_there, is_singular) || (row.side > 0 && row.t == last_singular);
    if (singular) last_singular = row.t;
    arcs->row(row, singular);
  }
};

Judge::Judge(const System& system, JudgeOptions options)
    : court_(new Court{system, std::move(options)}) {
  if (court_->options.by_steps) {
    court_->steps.emplace(system, court_->options.step);
  } else {
    court_->arcs.emplace(system, court_->options.tolerance, court_->options.laws);
    court_->events.emplace(system);
  }
}
Judge::~Judge() = default;

std::size_t Judge::rows() const { return court_->rows; }

void Judge::row(const AuditRow& row) {
  Court& c = *court_;
  if (c.rows == 0) c.from = row.t;
  if (c.steps) {
    c.steps->row(row);
    c.now.t = row.t;
    ++c.rows;
    return;
  }
  c.evaluate();
  std::swap(c.before, c.now);
  c.now = row;
  ++c.rows;
  c.events_before = std::exchange(c.events_now, {});
}

void Judge::event(AuditEvent event) {
  Court& c = *court_;
  if (c.steps) return;
  if (event.row + 1 == c.rows)
    c.events_now.push_back(std::move(event));
  else if (event.row + 2 == c.rows)
    c.events_before.push_back(std::move(event));
  else
    c.events->lost(event);
}

Verdict Judge::verdict(bool finished, bool broke_off) {
  Court& c = *court_;
  Verdict verdict;
  verdict.whole = c.options.whole;
  verdict.finished = finished;
  // what the pairs of a packing do to each other is in no row
  verdict.judged = c.rows > 0 && c.system.model().packings().empty();
  if (!verdict.judged) return verdict;
  verdict.from = c.from;
  verdict.until = c.now.t;
  if (c.steps) {
    verdict.numbers = c.steps->numbers();
    return verdict;
  }
  if (broke_off) {
    if (c.rows > 1) {
      verdict.until = c.before.t;
      c.arc(c.before, c.events_before);
    }
  } else {
    c.evaluate();
    c.arc(c.now, c.events_now);
    c.events->rows(c.now, c.now, c.events_now, c.rows == 1, true);
  }
  verdict.numbers = c.arcs->numbers();
  std::ranges::move(c.events->numbers(finished), std::back_inserter(verdict.numbers));
  return verdict;
}

}  // namespace zwang
