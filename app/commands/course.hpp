// app/commands/course.hpp -- what every command about lessons begins with.
#pragma once

#include "app/assets.hpp"
#include "core/machine.hpp"

namespace bankmap {

struct Course {
  Assets assets;
  MachineProfiles machines;
};
Result<Course> find_course();

}  // namespace bankmap
