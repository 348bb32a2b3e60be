# The window: views (Dear ImGui only), the picture of a frame without a display, and the GLFW + OpenGL shell.
find_package(imgui REQUIRED)
find_package(PNG REQUIRED)
find_program(GLAD glad REQUIRED)

add_library(bankmap_views STATIC
  fonts.cpp imgui_compat.cpp input_queue.cpp perform.cpp perform_lesson.cpp perform_take_away.cpp session/session.cpp session/settings.cpp theme.cpp widget_log.cpp ui.cpp
  picture/image.cpp picture/offscreen.cpp picture/rasterise.cpp picture/triangle.cpp
  views/action_table.cpp views/access_view.cpp views/address_bits.cpp views/bit_picture.cpp views/advice.cpp views/advice_card.cpp views/advice_compare.cpp views/advice_folds.cpp
  views/code_text.cpp views/compare.cpp views/consequences.cpp views/controls.cpp views/eager_text.cpp views/wrapped_text.cpp views/file_sheet.cpp views/filter_list.cpp views/glossary.cpp views/headline.cpp
  views/heatmap.cpp views/heatmap_axes.cpp views/heatmap_cells.cpp views/heatmap_conflicts.cpp views/heatmap_ground.cpp
  views/heatmap_layout.cpp views/heatmap_legend.cpp views/lesson_list.cpp views/lesson_panel.cpp views/lesson_parts.cpp views/list_controls.cpp views/lit.cpp views/loops_view.cpp views/mask_view.cpp
  views/measured.cpp views/measured_figures.cpp views/measured_runs.cpp views/memory_map.cpp views/memory_map_words.cpp views/menu.cpp
  views/palette.cpp views/panel_tiling.cpp views/poll.cpp views/presenter.cpp views/step_sheet.cpp views/panels.cpp views/paste_sheet.cpp views/pass_timeline.cpp views/pass_timeline_rows.cpp
  views/pattern_view.cpp views/problems.cpp views/profiler_sum.cpp views/questions.cpp views/sheet.cpp views/status_bar.cpp views/steps_chart.cpp
  views/sweep_chart.cpp views/swizzle_view.cpp views/take_away_sheet.cpp views/grid_view.cpp views/tile_map.cpp views/tile_map_cells.cpp views/tile_map_drag.cpp
  views/tile_map_keys.cpp views/text_box.cpp views/tile_view.cpp views/tour.cpp views/top_bar.cpp)
target_link_libraries(bankmap_views PUBLIC bankmap_advising bankmap_measuring imgui::imgui PRIVATE PNG::PNG bankmap_flags)
bankmap_unity(bankmap_views 8)
bankmap_common_headers(bankmap_views <algorithm> <fmt/format.h> ${CMAKE_CURRENT_SOURCE_DIR}/views/frame.hpp)

# OpenGL's functions, from the packaged generator: no loader of ours, nothing generated in the repository.
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${GLAD} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${glad_dir} c
  COMMENT "Generating the OpenGL loader")
add_library(bankmap_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(bankmap_glad SYSTEM PUBLIC ${glad_dir}/include)

add_library(bankmap_window STATIC
  window/display_lost.cpp window/glfw_input.cpp window/pace.cpp window/window.cpp)
target_link_libraries(bankmap_window PUBLIC bankmap_views PRIVATE bankmap_glad glfw bankmap_flags ${CMAKE_DL_LIBS})
