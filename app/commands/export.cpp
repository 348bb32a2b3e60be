// bankmap export SCENARIO --format csv|json|svg [-o FILE]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/command.hpp"
#include "app/files.hpp"
#include "core/report_csv.hpp"
#include "core/report_json.hpp"
#include "core/report_svg.hpp"

namespace bankmap {
namespace {

struct ExportOptions {
  std::string scenario;
  std::string format;
  std::string output = "-";
};

std::string exported(const std::string& format, const Answer& answer) {
  if (format == "csv") return report_csv(answer.scenario, answer.analysis);
  if (format == "json") return report_json(answer.scenario, answer.machine, answer.analysis);
  return report_svg(answer.scenario, answer.machine, answer.analysis, {});
}

int run(const ExportOptions& options) {
  if (options.format != "csv" && options.format != "json" && options.format != "svg") {
    return refuse({.what = fmt::format("'{}' is no format", options.format),
                   .hint = "one of csv, json, svg",
                   .place = "--format",
                   .range = {}});
  }
  const Result<Answer> answer = answer_for(options.scenario);
  if (!answer) return refuse(answer.error());
  if (const Result<void> output = check_output(options.scenario, options.output); !output)
    return refuse(output.error());
  if (const auto problem = write_file(options.output, exported(options.format, *answer))) return refuse(*problem);
  return report_refusals(options.scenario, answer->analysis);
}

}  // namespace

void add_export_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "the answer as a table, as JSON, or as a picture");
  command->add_option("SCENARIO", options->scenario, "a preset, a file, or - for standard input")->required();
  command->add_option("--format", options->format, "csv, json or svg")->required();
  command->add_option("-o", options->output, "file to write; standard output unless given");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
