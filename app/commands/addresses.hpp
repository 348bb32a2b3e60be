// app/commands/addresses.hpp -- one instruction with its lane addresses given as numbers, from the command line or a
// table.
//
//     parse_addresses("0, 8,0x10 24")  ->  {0, 8, 16, 24}: lanes 0 to 3; the lanes without an address are inactive
//     parse_mask("ff00")               ->  0x0000ff00
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instruction.hpp"
#include "core/problem.hpp"
#include "core/scenario.hpp"

namespace bankmap {

// 1 to 32 numbers, decimal or 0x..., up to 4294967295, with commas or spaces between them. place: the option.
Result<std::vector<std::uint32_t>> parse_addresses(std::string_view text, std::string_view option = "--addresses");
// 1 to 8 hexadecimal digits, with or without 0x. place: "--mask".
Result<LaneMask> parse_mask(std::string_view text);
// The lanes that take part: those of the typed mask; without one, those that have an address.
Result<LaneMask> active_lanes(const std::optional<std::string>& mask, const InstructionInfo& instruction,
                              std::size_t address_count);

// The scenario that has exactly these addresses; lanes that an instruction asks for none are taken to issue it. Its tile stands for the whole shared memory.
Scenario scenario_of(Instruction instruction, const LaneAddresses& lanes, std::string machine);

}  // namespace bankmap
