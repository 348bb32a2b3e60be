#include "app/views/glossary.hpp"

#include <algorithm>
#include <array>

namespace bankmap {
namespace {

struct Term {
  std::string_view label;
  std::string_view sentence;
};

constexpr std::array terms{
    // tile
    Term{"TILE", "An array in shared memory: from row and column to the byte where an element lies."},
    Term{"rows", "Rows of the tile, the first index of the declaration."},
    Term{"columns", "Elements of a row that are used, the second index."},
    Term{"element", "What one element is, and its size; it decides how many share a word of 4 bytes."},
    Term{"padding", "What is left free after each row, so that the next row starts in another bank."},
    Term{"row stride", "From the start of one row to the start of the next."},
    Term{"given as", "Whether you give what is left free after a row or the distance of rows, in elements or bytes."},
    Term{"base offset", "Where the tile starts in shared memory; it moves all banks alike."},
    Term{"size", "Bytes of the struct."}, Term{"alignment", "The struct starts at a multiple of so many bytes."},
    Term{"tile", "The tile that this access reads or writes."},
    // swizzle
    Term{"swizzle",
         "Moves elements within the tile, one to one and without a byte more, so that columns spread over banks."},
    Term{"chunk", "So many neighbouring elements stay together; as wide as the widest access."},
    Term{"row >>", "The row is shifted right by this before it is mixed into the column."},
    Term{"mask &", "The bits of the row that are mixed into the column."},
    Term{"B  bits", "CuTe's B: how many bits of the offset are mixed."},
    Term{"M  base", "CuTe's M: so many low bits of the offset stay, which keeps vectors whole."},
    Term{"S  shift", "CuTe's S: how far above the bits that change lie those that are mixed in."},
    Term{"vec", "Triton's vec: elements that stay together."},
    Term{"perPhase", "Triton's perPhase: so many rows are mixed alike."},
    Term{"maxPhase", "Triton's maxPhase: how many different mixtures there are."},
    Term{"mode",
         "The tensor map's swizzle mode: it works on address bits, and the tile must be aligned to its pattern."},
    Term{"bits", "Bits of the element offset that the matrix maps; those above stay."},
    // access
    Term{"ACCESS", "One instruction of a warp, over its loop and the warps of the block."},
    Term{"instruction",
         "What each lane does, and how many bytes at a time; it decides how lanes are grouped into phases."},
    Term{"lane pattern", "How the 32 lanes walk the tile."},
    Term{"column", "The column index, in CUDA C; it may use lane, threadIdx, the loop variables."},
    Term{"row", "The row index, in CUDA C."}, Term{"row step", "Rows from one lane to the next."},
    Term{"lane step", "Elements from one lane to the next."}, Term{"first column", "The column of lane 0."},
    Term{"+ row", "Added to the row of every thread of the block."},
    Term{"+ column", "Added to the column of every thread of the block."},
    Term{"register", "Which of its registers of the fragment each lane fills."},
    Term{"bytes", "The byte offset in shared memory itself, in CUDA C."},
    Term{"stride", "Elements from one lane to the next, over the tile taken as one row."},
    Term{"offset", "Added to the index of every lane."},
    Term{"block rows", "Rows of the block of threads that the warp is part of."},
    Term{"per thread", "Elements from one thread to the next: what each one takes."},
    Term{"lane order", "Whether neighbouring lanes are neighbours in a row or in a column."},
    Term{"mma", "The shape of the matrix instruction whose fragment is loaded."},
    Term{"operand", "A, B or C of the matrix instruction: each has its own place for every lane."},
    Term{"transposed", "The operand lies in the tile with rows and columns exchanged."},
    Term{"tf32", "Elements of 4 bytes: another layout of the fragment."},
    Term{"matrices", "8 x 8 matrices that one instruction loads; lanes give the addresses of their rows."},
    Term{"order", "Whether the matrices follow each other down the rows or along the columns."},
    Term{"member at", "Where in the element the access starts: a member of a struct."},
    Term{"warp", "The warp of the block that is shown; the totals are over all of them."},
    Term{"ACTIVE LANES", "Lanes that take part; the others ask for nothing. Click or paint them."},
    Term{"first lanes", "So many lanes from lane 0 on take part, and no others."},
    Term{"name", "What this access is called, in the tabs and in reports."},
    Term{"BLOCK OF THREADS", "blockDim: every warp of the block runs every access."},
    Term{"x", "Threads along x; neighbouring lanes differ in it."}, Term{"y", "Threads along y."},
    Term{"z", "Threads along z."},
    // results
    Term{"RUN ON GPU", "What the hardware does beside what the model says."}, Term{"device", "The GPU that measures."},
    Term{"CHEAPEST FIXES", "Layouts that cost fewer wavefronts for all accesses together, the cheapest first."},
    Term{"registers", "Of each thread: with shared memory they decide how many blocks fit on a multiprocessor."},
    Term{"other shared", "Bytes of shared memory that a block uses besides these tiles."},
    Term{"does besides", "What else the kernel does in a step: it may hide the excess."},
    Term{"THIS IS", "The declaration and the line of CUDA that this access stands for."},
    Term{"DATA-DEPENDENT", "The index calls rand(n): the cost depends on data, from best to worst."},
    Term{"WHOLE LOOP", "Totals over all steps, warps and this access, for one block."},
    Term{"PROFILER WILL SAY", "The counters of the profiler for one block, by their names."},
    Term{"POINTED AT", "What the pointer is on, or what is pinned."},
    Term{"COMPARE-AND-SWAP ROUNDS", "The instruction is a loop: each round serves one lane of each bank and phase."},
    Term{"blocks", "Blocks of the launch: the profiler sums over all of them."},
    Term{"file name", "Where it goes; a name that is taken is never written over."}};

}  // namespace

std::string_view term_sentence(std::string_view label) {
  const auto found = std::ranges::find(terms, label, &Term::label);
  return found == terms.end() ? std::string_view() : found->sentence;
}

}  // namespace bankmap
