// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion or curve that a model file describes, from its start or from where a result ends.
#pragma once

#include <memory>

#include "zwang/model_file/model_file.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/result/result.hpp"

namespace zwang {

// Prepares the file's model, from a start known to be valid. An existing system of the model is
// reused where possible.
Prepared prepare(const ModelFile& file, State start);
Prepared prepare(const ModelFile& file, std::shared_ptr<const System> system, State start);

// With its verdict; by the file's options or by those given.
Trajectory motion_of(const ModelFile& file, const Prepared& prepared);
Trajectory motion_of(const ModelFile& file, const Prepared& prepared, const RunOptions& options);

// Continues from the checkpoint of a result, or from the start if there is none yet. The verdict
// covers the whole file: its existing rows and events are judged first.
Trajectory go_on(const Resumed& resumed, const Prepared& prepared, const RunOptions& options);

RunSummary ending_of(const Trajectory& motion);

}  // namespace zwang
