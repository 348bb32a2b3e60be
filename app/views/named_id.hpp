// app/views/named_id.hpp -- the id of a control, from its name in the program (internal to the controls).
//
//     const NamedId id("tile.rows");        // until the end of the block; inside: ImGui::Button("##button")
//
// Never from what a person typed: Dear ImGui cuts a label at "##", takes what follows "###" for the whole id, and holds
// a control with another label for another control.
#pragma once

#include <string_view>

#include "app/imgui_compat.hpp"

namespace bankmap {

// One name, one id: the panels never share a name.
class NamedId {
 public:
  explicit NamedId(std::string_view name) { ImGui::PushID(name.data(), name.data() + name.size()); }
  ~NamedId() { ImGui::PopID(); }
  NamedId(const NamedId&) = delete;
  NamedId& operator=(const NamedId&) = delete;
};

}  // namespace bankmap
