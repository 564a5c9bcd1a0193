// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result opened for display or checking: its model rebuilt, and its rows in memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/result/result.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

struct StoredRow : AuditRow {
  std::vector<const StoredEvent*> events = {};  // that refer to this row
};

struct StoredRun {
  std::string path;
  ResultReader reader;
  ModelFile file;
  std::unique_ptr<System> system;
  std::vector<StoredRow> rows;
};

// The model that a result was computed from, as read then, with the parameters, problem and
// tolerance used.
ModelFile stored_model(const RunDescription& description);

// Visits the rows of a result of this system in order. E430 if they do not match it.
void each_row(const ResultReader& reader, const System& system,
              const std::function<void(const AuditRow&)>& step);

// Throws what ResultReader throws, and E430 if the model in the file cannot be read.
StoredRun open_run(const std::string& path);

}  // namespace zwang
