// core/json_format.hpp -- the first two keys of every file of ours: what it is, and which version of it.
//
//     {"format": "bankmap-lesson", "version": 1, ...}
#pragma once

#include <string_view>

#include "core/json_reader.hpp"

namespace bankmap {

// Refuses another format and another version, at their keys. otherwise: what to say of another, "this is no lesson".
void check_format(const JsonReader& json, std::string_view format, int version, std::string_view otherwise);

}  // namespace bankmap
