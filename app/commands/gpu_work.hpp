// app/commands/gpu_work.hpp -- what the commands that run on a GPU have in common: opening it, progress on standard
// error, Ctrl-C, and how they end.
//
//     GpuWork work;
//     Result<GpuSession> session = work.open(device);    else: return work.refuse(session.error())
//     for (...) { work.progress(share, "ld.b32");  session->measure(request, work.quiet()); }
#pragma once

#include <string_view>

#include "app/commands/interrupt.hpp"
#include "core/problem.hpp"
#include "gpu/measure.hpp"

namespace bankmap {

class GpuWork {
 public:
  ~GpuWork() { clear_progress(); }

  Result<GpuSession> open(int device_index) const { return GpuSession::open(device_index); }

  // Ctrl-C ends it; says nothing. Valid while this lives.
  RunControl quiet() const;
  // Ctrl-C ends it, and its progress is shown.
  RunControl talking();
  bool cancelled() const { return interrupt_.seen(); }

  // On a terminal one line that changes; elsewhere a line for each tenth.
  void progress(double share, std::string_view doing);

  void clear_progress();

  // Prints why there is no answer, and gives the exit code: no GPU, or ended by Ctrl-C.
  int refuse(const Problem& problem);

 private:
  Interrupt interrupt_;
  int tenths_ = -1;
  bool line_open_ = false;
};

}  // namespace bankmap
