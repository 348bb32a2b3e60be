// core/paste.hpp -- whatever a person has on the clipboard, as a scenario.
//
//     bankmap1.3zZb0U...                                      a share string: opens as a document of its own
//     {"format": "bankmap-scenario", ...                      a scenario file: likewise
//     0, 132, 264, -, 528                                     addresses: the open access gets them, and a mask
//     __shared__ float tile[32][33];                          CUDA: tile, access, loops, mask, padding and swizzle
//     for (int k = 0; k < 32; ++k) x = tile[threadIdx.x][k];  (core/paste/code.hpp says what is understood)
//
// Total: any text ends with a scenario or a Problem whose range is the place in that text.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario.hpp"

namespace bankmap {

inline constexpr std::size_t max_pasted_source_bytes = std::size_t{64} << 10;  // of CUDA and of addresses

enum class PastedKind { share_string, scenario, addresses, cuda };

struct Pasted {
  PastedKind kind = PastedKind::cuda;
  Scenario scenario;       // whole, as it will be
  int access = 0;          // the one to show
  std::string understood;  // one sentence without a full stop
  // Something of its own, rather than a change of what is there.
  bool is_document() const { return kind == PastedKind::share_string || kind == PastedKind::scenario; }
};

// present: what is open, and which of its accesses; pre: it has that access.
Result<Pasted> read_pasted(std::string_view text, const Scenario& present, int access);

}  // namespace bankmap
