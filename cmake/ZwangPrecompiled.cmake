# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# What nearly every source includes and nobody here edits, parsed once instead of in each: a quarter of the compiler's
# time. One set for the layers, one for programs and one for tests, since the compiler takes a set only with the
# options it was made with. A source still includes what it uses: CMAKE_DISABLE_PRECOMPILE_HEADERS, on in the preset
# `tsan` and in tools/same-bits, compiles it without.
find_package(Eigen3 REQUIRED)
find_package(fmt REQUIRED)

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")

# zwang_precompiled_set(NAME [OPTIONS ...]): a set of parsed headers for targets that are compiled with these options.
function(zwang_precompiled_set name)
  add_library(zwang_precompiled_${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(zwang_precompiled_${name} PRIVATE zwang_compile Eigen3::Eigen fmt::fmt)
  target_compile_definitions(zwang_precompiled_${name} PRIVATE EIGEN_MPL2_ONLY)
  # a time in a set of clang's would be a new set at every build
  target_compile_options(zwang_precompiled_${name} PRIVATE ${ARGN}
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  target_precompile_headers(zwang_precompiled_${name} PRIVATE
    <algorithm> <array> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory> <optional> <set> <span>
    <string> <string_view> <utility> <vector> <Eigen/Core> <fmt/format.h>)
endfunction()

zwang_precompiled_set(layer)
set_target_properties(zwang_precompiled_layer PROPERTIES POSITION_INDEPENDENT_CODE ON)
zwang_precompiled_set(program)

# zwang_precompiled(TARGET SET): TARGET is compiled with that set.
function(zwang_precompiled target set)
  target_precompile_headers(${target} REUSE_FROM zwang_precompiled_${set})
  target_compile_definitions(${target} PRIVATE EIGEN_MPL2_ONLY $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
endfunction()
