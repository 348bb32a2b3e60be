#include "core/scenario_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "core/lane_addresses.hpp"

namespace bankmap {
namespace {

constexpr std::int64_t usual_most = 128;  // rows and columns: one after the other up to here, beyond in powers of two
constexpr std::size_t most_literals = 12;
constexpr std::int64_t most_loop_values = 129;
constexpr std::int64_t far = std::int64_t{1} << 40;  // numbers beyond are nonsense, and cannot be reckoned with safely

using Values = std::vector<std::int64_t>;

// A number inside a scenario that may be changed.
struct Slot {
  NumberKey key;
  std::string name;
  std::string unit;
  std::int64_t value = 0;
  std::function<void(std::int64_t)> set;
};

Values range(std::int64_t first, std::int64_t last, std::int64_t step = 1) {
  Values values;
  for (std::int64_t value = first; value <= last; value += step) {
    values.push_back(value);
    if (last - value < step) break;  // the sum might not fit
  }
  return values;
}

Values powers_of_two(std::int64_t first, std::int64_t last) {
  Values values;
  for (std::int64_t value = first; value <= last; value *= 2) values.push_back(value);
  return values;
}

// Where a number counts bytes: so many at a time, but at most a word.
std::int64_t byte_step(const Element& element) { return std::clamp(element.bits / 8, 1, 4); }

// Which of the slots to build: all, or the one of a key.
class Slots {
 public:
  Slots(Scenario& scenario, int access, const NumberKey* wanted)
      : scenario_(scenario), access_(scenario.accesses[static_cast<std::size_t>(access)]), wanted_(wanted) {}

  std::vector<Slot> build() {
    const bool has_tile = access_.tile >= 0 && access_.tile < static_cast<int>(scenario_.tiles.size());
    if (has_tile) add_tile(scenario_.tiles[static_cast<std::size_t>(access_.tile)]);
    add_pattern();
    add_literals();
    add_loops();
    add_access();
    return std::move(slots_);
  }

 private:
  bool asked(const NumberKey& key) const { return wanted_ == nullptr || *wanted_ == key; }

  template <class Number>
  void add(const NumberKey& key, std::string name, Number& number, std::string unit = {}) {
    if (!asked(key)) return;
    const auto set = [&number](std::int64_t value) {
      number = static_cast<Number>(
          std::clamp<std::int64_t>(value, std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max()));
    };
    slots_.push_back({key, std::move(name), std::move(unit), static_cast<std::int64_t>(number), set});
  }

  void add_tile(Tile& tile) {
    const bool padding = tile.pitch.kind == Pitch::Kind::padding;
    add({NumberKind::pitch}, padding ? "padding" : "row stride", tile.pitch.value,
        tile.pitch.unit == Pitch::Unit::bytes ? "bytes" : "elements");
    add({NumberKind::base}, "base offset", tile.base_bytes, "bytes");
    add({NumberKind::rows}, "rows", tile.rows);
    add({NumberKind::columns}, "columns", tile.columns);
    add_swizzle(tile.swizzle);
  }

  void add_swizzle(Swizzle& swizzle) {
    const auto field = [](int index) { return NumberKey{NumberKind::swizzle, index}; };
    if (auto* flips = std::get_if<XorSwizzle>(&swizzle)) {
      add(field(0), "swizzle chunk", flips->chunk_elements, "elements");
      add(field(1), "swizzle shift", flips->shift);
      add(field(2), "swizzle mask", flips->mask);
    } else if (auto* cute = std::get_if<CuteSwizzle>(&swizzle)) {
      add(field(0), "swizzle B", cute->bits);
      add(field(1), "swizzle M", cute->base);
      add(field(2), "swizzle S", cute->shift);
    } else if (auto* triton = std::get_if<TritonSwizzle>(&swizzle)) {
      add(field(0), "swizzle vec", triton->vec, "elements");
      add(field(1), "swizzle perPhase", triton->per_phase);
      add(field(2), "swizzle maxPhase", triton->max_phase);
    }
  }

