#include "core/paste/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>

#include "core/paste/in_words.hpp"
#include "core/paste/swizzled.hpp"

namespace bankmap::paste {
namespace {

class Builder {
 public:
  Builder(const Code& code, const Scenario& present, int access) : code_(code), present_(present), open_(access) {}

  Result<Built> build() {
    if (code_.accesses.empty() && declared().empty())
      return fail("no tile is declared or used in this",
                  "for example: __shared__ float tile[32][33]; x = tile[threadIdx.x][0];");
    next_ = present_;
    next_.block = block();
    if (declared().empty()) {
      if (const Result<void> fits = add_accesses(); !fits) return fail(fits.error());
    } else if (code_.accesses.empty()) {
      if (const Result<void> fits = add_tiles(); !fits) return fail(fits.error());
    } else {
      replace_all();
    }
    if (const Result<void> runs = check(); !runs) return fail(runs.error());
    for (const int tile : tiles_whole_) {
      take_out_padding(tile);
      take_out_swizzle(tile);
    }
    return Built{next_, shown_, in_words({code_, next_, made_, present_.block})};
  }

 private:
  std::vector<const CodeTile*> declared() const {
    std::vector<const CodeTile*> found;
    for (const CodeTile& each : code_.tiles) {
      if (each.declared) found.push_back(&each);
    }
    return found;
  }

  static bool uses(const CodeAccess& access, std::string_view name) {
    for (const std::string* text : {&access.place.row, &access.place.column, &access.mask}) {
      const std::vector<std::string> names = names_of(*text);
      if (std::ranges::find(names, name) != names.end()) return true;
    }
    return false;
  }

  // Of the text, or else the one that is there; a second dimension is added where threadIdx.y is used and none is there.
  BlockShape block() const {
    const auto any_y = [](const CodeAccess& each) { return uses(each, "threadIdx.y"); };
    if (code_.block_given || code_.block.y > 1 || std::ranges::none_of(code_.accesses, any_y)) return code_.block;
    std::int64_t x = 32;
    std::int64_t y = 1024;
    for (const CodeAccess& each : code_.accesses) {
      const CodeTile& tile = code_.tiles[static_cast<std::size_t>(each.tile)];
      if (each.place.column == "threadIdx.x") x = std::min(x, tile.width());
      if (each.place.row == "threadIdx.x") x = std::min<std::int64_t>(x, tile.tile.rows);
      if (each.place.column == "threadIdx.y") y = std::min(y, tile.width());
      if (each.place.row == "threadIdx.y") y = std::min<std::int64_t>(y, tile.tile.rows);
    }
    return {static_cast<int>(x), static_cast<int>(std::min(y, 1024 / x)), 1};
  }

  // Loops whose variable is not used only repeat the access: the outermost of them go where there are too many.
  std::vector<LoopVariable> loops_of(const CodeAccess& access) const {
    std::vector<LoopVariable> loops = access.loops;
    const auto too_many = [&] {
      std::int64_t instructions = (next_.block.threads() + lane_count - 1) / lane_count;
      for (const LoopVariable& each : loops) {
        const std::int64_t steps = (each.end - each.begin + each.step - 1) / each.step;
        instructions =
            std::min(instructions * std::min(steps, max_instructions_per_access + 1), max_instructions_per_access + 1);
      }
      return loops.size() > max_loops || instructions > max_instructions_per_access;
    };
    while (too_many()) {
      const auto idle = std::ranges::find_if(loops, [&](const LoopVariable& each) { return !uses(access, each.name); });
      if (idle == loops.end()) break;
      loops.erase(idle);
    }
    return loops;
  }

  std::string name_of(const CodeAccess& access) const {
    const auto same_kind = std::ranges::count(code_.accesses, access.kind, &CodeAccess::kind);
    std::string name = access.kind;
    if (same_kind > 1) name += " " + code_.tiles[static_cast<std::size_t>(access.tile)].tile.name;
    const auto taken = [&](const std::string& wanted) {
      return std::ranges::any_of(next_.accesses, [&](const Access& each) { return each.name == wanted; });
    };
    if (!taken(name)) return name;
    int number = 2;
    while (taken(fmt::format("{} {}", name, number))) ++number;
    return fmt::format("{} {}", name, number);
  }

