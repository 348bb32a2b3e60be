// core/paste/names.hpp -- what the names of pasted CUDA stand for, while the text is read from top to bottom (internal to core/paste).
//
//     #define N 32                             N                        -> 32
//     int row = threadIdx.x / 8;               row * N                  -> threadIdx.x / 8 * 32
//     for (int k = 0; k < N; ++k)              (unsigned)k ^ (row & 7)  -> k ^ threadIdx.x / 8 & 7
//     float* a                                 a                        -> "a is not known", with its place
//
// Texts that come out have only lane, warp, threadIdx, blockDim and the loop variables in them. Casts between whole
// numbers are left out: indices are taken to fit.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression.hpp"
#include "core/paste/tokens.hpp"
#include "core/scenario.hpp"

namespace bankmap::paste {

using Tokens = std::span<const Token>;

// From the first to the last of them; where there are none, nowhere.
TextRange range_of(Tokens tokens);

class Names {
 public:
  // known_loops: variables that a name may mean where the text says nothing of it.
  Names(const BlockShape& block, std::span<const LoopVariable> known_loops);

  // A name means the newest definition; leaving a block of the text takes those of the block back.
  std::size_t mark() const { return definitions_.size(); }
  void back_to(std::size_t mark) { definitions_.resize(mark); }
  // The text, or why there is none: that is told where the name is used in an index.
  void define(std::string_view name, Result<std::string> value);
  // Returns the variable's name in texts: like `wanted`, which may be taken. An empty name is one that the person did not write.
  std::string define_loop(std::string_view name, std::string_view wanted);
  // Assigned to somewhere in the text, so that its first value says nothing.
  void set_changing(std::set<std::string_view> names) { changing_ = std::move(names); }

  // As an index expression with the fewest parentheses. Problems have their place in the pasted text.
  Result<std::string> text(Tokens tokens) const;
  // The same for a text that is made of such texts.
  Result<std::string> simplified(const std::string& text) const;
  Result<std::int64_t> constant(Tokens tokens) const;
  std::optional<std::int64_t> constant(const std::string& text) const;
  bool block_used() const { return block_used_; }  // a constant depends on blockDim

 private:
  struct Definition {
    std::string name;
    Result<std::string> value;
    bool is_loop = false;
  };
  friend class Expansion;
  const Definition* find(std::string_view name) const;
  std::vector<std::string> known() const;

  BlockShape block_;
  std::vector<Definition> known_loops_;
  std::vector<Definition> definitions_;
  std::set<std::string_view> changing_;
  mutable bool block_used_ = false;
};

}  // namespace bankmap::paste
