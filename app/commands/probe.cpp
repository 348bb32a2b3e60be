// bankmap probe [INSTRUCTION...] [--json] [--write-profile FILE [--force]]
//
//     ld.b64        phases 0-15 | 16-31   with pairs 0-31   equal words merge   1.00 cycles a wavefront, latency 2.00
//       as in the profile sm_90
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/assets.hpp"
#include "app/commands/command.hpp"
#include "app/commands/gpu_work.hpp"
#include "app/measure/report_texts.hpp"
#include "app/new_file.hpp"
#include "core/machine_json.hpp"
#include "core/text_layout.hpp"
#include "gpu/probe.hpp"
#include "gpu/probed_profile.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

struct ProbeOptions {
  std::vector<std::string> instructions;
  bool json = false;
  int device = 0;
  std::optional<std::string> profile;  // the file to write
  bool force = false;
};

Json masks_json(const std::vector<LaneMask>& masks) {
  Json json = Json::array();
  for (const LaneMask mask : masks) json.push_back(fmt::format("{:08x}", mask));
  return json;
}

Json instruction_json(const InstructionProbe& each, const MachineProfile* profile) {
  Json json{{"instruction", info(each.instruction).name},
            {"phases", masks_json(each.phases)},
            {"merged_phases", masks_json(each.merged_phases)},
            {"equal_words_merge", each.equal_words_merge},
            {"cycles_per_wavefront", each.cycles_per_wavefront},
            {"latency_cycles_per_wavefront",
             each.latency_cycles_per_wavefront ? Json(*each.latency_cycles_per_wavefront) : Json()},
            {"notes", each.notes}};
  const auto differing = probe_differences(each, profile);
  json["differences"] = differing ? Json(*differing) : Json();
  return json;
}

std::string json_of(const ProbeComparison& found) {
  const DeviceStamp& device = found.report.device;
  Json json{{"format", "bankmap-probe"},
            {"version", 1},
            {"device",
             {{"name", device.name},
              {"compute_capability", device.compute_capability},
              {"driver", device.driver},
              {"cuda_runtime", device.cuda_runtime}}},
            {"date", found.report.date},
            {"profile", found.profile == nullptr ? Json() : Json(found.profile->key)},
            {"as_in_profile", found.as_in_profile()},
            {"instructions", Json::array()}};
  for (const InstructionProbe& each : found.report.instructions)
    json["instructions"].push_back(instruction_json(each, found.profile));
  return json.dump(1) + "\n";
}

Result<std::vector<Instruction>> wanted_instructions(const std::vector<std::string>& names) {
  std::vector<Instruction> wanted;
  for (const std::string& name : names) {
    const Result<Instruction> instruction = instruction_named(name);
    if (!instruction) return fail(at("INSTRUCTION", instruction.error()));
    if (!can_probe(*instruction)) {
      return fail({.what = fmt::format("the time of {} is not made of wavefronts alone, so it tells no phases", name),
                   .hint = "any load, store, matrix or native atomic instruction",
                   .place = "INSTRUCTION",
                   .range = {}});
    }
    wanted.push_back(*instruction);
  }
  if (!names.empty()) return wanted;
  for (const InstructionInfo& each : instructions()) {
    if (can_probe(each.id)) wanted.push_back(each.id);
  }
  return wanted;
}

// Before the GPU is asked, which takes a while.
Result<std::optional<NewFile>> open_profile(const ProbeOptions& options) {
  if (options.profile) {
    Result<NewFile> file = NewFile::open("--write-profile", *options.profile, options.force);
    if (!file) return fail(file.error());
    return *std::move(file);
  }
  if (!options.force) return std::nullopt;
  return fail({.what = "there is no file to overwrite",
               .hint = "give --write-profile FILE too",
               .place = "--force",
               .range = {}});
}

Result<void> write_profile(NewFile& file, const ProbeOptions& options, const ProbeReport& report,
                           const MachineProfiles& machines) {
  const Result<MachineProfile> profile = probed_profile(report, machines);
  if (!profile) return fail(profile.error());
  if (const auto problem = file.write(write_machine(*profile))) return fail(*problem);
  say(fmt::format("bankmap: profile {} written to {}; it is used once it lies in the folder machines of the assets\n",
                  profile->key, printable(*options.profile)));
  return {};
}

int run(const ProbeOptions& options) {
  Result<std::optional<NewFile>> file = open_profile(options);
  if (!file) return refuse(file.error());
  const Result<std::vector<Instruction>> wanted = wanted_instructions(options.instructions);
  if (!wanted) return refuse(wanted.error());
  const Result<MachineProfiles> machines = usable_machines();
  if (!machines) return refuse(machines.error());
  GpuWork work;
  Result<GpuSession> session = work.open(options.device);
  if (!session) return work.refuse(session.error());
  const Result<ProbeReport> report = probe(*session, *wanted, work.talking());
  if (!report) return work.refuse(report.error());
  work.clear_progress();
  const ProbeComparison found{*report, profile_for(*machines, session->device().compute_capability)};
  const int printed = print(options.json ? json_of(found) : probe_text(found));
  if (printed != exit_ok) return printed;
  if (*file) {
    const Result<void> written = write_profile(**file, options, *report, *machines);
    if (!written) return refuse(written.error());
  }
  const bool differs = found.profile != nullptr && found.as_in_profile() != report->instructions.size();
  return differs ? exit_check_failed : exit_ok;
}

}  // namespace

void add_probe_command(CLI::App& app, Command& chosen) {
  auto options = std::make_shared<ProbeOptions>();
  CLI::App* command = app.add_subcommand(
      "probe", "finds the phases of this GPU by timing, and compares its profile; exit code 1 if they differ");
  command->footer(
      "for example: bankmap probe ld.b64 st.b128\n"
      "             bankmap probe --write-profile mine.json");
  command->add_option("INSTRUCTION", options->instructions, "ld.b64, st.b128, ...; all unless given");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--write-profile", options->profile, "file to write a machine profile of this GPU to");
  command->add_flag("--force", options->force, "overwrite that file");
  command->add_option("--device", options->device, "which GPU, 0 unless given")->check(CLI::Range(0, 255));
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace bankmap
