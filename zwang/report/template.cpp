// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/template.hpp"

// The assembler takes the bytes as they are: a megabyte as an array would take the compiler
// seconds.
__asm__(
    ".section .rodata\n"
    "zwang_report_begin:\n"
    ".incbin \"" ZWANG_REPORT_TEMPLATE
    "\"\n"
    "zwang_report_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char zwang_report_begin;  // NOLINT
extern const char zwang_report_end;    // NOLINT
}

namespace zwang {

std::string_view report_template() {
  return {&zwang_report_begin, static_cast<std::size_t>(&zwang_report_end - &zwang_report_begin)};
}

}  // namespace zwang
