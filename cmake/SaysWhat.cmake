# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# Runs PROGRAM and compares what it prints with the file EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE said RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${code}")
endif()
file(READ ${EXPECTED} expected)
if(NOT said STREQUAL expected)
  message(FATAL_ERROR "it printed\n${said}\nand not, as in ${EXPECTED},\n${expected}")
endif()
