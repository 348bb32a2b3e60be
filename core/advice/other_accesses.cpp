#include "core/advice/other_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/index.hpp"

namespace bankmap {
namespace {

constexpr int lane_bits = 5;
// Bit i of the lane's number becomes bit to[i].
using LaneOrder = std::array<int, lane_bits>;

int moved(const LaneOrder& order, int lane) {
  int result = 0;
  for (int bit = 0; bit < lane_bits; ++bit) result |= (lane >> bit & 1) << order[index(bit)];
  return result;
}

// "(lane & 7) << 2 | lane >> 3": bits that move together are one term.
struct OrderText {
  std::string text;
  int operations = 0;
};
OrderText text_of(const LaneOrder& order) {
  OrderText result;
  for (int bit = 0; bit < lane_bits;) {
    int count = 1;
    while (bit + count < lane_bits && order[index(bit + count)] == order[index(bit)] + count) ++count;
    std::string term = bit == 0 ? "lane" : fmt::format("(lane >> {})", bit);
    if (bit + count < lane_bits) term = fmt::format("({} & {})", term, (1 << count) - 1);
    if (order[index(bit)] > 0) term = fmt::format("({} << {})", term, order[index(bit)]);
    result.operations +=
        (bit > 0 ? 1 : 0) + (bit + count < lane_bits ? 1 : 0) + (order[index(bit)] > 0 ? 1 : 0) + (bit > 0 ? 1 : 0);
    result.text += (result.text.empty() ? "" : " | ") + term;
    bit += count;
  }
  return result;
}

bool plain(const Access& access) {
  const InstructionKind kind = info(access.instruction).kind;
  return kind == InstructionKind::load || kind == InstructionKind::generic_load || kind == InstructionKind::store;
}

// The index with another number for the lane; empty where it does not go through the lane alone.
std::optional<IndexPattern> reordered(const Access& access, const BlockShape& block, const OrderText& order) {
  const IndexText text = index_text(access.pattern);
  const std::vector<std::string> names = index_names(access);
  const bool one_row_of_a_warp = block.x <= lane_count && block.y == 1 && block.z == 1;
  bool possible = true;
  const auto rename = [&](const std::string& name) -> std::string {
    if (name == "lane" || (name == "threadIdx.x" && one_row_of_a_warp)) return "(" + order.text + ")";
    possible &= !name.starts_with("threadIdx.");
    return name;
  };
  const Result<Expression> row = parse_expression(text.row, names);
  const Result<Expression> column = parse_expression(text.column, names);
  if (!row || !column) return std::nullopt;
  IndexPattern pattern{to_cuda(*row, rename), to_cuda(*column, rename)};
  if (!possible) return std::nullopt;
  return pattern;
}

// Into `other`, a copy of the access: its exact shapes are overwritten.
void reorder(const SearchAccess& access, const LaneOrder& order, SearchAccess& other) {
  for (std::size_t i = 0; i < access.exact.size(); ++i) {
    const LaneCoordinates& was = access.exact[i].at;
    LaneCoordinates& now = other.exact[i].at;
    for (int lane = 0; lane < lane_count; ++lane) {
      now.row[index(lane)] = was.row[index(moved(order, lane))];
      now.column[index(lane)] = was.column[index(moved(order, lane))];
    }
  }
}

struct BestOrder {
  LaneOrder order{};
  std::int64_t wavefronts = 0;
  int operations = 0;
  int tried = 0;
};
BestOrder best_order(const SearchAccess& access, const TileLayout& layout, SearchWork& work) {
  LaneOrder order;
  std::iota(order.begin(), order.end(), 0);
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  BestOrder best{order, wavefronts_of(access, layout, Sameness::exact, unlimited, work).value_or(unlimited), 0, 0};
  SearchAccess other = access;
  while (std::next_permutation(order.begin(), order.end()) && work.go_on(std::ssize(access.exact))) {
    ++best.tried;
    reorder(access, order, other);
    const auto wavefronts = wavefronts_of(other, layout, Sameness::exact, best.wavefronts, work);
    if (!wavefronts) continue;
    const int operations = text_of(order).operations;
    if (*wavefronts < best.wavefronts || (best.operations > 0 && operations < best.operations))
      best = {order, *wavefronts, operations, best.tried};
  }
  return best;
}

std::optional<Instruction> as_wide(Instruction instruction, int bytes) {
  const std::string_view name = info(instruction).name;
  const std::size_t dot = name.rfind(".b");
  if (dot == std::string_view::npos) return std::nullopt;
  const Result<Instruction> other = instruction_named(fmt::format("{}.b{}", name.substr(0, dot), bytes * 8));
  return other ? std::optional(*other) : std::nullopt;
}

LoopVariable* loop_named(Access& access, const std::string& name) {
  const auto found = std::find_if(access.loops.begin(), access.loops.end(),
                                  [&](const LoopVariable& loop) { return loop.name == name; });
  return found == access.loops.end() ? nullptr : &*found;
}

// The loop in steps of `factor` times as much (or a part of it), over the same range.
bool stretch(LoopVariable& loop, std::int64_t from, std::int64_t to) {
  if (loop.step != from || loop.begin % to != 0 || (loop.end - loop.begin) % std::max(from, to) != 0) return false;
  loop.step = to;
  loop.at = loop.begin;
  return true;
}

struct Widen {
  Access& access;
  const Tile& tile;
  std::int64_t from, to;  // elements a lane

