#include "core/paste.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/paste/addresses.hpp"
#include "core/paste/build.hpp"
#include "core/scenario_json.hpp"
#include "core/share_string.hpp"
#include "core/trimmed.hpp"

namespace bankmap {
namespace {

// { "format": ... or {}: a list of addresses in braces has a number there.
bool looks_like_json(std::string_view text) {
  if (!text.starts_with('{')) return false;
  const std::size_t next = text.find_first_not_of(blanks, 1);
  return next != std::string_view::npos && (text[next] == '"' || text[next] == '}');
}

std::string count_of(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : word.ends_with('s') ? "es" : "s");
}

Result<Pasted> document(Result<Scenario> scenario, PastedKind kind) {
  if (!scenario) {
    Problem problem = scenario.error();
    problem.range = {};  // of the JSON, which is not the text that was pasted
    return fail(std::move(problem));
  }
  const std::string title = scenario->title.empty() ? "a scenario" : fmt::format("\"{}\"", shown(scenario->title));
  Pasted pasted{kind, *std::move(scenario), 0, {}};
  pasted.understood = fmt::format("{}: {}, {}", title, count_of(pasted.scenario.tiles.size(), "tile"),
                                  count_of(pasted.scenario.accesses.size(), "access"));
  return pasted;
}

// "32 addresses from 0 to 4092"
std::string address_words(const LaneAddresses& lanes, const Access& access) {
  std::uint32_t lowest = 0xffffffff;
  std::uint32_t highest = 0;
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!has_lane(lanes.active, lane)) continue;
    lowest = std::min(lowest, lanes.byte_address[static_cast<std::size_t>(lane)]);
    highest = std::max(highest, lanes.byte_address[static_cast<std::size_t>(lane)]);
  }
  const int count = std::popcount(lanes.active);
  const std::string_view name = info(access.instruction).name;
  if (count == 0) return fmt::format("no lane takes part, for {}", name);
  return fmt::format("{} from {} to {}, for {}", count == 1 ? "1 address" : fmt::format("{} addresses", count), lowest,
                     highest, name);
}

Result<Pasted> addresses_into(std::string_view text, const Scenario& present, int access) {
  const Result<LaneAddresses> lanes = read_addresses(text);
  if (!lanes) return fail(lanes.error());
  Pasted pasted{PastedKind::addresses, present, access, {}};
  Access& changed = pasted.scenario.accesses[static_cast<std::size_t>(access)];
  changed.pattern = AddressListPattern{{lanes->byte_address.begin(), lanes->byte_address.end()}};
  changed.mask = fmt::format("0x{:08x}", lanes->active);
  changed.loops.clear();
  changed.element_byte = 0;
  pasted.understood = address_words(*lanes, changed);
  return pasted;
}

}  // namespace

Result<Pasted> read_pasted(std::string_view text, const Scenario& present, int access) {
  const std::string_view inside = trimmed(text);
  if (inside.empty())
    return fail("there is nothing to set up yet",
                "paste addresses, a __shared__ declaration with an index, a share string or a scenario");
  if (looks_like_share_string(inside)) return document(read_share_string(inside), PastedKind::share_string);
  if (looks_like_json(inside)) return document(read_scenario(inside), PastedKind::scenario);
  if (text.size() > max_pasted_source_bytes)
    return fail(fmt::format("this is too long: {} bytes", text.size()),
                fmt::format("at most {}", max_pasted_source_bytes));
  if (looks_like_addresses(text)) return addresses_into(text, present, access);
  const Result<paste::Code> code = paste::read_code(text, present, access);
  if (!code) return fail(code.error());
  Result<paste::Built> built = paste::build(*code, present, access);
  if (!built) return fail(built.error());
  return Pasted{PastedKind::cuda, std::move(built->scenario), built->access, std::move(built->understood)};
}

}  // namespace bankmap
