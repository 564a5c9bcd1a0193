# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# How every target of the project is compiled, and what a layer is.

# a*b + c is two roundings on every processor: the same bits everywhere, also from our inline arithmetic in the
# programs of others
set(strict_arithmetic -ffp-contract=off)

add_library(zwang_compile INTERFACE)
target_compile_features(zwang_compile INTERFACE cxx_std_20)
target_compile_options(zwang_compile INTERFACE
  ${strict_arithmetic}
  -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion
  # what several sources have in one unit is none of theirs, nor what g++ 12 takes inlined code of Eigen and of strings for
  $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-use-after-free;-Wno-restrict>,-Wshadow>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>  # in its -Wconversion, and not in that of g++
  $<$<BOOL:${ZWANG_WARNINGS_AS_ERRORS}>:-Werror>)
if(ZWANG_SANITIZE)
  # without what the address sanitizer sees as well (null, object-size) and what costs a quarter of the compiler's
  # time and finds nothing in plain classes (alignment, vptr); Eigen's empty blocks begin behind null (pointer-overflow)
  target_compile_options(zwang_compile INTERFACE
    -fsanitize=address,undefined -fno-sanitize=alignment,null,object-size,pointer-overflow,vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(zwang_compile INTERFACE -fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # one run time for programs and for the Python module, whose interpreter has none
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
      OUTPUT_VARIABLE zwang_asan OUTPUT_STRIP_TRAILING_WHITESPACE)
    cmake_path(GET zwang_asan PARENT_PATH folder)
    target_link_options(zwang_compile INTERFACE -shared-libasan -Wl,-rpath,${folder})
  else()
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
      OUTPUT_VARIABLE zwang_asan OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
if(ZWANG_SANITIZE_THREADS)
  target_compile_options(zwang_compile INTERFACE -fsanitize=thread)
  target_link_options(zwang_compile INTERFACE -fsanitize=thread)
endif()

# zwang_layer(NAME [NOT_INSTALLED] HEADERS ... SOURCES ... PUBLIC ... PRIVATE ...)
#
# One folder, one target, one layer: zwang/NAME becomes zwang::NAME. HEADERS are installed.
function(zwang_layer name)
  cmake_parse_arguments(LAYER "NOT_INSTALLED" "" "HEADERS;SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(zwang_${name} ${LAYER_SOURCES})
  add_library(zwang::${name} ALIAS zwang_${name})
  # a shared object, the Python module among them, may take it in
  set_target_properties(zwang_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH $ORIGIN DEFINE_SYMBOL ""  # a shared library has the objects of a static one
    VERIFY_INTERFACE_HEADER_SETS ON)  # target all_verify_interface_header_sets: every header by itself
  target_compile_features(zwang_${name} PUBLIC cxx_std_20)
  target_compile_options(zwang_${name} INTERFACE ${strict_arithmetic})
  target_sources(zwang_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${LAYER_HEADERS})
  target_link_libraries(zwang_${name}
    PUBLIC ${LAYER_PUBLIC}
    PRIVATE ${LAYER_PRIVATE} $<BUILD_INTERFACE:zwang_compile>)
  zwang_precompiled(zwang_${name} layer)
  if(LAYER_NOT_INSTALLED)
    return()
  endif()
  install(TARGETS zwang_${name} EXPORT zwang-targets COMPONENT dev
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
endfunction()
