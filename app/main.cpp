// bankmap: the window, or one of the subcommands of app/commands/.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/commands/command.hpp"
#include "app/commands/open_window.hpp"

namespace {

// CLI11 numbers its errors; ours are all bad usage. Help is no error.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  return bankmap::refuse({.what = error.what(), .hint = "'bankmap --help' and 'bankmap COMMAND --help' say what is possible"});
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Bankmap shows where each lane of a warp lands in shared memory, and what that costs.", "bankmap"};
  std::string scenario;
  bankmap::Command chosen;
  app.add_option("SCENARIO", scenario, "a preset or a file to open the window with");
  bankmap::add_analyze_command(app, chosen);
  bankmap::add_presets_command(app, chosen);
  bankmap::add_verify_model_command(app, chosen);
  bankmap::add_render_command(app, chosen);
  bankmap::add_export_command(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  }
  return chosen ? chosen() : bankmap::open_window(scenario);
}
