// core/share_string.hpp -- a whole scenario as one line of text, short enough for a chat or a mail.
//
//     bankmap1.3zZb0Uc9...          "bankmap", the version of the form, a dot, and base64url (A-Z a-z 0-9 - _) of
//                                   4 bytes CRC-32 of what follows, most significant first
//                                   raw deflate of the scenario's JSON without blanks, with share_dictionary() in front
//
// The dictionary is a text that holds the words of every scenario file, so that none of them need be written: a usual
// scenario takes 200 to 600 characters. It belongs to the version: another dictionary is another version.
//
// law: read_share_string(share_string(s)) == s for every scenario that read_scenario accepts.
// Refused, in words: text that is no share string, another version, one cut short or with a changed character (the
// CRC finds every run of up to 32 wrong bits), more than max_share_bytes, what would be more than max_shared_json_bytes,
// and what read_scenario refuses. Blanks and line breaks, which mail puts in, do not matter.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario.hpp"

namespace bankmap {

inline constexpr std::string_view share_prefix = "bankmap1.";
inline constexpr std::size_t max_share_bytes = std::size_t{256} << 10;      // of the string
inline constexpr std::size_t max_shared_json_bytes = std::size_t{1} << 20;  // of the JSON in it

// Refuses only what is too large: that is better kept in a file.
Result<std::string> share_string(const Scenario& scenario);
Result<Scenario> read_share_string(std::string_view text);
// Begins like a share string of this version or of another.
bool looks_like_share_string(std::string_view text);

std::string_view share_dictionary();
// A whole share string with any text in place of the JSON, so that what reads it can be tested.
std::string packed_share(std::string_view json);

}  // namespace bankmap
