#include "core/cuda_text.hpp"

#include <fmt/format.h>

#include <bit>

#include "core/access_names.hpp"

namespace bankmap {
namespace {

// Index text that has been parsed: the only kind that is put together here.
struct IndexCode {
  std::string row;
  std::string column;
};

std::string renamed(const std::string& name, const PreparedAccess& prepared) {
  const BlockShape& block = prepared.block;
  if (name == "lane" && block.x <= lane_count && block.y == 1 && block.z == 1) return "threadIdx.x";
  if (name == "rows") return std::to_string(prepared.layout.tile.rows);
  if (name == "columns") return std::to_string(prepared.layout.tile.columns);
  if (name == "pitch") return std::to_string(prepared.layout.pitch_elements);
  return name;
}

std::string printed(const BoundExpression& expression, const PreparedAccess& prepared) {
  return to_cuda(expression.tree, [&](const std::string& name) { return renamed(name, prepared); });
}

// Text put together with generous parentheses, printed again with the fewest. Where it has grown beyond the parser's limits it
// stays as it is: more parentheses, the same value.
std::string tidy(const std::string& text, const PreparedAccess& prepared) {
  std::vector<std::string> names = index_names(prepared.access);
  for (const char* name : {"row", "col", "x"}) names.emplace_back(name);
  const Result<Expression> tree = parse_expression(text, names);
  return tree ? to_cuda(*tree) : text;
}

std::string in_chunks(const std::string& column, const std::string& key, std::int64_t chunk) {
  if (chunk == 1) return fmt::format("({}) ^ ({})", column, key);
  return fmt::format("((({0}) / {1}) ^ ({2})) * {1} + ({0}) % {1}", column, chunk, key);
}

// Where the swizzle is a change of offset, the index is worked out in a line of its own.
struct SwizzledPlace {
  std::string setup;     // "int x = ...; " or nothing
  std::string place;     // an lvalue of the element's type
};

std::string offset_text(const IndexCode& index, const PreparedAccess& prepared) {
  return tidy(fmt::format("({}) * {} + ({})", index.row, prepared.layout.pitch_elements, index.column), prepared);
}

std::string parity_text(const MatrixSwizzle& swizzle) {
  std::string text;
  for (std::size_t bit = 0; bit < swizzle.rows.size(); ++bit) {
    text += fmt::format("{}(__popc(x & {:#x}) & 1) << {}", bit == 0 ? "" : " | ", swizzle.rows[bit], bit);
  }
  return fmt::format("{} | (x >> {} << {})", text, swizzle.rows.size(), swizzle.rows.size());
}

std::string tma_text(TmaMode mode) {
  switch (mode) {
    case TmaMode::b32: return "(a >> 3 & 0x10)";
    case TmaMode::b64: return "(a >> 3 & 0x30)";
    case TmaMode::b128: return "(a >> 3 & 0x70)";
    case TmaMode::b128_atom32: return "(a >> 2 & 0x60)";
    case TmaMode::b128_atom64: return "(a >> 1 & 0x40)";
  }
  return {};
}

struct PlaceWriter {
  const PreparedAccess& prepared;
  const IndexCode& index;

