# The library for other projects: cmake --install puts libbankmap_core.a, its headers and its CMake package in place.
#     find_package(bankmap REQUIRED)
#     target_link_libraries(mine PRIVATE bankmap::core)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bankmap)
install(TARGETS bankmap_core EXPORT bankmap-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bankmap COMPONENT library)
install(EXPORT bankmap-targets NAMESPACE bankmap:: DESTINATION ${package_dir} COMPONENT library)

configure_file(cmake/bankmap-config.cmake.in bankmap-config.cmake COPYONLY)
write_basic_package_version_file(bankmap-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bankmap-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/bankmap-config-version.cmake
  DESTINATION ${package_dir} COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libbankmap-dev RENAME copyright
  COMPONENT library)
