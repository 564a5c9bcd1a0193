# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

# Debian packages, one for each component: libzwang-dev, zwang, python3-zwang. tools/packages makes them.
if(BUILD_SHARED_LIBS OR NOT PROJECT_IS_TOP_LEVEL)
  return()  # they are made of the static build
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The zwang authors")
set(CPACK_PACKAGE_CONTACT "The zwang authors")
set(CPACK_COMPONENTS_ALL dev command)
if(TARGET zwang_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/StripArchives.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The libraries that a static zwang asks of its user, by their packages in Debian.
set(debian_of_Eigen3 libeigen3-dev)
set(debian_of_fmt libfmt-dev)
set(debian_of_pugixml libpugixml-dev)
set(debian_of_SQLite3 libsqlite3-dev)
set(debian_of_tomlplusplus libtomlplusplus-dev)
set(debian_of_ZLIB zlib1g-dev)
set(debian_of_Threads libc6-dev)
set(wanted "")
foreach(package IN LISTS ZWANG_DEPENDENCIES)
  if(NOT DEFINED debian_of_${package})
    message(FATAL_ERROR "cmake/ZwangPackages.cmake does not know the Debian package of ${package}")
  endif()
  list(APPEND wanted ${debian_of_${package}})
endforeach()
get_target_property(links zwang_convert LINK_LIBRARIES)
if(links MATCHES "hdf5")
  list(APPEND wanted libhdf5-dev)
endif()
list(JOIN wanted ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libzwang-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "Static libraries, headers and the CMake package zwang.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME zwang)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "python3-zwang")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "The command zwang, the program zwang-audit, their manual and examples.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-zwang)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${ZWANG_PYTHON_DEPENDS}, python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib, python3-distributed")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The Python package zwang.")

# What each of them says of itself. `cmake --install` leaves this once, with the command.
foreach(package libzwang-dev python3-zwang)
  string(REGEX REPLACE "^lib.*" dev component ${package})
  string(REGEX REPLACE "^python.*" python component ${component})
  install(FILES LICENSE NOTICE ${ZWANG_SBOM} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