  // Each lane takes more of its own row.
  bool operator()(ColumnPattern& pattern) const {
    LoopVariable* loop = loop_named(access, pattern.column);
    return loop != nullptr && stretch(*loop, from, to);
  }
  // The warp takes a longer run of the row, or (where the row ends) several rows.
  bool operator()(RowPattern& pattern) const {
    if (pattern.step != from) return false;
    if (LoopVariable* loop = loop_named(access, pattern.first)) {
      pattern.step = static_cast<int>(to);
      return lane_count * to <= tile.columns && stretch(*loop, lane_count * from, lane_count * to);
    }
    LoopVariable* loop = loop_named(access, pattern.row);
    const std::int64_t rows = to / from;
    if (loop == nullptr || pattern.first != "0" || to < from || lane_count * from != tile.columns || rows > lane_count)
      return false;
    BlockPattern block{.rows = static_cast<int>(rows),
                       .columns = static_cast<int>(lane_count / rows),
                       .row_major = true,
                       .column_step = static_cast<int>(to),
                       .row_offset = pattern.row,
                       .column_offset = "0"};
    if (!stretch(*loop, 1, rows)) return false;
    access.pattern = block;  // `pattern` is gone from here on
    return true;
  }
  template <class Other>
  bool operator()(Other&) const {
    return false;
  }
};

}  // namespace

void search_lane_orders(const Before& before, const TileProblem& problem, SearchWork& work, TileAnswer& answer) {
  constexpr int other_orders = 119;  // 5! but the one there is
  FamilySearch search{.tile = problem.tile, .family = FixFamily::lane_order};
  const Result<TileLayout> layout = lay_out(problem.before());
  TileFix fix{.family = FixFamily::lane_order,
              .tile = problem.before(),
              .excess = problem.excess_before,
              .extra_bytes = 0,
              .operations = 0,
              .accesses = problem.rewritten};
  for (const SearchAccess& access : problem.accesses) {
    const Access& asked = problem.scenario.accesses[index(access.access)];
    const AccessTotals& totals = before.analysis.accesses[index(access.access)].totals;
    const bool whole = std::all_of(access.exact.begin(), access.exact.end(),
                                   [](const WarpShape& shape) { return shape.active == all_lanes; });
    if (!layout || !plain(asked) || !whole || access.sampled || totals.excess() == 0) continue;
    const BestOrder best = best_order(access, *layout, work);
    search.candidates += best.tried;
    search.whole = search.whole && best.tried == other_orders;
    if (best.wavefronts >= totals.wavefronts) continue;
    const std::optional<IndexPattern> pattern = reordered(asked, problem.scenario.block, text_of(best.order));
    if (!pattern) {
      search.note = fmt::format("'{}' does not take its place from the lane alone", asked.name);
      continue;
    }
    Access changed = asked;
    changed.pattern = *pattern;
    std::erase_if(fix.accesses, [&](const ChangedAccess& other) { return other.first == access.access; });
    fix.accesses.emplace_back(access.access, changed);
    fix.excess -= access.weight * (totals.wavefronts - best.wavefronts);
    fix.operations += best.operations;
  }
  if (fix.excess < problem.excess_before) {
    search.best_excess = fix.excess;
    answer.fixes.insert(std::upper_bound(answer.fixes.begin(), answer.fixes.end(), fix, is_better), fix);
  }
  answer.searches.push_back(search);
}

std::vector<Access> other_widths(const Access& access, const Tile& tile) {
  std::vector<Access> list;
  const int now_bytes = info(access.instruction).access_bytes;
  if (!plain(access) || access.element_byte != 0 || now_bytes * 8 % tile.element.bits != 0) return list;
  for (const int bytes : {16, 8, 4, 2, 1}) {
    if (bytes == now_bytes || bytes * 8 % tile.element.bits != 0) continue;
    const std::optional<Instruction> instruction = as_wide(access.instruction, bytes);
    if (!instruction) continue;
    Access other = access;
    other.instruction = *instruction;
    LanePattern pattern = access.pattern;
    const Widen widen{other, tile, now_bytes * 8 / tile.element.bits, bytes * 8 / tile.element.bits};
    if (!std::visit(widen, pattern)) continue;
    if (other.pattern == access.pattern) other.pattern = pattern;
    list.push_back(std::move(other));
  }
  return list;
}

}  // namespace bankmap
