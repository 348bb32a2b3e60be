# Dear ImGui as Debian packages it: one static library with the GLFW and OpenGL 3 backends compiled in, and no CMake config.
# Gives imgui::imgui. The backends load OpenGL themselves; what they need at link time is GLFW and stb.
find_package(PkgConfig REQUIRED)
pkg_check_modules(imgui_pc REQUIRED imgui)
find_path(imgui_INCLUDE_DIR imgui.h HINTS ${imgui_pc_INCLUDE_DIRS} PATH_SUFFIXES imgui)
find_library(imgui_LIBRARY imgui HINTS ${imgui_pc_LIBRARY_DIRS})
find_library(imgui_stb_LIBRARY stb)
find_package(glfw3 3.3 REQUIRED)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(imgui REQUIRED_VARS imgui_LIBRARY imgui_INCLUDE_DIR imgui_stb_LIBRARY VERSION_VAR imgui_pc_VERSION)
if(imgui_FOUND AND NOT TARGET imgui::imgui)
  add_library(imgui::imgui STATIC IMPORTED)
  set_target_properties(imgui::imgui PROPERTIES
    IMPORTED_LOCATION ${imgui_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${imgui_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${imgui_stb_LIBRARY};glfw;${CMAKE_DL_LIBS}")
endif()