  void add_pattern() {
    const auto field = [](int index) { return NumberKey{NumberKind::pattern, index}; };
    if (auto* row = std::get_if<RowPattern>(&access_.pattern)) {
      add(field(0), "lane step", row->step, "elements");
    } else if (auto* column = std::get_if<ColumnPattern>(&access_.pattern)) {
      add(field(0), "row step", column->step, "rows");
    } else if (auto* block = std::get_if<BlockPattern>(&access_.pattern)) {
      add(field(0), "pattern rows", block->rows);
      add(field(1), "pattern columns", block->columns);
      add(field(2), "per thread", block->column_step, "elements");
    }
  }

  // The texts of the pattern that a person types, by name.
  std::vector<std::pair<const char*, std::string*>> texts() {
    using Texts = std::vector<std::pair<const char*, std::string*>>;
    struct Of {
      Texts operator()(RowPattern& p) const { return {{"row", &p.row}, {"first", &p.first}}; }
      Texts operator()(ColumnPattern& p) const { return {{"column", &p.column}}; }
      Texts operator()(BlockPattern& p) const {
        return {{"row offset", &p.row_offset}, {"column offset", &p.column_offset}};
      }
      Texts operator()(StridedPattern& p) const { return {{"stride", &p.stride}, {"offset", &p.offset}}; }
      Texts operator()(DiagonalPattern& p) const { return {{"offset", &p.offset}}; }
      Texts operator()(BroadcastPattern& p) const { return {{"row", &p.row}, {"column", &p.column}}; }
      Texts operator()(MmaPattern&) const { return {}; }
      Texts operator()(MatrixRowsPattern& p) const { return {{"row", &p.row}, {"column", &p.column}}; }
      Texts operator()(IndexPattern& p) const { return {{"row", &p.row}, {"column", &p.column}}; }
      Texts operator()(ByteOffsetPattern& p) const { return {{"bytes", &p.bytes}}; }
      Texts operator()(AddressListPattern&) const { return {}; }
    };
    return std::visit(Of{}, access_.pattern);
  }

  void add_literals() {
    if (wanted_ != nullptr && wanted_->kind != NumberKind::literal) return;
    const std::vector<std::string> names = index_names(access_);
    int index = 0;
    std::size_t count = 0;
    for (const auto& [label, text] : texts()) {
      const Result<Expression> parsed = parse_expression(*text, names);
      int literal = 0;
      for (std::size_t i = 0; parsed && i < parsed->nodes.size() && count < most_literals; ++i) {
        const ExpressionNode& node = parsed->nodes[i];
        if (node.op != Operator::number) continue;
        ++count;
        add_literal({NumberKind::literal, index, literal++}, label, *text, node);
      }
      ++index;
    }
  }

  void add_literal(const NumberKey& key, const char* label, std::string& text, const ExpressionNode& node) {
    if (!asked(key)) return;
    std::size_t begin = node.range.begin;  // the range holds parentheses, too
    while (begin < node.range.end && std::isdigit(static_cast<unsigned char>(text[begin])) == 0) ++begin;
    std::size_t end = begin;
    while (end < node.range.end && std::isalnum(static_cast<unsigned char>(text[end])) != 0) ++end;
    const bool alone = begin == 0 && end == text.size();
    const auto set = [&text, begin, end](std::int64_t value) {
      text = text.substr(0, begin) + std::to_string(std::max<std::int64_t>(0, value)) + text.substr(end);
    };
    slots_.push_back(
        {key, alone ? label : fmt::format("number {} in {}", key.literal + 1, label), {}, node.number, set});
  }

  void add_loops() {
    for (std::size_t i = 0; i < access_.loops.size(); ++i) {
      LoopVariable& loop = access_.loops[i];
      const auto index = static_cast<int>(i);
      const auto near = [](std::int64_t value) { return value > -far && value < far; };
      if (!near(loop.begin) || !near(loop.end) || !near(loop.step) || !near(loop.at)) continue;
      add({NumberKind::loop_at, index}, loop.name, loop.at);
      add_kept({NumberKind::loop_end, index}, loop.name + " end", loop.end, loop);
      add_kept({NumberKind::loop_step, index}, loop.name + " step", loop.step, loop);
    }
  }

