// app/views/pass_timeline_parts.hpp -- the rows of the timeline (internal to it).
#pragma once

#include "app/views/pass_timeline.hpp"

namespace bankmap {

struct TimelinePicture {
  const Frame& frame;
  const Grid& grid;  // rows: passes; columns: banks
  const PassTimeline& timeline;
  float left = 0;        // where the labels begin
  float phase = 0;       // width of the phase's bracket and number; 0 where there is one phase only
  float numbers = 0;     // width of the numbers of passes
  float lanes_left = 0;  // of the strip of lanes; 0: no room for one
  float lane_width = 0;
  Lit lit;

  const TimelineRow& row(std::int64_t index) const { return timeline.rows[static_cast<std::size_t>(index)]; }
  float right() const { return lanes_left > 0 ? lanes_left + lane_width * lane_count : grid.max.x; }
  // Of the rest, the selection is not about it.
  bool dim(const TimelineRow& of) const;
};

void draw_timeline_rows(const TimelinePicture& picture);
void draw_timeline_labels(const TimelinePicture& picture);  // phase, pass, what a round is made of; and the heads
void log_timeline(const TimelinePicture& picture);

}  // namespace bankmap
