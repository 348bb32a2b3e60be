#include "core/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bankmap {
namespace {

// A person's text as an operand: brackets around all but a number or a name.
std::string operand(std::string_view text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
  });
  return plain ? std::string(text) : fmt::format("({})", text);
}

std::string times(std::string factor, int step) { return step == 1 ? factor : fmt::format("{} * {}", factor, step); }

// "offset + index", or the one that is not "0".
std::string plus(std::string_view offset, const std::string& index) {
  if (offset == "0") return index;
  if (index == "0") return std::string(offset);
  return fmt::format("{} + {}", operand(offset), index);
}

// ---- mma fragments
// ---------------------------------------------------------------------------------------------------------- In the
// coordinates of the operand: A m x k, B k x n, C m x n. `group` and `member` are the PTX ISA's groupID and
// threadID_in_group: eight groups of four lanes.

constexpr std::string_view group = "lane / 4";
constexpr std::string_view member = "lane % 4";

struct Fragment {
  int registers = 1;       // how far reg counts
  std::string m_or_k_row;  // row of A, B or C
  std::string k_or_n_column;
};

// reg counts pairs (k is that of the first of the two), or single elements.
Fragment a_fragment(const MmaPattern& p) {
  const std::string reg = operand(p.reg);
  const bool long_k = p.shape == MmaShape::m16n8k16;
  if (p.tf32) {
    return {4, fmt::format("{} + {} % 2 * 8", group, reg), fmt::format("{} + {} / 2 * 4", member, reg)};
  }
  if (!p.transposed) {
    if (long_k) return {4, fmt::format("{} + {} % 2 * 8", group, reg), fmt::format("{} * 2 + {} / 2 * 8", member, reg)};
    return {2, fmt::format("{} + {} * 8", group, reg), fmt::format("{} * 2", member)};
  }
  const std::string row = fmt::format("{} + {} / 2 % 2 * 8", group, reg);
  if (long_k) return {8, row, fmt::format("{} * 2 + {} % 2 + {} / 4 * 8", member, reg, reg)};
  return {4, row, fmt::format("{} * 2 + {} % 2", member, reg)};
}

Fragment b_fragment(const MmaPattern& p) {
  const std::string reg = operand(p.reg);
  const bool long_k = p.shape == MmaShape::m16n8k16;
  const std::string column(group);
  if (p.tf32) return {2, fmt::format("{} + {} * 4", member, reg), column};
  if (p.transposed) return {long_k ? 2 : 1, fmt::format("{} * 2 + {} * 8", member, reg), column};
  if (long_k) return {4, fmt::format("{} * 2 + {} % 2 + {} / 2 * 8", member, reg, reg), column};
  return {2, fmt::format("{} * 2 + {}", member, reg), column};
}

Fragment c_fragment(const MmaPattern& p) {
  const std::string reg = operand(p.reg);
  return {4, fmt::format("{} + {} / 2 * 8", group, reg), fmt::format("{} * 2 + {} % 2", member, reg)};
}

Fragment fragment(const MmaPattern& p) {
  switch (p.operand) {
    case MmaOperand::a:
      return a_fragment(p);
    case MmaOperand::b:
      return b_fragment(p);
    case MmaOperand::c:
      break;
  }
  return c_fragment(p);
}

// ---- texts
// ------------------------------------------------------------------------------------------------------------------

// Warp and lane of a block as one index, divided by a length that may divide the warp evenly.
IndexText block_text(const BlockPattern& p) {
  const int length = p.row_major ? p.columns : p.rows;
  const bool whole_warps = length >= 1 && lane_count % length == 0;
  const std::string thread = "(warp * 32 + lane)";
  const std::string along = fmt::format("{} % {}", whole_warps ? "lane" : thread, length);
  const std::string across = !whole_warps   ? fmt::format("{} / {}", thread, length)
                             : length == 32 ? "warp"
                             : length == 1  ? "warp * 32 + lane"
                                            : fmt::format("warp * {} + lane / {}", lane_count / length, length);
  const std::string& column = p.row_major ? along : across;
  const std::string stepped = p.column_step == 1 ? column : times(operand(column), p.column_step);
  return {plus(p.row_offset, p.row_major ? across : along), plus(p.column_offset, stepped)};
}

IndexText matrix_rows_text(const MatrixRowsPattern& p) {
  if (p.matrices == 1) return {plus(p.row, "lane % 8"), p.column};
  if (p.matrices == 2 && p.down_first) return {plus(p.row, "lane % 16"), p.column};
  if (p.matrices == 2) return {plus(p.row, "lane % 8"), plus(p.column, "lane / 8 % 2 * 8")};
  if (p.down_first) return {plus(p.row, "lane % 16"), plus(p.column, "lane / 16 * 8")};
  return {plus(p.row, "lane / 16 * 8 + lane % 8"), plus(p.column, "lane / 8 % 2 * 8")};
}

