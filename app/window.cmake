# The window: views (Dear ImGui only), the picture of a frame without a display, and the GLFW + OpenGL shell.
find_package(imgui REQUIRED)
find_package(PNG REQUIRED)
find_program(GLAD glad REQUIRED)

add_library(bankmap_views STATIC
  fonts.cpp imgui_compat.cpp input_queue.cpp theme.cpp widget_log.cpp ui.cpp
  picture/image.cpp picture/offscreen.cpp picture/rasterise.cpp picture/triangle.cpp
  views/access_view.cpp views/advice.cpp views/advice_card.cpp views/advice_compare.cpp views/advice_folds.cpp
  views/code_text.cpp views/consequences.cpp views/controls.cpp views/headline.cpp
  views/heatmap.cpp views/heatmap_axes.cpp views/heatmap_cells.cpp views/heatmap_ground.cpp
  views/heatmap_layout.cpp views/heatmap_legend.cpp views/loops_view.cpp views/mask_view.cpp
  views/measured.cpp views/measured_figures.cpp views/measured_runs.cpp
  views/pattern_view.cpp views/problems.cpp views/status_bar.cpp views/steps_chart.cpp views/swizzle_view.cpp
  views/tile_view.cpp views/top_bar.cpp)
target_link_libraries(bankmap_views PUBLIC bankmap_advising bankmap_measuring imgui::imgui PRIVATE PNG::PNG bankmap_flags)

# OpenGL's functions, from the packaged generator: no loader of ours, nothing generated in the repository.
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${GLAD} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${glad_dir} c
  COMMENT "Generating the OpenGL loader")
add_library(bankmap_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(bankmap_glad SYSTEM PUBLIC ${glad_dir}/include)

add_library(bankmap_window STATIC
  window/glfw_input.cpp window/pace.cpp window/window.cpp)
target_link_libraries(bankmap_window PUBLIC bankmap_views PRIVATE bankmap_glad glfw bankmap_flags)
