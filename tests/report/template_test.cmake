# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# cmake -D ROOT=... -D SCRATCH=... -P template_test.cmake
#
# A report that cannot be built, here because nothing says of which packages, is left out; if it is demanded the build ends
# with the reason and the way on.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/web)
foreach(demand OFF ON)
  execute_process(COMMAND ${CMAKE_COMMAND} -D WEB=${SCRATCH}/web -D WORK=${SCRATCH}/work -D TEMPLATE=${SCRATCH}/${demand}.html
    -D DEMAND=${demand} -P ${ROOT}/cmake/MakeTemplate.cmake
    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(demand)
    if(NOT failed OR NOT said MATCHES "-D ZWANG_DEMAND_REPORT=OFF" OR EXISTS ${SCRATCH}/ON.html)
      message(FATAL_ERROR "the report was demanded, and the build goes on:\n${said}")
    endif()
  else()
    file(SIZE ${SCRATCH}/OFF.html size)
    if(failed OR NOT said MATCHES "zwang is built without the HTML report" OR NOT size EQUAL 0)
      message(FATAL_ERROR "the build does not go on without the report:\n${said}")
    endif()
  endif()
endforeach()
