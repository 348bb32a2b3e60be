#include "app/commands/picture.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <utility>

#ifdef BANKMAP_HAS_WINDOW
#include "app/commands/command.hpp"
#include "app/picture/offscreen.hpp"
#include "app/ui.hpp"
#endif

namespace bankmap {

namespace {

constexpr int smallest_side = 16;
constexpr int largest_side = 16'384;

}  // namespace

Result<PictureExtent> parse_picture_size(const std::string& text) {
  if (text.empty()) return PictureExtent{};
  PictureExtent size;
  const char* const end = text.data() + text.size();
  const auto [x, width_error] = std::from_chars(text.data(), end, size.width);
  const bool has_width = width_error == std::errc() && x != end && *x == 'x';
  const auto [last, height_error] = std::from_chars(has_width ? x + 1 : end, end, size.height);
  const auto fits = [](int side) { return side >= smallest_side && side <= largest_side; };
  if (has_width && height_error == std::errc() && last == end && fits(size.width) && fits(size.height)) return size;
  return fail({.what = fmt::format("'{}' is no size", text),
               .hint = fmt::format("write width x height in pixels, each {} to {}, as in 1440x900", smallest_side,
                                   largest_side),
               .place = "--size",
               .range = {}});
}

void show_recorded(MeasureDesk& desk, const Assets& assets) {
  BrokenFiles broken;
  Result<Recorded> recorded = load_recorded(assets, &broken);
  if (!recorded) return desk.set_problem(recorded.error());
  desk.set_recorded(*std::move(recorded));
  if (!broken.empty()) desk.set_problem(broken.front());
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
  for (const std::string& name : names) {
    const Result<ViewName> view = view_named(name);
    if (!view && name != "all") {
      return fail({.what = view.error().what, .hint = view.error().hint + ", all", .place = "--views", .range = {}});
    }
    for (const ViewName each : all_views) {
      if ((!view || each == *view) && !set.shows(each)) set.toggle(each);
    }
  }
  return set;
}

}  // namespace

namespace {

// An editor on the scenario, with the machines and presets of the program.
Result<std::unique_ptr<Editor>> editor_on(const Scenario& scenario, const Assets& assets) {
  BrokenFiles ignored;  // warned of where they were first read, or not needed here
  Result<MachineProfiles> machines = load_machines(assets, &ignored);
  if (!machines) return fail(machines.error());
  Result<std::vector<Preset>> presets = load_presets(assets, &ignored);
  if (!presets) return fail(presets.error());
  return std::make_unique<Editor>(scenario, *std::move(machines), *std::move(presets));
}

Result<std::string> png_of(Editor& editor, Ui& ui, const PngOptions& options) {
  WidgetLog log(false);
  const float scale = options.text_size ? 1 : fitting_scale(options.width, options.height);
  const PictureSize size{options.width, options.height, scale};
  const float width = static_cast<float>(size.width) / scale, height = static_cast<float>(size.height) / scale;
  const float fitting = ui.presenter.on ? presenter_text_size(height) : fitting_text_size(width, height);
  ui.top_bar.look.theme = options.theme;
  ui.top_bar.look.text_size = options.text_size.value_or(fitting);
  const Result<Image> image =
      draw_picture(size, ui.top_bar.look, [&](const Theme& theme) { draw_ui(editor, ui, theme, log); });
  if (!image) return fail(image.error());
  return png_bytes(*image);
}

}  // namespace

Result<std::string> window_png(const Scenario& scenario, const PngOptions& options, MeasureDesk desk) {
  Result<PanelSet> panels = panels_named(options.views);
  if (!panels) return fail(panels.error());
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  const Result<std::unique_ptr<Editor>> editor = editor_on(scenario, *assets);
  if (!editor) return fail(editor.error());
  Ui ui;
  ui.desk = std::move(desk);
  ui.panels.set = *std::move(panels);
  ui.access = costliest_access((*editor)->analysis());
  ui.advice.answer_now((*editor)->scenario(), (*editor)->machines());
  return png_of(**editor, ui, options);
}

Result<std::string> lesson_png(const LessonPicture& picture, const PngOptions& options, MeasureDesk desk) {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  const Result<std::unique_ptr<Editor>> editor = editor_on({}, *assets);
  if (!editor) return fail(editor.error());
  Ui ui;
  ui.desk = std::move(desk);
  ui.lessons.open(picture.lesson, (*editor)->machines());
  ui.lessons.go(picture.step);
  if (!ui.lessons.current().question && !picture.guess.empty())
    return fail("this step asks nothing", "leave --guess out");
  if (!picture.guess.empty()) {
    if (const Result<void> judged = ui.lessons.guess(picture.guess); !judged)
      return fail(at("--guess", judged.error()));
  } else if (picture.answered) {
    ui.lessons.tell();
  }
  if (picture.presented) perform(**editor, ui, {Action::present});
  ui.presenter.notes = picture.notes;
  ui.presenter.poll.on = picture.poll;
  perform(**editor, ui, {});  // the scenario of the step is opened
  ui.advice.answer_now((*editor)->scenario(), (*editor)->machines());
  return png_of(**editor, ui, options);
}

#else

Result<std::string> lesson_png(const LessonPicture&, const PngOptions&, MeasureDesk) {
  return fail("this build has no window, so it draws no PNG", "'bankmap lesson show' prints the lesson here");
}

Result<std::string> window_png(const Scenario&, const PngOptions&, MeasureDesk) {
  return fail("this build has no window, so it draws no PNG", "render to a name that ends in .svg");
}

#endif

}  // namespace bankmap
