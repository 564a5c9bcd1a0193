// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The result of a run by many processes: NAME.zw says what was run and how far it came, and every
// process has its part in NAME.parts/R.zw. A generation is what all parts hold of one instant. It
// is committed in two phases: every part writes it, and when all have, NAME.zw says so. What
// NAME.zw says is the truth; a part that is ahead of it goes back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/parts/stored_parts.hpp"
#include "zwang/result/new_database.hpp"
#include "zwang/scale/stepping.hpp"

namespace zwang {

// What a run was asked for: one that goes on must be asked the same.
struct PartsOrder {
  std::string model;  // the text of its file
  double step = 0.0, until = 0.0, every = 0.0;
  std::string program;
};

class Parts {
 public:
  // A new result; one that is there must be a result of parts. Every process calls. E4xx.
  static Parts create(const scale::Processes& processes, const std::string& path,
                      const PartsOrder& order, const scale::SystemPart& system);
  // One that is there, by as many processes or by others. E620 if it was asked for something else.
  static Parts open(const scale::Processes& processes, const std::string& path,
                    const PartsOrder& order);

  // The last that was committed, read into this process's part of the system; nothing if there is
  // none.
  std::optional<Generation> recall(const scale::SystemPart& system, State& state,
                                   std::vector<Bond>& bonds);
  // Makes the parts these processes' own, behind the last generation: if they are those of others,
  // they are written anew.
  void adopt(const scale::SystemPart& system, const Generation& last,
             const std::vector<Bond>& bonds);

  void commit(const Generation& generation, const State& state, const std::vector<Bond>& bonds);

 private:
  Parts(const scale::Processes& processes, std::string path);
  std::string part_path(int rank) const;
  void begin_part(const scale::SystemPart& system);
  bool is_mine(const scale::SystemPart& system) const;
  static void read_rows(const StoredParts& stored, const scale::SystemPart& system,
                        std::int64_t generation, Vector& q, Vector& u);
  void write_bonds(std::int64_t generation, const std::vector<Bond>& bonds) const;

  scale::Processes processes_;
  std::string path_, folder_;
  int stored_count_ = 0;  // processes of the parts that are there
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<sqlite::Database> head_, part_;
};

// The hash of all committed rows of a result, whatever processes wrote it.
std::string hash_of_parts(const std::string& path);

}  // namespace zwang
