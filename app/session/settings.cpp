#include "app/session/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bankmap {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;  // to write: reading, it would look for each key among all before it

constexpr int version = 1;
constexpr std::size_t longest_path = 4096;

const char* fold_name(Fold fold) {
  switch (fold) {
    case Fold::open:
      return "open";
    case Fold::closed:
      return "closed";
    case Fold::automatic:
      break;
  }
  return "automatic";
}

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double number_at(const Json& json, const char* key, double otherwise) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number()) return otherwise;
  const double value = found->get<double>();
  return std::isfinite(value) ? value : otherwise;
}

int whole_at(const Json& json, const char* key, int least, int most, int otherwise) {
  return static_cast<int>(std::clamp<double>(number_at(json, key, otherwise), least, most));
}

Fold fold_at(const Json& json, const char* key) {
  for (const Fold fold : {Fold::open, Fold::closed})
    if (text_at(json, key) == fold_name(fold)) return fold;
  return Fold::automatic;
}

void read_shares(const Json& json, const char* key, std::array<float, view_count>& shares) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array() || found->size() != view_count) return;
  for (std::size_t i = 0; i < view_count; ++i) {
    const Json& value = (*found)[i];
    if (value.is_number()) shares[i] = static_cast<float>(std::clamp(value.get<double>(), 0.01, 100.0));
  }
}

PanelSet read_panels(const Json& json) {
  PanelSet set;
  const auto names = json.find("panels");
  if (names != json.end() && names->is_array()) {
    std::vector<ViewName> shown;
    for (const ViewName panel : all_views) {
      const bool named = std::ranges::any_of(*names, [&](const Json& name) { return name == to_string(panel); });
      if (named) shown.push_back(panel);
    }
    if (!shown.empty()) set.shown = shown;
  }
  read_shares(json, "column_shares", set.column_share);
  read_shares(json, "height_shares", set.height_share);
  return set;
}

std::vector<std::string> read_recent(const Json& json) {
  std::vector<std::string> recent;
  const auto paths = json.find("recent");
  if (paths == json.end() || !paths->is_array()) return recent;
  for (auto path = paths->rbegin(); path != paths->rend(); ++path) {
    if (path->is_string() && path->get_ref<const std::string&>().size() <= longest_path)
      remember_recent(recent, path->get<std::string>());
  }
  return recent;
}

}  // namespace

void remember_recent(std::vector<std::string>& recent, const std::string& path) {
  if (path.empty()) return;
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > most_recent_files) recent.resize(most_recent_files);
}

Result<Settings> read_settings(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return fail("this is no JSON object", "remove the file: it comes back as at the first start");
  Settings settings;
  if (const auto found = json.find("bankmap_settings"); found != json.end() && *found != version) {
    return fail(fmt::format("these are settings of version {}, and this Bankmap reads version {}",
                            shown(found->dump(-1, ' ', false, Json::error_handler_t::replace)), version));
  }
  settings.look.theme = theme_from_name(text_at(json, "theme")).value_or(settings.look.theme);
  settings.look.scale = scale_from_name(text_at(json, "scale")).value_or(settings.look.scale);
  settings.look.text_size = static_cast<float>(number_at(json, "text_size", settings.look.text_size));
  settings.look = clamped(settings.look);
  settings.panels = read_panels(json);
  settings.left = fold_at(json, "setup");
  settings.right = fold_at(json, "results");
  settings.width = whole_at(json, "width", 320, 16'384, settings.width);
  settings.height = whole_at(json, "height", 240, 16'384, settings.height);
  settings.tour_seen = json.value("tour_seen", Json()) == true;
  settings.recent = read_recent(json);
  return settings;
}

Settings merged(const Settings& before, const Settings& ours, const Settings& theirs) {
  Settings all = theirs;
  const auto take = [&](auto part) {
    if (ours.*part != before.*part) all.*part = ours.*part;
  };
  take(&Settings::look);
  take(&Settings::panels);
  take(&Settings::left);
  take(&Settings::right);
  take(&Settings::width);
  take(&Settings::height);
  take(&Settings::tour_seen);
  if (ours.recent == before.recent) return all;
  for (auto path = ours.recent.rbegin(); path != ours.recent.rend(); ++path) {
    const bool is_new = std::ranges::find(before.recent, *path) == before.recent.end();
    if (is_new || *path == ours.recent.front()) remember_recent(all.recent, *path);
  }
  return all;
}

std::string write_settings(const Settings& settings) {
  OrderedJson panels = OrderedJson::array();
  for (const ViewName panel : settings.panels.shown) panels.push_back(to_string(panel));
  const OrderedJson json{{"bankmap_settings", version},
                         {"theme", theme_name(settings.look.theme)},
                         {"scale", scale_name(settings.look.scale)},
                         {"text_size", settings.look.text_size},
                         {"panels", panels},
                         {"column_shares", settings.panels.column_share},
                         {"height_shares", settings.panels.height_share},
                         {"setup", fold_name(settings.left)},
                         {"results", fold_name(settings.right)},
                         {"width", settings.width},
                         {"height", settings.height},
                         {"tour_seen", settings.tour_seen},
                         {"recent", settings.recent}};
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace bankmap
