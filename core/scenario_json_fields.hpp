// core/scenario_json_fields.hpp -- the fields of patterns and swizzles in a scenario file, said once for both directions.
//
//     fields(io, ColumnPattern)     io reads   {"kind": "column", "column": "k", "step": 1}   into the value,
//                                   or writes the value as that
//
// `Io` is FieldReader of scenario_json_read.cpp or FieldWriter of scenario_json_write.cpp. keys() lists all that may be there.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/scenario.hpp"

namespace bankmap::scenario_json {

inline constexpr std::string_view format_name = "bankmap-scenario";
inline constexpr int format_version = 1;

// Whole numbers stay exact in readers that keep every number as a double.
inline constexpr std::int64_t most_integer = (std::int64_t{1} << 53) - 1;
inline constexpr std::size_t max_matrix_rows = 24;

inline constexpr std::array<std::pair<std::string_view, MmaShape>, 2> mma_shapes{
    {{"m16n8k16", MmaShape::m16n8k16}, {"m16n8k8", MmaShape::m16n8k8}}};
inline constexpr std::array<std::pair<std::string_view, MmaOperand>, 3> mma_operands{
    {{"a", MmaOperand::a}, {"b", MmaOperand::b}, {"c", MmaOperand::c}}};
inline constexpr std::array<std::pair<std::string_view, TmaMode>, 5> tma_modes{
    {{"32B", TmaMode::b32},
     {"64B", TmaMode::b64},
     {"128B", TmaMode::b128},
     {"128B_ATOM_32B", TmaMode::b128_atom32},
     {"128B_ATOM_64B", TmaMode::b128_atom64}}};

template <class T, class Value>
concept is_a = std::same_as<std::remove_const_t<T>, Value>;

template <class Io>
void fields(Io& io, is_a<RowPattern> auto& p) {
  io.keys({"kind", "row", "first", "step"});
  io.text("row", p.row);
  io.text("first", p.first);
  io.integer("step", p.step);
}
template <class Io>
void fields(Io& io, is_a<ColumnPattern> auto& p) {
  io.keys({"kind", "column", "step"});
  io.text("column", p.column);
  io.integer("step", p.step);
}
template <class Io>
void fields(Io& io, is_a<BlockPattern> auto& p) {
  io.keys({"kind", "rows", "columns", "row_major", "column_step", "row_offset", "column_offset"});
  io.integer("rows", p.rows);
  io.integer("columns", p.columns);
  io.flag("row_major", p.row_major);
  io.integer("column_step", p.column_step);
  io.text("row_offset", p.row_offset);
  io.text("column_offset", p.column_offset);
}
template <class Io>
void fields(Io& io, is_a<StridedPattern> auto& p) {
  io.keys({"kind", "stride", "offset"});
  io.text("stride", p.stride);
  io.text("offset", p.offset);
}
template <class Io>
void fields(Io& io, is_a<DiagonalPattern> auto& p) {
  io.keys({"kind", "offset"});
  io.text("offset", p.offset);
}
template <class Io>
void fields(Io& io, is_a<BroadcastPattern> auto& p) {
  io.keys({"kind", "row", "column"});
  io.text("row", p.row);
  io.text("column", p.column);
}
template <class Io>
void fields(Io& io, is_a<MmaPattern> auto& p) {
  io.keys({"kind", "shape", "operand", "tf32", "transposed", "reg"});
  io.one_of("shape", p.shape, mma_shapes);
  io.one_of("operand", p.operand, mma_operands);
  io.flag("tf32", p.tf32);
  io.flag("transposed", p.transposed);
  io.text("reg", p.reg);
}
template <class Io>
void fields(Io& io, is_a<MatrixRowsPattern> auto& p) {
  io.keys({"kind", "matrices", "down_first", "row", "column"});
  io.integer("matrices", p.matrices);
  io.flag("down_first", p.down_first);
  io.text("row", p.row);
  io.text("column", p.column);
}
template <class Io>
void fields(Io& io, is_a<IndexPattern> auto& p) {
  io.keys({"kind", "row", "column"});
  io.text("row", p.row);
  io.text("column", p.column);
}
template <class Io>
void fields(Io& io, is_a<ByteOffsetPattern> auto& p) {
  io.keys({"kind", "bytes"});
  io.text("bytes", p.bytes);
}
template <class Io>
void fields(Io& io, is_a<AddressListPattern> auto& p) {
  io.keys({"kind", "bytes"});
  io.list("bytes", p.bytes, lane_count, lane_count);
}

template <class Io>
void fields(Io& io, is_a<NoSwizzle> auto&) {
  io.keys({"kind"});
}
template <class Io>
void fields(Io& io, is_a<XorSwizzle> auto& s) {
  io.keys({"kind", "chunk_elements", "shift", "mask"});
  io.integer("chunk_elements", s.chunk_elements);
  io.integer("shift", s.shift);
  io.integer("mask", s.mask);
}
template <class Io>
void fields(Io& io, is_a<CuteSwizzle> auto& s) {
  io.keys({"kind", "bits", "base", "shift"});
  io.integer("bits", s.bits);
  io.integer("base", s.base);
  io.integer("shift", s.shift);
}
template <class Io>
void fields(Io& io, is_a<TmaSwizzle> auto& s) {
  io.keys({"kind", "mode"});
  io.one_of("mode", s.mode, tma_modes);
}
template <class Io>
void fields(Io& io, is_a<TritonSwizzle> auto& s) {
  io.keys({"kind", "vec", "per_phase", "max_phase"});
  io.integer("vec", s.vec);
  io.integer("per_phase", s.per_phase);
  io.integer("max_phase", s.max_phase);
}
template <class Io>
void fields(Io& io, is_a<MatrixSwizzle> auto& s) {
  io.keys({"kind", "rows"});
  io.list("rows", s.rows, 0, max_matrix_rows);
}
template <class Io>
void fields(Io& io, is_a<ExpressionSwizzle> auto& s) {
  io.keys({"kind", "column"});
  io.text("column", s.column);
}

inline std::string_view kind_name(const LanePattern& pattern) { return pattern_name(pattern); }
inline std::string_view kind_name(const Swizzle& swizzle) {
  constexpr std::array<std::string_view, 7> names{"none", "xor", "cute", "tma", "triton", "matrix", "expression"};
  static_assert(names.size() == std::variant_size_v<Swizzle>);
  return names[swizzle.index()];
}

// Every kind of the variant by its name, each with its default numbers.
template <class Variant, std::size_t... I>
std::vector<std::pair<std::string_view, Variant>> kinds(std::index_sequence<I...>) {
  const std::array<Variant, sizeof...(I)> defaults{Variant(std::in_place_index<I>)...};
  std::vector<std::pair<std::string_view, Variant>> named;
  for (const Variant& value : defaults) named.emplace_back(kind_name(value), value);
  return named;
}
template <class Variant>
std::vector<std::pair<std::string_view, Variant>> kinds() {
  return kinds<Variant>(std::make_index_sequence<std::variant_size_v<Variant>>{});
}

}  // namespace bankmap::scenario_json
