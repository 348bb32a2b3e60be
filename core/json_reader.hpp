// core/json_reader.hpp -- strict reading of JSON: every refusal says where, what is wrong and what would be right.
//
//     {"rows": 32, "colums": 8}       /colums: unknown key "colums"; the keys here are rows, columns
//     {"rows": "many"}                /rows: a whole number is needed, not a text; 1 to 65536
//     {"rows": 32,}                   1:13: ...   line and column, where the text is no JSON at all
//
// A JsonReader stands on one value of the document. The first problem is kept and the rest is read as if nothing had
// happened (numbers become their smallest, texts and lists empty), so code that reads has no branch for errors:
//
//     Result<Tile> tile = read_json<Tile>(text, {}, [](const JsonReader& json) {
//       json.keys({"rows", "columns"}, {"name"});                   // needed, and optional ones; no others
//       Tile read;
//       read.rows = json["rows"].integer<int>(1, 65'536);
//       if (json.has("name")) read.name = json["name"].text();
//       return read;
//     });
//
// Refused while parsing, before anything is read: sizes, numbers of values and nesting over JsonLimits, repeated keys, invalid UTF-8.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/problem.hpp"

namespace bankmap {

struct JsonLimits {
  std::size_t document_bytes = 1 << 20;
  std::size_t text_bytes = 4096;   // of each string, also of keys
  int depth = 16;                  // levels of {} and []
  std::size_t values = 2'000'000;  // of all kinds: "{}," in a file is 3 bytes, in memory some 100
};

class JsonReader {
 public:
  JsonReader(const nlohmann::json* value, std::string place, std::optional<Problem>* first_problem)
      : value_(value), place_(std::move(place)), first_problem_(first_problem) {}

  const std::string& place() const { return place_; }  // JSON pointer: "/tiles/0/rows"; empty for the whole document

  // This is an object with all of the needed keys, perhaps some of the optional ones, and no others.
  void keys(std::initializer_list<std::string_view> needed,
            std::initializer_list<std::string_view> optional = {}) const;
  bool has(std::string_view key) const;
  JsonReader operator[](std::string_view key) const;  // refuses where the key is missing

  // The values of a list; refuses other things, and lists that are too long or too short.
  std::vector<JsonReader> items(std::size_t most, std::size_t fewest = 0) const;

  bool is_object() const;
  bool is_list() const;
  bool is_number() const;
  bool is_text() const;

  template <std::integral T>
  T integer(T lowest, T highest) const {
    static_assert(sizeof(T) < 8 || std::is_signed_v<T>);
    return static_cast<T>(integer_between(lowest, highest));
  }
  double number(double lowest, double highest) const;
  std::string text() const;
  bool boolean() const;

  // The value whose name this text is; refuses other texts and lists the names. names: {name, value} pairs, never
  // empty.
  template <class T>
  T one_of(std::span<const std::pair<std::string_view, T>> names) const {
    const std::string name = text();
    std::string known;
    for (const auto& [known_name, value] : names) {
      if (known_name == name) return value;
      known += (known.empty() ? "" : ", ") + std::string(known_name);
    }
    refuse("unknown name \"" + name + "\"", "one of " + known);
    return names.front().second;
  }

  // Reports a problem at this place (kept only if it is the first one).
  void refuse(std::string what, std::string hint = {}) const;
  void refuse(Problem problem) const;  // its place goes below this one
  bool refused() const { return first_problem_->has_value(); }

 private:
  std::int64_t integer_between(std::int64_t lowest, std::int64_t highest) const;
  void refuse_kind(std::string_view needed, std::string hint = {}) const;

  const nlohmann::json* value_;  // null below a value that is missing: everything read from there is empty
  std::string place_;
  std::optional<Problem>* first_problem_;
};

// A document that has been parsed; owns the values that its readers stand on.
class JsonDocument {
 public:
  static Result<JsonDocument> parse(std::string_view text, const JsonLimits& limits = {});
  JsonReader root(std::optional<Problem>& first_problem) const;
  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  ~JsonDocument();

 private:
  explicit JsonDocument(std::unique_ptr<nlohmann::json> value);
  std::unique_ptr<nlohmann::json> value_;
};

// Parses, reads with read(JsonReader) -> T, and returns the value or the first problem.
template <class T, class Read>
Result<T> read_json(std::string_view text, const JsonLimits& limits, Read&& read) {
  const Result<JsonDocument> document = JsonDocument::parse(text, limits);
  if (!document) return fail(document.error());
  std::optional<Problem> first_problem;
  T value = read(document->root(first_problem));
  if (first_problem) return fail(*std::move(first_problem));
  return value;
}

}  // namespace bankmap
