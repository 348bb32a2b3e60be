#include "core/lesson/figure_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "core/cycles.hpp"
#include "core/occupancy.hpp"
#include "core/profiler_sum.hpp"
#include "core/refusals.hpp"
#include "core/tile.hpp"

namespace bankmap {
namespace {

using Number = std::optional<std::int64_t>;
using Text = std::optional<std::string>;

template <class Value>
struct Figure {
  FigureName named;
  Value (*value)(const FigurePlace&);
};

// Of the warp instruction that is shown: empty where the access is refused.
template <auto member>
Number cost(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? Number(shown->served.cost.*member) : std::nullopt;
}
Number excess(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? Number(shown->served.cost.excess()) : std::nullopt;
}
Number passes(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? Number(shown->served.passes.size()) : std::nullopt;
}
Number rounds(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? Number(shown->served.rounds.size()) : std::nullopt;
}
Number active_lanes(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  if (!shown) return std::nullopt;
  return std::ranges::count_if(shown->lanes, &LaneResult::active);
}
Number access_bytes(const FigurePlace& place) { return info(place.answer().instruction).access_bytes; }

// Over all steps and warps of the access.
Number of_totals(const FigurePlace& place, std::int64_t value) {
  return first_error(place.answer()) == nullptr ? Number(value) : std::nullopt;
}
template <auto member>
Number total(const FigurePlace& place) {
  return of_totals(place, place.answer().totals.*member);
}
Number total_excess(const FigurePlace& place) { return of_totals(place, place.answer().totals.excess()); }
Number requests(const FigurePlace& place) { return of_totals(place, profiler_sum(place.answer(), 1).requests); }
Number n_way(const FigurePlace& place) {
  const ProfilerSum sum = profiler_sum(place.answer(), 1);
  return sum.requests > 0 && sum.wavefronts % sum.requests == 0 ? Number(sum.wavefronts / sum.requests) : std::nullopt;
}
Number efficiency_percent(const FigurePlace& place) {
  const AccessTotals& totals = place.answer().totals;
  return totals.bytes_moved == 0 ? std::nullopt : Number(100 * totals.bytes_asked / totals.bytes_moved);
}
Number steps(const FigurePlace& place) { return place.answer().steps; }
Number warps(const FigurePlace& place) { return place.answer().warps; }

template <auto member>
Number random(const FigurePlace& place) {
  const auto& range = place.answer().random;
  return range ? Number((*range).*member) : std::nullopt;
}

// Of the whole scenario.
template <auto member>
Number all(const FigurePlace& place) {
  return refused(*place.analysis) ? std::nullopt : Number(place.analysis->totals.*member);
}
Number all_excess(const FigurePlace& place) {
  return refused(*place.analysis) ? std::nullopt : Number(place.analysis->totals.excess());
}
Number errors(const FigurePlace& place) { return std::ssize(errors_of(*place.analysis)); }

// Of the access's tile.
std::size_t tile_index(const FigurePlace& place) {
  return static_cast<std::size_t>(place.scenario->accesses[place.access].tile);
}
std::optional<TileLayout> layout(const FigurePlace& place) {
  if (tile_index(place) >= place.scenario->tiles.size()) return std::nullopt;
  const Result<TileLayout> result = lay_out(place.scenario->tiles[tile_index(place)]);
  return result ? std::optional(*result) : std::nullopt;
}
Number tile_bytes(const FigurePlace& place) {
  const auto laid_out = layout(place);
  return laid_out ? Number(laid_out->size_bytes) : std::nullopt;
}
Number row_bytes(const FigurePlace& place) {
  const auto laid_out = layout(place);
  return laid_out ? Number(laid_out->pitch_bits / 8) : std::nullopt;
}
Number pad_bytes(const FigurePlace& place) {
  const auto laid_out = layout(place);
  if (!laid_out) return std::nullopt;
  const Tile& tile = laid_out->tile;
  return tile.rows * (laid_out->pitch_bits - std::int64_t{tile.columns} * tile.element.bits) / 8;
}
Number all_tile_bytes(const FigurePlace& place) {
  std::int64_t sum = 0;
  for (const std::int64_t bytes : place.analysis->tile_bytes) sum += bytes;
  return sum;
}
// Registers are left out: a lesson is about shared memory.
Number blocks_per_sm(const FigurePlace& place) {
  const BlockResources block{
      .threads = place.scenario->block.threads(), .registers_per_thread = 0, .shared_bytes = *all_tile_bytes(place)};
  const Result<Occupancy> fits = occupancy(place.machine->occupancy, block);
  return fits ? Number(fits->blocks_per_sm) : std::nullopt;
}

// Whole numbers, so that lessons can compare them.
std::optional<std::int64_t> centicycles(const std::optional<CyclePrediction>& cycles) {
  return cycles ? Number(std::llround(cycles->cycles_per_instruction * 100)) : std::nullopt;
}
Number saturated_centicycles(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? centicycles(shown->saturated) : std::nullopt;
}
Number latency_centicycles(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? centicycles(shown->latency) : std::nullopt;
}
Number shared_bytes_per_sm(const FigurePlace& place) { return place.machine->occupancy.shared_bytes_per_sm; }
Number reserved_bytes_per_block(const FigurePlace& place) { return place.machine->occupancy.reserved_bytes_per_block; }

constexpr std::array of_access{
    Figure<Number>{{"wavefronts", "passes through the banks of the warp instruction that is shown"},
                   cost<&WarpCost::wavefronts>},
    Figure<Number>{{"ideal", "the fewest wavefronts that its lanes could take"}, cost<&WarpCost::ideal>},
    Figure<Number>{{"excess", "wavefronts - ideal"}, excess},
    Figure<Number>{{"ways", "most distinct words in one bank in one phase"}, cost<&WarpCost::ways>},
    Figure<Number>{{"phases", "phases with an active lane"}, cost<&WarpCost::phases>},
    Figure<Number>{{"bank_conflicts", "as the profiler counts them"}, cost<&WarpCost::bank_conflicts>},
    Figure<Number>{{"passes", "passes of the timeline"}, passes},
    Figure<Number>{{"rounds", "rounds of a compare-and-swap loop; 0 of others"}, rounds},
    Figure<Number>{{"active_lanes", "lanes that take part"}, active_lanes},
    Figure<Number>{{"access_bytes", "bytes of one lane"}, access_bytes},
    Figure<Number>{{"steps", "steps of the access's loops"}, steps},
    Figure<Number>{{"warps", "warps of the block"}, warps},
    Figure<Number>{{"instructions", "warp instructions: steps * warps"}, total<&AccessTotals::instructions>},
    Figure<Number>{{"requests", "warp instructions with an active lane"}, requests},
    Figure<Number>{{"total_wavefronts", "over all steps and warps of the access"}, total<&AccessTotals::wavefronts>},
    Figure<Number>{{"total_ideal", "the same of ideal"}, total<&AccessTotals::ideal>},
    Figure<Number>{{"total_excess", "the same of excess"}, total_excess},
    Figure<Number>{{"total_bank_conflicts", "the same of bank_conflicts"}, total<&AccessTotals::bank_conflicts>},
    Figure<Number>{{"worst_wavefronts_of_a_step", "of the costliest warp instruction"},
                   total<&AccessTotals::worst_wavefronts>},
    Figure<Number>{{"n_way", "the profiler's n: wavefronts per request, where it is a whole number"}, n_way},
    Figure<Number>{{"efficiency_percent", "bytes asked for, of those the banks could have delivered; rounded down"},
                   efficiency_percent},
    Figure<Number>{{"best_wavefronts", "of an index with rand: the data that costs least"},
                   random<&RandomRange::best_wavefronts>},
    Figure<Number>{{"worst_wavefronts", "of an index with rand: the data that costs most"},
                   random<&RandomRange::worst_wavefronts>},
    Figure<Number>{{"saturated_centicycles", "saturated_cycles in hundredths of a cycle"}, saturated_centicycles},
    Figure<Number>{{"latency_centicycles", "latency_cycles in hundredths of a cycle"}, latency_centicycles},
    Figure<Number>{{"all_wavefronts", "over all accesses of the scenario"}, all<&AccessTotals::wavefronts>},
    Figure<Number>{{"all_ideal", "the same of ideal"}, all<&AccessTotals::ideal>},
    Figure<Number>{{"all_excess", "the same of excess"}, all_excess},
    Figure<Number>{{"errors", "how many things are refused: 0 in a scenario that runs"}, errors},
    Figure<Number>{{"row_bytes", "bytes from one row of the access's tile to the next"}, row_bytes},
    Figure<Number>{{"pad_bytes", "bytes of padding in the tile"}, pad_bytes},
    Figure<Number>{{"tile_bytes", "bytes of the tile"}, tile_bytes},
    Figure<Number>{{"all_tile_bytes", "bytes of all tiles: what a block takes"}, all_tile_bytes},
    Figure<Number>{{"shared_bytes_per_sm", "shared memory of a multiprocessor, in bytes"}, shared_bytes_per_sm},
    Figure<Number>{{"reserved_bytes_per_block", "of it the system takes for each block"}, reserved_bytes_per_block},
    Figure<Number>{{"blocks_per_sm", "blocks that fit on a multiprocessor by threads and shared memory"},
                   blocks_per_sm},
};

const LaneResult* lane_of(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? &shown->lanes[static_cast<std::size_t>(place.lane)] : nullptr;
}
// Counted from 1 where the window counts from 1.
template <auto member, int first = 0>
Number of_lane(const FigurePlace& place) {
  const LaneResult* lane = lane_of(place);
  return lane != nullptr && lane->active ? Number(std::int64_t{lane->*member} + first) : std::nullopt;
}
template <auto member>
Number of_coordinate(const FigurePlace& place) {
  const LaneResult* lane = lane_of(place);
  return lane != nullptr && lane->has_coordinates ? Number(lane->*member) : std::nullopt;
}
template <auto member>
Number lanes_with(const FigurePlace& place) {
  const LaneResult* lane = lane_of(place);
  return lane != nullptr ? Number(std::popcount(lane->*member)) : std::nullopt;
}
Number is_active(const FigurePlace& place) {
  const LaneResult* lane = lane_of(place);
  return lane != nullptr ? Number(lane->active ? 1 : 0) : std::nullopt;
}

constexpr std::array of_lanes{
    Figure<Number>{{"address", "byte address in shared memory"}, of_lane<&LaneResult::byte_address>},
    Figure<Number>{{"word", "of its first byte: address / 4"}, of_lane<&LaneResult::word>},
    Figure<Number>{{"bank", "of its first byte: word % 32"}, of_lane<&LaneResult::bank>},
    Figure<Number>{{"banks", "how many banks it takes"}, of_lane<&LaneResult::banks>},
    Figure<Number>{{"row", "in its tile"}, of_coordinate<&LaneResult::row>},
    Figure<Number>{{"column", "in its tile"}, of_coordinate<&LaneResult::column>},
    Figure<Number>{{"phase", "in which it is served, counted from 1"}, of_lane<&LaneResult::phase, 1>},
    Figure<Number>{{"pass", "in which it is served, counted from 1"}, of_lane<&LaneResult::pass, 1>},
    Figure<Number>{{"shares", "how many other lanes share its word"}, lanes_with<&LaneResult::shares_word>},
    Figure<Number>{{"conflicts", "how many other lanes want its bank for another word"},
                   lanes_with<&LaneResult::conflicts>},
    Figure<Number>{{"active", "1 if it takes part, else 0"}, is_active},
};

Number words(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown ? Number(shown->served.words_in_bank[static_cast<std::size_t>(place.bank)]) : std::nullopt;
}
Number lanes_at_bank(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  if (!shown) return std::nullopt;
  return std::ranges::count_if(shown->lanes, [&place](const LaneResult& lane) {
    return lane.active && place.bank >= lane.bank && place.bank < lane.bank + lane.banks;
  });
}
constexpr std::array of_banks{
    Figure<Number>{{"words", "distinct words it is asked for, in the phase where it is busiest (atomics: lanes)"},
                   words},
    Figure<Number>{{"lanes", "lanes that use it"}, lanes_at_bank},
};

Text decimal(double value) { return fmt::format("{:.2f}", value); }
Text saturated(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown && shown->saturated ? decimal(shown->saturated->cycles_per_instruction) : std::nullopt;
}
Text latency(const FigurePlace& place) {
  const auto& shown = place.answer().shown;
  return shown && shown->latency ? decimal(shown->latency->cycles_per_instruction) : std::nullopt;
}
Text expected_wavefronts(const FigurePlace& place) {
  const auto& range = place.answer().random;
  return range ? decimal(range->expected_wavefronts) : std::nullopt;
}
Text wavefronts_per_request(const FigurePlace& place) {
  return decimal(profiler_sum(place.answer(), 1).wavefronts_per_request());
}
Text cuda(const FigurePlace& place) { return place.answer().cuda; }
Text reason(const FigurePlace& place) { return place.answer().reason; }
Text first_refusal(const FigurePlace& place) {
  const std::vector<Problem> found = errors_of(*place.analysis);
  return found.empty() ? Text() : Text(found.front().what);
}
Text declaration(const FigurePlace& place) {
  const auto& all_of_them = place.analysis->declarations;
  return tile_index(place) < all_of_them.size() ? Text(all_of_them[tile_index(place)]) : std::nullopt;
}

constexpr std::array of_texts{
    Figure<Text>{{"cuda", "the CUDA line of the access"}, cuda},
    Figure<Text>{{"declaration", "of its tile"}, declaration},
    Figure<Text>{{"reason", "why it costs what it costs, in a sentence"}, reason},
    Figure<Text>{{"refusal", "why the scenario is refused"}, first_refusal},
    Figure<Text>{{"saturated_cycles", "per instruction, predicted for many warps"}, saturated},
    Figure<Text>{{"latency_cycles", "until a dependent instruction may start, predicted"}, latency},
    Figure<Text>{{"expected_wavefronts", "of an index with rand: the mean"}, expected_wavefronts},
    Figure<Text>{{"wavefronts_per_request", "what the profiler calls n-way"}, wavefronts_per_request},
};

template <class Value, std::size_t size>
Value look_up(const std::array<Figure<Value>, size>& figures, std::string_view name, const FigurePlace& place) {
  const auto found =
      std::ranges::find_if(figures, [name](const Figure<Value>& each) { return each.named.name == name; });
  return found == figures.end() ? std::nullopt : found->value(place);
}

template <class Value, std::size_t size>
constexpr std::array<FigureName, size> names_of(const std::array<Figure<Value>, size>& figures) {
  std::array<FigureName, size> names;
  for (std::size_t i = 0; i < size; ++i) names[i] = figures[i].named;
  return names;
}
constexpr auto access_names = names_of(of_access);
constexpr auto lane_names = names_of(of_lanes);
constexpr auto bank_names = names_of(of_banks);
constexpr auto text_names = names_of(of_texts);

}  // namespace

std::optional<std::int64_t> access_figure(std::string_view name, const FigurePlace& place) {
  return look_up(of_access, name, place);
}
std::optional<std::int64_t> lane_figure(std::string_view name, const FigurePlace& place) {
  return look_up(of_lanes, name, place);
}
std::optional<std::int64_t> bank_figure(std::string_view name, const FigurePlace& place) {
  return look_up(of_banks, name, place);
}
std::optional<std::string> text_figure(std::string_view name, const FigurePlace& place) {
  return look_up(of_texts, name, place);
}

std::span<const FigureName> access_figures() { return access_names; }
std::span<const FigureName> lane_figures() { return lane_names; }
std::span<const FigureName> bank_figures() { return bank_names; }
std::span<const FigureName> text_figures() { return text_names; }

}  // namespace bankmap
