// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion or curve that a model file asks for, from its start or from where a result ends.
#pragma once

#include <memory>

#include "zwang/model_file/model_file.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/result/result.hpp"

namespace zwang {

// The file's model made ready, from a start that is known to be right. A system of the model that
// is there already is used where it can be.
Prepared prepare(const ModelFile& file, State start);
Prepared prepare(const ModelFile& file, std::shared_ptr<const System> system, State start);

// With its verdict; by the file's options or by others.
Trajectory motion_of(const ModelFile& file, const Prepared& prepared);
Trajectory motion_of(const ModelFile& file, const Prepared& prepared, const RunOptions& options);

// Goes on from the checkpoint of a result, or from the start if there is none yet. The verdict is
// that of the whole file: what it holds already is judged first.
Trajectory go_on(const Resumed& resumed, const Prepared& prepared, const RunOptions& options);

Ending ending_of(const Trajectory& motion);

}  // namespace zwang
