// app/commands/measurements_option.hpp -- "--measurements FILE" of the window and of render: read once, and passed on as what
// was in it, for standard input cannot be read again.
#pragma once

#include <optional>
#include <string>

#include "app/measure/recorded_reader.hpp"

namespace bankmap {

// named: absent where the option was not given. Refuses an empty name, a broken file, and standard input for both this and
// the scenario.
Result<std::optional<ReadRecorded>> read_measurements_option(const std::optional<std::string>& named,
                                                             const std::string& scenario);

}  // namespace bankmap
