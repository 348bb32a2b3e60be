// bankmap verify-model FILE.csv
//
//     line 17, ld.b64, active_mask ffffffff: wavefronts 4, measured 2; bank_conflicts 2, measured 0
//     5232 of 5233 rows exact
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/files.hpp"
#include "core/hardware_table.hpp"

namespace bankmap {
namespace {

struct VerifyOptions {
  std::string file;
  std::string machine = "sm_90";
};

Result<MachineProfile> profile(const std::string& key) {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  const Result<MachineProfiles> machines = load_machines(*assets);
  if (!machines) return fail(machines.error());
  const Result<const MachineProfile*> machine = find_machine(*machines, key);
  if (!machine) return fail(at("--machine", machine.error()));
  return **machine;
}

Result<HardwareTable> read_table(const std::string& file) {
  const std::string place = file == "-" ? "standard input" : file;
  const Result<std::string> text = read_file(file, max_table_bytes);
  if (!text) return fail(text.error());
  Result<HardwareTable> table = read_hardware_table(*text);
  if (!table) return fail(at(place, table.error()));
  if (table->empty())
    return fail(
        {.what = "the table has no rows", .hint = "give at least one below the names of the columns", .place = place});
  return table;
}

int run(const VerifyOptions& options) {
  const Result<MachineProfile> machine = profile(options.machine);
  if (!machine) return refuse(machine.error());
  const Result<HardwareTable> table = read_table(options.file);
  if (!table) return refuse(table.error());
  const TableVerdict verdict = verify(*table, *machine);
  std::string report;
  for (const RowDifference& difference : verdict.differing) report += to_string(difference) + "\n";
  const int printed = print(report + fmt::format("{} of {} rows exact\n", verdict.exact, verdict.rows));
  if (printed != exit_ok) return printed;
  return verdict.exact == verdict.rows ? exit_ok : exit_check_failed;
}

}  // namespace

void add_verify_model_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      app.add_subcommand("verify-model", "predicts each row of a hardware table; exit code 1 if any differs");
  command->add_option("FILE.csv", options->file, "the table, or - for standard input")->required();
  command->add_option("--machine", options->machine, "machine profile, sm_90 unless given");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