struct ToText {
  IndexText operator()(const RowPattern& p) const { return {p.row, plus(p.first, times("lane", p.step))}; }
  IndexText operator()(const ColumnPattern& p) const { return {times("lane", p.step), p.column}; }
  IndexText operator()(const BlockPattern& p) const { return block_text(p); }
  IndexText operator()(const StridedPattern& p) const {
    const std::string stride = p.stride == "1" ? "lane" : fmt::format("lane * {}", operand(p.stride));
    if (p.offset == "0") return {stride + " / columns", stride + " % columns"};
    return {fmt::format("({}) / columns", plus(p.offset, stride)),
            fmt::format("({}) % columns", plus(p.offset, stride))};
  }
  IndexText operator()(const DiagonalPattern& p) const {
    return {"lane", p.offset == "0" ? "lane % columns" : fmt::format("({}) % columns", plus(p.offset, "lane"))};
  }
  IndexText operator()(const BroadcastPattern& p) const { return {p.row, p.column}; }
  IndexText operator()(const MmaPattern& p) const {
    Fragment f = fragment(p);
    if (p.transposed) return {std::move(f.k_or_n_column), std::move(f.m_or_k_row)};
    return {std::move(f.m_or_k_row), std::move(f.k_or_n_column)};
  }
  IndexText operator()(const MatrixRowsPattern& p) const { return matrix_rows_text(p); }
  IndexText operator()(const IndexPattern& p) const { return {p.row, p.column}; }
  IndexText operator()(const ByteOffsetPattern&) const { return {}; }
  IndexText operator()(const AddressListPattern&) const { return {}; }
};

// ---- checks
// -----------------------------------------------------------------------------------------------------------------

Result<void> refuse(std::string place, std::string what, std::string hint) {
  return fail(placed(std::move(place), std::move(what), std::move(hint)));
}

constexpr int max_step = 65'536;   // no tile is longer
constexpr int max_threads = 1024;  // in a block

struct Check {
  Result<void> operator()(const RowPattern& p) const { return check_range("step", p.step, -max_step, max_step); }
  Result<void> operator()(const ColumnPattern& p) const { return check_range("step", p.step, -max_step, max_step); }
  Result<void> operator()(const BlockPattern& p) const {
    if (const Result<void> ok = check_range("rows", p.rows, 1, max_threads); !ok) return ok;
    if (const Result<void> ok = check_range("columns", p.columns, 1, max_threads); !ok) return ok;
    if (p.rows * p.columns > max_threads) {
      return refuse("rows", fmt::format("a block of {} x {} threads has more than {}", p.rows, p.columns, max_threads),
                    fmt::format("at most {} rows of {} threads", max_threads / p.columns, p.columns));
    }
    return check_range("column_step", p.column_step, 1, max_step);
  }
  Result<void> operator()(const MmaPattern& p) const {
    if (!p.tf32 || p.shape == MmaShape::m16n8k8) return {};
    return refuse("tf32", "there is no mma.m16n8k16 with tf32 operands", "shape m16n8k8");
  }
  Result<void> operator()(const MatrixRowsPattern& p) const {
    if (p.matrices == 1 || p.matrices == 2 || p.matrices == 4) return {};
    return refuse("matrices", fmt::format("{} matrices", p.matrices), "1, 2 or 4");
  }
  Result<void> operator()(const AddressListPattern& p) const {
    if (p.bytes.size() == std::size_t{lane_count}) return {};
    return refuse("bytes", fmt::format("{} addresses", p.bytes.size()),
                  fmt::format("{}, one for each lane", lane_count));
  }
  // Patterns without numbers.
  template <class Other>
  Result<void> operator()(const Other&) const {
    return {};
  }
};

}  // namespace

int fragment_registers(const MmaPattern& pattern) { return fragment(pattern).registers; }

IndexText index_text(const LanePattern& pattern) { return std::visit(ToText{}, pattern); }

Result<LanePattern> checked(const LanePattern& pattern) {
  if (const Result<void> ok = std::visit(Check{}, pattern); !ok) return fail(ok.error());
  return pattern;
}

std::string_view pattern_name(const LanePattern& pattern) {
  constexpr std::array<std::string_view, std::variant_size_v<LanePattern>> names{
      "row",          "column",      "block", "strided",     "diagonal",    "broadcast",
      "mma fragment", "matrix rows", "index", "byte offset", "address list"};
  return names[pattern.index()];
}

}  // namespace bankmap
