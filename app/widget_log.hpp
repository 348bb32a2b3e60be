// app/widget_log.hpp -- which widget is where, and what it shows: so that a test can click by name and read what is
// drawn.
//
//     log.item("tile.rows", "32");                          // after the ImGui call that made the item
//     log.area("heatmap.lane9.bank9", min, max, "2");       // something drawn by hand
//
// Switched off (the ordinary case) it does nothing. Switched on, it holds the last frame that was drawn. Names are
// unique in a frame: words joined by dots, from the large to the small. find() gives the later of two with one name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/imgui_compat.hpp"
#include "core/problem.hpp"

namespace bankmap {

struct LoggedWidget {
  std::string name;
  ImVec2 min;  // [px] in the window
  ImVec2 max;
  bool visible = false;  // the middle is inside what the panel shows (not scrolled away)
  std::string text;      // what it shows
  ImVec2 middle() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
};

class WidgetLog {
 public:
  explicit WidgetLog(bool on) : on_(on) {}
  bool on() const { return on_; }                                // ask before building an expensive name
  void switch_to(bool on) { on_ = on; }                          // between frames
  void begin_frame();                                            // forgets the frame before
  void item(std::string_view name, std::string_view text = {});  // the rectangle of the last ImGui item
  void area(std::string_view name, ImVec2 min, ImVec2 max, std::string_view text = {});
  // While it lives, names begin with its text: "b.heatmap.cell.0.0" in the right half of a comparison.
  class Within {
   public:
    Within(WidgetLog& log, std::string_view prefix) : log_(log), outer_(log.prefix_) { log.prefix_ += prefix; }
    ~Within() { log_.prefix_ = std::move(outer_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    WidgetLog& log_;
    std::string outer_;
  };
  const LoggedWidget* find(std::string_view name) const;  // null: not drawn in the last frame
  const std::vector<LoggedWidget>& widgets() const { return widgets_; }

 private:
  bool on_ = false;
  std::string prefix_;
  std::vector<LoggedWidget> widgets_;
};

// {"widgets": [{"name": "tile.rows", "x": 8, "y": 80, "width": 200, "height": 24, "visible": true, "text": "32"}, ...]}
std::string to_json(const WidgetLog& log);
// A reader never sees half of it.
Result<void> write_widget_log(const WidgetLog& log, const std::string& path);

}  // namespace bankmap
