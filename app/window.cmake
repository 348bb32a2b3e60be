# The window: views (Dear ImGui only), the picture of a frame without a display, and the GLFW + OpenGL shell.
find_package(imgui REQUIRED)
find_package(PNG REQUIRED)
find_program(GLAD glad REQUIRED)

file(GLOB view_sources CONFIGURE_DEPENDS fonts.cpp imgui_compat.cpp input_queue.cpp theme.cpp widget_log.cpp ui.cpp views/*.cpp picture/*.cpp)
add_library(bankmap_views STATIC ${view_sources})
target_link_libraries(bankmap_views PUBLIC bankmap_app imgui::imgui PRIVATE PNG::PNG bankmap_flags)

# OpenGL's functions, from the packaged generator: no loader of ours, nothing generated in the repository.
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${GLAD} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${glad_dir} c
  COMMENT "Generating the OpenGL loader")
add_library(bankmap_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(bankmap_glad SYSTEM PUBLIC ${glad_dir}/include)

file(GLOB window_sources CONFIGURE_DEPENDS window/*.cpp)
add_library(bankmap_window STATIC ${window_sources})
target_link_libraries(bankmap_window PUBLIC bankmap_views PRIVATE bankmap_glad glfw bankmap_flags)
