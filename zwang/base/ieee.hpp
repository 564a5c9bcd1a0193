// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Certificates rest on arithmetic as IEEE 754 says it, also where our headers are compiled by
// others: there too 0/0 is no number, and a*b + c is rounded twice, for which zwang's targets pass
// -ffp-contract=off on.
#pragma once

#ifdef __FAST_MATH__
#error "zwang needs IEEE arithmetic: compile without -ffast-math and -Ofast"
#endif
