#include "app/commands/measurements_option.hpp"

#include <utility>

#include "app/measure/recorded.hpp"

namespace bankmap {

Result<std::optional<ReadRecorded>> read_measurements_option(const std::optional<std::string>& named,
                                                             const std::string& scenario) {
  if (!named) return std::nullopt;
  const auto wrong = [](std::string what, std::string hint) {
    return fail({.what = std::move(what), .hint = std::move(hint), .place = "--measurements", .range = {}});
  };
  if (named->empty()) return wrong("the file name is empty", "give a file, or - for standard input");
  if (*named == "-" && scenario == "-")
    return wrong("standard input is the scenario already", "give a file here, or for the scenario");
  Result<std::vector<Measurement>> read = read_measurements_file(*named);
  if (!read) return fail(read.error());
  return ReadRecorded{*named == "-" ? "standard input" : *named, std::move(read)};
}

}  // namespace bankmap
