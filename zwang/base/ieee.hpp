// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Certificates rely on IEEE 754 arithmetic, also where others compile our headers: 0/0 must be NaN
// there too, and a*b + c must round twice, which is why zwang's targets pass -ffp-contract=off on.
#pragma once

#ifdef __FAST_MATH__
#error "zwang needs IEEE arithmetic: compile without -ffast-math and -Ofast"
#endif
