#include "core/access_names.hpp"

#include <algorithm>
#include <array>

namespace bankmap {
namespace {

constexpr std::array<std::string_view, 11> builtin_names{"lane",       "warp",       "threadIdx.x", "threadIdx.y",
                                                         "threadIdx.z", "blockDim.x", "blockDim.y",  "blockDim.z",
                                                         "rows",       "columns",    "pitch"};

// Words that would change the meaning of the printed CUDA, and the names our own expressions give a meaning to.
constexpr std::array<std::string_view, 56> reserved_words{
    "alignas", "alignof", "and",      "asm",    "auto",     "bool",     "break",    "case",     "catch",     "char",
    "class",   "const",   "continue", "default", "delete",  "do",       "double",   "else",     "enum",      "extern",
    "false",   "float",   "for",      "friend", "goto",     "if",       "inline",   "int",      "long",      "namespace",
    "new",     "not",     "nullptr",  "or",     "private",  "public",   "register", "return",   "short",     "signed",
    "sizeof",  "static",  "struct",   "switch", "template", "this",     "throw",    "true",     "try",       "typedef",
    "union",   "unsigned", "void",    "while",  "xor",      "rand"};

NameSource source_of(const std::string& name, const Access& access, const BlockShape& block, const TileLayout& layout) {
  using Kind = NameSource::Kind;
  for (std::size_t i = 0; i < access.loops.size(); ++i) {
    if (access.loops[i].name == name) return {.kind = Kind::loop, .loop = static_cast<int>(i)};
  }
  if (name == "lane") return {.kind = Kind::lane};
  if (name == "warp") return {.kind = Kind::warp};
  if (name == "threadIdx.x") return {.kind = Kind::thread_x};
  if (name == "threadIdx.y") return {.kind = Kind::thread_y};
  if (name == "threadIdx.z") return {.kind = Kind::thread_z};
  if (name == "blockDim.x") return {.kind = Kind::constant, .constant = block.x};
  if (name == "blockDim.y") return {.kind = Kind::constant, .constant = block.y};
  if (name == "blockDim.z") return {.kind = Kind::constant, .constant = block.z};
  if (name == "rows") return {.kind = Kind::constant, .constant = layout.tile.rows};
  if (name == "columns") return {.kind = Kind::constant, .constant = layout.tile.columns};
  return {.kind = Kind::constant, .constant = layout.pitch_elements};  // "pitch": the parser let no other name through
}

std::int64_t value_of(const NameSource& source, const BlockShape& block, std::span<const std::int64_t> loops, int warp,
                      int lane) {
  const std::int64_t thread = std::int64_t{warp} * lane_count + lane;
  switch (source.kind) {
    case NameSource::Kind::lane: return lane;
    case NameSource::Kind::warp: return warp;
    case NameSource::Kind::thread_x: return thread % block.x;
    case NameSource::Kind::thread_y: return thread / block.x % block.y;
    case NameSource::Kind::thread_z: return thread / block.x / block.y;
    case NameSource::Kind::loop: return loops[static_cast<std::size_t>(source.loop)];
    case NameSource::Kind::constant: return source.constant;
  }
  return 0;
}

}  // namespace

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > 64 || !letter(text.front())) return false;
  if (!std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); })) return false;
  return std::find(reserved_words.begin(), reserved_words.end(), text) == reserved_words.end();
}

bool is_builtin_name(std::string_view name) {
  return std::find(builtin_names.begin(), builtin_names.end(), name) != builtin_names.end();
}

std::vector<std::string> index_names(const Access& access) {
  std::vector<std::string> names(builtin_names.begin(), builtin_names.end());
  for (const LoopVariable& loop : access.loops) names.push_back(loop.name);
  return names;
}

Result<BoundExpression> bind_names(std::string_view text, const Access& access, const BlockShape& block, const TileLayout& layout) {
  Result<Expression> tree = parse_expression(text, index_names(access));
  if (!tree) return fail(tree.error());
  BoundExpression bound{std::move(*tree), {}};
  for (const std::string& name : bound.tree.names) bound.sources.push_back(source_of(name, access, block, layout));
  return bound;
}

std::vector<LaneValues> name_values(const BoundExpression& expression, const BlockShape& block,
                                    std::span<const std::int64_t> loops, int warp) {
  std::vector<LaneValues> values(expression.sources.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (int lane = 0; lane < lane_count; ++lane) {
      values[i][static_cast<std::size_t>(lane)] = value_of(expression.sources[i], block, loops, warp, lane);
    }
  }
  return values;
}

LaneMask lanes_of_warp(const BlockShape& block, int warp) {
  const int threads = std::clamp(block.threads() - warp * lane_count, 0, lane_count);
  return threads == lane_count ? all_lanes : lane_bit(threads) - 1;
}

}  // namespace bankmap
