#include "core/scenario_difference.hpp"

#include <nlohmann/json.hpp>

#include "core/scenario_json.hpp"

namespace bankmap {
namespace {

using Json = nlohmann::ordered_json;

struct Field {
  std::string place;
  std::string value;
};

std::string value_text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// The leaves of a file, each with its place, in the order in which they stand.
void collect(const Json& json, const std::string& place, std::vector<Field>& fields) {
  if (!json.is_structured()) return fields.push_back({place, value_text(json)});
  if (json.empty()) return fields.push_back({place, "none"});
  for (auto each = json.begin(); each != json.end(); ++each) {
    if (json.is_array()) {
      collect(*each, place + "[" + std::to_string(each - json.begin()) + "]", fields);
    } else {
      collect(*each, place.empty() ? each.key() : place + "." + each.key(), fields);
    }
  }
}

std::vector<Field> fields_of(const Scenario& scenario) {
  std::vector<Field> fields;
  collect(Json::parse(write_scenario(scenario)), "", fields);
  return fields;
}

const Field* find(const std::vector<Field>& fields, const std::string& place) {
  for (const Field& field : fields)
    if (field.place == place) return &field;
  return nullptr;
}

}  // namespace

std::vector<FieldDifference> differences(const Scenario& before, const Scenario& after) {
  if (before == after) return {};
  const std::vector<Field> old_fields = fields_of(before);
  const std::vector<Field> new_fields = fields_of(after);
  std::vector<FieldDifference> found;
  for (const Field& field : old_fields) {
    const Field* other = find(new_fields, field.place);
    if (other == nullptr || other->value != field.value)
      found.push_back({field.place, field.value, other == nullptr ? "–" : other->value});
  }
  for (const Field& field : new_fields)
    if (find(old_fields, field.place) == nullptr) found.push_back({field.place, "–", field.value});
  return found;
}

}  // namespace bankmap
