// The words of a command line that stand for lanes: a list of addresses, and a mask.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/commands/addresses.hpp"
#include "core/lanes.hpp"
#include "core/paste/addresses.hpp"
#include "tests/fuzz/assets.hpp"
#include "tests/fuzz/laws.hpp"
#include "tests/fuzz/scenario_laws.hpp"

namespace bankmap {
namespace {

void check_list(std::string_view text) {
  const auto addresses = parse_addresses(text);
  if (!addresses) return require_reason(addresses.error(), text);
  require(!addresses->empty() && addresses->size() <= static_cast<std::size_t>(lane_count), "a warp has 32 lanes");
  const auto again = parse_addresses(fmt::format("{:#x}", fmt::join(*addresses, " ")));
  require(again && *again == *addresses, "addresses are written and read back");
  LaneAddresses lanes;
  std::ranges::copy(*addresses, lanes.byte_address.begin());
  lanes.active = active_lanes({}, info(Instruction::ld_b32), addresses->size()).value();
  const Scenario scenario = scenario_of(Instruction::ld_b32, lanes, "sm_90");
  require_survives_writing(scenario);
  require_sound(scenario, analyze(scenario, measured_machine()));
}

void check_mask(std::string_view text) {
  const Result<LaneMask> mask = parse_mask(text);
  if (!mask) return require_reason(mask.error(), text);
  require(parse_mask(fmt::format("{:x}", *mask)) == *mask, "a mask is written and read back");
}

}  // namespace

void check_addresses(std::string_view text) {
  check_list(text);
  check_mask(text);
  if (const auto pasted = read_addresses(text); !pasted) require_reason(pasted.error(), text);
}

}  // namespace bankmap
