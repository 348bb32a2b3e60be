#include "core/cuda_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/access_names.hpp"

namespace bankmap {
namespace {

bool could_be_negative(const Expression& expression) {
  return std::any_of(expression.nodes.begin(), expression.nodes.end(), [](const ExpressionNode& node) {
    return node.op == Operator::subtract || node.op == Operator::negate || node.op == Operator::bit_not;
  });
}

std::string linear_thread(const BlockShape& block) {
  if (block.y == 1 && block.z == 1) return "threadIdx.x";
  if (block.z == 1) return fmt::format("(threadIdx.x + {} * threadIdx.y)", block.x);
  return fmt::format("(threadIdx.x + {} * (threadIdx.y + {} * threadIdx.z))", block.x, block.y);
}

bool one_plain_warp(const BlockShape& block) { return block.x <= lane_count && block.y == 1 && block.z == 1; }

// Puts index arithmetic together from texts in the model's names, and prints it in CUDA's with the fewest parentheses. Where it has
// grown beyond the parser's limits it keeps its generous parentheses: the same value.
class IndexWriter {
 public:
  IndexWriter(const PreparedAccess& prepared, CudaNames& names)
      : prepared_(prepared),
        names_(names),
        row_(to_cuda(prepared.row->tree)),
        column_(to_cuda(prepared.column->tree)) {}

  const Tile& tile() const { return prepared_.layout.tile; }
  std::int64_t pitch() const { return prepared_.layout.pitch_elements; }

  template <class Compose>  // Compose: (row text, column text) -> text
  std::string print(Compose compose) {
    const std::string text = compose(row_, column_);
    if (text == column_) return names_.text(prepared_.column->tree);
    const Result<Expression> tree = parse_expression(text, index_names(prepared_.access));
    if (tree) return names_.text(*tree);
    return compose(names_.text(prepared_.row->tree), names_.text(prepared_.column->tree));
  }
  std::string row() { return names_.text(prepared_.row->tree); }

  // A column index as the declaration counts: in elements, or in bytes.
  template <class Compose>
  CudaPlace in_row(Compose column) {
    const std::string index =
        print([&](const std::string& r, const std::string& c) { return as_declared(column(r, c)); });
    return {"", fmt::format("{}[{}][{}]", tile().name, row(), index)};
  }
  std::string as_declared(const std::string& elements) const {
    if (!declared_as_bytes(prepared_.layout)) return elements;
    if (tile().element.bits < 8) return fmt::format("({}) * {} / 8", elements, tile().element.bits);
    return fmt::format("({}) * {}", elements, tile().element.bits / 8);
  }
  std::string element_offset() {
    return print(
        [&](const std::string& r, const std::string& c) { return fmt::format("({}) * {} + ({})", r, pitch(), c); });
  }
  // change: new element offset from the variable that holds the old one.
  template <class Change>
  CudaPlace by_offset(Change change) {
    const std::string i = names_.fresh("i");
    const std::string index = declared_as_bytes(prepared_.layout) ? as_declared(change(i)) : change(i);
    return {fmt::format("int {} = {}; ", i, element_offset()), fmt::format("(&{}[0][0])[{}]", tile().name, index)};
  }
  CudaPlace by_byte_address(const TmaSwizzle& swizzle) {
    const std::string a = names_.fresh("a");
    const std::string bytes = print([&](const std::string& r, const std::string& c) {
      const std::string offset = fmt::format("({}) * {} + ({})", r, pitch(), c);
      return tile().element.bits < 8 ? fmt::format("({}) * {} / 8", offset, tile().element.bits)
                                     : fmt::format("({}) * {}", offset, tile().element.bits / 8);
    });
    const TmaKey key = tma_key(swizzle.mode);
    return {fmt::format("int {} = {}; ", a, bytes),
            fmt::format("*({}*)((char*){} + ({} ^ ({} >> {} & {:#x})))", cuda_type(tile().element), tile().name, a, a,
                        key.shift, key.mask)};
  }

 private:
  const PreparedAccess& prepared_;
  CudaNames& names_;
  std::string row_;
  std::string column_;
};

std::string in_chunks(const std::string& column, const std::string& key, std::int64_t chunk) {
  if (chunk == 1) return fmt::format("({}) ^ ({})", column, key);
  return fmt::format("((({0}) / {1}) ^ ({2})) * {1} + ({0}) % {1}", column, chunk, key);
}

std::string parities(const MatrixSwizzle& swizzle, const std::string& i) {
  std::string text;
  for (std::size_t bit = 0; bit < swizzle.rows.size(); ++bit) {
    text += fmt::format("(__popc({} & {:#x}) & 1) << {} | ", i, swizzle.rows[bit], bit);
  }
  return fmt::format("{0}({1} >> {2} << {2})", text, i, swizzle.rows.size());
}

struct PlaceWriter {
  IndexWriter& index;
  const TileLayout& layout;