  Access made(const CodeAccess& access, int tile) const {
    Access result{.name = name_of(access),
                  .tile = tile,
                  .instruction = access.instruction,
                  .pattern = IndexPattern{access.place.row, access.place.column},
                  .element_byte = access.place.element_byte,
                  .loops = loops_of(access)};
    if (!access.mask.empty()) result.mask = access.mask;
    return result;
  }

  void replace_all() {
    next_.title.clear();
    next_.note.clear();
    next_.tiles.clear();
    next_.accesses.clear();
    for (const CodeTile* each : declared()) {
      tiles_whole_.push_back(static_cast<int>(next_.tiles.size()));
      next_.tiles.push_back(each->tile);
    }
    for (const CodeAccess& each : code_.accesses) {
      made_.push_back(static_cast<int>(next_.accesses.size()));
      next_.accesses.push_back(made(each, each.tile));
    }
  }

  // The same name takes the same place; the first of the others that of the open access' tile.
  Result<void> add_tiles() {
    bool placed = false;
    for (const CodeTile* each : declared()) {
      const auto same = std::ranges::find(next_.tiles, each->tile.name, &Tile::name);
      const int open_tile =
          std::clamp(next_.accesses[static_cast<std::size_t>(open_)].tile, 0, static_cast<int>(next_.tiles.size()) - 1);
      if (same != next_.tiles.end()) {
        *same = each->tile;
        tiles_whole_.push_back(static_cast<int>(same - next_.tiles.begin()));
      } else if (!placed) {
        next_.tiles[static_cast<std::size_t>(open_tile)] = each->tile;
        tiles_whole_.push_back(open_tile);
      } else if (next_.tiles.size() < max_tiles) {
        tiles_whole_.push_back(static_cast<int>(next_.tiles.size()));
        next_.tiles.push_back(each->tile);
      } else {
        return fail(fmt::format("there are more than {} tiles", max_tiles), "", each->range);
      }
      placed = true;
    }
    if (next_.tiles.size() == 1) next_.tiles[0].base_bytes = 0;
    shown_ = open_;
    return no_loop_has_the_name_of_its_tile();
  }

  // Accesses that stay may have a loop of the name that their tile has now.
  Result<void> no_loop_has_the_name_of_its_tile() const {
    for (const Access& each : next_.accesses) {
      if (std::ranges::find(tiles_whole_, each.tile) == tiles_whole_.end()) continue;
      const std::string& tile = next_.tiles[static_cast<std::size_t>(each.tile)].name;
      if (std::ranges::find(each.loops, tile, &LoopVariable::name) == each.loops.end()) continue;
      return fail(fmt::format("{} is a loop of the access '{}', which stays", tile, each.name),
                  "rename that loop first, or paste a statement that uses the tile too", range_of_tile(tile));
    }
    return {};
  }
  TextRange range_of_tile(std::string_view name) const {
    for (const CodeTile& each : code_.tiles) {
      if (each.tile.name == name) return each.range;
    }
    return {};
  }

  Result<void> add_accesses() {
    next_.accesses.erase(next_.accesses.begin() + open_);
    int at = open_;
    for (const CodeAccess& each : code_.accesses) {
      Result<Access> access = on_swizzled(each);
      if (!access) return fail(access.error());
      if (next_.accesses.size() == max_accesses)
        return fail(fmt::format("there are more than {} accesses with these", max_accesses), "remove some first",
                    each.range);
      made_.push_back(at);
      next_.accesses.insert(next_.accesses.begin() + at, *std::move(access));
      ++at;
    }
    shown_ = open_;
    for (int tile = 0; tile < static_cast<int>(next_.tiles.size()); ++tile) {
      if (only_ours(tile)) tiles_whole_.push_back(tile);
    }
    return {};
  }

  // Accesses to the tile that the text did not bring.
  bool only_ours(int tile) const {
    bool any = false;
    for (int i = 0; i < static_cast<int>(next_.accesses.size()); ++i) {
      if (next_.accesses[static_cast<std::size_t>(i)].tile != tile) continue;
      if (std::ranges::find(made_, i) == made_.end()) return false;
      any = true;
    }
    return any;
  }

