#include "core/hardware_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace bankmap {
namespace {

constexpr int most_wavefronts = 1 << 20;

// One field of the file and where it stands.
struct Field {
  std::string_view text;
  std::size_t begin = 0;  // [bytes] from the start of the file
  int line = 0;
  int column = 0;  // 1-based [bytes]
};
using Fields = std::vector<Field>;

Problem refusal(const Field& field, std::string what, std::string hint) {
  return {.what = std::move(what),
          .hint = std::move(hint),
          .place = fmt::format("{}:{}", field.line, field.column),
          .range = {field.begin, field.begin + field.text.size()}};
}

// One more than there are kinds of columns: a line with more is refused, and need not be taken apart to its end.
constexpr std::size_t most_fields = 40;

Fields split_line(std::string_view line_text, std::size_t begin, int line) {
  Fields fields;
  for (std::size_t at = 0; fields.size() < most_fields;) {
    const std::size_t comma = std::min(line_text.find(',', at), line_text.size());
    fields.push_back({line_text.substr(at, comma - at), begin + at, line, static_cast<int>(at) + 1});
    if (comma == line_text.size()) break;
    at = comma + 1;
  }
  return fields;
}

// Goes through the lines of a text; an end of line may be "\n" or "\r\n".
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  bool next(Fields& fields) {
    if (begin_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
    std::string_view line = text_.substr(begin_, end - begin_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    fields = split_line(line, begin_, ++line_);
    begin_ = end + 1;
    return true;
  }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  int line_ = 0;
};

Result<std::uint32_t> whole_number(const Field& field, int base, std::uint32_t most) {
  std::uint64_t number = 0;
  const char* end = field.text.data() + field.text.size();
  const auto [stop, error] = std::from_chars(field.text.data(), end, number, base);
  if (field.text.empty() || error != std::errc{} || stop != end || number > most) {
    return fail(
        refusal(field, fmt::format("\"{}\" is no {}number", shown(field.text), base == 16 ? "hexadecimal " : ""),
                base == 16 ? "up to eight digits, such as 0000ffff" : fmt::format("a whole number, 0 to {}", most)));
  }
  return static_cast<std::uint32_t>(number);
}

Result<std::optional<double>> cycles(const Field& field) {
  if (field.text.empty()) return std::nullopt;
  double number = 0;
  const char* end = field.text.data() + field.text.size();
  const auto [stop, error] = std::from_chars(field.text.data(), end, number, std::chars_format::fixed);
  if (error == std::errc{} && stop == end && std::isfinite(number) && number >= 0) return number;
  return fail(
      refusal(field, fmt::format("\"{}\" is no number of cycles", shown(field.text)), "such as 31.961, or empty"));
}

// ---- columns ----

constexpr std::size_t first_lane = 2;
constexpr std::size_t wavefronts = first_lane + lane_count;
constexpr std::size_t bank_conflicts = wavefronts + 1;
constexpr std::size_t first_optional = bank_conflicts + 1;
constexpr std::size_t column_kinds = first_optional + 3;
static_assert(column_kinds < most_fields);
constexpr std::size_t absent = std::numeric_limits<std::size_t>::max();

using Columns = std::array<std::size_t, column_kinds>;  // [kind] which field of a row holds it

std::string column_name(std::size_t kind) {
  if (kind >= first_lane && kind < wavefronts) return fmt::format("lane{}", kind - first_lane);
  constexpr std::array<std::string_view, 2> before{"instruction", "active_mask"};
  constexpr std::array<std::string_view, 5> after{"wavefronts", "bank_conflicts", "latency_cycles", "one_warp_cycles",
                                                  "sixteen_warp_cycles"};
  return std::string(kind < first_lane ? before[kind] : after[kind - wavefronts]);
}

Result<Columns> read_columns(const Fields& header) {
  Columns columns;
  columns.fill(absent);
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::size_t kind = 0;
    while (kind < column_kinds && column_name(kind) != header[i].text) ++kind;
    if (kind == column_kinds) {
      return fail(refusal(header[i], fmt::format("unknown column \"{}\"", shown(header[i].text)),
                          "instruction, active_mask, lane0 to lane31, wavefronts, bank_conflicts, latency_cycles, "
                          "one_warp_cycles, sixteen_warp_cycles"));
    }
    if (columns[kind] != absent) {
      return fail(refusal(header[i], fmt::format("the column {} is given twice", header[i].text), "keep one of them"));
    }
    columns[kind] = i;
  }
  for (std::size_t kind = 0; kind < first_optional; ++kind) {
    if (columns[kind] != absent) continue;
    return fail(refusal(header.front(), fmt::format("the column {} is missing", column_name(kind)),
                        "the first line names the columns"));
  }
  return columns;
}

// ---- rows ----

// Reads the fields of one row; after the first problem it reads nothing more.
class RowReader {
 public:
  RowReader(const Fields& fields, const Columns& columns) : fields_(fields), columns_(columns) {}

