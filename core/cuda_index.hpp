// core/cuda_index.hpp -- the index arithmetic of an access, written as CUDA: names, swizzle and all.
//
//     float [64][64], col ^ row      place  tile[threadIdx.x][k ^ threadIdx.x & 0x3f]
//     half [64][64], Swizzle<3,3,3>  setup  int i = threadIdx.x * 64 + k;      place  (&tile[0][0])[i ^ (i & 0x1c0) >> 3]
//
// The model's values are signed, CUDA's threadIdx is not: where the difference could show (a subtraction, a complement, a loop from
// below zero) it is written int(threadIdx.x). lane and warp are defined first where one name of CUDA does not say the same.
#pragma once

#include <string>
#include <string_view>

#include "core/lane_addresses.hpp"

namespace bankmap {

struct CudaPlace {
  std::string setup;  // "int i = ...; " or nothing: what must stand before, inside the condition
  std::string place;  // an lvalue: of the element's type, or of a byte where the tile is declared as bytes
};

// Rows of bytes, where the element's own type cannot express the pitch or is smaller than a byte.
bool declared_as_bytes(const TileLayout& layout);

class CudaNames {
 public:
  explicit CudaNames(const PreparedAccess& prepared);

  std::string text(const Expression& expression);    // printed with CUDA's names
  std::string lane();                                // the lane's number
  std::string fresh(std::string_view wanted) const;  // the name, or one like it that no tile or loop has taken
  std::string definitions() const;                   // "int lane = threadIdx.x % 32; " for the names used so far

 private:
  std::string renamed(const std::string& name);

  const PreparedAccess& prepared_;
  bool is_signed_ = false;
  bool uses_lane_ = false;
  bool uses_warp_ = false;
};

CudaPlace cuda_place(const PreparedAccess& prepared, CudaNames& names);

}  // namespace bankmap
