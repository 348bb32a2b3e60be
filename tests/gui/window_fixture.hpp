// tests/gui/window_fixture.hpp -- the whole window on a preset, with a person at it.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "app/assets.hpp"
#include "app/ui.hpp"
#include "tests/gui/harness.hpp"

namespace bankmap {

inline Assets test_assets() { return Assets{BANKMAP_ASSETS}; }

inline std::vector<Preset> test_presets() {
  const std::vector<std::string> names = list_presets(test_assets()).value();
  std::vector<Preset> presets;
  for (const std::string& name : names) {
    presets.push_back({name, load_scenario(test_assets(), name).value()});
  }
  return presets;
}

inline Scenario preset(const std::string& name) { return load_scenario(test_assets(), name).value(); }

// The load of the transpose, with so many words of padding, at one step of its loop.
inline Scenario column_with_padding(std::int64_t padding, std::int64_t k) {
  Scenario scenario = preset("transpose-float-plain");
  scenario.tiles[0].pitch.value = padding;
  scenario.accesses.back().loops[0].at = k;
  return scenario;
}

// The access that is open is the last one, as after a choice of preset.
class WindowOn {
 public:
  explicit WindowOn(Scenario scenario, const PictureSize& size = {})
      : editor(std::move(scenario), load_machines(test_assets()).value(), test_presets()) {
    ui.access = static_cast<int>(editor.scenario().accesses.size()) - 1;
    gui = std::make_unique<Gui>([this](const Theme& theme, WidgetLog& log) { draw_ui(editor, ui, theme, log); }, size);
  }
  explicit WindowOn(const std::string& name, const PictureSize& size = {}) : WindowOn(preset(name), size) {}

  const Access& access() const { return editor.scenario().accesses[static_cast<std::size_t>(ui.access)]; }
  const Tile& tile() const { return editor.scenario().tiles[0]; }
  const std::string& text(std::string_view name) const { return gui->text(name); }

  // Turns the wheel over a panel until the widget can be clicked.
  void reach(std::string_view name) {
    for (int turn = 0; turn < 60 && !gui->widget(name).visible; ++turn) {
      const bool below = gui->widget(name).min.y > 400;
      gui->move_to({gui->widget(name).min.x < 720 ? 6.0F : 1434.0F, 400});
      gui->wheel(below ? -1.0F : 1.0F);
    }
    ASSERT_TRUE(gui->widget(name).visible) << name;
  }

  Editor editor;
  Ui ui;
  std::unique_ptr<Gui> gui;
};

// The same with one view alone in the centre.
struct ViewOn : WindowOn {
  ViewOn(ViewName panel, Scenario scenario, const PictureSize& size = {}) : WindowOn(std::move(scenario), size) {
    ui.panels.set.show_alone(panel);
    gui->frames(2);
  }
};

}  // namespace bankmap
