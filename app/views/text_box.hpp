// app/views/text_box.hpp -- a text box that keeps signs which Dear ImGui cannot hold while it edits.
//
//     name "a 😀 b", a c is typed at its end      the box knows "a � b" and gives "a � bc"      kept: "a 😀 bc"
//
// Dear ImGui edits in 16-bit signs: what lies beyond (most emoji, rare ideographs) becomes U+FFFD as soon as a box has
// the keyboard. What a person did not touch must not change.
#pragma once

#include <string>
#include <string_view>

namespace bankmap {

// `after`, which was edited from `before` with U+FFFD in place of signs beyond 16 bits, with these put back wherever the
// edit left them: before and behind the part that differs.
std::string with_signs_kept(std::string_view before, std::string_view after);

// ImGui::InputText(id, &text), true where the text has changed; the signs are kept.
bool text_box(const char* id, std::string& text);

}  // namespace bankmap
