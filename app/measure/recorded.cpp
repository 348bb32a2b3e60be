#include "app/measure/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "app/files.hpp"
#include "core/measurement_json.hpp"

namespace bankmap {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = std::size_t{32} << 20;  // as read_measurements has it

// The folder holds files of other formats too (probes, whole kernels).
bool holds_measurements(std::string_view text) {
  return text.substr(0, 100).find("\"bankmap-measurements\"") != std::string_view::npos;
}

Result<std::vector<Measurement>> measurements_in(const std::string& path, std::string_view text) {
  Result<std::vector<Measurement>> measurements = read_measurements(text);
  if (measurements) return measurements;
  Problem problem = measurements.error();
  problem.place = problem.place.empty() ? path : path + ":" + problem.place;
  return fail(std::move(problem));
}

}  // namespace

void Recorded::add(std::vector<Measurement> measurements) {
  for (Measurement& each : measurements) {
    const auto key = std::pair(each.instruction, addresses_hash(each.addresses));
    measurements_.insert_or_assign(key, std::move(each));
  }
}

const Measurement* Recorded::find(Instruction instruction, const LaneAddresses& lanes) const {
  if (measurements_.empty()) return nullptr;
  const auto found = measurements_.find({instruction, addresses_hash(lanes)});
  return found == measurements_.end() ? nullptr : &found->second;
}

Result<std::vector<Measurement>> read_measurements_file(const std::string& path) {
  const Result<std::string> text = read_file(path, max_file_bytes);
  if (!text) return fail(text.error());
  return measurements_in(path, *text);
}

Result<std::vector<Measurement>> read_ordinary_measurements(const std::string& path) {
  const auto refuse = [&path](std::string what, std::string hint) {
    return fail({.what = std::move(what), .hint = std::move(hint), .place = path, .range = {}});
  };
  constexpr const char* right = "type the path of a file that 'bankmap measure --record FILE' wrote";
  if (path.empty()) return fail("no file is named", right);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    return refuse(path == "-" ? "there is no standard input here" : "there is no such file", right);
  if (fs::is_directory(status)) return refuse("this is a folder, not a file", "name a file in it");
  if (!fs::is_regular_file(status)) return refuse("this is no ordinary file", right);
  if (const auto bytes = fs::file_size(path, error); !error && bytes > max_file_bytes)
    return refuse(fmt::format("is larger than {} bytes", max_file_bytes), right);
  const std::string plain = path == "-" ? "./-" : path;  // a file of that name
  return read_measurements_file(plain);
}

Result<Recorded> load_recorded(const Assets& assets, BrokenFiles* broken) {
  Recorded recorded;
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator at(assets.folder / "measurements", error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() == ".json") files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    const Result<std::string> text = read_ordinary_file(file, max_file_bytes);
    if (text && !holds_measurements(*text)) continue;
    Result<std::vector<Measurement>> measurements =
        text ? measurements_in(file, *text) : Result<std::vector<Measurement>>(fail(text.error()));
    if (measurements) {
      recorded.add(*std::move(measurements));
    } else if (!leave_out(broken, measurements.error())) {
      return fail(measurements.error());
    }
  }
  return recorded;
}

}  // namespace bankmap
