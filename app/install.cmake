# Where cmake --install puts the program and its data, and the Debian packages that `cpack` makes of the same.
#     bin/bankmap, share/bankmap/machines, ...: it finds its data beside itself, wherever the two are moved together
include(GNUInstallDirs)

install(TARGETS bankmap RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/machines ${PROJECT_SOURCE_DIR}/assets/scenarios ${PROJECT_SOURCE_DIR}/assets/lessons
  ${PROJECT_SOURCE_DIR}/assets/measurements DESTINATION ${CMAKE_INSTALL_DATADIR}/bankmap COMPONENT program)
set(manual ${CMAKE_CURRENT_BINARY_DIR}/bankmap.1.gz)
add_custom_command(OUTPUT ${manual} COMMAND gzip -9 -n -c ${CMAKE_CURRENT_SOURCE_DIR}/desktop/bankmap.1 > ${manual}
  DEPENDS desktop/bankmap.1 COMMENT "The manual page" VERBATIM)
add_custom_target(bankmap_manual DEPENDS ${manual})
add_dependencies(bankmap bankmap_manual)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/bankmap RENAME copyright COMPONENT program)
if(BANKMAP_WINDOW)
  install(FILES desktop/bankmap.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
  install(FILES desktop/bankmap.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT program)
endif()
# In the build folder the data stands at the same place beside the program as it will be installed.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/assets ${PROJECT_BINARY_DIR}/share/bankmap SYMBOLIC)

# Two packages: bankmap, and libbankmap-dev for programs that call the library.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bankmap)
set(CPACK_PACKAGE_VENDOR "the Bankmap developers")
set(CPACK_PACKAGE_CONTACT "the Bankmap developers <bankmap@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME bankmap)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libbankmap-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, nlohmann-json3-dev, libexpected-dev, zlib1g-dev")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "Bankmap draws the 32 lanes of a warp on the 32 banks of shared memory, predicts\nthe wavefronts that the profiler counts, searches the cheapest padding or\nswizzle, and measures it where there is an NVIDIA GPU.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The model behind Bankmap as a C++20 library, with its CMake package.")
if(BANKMAP_WINDOW)
  # OpenGL is opened while the program runs, so no link says that it is needed; and without the fonts it looks poor.
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libgl1")
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-inter, fonts-jetbrains-mono")
endif()
include(CPack)
