#include "app/commands/interrupt.hpp"

namespace bankmap {
namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t interrupted = 0;

}  // namespace

Interrupt::Interrupt() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() { sigaction(SIGINT, &before_, nullptr); }

bool Interrupt::seen() const { return interrupted != 0; }

}  // namespace bankmap
