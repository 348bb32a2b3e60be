// bankmap verify-model FILE.csv
// bankmap verify-model --measure N [--seed S]      random accesses, measured now (verify_measured.hpp)
//
//     line 17, ld.b64, active_mask ffffffff: wavefronts 4, measured 2; bank_conflicts 2, measured 0
//     5232 of 5233 rows exact
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/commands/verify_measured.hpp"
#include "app/files.hpp"
#include "core/hardware_table.hpp"

namespace bankmap {
namespace {

struct VerifyOptions {
  std::string file;
  std::string machine = "sm_90";
  std::optional<int> measure;
  std::optional<std::uint64_t> seed;
  int device = 0;
  bool json = false;
};

Result<void> check_options(const VerifyOptions& options, bool machine_given) {
  const auto wrong = [](std::string what, std::string hint) {
    return fail({.what = std::move(what), .hint = std::move(hint), .place = "verify-model", .range = {}});
  };
  if (options.file.empty() == !options.measure.has_value()) {
    return wrong(options.measure ? "a table and --measure" : "nothing to verify",
                 "give FILE.csv, the table of a GPU, or --measure N, to measure now");
  }
  if (options.measure && (*options.measure < 1 || *options.measure > most_measured))
    return wrong(fmt::format("--measure {}", *options.measure), fmt::format("1 to {} accesses", most_measured));
  if (options.measure && machine_given)
    return wrong("--machine and --measure", "the profile is that of the GPU which measures");
  if (!options.measure && options.json) return wrong("--json without --measure", "a table is answered as text");
  if (!options.measure && options.seed) return wrong("--seed without --measure", "a table has no seed");
  return {};
}

Result<MachineProfile> profile(const std::string& key) {
  const Result<MachineProfiles> machines = usable_machines();
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

int verify_table(const VerifyOptions& options) {
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

int run(const VerifyOptions& options, bool machine_given) {
  if (const Result<void> checked = check_options(options, machine_given); !checked) return refuse(checked.error());
  if (!options.measure) return verify_table(options);
  return verify_measured(
      {.count = *options.measure, .seed = options.seed, .device = options.device, .json = options.json});
}

}  // namespace

void add_verify_model_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify-model",
                                         "predicts each row of a hardware table, or random accesses measured now; exit "
                                         "code 1 if any counter differs (cycles out "
                                         "of tolerance are listed, and do not change it)");
  command->footer(
      "for example: bankmap verify-model measured.csv\n"
      "             bankmap verify-model --measure 2000 --json");
  command->add_option("FILE.csv", options->file, "the table, or - for standard input");
  const CLI::Option* machine =
      command->add_option("--machine", options->machine, "machine profile for a table, sm_90 unless given");
  command->add_option("--measure", options->measure, "so many random accesses, on this machine's GPU");
  command->add_option("--seed", options->seed, "the accesses of an earlier run; another seed each time unless given")
      ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()));
  command->add_flag("--json", options->json, "as JSON, with --measure");
  command->add_option("--device", options->device, "which GPU, 0 unless given")->check(CLI::Range(0, 255));
  command->callback([options, machine, &chosen] {
    chosen = [options, given = machine->count() > 0] { return run(*options, given); };
  });
}

}  // namespace bankmap
