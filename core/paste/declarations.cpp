#include "core/paste/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/identifier.hpp"
#include "core/paste/types.hpp"

namespace bankmap::paste {
namespace {

constexpr std::int64_t base_alignment = 128;  // so that every tile begins in bank 0

std::int64_t rounded_up(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

class Declaration {
 public:
  Declaration(Tokens tokens, std::int64_t first_byte, const Names& names)
      : tokens_(tokens), names_(names), next_byte_(first_byte) {}

  Result<std::vector<CodeTile>> read() {
    if (std::ranges::any_of(tokens_, [](const Token& each) { return each.is("extern"); })) {
      return fail("the size of an extern __shared__ array is given at the launch",
                  "declare it with its size: __shared__ float tile[1024];", range_of(tokens_));
    }
    skip_words();
    const std::size_t type_at = at_;
    const std::string type = take_type(tokens_, at_);
    const std::optional<Element> element = element_of_type(type);
    if (!element) {
      return fail(fmt::format("the type '{}' is not known", shown(type)),
                  "write a type of CUDA that has its size, such as float, half, double, float4 or unsigned char",
                  range_of(tokens_.subspan(type_at, at_ - type_at)));
    }
    std::vector<CodeTile> tiles;
    do {
      Result<CodeTile> tile = take_tile(*element);
      if (!tile) return fail(tile.error());
      next_byte_ = rounded_up(end_of(std::span(&*tile, 1)), base_alignment);
      tiles.push_back(*std::move(tile));
    } while (take(","));
    if (at_ < tokens_.size()) return strange();
    return tiles;
  }

 private:
  const Token& here() const {
    static const Token none;
    return at_ < tokens_.size() ? tokens_[at_] : none;
  }
  bool take(std::string_view what) {
    const bool is = here().is(what);
    if (is) ++at_;
    return is;
  }
  tl::unexpected<Problem> strange() const {
    return fail("this declaration is not understood", "for example: __shared__ float tile[32][33];",
                at_ < tokens_.size() ? here().range : range_of(tokens_));
  }

  // "__shared__", "__align__(16)": the memory is the same without them.
  void skip_words() {
    while (here().is("__shared__") || is_qualifier(here().text) || here().is("__align__") || here().is("alignas")) {
      ++at_;
      if (here().is("(")) at_ = std::min(closing(tokens_, at_) + 1, tokens_.size());
    }
  }

  Result<CodeTile> take_tile(const Element& element) {
    skip_words();
    const std::size_t first = at_;
    if (!here().is_name()) return strange();
    if (!is_identifier(here().text) || is_builtin_name(here().text))
      return fail(fmt::format("'{}' cannot be the name of a tile", shown(here().text)), "give it another name",
                  here().range);
    CodeTile found;
    found.tile.name = here().text;
    found.tile.element = element;
    found.declared = true;
    for (++at_; here().is("[");) {
      const std::size_t close = closing(tokens_, at_);
      if (close == tokens_.size()) return fail("this bracket is never closed", "add a ']'", here().range);
      const Result<std::int64_t> size = take_size(close);
      if (!size) return fail(size.error());
      found.dimensions.push_back(*size);
      at_ = close + 1;
    }
    if (found.dimensions.empty()) found.dimensions.push_back(1);
    found.range = range_of(tokens_.subspan(first, at_ - first));
    return shaped(std::move(found));
  }

  Result<std::int64_t> take_size(std::size_t close) const {
    const Tokens inside = tokens_.subspan(at_ + 1, close - at_ - 1);
    const TextRange range = range_of(tokens_.subspan(at_, close - at_ + 1));
    if (inside.empty()) return fail("the size is missing", "for example: [32]", range);
    const Result<std::int64_t> size = names_.constant(inside);
    if (!size) return size;
    if (*size < 1 || *size > max_tile_columns)
      return fail(fmt::format("a size of {} is not possible", *size), fmt::format("1 to {}", max_tile_columns), range);
    return size;
  }

  Result<CodeTile> shaped(CodeTile found) const {
    std::int64_t rows = 1;
    for (std::size_t i = 0; i + 1 < found.dimensions.size(); ++i)
      rows = std::min<std::int64_t>(rows * found.dimensions[i], max_tile_rows + 1);
    if (rows > max_tile_rows)
      return fail(fmt::format("{} has too many rows", found.tile.name), fmt::format("at most {}", max_tile_rows),
                  found.range);
    found.tile.rows = static_cast<int>(rows);
    found.tile.columns = static_cast<int>(found.width());
    found.tile.base_bytes = next_byte_;
    const Result<TileLayout> layout = lay_out(found.tile);
    if (layout) return found;
    Problem problem = layout.error();
    problem.place.clear();
    problem.range = found.range;
    return fail(std::move(problem));
  }

  Tokens tokens_;
  const Names& names_;
  std::int64_t next_byte_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<CodeTile>> read_declaration(Tokens declaration, std::int64_t first_byte, const Names& names) {
  return Declaration(declaration, first_byte, names).read();
}

std::int64_t end_of(std::span<const CodeTile> tiles) {
  std::int64_t end = 0;
  for (const CodeTile& each : tiles) {
    if (!each.declared) continue;
    const Result<TileLayout> layout = lay_out(each.tile);
    if (layout) end = std::max(end, each.tile.base_bytes + layout->size_bytes);
  }
  return end;
}

}  // namespace bankmap::paste
