// app/window/display_lost.hpp -- the display goes away under the window: its server ended, the remote connection broke, or
// somebody closed the client by force.
//
// X11 then calls a handler and ends the process, by exit() and with a line that says nothing of the work. Ours says what became
// of the work and ends the process at once, without waiting for threads. An X11 error in a single request (a window that has just
// gone, say) is no reason to end: it is passed over.
#pragma once

#include <functional>

namespace bankmap {

// lost: the last thing that is called, on the thread that noticed; it must not draw and not ask the display. Where there is no
// X11 nothing is done.
void when_display_is_lost(std::function<void()> lost);

inline constexpr int exit_display_lost = 1;

}  // namespace bankmap
