// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The verdict on a motion, from its rows, its events and its model alone: nothing that computed it
// is asked. A run is judged as it goes, a result as it is read: by the same code, with the same
// bits.
#pragma once

#include <memory>

#include "zwang/audit/account.hpp"
#include "zwang/audit/verdict.hpp"

namespace zwang {

struct JudgeOptions {
  double tolerance = 1e-9;  // that was asked for
  bool by_steps = false;    // time steps, not events
  double step = unset;      // s, their length, if they had one
  bool whole = true;        // the first row that comes is that of the start
  Laws laws = {};
};

// Rows and events come in their order, an event after the rows on both of its sides. Memory: a few
// rows, whatever the length of the motion.
// For one thread at a time.
class Judge {
 public:
  // The system must outlive it.
  Judge(const System& system, JudgeOptions options);
  ~Judge();

  void row(const AuditRow& row);
  void event(AuditEvent event);
  // So far.
  std::size_t rows() const;

  // After the last of them; once. Where a motion broke off (E2.., E3..) its last row shows what
  // could not go on, and is not judged.
  Verdict verdict(bool finished, bool broke_off = false);

 private:
  struct Court;
  std::unique_ptr<Court> court_;
};

}  // namespace zwang
