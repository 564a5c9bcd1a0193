# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# Run by CPack between installing and packing: what differs from one packing to the next, or from one folder of
# building to another, goes. Static libraries lose the notes for a debugger, files get the time SOURCE_DATE_EPOCH.
set(staged ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
file(GLOB_RECURSE archives ${staged}/*.a)
find_program(strip strip REQUIRED)
foreach(archive IN LISTS archives)
  execute_process(COMMAND ${strip} --strip-debug --enable-deterministic-archives ${archive} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find ${staged} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} + COMMAND_ERROR_IS_FATAL ANY)
endif()
