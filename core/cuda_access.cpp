// The access part of an exported .cu: a struct each, whose byte() goes from step, warp and lane to the byte in the tile.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <set>

#include "core/cuda_expression.hpp"
#include "core/cuda_parts.hpp"
#include "core/cuda_text.hpp"
#include "core/source_text.hpp"

namespace bankmap {
namespace {

std::int64_t trips(const LoopVariable& loop) { return (loop.end - loop.begin - 1) / loop.step + 1; }

// The values of lane, warp, threadIdx and the loops, as far as the expressions ask for them.
class Names {
 public:
  explicit Names(const PreparedAccess& prepared) : prepared_(prepared) {}

  std::string text(const BoundExpression& expression, int first_call_site) {
    const auto word = [&](const std::string& name) { return this->word(expression, name); };
    const auto rand = [&](int call_site, const std::string& bound) {
      return fmt::format("data.rand({}, {}, at.lane)", bound, first_call_site + call_site);
    };
    return cuda_expression(expression.tree, word, rand);
  }
  std::string definitions() const;

 private:
  CudaWord word(const BoundExpression& expression, const std::string& name);
  std::string thread_definition(const std::string& name) const;
  std::string loop_definition(std::size_t index) const;
  bool needs_loop(std::size_t index) const { return prepared_.uses_rand() || loops_.contains(index); }

