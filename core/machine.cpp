#include "core/machine.hpp"

namespace bankmap {

std::string_view to_string(FactStatus status) {
  switch (status) {
    case FactStatus::measured:
      return "measured";
    case FactStatus::documented:
      return "documented";
    case FactStatus::assumed:
      break;
  }
  return "assumed";
}

}  // namespace bankmap
