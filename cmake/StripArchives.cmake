# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# Run by CPack between installing and packing: programs are stripped by it, static libraries here, of the notes for a
# debugger, which name the folder of building.
file(GLOB_RECURSE archives ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.a)
find_program(strip strip REQUIRED)
foreach(archive IN LISTS archives)
  execute_process(COMMAND ${strip} --strip-debug --enable-deterministic-archives ${archive} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
