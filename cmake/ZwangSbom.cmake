# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# What the programs are made of, read off them after they are linked. `zwang --version --json` says where it is installed.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(CMAKE_CROSSCOMPILING OR NOT Python3_FOUND)
  return()
endif()
set(ZWANG_SBOM ${PROJECT_BINARY_DIR}/zwang.spdx.json)
add_custom_command(
  OUTPUT ${ZWANG_SBOM}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/sbom ${PROJECT_BINARY_DIR} ${ZWANG_SBOM}
  DEPENDS zwang_command zwang_audit_command $<TARGET_NAME_IF_EXISTS:zwang_python> ${PROJECT_SOURCE_DIR}/tools/sbom
  COMMENT "Writing what zwang is made of"
  VERBATIM)
add_custom_target(zwang_sbom ALL DEPENDS ${ZWANG_SBOM})
