#include "core/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace bankmap {
namespace {

using nlohmann::json;

// One step of a JSON pointer (RFC 6901): "/" in a key is written "~1", "~" is written "~0".
std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return shown(step);
}

std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? byte + 1 : byte - newline;
  return fmt::format("{}:{}", line, column);
}

// The library writes "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing
// ...": we have our own position, and no use for its name of the exception.
std::string without_position(std::string_view message) {
  const std::size_t column = message.find("column ");
  const std::size_t colon = column == std::string_view::npos ? column : message.find(": ", column);
  if (colon != std::string_view::npos) return std::string(message.substr(colon + 2));
  const std::size_t bracket = message.find("] ");
  return std::string(bracket == std::string_view::npos ? message : message.substr(bracket + 2));
}

// Builds the document while it is parsed, and stops at the first thing that is not allowed.
class Builder final : public nlohmann::json_sax<json> {
 public:
  Builder(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return text_fits(value) && add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!text_fits(name)) return false;
    key_ = name;
    if (open_.back()->contains(key_))
      return stop(fmt::format("the key \"{}\" is given twice", shown(key_)), "keep one of them");
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    const std::size_t byte = std::min(position == 0 ? 0 : position - 1, text_.size());
    problem = Problem{.what = "this is not JSON: " + without_position(error.what()),
                      .hint = {},
                      .place = line_and_column(text_, byte),
                      .range = {byte, byte}};
    return false;
  }

  json document;
  Problem problem;

 private:
  std::string next_place() const {
    std::string place;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) place += step_into(*open_[i], keys_[i + 1]);
    if (!open_.empty()) place += step_into(*open_.back(), key_);
    return place;
  }
  // Where the next value of a list, or the value of this key, goes. A list that is open already holds the open value.
  std::string step_into(const json& parent, std::string_view key) const {
    if (parent.is_object()) return pointer_step(key);
    const bool holds_it = &parent != open_.back();
    return fmt::format("/{}", parent.size() - (holds_it ? 1 : 0));
  }
  bool stop(std::string what, std::string hint) {
    problem = Problem{.what = std::move(what), .hint = std::move(hint), .place = next_place(), .range = {}};
    return false;
  }
  bool text_fits(const std::string& text) {
    if (text.size() <= limits_.text_bytes) return true;
    return stop(fmt::format("a text of {} bytes", text.size()), fmt::format("at most {} bytes", limits_.text_bytes));
  }
  bool add(json value) { return place_value(std::move(value)) != nullptr; }
  json* place_value(json value) {
    if (++values_ > limits_.values) {
      stop("too many values", fmt::format("at most {} in a file", limits_.values));
      return nullptr;
    }
    if (open_.empty()) return &(document = std::move(value));
    json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[key_] = std::move(value));
  }
  bool open(json empty) {
    if (open_.size() >= static_cast<std::size_t>(limits_.depth)) {
      return stop("nested too deep", fmt::format("at most {} levels of {{}} and []", limits_.depth));
    }
    json* const placed = place_value(std::move(empty));
    if (placed == nullptr) return false;
    open_.push_back(placed);
    keys_.push_back(key_);
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string_view text_;
  JsonLimits limits_;
  std::vector<json*> open_;        // the objects and lists around what comes next
  std::vector<std::string> keys_;  // [open] the key under which each stands in its parent
  std::string key_;
  std::size_t values_ = 0;
};

std::string_view kind_of(const json& value) {
  switch (value.type()) {
    case json::value_t::object:
      return "an object";
    case json::value_t::array:
      return "a list";
    case json::value_t::string:
      return "a text";
    case json::value_t::boolean:
      return "true or false";
    case json::value_t::number_float:
      return "a number with a fraction";
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
      return "a number";
    default:
      return "null";
  }
}

std::string joined(std::initializer_list<std::string_view> first, std::initializer_list<std::string_view> second) {
  std::vector<std::string_view> all(first);
  all.insert(all.end(), second.begin(), second.end());
  return fmt::format("{}", fmt::join(all, ", "));
}

bool holds(std::initializer_list<std::string_view> keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.document_bytes) {
    return fail(fmt::format("a file of {} bytes", text.size()), fmt::format("at most {} bytes", limits.document_bytes));
  }
  // The JSON library takes a NUL between two values for the end of the text, and would not look at what is hidden behind it.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return fail("this is no text file: it holds a NUL byte", "a file saved as UTF-8", {nul, nul + 1});
  }
  Builder builder(text, limits);
  if (!json::sax_parse(text.begin(), text.end(), &builder)) return fail(std::move(builder.problem));
  return JsonDocument(std::make_unique<json>(std::move(builder.document)));
}

