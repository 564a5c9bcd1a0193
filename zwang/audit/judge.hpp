// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The verdict on a motion, from its rows, its events and its model alone: it uses nothing that
// computed the motion. A run is judged as it goes, a result as it is read: by the same code, with
// the same bits.
#pragma once

#include <memory>

#include "zwang/audit/account.hpp"
#include "zwang/audit/verdict.hpp"

namespace zwang {

struct JudgeOptions {
  double tolerance = 1e-9;  // as requested
  bool by_steps = false;    // time steps, not events
  double step = unset;      // s, their length, if they had one
  bool whole = true;        // the first row to arrive is that of the start
  Laws laws = {};
};

// Rows and events arrive in order, an event after the rows on both of its sides. Memory: a few
// rows, whatever the length of the motion.
// Thread safety: one thread at a time.
class Judge {
 public:
  // The system must outlive it.
  Judge(const System& system, JudgeOptions options);
  ~Judge();

  void row(const AuditRow& row);
  void event(AuditEvent event);
  // Rows so far.
  std::size_t rows() const;

  // Call once, after the last of them. If a motion broke off (E2.., E3..), its last row shows what
  // could not continue, and is not judged.
  Verdict verdict(bool finished, bool broke_off = false);

 private:
  struct Court;
  std::unique_ptr<Court> court_;
};

}  // namespace zwang
