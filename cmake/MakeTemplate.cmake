# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# cmake -D WEB=... -D WORK=... -D TEMPLATE=... -D DEMAND=... -P MakeTemplate.cmake
#
# Makes the template of the report in a copy of web/, so that the sources stay as they are. Where it cannot be made it is
# empty, or with DEMAND the build ends.
find_program(node node)
find_program(npm npm)

function(without why)
  if(DEMAND)
    message(NOTICE "${why}\nTo build everything else, configure again with -D ZWANG_DEMAND_REPORT=OFF.")
    message(FATAL_ERROR "the HTML report cannot be built; the reason is above")
  endif()
  message(STATUS "zwang is built without the HTML report: ${why}")
  file(WRITE ${TEMPLATE} "")
endfunction()

if(NOT node OR NOT npm)
  without("Node.js and npm were not found")
  return()
endif()
file(MAKE_DIRECTORY ${WORK})
file(COPY ${WEB}/ DESTINATION ${WORK} PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE PATTERN test EXCLUDE)
execute_process(COMMAND ${npm} ci --ignore-scripts --no-audit --no-fund
  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(failed)
  without("the npm packages of the report cannot be installed:\n${said}")
  return()
endif()
execute_process(COMMAND ${node} build.mjs ${TEMPLATE}
  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(failed)
  message(FATAL_ERROR "the viewer does not build:\n${said}")
endif()
