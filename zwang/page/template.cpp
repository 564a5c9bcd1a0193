// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/page/template.hpp"

// The assembler takes the bytes as they are: a megabyte as an array would take the compiler
// seconds.
__asm__(
    ".section .rodata\n"
    "zwang_page_begin:\n"
    ".incbin \"" ZWANG_PAGE_TEMPLATE
    "\"\n"
    "zwang_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" {
extern const char zwang_page_begin;  // NOLINT
extern const char zwang_page_end;    // NOLINT
}

namespace zwang {

std::string_view page_template() {
  return {&zwang_page_begin, static_cast<std::size_t>(&zwang_page_end - &zwang_page_begin)};
}

}  // namespace zwang
