#include "core/paste/uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bankmap::paste {
namespace {

struct Moves {
  int bytes;
  Instruction load;
  Instruction store;
};
constexpr std::array<Moves, 5> moves{{{1, Instruction::ld_b8, Instruction::st_b8},
                                      {2, Instruction::ld_b16, Instruction::st_b16},
                                      {4, Instruction::ld_b32, Instruction::st_b32},
                                      {8, Instruction::ld_b64, Instruction::st_b64},
                                      {16, Instruction::ld_b128, Instruction::st_b128}}};

// The instruction of an atomic function: with its result used, and without. "and" and "xor" are taken for "or", which is
// served in the same way.
struct Atomic {
  std::string_view function;
  std::string_view element;  // empty: any of 4 bytes
  Instruction used;
  Instruction unused;
};
using enum Instruction;
constexpr std::array<Atomic, 15> atomics{{{"atomicAdd", "float", atom_add_f32, red_add_f32},
                                          {"atomicAdd", "half2", atom_add_f16x2, red_add_f16x2},
                                          {"atomicAdd", "int64", atom_add_u64, red_add_u64},
                                          {"atomicAdd", "int", atom_add_u32, red_add_u32},
                                          {"atomicAdd", "uint", atom_add_u32, red_add_u32},
                                          {"atomicSub", "", atom_add_u32, red_add_u32},
                                          {"atomicMin", "", atom_min_u32, red_min_u32},
                                          {"atomicMax", "", atom_max_s32, red_max_u32},
                                          {"atomicOr", "", atom_or_b32, red_or_b32},
                                          {"atomicAnd", "", atom_or_b32, red_or_b32},
                                          {"atomicXor", "", atom_or_b32, red_or_b32},
                                          {"atomicExch", "", atom_exch_b32, atom_exch_b32},
                                          {"atomicInc", "", atom_inc_u32, atom_inc_u32},
                                          {"atomicCAS", "int64", atom_cas_b64, atom_cas_b64},
                                          {"atomicCAS", "", atom_cas_b32, atom_cas_b32}}};

std::string_view without_scope(std::string_view function) {
  const std::size_t end = function.find("_block");
  return function.substr(0, end);
}

Result<Instruction> atomic_of(const Token& function, const Element& element, bool used) {
  const std::string_view name = without_scope(function.text);
  for (const Atomic& each : atomics) {
    const bool fits = each.element.empty() ? element.bits == 32 : each.element == element.name;
    if (each.function == name && fits) return used ? each.used : each.unused;
  }
  return fail(fmt::format("{} on {} is not known", shown(function.text), element.name),
              "known are the atomics of 4 bytes, and atomicAdd and atomicCAS of 8", function.range);
}

bool is_one(const Token& token) { return token.is("1") || token.is("1u") || token.is("1U"); }

class Finder {
 public:
  Finder(Tokens statement, std::span<const CodeTile> tiles) : tokens_(statement), tiles_(tiles) {}

  Result<std::vector<Use>> find() {
    for (std::size_t at = 0; at < tokens_.size();) {
      const bool member = at > 0 && (token(at - 1).is(".") || token(at - 1).is("->"));
      const int tile = member ? -1 : tile_named(token(at), tiles_);
      if (tile < 0) {
        ++at;
        continue;
      }
      Result<Place> place = place_at(tokens_, at, tiles_[static_cast<std::size_t>(tile)]);
      if (!place) return fail(place.error());
      at = place->end;
      if (const Result<void> added = add(tile, *std::move(place)); !added) return fail(added.error());
    }
    std::stable_partition(found_.begin(), found_.end(), [](const Use& use) { return use.kind != "store"; });
    return std::move(found_);
  }

 private:
  const Token& token(std::size_t at) const {
    static const Token none;
    return at < tokens_.size() ? tokens_[at] : none;
  }

  Result<void> add(int tile, Place place) {
    const TextRange range{token(place.begin).range.begin, token(place.end - 1).range.end};
    const bool argument = place.begin >= 2 && token(place.begin - 1).is("(") && token(place.begin - 2).is_name();
    if (argument && token(place.begin - 2).is("sizeof")) return {};
    Use use{.tile = tile, .place = std::move(place), .kind = {}, .copy_bytes = {}, .range = range};
    if (use.place.is_pointer) return argument ? add_call(std::move(use)) : add_ptx(std::move(use));
    const int bytes = use.place.element.bits / 8;
    const auto move = std::ranges::find(moves, bytes, &Moves::bytes);
    if (move == moves.end())
      return fail(fmt::format("{} bytes are not moved by one instruction", bytes), "index a part of it, such as .x",
                  range);
    const Written how = written(use.place);
    if (how != Written::only) put(use, "load", move->load);
    if (how != Written::no) put(use, "store", move->store);
    return {};
  }

  void put(Use use, const char* kind, Instruction instruction) {
    use.kind = kind;
    use.instruction = instruction;
    found_.push_back(std::move(use));
  }

