#include "core/export_static_assert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/cuda_expression.hpp"
#include "core/cuda_text.hpp"
#include "core/identifier.hpp"
#include "core/refusals.hpp"
#include "core/source_text.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t most_checked = 1024;  // warp instructions of an access
constexpr std::int64_t in_one_assert = 16;

// "load a column" -> "load_a_column"
std::string identifier_of(std::string_view text, std::string_view otherwise) {
  std::string name;
  for (const char c : text) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (word) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) return std::string(otherwise);
  return name.front() >= '0' && name.front() <= '9' ? fmt::format("{}_{}", otherwise, name) : name;
}

// Names of structs: different ones stay different.
class Names {
 public:
  std::string fresh(std::string_view text, std::string_view otherwise) {
    std::string name = identifier_of(text, otherwise);
    name = is_identifier(name) ? cuda_identifier(name) : "my_" + name;  // "int", "float"
    std::string unique = name;
    for (int n = 2; !taken_.insert(unique).second; ++n) unique = fmt::format("{}_{}", name, n);
    return unique;
  }

 private:
  // What the header itself defines, and the members of its structs: a member may not be named as its class is.
  std::set<std::string> taken_{"Warp",    "Phases",       "Rule",        "Access",        "parity",     "shift_left",
                               "std",     "has",          "pairs_agree", "merges",        "turns",      "in_phases",
                               "winners", "swap_loop",    "misaligned",  "wavefronts_of", "wavefronts", "rows",
                               "columns", "element_bits", "pitch_bits",  "pitch",         "base_bytes", "bit",
                               "byte",    "steps",        "warps",       "rule",          "warp_at"};
};

// ---- tiles -----------------------------------------------------------------------------------------------------------

// Statements that end with the bit at which the element begins.
struct PlaceText {
  const TileLayout& layout;

  std::string column(const std::string& moved) const {
    return fmt::format("    return row * pitch_bits + ({}) * element_bits;\n", moved);
  }
  std::string offset(const std::string& moved) const {
    return fmt::format("    const std::int64_t i = row * pitch + col;\n    return ({}) * element_bits;\n", moved);
  }

  std::string operator()(const NoSwizzle&) const { return column("col"); }
  std::string operator()(const XorSwizzle& s) const {
    return column(fmt::format("col ^ (((row >> {}) & {}) * {})", s.shift, s.mask, s.chunk_elements));
  }
  std::string operator()(const TritonSwizzle& s) const {
    return column(fmt::format("col ^ (((row / {}) % {}) * {})", s.per_phase, s.max_phase, s.vec));
  }
  std::string operator()(const CuteSwizzle& s) const {
    const std::int64_t low = ((std::int64_t{1} << s.bits) - 1) << s.base;
    if (s.shift >= 0) return offset(fmt::format("i ^ ((i >> {}) & {:#x})", s.shift, low));
    return offset(fmt::format("i ^ ((i & {:#x}) << {})", low, -s.shift));
  }
  std::string operator()(const MatrixSwizzle& s) const {
    std::string moved = fmt::format("((i >> {0}) << {0})", s.rows.size());
    for (std::size_t bit = 0; bit < s.rows.size(); ++bit)
      moved += fmt::format(" |\n            (std::int64_t{{parity(i & {:#x})}} << {})", s.rows[bit], bit);
    return offset(moved);
  }
  std::string operator()(const TmaSwizzle& s) const {
    const TmaKey key = tma_key(s.mode);
    return fmt::format(
        "    // the pattern is on the address: the tile starts at a multiple of {} bytes\n"
        "    const std::int64_t bit = (row * pitch + col) * element_bits;\n"
        "    return ((bit / 8) ^ (((bit / 8) >> {}) & {:#x})) * 8 + bit % 8;\n",
        tma_repeat_bytes(s.mode), key.shift, key.mask);
  }
  std::string operator()(const ExpressionSwizzle&) const {
    return column(cuda_expression(layout.swizzle_expression, [](const std::string& name) {
      return CudaWord{name, std::nullopt, name == "rows" || name == "columns" || name == "pitch"};
    }));
  }
};

std::string tile_text(const TileLayout& layout, const std::string& declared, const std::string& name) {
  const Tile& tile = layout.tile;
  return fmt::format(
      "// {}\n"
      "struct {} {{\n"
      "  static constexpr std::int64_t rows = {}, columns = {};\n"
      "  static constexpr std::int64_t element_bits = {};  // {}\n"
      "  static constexpr std::int64_t pitch_bits = {};  // from one row to the next\n"
      "  static constexpr std::int64_t pitch = pitch_bits / element_bits;  // in elements\n"
      "  static constexpr std::int64_t base_bytes = {};\n"
      "  // The bit, from the start of the tile, at which an element begins.\n"
      "  BANKMAP_FUNCTION static constexpr std::int64_t bit(std::int64_t row, std::int64_t col) {{\n{}  }}\n"
      "  // The byte that holds it; as an index into the declared array: byte(row, col) / sizeof(element).\n"
      "  BANKMAP_FUNCTION static constexpr std::int64_t byte(std::int64_t row, std::int64_t col) {{ return bit(row, "
      "col) >> 3; }}\n"
      "}};\n",
      comment_text(declared), name, tile.rows, tile.columns, tile.element.bits, comment_text(tile.element.name),
      layout.pitch_bits, tile.base_bytes, std::visit(PlaceText{layout}, tile.swizzle));
}

