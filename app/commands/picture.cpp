#include "app/commands/picture.hpp"

#include <fmt/format.h>

#include <utility>

#ifdef BANKMAP_HAS_WINDOW
#include "app/commands/command.hpp"
#include "app/picture/offscreen.hpp"
#include "app/ui.hpp"
#endif

namespace bankmap {

void show_recorded(MeasureDesk& desk, const Assets& assets) {
  Result<Recorded> recorded = load_recorded(assets);
  if (recorded) {
    desk.set_recorded(*std::move(recorded));
  } else {
    desk.set_problem(recorded.error());
  }
}

Result<void> measure_for_picture(MeasureDesk& desk, const Scenario& scenario, const MachineProfiles& machines) {
  desk.start(gpu_measurer(), machines, {});
  desk.wait();
  if (!*desk.devices()) return fail(desk.devices()->error());
  desk.do_ask(StartRun{}, scenario, {});
  desk.wait();
  const MeasureAnswer& answer = desk.runs().back().answer;
  if (answer.ended) return fail(*answer.ended);
  return {};  // an access that cannot be run says so in the picture
}

#ifdef BANKMAP_HAS_WINDOW

namespace {

Result<PanelSet> panels_named(const std::vector<std::string>& names) {
  PanelSet set;
  set.shown.clear();
  std::string known;
  for (const Panel panel : all_panels) known += std::string(panel_name(panel)) + ", ";
  for (const std::string& name : names) {
    bool found = false;
    for (const Panel panel : all_panels) {
      const bool meant = name == "all" || name == panel_name(panel);
      if (meant && !set.shows(panel)) set.toggle(panel);
      found |= meant;
    }
    if (!found)
      return fail({.what = fmt::format("there is no view '{}'", name), .hint = "one of " + known + "all", .place = "--views", .range = {}});
  }
  return set;
}

}  // namespace

Result<std::string> window_png(const Scenario& scenario, const PngOptions& options, MeasureDesk desk) {
  Result<PanelSet> panels = panels_named(options.views);
  if (!panels) return fail(panels.error());
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  Result<MachineProfiles> machines = load_machines(*assets);
  if (!machines) return fail(machines.error());
  Result<std::vector<Preset>> presets = load_presets(*assets);
  if (!presets) return fail(presets.error());

  Editor editor(scenario, *std::move(machines), *std::move(presets));
  Ui ui;
  ui.desk = std::move(desk);
  ui.panels.set = *std::move(panels);
  ui.access = costliest_access(editor.analysis());
  ui.advice.answer_now(editor.scenario(), editor.machines());
  WidgetLog log(false);
  const float scale = options.text_size ? 1 : fitting_scale(options.width, options.height);
  const PictureSize size{options.width, options.height, scale};
  const float fitting = fitting_text_size(static_cast<float>(size.width) / scale, static_cast<float>(size.height) / scale);
  ui.top_bar.look = {.theme = options.theme, .text_size = options.text_size.value_or(fitting)};
  const Result<Image> image =
      draw_picture(size, ui.top_bar.look, [&](const Theme& theme) { draw_ui(editor, ui, theme, log); });
  if (!image) return fail(image.error());
  return png_bytes(*image);
}

#else

Result<std::string> window_png(const Scenario&, const PngOptions&, MeasureDesk) {
  return fail("this build has no window, so it draws no PNG", "render to a name that ends in .svg");
}

#endif

}  // namespace bankmap
