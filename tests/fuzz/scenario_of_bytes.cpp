#include "tests/fuzz/scenario_of_bytes.hpp"

#include <algorithm>

#include "core/machine.hpp"

namespace bankmap {

std::uint32_t Choices::next() {
  if (bytes_.empty()) return 0;
  const auto byte = static_cast<unsigned char>(bytes_.front());
  bytes_.remove_prefix(1);
  return byte;
}

std::uint32_t Choices::below(std::uint32_t bound) {
  const std::uint32_t low = next();
  return (bound <= 256 ? low : low | next() << 8) % bound;
}

std::string Choices::text(std::uint32_t most) {
  std::string text(std::min<std::size_t>(below(most + 1), bytes_.size()), ' ');
  for (char& c : text) {
    const auto byte = static_cast<char>(next());
    if (byte > ' ' && byte < 0x7f) c = byte;
  }
  return text;
}

namespace {

std::string number(Choices& choices) {
  if (choices.one_in(16))
    return choices.of<const char*>({"9223372036854775807", "0x80000000", "4294967295", "65536", "1099511627776"});
  const std::uint32_t value = choices.below(3) == 0 ? choices.below(300) : 1u << choices.below(8);
  return std::to_string(value);
}

std::string name(Choices& choices) {
  return choices.of<const char*>(
      {"lane", "k", "warp", "threadIdx.x", "threadIdx.y", "j", "rows", "columns", "pitch", "blockDim.x"});
}

// In C, as deep as `depth`; names may be unknown to the access.
std::string expression(Choices& choices, int depth) {
  if (depth == 0 || choices.one_in(4)) return choices.one_in(2) ? number(choices) : name(choices);
  const auto part = [&] { return expression(choices, depth - 1); };
  switch (choices.below(12)) {
    case 0:
      return "(" + part() + ")";
    case 1:
      return choices.of<const char*>({"-", "~", "!", "+"}) + std::string("(") + part() + ")";
    case 2:
      return "rand(" + part() + ")";
    case 3:
      return part() + " ? " + part() + " : " + part();
    case 4:
      return part() + choices.of<const char*>({" << ", " >> ", " < ", " == ", " && ", " || ", " != ", " >= "}) + part();
    case 5:
      return "(" + part() + ") % " + number(choices);
    case 6:
      return part() + " / " + number(choices);
    case 7:
      return "(" + part() + ") & " + number(choices);
    default:
      return "(" + part() + ")" + choices.of<const char*>({" + ", " * ", " ^ ", " % ", " - ", " / ", " & ", " | "}) +
             part();
  }
}

// What a person types into an index, or nonsense.
std::string index(Choices& choices) {
  switch (choices.below(8)) {
    case 0:
      return choices.of<const char*>(
          {"k", "0", "lane", "j", "lane % 8", "lane / 4", "k * 16", "lane * 4 + k", "rand(32)"});
    case 1:
      return choices.one_in(16) ? choices.text(24) : "k";
    default:
      return expression(choices, 3);
  }
}

Element element(Choices& choices) {
  const auto known = known_elements();
  if (!choices.one_in(8)) return known[choices.below(static_cast<std::uint32_t>(known.size()))];
  const int align_bytes = 1 << choices.below(5);
  const int bytes = align_bytes * (1 + static_cast<int>(choices.below(40)));
  return struct_element("Particle", bytes, align_bytes).value_or(Element{});
}

Swizzle swizzle(Choices& choices) {
  const auto small = [&](int from, int to) {
    return from + static_cast<int>(choices.below(static_cast<std::uint32_t>(to - from + 1)));
  };
  const auto power = [&] { return choices.one_in(16) ? small(-1, 70) : 1 << choices.below(8); };
  switch (choices.below(8)) {
    case 1:
      return XorSwizzle{power(), small(-1, 8), small(-1, 65)};
    case 2:
      return CuteSwizzle{small(-1, 6), small(-1, 8), small(-8, 8)};
    case 3:
      return TmaSwizzle{
          choices.of({TmaMode::b128, TmaMode::b64, TmaMode::b32, TmaMode::b128_atom32, TmaMode::b128_atom64})};
    case 4:
      return TritonSwizzle{power(), power(), power()};
    case 5: {
      MatrixSwizzle matrix;
      for (std::uint32_t bit = 0, bits = choices.below(13); bit < bits; ++bit)
        matrix.rows.push_back(1u << bit | choices.below(1u << bits));
      return matrix;
    }
    case 6:
      return ExpressionSwizzle{choices.of<const char*>(
          {"col", "col ^ row", "col ^ (row & 7)", "(col + row) % columns", "col / 4 * 4 + (col ^ row) % 4", "row"})};
    case 7:
      return ExpressionSwizzle{"col ^ " + expression(choices, 2)};
    default:
      return NoSwizzle{};
  }
}

Tile tile(Choices& choices, int number) {
  Tile made;
  made.name = choices.one_in(32) ? choices.text(12) : "tile" + std::to_string(number);
  made.element = element(choices);
  made.rows = choices.of({32, 1, 2, 4, 8, 16, 17, 24, 33, 64, 128, 256});
  made.columns = choices.of({32, 1, 2, 4, 7, 8, 16, 24, 33, 64, 100, 128, 256});
  made.pitch.kind = choices.one_in(4) ? Pitch::Kind::stride : Pitch::Kind::padding;
  made.pitch.unit = choices.one_in(4) ? Pitch::Unit::bytes : Pitch::Unit::elements;
  made.pitch.value = choices.of({0, 1, 2, 4, 8, 16, 3, 64, 144, 1024});
  made.base_bytes = choices.of<std::int64_t>({0, 0, 16, 128, 1024, 4096, 36, 1, 2048, 4'194'304, 4'294'967'295});
  made.swizzle = swizzle(choices);
  return made;
}

LanePattern pattern(Choices& choices) {
  const auto step = [&] { return choices.of({1, 2, 4, 8, 3, 0, -1, 33, 2'147'483'647, -2'147'483'647}); };
  const auto size = [&] { return choices.of({16, 8, 32, 4, 2, 1, 3, 0, 33, 1024}); };
  switch (choices.below(12)) {
    case 0:
      return ColumnPattern{index(choices), step()};
    case 1:
      return RowPattern{index(choices), index(choices), step()};
    case 2:
      return BlockPattern{size(), size(), !choices.one_in(2), step(), index(choices), index(choices)};
    case 3:
      return StridedPattern{index(choices), index(choices)};
    case 4:
      return DiagonalPattern{index(choices)};
    case 5:
      return BroadcastPattern{index(choices), index(choices)};
    case 6:
      return MmaPattern{choices.of({MmaShape::m16n8k16, MmaShape::m16n8k8}),
                        choices.of({MmaOperand::a, MmaOperand::b, MmaOperand::c}), choices.one_in(4), choices.one_in(2),
                        choices.of<const char*>({"k", "0", "j", "reg"})};
    case 7:
      return MatrixRowsPattern{choices.of({4, 1, 2, 3}), !choices.one_in(2), index(choices), index(choices)};
    case 8:
      return ByteOffsetPattern{"(" + index(choices) + ") * " +
                               choices.of<const char*>({"4", "8", "16", "1", "2", "132"})};
    case 9: {
      AddressListPattern list;
      const std::uint32_t stride = choices.of({4u, 0u, 8u, 16u, 128u, 132u, 1u, 134'217'728u});
      for (std::uint32_t lane = 0; lane < lane_count; ++lane)
        list.bytes.push_back(lane * stride + (choices.one_in(4) ? 16 * choices.below(64) : 0));
      return list;
    }
    default:
      return IndexPattern{index(choices), index(choices)};
  }
}

LoopVariable loop(Choices& choices, std::string name) {
  LoopVariable made;
  made.name = choices.one_in(32) ? choices.text(8) : std::move(name);
  made.begin = choices.of<std::int64_t>({0, 0, 0, 1, -3, 16, -1'099'511'627'776, 9'007'199'254'740'991});
  made.step = choices.of<std::int64_t>({1, 1, 2, 8, 16, 3, 1'099'511'627'776});
  made.end = std::min<std::int64_t>(made.begin + made.step * choices.below(9), 9'007'199'254'740'991);
  made.at = made.begin + made.step * (choices.one_in(8) ? choices.below(300) : choices.below(4));
  made.at = std::min<std::int64_t>(made.at, 9'007'199'254'740'991);
  return made;
}

Access access(Choices& choices, int tiles, int warps) {
  Access made;
  made.name = choices.one_in(8) ? choices.text(16) : "load";
  made.tile = static_cast<int>(choices.below(static_cast<std::uint32_t>(tiles)));
  const auto known = instructions();
  made.instruction = known[choices.below(static_cast<std::uint32_t>(known.size()))].id;
  made.pattern = pattern(choices);
  if (choices.one_in(3))
    made.mask = choices.of<const char*>(
        {"0xffff", "lane < 20", "0x0f0f0f0f", "warp == 0", "0", "lane % 2", "rand(2)", "k < 2", "0x1ffffffff"});
  if (choices.one_in(16)) made.mask = expression(choices, 2);
  if (choices.one_in(8)) made.element_byte = static_cast<int>(choices.below(64));
  for (const char* name : {"k", "j"})
    if (made.loops.size() < 2 && !choices.one_in(4)) made.loops.push_back(loop(choices, name));
  made.warp = static_cast<int>(choices.below(static_cast<std::uint32_t>(warps)));
  return made;
}

}  // namespace

Scenario scenario_of(Choices& choices) {
  Scenario scenario;
  scenario.title = choices.text(40);
  scenario.note = choices.one_in(8) ? choices.text(200) : "";
  scenario.block = choices.of<BlockShape>(
      {{32, 1, 1}, {32, 8, 1}, {16, 16, 1}, {33, 1, 1}, {8, 4, 2}, {1, 1, 1}, {64, 1, 1}, {7, 5, 3}});
  const int warps = (scenario.block.threads() + lane_count - 1) / lane_count;
  const int tiles = choices.one_in(4) ? 2 : 1;
  scenario.tiles.clear();
  for (int i = 0; i < tiles; ++i) scenario.tiles.push_back(tile(choices, i));
  scenario.accesses.clear();
  for (std::uint32_t i = 0, count = 1 + choices.below(3); i < count; ++i)
    scenario.accesses.push_back(access(choices, tiles, warps));
  return scenario;
}

}  // namespace bankmap
