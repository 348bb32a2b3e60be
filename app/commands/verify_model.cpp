// bankmap verify-model FILE.csv
//
//     table.csv:17: ld.b64: wavefronts 4, predicted 3; bank conflicts 2, predicted 1
//     5232 of 5233 rows exact
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/assets.hpp"
#include "app/commands/addresses.hpp"
#include "app/commands/command.hpp"
#include "app/commands/hardware_table.hpp"
#include "app/files.hpp"

namespace bankmap {
namespace {

constexpr std::size_t max_table_bytes = std::size_t{256} << 20;

struct VerifyOptions {
  std::string file;
  std::string machine = "sm_90";
};

// Empty where the prediction is equal to the row.
Result<std::string> difference(const HardwareRow& row, const MachineProfile& machine) {
  const Analysis analysis = analyze(scenario_of(row.instruction, row.lanes, machine.key), machine);
  const AccessAnalysis& access = analysis.accesses.front();
  if (!access.shown) return fail(access.problems.front());
  const WarpCost& cost = access.shown->served.cost;
  if (cost.wavefronts == row.wavefronts && cost.bank_conflicts == row.bank_conflicts) return std::string();
  return fmt::format("{}: wavefronts {}, predicted {}; bank conflicts {}, predicted {}", info(row.instruction).name, row.wavefronts,
                     cost.wavefronts, row.bank_conflicts, cost.bank_conflicts);
}

Result<MachineProfile> profile(const std::string& key) {
  const Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  const Result<MachineProfiles> machines = load_machines(*assets);
  if (!machines) return fail(machines.error());
  const Result<const MachineProfile*> machine = find_machine(*machines, key);
  if (!machine) return fail(at("--machine", machine.error()));
  return **machine;
}

int run(const VerifyOptions& options) {
  const Result<MachineProfile> machine = profile(options.machine);
  if (!machine) return refuse(machine.error());
  const Result<std::string> text = read_file(options.file, max_table_bytes);
  if (!text) return refuse(text.error());
  const std::string place = options.file == "-" ? "standard input" : options.file;
  const Result<std::vector<HardwareRow>> rows = read_hardware_table(*text);
  if (!rows) return refuse(at(place, rows.error()));

  std::string report;
  std::size_t exact = 0;
  for (const HardwareRow& row : *rows) {
    const Result<std::string> differs = difference(row, *machine);
    if (!differs) {
      Problem problem = differs.error();
      problem.place = fmt::format("{}:{}", place, row.line);
      return refuse(problem);
    }
    if (differs->empty()) {
      ++exact;
    } else {
      report += fmt::format("{}:{}: {}\n", place, row.line, *differs);
    }
  }
  const int printed = print(report + fmt::format("{} of {} rows exact\n", exact, rows->size()));
  if (printed != exit_ok) return printed;
  return exact == rows->size() ? exit_ok : exit_check_failed;
}

}  // namespace

void add_verify_model_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify-model", "predicts each row of a hardware table; exit code 1 if any differs");
  command->add_option("FILE.csv", options->file, "the table, or - for standard input")->required();
  command->add_option("--machine", options->machine, "machine profile, sm_90 unless given");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
