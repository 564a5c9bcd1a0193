// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small model files that ask for much: long chains of parameters, deep brackets, generators of very
// many masses, thousands of equal constraints, huge powers, sums of a thousand terms, names that
// are nearly others, thousands of blows. Some are legal, most are refused; none may take long.
#pragma once

#include <string>

// The same text for the same seed on every machine. At most 64 KiB.
std::string slow_model(unsigned seed);
