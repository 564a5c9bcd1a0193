// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result opened to be shown or checked: its model made ready again, and its rows in memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/model/system.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/result/result.hpp"

namespace zwang {

struct StoredRow : AuditRow {
  std::vector<const StoredEvent*> events = {};  // that name this row
};

struct StoredRun {
  std::string path;
  ResultReader reader;
  ModelFile file;
  std::unique_ptr<System> system;
  std::vector<StoredRow> rows;
};

// The model that a result was computed from, as it was read then, with its parameters, the problem
// and the tolerance that were used.
ModelFile stored_model(const RunDescription& description);

// The rows of a result of this system, one after the other. E430 if they do not fit it.
void each_row(const ResultReader& reader, const System& system,
              const std::function<void(const AuditRow&)>& step);

// Throws what ResultReader throws, and E430 if the model in the file cannot be read again.
StoredRun open_run(const std::string& path);

}  // namespace zwang
