// app/views/profiler_sum.hpp -- how the profiler arrives at its numbers for this kernel.
//
//     BANK CONFLICTS   l1tex__data_bank_conflicts_pipe_lsu_mem_shared
//     ( 4 wavefronts  −  1 phase )  ×  32 steps  ×  1 warp  ×  1 block   =   96
//     WAVEFRONTS PER REQUEST
//     128 wavefronts ÷ 32 requests = 4.0, which the profiler calls a "4.0-way bank conflict"
#pragma once

#include "app/views/cached.hpp"
#include "core/profiler_sum.hpp"

namespace bankmap {

struct ProfilerSumView {
  std::int64_t blocks = 1;  // of the grid
  Cached<ProfilerSum> one_block;
};
// Fills the room that the current ImGui window has left.
void draw_profiler_sum(const Frame& frame, ProfilerSumView& own, Edits& edits);

}  // namespace bankmap