  Result<HardwareRow> read() {
    row_.line = fields_.front().line;
    keep(instruction_named(field(0).text), row_.instruction, field(0));
    keep(whole_number(field(1), 16, all_lanes), row_.lanes.active);
    for (int lane = 0; lane < lane_count; ++lane) read_lane(lane);
    keep(whole_number(field(wavefronts), 10, most_wavefronts), row_.wavefronts);
    keep(whole_number(field(bank_conflicts), 10, most_wavefronts), row_.bank_conflicts);
    read_cycles(first_optional, row_.latency_cycles);
    read_cycles(first_optional + 1, row_.one_warp_cycles);
    read_cycles(first_optional + 2, row_.sixteen_warp_cycles);
    if (problem_) return fail(*problem_);
    return row_;
  }

 private:
  const Field& field(std::size_t kind) const { return fields_[columns_[kind]]; }

  template <class T, class To>
  void keep(const Result<T>& value, To& to) {
    if (value) {
      to = static_cast<To>(*value);
    } else if (!problem_) {
      problem_ = value.error();
    }
  }
  template <class T>
  void keep(const Result<T>& value, T& to, const Field& from) {
    if (value) {
      to = *value;
    } else if (!problem_) {
      problem_ = refusal(from, value.error().what, value.error().hint);
    }
  }

  void read_lane(int lane) {
    const Field& from = field(first_lane + static_cast<std::size_t>(lane));
    const bool active = has_lane(row_.lanes.active, lane);
    if (problem_ || (from.text.empty() && !active)) return;
    std::uint32_t& address = row_.lanes.byte_address[static_cast<std::size_t>(lane)];
    keep(whole_number(from, 10, std::numeric_limits<std::uint32_t>::max()), address);
    const InstructionInfo& about = info(row_.instruction);
    const auto access_bytes = static_cast<std::uint32_t>(about.access_bytes);
    if (problem_ || !active || !has_lane(about.address_lanes, lane) || address % access_bytes == 0) return;
    problem_ = refusal(from,
                       fmt::format("lane {}: {} reaches {} bytes at {}, which is no multiple of {}", lane, about.name,
                                   access_bytes, address, access_bytes),
                       "the hardware faults on such an address");
  }

  void read_cycles(std::size_t kind, std::optional<double>& to) {
    if (columns_[kind] != absent) keep(cycles(field(kind)), to);
  }

  const Fields& fields_;
  const Columns& columns_;
  HardwareRow row_;
  std::optional<Problem> problem_;
};

}  // namespace

Result<HardwareTable> read_hardware_table(std::string_view csv_text) {
  if (csv_text.size() > max_table_bytes) {
    return fail(fmt::format("a table of {} bytes", csv_text.size()), fmt::format("at most {} bytes", max_table_bytes));
  }
  Lines lines(csv_text);
  Fields fields;
  if (!lines.next(fields)) return fail("the table is empty", "the first line names the columns");
  const Result<Columns> columns = read_columns(fields);
  if (!columns) return fail(columns.error());
  const std::size_t width = fields.size();
  HardwareTable table;
  while (lines.next(fields)) {
    if (fields.size() != width) {
      const std::string_view more = fields.size() == most_fields ? " or more" : "";
      return fail(refusal(fields.front(), fmt::format("a row of {}{} fields", fields.size(), more),
                          fmt::format("{}, as many as the first line has", width)));
    }
    if (table.size() == max_table_rows) {
      return fail(
          refusal(fields.front(), fmt::format("more than {} rows", max_table_rows), "a table in several files"));
    }
    Result<HardwareRow> row = RowReader(fields, *columns).read();
    if (!row) return fail(std::move(row.error()));
    table.push_back(*std::move(row));
  }
  return table;
}

TableVerdict verify(const HardwareTable& table, const MachineProfile& machine) {
  TableVerdict verdict;
  for (const HardwareRow& row : table) {
    ++verdict.rows;
    const InstructionRule* rule = machine.rule(row.instruction);
    if (rule == nullptr) {
      const auto why = machine.not_modelled.find(row.instruction);
      verdict.differing.push_back({row, std::nullopt, why == machine.not_modelled.end() ? "no rule" : why->second});
      continue;
    }
    const InstructionRule* load_rule = rule->loop_load ? machine.rule(*rule->loop_load) : nullptr;
    const WarpCost cost = count_wavefronts(*rule, load_rule, row.lanes);
    if (cost.wavefronts == row.wavefronts && cost.bank_conflicts == row.bank_conflicts) {
      ++verdict.exact;
    } else {
      verdict.differing.push_back({row, cost, {}});
    }
  }
  return verdict;
}

std::string to_string(const RowDifference& difference) {
  const HardwareRow& row = difference.measured;
  std::string text =
      fmt::format("line {}, {}, active_mask {:08x}: ", row.line, info(row.instruction).name, row.lanes.active);
  if (!difference.predicted) return text + "not modelled, " + difference.reason;
  return text + fmt::format("wavefronts {}, measured {}; bank_conflicts {}, measured {}",
                            difference.predicted->wavefronts, row.wavefronts, difference.predicted->bank_conflicts,
                            row.bank_conflicts);
}

}  // namespace bankmap
