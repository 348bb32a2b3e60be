#include "core/cuda_text.hpp"

#include <fmt/format.h>

#include <bit>

#include "core/cuda_index.hpp"

namespace bankmap {
namespace {

// What an atomic works on is said by its name, not by the tile: atom.add.u32 on a float tile is an integer addition.
std::string atomic_type(std::string_view name) {
  if (name.ends_with("s32")) return "int";
  if (name.ends_with("f32")) return "float";
  if (name.ends_with("f16x2")) return "half2";
  if (name.ends_with("64")) return "unsigned long long";
  return "unsigned int";
}

std::string access_type(const PreparedAccess& prepared) {
  const Element& element = prepared.layout.tile.element;
  const InstructionInfo& instruction = info(prepared.access.instruction);
  if (instruction.kind == InstructionKind::atomic) return atomic_type(instruction.name);
  if (element.bits == instruction.access_bytes * 8) return std::string(cuda_type(element));
  switch (instruction.access_bytes) {
    case 1:
      return "unsigned char";
    case 2:
      return "unsigned short";
    case 4:
      return "unsigned";
    case 8:
      return "uint2";
    default:
      return "uint4";
  }
}

std::string address_of(const std::string& place) { return place.starts_with("*(") ? place.substr(1) : "&" + place; }

// The address as a pointer of another type: a cast that it has already would be a second one.
std::string cast_to(const std::string& type, const std::string& address) {
  const std::size_t end = address.find("*)");
  const bool is_cast = address.starts_with('(') && end != std::string::npos && address.find_first_of("(&", 1) > end;
  return fmt::format("({}*){}", type, is_cast ? address.substr(end + 2) : address);
}

// Where the access starts, as a pointer of whatever type the place has.
std::string first_byte_address(const PreparedAccess& prepared, const std::string& place) {
  const int first_byte = prepared.access.element_byte;
  if (!prepared.row || first_byte == 0) return address_of(place);
  return fmt::format("{} + {}", cast_to("char", address_of(place)), first_byte);
}

// The place as a value of the access' own type: tile[r][c], or *(uint4*)&tile[r][c].
std::string value_at(const PreparedAccess& prepared, const std::string& place) {
  const std::string type = access_type(prepared);
  const bool own_type = prepared.row && type == cuda_type(prepared.layout.tile.element) &&
                        prepared.access.element_byte == 0 && !declared_as_bytes(prepared.layout);
  if (own_type) return place;
  const std::string address = first_byte_address(prepared, place);
  const bool is_sum = prepared.row && prepared.access.element_byte != 0;
  return is_sum ? fmt::format("*({}*)({})", type, address) : "*" + cast_to(type, address);
}

struct Operands {  // names that nothing else has taken
  std::string x, v, expected, source;
};

std::string atomic_call(Instruction instruction, const std::string& address, const Operands& names) {
  const std::string call = fmt::format("({}, {});", address, names.v);
  switch (instruction) {
    case Instruction::atom_min_u32:
      return fmt::format("{} = atomicMin{}", names.x, call);
    case Instruction::atom_max_s32:
      return fmt::format("{} = atomicMax{}", names.x, call);
    case Instruction::atom_or_b32:
      return fmt::format("{} = atomicOr{}", names.x, call);
    case Instruction::atom_exch_b32:
      return fmt::format("{} = atomicExch{}", names.x, call);
    case Instruction::atom_inc_u32:
      return fmt::format("{} = atomicInc{}", names.x, call);
    case Instruction::red_min_u32:
      return "atomicMin" + call;
    case Instruction::red_max_u32:
      return "atomicMax" + call;
    case Instruction::red_or_b32:
      return "atomicOr" + call;
    case Instruction::red_add_u32_const1:
      return fmt::format("atomicAdd({}, 1);", address);
    case Instruction::atom_cas_b32:
    case Instruction::atom_cas_b64:
      return fmt::format("{} = atomicCAS({}, {}, {});", names.x, address, names.expected, names.v);
    default:
      break;
  }
  const bool uses_result = info(instruction).name.starts_with("atom.");
  return fmt::format("{}atomicAdd{}", uses_result ? names.x + " = " : "", call);
}

// A matrix instruction moves one register a lane for each 8 rows whose addresses it takes.
std::string registers(const InstructionInfo& instruction) {
  const int matrices = std::popcount(instruction.address_lanes) / 8;
  return matrices == 1 ? "{r0}" : matrices == 2 ? "{r0, r1}" : "{r0, r1, r2, r3}";
}

// "ldmatrix.x4.trans" -> "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"
std::string ptx_name(const InstructionInfo& instruction) {
  const std::string name(instruction.name);
  const std::size_t dot = name.find('.');
  return fmt::format("{}.sync.aligned.m8n8{}.shared.b16", name.substr(0, dot), name.substr(dot));
}

std::string statement(const PreparedAccess& prepared, const std::string& place, const Operands& names) {
  const InstructionInfo& instruction = info(prepared.access.instruction);
  const std::string value = value_at(prepared, place);
  const std::string raw = first_byte_address(prepared, place);
  switch (instruction.kind) {
    case InstructionKind::load:
    case InstructionKind::generic_load:
      return fmt::format("{} = {};", names.x, value);
    case InstructionKind::store:
      return fmt::format("{} = {};", value, names.x);
    case InstructionKind::matrix_load:
      return fmt::format("{} {}, [{}];", ptx_name(instruction), registers(instruction), raw);
    case InstructionKind::matrix_store:
      return fmt::format("{} [{}], {};", ptx_name(instruction), raw, registers(instruction));
    case InstructionKind::atomic:
      return atomic_call(prepared.access.instruction, address_of(value), names);
    case InstructionKind::async_copy:
      return fmt::format("{}.shared.global [{}], [{}], {};", instruction.name.substr(0, instruction.name.rfind('.')),
                         raw, names.source, instruction.access_bytes);
  }
  return {};
}

// At the end of the line: a brace behind it would be lost.
std::string_view comment_on(const InstructionInfo& instruction) {
  using enum InstructionKind;
  const bool is_ptx =
      instruction.kind == matrix_load || instruction.kind == matrix_store || instruction.kind == async_copy;
  return is_ptx ? "  // PTX" : "";
}

std::string condition(const PreparedAccess& prepared, CudaNames& names) {
  if (!prepared.constant_mask) return fmt::format("if ({}) ", names.text(prepared.mask.tree));
  if (*prepared.constant_mask == all_lanes) return {};
  return fmt::format("if ({:#x}u >> {} & 1) ", *prepared.constant_mask, names.lane());
}

std::string alignment(const TileLayout& layout, int widest_access_bytes) {
  const int natural =
      declared_as_bytes(layout) ? 1 : layout.tile.element.align_bytes;  // what the declared type has by itself
  int align = std::max(natural, widest_access_bytes);
  if (const auto* tma = std::get_if<TmaSwizzle>(&layout.tile.swizzle))
    align = std::max(align, tma_repeat_bytes(tma->mode));
  return align > natural ? fmt::format("__align__({}) ", align) : "";
}

}  // namespace

std::string declaration(const TileLayout& layout, int widest_access_bytes) {
  const Tile& tile = layout.tile;
  const std::string align = alignment(layout, widest_access_bytes);
  if (!declared_as_bytes(layout)) {
    return fmt::format("__shared__ {}{} {}[{}][{}];", align, cuda_type(tile.element), tile.name, tile.rows,
                       layout.pitch_elements);
  }
  return fmt::format("__shared__ {}unsigned char {}[{}][{}];  // rows of {} {}", align, tile.name, tile.rows,
                     layout.pitch_bits / 8, tile.columns, tile.element.name);
}

std::string access_line(const PreparedAccess& prepared) {
  CudaNames names(prepared);
  const CudaPlace where = cuda_place(prepared, names);
  const std::string guard = condition(prepared, names);
  const Operands operands{names.fresh("x"), names.fresh("v"), names.fresh("expected"), names.fresh("source")};
  const std::string action = statement(prepared, where.place, operands);
  const bool braces = !where.setup.empty() && !guard.empty();
  return fmt::format("{}{}{}{}{}{}{}", names.definitions(), guard, braces ? "{ " : "", where.setup, action,
                     braces ? " }" : "", comment_on(info(prepared.access.instruction)));
}

}  // namespace bankmap
