#include "app/commands/addresses.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <utility>

namespace bankmap {
namespace {

constexpr std::string_view separators = ", \t\r\n";
constexpr std::string_view address_hint = "write 1 to 32 byte addresses, decimal or 0x..., as in 0,8,16,24";

Problem address_problem(std::string what, TextRange range) {
  return {.what = std::move(what), .hint = std::string(address_hint), .place = "--addresses", .range = range};
}

Result<std::uint32_t> parse_address(std::string_view text, TextRange range) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hex ? text.substr(2) : text;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
  const bool whole = end == digits.data() + digits.size();
  if (error == std::errc::result_out_of_range && whole) {
    return fail(address_problem(fmt::format("{} is beyond 4 GiB, the last byte is 4294967295", text), range));
  }
  if (error == std::errc() && whole) return value;
  if (text.starts_with('-')) return fail(address_problem(fmt::format("{} is negative", text), range));
  return fail(address_problem(fmt::format("'{}' is no address", text), range));
}

// One comma at most between two addresses, none before the first or after the last.
Result<void> check_commas(std::string_view text) {
  bool wanted = true;  // an address must come before the next comma, or the end
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ',' && std::exchange(wanted, true)) {
      return fail(address_problem("an address is missing before this comma", {at, at + 1}));
    }
    if (separators.find(text[at]) == std::string_view::npos) wanted = false;
  }
  if (wanted) {
    return fail(address_problem(
        text.find(',') == std::string_view::npos ? "there is no address" : "an address is missing at the end",
        {text.size(), text.size()}));
  }
  return {};
}

Result<std::vector<std::uint32_t>> parse_list(std::string_view text) {
  if (const Result<void> commas = check_commas(text); !commas) return fail(commas.error());
  std::vector<std::uint32_t> addresses;
  for (std::size_t at = 0;;) {
    const std::size_t begin = text.find_first_not_of(separators, at);
    if (begin == std::string_view::npos) return addresses;
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const TextRange range{begin, end};
    if (addresses.size() == lane_count)
      return fail(address_problem("more than 32 addresses, a warp has 32 lanes", range));
    const Result<std::uint32_t> address = parse_address(text.substr(begin, end - begin), range);
    if (!address) return fail(address.error());
    addresses.push_back(*address);
    at = end;
  }
}

}  // namespace

Result<std::vector<std::uint32_t>> parse_addresses(std::string_view text, std::string_view option) {
  Result<std::vector<std::uint32_t>> addresses = parse_list(text);
  if (!addresses) addresses.error().place = option;
  return addresses;
}

Result<LaneMask> parse_mask(std::string_view text) {
  const std::string_view digits = text.starts_with("0x") || text.starts_with("0X") ? text.substr(2) : text;
  LaneMask mask = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), mask, 16);
  if (error == std::errc() && end == digits.data() + digits.size()) return mask;
  return fail({.what = fmt::format("'{}' is no mask of 32 lanes", text),
               .hint = "write 1 to 8 hexadecimal digits, as in ffffffff for all lanes or ff for lanes 0-7",
               .place = "--mask",
               .range = {0, text.size()}});
}

Result<LaneMask> active_lanes(const std::optional<std::string>& typed, const InstructionInfo& instruction,
                              std::size_t address_count) {
  const LaneMask given = address_count >= lane_count ? all_lanes : lane_bit(static_cast<int>(address_count)) - 1;
  if (!typed) return given;
  const Result<LaneMask> mask = parse_mask(*typed);
  if (!mask) return fail(mask.error());
  const LaneMask without = *mask & instruction.address_lanes & ~given;
  if (without == 0) return *mask & given;
  return fail({.what = fmt::format("lane {} is active but has no address: {} addresses are given",
                                   std::countr_zero(without), address_count),
               .hint = fmt::format("give its address, or leave it out of the mask: {:x}", *mask & given),
               .place = "--mask",
               .range = {}});
}

Scenario scenario_of(Instruction instruction, const LaneAddresses& lanes, std::string machine) {
  Scenario scenario;
  scenario.machine = std::move(machine);
  Tile& tile = scenario.tiles.front();
  tile.name = "shared_bytes";
  tile.columns = bank_count;
  tile.rows = static_cast<int>(max_tile_bytes / row_bytes);
  Access& access = scenario.accesses.front();
  access.name.clear();
  access.instruction = instruction;
  access.pattern = AddressListPattern{{lanes.byte_address.begin(), lanes.byte_address.end()}};
  access.mask = fmt::format("0x{:08x}", lanes.active == 0 ? 0 : lanes.active | ~info(instruction).address_lanes);
  return scenario;
}

}  // namespace bankmap
