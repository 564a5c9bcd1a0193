# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# Man pages and completion, made by the programs themselves: they say what --help says.
if(CMAKE_CROSSCOMPILING)
  return()
endif()
set(manual ${PROJECT_BINARY_DIR}/manual)
set(completions ${manual}/zwang.bash ${manual}/_zwang ${manual}/zwang.fish)

add_custom_command(
  OUTPUT ${completions}
  COMMAND zwang_command completion bash > ${manual}/zwang.bash
  COMMAND zwang_command completion zsh > ${manual}/_zwang
  COMMAND zwang_command completion fish > ${manual}/zwang.fish
  DEPENDS zwang_command
  COMMENT "Writing the completion of three shells"
  VERBATIM)
file(MAKE_DIRECTORY ${manual})
install(FILES ${manual}/zwang.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME zwang COMPONENT command)
install(FILES ${manual}/_zwang DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT command)
install(FILES ${manual}/zwang.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)

set(pages "")
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_FOUND)
  set(pages ${manual}/man1/zwang.1)
  add_custom_command(
    OUTPUT ${pages}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}/man1
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/man-pages $<TARGET_FILE:zwang_command>
            $<TARGET_FILE:zwang_audit_command> ${manual}/man1
    DEPENDS zwang_command zwang_audit_command ${PROJECT_SOURCE_DIR}/tools/man-pages
    COMMENT "Writing the man pages"
    VERBATIM)
  install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT command)
else()
  message(STATUS "zwang is built without man pages: Python was not found")
endif()

add_custom_target(zwang_manual ALL DEPENDS ${completions} ${pages})