JsonDocument::JsonDocument(std::unique_ptr<nlohmann::json> value) : value_(std::move(value)) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

JsonReader JsonDocument::root(std::optional<Problem>& first_problem) const {
  return JsonReader(value_.get(), "", &first_problem);
}

void JsonReader::refuse(std::string what, std::string hint) const {
  refuse(Problem{.what = std::move(what), .hint = std::move(hint), .place = {}, .range = {}});
}

void JsonReader::refuse(Problem problem) const {
  if (value_ == nullptr || refused()) return;
  problem.place = place_ + (problem.place.empty() || problem.place.front() == '/' ? "" : "/") + problem.place;
  *first_problem_ = std::move(problem);
}

void JsonReader::refuse_kind(std::string_view needed, std::string hint) const {
  if (value_ != nullptr) refuse(fmt::format("{} is needed, not {}", needed, kind_of(*value_)), std::move(hint));
}

void JsonReader::keys(std::initializer_list<std::string_view> needed,
                      std::initializer_list<std::string_view> optional) const {
  if (!is_object()) return refuse_kind("an object", fmt::format("with the keys {}", joined(needed, optional)));
  for (const auto& [key, value] : value_->items()) {
    if (holds(needed, key) || holds(optional, key)) continue;
    (*this)[key].refuse(fmt::format("unknown key \"{}\"", shown(key)), "the keys here are " + joined(needed, optional));
  }
  for (const std::string_view key : needed) (*this)[key];
}

bool JsonReader::has(std::string_view key) const { return is_object() && value_->contains(std::string(key)); }

JsonReader JsonReader::operator[](std::string_view key) const {
  const nlohmann::json* member = nullptr;
  if (!is_object()) {
    refuse_kind("an object", fmt::format("with the key {}", key));
  } else if (const auto found = value_->find(std::string(key)); found != value_->end()) {
    member = &*found;
  } else {
    refuse(fmt::format("the key \"{}\" is missing", shown(key)));
  }
  return JsonReader(member, place_ + pointer_step(key), first_problem_);
}

std::vector<JsonReader> JsonReader::items(std::size_t most, std::size_t fewest) const {
  std::vector<JsonReader> readers;
  if (!is_list()) {
    refuse_kind("a list");
    return readers;
  }
  if (value_->size() > most || value_->size() < fewest) {
    refuse(fmt::format("a list of {}", value_->size()),
           fewest == most ? fmt::format("exactly {}", most) : fmt::format("{} to {}", fewest, most));
    return readers;
  }
  for (std::size_t i = 0; i < value_->size(); ++i) {
    readers.emplace_back(&(*value_)[i], fmt::format("{}/{}", place_, i), first_problem_);
  }
  return readers;
}

bool JsonReader::is_object() const { return value_ != nullptr && value_->is_object(); }
bool JsonReader::is_list() const { return value_ != nullptr && value_->is_array(); }
bool JsonReader::is_number() const { return value_ != nullptr && value_->is_number(); }
bool JsonReader::is_text() const { return value_ != nullptr && value_->is_string(); }

std::int64_t JsonReader::integer_between(std::int64_t lowest, std::int64_t highest) const {
  const std::string range = fmt::format("{} to {}", lowest, highest);
  if (value_ == nullptr || !value_->is_number_integer()) {
    refuse_kind("a whole number", range);
    return lowest;
  }
  const bool too_big = value_->is_number_unsigned() && value_->get<std::uint64_t>() > std::uint64_t{INT64_MAX};
  const std::int64_t number = too_big ? 0 : value_->get<std::int64_t>();
  if (!too_big && number >= lowest && number <= highest) return number;
  refuse(fmt::format("{} is out of range", value_->dump()), range);
  return lowest;
}

double JsonReader::number(double lowest, double highest) const {
  if (!is_number()) {
    refuse_kind("a number", fmt::format("{} to {}", lowest, highest));
    return lowest;
  }
  const double number = value_->get<double>();
  if (number >= lowest && number <= highest) return number;
  refuse(fmt::format("{} is out of range", number), fmt::format("{} to {}", lowest, highest));
  return lowest;
}

std::string JsonReader::text() const {
  if (is_text()) return value_->get<std::string>();
  refuse_kind("a text");
  return {};
}

bool JsonReader::boolean() const {
  if (value_ != nullptr && value_->is_boolean()) return value_->get<bool>();
  refuse_kind("true or false");
  return false;
}

}  // namespace bankmap