  // The value that is shown stays one that the loop takes.
  void add_kept(const NumberKey& key, std::string name, std::int64_t& number, LoopVariable& loop) {
    if (!asked(key)) return;
    const auto set = [&number, &loop](std::int64_t value) {
      number = value;
      if (loop.step < 1 || loop.end <= loop.begin) return;
      const std::int64_t trip = std::max<std::int64_t>(0, loop.at - loop.begin) / loop.step;
      loop.at = loop.begin + std::min(trip, (loop.end - 1 - loop.begin) / loop.step) * loop.step;
    };
    slots_.push_back({key, std::move(name), {}, number, set});
  }

  void add_access() {
    if (access_width(access_.instruction)) {
      const NumberKey key{NumberKind::access_bytes};
      const auto set = [&access = access_](std::int64_t bytes) {
        if (const auto other = of_width(access.instruction, bytes)) access.instruction = *other;
      };
      if (asked(key)) slots_.push_back({key, "access width", "bytes", info(access_.instruction).access_bytes, set});
    }
    add({NumberKind::element_byte}, "member at", access_.element_byte, "bytes");
    add({NumberKind::block, 0}, "blockDim.x", scenario_.block.x, "threads");
    add({NumberKind::block, 1}, "blockDim.y", scenario_.block.y, "threads");
    add({NumberKind::warp}, "warp", access_.warp);
  }

  static std::optional<int> access_width(Instruction instruction) {
    const InstructionInfo& it = info(instruction);
    const bool plain = it.kind == InstructionKind::load || it.kind == InstructionKind::generic_load ||
                       it.kind == InstructionKind::store;
    return plain ? std::optional(it.access_bytes) : std::nullopt;
  }

 public:
  // The instruction of the same kind and another width.
  static std::optional<Instruction> of_width(Instruction instruction, std::int64_t bytes) {
    for (const InstructionInfo& it : instructions()) {
      if (it.kind == info(instruction).kind && it.access_bytes == bytes) return it.id;
    }
    return std::nullopt;
  }