// ---- accesses --------------------------------------------------------------------------------------------------------

std::string phases_text(const std::vector<LaneMask>& phases) {
  std::string masks;
  for (const LaneMask phase : phases) masks += fmt::format("{}{:#x}u", masks.empty() ? "" : ", ", phase);
  return fmt::format("{{{{{}}}, {}}}", masks, phases.size());
}

std::string rule_text(const InstructionRule& rule, const InstructionRule* load) {
  const auto merge = [](const InstructionRule* of) {
    return of != nullptr && !of->merged_phases.empty() ? "true" : "false";
  };
  const std::vector<LaneMask> none;
  return fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}}}", info(rule.instruction).access_bytes,
                     static_cast<int>(rule.law), phases_text(rule.phases), merge(&rule),
                     phases_text(rule.merged_phases), merge(load), phases_text(load != nullptr ? load->phases : none),
                     phases_text(load != nullptr ? load->merged_phases : none));
}

// What a name of the index is in the function below.
CudaWord word_for(const std::string& name, const PreparedAccess& prepared, const std::string& tile) {
  if (name == "lane" || name == "warp") return {name, std::nullopt, true};
  if (name == "rows" || name == "columns" || name == "pitch") return {tile + "::" + name, std::nullopt, true};
  if (name == "blockDim.x") return {{}, prepared.block.x};
  if (name == "blockDim.y") return {{}, prepared.block.y};
  if (name == "blockDim.z") return {{}, prepared.block.z};
  if (name.starts_with("threadIdx."))
    return {"thread_" + name.substr(std::string_view("threadIdx.").size()), std::nullopt, true};
  const auto& loops = prepared.access.loops;
  const auto loop =
      std::find_if(loops.begin(), loops.end(), [&](const LoopVariable& each) { return each.name == name; });
  return {"loop_" + name, std::nullopt, loop != loops.end() && loop->begin >= 0};
}

std::string names_text(const PreparedAccess& prepared) {
  std::string text;
  std::int64_t inner = prepared.steps, outer = 1;
  for (const LoopVariable& loop : prepared.access.loops) {
    const std::int64_t trips = (loop.end - loop.begin + loop.step - 1) / loop.step;
    inner /= trips;
    std::string value = digit_text("step", inner, trips, outer);
    if (loop.step > 1 && trips > 1) value += fmt::format(" * {}", loop.step);
    if (trips == 1) value = fmt::format("{}", loop.begin);
    if (trips > 1 && loop.begin != 0) value = fmt::format("{} + {}", loop.begin, value);
    text += fmt::format("    const std::int64_t loop_{0} = {1};\n    (void)loop_{0};\n", loop.name, value);
    outer *= trips;
  }
  return text;
}

std::string lane_text(const PreparedAccess& prepared, const std::string& tile) {
  const auto word = [&](const std::string& name) { return word_for(name, prepared, tile); };
  const auto text = [&](const BoundExpression& expression) { return cuda_expression(expression.tree, word); };
  const std::string active = prepared.constant_mask ? fmt::format("(({:#x} >> lane) & 1) != 0", *prepared.constant_mask)
                                                    : fmt::format("({}) != 0", text(prepared.mask));
  const std::string byte = prepared.row
                               ? fmt::format("{}::byte({}, {})", tile, text(*prepared.row), text(*prepared.column))
                           : prepared.bytes ? text(*prepared.bytes)
                                            : "address[lane]";
  const int first = prepared.access.element_byte;
  return fmt::format(
      "      if (!({})) continue;\n"
      "      warp_lanes.active |= std::uint32_t{{1}} << lane;\n"
      "      warp_lanes.byte[lane] = {}::base_bytes + {}{};\n",
      active, tile, byte, first == 0 ? "" : fmt::format(" + {}", first));
}

