#include "app/commands/course.hpp"

#include <utility>

#include "app/commands/command.hpp"

namespace bankmap {

Result<Course> find_course() {
  Result<Assets> assets = find_assets();
  if (!assets) return fail(assets.error());
  Result<MachineProfiles> machines = usable_machines(*assets);
  if (!machines) return fail(machines.error());
  return Course{*std::move(assets), *std::move(machines)};
}

}  // namespace bankmap
