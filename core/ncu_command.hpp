// core/ncu_command.hpp -- the Nsight Compute command line that shows the counters we predict, ready to be pasted into a shell.
//
//     ncu --kernel-name execute_once --metrics l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum,... ./access
//
// Whatever a file is called, the shell reads it as one word and nothing in it is run:
//
//     my tile       'my tile'          it's     'it'\''s'          -rf      ./-rf          line\nbreak    $'line\012break'
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/instruction.hpp"

namespace bankmap {

inline constexpr std::string_view counted_kernel =
    "execute_once";  // of an exported .cu: runs every warp instruction once

// One word for bash, zsh and ksh (and for any POSIX shell, where the text has no control characters and is ASCII): the shell turns it
// into exactly these bytes. On one line, without a character that could act on a terminal.
std::string shell_word(std::string_view text);
// The same for a file: one that begins with '-' gets "./" in front, so that no program takes it for an option.
std::string shell_file(std::string_view path);

// The metrics that count these instructions, each once, with ".sum": differences ("a - b") need both. Empty where no counter sees them.
std::vector<std::string> ncu_metrics(std::span<const Instruction> instructions);

// program: the file to run; a name without a folder is looked for in the current one, as "./name".
// Empty where no counter sees any of the instructions (cp.async.cg).
std::string ncu_command(std::span<const Instruction> instructions, std::string_view program);

// How to read what ncu prints, a line each: which metric is the count of which access (given by their instructions).
//
//     A block of its own for each access, Access0 first. What belongs to which:
//       access 0 (ld.b32), 2 (ldmatrix.x4)
//         wavefronts      l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum
//         bank conflicts  l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
//       access 1 (cp.async.ca.16)
//         wavefronts      l1tex__data_pipe_lsu_wavefronts_mem_shared.sum minus l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum
//         bank conflicts  l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
std::vector<std::string> ncu_reading(std::span<const Instruction> instructions);

// All that must be typed from a scenario (a preset or a file) to its counters, under a line that says so; empty likewise.
//
//     The same counters by Nsight Compute, of all steps and warps together:
//       bankmap export transpose-float-plain --format cuda -o bankmap_access.cu
//       nvcc -std=c++17 -O3 -arch=native -o bankmap_access bankmap_access.cu
//       ncu --kernel-name execute_once --metrics ... ./bankmap_access
//     and the lines of ncu_reading
std::string ncu_steps(std::span<const Instruction> instructions, std::string_view scenario);

}  // namespace bankmap
