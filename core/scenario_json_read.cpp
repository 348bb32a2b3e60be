#include <fmt/format.h>

#include <algorithm>

#include "core/analysis_work.hpp"
#include "core/json_format.hpp"
#include "core/json_reader.hpp"
#include "core/scenario_json.hpp"
#include "core/scenario_json_fields.hpp"

namespace bankmap {
namespace {

using scenario_json::most_integer;

// The reading side of scenario_json_fields.hpp: a key that is left out keeps its default.
class FieldReader {
 public:
  explicit FieldReader(const JsonReader& json) : json_(json) {}

  void keys(std::initializer_list<std::string_view> allowed) const { json_.keys({}, allowed); }
  void text(std::string_view key, std::string& value) const {
    if (!json_.has(key)) return;
    value = json_[key].text();
    if (value.find('\0') != std::string::npos) json_[key].refuse("a NUL character in a text", "leave \\u0000 out");
  }
  void integer(std::string_view key, int& value) const {
    integer(key, value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  }
  void integer(std::string_view key, std::int64_t& value) const { integer(key, value, -most_integer, most_integer); }
  template <std::integral T>
  void integer(std::string_view key, T& value, T lowest, T highest) const {
    if (json_.has(key)) value = json_[key].integer(lowest, highest);
  }
  void flag(std::string_view key, bool& value) const {
    if (json_.has(key)) value = json_[key].boolean();
  }
  void list(std::string_view key, std::vector<std::uint32_t>& values, std::size_t fewest, std::size_t most) const {
    values.clear();
    for (const JsonReader& item : json_[key].items(most, fewest)) {
      values.push_back(item.integer<std::uint32_t>(0, std::numeric_limits<std::uint32_t>::max()));
    }
  }
  template <class T, std::size_t size>
  void one_of(std::string_view key, T& value, const std::array<std::pair<std::string_view, T>, size>& names) const {
    if (json_.has(key)) value = json_[key].one_of(std::span<const std::pair<std::string_view, T>>(names));
  }

 private:
  const JsonReader& json_;
};

template <class Variant>
Variant read_kind(const JsonReader& json) {
  static const std::vector<std::pair<std::string_view, Variant>> kinds = scenario_json::kinds<Variant>();
  if (json["kind"].refused()) return {};
  Variant value = json["kind"].one_of(std::span<const std::pair<std::string_view, Variant>>(kinds));
  const FieldReader io(json);
  std::visit([&io](auto& held) { scenario_json::fields(io, held); }, value);
  return value;
}

// A refusal of another module, put at the value that it is about.
template <class T>
T or_refuse(Result<T> result, const JsonReader& json) {
  if (result) return *std::move(result);
  json.refuse(std::move(result.error().what), std::move(result.error().hint));
  return T{};
}

Element read_element(const JsonReader& json) {
  if (json.is_text()) return or_refuse(element_named(json.text()), json);
  if (!json.is_object()) {
    json.refuse("an element is a name or a struct", R"("float", or {"struct": "Particle", "bytes": 12, "align": 4})");
    return {};
  }
  json.keys({"struct", "bytes", "align"});
  if (json.refused()) return {};
  const int bytes = json["bytes"].integer<int>(1, 4096);
  const int align_bytes = json["align"].integer<int>(1, 4096);
  return or_refuse(struct_element(json["struct"].text(), bytes, align_bytes), json);
}

Pitch read_pitch(const JsonReader& json) {
  constexpr std::array<std::pair<std::string_view, Pitch>, 4> forms{
      {{"padding", {Pitch::Kind::padding, Pitch::Unit::elements}},
       {"padding_bytes", {Pitch::Kind::padding, Pitch::Unit::bytes}},
       {"stride", {Pitch::Kind::stride, Pitch::Unit::elements}},
       {"stride_bytes", {Pitch::Kind::stride, Pitch::Unit::bytes}}}};
  Pitch pitch;
  std::string_view given;
  for (const auto& [key, form] : forms) {
    if (!json.has(key)) continue;
    if (!given.empty())
      json[key].refuse(fmt::format("the row pitch is given twice, by {} and by {}", given, key), "keep one of them");
    given = key;
    pitch = form;
    pitch.value = json[key].integer<std::int64_t>(0, max_tile_bytes);
  }
  return pitch;
}

// What rows * pitch comes to, from numbers already known to be small enough for 64 bits.
std::int64_t tile_bytes(const Tile& tile) {
  const std::int64_t unit_bits = tile.pitch.unit == Pitch::Unit::bytes ? 8 : tile.element.bits;
  const std::int64_t row_bits = std::int64_t{tile.columns} * tile.element.bits;
  const std::int64_t own_bits = tile.pitch.value * unit_bits;
  const std::int64_t pitch_bits =
      tile.pitch.kind == Pitch::Kind::padding ? row_bits + own_bits : std::max(row_bits, own_bits);
  return tile.rows * ((pitch_bits + 7) / 8);
}

Tile read_tile(const JsonReader& json) {
  json.keys({"rows", "columns"},
            {"name", "element", "padding", "padding_bytes", "stride", "stride_bytes", "base_bytes", "swizzle"});
  Tile tile;
  const FieldReader io(json);
  io.text("name", tile.name);
  io.integer("rows", tile.rows, 1, max_tile_rows);
  io.integer("columns", tile.columns, 1, max_tile_columns);
  if (json.has("element")) tile.element = read_element(json["element"]);
  tile.pitch = read_pitch(json);
  io.integer("base_bytes", tile.base_bytes, std::int64_t{0}, std::int64_t{std::numeric_limits<std::uint32_t>::max()});
  if (json.has("swizzle")) tile.swizzle = read_kind<Swizzle>(json["swizzle"]);
  if (const std::int64_t bytes = tile_bytes(tile); bytes > max_tile_bytes) {
    json.refuse(fmt::format("the tile takes {} bytes", bytes), fmt::format("at most {}", max_tile_bytes));
  }
  return tile;
}

LoopVariable read_loop(const JsonReader& json) {
  json.keys({"name", "end"}, {"begin", "step", "at"});
  LoopVariable loop;
  const FieldReader io(json);
  io.text("name", loop.name);
  io.integer("begin", loop.begin);
  io.integer("end", loop.end);
  io.integer("step", loop.step, std::int64_t{1}, most_integer);
  loop.at = loop.begin;
  io.integer("at", loop.at);
  return loop;
}

struct AccessLimits {
  int tiles = 1;
  int warps = 1;
  BlockShape block;
};

Access read_access(const JsonReader& json, const AccessLimits& limits) {
  json.keys({"instruction", "pattern"}, {"name", "tile", "element_byte", "mask", "loops", "warp"});
  Access access;
  const FieldReader io(json);
  io.text("name", access.name);
  io.integer("tile", access.tile, 0, limits.tiles - 1);
  const JsonReader instruction = json["instruction"];
  if (const std::string name = instruction.text(); !json.refused()) {
    access.instruction = or_refuse(instruction_named(name), instruction);
  }
  access.pattern = read_kind<LanePattern>(json["pattern"]);
  io.integer("element_byte", access.element_byte, 0, 4095);
  io.text("mask", access.mask);
  io.integer("warp", access.warp, 0, limits.warps - 1);
  if (!json.has("loops")) return access;
  for (const JsonReader& loop : json["loops"].items(max_loops)) access.loops.push_back(read_loop(loop));
  if (warp_instructions(access, limits.block) > max_instructions_per_access) {
    json["loops"].refuse(fmt::format("more than {} warp instructions: loop steps times {} warps",
                                     max_instructions_per_access, limits.warps),
                         "shorten the loops: a pattern repeats long before that");
  }
  return access;
}

BlockShape read_block(const JsonReader& json) {
  BlockShape block;
  const std::array<int*, 3> sides{&block.x, &block.y, &block.z};
  const std::vector<JsonReader> items = json.items(sides.size(), 1);
  for (std::size_t i = 0; i < items.size(); ++i) *sides[i] = items[i].integer<int>(1, i == 2 ? 64 : 1024);
  if (std::int64_t{block.x} * block.y * block.z <= 1024) return block;
  json.refuse("a block of more than 1024 threads", "for example [32, 8, 1]");
  return {};
}

}  // namespace

Scenario read_scenario(const JsonReader& json) {
  if (json.is_object())
    check_format(json, scenario_json::format_name, scenario_json::format_version, "this is no scenario");
  json.keys({"format", "version", "tiles", "accesses"}, {"title", "note", "machine", "block"});
  Scenario scenario{.title = {}, .note = {}, .machine = Scenario{}.machine, .block = {}, .tiles = {}, .accesses = {}};
  const FieldReader io(json);
  io.text("title", scenario.title);
  io.text("note", scenario.note);
  io.text("machine", scenario.machine);
  if (json.has("block")) scenario.block = read_block(json["block"]);
  for (const JsonReader& tile : json["tiles"].items(max_tiles, 1)) scenario.tiles.push_back(read_tile(tile));
  if (json.refused()) return scenario;
  const AccessLimits limits{.tiles = static_cast<int>(scenario.tiles.size()),
                            .warps = (scenario.block.threads() + lane_count - 1) / lane_count,
                            .block = scenario.block};
  for (const JsonReader& access : json["accesses"].items(max_accesses, 1)) {
    scenario.accesses.push_back(read_access(access, limits));
  }
  return scenario;
}

Result<Scenario> read_scenario(std::string_view json_text) {
  return read_json<Scenario>(json_text, {}, [](const JsonReader& json) { return read_scenario(json); });
}

}  // namespace bankmap
