// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The certificate of minimum/sparse_certificate.hpp for an answer in parts, with the same meaning:
// from question and answer alone, by every process about its rows and unknowns, and the worst of
// all. Nothing here knows how the answer was found.
#pragma once

#include "zwang/minimum/sparse_certificate.hpp"
#include "zwang/scale/problem_part.hpp"

namespace zwang::scale {

minimum::SparseCertificate certify(const Processes& processes, const ProblemPart& problem,
                                   const Vector& x, const Vector& multipliers, double touching);

// Whether `weights`, in parts, prove that no point is admissible.
bool excludes(const Processes& processes, const ProblemPart& problem, const Vector& weights,
              double touching);

}  // namespace zwang::scale