std::string access_text(const PreparedAccess& prepared, const MachineProfile& machine, const std::string& name,
                        const std::string& tile) {
  const InstructionRule& rule = *machine.rule(prepared.access.instruction);
  const InstructionRule* load = rule.loop_load ? machine.rule(*rule.loop_load) : nullptr;
  const BlockShape& block = prepared.block;
  std::string addresses;
  if (const auto* list = std::get_if<AddressListPattern>(&prepared.access.pattern)) {
    for (const std::uint32_t byte : list->bytes) addresses += fmt::format("{}{}", addresses.empty() ? "" : ", ", byte);
    addresses = fmt::format("    constexpr std::int64_t address[32] = {{{}}};\n", addresses);
  }
  return fmt::format(
      "// {}\n"
      "struct {} {{\n"
      "  static constexpr int steps = {}, warps = {};\n"
      "  static constexpr Rule rule = {};  // {}\n"
      "  static constexpr Warp warp_at(std::int64_t step, std::int64_t warp) {{\n"
      "    Warp warp_lanes;\n    (void)step;\n{}{}"
      "    for (std::int64_t lane = 0; lane < 32; ++lane) {{\n"
      "      const std::int64_t thread = warp * 32 + lane;\n"
      "      if (thread >= {} || (({:#x} >> lane) & 1) == 0) continue;\n"
      "      const std::int64_t thread_x = {}, thread_y = {}, thread_z = {};\n"
      "      (void)thread_x, (void)thread_y, (void)thread_z;\n"
      "{}    }}\n    return warp_lanes;\n  }}\n}};\n",
      comment_text(access_line(prepared)), name, prepared.steps, prepared.warps, rule_text(rule, load),
      info(rule.instruction).name, addresses, names_text(prepared), prepared.block.threads(),
      info(rule.instruction).address_lanes, digit_text("thread", 1, block.x, std::int64_t{block.y} * block.z),
      digit_text("thread", block.x, block.y, block.z),
      digit_text("thread", std::int64_t{block.x} * block.y, block.z, 1), lane_text(prepared, tile));
}

std::string asserts_text(const AccessAnalysis& analysis, const std::string& name) {
  const auto count = static_cast<std::int64_t>(analysis.costs.size());
  const std::int64_t stride = (count + most_checked - 1) / most_checked;
  std::string text;
  if (stride > 1) text += fmt::format("// of {} warp instructions every {}th is checked\n", count, stride);
  for (std::int64_t first = 0; first < count; first += in_one_assert * stride) {
    const std::int64_t last = std::min(count, first + in_one_assert * stride);
    std::int64_t now = 0, ideal = 0;
    for (std::int64_t i = first; i < last; i += stride) {
      now += analysis.costs[static_cast<std::size_t>(i)].wavefronts;
      ideal += analysis.costs[static_cast<std::size_t>(i)].ideal;
    }
    text += fmt::format(
        "static_assert(wavefronts<{}>({}, {}, {}) <= {},\n              {});\n", name, first, last, stride, now,
        string_literal(fmt::format("{}, warp instructions {} to {}: {} wavefronts when exported, ideal {}; now more",
                                   analysis.name, first, last - 1, now, ideal)));
  }
  return text;
}

std::string prelude(const Scenario& scenario, const MachineProfile& machine, const std::string& space) {
  return fmt::format(
      "// {}\n"
      "// Exported by Bankmap: the shared-memory layout, and static_asserts that stop the build once an access takes "
      "more\n"
      "// wavefronts than now. Phases and laws are those of {} ({}).\n"
      "#pragma once\n\n#include <cstdint>\n\n"
      "#ifdef __CUDACC__\n#define BANKMAP_FUNCTION __host__ __device__\n#else\n#define BANKMAP_FUNCTION\n#endif\n\n"
      "namespace {} {{\n\n",
      comment_text(scenario.title.empty() ? "Shared-memory layout" : scenario.title), comment_text(machine.name),
      comment_text(machine.key), space);
}

}  // namespace

Result<std::string> static_assert_header(const Scenario& scenario, const MachineProfile& machine,
                                         const Analysis& analysis, std::string_view name) {
  if (refused(analysis)) return fail(errors_of(analysis).front());
  Names names;
  const std::string space = identifier_of(name.empty() ? std::string_view(scenario.title) : name, "layout");
  std::string text = prelude(scenario, machine, "bankmap_" + space) + std::string(static_assert_engine());
  std::vector<std::string> tiles;
  for (std::size_t i = 0; i < scenario.tiles.size(); ++i) {
    const Result<TileLayout> layout = lay_out(scenario.tiles[i]);
    if (!layout) return fail(layout.error());
    tiles.push_back(names.fresh(scenario.tiles[i].name, "tile"));
    text += "\n" + tile_text(*layout, analysis.declarations[i], tiles.back());
  }
  for (std::size_t i = 0; i < scenario.accesses.size(); ++i) {
    const Access& access = scenario.accesses[i];
    const auto tile = static_cast<std::size_t>(access.tile);
    const Result<PreparedAccess> prepared = prepare(access, scenario.tiles[tile], scenario.block);
    const std::string place = fmt::format("accesses[{}]", i);
    if (!prepared) return fail(at(place, prepared.error()));
    if (prepared->uses_rand()) {
      return fail(
          Problem{.what = fmt::format("'{}' depends on data: its layout is not known when compiling", access.name),
                  .hint = "an index without rand",
                  .place = place,
                  .range = {}});
    }
    const std::string access_name = names.fresh(access.name, "access");
    text += "\n" + access_text(*prepared, machine, access_name, tiles[tile]) +
            asserts_text(analysis.accesses[i], access_name);
  }
  return text + fmt::format("\n}}  // namespace bankmap_{}\n\n#undef BANKMAP_FUNCTION\n", space);
}

}  // namespace bankmap
