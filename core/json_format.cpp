#include "core/json_format.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace bankmap {

void check_format(const JsonReader& json, std::string_view format, int version, std::string_view otherwise) {
  const JsonReader name = json["format"];
  if (const std::string found = name.text(); found != format) {
    name.refuse(fmt::format("{}, but \"{}\"", otherwise, shown(found)), fmt::format("\"format\": \"{}\"", format));
  }
  constexpr std::int64_t exact_in_doubles = (std::int64_t{1} << 53) - 1;
  const JsonReader number = json["version"];
  const auto found = number.integer<std::int64_t>(1, exact_in_doubles);
  if (found == version) return;
  number.refuse(fmt::format("version {} is not known here", found),
                fmt::format("this program reads version {}", version));
}

}  // namespace bankmap
