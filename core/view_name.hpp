// core/view_name.hpp -- the views of an access, by the names that they have everywhere: on the tabs of the window and in its files,
// in lessons, and behind --view and --views.
//
//     bankmap export transpose-float-plain --format svg --view passes
//
// How a new one is made: the README, "How to add".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace bankmap {

enum class ViewName : std::uint8_t { heatmap, tile, memory, passes, sweep, bits, profiler, last = profiler };
// In the order of the enum.
inline constexpr std::array<const char*, 7> view_names{"heatmap", "tile", "memory",  "passes",
                                                       "sweep",   "bits", "profiler"};

inline constexpr std::size_t view_count = view_names.size();
inline constexpr std::array<ViewName, view_count> all_views = [] {
  std::array<ViewName, view_count> all{};
  for (std::size_t i = 0; i < view_count; ++i) all[i] = static_cast<ViewName>(i);
  return all;
}();
static_assert(all_views.back() == ViewName::last, "view_names has a name for each view");

constexpr const char* to_string(ViewName view) { return view_names[static_cast<std::size_t>(view)]; }
Result<ViewName> view_named(std::string_view name);  // refuses others, naming those there are
std::string list_of_views();                         // "heatmap, tile, ..."

}  // namespace bankmap
