# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# Installs BUILD into a prefix of its own and builds and runs the project CONSUMER against it.
# Everything is written below SCRATCH.

# run(WHAT COMMAND...): ends the test with the command's output if it fails.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what} failed (${result}):\n${out}")
  endif()
endfunction()

set(prefix ${SCRATCH}/prefix)
set(build ${SCRATCH}/consumer)
file(REMOVE_RECURSE ${prefix} ${build})
set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS}
  -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)

run("installing" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run("configuring the consumer" ${configure} -S ${CONSUMER} -B ${build})
run("building the consumer" ${CMAKE_COMMAND} --build ${build})
run("running the consumer" ${build}/consumer)
run("running the consumer of zwang::zwang" ${build}/consumer_of_all)

# Python finds the package below the prefix, and has no other in view.
file(GLOB module ${prefix}/lib/python3.*/dist-packages/zwang/__init__.py)
file(GLOB built ${BUILD}/python/zwang/_zwang*.so)
if(built AND NOT module)
  message(FATAL_ERROR "the Python package is not where Debian's interpreter looks")
elseif(module AND NOT FLAGS MATCHES "sanitize")
  string(REGEX REPLACE "/zwang/__init__.py$" "" place ${module})
  run("Python" ${CMAKE_COMMAND} -E env PYTHONPATH=${place} PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c
    "import zwang, pathlib; assert pathlib.Path(zwang.__file__).is_relative_to('${prefix}'), zwang.__file__")
endif()

# Inline arithmetic of the headers is compiled as the library's, and arithmetic that says it is not IEEE's is refused.
file(READ ${build}/compile_commands.json commands)
if(NOT commands MATCHES "-ffp-contract=off")
  message(FATAL_ERROR "the consumer is compiled without -ffp-contract=off:\n${commands}")
endif()
execute_process(COMMAND ${COMPILER} -std=c++20 -D __FAST_MATH__ -fsyntax-only -I ${prefix}/include
    ${prefix}/include/zwang/scalars/interval.hpp
  RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(result EQUAL 0 OR NOT out MATCHES "zwang needs IEEE arithmetic")
  message(FATAL_ERROR "__FAST_MATH__ was not refused (${result}):\n${out}")
endif()

# The package that was found is the one just installed, and it points into its prefix only.
file(STRINGS ${build}/CMakeCache.txt found REGEX "^zwang_DIR:")
if(NOT found MATCHES "${prefix}")
  message(FATAL_ERROR "found another zwang: ${found}")
endif()
file(GLOB_RECURSE package ${prefix}/*.cmake)
get_filename_component(source ${CONSUMER}/../.. ABSOLUTE)
foreach(file IN LISTS package)
  file(READ ${file} text)
  string(FIND "${text}" "${source}/" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${file} points into the source tree ${source}")
  endif()
endforeach()

# A component that is not there is refused in words.
file(WRITE ${SCRATCH}/missing/CMakeLists.txt
  "cmake_minimum_required(VERSION 3.25)\n"
  "project(missing LANGUAGES CXX)\n"
  "find_package(zwang 0.1 REQUIRED COMPONENTS base nothing)\n")
execute_process(COMMAND ${configure} -S ${SCRATCH}/missing -B ${SCRATCH}/missing/build
  RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
string(REGEX REPLACE "[ \n]+" " " out "${out}")
if(result EQUAL 0 OR NOT out MATCHES "built without component 'nothing'; it has: base")
  message(FATAL_ERROR "component 'nothing' should have been refused by name, but:\n${out}")
endif()