 private:
  Scenario& scenario_;
  Access& access_;
  const NumberKey* wanted_;
  std::vector<Slot> slots_;
};

Values pitch_values(const Tile& tile) {
  const bool bytes = tile.pitch.unit == Pitch::Unit::bytes;
  const std::int64_t row_bits = std::int64_t{tile.columns} * tile.element.bits;
  const std::int64_t first = tile.pitch.kind == Pitch::Kind::padding ? 0
                             : bytes                                 ? (row_bits + 7) / 8
                                                                     : std::int64_t{tile.columns};
  const std::int64_t step = bytes ? byte_step(tile.element) : 1;
  return range(first, first + 64 * step, step);
}

Values swizzle_values(const Swizzle& swizzle, int field) {
  if (std::holds_alternative<XorSwizzle>(swizzle))
    return field == 0 ? powers_of_two(1, 32) : field == 1 ? range(0, 8) : range(0, 63);
  if (std::holds_alternative<CuteSwizzle>(swizzle))
    return field == 0 ? range(0, 5) : field == 1 ? range(0, 7) : range(-7, 7);
  return field == 1 ? powers_of_two(1, 16) : powers_of_two(1, 32);
}

Values literal_values(std::int64_t value) {
  if (value <= 64) return range(0, 64);
  if (value <= 256 && value % 4 == 0) return range(0, 256, 4);
  return range(std::max<std::int64_t>(0, value - 32), value > std::numeric_limits<int>::max() ? value : value + 32);
}

// All values of the loop, or as many as a chart can show.
Values loop_values_of(const LoopVariable& loop) {
  if (loop.step < 1 || loop.end <= loop.begin) return {};
  const std::int64_t trips = (loop.end - 1 - loop.begin) / loop.step + 1;
  const std::int64_t every = (trips + most_loop_values - 1) / most_loop_values;
  return range(loop.begin, loop.end - 1, every * loop.step);
}

Values count_values(std::int64_t value, std::int64_t most) {
  return value <= usual_most ? range(1, usual_most) : powers_of_two(1, most);
}

Values block_values(const Scenario& scenario, int side) {
  const BlockShape& block = scenario.block;
  const std::int64_t others = side == 0 ? std::int64_t{block.y} * block.z : std::int64_t{block.x} * block.z;
  return powers_of_two(1, std::max<std::int64_t>(1, 1024 / std::max<std::int64_t>(1, others)));
}

Values values_of(const Scenario& scenario, const Access& access, const Slot& slot) {
  const Tile* tile = access.tile >= 0 && access.tile < static_cast<int>(scenario.tiles.size())
                         ? &scenario.tiles[static_cast<std::size_t>(access.tile)]
                         : nullptr;
  switch (slot.key.kind) {
    case NumberKind::pitch:
      return pitch_values(*tile);
    case NumberKind::base:
      return range(0, 128, std::clamp(tile->element.align_bytes, 1, 16));
    case NumberKind::rows:
      return count_values(slot.value, max_tile_rows);
    case NumberKind::columns:
      return count_values(slot.value, max_tile_columns);
    case NumberKind::swizzle:
      return swizzle_values(tile->swizzle, slot.key.index);
    case NumberKind::block:
      return block_values(scenario, slot.key.index);
    case NumberKind::access_bytes: {
      Values widths = powers_of_two(1, 16);
      std::erase_if(widths, [&](std::int64_t bytes) { return !Slots::of_width(access.instruction, bytes); });
      return widths;
    }
    case NumberKind::element_byte:
      return range(0, std::max(0, (tile == nullptr ? 0 : tile->element.bits / 8) - 1));
    case NumberKind::pattern:
      return range(1, 64);
    case NumberKind::literal:
      return literal_values(slot.value);
    case NumberKind::loop_at:
      return loop_values_of(access.loops[static_cast<std::size_t>(slot.key.index)]);
    case NumberKind::loop_end: {
      const LoopVariable& loop = access.loops[static_cast<std::size_t>(slot.key.index)];
      return loop.step < 1 ? Values{} : range(loop.begin + 1, loop.begin + 1 + 63 * loop.step, loop.step);
    }
    case NumberKind::loop_step:
      return range(1, 64);
    case NumberKind::warp:
      return range(0, (scenario.block.threads() + lane_count - 1) / lane_count - 1);
  }
  return {};
}

}  // namespace

std::vector<ScenarioNumber> scenario_numbers(const Scenario& scenario, int access) {
  Scenario copy = scenario;
  std::vector<ScenarioNumber> numbers;
  for (const Slot& slot : Slots(copy, access, nullptr).build()) {
    Values values = values_of(scenario, scenario.accesses[static_cast<std::size_t>(access)], slot);
    const auto place = std::ranges::lower_bound(values, slot.value);
    if (place == values.end() || *place != slot.value) values.insert(place, slot.value);
    if (values.size() < 2) continue;
    numbers.push_back({slot.key, slot.name, slot.unit, slot.value, std::move(values)});
  }
  return numbers;
}

NumberKey first_number(const Scenario& scenario, int access) {
  const LanePattern& pattern = scenario.accesses[static_cast<std::size_t>(access)].pattern;
  const bool flat =
      std::holds_alternative<StridedPattern>(pattern) || std::holds_alternative<ByteOffsetPattern>(pattern);
  const std::vector<ScenarioNumber> numbers = scenario_numbers(scenario, access);
  for (const ScenarioNumber& number : numbers) {
    if (flat && number.key == NumberKey{NumberKind::literal, 0, 0}) return number.key;
  }
  return std::holds_alternative<AddressListPattern>(pattern) ? NumberKey{NumberKind::base}
                                                             : NumberKey{NumberKind::pitch};
}

Scenario with_number(Scenario scenario, int access, const NumberKey& key, std::int64_t value) {
  for (const Slot& slot : Slots(scenario, access, &key).build()) slot.set(value);
  return scenario;
}

Edit number_edit(const Scenario& scenario, int access, const NumberKey& key, std::int64_t value) {
  const Scenario next = with_number(scenario, access, key, value);
  const Access& changed = next.accesses[static_cast<std::size_t>(access)];
  switch (key.kind) {
    case NumberKind::pitch:
    case NumberKind::base:
    case NumberKind::rows:
    case NumberKind::columns:
    case NumberKind::swizzle: {
      const int tile = std::clamp(changed.tile, 0, static_cast<int>(next.tiles.size()) - 1);
      return SetTile{tile, next.tiles[static_cast<std::size_t>(tile)]};
    }
    case NumberKind::block:
      return SetBlock{next.block};
    case NumberKind::loop_at:
      return SetLoopValue{access, key.index, value};
    default:
      return SetAccess{access, changed};
  }
}

}  // namespace bankmap
