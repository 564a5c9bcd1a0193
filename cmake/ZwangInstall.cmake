# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# What `cmake --install` leaves behind: libraries, the headers listed by each layer, and a package
# for find_package(zwang). Layers install themselves (zwang_layer); this is the rest.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zwang)

install(TARGETS zwang EXPORT zwang-targets
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(EXPORT zwang-targets NAMESPACE zwang:: DESTINATION ${package_dir} COMPONENT dev)

# A static zwang hands its private libraries on to the program that links it. They are read off the
# layers' link lines, so that a new layer needs no new line here. A library of headers that only our
# sources include is linked as $<BUILD_INTERFACE:...> and asks nothing of a user.
set(package_of_SQLite SQLite3)
set(package_of_taocpp pegtl)  # where the namespace of a target is not the name of its package
set(ZWANG_COMPONENTS "")
set(ZWANG_DEPENDENCIES "")
get_target_property(layers zwang INTERFACE_LINK_LIBRARIES)
foreach(layer IN LISTS layers)
  string(REPLACE "zwang::" "" component ${layer})
  list(APPEND ZWANG_COMPONENTS ${component})
  get_target_property(links zwang_${component} INTERFACE_LINK_LIBRARIES)
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
    if(link MATCHES "^([A-Za-z0-9_]+)::" AND NOT CMAKE_MATCH_1 STREQUAL "zwang")
      set(package ${CMAKE_MATCH_1})
      if(DEFINED package_of_${package})
        set(package ${package_of_${package}})
      endif()
      list(APPEND ZWANG_DEPENDENCIES ${package})
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES ZWANG_DEPENDENCIES)

configure_package_config_file(cmake/zwang-config.cmake.in zwang-config.cmake
  INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(zwang-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/zwang-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/zwang-config-version.cmake
  DESTINATION ${package_dir} COMPONENT dev)

file(GLOB examples CONFIGURE_DEPENDS examples/*.toml examples/*.cpp)
install(FILES ${examples} DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT command)
install(FILES LICENSE NOTICE ${ZWANG_SBOM} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command)
