#include "core/view_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bankmap {

std::string list_of_views() { return fmt::format("{}", fmt::join(view_names, ", ")); }

Result<ViewName> view_named(std::string_view name) {
  for (const ViewName each : all_views) {
    if (to_string(each) == name) return each;
  }
  return fail(fmt::format("'{}' is no view", shown(name)), fmt::format("one of {}", list_of_views()));
}

}  // namespace bankmap
