// app/view_action.hpp -- which action shows a view: alone, or beside the others.
//
//     action_of(ViewName::passes, false)     Action::show_passes
#pragma once

#include <cstddef>

#include "app/action.hpp"
#include "core/view_name.hpp"

namespace bankmap {

constexpr Action action_of(ViewName view, bool beside) {
  const Action first = beside ? Action::beside_heatmap : Action::show_heatmap;
  return static_cast<Action>(static_cast<std::size_t>(first) + static_cast<std::size_t>(view));
}

// The actions of one list stand before those of the next.
constexpr bool fills(Action first, Action behind) {
  return static_cast<std::size_t>(first) + view_count == static_cast<std::size_t>(behind);
}
static_assert(fills(Action::show_heatmap, Action::beside_heatmap),
              "each view has an action show_..., in the order of ViewName");
static_assert(fills(Action::beside_heatmap, Action::show_all),
              "each view has an action beside_..., in the order of ViewName");

}  // namespace bankmap
