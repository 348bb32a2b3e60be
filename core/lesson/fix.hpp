// core/lesson/fix.hpp -- a fix as a student types it: applied to the tile, and judged by what analyze() says of the result.
//
//     "1"                    1 element of padding after each row         __shared__ float tile[32][33];
//     "col ^ (row & 31)"     the column where an element is to lie, in C over row, col, rows, columns and pitch
//     "Swizzle<3,3,3>"       CuTe's, on the element's offset
//     "0; col ^ (row & 31)"  both
//
//     goal "all_excess == 0" on a float [32][32] that is stored by row and read by column:
//     "3" -> right     "2" -> wrong, for all_excess is 32     "col ^ 32" -> wrong, for it leaves the tile
//
// Any fix with which the goal holds is right; the smallest padding is the cheapest, and what an answer sheet says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/lesson/figures.hpp"

namespace bankmap {

// The scenario with the tile of that access changed; what is not typed stays. Refuses what is no fix, and an expression that does
// not parse. Whether the result is legal is for analyze() to say.  pre: the access and its tile are there
Result<Scenario> with_fix(const Scenario& scenario, int access, std::string_view typed);

struct FixVerdict {
  bool right = false;
  std::string why;  // it is wrong: "all_excess is 992", or why the result is refused; empty where it is right
  std::int64_t extra_bytes = 0;  // of the tile, compared with before; negative: saved
  bool operator==(const FixVerdict&) const = default;
};

// goal: a condition over the figures of the view's scenario alone. Refuses one that is none.
Result<FixVerdict> judge_fix(const Figures& figures, const FigureView& view, std::string_view goal,
                             std::string_view typed);

// So many elements of padding lead to different banks: from there on they repeat.
std::int64_t paddings_to_try(const Tile& tile);
// The fewest elements of padding with which the goal holds; empty where none of those does.
Result<std::optional<std::int64_t>> smallest_padding(const Figures& figures, const FigureView& view,
                                                     std::string_view goal);

}  // namespace bankmap
