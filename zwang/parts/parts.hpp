// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The result of a run by many processes: NAME.zw records what was run and how far it got, and every
// process has its part in NAME.parts/R.zw. A generation is what all parts hold for one instant. It
// is committed in two phases: every part writes it, and once all have, NAME.zw records it. NAME.zw
// is authoritative; a part that is ahead of it is rolled back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/parts/stored_parts.hpp"
#include "zwang/result/new_database.hpp"
#include "zwang/scale/stepping.hpp"

namespace zwang {

// What was requested; a run that continues must have the same request.
struct PartsOrder {
  std::string model;  // text of its file
  double step = 0.0, until = 0.0, every = 0.0;
  std::string program;
};

class Parts {
 public:
  // A new result; an existing one must be a result in parts. Every process calls. E4xx.
  static Parts create(const scale::Processes& processes, const std::string& path,
                      const PartsOrder& order, const scale::SystemPart& system);
  // An existing one, with the same or another number of processes. E620 if the request differs.
  static Parts open(const scale::Processes& processes, const std::string& path,
                    const PartsOrder& order);

  // Reads the last committed generation into this process's part of the system; empty if there is
  // none.
  std::optional<Generation> recall(const scale::SystemPart& system, State& state,
                                   std::vector<StepConstraint>& bonds);
  // Makes the parts these processes' own, ending at the last generation: if other processes wrote
  // them, they are rewritten.
  void adopt(const scale::SystemPart& system, const Generation& last,
             const std::vector<StepConstraint>& bonds);

  void commit(const Generation& generation, const State& state,
              const std::vector<StepConstraint>& bonds);

 private:
  Parts(const scale::Processes& processes, std::string path);
  std::string part_path(int rank) const;
  void begin_part(const scale::SystemPart& system);
  bool is_mine(const scale::SystemPart& system) const;
  static void read_rows(const StoredParts& stored, const scale::SystemPart& system,
                        std::int64_t generation, Vector& q, Vector& u);
  void write_bonds(std::int64_t generation, const std::vector<StepConstraint>& bonds) const;

  scale::Processes processes_;
  std::string path_, folder_;
  int stored_count_ = 0;  // processes of the existing parts
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<sqlite::Database> head_, part_;
};

// The hash of all committed rows of a result, whichever processes wrote it.
std::string hash_of_parts(const std::string& path);

}  // namespace zwang
