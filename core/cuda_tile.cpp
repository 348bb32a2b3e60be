// The tile part of an exported .cu: the declaration, and a function from (row, col) to the byte in the tile, swizzle and all.
#include <fmt/format.h>

#include <cstdlib>

#include "core/cuda_expression.hpp"
#include "core/cuda_index.hpp"
#include "core/cuda_parts.hpp"
#include "core/cuda_text.hpp"

namespace bankmap {
namespace {

// Statements that end with the byte.
struct PlaceText {
  const TileLayout& layout;

  int bits() const { return layout.tile.element.bits; }
  std::int64_t pitch() const { return layout.pitch_elements; }
  bool packed() const { return bits() < 8; }
  std::string in_row(const std::string& column) const {
    const std::int64_t row_bytes = layout.pitch_bits / 8;
    if (packed()) return fmt::format("  return row * {} + ({} * {} >> 3);\n", row_bytes, column, bits());
    return fmt::format("  return row * {} + {} * {};\n", row_bytes, column, bits() / 8);
  }
  std::string moved_column(const std::string& column) const {
    return fmt::format("  const int64_t moved = {};\n{}", column, in_row("moved"));
  }
  std::string bytes_of(const std::string& elements) const {
    if (packed()) return fmt::format("{} * {} >> 3", elements, bits());
    return fmt::format("{} * {}", elements, bits() / 8);
  }
  std::string moved_offset(const std::string& offset) const {
    return fmt::format("  const int64_t i = row * {} + col;\n  const int64_t moved = {};\n  return {};\n", pitch(),
                       offset, bytes_of("moved"));
  }

  std::string operator()(const NoSwizzle&) const { return in_row("col"); }
  std::string operator()(const XorSwizzle& s) const {
    const std::string row = s.shift == 0 ? "row" : fmt::format("row >> {}", s.shift);
    const std::string key = fmt::format("({} & {:#x})", row, s.mask);
    return moved_column(s.chunk_elements == 1 ? "col ^ " + key : fmt::format("col ^ ({} * {})", key, s.chunk_elements));
  }
  std::string operator()(const TritonSwizzle& s) const {
    const std::string row = s.per_phase == 1 ? "row" : fmt::format("row / {}", s.per_phase);
    return moved_column(fmt::format("col ^ ({} % {} * {})", row, s.max_phase, s.vec));
  }
  std::string operator()(const ExpressionSwizzle&) const {
    return moved_column(cuda_expression(layout.swizzle_expression, [this](const std::string& name) -> CudaWord {
      if (name == "rows") return {{}, layout.tile.rows};
      if (name == "columns") return {{}, layout.tile.columns};
      if (name == "pitch") return {{}, pitch()};
      return {name, std::nullopt};
    }));
  }
  std::string operator()(const CuteSwizzle& s) const {
    const std::int64_t low = ((std::int64_t{1} << s.bits) - 1) << s.base;
    const std::string key = s.shift >= 0 ? fmt::format("(i >> {} & {:#x})", s.shift, low)
                                         : fmt::format("((i & {:#x}) << {})", low, std::abs(s.shift));
    return moved_offset("i ^ " + key);
  }
  std::string operator()(const MatrixSwizzle& s) const {
    std::string moved = s.rows.empty() ? "i" : fmt::format("(i >> {0} << {0})", s.rows.size());
    for (std::size_t bit = 0; bit < s.rows.size(); ++bit) {
      moved += fmt::format(" |\n                        (parity(i & {:#x}) << {})", s.rows[bit], bit);
    }
    return moved_offset(moved);
  }
  std::string operator()(const TmaSwizzle& s) const {
    const TmaKey key = tma_key(s.mode);
    return fmt::format(
        "  const int64_t a = {};  // the tile starts at a multiple of {} bytes\n  return a ^ (a >> {} & {:#x});\n",
        bytes_of(fmt::format("(row * {} + col)", pitch())), tma_repeat_bytes(s.mode), key.shift, key.mask);
  }
};

// The tile's own type, so that the compiler sees whether it agrees about the size.
std::string type_of(const TileLayout& layout, const std::string& tile_name) {
  const Tile& tile = layout.tile;
  const bool bytes = declared_as_bytes(layout);
  const std::int64_t width = bytes ? layout.pitch_bits / 8 : layout.pitch_elements;
  std::string text = "#ifdef __CUDACC__\n";
  std::string element = bytes ? "unsigned char" : std::string(cuda_type(tile.element));
  if (!bytes && tile.element.is_struct) {
    element = "Element_of_" + tile_name;
    text += fmt::format("struct alignas({}) {} {{  // {}\n  unsigned char bytes[{}];\n}};\n", tile.element.align_bytes,
                        element, tile.element.name, tile.element.bits / 8);
  }
  return fmt::format(
      "{}using Tile_{} = {}[{}][{}];\nstatic_assert(sizeof(Tile_{}) == {}, \"as Bankmap lays it out\");\n#endif\n",
      text, tile_name, element, tile.rows, width, tile_name, layout.size_bytes);
}

}  // namespace

std::string cuda_tile(const TileLayout& layout, const std::string& tile_name) {
  const Tile& tile = layout.tile;
  const Result<std::int64_t> last = layout.bit_offset(tile.rows - 1, tile.columns - 1);
  std::string text = fmt::format("// {}\n", declaration(layout));
  text += fmt::format(
      "// {} bytes, from byte {} of shared memory on; swizzle: {}\n", layout.size_bytes, tile.base_bytes,
      std::holds_alternative<ExpressionSwizzle>(tile.swizzle) ? "the column below" : describe(tile.swizzle));
  text += type_of(layout, tile_name);
  text += fmt::format("__host__ __device__ constexpr int64_t byte_in_{}(int64_t row, int64_t col) {{\n{}}}\n",
                      tile_name, std::visit(PlaceText{layout}, tile.swizzle));
  if (last) {
    text += fmt::format("static_assert(byte_in_{}({}, {}) == {}, \"as Bankmap places it\");\n", tile_name,
                        tile.rows - 1, tile.columns - 1, *last / 8 - tile.base_bytes);
  }
  return text;
}

}  // namespace bankmap