  const PreparedAccess& prepared_;
  std::set<std::string> used_;  // lane, warp, thread_x ...
  std::set<std::size_t> loops_;
};

CudaWord Names::word(const BoundExpression& expression, const std::string& name) {
  using Kind = NameSource::Kind;
  const auto found = std::find(expression.tree.names.begin(), expression.tree.names.end(), name);
  const NameSource& source = expression.sources[static_cast<std::size_t>(found - expression.tree.names.begin())];
  if (source.kind == Kind::constant) return {{}, source.constant};
  if (source.kind == Kind::loop) {
    loops_.insert(static_cast<std::size_t>(source.loop));
    const bool never_negative = prepared_.access.loops[static_cast<std::size_t>(source.loop)].begin >= 0;
    return {cuda_identifier(name), std::nullopt, never_negative};
  }
  const std::string ours = source.kind == Kind::lane       ? "lane"
                           : source.kind == Kind::warp     ? "warp"
                           : source.kind == Kind::thread_x ? "thread_x"
                           : source.kind == Kind::thread_y ? "thread_y"
                                                           : "thread_z";
  used_.insert(ours);
  return {ours, std::nullopt, true};
}

std::string Names::thread_definition(const std::string& name) const {
  const BlockShape& block = prepared_.block;
  const std::string thread = prepared_.warps == 1 ? "at.lane" : "(at.warp * 32 + at.lane)";
  if (name == "lane" || name == "warp") return "at." + name;
  std::string text = name == "thread_x"   ? digit_text(thread, 1, block.x, std::int64_t{block.y} * block.z)
                     : name == "thread_y" ? digit_text(thread, block.x, block.y, block.z)
                                          : digit_text(thread, std::int64_t{block.x} * block.y, block.z, 1);
  return text == thread && prepared_.warps > 1 ? text.substr(1, text.size() - 2) : text;
}

std::string Names::loop_definition(std::size_t index) const {
  const std::vector<LoopVariable>& loops = prepared_.access.loops;
  const LoopVariable& loop = loops[index];
  if (trips(loop) == 1) return fmt::format("{}", loop.begin);
  std::int64_t inner = 1, outer = 1;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (i < index) outer *= trips(loops[i]);
    if (i > index) inner *= trips(loops[i]);
  }
  std::string text = digit_text("at.step", inner, trips(loop), outer);
  if (loop.step > 1) text += fmt::format(" * {}", loop.step);
  if (loop.begin != 0)
    text = fmt::format("{} {} {}", text, loop.begin > 0 ? '+' : '-', loop.begin > 0 ? loop.begin : -loop.begin);
  return text;
}

// Where a name of the person's own is not called so here.
std::string renamed_comment(const std::string& name) {
  return cuda_identifier(name) == name ? "" : fmt::format("  // {}: the name means something else here", name);
}

std::string Names::definitions() const {
  std::string text;
  for (const char* name : {"lane", "warp", "thread_x", "thread_y", "thread_z"}) {
    if (!used_.contains(name)) continue;
    const std::string_view comment = name[0] == 't' ? "  // threadIdx" : "";
    text += fmt::format("    const int64_t {} = {};{}{}{}\n", name, thread_definition(name), comment,
                        comment.empty() ? "" : ".", comment.empty() ? "" : name + 7);
  }
  for (std::size_t i = 0; i < prepared_.access.loops.size(); ++i) {
    if (!needs_loop(i)) continue;
    const std::string& name = prepared_.access.loops[i].name;
    text +=
        fmt::format("    const int64_t {} = {};{}\n", cuda_identifier(name), loop_definition(i), renamed_comment(name));
  }
  if (!prepared_.uses_rand()) return text;
  text += "    const Data data = Data().with(0)";
  for (const LoopVariable& loop : prepared_.access.loops) text += fmt::format(".with({})", cuda_identifier(loop.name));
  return text + ".with(at.warp);\n";
}

std::string lanes_that_exist(const PreparedAccess& prepared) {
  std::string text;
  const int threads = prepared.block.threads();
  if (threads % lane_count != 0) {
    text +=
        fmt::format("    if (at.warp * 32 + at.lane >= {0}) return inactive;  // the block has {0} threads\n", threads);
  }
  const InstructionInfo& instruction = info(prepared.access.instruction);
  if (instruction.address_lanes != all_lanes) {
    const int lanes = std::popcount(instruction.address_lanes);
    text += fmt::format("    if (at.lane >= {}) return inactive;  // {} takes the addresses of lanes 0-{}\n", lanes,
                        instruction.name, lanes - 1);
  }
  return text;
}

std::string table(const AddressListPattern& pattern, int element_byte) {
  std::string text = "    constexpr int64_t bytes[32] = {";
  for (std::size_t i = 0; i < pattern.bytes.size(); ++i) {
    text += fmt::format("{}{}",
                        i == 0        ? ""
                        : i % 12 == 0 ? ",\n                                   "
                                      : ", ",
                        pattern.bytes[i]);
  }
  return text + fmt::format("}};\n    return bytes[at.lane]{};\n",
                            element_byte == 0 ? "" : fmt::format(" + {}", element_byte));
}

int rand_calls(const std::optional<BoundExpression>& expression) {
  return expression ? expression->tree.rand_calls : 0;
}

// The statements of byte(): who takes part, then where.
std::string byte_body(const PreparedAccess& prepared, const std::string& tile_name) {
  Names names(prepared);
  const int element_byte = prepared.access.element_byte;
  const std::string plus = element_byte == 0 ? "" : fmt::format(" + {}", element_byte);
  std::string place;
  if (prepared.row) {
    const std::string row = names.text(*prepared.row, 0);
    const std::string column = names.text(*prepared.column, rand_calls(prepared.row));
    place =
        fmt::format("    const int64_t row = {};\n    const int64_t col = {};\n    return byte_in_{}(row, col){};\n",
                    row, column, tile_name, plus);
  } else if (prepared.bytes) {
    place = fmt::format("    const int64_t bytes = {};\n    return bytes{};\n", names.text(*prepared.bytes, 0), plus);
  } else {
    place = table(std::get<AddressListPattern>(prepared.access.pattern), element_byte);
  }
  std::string mask;
  if (!prepared.constant_mask) {
    const int calls = rand_calls(prepared.row) + rand_calls(prepared.column) + rand_calls(prepared.bytes);
    mask = fmt::format("    const int64_t mask = {};\n    if (mask == 0) return inactive;\n",
                       names.text(prepared.mask, calls));
  } else if (*prepared.constant_mask != all_lanes) {
    mask = fmt::format("    if (((0x{:08x}u >> at.lane) & 1) == 0) return inactive;\n", *prepared.constant_mask);
  }
  return lanes_that_exist(prepared) + names.definitions() + mask + place;
}

std::string loops_comment(const PreparedAccess& prepared) {
  std::string text;
  std::string indent = "//     ";
  for (const LoopVariable& loop : prepared.access.loops) {
    const std::string step =
        loop.step == 1 ? fmt::format("++{}", loop.name) : fmt::format("{} += {}", loop.name, loop.step);
    text += fmt::format("{}for (int {} = {}; {} < {}; {})\n", indent, loop.name, loop.begin, loop.name, loop.end, step);
    indent += "  ";
  }
  return text + fmt::format("{}{}\n", indent, access_line(prepared));
}

// What differs from the defaults in `Usual`.
std::string unusual_facts(const CudaAccess& access) {
  const PreparedAccess& prepared = access.prepared;
  const InstructionKind kind = info(prepared.access.instruction).kind;
  const int capability = least_capability(prepared.access.instruction);
  const std::int64_t start = prepared.layout.tile.base_bytes;
  std::string text;
  if (prepared.steps > 1) text += fmt::format("  static constexpr int64_t steps = {};\n", prepared.steps);
  if (prepared.warps > 1) text += fmt::format("  static constexpr int64_t warps = {};\n", prepared.warps);
  if (start != 0) text += fmt::format("  static constexpr int64_t tile_start = {};\n", start);
  if (capability > 75) text += fmt::format("  static constexpr int least_capability = {};\n", capability);
  if (kind == InstructionKind::matrix_load || kind == InstructionKind::matrix_store)
    text += "  static constexpr bool whole_warp = true;\n";
  if (kind == InstructionKind::async_copy) text += "  static constexpr bool asynchronous = true;\n";
  if (!access.not_run.empty())
    text += fmt::format("  static constexpr const char* not_run = {};\n", string_literal(access.not_run));
  if (access.predicted_cycles > 0)
    text += fmt::format("  static constexpr double predicted_cycles = {:.4f};\n", access.predicted_cycles);
  return text;
}

}  // namespace

std::string cuda_access(const CudaAccess& access) {
  const PreparedAccess& prepared = access.prepared;
  const InstructionInfo& instruction = info(prepared.access.instruction);
  const std::string body = byte_body(prepared, access.tile_name);
  std::string text =
      fmt::format("// Access {}, {}: {} on {}, {} step{} of {} warp{}\n", access.number,
                  comment_text(prepared.access.name), instruction.name, prepared.layout.tile.name, prepared.steps,
                  prepared.steps == 1 ? "" : "s", prepared.warps, prepared.warps == 1 ? "" : "s");
  text += loops_comment(prepared);
  text += fmt::format("struct Access{} : Usual {{\n  using Instruction = {};\n", access.number,
                      cuda_struct_name(prepared.access.instruction));
  text += fmt::format(
      "  static constexpr const char* name = {};\n  static constexpr const char* instruction = \"{}\";\n"
      "  static constexpr int access_bytes = {};\n",
      string_literal(prepared.access.name), instruction.name, instruction.access_bytes);
  text += unusual_facts(access);
  text += "\n";
  return text + fmt::format("  static __host__ __device__ int64_t byte(const At&{}) {{\n{}  }}\n}};\n",
                            body.find("at.") == std::string::npos ? "" : " at", body);
}

}  // namespace bankmap
