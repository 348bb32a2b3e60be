#include "core/export_cuda.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/cuda_index.hpp"
#include "core/cuda_parts.hpp"
#include "core/in_words.hpp"
#include "core/ncu_command.hpp"
#include "core/source_text.hpp"
#include "core/text_layout.hpp"
#include "core/whole_warps.hpp"

namespace bankmap {
namespace {

constexpr int comment_columns = 116;  // of comment text

// All of a scenario that is needed here, checked.
struct Parts {
  std::vector<TileLayout> tiles;
  std::vector<std::string> tile_names;  // [tile] each once
  std::vector<PreparedAccess> accesses;
};

Result<Parts> parts_of(const Scenario& scenario) {
  Parts parts;
  for (std::size_t i = 0; i < scenario.tiles.size(); ++i) {
    Result<TileLayout> layout = lay_out(scenario.tiles[i]);
    if (!layout) return fail(at(fmt::format("tiles[{}]", i), layout.error()));
    std::string name = layout->tile.name;
    while (std::find(parts.tile_names.begin(), parts.tile_names.end(), name) != parts.tile_names.end())
      name += fmt::format("_{}", i);
    parts.tile_names.push_back(std::move(name));
    parts.tiles.push_back(*std::move(layout));
  }
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    const Access& access = scenario.accesses[i];
    const std::string place = fmt::format("accesses[{}]", i);
    if (access.tile < 0 || access.tile >= static_cast<int>(parts.tiles.size())) {
      return fail(Problem{.what = fmt::format("there is no tile {}", access.tile),
                          .hint = "choose one of the scenario's tiles",
                          .place = place + ".tile",
                          .range = {}});
    }
    Result<PreparedAccess> prepared =
        prepare(access, parts.tiles[static_cast<std::size_t>(access.tile)], scenario.block);
    if (!prepared) return fail(at(place, prepared.error()));
    parts.accesses.push_back(*std::move(prepared));
  }
  return parts;
}

// visit: of the warp, the step and the lanes; in the order of the program.
template <class Visit>
Result<void> for_each_instruction(const PreparedAccess& prepared, std::size_t number, Visit&& visit) {
  for (int warp = 0; warp < prepared.warps; ++warp) {
    for (std::int64_t step = 0; step < prepared.steps; ++step) {
      const std::vector<std::int64_t> loops = loop_values(prepared.access, step);
      const Result<WarpAddresses> found = addresses(prepared, loops, warp);
      if (!found) {
        Problem problem = at(fmt::format("accesses[{}]", number), found.error());
        problem.what += at_step(prepared, loops, warp);
        return fail(std::move(problem));
      }
      visit(warp, step, found->lanes);
    }
  }
  return {};
}

// Walks through all addresses, so that what the hardware would refuse is refused here.
Result<std::string> reason_not_to_run(const PreparedAccess& prepared, std::size_t number) {
  const InstructionInfo& instruction = info(prepared.access.instruction);
  bool some_rows = false;
  const Result<void> walked =
      for_each_instruction(prepared, number, [&](int, std::int64_t, const LaneAddresses& lanes) {
        some_rows |= lanes.active != 0 && lanes.active != instruction.address_lanes;
      });
  if (!walked) return fail(walked.error());
  if (!issued_by_whole_warps(instruction.id) || !some_rows) return std::string();
  return fmt::format("{} is issued by whole warps, and the mask or the block leaves some row addresses out",
                     instruction.name);
}

// Mean over the warp instructions with an active lane; 0 where the machine has no law.
double mean_cycles(const AccessAnalysis& access, const MachineProfile& machine) {
  const InstructionRule* rule = machine.rule(access.instruction);
  double sum = 0;
  int counted = 0;
  for (const WarpCost& cost : access.costs) {
    const auto cycles = rule == nullptr ? std::nullopt : saturated_cycles(*rule, cost);
    if (!cycles) continue;
    sum += cycles->cycles_per_instruction;
    ++counted;
  }
  return counted == 0 ? 0 : sum / counted;
}

void add_header(const TileLayout& layout, CudaNeeds& needs) {
  if (declared_as_bytes(layout) || layout.tile.element.is_struct) return;
  const std::string_view type = cuda_type(layout.tile.element);
  if (type.find("half") != std::string_view::npos) needs.headers.insert("cuda_fp16.h");
  if (type.find("bfloat") != std::string_view::npos) needs.headers.insert("cuda_bf16.h");
  if (type.find("fp8") != std::string_view::npos) needs.headers.insert("cuda_fp8.h");
}

CudaNeeds needs_of(const Parts& parts) {
  CudaNeeds needs;
  for (const TileLayout& layout : parts.tiles) {
    add_header(layout, needs);
    needs.parity |= std::holds_alternative<MatrixSwizzle>(layout.tile.swizzle);
  }
  for (const PreparedAccess& access : parts.accesses) needs.data |= access.uses_rand();
  return needs;
}

std::string comment_lines(std::string_view text) {
  std::string lines;
  for (const std::string& line : wrap(comment_text(text), comment_columns)) lines += fmt::format("// {}\n", line);
  return lines;
}

// ---- the comment on top ----

// A word of a shell as it can stand in a // comment: without two question marks in a row, of which some compilers make a backslash.
std::string in_comment(std::string word) {
  for (std::size_t at = 0; (at = word.find("?\?", at)) != std::string::npos;) word.replace(at, 2, "?''?");
  return word;
}

struct Files {
  std::string source = "access.cu";  // as it was named, with its folder
  std::string program = "access";    // in the current folder
};

Files files_of(std::string_view source) {
  if (source.empty()) return {};
  const std::string_view name = source.substr(source.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  const bool has_ending = dot != std::string_view::npos && dot > 0;
  return {std::string(source), has_ending ? std::string(name.substr(0, dot)) : fmt::format("{}_program", name)};
}

std::string how_to_run(const Parts& parts, const Files& files) {
  int capability = 75;
  std::vector<Instruction> instructions;
  for (const PreparedAccess& access : parts.accesses) {
    capability = std::max(capability, least_capability(access.access.instruction));
    instructions.push_back(access.access.instruction);
  }
  std::string text = fmt::format(
      "//\n//   nvcc -std=c++17 -O3 -arch=native {0}-o {1} {2}     for compute capability {3}.{4} or later\n"
      "//   {5:22}cycles per instruction\n"
      "//   {6:22}the byte in the tile of each lane, a line for each warp instruction\n"
      "//\n"
      "// Exit code 0: everything was run; 1: there is no GPU, or CUDA failed; 2: an unknown option; 3: some access "
      "could not "
      "be run,\n"
      "// and standard error says why. With --addresses the host computes the addresses of such an access and says so: "
      "0.\n",
      files.source.ends_with(".cu") ? "" : "-x cu ", in_comment(shell_file(files.program)),
      in_comment(shell_file(files.source)), capability / 10, capability % 10,
      in_comment(shell_word("./" + files.program)) + " ",
      in_comment(shell_word("./" + files.program)) + " --addresses  ");
  const std::string counters = ncu_command(instructions, files.program);
  if (counters.empty()) return text;
  text += fmt::format(
      "//\n// The hardware's own counts of all warp instructions, to be put beside the prediction:\n//\n//   {}\n//\n",
      in_comment(counters));
  for (const std::string& line : ncu_reading(instructions)) text += fmt::format("// {}\n", line);
  return text;
}

std::string prediction(const Parts& parts, const MachineProfile& machine, const Analysis& analysis) {
  std::string text =
      fmt::format("//\n// Predicted for {} ({}), of all warp instructions together; cycles are the mean of one:\n//\n",
                  comment_text(machine.key), comment_text(machine.name));
  text += fmt::format("//   {:38} {:18} {:>12} {:>10} {:>14} {:>7}\n", "access", "instruction", "instructions",
                      "wavefronts", "bank conflicts", "cycles");
  for (std::size_t i = 0; i < parts.accesses.size(); ++i) {
    const AccessAnalysis& access = analysis.accesses[i];
    const std::string name = shorten(fmt::format("{} {}", i, comment_text(parts.accesses[i].access.name)), 38);
    const std::string padded = name + std::string(static_cast<std::size_t>(std::max(0, 38 - display_width(name))), ' ');
    text += fmt::format("//   {} {:18}", padded, info(access.instruction).name);
    if (access.costs.empty()) {
      text += fmt::format(" unknown: not modelled on {}\n", comment_text(machine.key));
      continue;
    }
    const double cycles = mean_cycles(access, machine);
    text += fmt::format(" {:>12} {:>10} {:>14} {:>7}\n", access.totals.instructions, access.totals.wavefronts,
                        access.totals.bank_conflicts, cycles > 0 ? fmt::format("{:.2f}", cycles) : "-");
  }
  return text;
}

std::string top_comment(const Scenario& scenario, const Parts& parts, const MachineProfile& machine,
                        const Analysis& analysis, std::string_view file) {
  std::string text = scenario.title.empty() ? "" : comment_lines(scenario.title);
  if (!scenario.note.empty()) text += "//\n" + comment_lines(scenario.note);
  text += text.empty() ? "" : "//\n";
  text +=
      "// Written by bankmap. Runs each shared-memory access of a scenario on the GPU, at the addresses that its index "
      "expressions\n"
      "// give, and prints what it costs: cycles per instruction while sixteen warps of one block issue it back to "
      "back.\n";
  text += how_to_run(parts, files_of(file));
  return text + prediction(parts, machine, analysis);
}

std::set<Instruction> distinct(const Parts& parts) {
  std::set<Instruction> found;
  for (const PreparedAccess& access : parts.accesses) found.insert(access.access.instruction);
  return found;
}

std::string gpu_part(const std::set<Instruction>& instructions) {
  std::string text = "\n#ifdef __CUDACC__\n\n// ---- Instructions ----\n" + std::string(cuda_operands());
  for (const Instruction instruction : instructions) text += cuda_instruction(instruction) + "\n";
  return text + "// ---- Kernels ----\n" + std::string(cuda_kernels()) + "\n#endif\n";
}

}  // namespace

Result<std::string> export_cuda(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis,
                                std::string_view file) {
  const Result<Parts> parts = parts_of(scenario);
  if (!parts) return fail(parts.error());
  std::string text = "\n// ---- Tiles ----\n";
  for (std::size_t i = 0; i < parts->tiles.size(); ++i) text += "\n" + cuda_tile(parts->tiles[i], parts->tile_names[i]);
  text += "\n// ---- Accesses: from step, warp and lane to the byte in the tile ----\n\n";
  for (const Instruction instruction : distinct(*parts))
    text += fmt::format("struct {};\n", cuda_struct_name(instruction));
  for (std::size_t i = 0; i < parts->accesses.size(); ++i) {
    Result<std::string> not_run = reason_not_to_run(parts->accesses[i], i);
    if (!not_run) return fail(not_run.error());
    const auto tile = static_cast<std::size_t>(parts->accesses[i].access.tile);
    text += "\n" + cuda_access({.number = static_cast<int>(i),
                                .prepared = parts->accesses[i],
                                .tile_name = parts->tile_names[tile],
                                .not_run = *std::move(not_run),
                                .predicted_cycles = mean_cycles(analysis.accesses[i], machine)});
  }
  CudaNeeds needs = needs_of(*parts);
  needs.shift_left = text.find("shift_left(") != std::string::npos;
  return top_comment(scenario, *parts, machine, analysis, file) + cuda_prelude(needs) + text +
         gpu_part(distinct(*parts)) + std::string(cuda_host()) + std::string(cuda_launches()) +
         cuda_main(parts->accesses.size());
}

Result<std::string> cuda_addresses(const Scenario& scenario) {
  const Result<Parts> parts = parts_of(scenario);
  if (!parts) return fail(parts.error());
  std::string text;
  for (std::size_t i = 0; i < parts->accesses.size(); ++i) {
    const std::int64_t start = parts->accesses[i].layout.tile.base_bytes;
    const Result<void> walked =
        for_each_instruction(parts->accesses[i], i, [&](int warp, std::int64_t step, const LaneAddresses& lanes) {
          text += fmt::format("addresses {} {} {} {:08x}", i, warp, step, lanes.active);
          for (int lane = 0; lane < lane_count; ++lane) {
            const auto byte = static_cast<std::int64_t>(lanes.byte_address[static_cast<std::size_t>(lane)]) - start;
            text += has_lane(lanes.active, lane) ? fmt::format(" {}", byte) : " -";
          }
          text += '\n';
        });
    if (!walked) return fail(walked.error());
  }
  return text;
}

}  // namespace bankmap
