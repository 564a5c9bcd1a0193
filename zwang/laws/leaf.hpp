// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Forms on the leaves phi = C of an integral that is known (theory 11): phi = C is solved for one
// coordinate, which leaves one form and one coordinate less. What is found there contains C, for
// which phi is put in the end.
#pragma once

#include <optional>
#include <vector>

#include "zwang/algebra/written.hpp"
#include "zwang/laws/quadrature.hpp"

namespace zwang {

struct Leaf {
  std::size_t coordinate = 0;
  std::size_t constant = 0;        // the atom C
  RationalFunction by = {};        // the coordinate as a function of the others and C
  RationalFunction integral = {};  // phi
};

// Nothing if the integral cannot be solved for a coordinate that no other atom depends on. Throws
// OutOfWork.
std::optional<Leaf> leaf_of(Atoms& atoms, Written& written, const AnsatzSum& integral,
                            const std::vector<RationalForm>& forms);

std::vector<RationalForm> on_leaf(Atoms& atoms, const Leaf& leaf,
                                  const std::vector<RationalForm>& forms);

// An integral of the forms on the leaf as one of the forms themselves.
AnsatzSum off_leaf(Atoms& atoms, const Leaf& leaf, const AnsatzSum& integral);

}  // namespace zwang