  enum class Written { no, too, only };
  Written written(const Place& place) const {
    const Token& next = token(place.end);
    if (next.is("=")) return Written::only;
    constexpr std::array<std::string_view, 12> changes{
        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
    const auto is_change = [&](const Token& each) {
      return std::ranges::any_of(changes, [&](std::string_view change) { return each.is(change); });
    };
    const bool before = place.begin > 0 && (token(place.begin - 1).is("++") || token(place.begin - 1).is("--"));
    return is_change(next) || before ? Written::too : Written::no;
  }

  Result<void> address_taken(const Use& use) const {
    const std::string& name = tiles_[static_cast<std::size_t>(use.tile)].tile.name;
    if (use.place.subscripts.empty())
      return fail(fmt::format("{} has no index here", name), fmt::format("for example: {}[threadIdx.x]...", name),
                  use.range);
    return fail(fmt::format("the address of {} is taken here, and where it goes is not followed", name),
                "understood are atomics, __pipeline_memcpy_async, casts such as *(float4*)&, and PTX such as "
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {r}, [&tile[0][0]];",
                use.range);
  }

  // What the statement begins with: "ldmatrix", "sync", "aligned", ...
  std::vector<std::string_view> opcode() const {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; token(at).is_name(); at += 2) {
      words.push_back(token(at).text);
      if (!token(at + 1).is(".")) break;
    }
    return words;
  }

  static std::string matrix_name(const std::vector<std::string_view>& words) {
    std::string name(words.front());
    for (const std::string_view each : words) {
      if (each == "x1" || each == "x2" || each == "x4" || each == "trans") name += fmt::format(".{}", each);
    }
    return name;
  }

  // comma: the one before the source, in "[&tile[r][c]], [source], 16".
  std::string copy_name(std::string_view cache, std::size_t comma) const {
    return fmt::format("cp.async.{}.{}", cache, token(closing(tokens_, comma + 1) + 2).text);
  }

  // Lines of PTX with an index in them, as they are shown where no CUDA function says the same.
  Result<void> add_ptx(Use use) {
    const std::vector<std::string_view> words = opcode();
    const bool operand = use.place.begin > 0 && token(use.place.begin - 1).is("[") && token(use.place.end).is("]");
    if (!operand || words.size() < 3) return address_taken(use);
    const bool is_copy = words[0] == "cp" && words[1] == "async";
    const bool is_load = words[0] == "ldmatrix";
    if (!is_copy && !is_load && words[0] != "stmatrix") return address_taken(use);
    const Result<Instruction> instruction =
        instruction_named(is_copy ? copy_name(words[2], use.place.end + 1) : matrix_name(words));
    if (!instruction) return fail(instruction.error().what, instruction.error().hint, token(0).range);
    put(std::move(use), is_copy ? "copy" : is_load ? "load" : "store", *instruction);
    return {};
  }

  Result<void> add_call(Use use) {
    const std::size_t function = use.place.begin - 2;
    if (token(function).text.starts_with("atomic")) {
      const Result<Instruction> instruction = atomic_of(token(function), use.place.element, function > 0);
      if (!instruction) return fail(instruction.error());
      const bool adds_one =
          token(use.place.end).is(",") && token(use.place.end + 2).is(")") && is_one(token(use.place.end + 1));
      put(std::move(use), "atomic", adds_one && *instruction == red_add_u32 ? red_add_u32_const1 : *instruction);
      return {};
    }
    if (!token(function).is("__pipeline_memcpy_async")) return address_taken(use);
    const std::size_t end = closing(tokens_, function + 1);
    std::size_t comma = end;
    while (comma > function && !token(comma).is(",")) --comma;
    if (end == tokens_.size() || comma < use.place.end) return address_taken(use);
    use.copy_bytes = tokens_.subspan(comma + 1, end - comma - 1);
    put(std::move(use), "copy", cp_async_ca_4);
    return {};
  }

  Tokens tokens_;
  std::span<const CodeTile> tiles_;
  std::vector<Use> found_;
};

}  // namespace

int tile_named(const Token& token, std::span<const CodeTile> tiles) {
  if (!token.is_name()) return -1;
  const auto found = std::ranges::find_if(tiles, [&](const CodeTile& each) { return each.tile.name == token.text; });
  return found == tiles.end() ? -1 : static_cast<int>(found - tiles.begin());
}

Result<std::vector<Use>> uses_in(Tokens statement, std::span<const CodeTile> tiles) {
  return Finder(statement, tiles).find();
}

Result<Instruction> copy_of(std::int64_t bytes, TextRange range) {
  switch (bytes) {
    case 4:
      return cp_async_ca_4;
    case 8:
      return cp_async_ca_8;
    case 16:
      return cp_async_cg_16;  // the pipeline functions bypass L1 where they can
    default:
      return fail(fmt::format("a copy of {} bytes is not known", bytes), "4, 8 or 16", range);
  }
}

}  // namespace bankmap::paste