  CudaPlace operator()(const NoSwizzle&) const {
    return index.in_row([](const std::string&, const std::string& column) { return column; });
  }
  CudaPlace operator()(const XorSwizzle& s) const {
    return index.in_row([&](const std::string& row, const std::string& column) {
      const std::string shifted = s.shift == 0 ? fmt::format("({})", row) : fmt::format("({}) >> {}", row, s.shift);
      return in_chunks(column, fmt::format("{} & {:#x}", shifted, s.mask), s.chunk_elements);
    });
  }
  CudaPlace operator()(const TritonSwizzle& s) const {
    return index.in_row([&](const std::string& row, const std::string& column) {
      const std::string phase =
          s.per_phase == 1 ? fmt::format("({})", row) : fmt::format("({}) / {}", row, s.per_phase);
      return in_chunks(column, fmt::format("{} % {}", phase, s.max_phase), s.vec);
    });
  }
  CudaPlace operator()(const ExpressionSwizzle&) const {
    return index.in_row([&](const std::string& row, const std::string& column) {
      return to_cuda(layout.swizzle_expression, [&](const std::string& name) {
        return name == "row" ? "(" + row + ")" : name == "col" ? "(" + column + ")" : name;
      });
    });
  }
  CudaPlace operator()(const CuteSwizzle& s) const {
    const std::int64_t key = ((std::int64_t{1} << s.bits) - 1) << (s.base + std::max(0, s.shift));
    return index.by_offset([&](const std::string& i) {
      return fmt::format("{0} ^ ({0} & {1:#x}) {2} {3}", i, key, s.shift >= 0 ? ">>" : "<<", std::abs(s.shift));
    });
  }
  CudaPlace operator()(const MatrixSwizzle& s) const {
    return index.by_offset([&](const std::string& i) { return parities(s, i); });
  }
  CudaPlace operator()(const TmaSwizzle& s) const { return index.by_byte_address(s); }
};

}  // namespace

bool declared_as_bytes(const TileLayout& layout) {
  return layout.tile.element.bits < 8 || layout.pitch_bits % layout.tile.element.bits != 0;
}

CudaNames::CudaNames(const PreparedAccess& prepared) : prepared_(prepared) {
  for (const auto* part : {&prepared.row, &prepared.column, &prepared.bytes}) {
    if (*part) is_signed_ |= could_be_negative((*part)->tree);
  }
  is_signed_ |= could_be_negative(prepared.mask.tree) || could_be_negative(prepared.layout.swizzle_expression);
  for (const LoopVariable& loop : prepared.access.loops) is_signed_ |= loop.begin < 0;
}

std::string CudaNames::renamed(const std::string& name) {
  if (name == "lane") return lane();
  if (name == "warp") {
    if (prepared_.warps == 1) return "0";
    uses_warp_ = true;
    return "warp";
  }
  if (name == "rows") return std::to_string(prepared_.layout.tile.rows);
  if (name == "columns") return std::to_string(prepared_.layout.tile.columns);
  if (name == "pitch") return std::to_string(prepared_.layout.pitch_elements);
  const bool is_unsigned = name.starts_with("threadIdx.") || name.starts_with("blockDim.");
  return is_unsigned && is_signed_ ? "int(" + name + ")" : name;
}

std::string CudaNames::text(const Expression& expression) {
  return to_cuda(expression, [this](const std::string& name) { return renamed(name); });
}

std::string CudaNames::lane() {
  if (one_plain_warp(prepared_.block)) return is_signed_ ? "int(threadIdx.x)" : "threadIdx.x";
  uses_lane_ = true;
  return "lane";
}

std::string CudaNames::fresh(std::string_view wanted) const {
  std::string name(wanted);
  const auto taken = [&](const LoopVariable& loop) { return loop.name == name; };
  while (name == prepared_.layout.tile.name ||
         std::any_of(prepared_.access.loops.begin(), prepared_.access.loops.end(), taken))
    name += '_';
  return name;
}

std::string CudaNames::definitions() const {
  const std::string thread = linear_thread(prepared_.block);
  std::string text;
  if (uses_lane_) text += fmt::format("int lane = {} % 32; ", thread);
  if (uses_warp_) text += fmt::format("int warp = {} / 32; ", thread);
  return text;
}

CudaPlace cuda_place(const PreparedAccess& prepared, CudaNames& names) {
  if (!prepared.row) {
    const std::string bytes =
        prepared.bytes ? names.text(prepared.bytes->tree) : fmt::format("address[{}]", names.lane());
    const int first_byte = prepared.access.element_byte;
    return {"", fmt::format("*((char*){} + ({}){})", prepared.layout.tile.name, bytes,
                            first_byte == 0 ? "" : fmt::format(" + {}", first_byte))};
  }
  IndexWriter index(prepared, names);
  return std::visit(PlaceWriter{index, prepared.layout}, prepared.layout.tile.swizzle);
}

}  // namespace bankmap
