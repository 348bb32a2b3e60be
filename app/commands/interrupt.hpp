// app/commands/interrupt.hpp -- Ctrl-C as a question that long work asks, instead of an end in the middle of it.
#pragma once

#include <csignal>

namespace bankmap {

// While one lives, the first Ctrl-C is only noted; the second ends the program as usual. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  bool seen() const;

 private:
  struct sigaction before_ {};
};

}  // namespace bankmap
