#include "app/commands/hardware_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace bankmap {
namespace {

// Fields of one line. Quotes may hold commas, and "" for a quote; a field does not go on over the end of the line.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '"' && quoted && at + 1 < line.size() && line[at + 1] == '"') {
      fields.back() += line[++at];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

// Takes one line off the front, without its line feed or carriage return.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

struct Columns {
  std::size_t instruction = 0;
  std::size_t active_mask = 0;
  std::array<std::size_t, lane_count> lane{};
  std::size_t wavefronts = 0;
  std::size_t bank_conflicts = 0;
  std::vector<std::string> names;
};

Problem header_problem(std::string what) {
  return {.what = std::move(what),
          .hint = "the first line names the columns: instruction,active_mask,lane0,...,lane31,wavefronts,bank_conflicts",
          .place = "1",
          .range = {}};
}

Result<std::size_t> column_named(const std::vector<std::string>& names, const std::string& name) {
  const auto count = std::count(names.begin(), names.end(), name);
  if (count == 0) return fail(header_problem(fmt::format("there is no column {}", name)));
  if (count > 1) return fail(header_problem(fmt::format("there are {} columns {}", count, name)));
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

Result<Columns> read_header(std::string_view line) {
  if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);  // spreadsheets begin UTF-8 files with this mark
  Columns columns;
  columns.names = fields_of(line);
  std::vector<std::pair<std::string, std::size_t*>> wanted{{"instruction", &columns.instruction},
                                                           {"active_mask", &columns.active_mask},
                                                           {"wavefronts", &columns.wavefronts},
                                                           {"bank_conflicts", &columns.bank_conflicts}};
  for (int lane = 0; lane < lane_count; ++lane) {
    wanted.emplace_back(fmt::format("lane{}", lane), &columns.lane[static_cast<std::size_t>(lane)]);
  }
  for (const auto& [name, index] : wanted) {
    const Result<std::size_t> found = column_named(columns.names, name);
    if (!found) return fail(found.error());
    *index = *found;
  }
  return columns;
}

// Reads the fields of one row; keeps the first problem.
class RowReader {
 public:
  RowReader(const Columns& columns, const std::vector<std::string>& fields, int line)
      : columns_(columns), fields_(fields), line_(line) {}

  Result<HardwareRow> read() {
    if (fields_.size() != columns_.names.size()) {
      return fail({.what = fmt::format("{} fields, but {} columns", fields_.size(), columns_.names.size()),
                   .hint = {},
                   .place = std::to_string(line_),
                   .range = {}});
    }
    HardwareRow row{.line = line_};
    const Result<Instruction> instruction = instruction_named(fields_[columns_.instruction]);
    if (instruction) {
      row.instruction = *instruction;
    } else {
      problem_ = placed(instruction.error(), columns_.instruction);
    }
    row.lanes.active = number<std::uint32_t>(columns_.active_mask, 16, "a hexadecimal mask of 32 lanes, such as ffffffff");
    for (std::size_t lane = 0; lane < columns_.lane.size(); ++lane) {
      row.lanes.byte_address[lane] = number<std::uint32_t>(columns_.lane[lane], 10, "a byte address, 0 to 4294967295");
    }
    row.wavefronts = number<int>(columns_.wavefronts, 10, "a whole number");
    row.bank_conflicts = number<int>(columns_.bank_conflicts, 10, "a whole number");
    if (problem_) return fail(*std::move(problem_));
    return row;
  }

 private:
  Problem placed(Problem problem, std::size_t column) const {
    problem.place = fmt::format("{}, column {}", line_, columns_.names[column]);
    return problem;
  }

  template <class T>
  T number(std::size_t column, int base, std::string_view needed) {
    const std::string& text = fields_[column];
    const char* const end = text.data() + text.size();
    T value{};
    const auto [stop, error] = std::from_chars(text.data(), end, value, base);
    const bool good = error == std::errc() && stop == end;
    if (!good && !problem_) {
      problem_ = placed({.what = fmt::format("'{}' is no number that fits", text), .hint = fmt::format("{} is needed", needed)}, column);
    }
    return good ? value : T{};
  }

  const Columns& columns_;
  const std::vector<std::string>& fields_;
  int line_;
  std::optional<Problem> problem_;
};

}  // namespace

Result<std::vector<HardwareRow>> read_hardware_table(std::string_view csv) {
  const Result<Columns> columns = read_header(next_line(csv));
  if (!columns) return fail(columns.error());
  std::vector<HardwareRow> rows;
  for (int line = 2; !csv.empty(); ++line) {
    const std::string_view text = next_line(csv);
    if (text.empty()) continue;
    const std::vector<std::string> fields = fields_of(text);
    Result<HardwareRow> row = RowReader(*columns, fields, line).read();
    if (!row) return fail(row.error());
    rows.push_back(*std::move(row));
  }
  if (rows.empty()) return fail({.what = "the table has no rows", .hint = {}, .place = "2", .range = {}});
  return rows;
}

}  // namespace bankmap