  // What is written in CUDA is where the bytes lie. A swizzle that other accesses rely on stays where it is just the one
  // that the text writes out; a swizzle of nobody else goes.
  Result<Access> on_swizzled(const CodeAccess& access) {
    Tile& tile = next_.tiles[static_cast<std::size_t>(access.tile)];
    Access found = made(access, access.tile);
    if (std::holds_alternative<NoSwizzle>(tile.swizzle)) return found;
    Tile plain_tile = tile;
    plain_tile.swizzle = NoSwizzle{};
    const bool others =
        std::ranges::any_of(next_.accesses, [&](const Access& each) { return each.tile == access.tile; });
    if (!others) {
      tile = plain_tile;
      return found;
    }
    Access other = found;
    const std::optional<Swizzled> written = swizzled(access.place, tile.rows);
    if (written) std::get<IndexPattern>(other.pattern).column = written->column;
    const auto here = prepare(found, plain_tile, next_.block);
    const auto there = prepare(other, tile, next_.block);
    if (written && here && there && same_addresses(*here, *there)) return other;
    return fail(fmt::format("{} is swizzled, and other accesses rely on that", tile.name),
                "paste its __shared__ declaration and those accesses too", access.range);
  }

  const TextRange& range_of_access(int which) const { return code_.accesses[static_cast<std::size_t>(which)].range; }

  // What the hardware or the model would refuse is refused here, where the text is in sight.
  Result<void> check() const {
    for (std::size_t i = 0; i < made_.size(); ++i) {
      const Access& access = next_.accesses[static_cast<std::size_t>(made_[i])];
      const auto prepared = prepare(access, next_.tiles[static_cast<std::size_t>(access.tile)], next_.block);
      if (prepared) continue;
      Problem problem = prepared.error();
      problem.place.clear();
      problem.range = range_of_access(static_cast<int>(i));
      return fail(std::move(problem));
    }
    return {};
  }

  // Every access to the tile, as it would be with another tile and perhaps another column.
  template <class Holds>
  bool all_accesses(int tile, const Tile& other, const std::map<int, std::string>& columns, Holds&& holds) const {
    for (int i = 0; i < static_cast<int>(next_.accesses.size()); ++i) {
      const Access& now = next_.accesses[static_cast<std::size_t>(i)];
      if (now.tile != tile) continue;
      Access changed = now;
      if (columns.contains(i)) std::get<IndexPattern>(changed.pattern).column = columns.at(i);
      const auto before = prepare(now, next_.tiles[static_cast<std::size_t>(tile)], next_.block);
      const auto after = prepare(changed, other, next_.block);
      if (!before || !after || !holds(*before, *after)) return false;
    }
    return true;
  }

  // [32][33] is meant as 32 columns and 1 of padding, where nobody uses the last.
  void take_out_padding(int tile) {
    Tile other = next_.tiles[static_cast<std::size_t>(tile)];
    const auto columns = static_cast<int>(std::bit_floor(static_cast<unsigned>(other.columns)));
    const int padding = other.columns - columns;
    if (declared().empty() || other.rows == 1 || columns < 8 || padding < 1 || padding > 8 || padding * 2 >= columns)
      return;
    other.columns = columns;
    other.pitch.value = padding;
    const bool same = all_accesses(tile, other, {}, [](const PreparedAccess& before, const PreparedAccess& after) {
      return same_addresses(before, after) && stays_inside(after);
    });
    if (same) next_.tiles[static_cast<std::size_t>(tile)] = other;
  }

  void take_out_swizzle(int tile) {
    Tile other = next_.tiles[static_cast<std::size_t>(tile)];
    std::map<int, std::string> columns;
    for (std::size_t i = 0; i < made_.size(); ++i) {
      if (next_.accesses[static_cast<std::size_t>(made_[i])].tile != tile) continue;
      const std::optional<Swizzled> found = swizzled(code_.accesses[i].place, other.rows);
      if (!found || (!columns.empty() && other.swizzle != Swizzle(found->swizzle))) return;
      other.swizzle = found->swizzle;
      columns[made_[i]] = found->column;
    }
    if (columns.empty() || !all_accesses(tile, other, columns, same_addresses)) return;
    next_.tiles[static_cast<std::size_t>(tile)] = other;
    for (const auto& [access, column] : columns) {
      std::get<IndexPattern>(next_.accesses[static_cast<std::size_t>(access)].pattern).column = column;
    }
  }

  const Code& code_;
  const Scenario& present_;
  int open_;
  Scenario next_;
  int shown_ = 0;
  std::vector<int> made_;         // [access of the code] its place in the scenario
  std::vector<int> tiles_whole_;  // declared in the text, or only used by accesses of the text
};

}  // namespace

Result<Built> build(const Code& code, const Scenario& present, int access) {
  return Builder(code, present, access).build();
}

}  // namespace bankmap::paste
