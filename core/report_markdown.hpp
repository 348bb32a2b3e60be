// core/report_markdown.hpp -- an Analysis for an issue, a review or a chat: short, and it carries the scenario with it.
//
//     ### Column of a padded tile
//
//     ```cuda
//     __shared__ float tile[32][36];
//     x = tile[threadIdx.x][k];    // load, k = 5
//     ```
//
//     | access | instruction | wavefronts | ideal | excess | bank conflicts | cycles |
//     | --- | --- | ---: | ---: | ---: | ---: | --- |
//     | load | ld.b32 | 4 | 1 | 3 | 3 | 4.08 (measured) |
//
//     **load**: Rows are 36 words apart and 36 mod 32 = 4, so ...
//
//     Machine: sm_90, NVIDIA H200. Open with Bankmap, File > Paste (or `bankmap analyze`): `bankmap1.3zZb0U...`
//
// No text of the person's own can end a table, a code block or a line, or become a tag, a link or an emphasis.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis.hpp"
#include "core/machine.hpp"
#include "core/scenario.hpp"

namespace bankmap {

// Total: what is refused is told in place of its numbers.
std::string report_markdown(const Scenario& scenario, const MachineProfile& machine, const Analysis& analysis);

// One line in which every sign that Markdown gives a meaning to is only itself.
std::string markdown_escaped(std::string_view text);

}  // namespace bankmap
