// app/session/settings.hpp -- what the window remembers from one run to the next: how it looks, never what one works on.
//
//     {"bankmap_settings": 1, "theme": "dark", "text_size": 14, "panels": ["heatmap", "bits"], "recent": ["a.json"], ...}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/theme.hpp"
#include "app/views/panel_tiling.hpp"
#include "app/views/top_bar.hpp"

namespace bankmap {

inline constexpr std::size_t most_recent_files = 12;

struct Settings {
  Look look;
  PanelSet panels;
  Fold left = Fold::automatic;
  Fold right = Fold::automatic;
  int width = 1440;  // [px at scale 1] of the window
  int height = 900;
  bool tour_seen = false;
  std::vector<std::string> recent;  // absolute paths, the latest first
  bool operator==(const Settings&) const = default;
};

// The path goes to the front, once; the oldest of too many falls off.
void remember_recent(std::vector<std::string>& recent, const std::string& path);

// What cannot be understood (a wrong type, a name that is not ours) is as at the first start, entry by entry: settings never
// stand in the way. Text that is no JSON object at all, or of another version, is a Problem, to be said once: its file is
// set aside, so that nothing is lost.
Result<Settings> read_settings(std::string_view text);
std::string write_settings(const Settings& settings);

// Two windows keep one file: what this one changed since `before`, and the rest as the other left it. Recent files are of both.
Settings merged(const Settings& before, const Settings& ours, const Settings& theirs);

}  // namespace bankmap
