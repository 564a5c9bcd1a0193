// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a report shows of an instant besides its answer: Mayer's trials, the accelerations that
// d'Alembert-Fourier's principle allows, Stäckel's two cones, Ostrogradsky's answer; at a singular
// position the minima of Z.
#pragma once

#include <nlohmann/json.hpp>

#include "zwang/gauss/principles.hpp"

namespace zwang {

// Null where no inequality has f = f' = 0, or nothing could be computed. With a picture if the
// system has up to three velocity parameters. `branch`: the accelerations of the minimum that the
// motion takes, empty if none.
nlohmann::ordered_json report_instant(const Principles& principles, const Vector& branch = {});

}  // namespace zwang
