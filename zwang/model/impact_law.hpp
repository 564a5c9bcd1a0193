// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How constraints that are struck at the same time share the impact.
#pragma once

namespace zwang {

enum class ImpactLaw {
  at_once,      // one minimum problem for all of them (theory 7.1, 7.4): Moreau
  in_sequence,  // one after the other, until nothing is approached any more (theory 7.7)
};

}  // namespace zwang
