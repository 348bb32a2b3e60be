// app/views/cached.hpp -- what a view draws from and need not work out again while the question stays the same.
//
//     const TileMap& map = own.map.of(frame, [&] { return tile_map(frame.scenario, frame.access); });
#pragma once

#include <optional>

#include "app/views/frame.hpp"

namespace bankmap {

template <class Value>
class Cached {
 public:
  // make() is called where the scenario or the access that is open is another than last time.
  template <class Make>
  const Value& of(const Frame& frame, Make&& make) {
    if (!value_ || access_ != frame.access || scenario_ != frame.scenario) {
      value_ = make();
      access_ = frame.access;
      scenario_ = frame.scenario;
    }
    return *value_;
  }

 private:
  Scenario scenario_;
  int access_ = -1;
  std::optional<Value> value_;
};

}  // namespace bankmap