  SwizzledPlace plain(const std::string& column) const {
    return {"", fmt::format("{}[{}][{}]", prepared.layout.tile.name, index.row, column)};
  }
  SwizzledPlace by_offset(const std::string& new_offset) const {
    return {fmt::format("int x = {}; ", offset_text(index, prepared)),
            fmt::format("(&{}[0][0])[{}]", prepared.layout.tile.name, new_offset)};
  }
  SwizzledPlace operator()(const NoSwizzle&) const { return plain(index.column); }
  SwizzledPlace operator()(const XorSwizzle& s) const {
    const std::string key = fmt::format("({}) >> {} & {:#x}", index.row, s.shift, s.mask);
    const std::string key_no_shift = fmt::format("({}) & {:#x}", index.row, s.mask);
    return plain(tidy(in_chunks(index.column, s.shift == 0 ? key_no_shift : key, s.chunk_elements), prepared));
  }
  SwizzledPlace operator()(const TritonSwizzle& s) const {
    const std::string phase = s.per_phase == 1 ? fmt::format("({})", index.row) : fmt::format("({}) / {}", index.row, s.per_phase);
    return plain(tidy(in_chunks(index.column, fmt::format("{} % {}", phase, s.max_phase), s.vec), prepared));
  }
  SwizzledPlace operator()(const ExpressionSwizzle&) const {
    const std::string column = to_cuda(prepared.layout.swizzle_expression, [&](const std::string& name) {
      if (name == "row") return "(" + index.row + ")";
      if (name == "col") return "(" + index.column + ")";
      return renamed(name, prepared);
    });
    return plain(tidy(column, prepared));
  }
  SwizzledPlace operator()(const CuteSwizzle& s) const {
    const std::int64_t key = ((std::int64_t{1} << s.bits) - 1) << (s.base + std::max(0, s.shift));
    return by_offset(fmt::format("x ^ (x & {:#x}) {} {}", key, s.shift >= 0 ? ">>" : "<<", std::abs(s.shift)));
  }
  SwizzledPlace operator()(const MatrixSwizzle& s) const { return by_offset(parity_text(s)); }
  SwizzledPlace operator()(const TmaSwizzle& s) const {
    const Tile& tile = prepared.layout.tile;
    return {fmt::format("int a = ({}) * {}; ", offset_text(index, prepared), tile.element.bits / 8),
            fmt::format("*({}*)((char*){} + (a ^ {}))", cuda_type(tile.element), tile.name, tma_text(s.mode))};
  }
};

bool below_a_byte(const Element& element) { return element.bits < 8; }

// Rows of bytes, where the element's own type cannot express the pitch.
bool declared_as_bytes(const TileLayout& layout) {
  return below_a_byte(layout.tile.element) || layout.pitch_bits % layout.tile.element.bits != 0;
}

SwizzledPlace place_of(const PreparedAccess& prepared) {
  const Tile& tile = prepared.layout.tile;
  const int first_byte = prepared.access.element_byte;
  if (!prepared.row) {
    const std::string bytes = prepared.bytes ? printed(*prepared.bytes, prepared) : "address[threadIdx.x % 32]";
    return {"", fmt::format("*((char*){} + {}{})", tile.name, bytes, first_byte == 0 ? "" : fmt::format(" + {}", first_byte))};
  }
  const IndexCode index{printed(*prepared.row, prepared), printed(*prepared.column, prepared)};
  if (declared_as_bytes(prepared.layout) && std::holds_alternative<NoSwizzle>(tile.swizzle)) {
    const std::string column = tidy(fmt::format("({}) * {} / 8", index.column, tile.element.bits), prepared);
    return {"", fmt::format("{}[{}][{}]", tile.name, index.row, column)};
  }
  return std::visit(PlaceWriter{prepared, index}, tile.swizzle);
}

// What an atomic works on is said by its name, not by the tile: atom.add.u32 on a float tile is an integer addition.
std::string atomic_type(std::string_view name) {
  if (name.ends_with("s32")) return "int";
  if (name.ends_with("f32")) return "float";
  if (name.ends_with("f16x2")) return "half2";
  if (name.ends_with("64")) return "unsigned long long";
  return "unsigned";
}

std::string access_type(const PreparedAccess& prepared) {
  const Element& element = prepared.layout.tile.element;
  const InstructionInfo& instruction = info(prepared.access.instruction);
  if (instruction.kind == InstructionKind::atomic) return atomic_type(instruction.name);
  if (element.bits == instruction.access_bytes * 8) return std::string(cuda_type(element));
  switch (instruction.access_bytes) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned";
    case 8: return "uint2";
    default: return "uint4";
  }
}

std::string address_of(const std::string& place) { return place.starts_with("*(") ? place.substr(1) : "&" + place; }

// Where the access starts, as a pointer of whatever type the place has.
std::string first_byte_address(const PreparedAccess& prepared, const std::string& place) {
  const int first_byte = prepared.access.element_byte;
  if (!prepared.row || first_byte == 0) return address_of(place);
  return fmt::format("(char*){} + {}", address_of(place), first_byte);
}

// The place as a value of the access' own type: tile[r][c], or *(uint4*)&tile[r][c].
std::string value_at(const PreparedAccess& prepared, const std::string& place) {
  const std::string type = access_type(prepared);
  const bool own_type = prepared.row && type == cuda_type(prepared.layout.tile.element) && prepared.access.element_byte == 0 &&
                        !declared_as_bytes(prepared.layout);
  if (own_type) return place;
  const std::string address = first_byte_address(prepared, place);
  const bool is_sum = prepared.row && prepared.access.element_byte != 0;
  return is_sum ? fmt::format("*({}*)({})", type, address) : fmt::format("*({}*){}", type, address);
}

std::string atomic_call(Instruction instruction, const std::string& address) {
  switch (instruction) {
    case Instruction::atom_min_u32:
    case Instruction::red_min_u32: return fmt::format("atomicMin({}, v);", address);
    case Instruction::atom_max_s32:
    case Instruction::red_max_u32: return fmt::format("atomicMax({}, v);", address);
    case Instruction::atom_or_b32:
    case Instruction::red_or_b32: return fmt::format("atomicOr({}, v);", address);
    case Instruction::atom_exch_b32: return fmt::format("x = atomicExch({}, v);", address);
    case Instruction::atom_inc_u32: return fmt::format("x = atomicInc({}, v);", address);
    case Instruction::atom_cas_b32:
    case Instruction::atom_cas_b64: return fmt::format("x = atomicCAS({}, expected, v);", address);
    case Instruction::red_add_u32_const1: return fmt::format("atomicAdd({}, 1);", address);
    default: break;
  }
  const bool uses_result = info(instruction).name.starts_with("atom.");
  return fmt::format("{}atomicAdd({}, v);", uses_result ? "x = " : "", address);
}

// A matrix instruction moves one register a lane for each 8 rows whose addresses it takes.
std::string registers(const InstructionInfo& instruction) {
  const int matrices = std::popcount(instruction.address_lanes) / 8;
  return matrices == 1 ? "{r0}" : matrices == 2 ? "{r0, r1}" : "{r0, r1, r2, r3}";
}

std::string statement(const PreparedAccess& prepared, const std::string& place) {
  const InstructionInfo& instruction = info(prepared.access.instruction);
  const std::string value = value_at(prepared, place);
  const std::string raw = first_byte_address(prepared, place);
  switch (instruction.kind) {
    case InstructionKind::load:
    case InstructionKind::generic_load: return fmt::format("x = {};", value);
    case InstructionKind::store: return fmt::format("{} = x;", value);
    case InstructionKind::matrix_load: return fmt::format("{} {}, [{}];  // PTX", instruction.name, registers(instruction), raw);
    case InstructionKind::matrix_store: return fmt::format("{} [{}], {};  // PTX", instruction.name, raw, registers(instruction));
    case InstructionKind::atomic: return atomic_call(prepared.access.instruction, address_of(value));
    case InstructionKind::async_copy:
      return fmt::format("{}.shared.global [{}], [source], {};  // PTX", instruction.name.substr(0, instruction.name.rfind('.')), raw,
                         instruction.access_bytes);
  }
  return {};
}

std::string condition(const PreparedAccess& prepared) {
  const Expression& mask = prepared.mask.tree;
  if (!mask.names.empty() || mask.rand_calls > 0) return fmt::format("if ({}) ", printed(prepared.mask, prepared));
  const Result<LaneValues> bits = evaluate(mask, {});
  if (!bits || (*bits)[0] == std::int64_t{all_lanes}) return {};
  return fmt::format("if ({:#x}u >> threadIdx.x % 32 & 1) ", (*bits)[0]);
}

}  // namespace

std::string declaration(const TileLayout& layout) {
  const Tile& tile = layout.tile;
  std::string align;
  if (const auto* tma = std::get_if<TmaSwizzle>(&tile.swizzle)) align = fmt::format("__align__({}) ", tma_repeat_bytes(tma->mode));
  if (!declared_as_bytes(layout)) {
    return fmt::format("__shared__ {}{} {}[{}][{}];", align, cuda_type(tile.element), tile.name, tile.rows, layout.pitch_elements);
  }
  return fmt::format("__shared__ {}unsigned char {}[{}][{}];  // rows of {} {}", align, tile.name, tile.rows, layout.pitch_bits / 8,
                     tile.columns, tile.element.name);
}

std::string access_line(const PreparedAccess& prepared) {
  const SwizzledPlace where = place_of(prepared);
  const std::string guard = condition(prepared);
  const std::string action = statement(prepared, where.place);
  if (where.setup.empty() || guard.empty()) return guard + where.setup + action;
  return fmt::format("{}{{ {}{} }}", guard, where.setup, action);
}

}  // namespace bankmap
