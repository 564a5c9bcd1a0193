// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The certificate of minimum/sparse_certificate.hpp for a distributed solution, with the same
// meaning: from problem and solution alone, by every process for its rows and unknowns, the worst
// of all. Nothing here knows how the solution was found.
#pragma once

#include "zwang/minimum/sparse_certificate.hpp"
#include "zwang/scale/problem_part.hpp"

namespace zwang::scale {

minimum::SparseCertificate certify(const Processes& processes, const ProblemPart& problem,
                                   const Vector& x, const Vector& multipliers, double touching);

// Whether `weights`, distributed too, prove that no point is admissible.
bool excludes(const Processes& processes, const ProblemPart& problem, const Vector& weights,
              double touching);

}  // namespace zwang::scale
