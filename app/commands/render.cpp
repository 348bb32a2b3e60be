// bankmap render SCENARIO -o out.png|out.svg [--theme T] [--size WxH] [--views V,...] [--measure] [--measurements FILE]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/command.hpp"
#include "app/commands/measurements_option.hpp"
#include "app/commands/picture.hpp"
#include "app/files.hpp"
#include "core/report_svg.hpp"
#include "core/view_name.hpp"

namespace bankmap {
namespace {

struct RenderOptions {
  std::string scenario;
  std::string output;
  OtherMachine machine;
  std::string theme = "dark";
  std::string size;
  std::vector<std::string> views;           // empty: the heatmap
  std::optional<float> text_size;           // [px]
  bool measure = false;                     // run it on the GPU first
  std::optional<std::string> measurements;  // a recorded file to show
};

// What the picture knows of measuring. exit_code: how the program ends where it is refused.
Result<MeasureDesk> desk_for(const RenderOptions& options, const Scenario& scenario,
                             const std::optional<ReadRecorded>& measurements, int& exit_code) {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  MeasureDesk desk;
  show_recorded(desk, *assets);
  if (measurements) desk.show_opened(*measurements);
  if (!options.measure) return desk;
  const Result<MachineProfiles> machines = usable_machines(*assets);
  if (!machines) return fail(machines.error());
  if (const Result<void> measured = measure_for_picture(desk, scenario, *machines); !measured) {
    exit_code = exit_no_gpu;
    return fail(measured.error());
  }
  return desk;
}

Result<std::string> picture(const RenderOptions& options, const Answer& answer, ThemeKind theme, PictureExtent size,
                            const std::optional<ReadRecorded>& measurements, int& exit_code) {
  if (options.output.ends_with(".svg")) {
    if (!options.views.empty()) {
      return fail(
          {.what = "the SVG is the heatmap of every access",
           .hint = "'bankmap export --format svg --view NAME' draws another view; for the window end the name in .png",
           .place = "--views",
           .range = {}});
    }
    if (options.text_size) {
      return fail({.what = "the text of the SVG has one size",
                   .hint = "end the name in .png for the window",
                   .place = "--text-size",
                   .range = {}});
    }
    if (options.measure || measurements) {
      return fail({.what = "the SVG is the heatmap, which shows no measurement",
                   .hint = "end the name in .png for the window",
                   .place = options.output,
                   .range = {}});
    }
    return report_svg(answer.scenario, answer.machine, answer.analysis, {theme, size.width, size.height});
  }
  if (options.output.ends_with(".png")) {
    PngOptions png{.theme = theme};
    if (size.width > 0) png = {.theme = theme, .width = size.width, .height = size.height};
    if (!options.views.empty()) png.views = options.views;
    png.text_size = options.text_size;
    Result<MeasureDesk> desk = desk_for(options, answer.scenario, measurements, exit_code);
    if (!desk) return fail(desk.error());
    return window_png(answer.scenario, png, *std::move(desk));
  }
  return fail({.what = "the ending of this name says no kind of picture",
               .hint = "end it in .png or .svg",
               .place = options.output,
               .range = {}});
}

int run(const RenderOptions& options) {
  const Result<ThemeKind> theme = theme_from_name(options.theme);
  if (!theme) return refuse(at("--theme", theme.error()));
  const Result<PictureExtent> size = parse_picture_size(options.size);
  if (!size) return refuse(size.error());
  const auto measurements = read_measurements_option(options.measurements, options.scenario);
  if (!measurements) return refuse(measurements.error());
  const Result<Answer> answer = answer_for(options.scenario, options.machine);
  if (!answer) return refuse(answer.error());
  if (const Result<void> output = check_output(options.scenario, options.output); !output)
    return refuse(output.error());
  int exit_code = exit_bad_input;
  const Result<std::string> content = picture(options, *answer, *theme, *size, *measurements, exit_code);
  if (!content) {
    refuse(content.error());
    return exit_code;
  }
  if (const auto problem = write_file(options.output, *content)) return refuse(*problem);
  return report_refusals(options.scenario, answer->analysis);
}

}  // namespace

void add_render_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command =
      app.add_subcommand("render", "the window's picture as PNG, or the heatmap as SVG; needs no display");
  command->footer(
      "for example: bankmap render transpose-float-plain -o window.png --theme light --size 1920x1080 --views all\n"
      "             bankmap render transpose-float-plain -o heatmap.svg");
  command->add_option("SCENARIO", options->scenario, "a preset, a file, or - for standard input")->required();
  command->add_option("-o", options->output, "file to write, ending in .png or .svg")->required();
  add_machine_option(*command, options->machine);
  command->add_option("--theme", options->theme, "dark, light or high-contrast; dark unless given");
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels, 1440x900 unless given");
  command
      ->add_option("--views", options->views,
                   fmt::format("which views, separated by commas: {}, all (PNG)", list_of_views()))
      ->delimiter(',');
  command
      ->add_option("--text-size", options->text_size,
                   "of the window's text in pixels, 12 to 40; as fits the picture unless given (PNG)")
      ->check(CLI::Range(12.0, 40.0));
  command->add_flag("--measure", options->measure, "run it on the GPU first, and show what was measured (PNG)");
  command->add_option("--measurements", options->measurements, "measurements from another machine, to show (PNG)");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
