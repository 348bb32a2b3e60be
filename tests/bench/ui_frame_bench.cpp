// The UI code of one frame of the whole window: Dear ImGui's own work and ours, without drawing pixels. Goal: under 1 ms.
#include <benchmark/benchmark.h>

#include <memory>

#include "app/assets.hpp"
#include "app/picture/offscreen.hpp"
#include "app/ui.hpp"

namespace {

using namespace bankmap;

void ui_frame(benchmark::State& state, const char* preset, bool drag, bool every_view = false) {
  const Assets assets{BANKMAP_ASSETS};
  Editor editor(load_scenario(assets, preset).value(), load_machines(assets).value(), load_presets(assets).value());
  Ui ui;
  ui.access = static_cast<int>(editor.scenario().accesses.size()) - 1;
  if (every_view) ui.panels.set.shown.assign(all_views.begin(), all_views.end());
  WidgetLog log(false);
  Offscreen screen({1440, 900}, {});
  int padding = 0;
  for ([[maybe_unused]] auto _ : state) {
    if (drag) {  // as a hand on the padding slider: another scenario, and so another analysis, in every frame
      Tile tile = editor.scenario().tiles[0];
      tile.pitch.value = padding++ % 32;
      Edits edits;
      edits.push(SetTile{0, tile});
      edits.gesture = 1;  // one step of the history
      editor.apply(edits);
    }
    screen.frame([&] { draw_ui(editor, ui, screen.theme(), log); });
  }
}

BENCHMARK_CAPTURE(ui_frame, transpose_still, "transpose-float-plain", false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ui_frame, transpose_dragged, "transpose-float-plain", true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ui_frame, ldmatrix_dragged, "ldmatrix-half-plain", true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ui_frame, all_views_still, "transpose-float-plain", false, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ui_frame, all_views_dragged, "transpose-float-plain", true, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(ui_frame, all_views_ldmatrix_dragged, "ldmatrix-half-plain", true, true)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
