// bankmap: the window, or one of the subcommands of app/commands/.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <filesystem>
#include <optional>

#include "app/commands/command.hpp"
#include "app/commands/open_window.hpp"
#include "core/nearest.hpp"

namespace {

// "did you mean 'bankmap render'?" for a word that looks like a command; empty for others, and for files.
std::string command_meant(const CLI::App& app, const std::string& word) {
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) return {};
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::string nearest = bankmap::nearest_name(word, names);
  return nearest.empty() ? "" : fmt::format("did you mean 'bankmap {}'?", nearest);
}

// CLI11 numbers its errors; ours are all bad usage. Help is no error.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error, const std::string& word) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const std::string meant = command_meant(app, word);
  const std::string help = "'bankmap --help' and 'bankmap COMMAND --help' say what is possible";
  return bankmap::refuse({.what = error.what(), .hint = meant.empty() ? help : meant});
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file over its limit is an error that is told, like a full disk
  CLI::App app{"Bankmap shows where each lane of a warp lands in shared memory, and what that costs.", "bankmap"};
  app.set_version_flag("--version", "bankmap " BANKMAP_VERSION);
  std::string scenario;
  bankmap::Command chosen;
  app.add_option("SCENARIO", scenario, "a preset or a file to open the window with");
  std::optional<std::string> measurements;
  app.add_option("--measurements", measurements, "measurements from another machine, to look at in the window");
  bankmap::add_analyze_command(app, chosen);
  bankmap::add_advise_command(app, chosen);
  bankmap::add_lint_command(app, chosen);
  bankmap::add_presets_command(app, chosen);
  bankmap::add_verify_model_command(app, chosen);
  bankmap::add_render_command(app, chosen);
  bankmap::add_export_command(app, chosen);
  bankmap::add_measure_command(app, chosen);
  bankmap::add_probe_command(app, chosen);
  bankmap::add_lesson_command(app, chosen);
  bankmap::add_exercise_command(app, chosen);
  // After the commands: a command made later would begin with this as its own.
  app.footer(
      "for example: bankmap transpose-float-plain\n"
      "             bankmap analyze transpose-float-plain");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error, scenario);
  }
  if (chosen) return chosen();
  if (const std::string meant = command_meant(app, scenario); !meant.empty()) {
    return bankmap::refuse({.what = fmt::format("there is no command '{}'", scenario), .hint = meant});
  }
  return bankmap::open_window(scenario, measurements);
}
