#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/scenario_json.hpp"
#include "core/scenario_json_fields.hpp"

namespace bankmap {
namespace {

using nlohmann::ordered_json;

// The writing side of scenario_json_fields.hpp.
class FieldWriter {
 public:
  explicit FieldWriter(ordered_json& out) : out_(out) {}
  void keys(std::initializer_list<std::string_view>) const {}
  void text(std::string_view key, const std::string& value) { out_[std::string(key)] = value; }
  void integer(std::string_view key, std::integral auto value) { out_[std::string(key)] = value; }
  void flag(std::string_view key, bool value) { out_[std::string(key)] = value; }
  void list(std::string_view key, const std::vector<std::uint32_t>& values, std::size_t, std::size_t) {
    out_[std::string(key)] = values;
  }
  template <class T, std::size_t size>
  void one_of(std::string_view key, T value, const std::array<std::pair<std::string_view, T>, size>& names) {
    for (const auto& [name, named] : names) {
      if (named == value) out_[std::string(key)] = std::string(name);
    }
  }

 private:
  ordered_json& out_;
};

template <class Variant>
ordered_json kind_json(const Variant& value) {
  ordered_json out{{"kind", std::string(scenario_json::kind_name(value))}};
  FieldWriter io(out);
  std::visit([&io](const auto& held) { scenario_json::fields(io, held); }, value);
  return out;
}

ordered_json element_json(const Element& element) {
  if (!element.is_struct) return element.name;
  return {{"struct", element.name}, {"bytes", element.bits / 8}, {"align", element.align_bytes}};
}

ordered_json tile_json(const Tile& tile) {
  const std::string pitch = fmt::format("{}{}", tile.pitch.kind == Pitch::Kind::padding ? "padding" : "stride",
                                        tile.pitch.unit == Pitch::Unit::bytes ? "_bytes" : "");
  return {{"name", tile.name},
          {"rows", tile.rows},
          {"columns", tile.columns},
          {"element", element_json(tile.element)},
          {pitch, tile.pitch.value},
          {"base_bytes", tile.base_bytes},
          {"swizzle", kind_json(tile.swizzle)}};
}

ordered_json loop_json(const LoopVariable& loop) {
  return {{"name", loop.name}, {"begin", loop.begin}, {"end", loop.end}, {"step", loop.step}, {"at", loop.at}};
}

ordered_json access_json(const Access& access) {
  ordered_json loops = ordered_json::array();
  for (const LoopVariable& loop : access.loops) loops.push_back(loop_json(loop));
  return {{"name", access.name},
          {"tile", access.tile},
          {"instruction", std::string(info(access.instruction).name)},
          {"pattern", kind_json(access.pattern)},
          {"element_byte", access.element_byte},
          {"mask", access.mask},
          {"loops", std::move(loops)},
          {"warp", access.warp}};
}

}  // namespace

std::string write_scenario(const Scenario& scenario) {
  ordered_json tiles = ordered_json::array();
  for (const Tile& tile : scenario.tiles) tiles.push_back(tile_json(tile));
  ordered_json accesses = ordered_json::array();
  for (const Access& access : scenario.accesses) accesses.push_back(access_json(access));
  const ordered_json document{{"format", std::string(scenario_json::format_name)},
                              {"version", scenario_json::format_version},
                              {"title", scenario.title},
                              {"note", scenario.note},
                              {"machine", scenario.machine},
                              {"block", ordered_json::array({scenario.block.x, scenario.block.y, scenario.block.z})},
                              {"tiles", std::move(tiles)},
                              {"accesses", std::move(accesses)}};
  // Texts may come from a command line in any encoding: what is not UTF-8 is replaced, never a reason to stop.
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
