// core/cuda_parts.hpp -- the parts of an exported .cu, in the order in which they stand there (internal to core/export_cuda).
//
//     includes and what the index functions share     cuda_prelude
//     a function for each tile                        (row, col) -> byte in the tile
//     a struct for each access                        (step, warp, lane) -> byte in the tile: pure, for host and device
//     a struct for each instruction                   the PTX
//     kernels and main                                cuda_kernels, cuda_host, cuda_launches, cuda_main
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/cuda_instruction.hpp"
#include "core/lane_addresses.hpp"

namespace bankmap {

// tile_name: an identifier that no other tile of the program has.
std::string cuda_tile(const TileLayout& layout, const std::string& tile_name);

struct CudaAccess {
  int number = 0;
  PreparedAccess prepared;
  std::string tile_name;
  std::string not_run;          // why the instruction cannot be issued as the scenario has it; empty: it can
  double predicted_cycles = 0;  // mean over its warp instructions; 0: no law
};
std::string cuda_access(const CudaAccess& access);

struct CudaNeeds {
  bool parity = false;            // a bit-matrix swizzle
  bool data = false;              // rand
  bool shift_left = false;        // of what can be negative (core/cuda_expression.hpp)
  std::set<std::string> headers;  // of the tiles' element types: "cuda_fp16.h"
};
std::string cuda_prelude(const CudaNeeds& needs);
std::string_view cuda_operands();
std::string_view cuda_kernels();
std::string_view cuda_host();
std::string_view cuda_launches();
std::string cuda_main(std::size_t accesses);

}  // namespace bankmap
