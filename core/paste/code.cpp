#include "core/paste/code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/paste/declarations.hpp"
#include "core/paste/loops.hpp"
#include "core/paste/types.hpp"
#include "core/paste/uses.hpp"

namespace bankmap::paste {
namespace {

constexpr int max_nesting = 64;

// Names that are assigned to after they have a value: "row += 4", "i = i + 1". The head of a for loop is not meant.
std::set<std::string_view> changing_names(Tokens tokens) {
  std::set<std::string_view> changing;
  constexpr std::string_view compound = "+= -= *= /= %= &= |= ^= <<= >>= ++ --";
  const auto changes = [&](const Token& each) {
    return each.kind == TokenKind::symbol && each.text.size() > 1 && compound.find(each.text) != std::string_view::npos;
  };
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (tokens[at].is("for") && tokens[at + 1].is("(")) {
      at = closing(tokens, at + 1);
      continue;
    }
    if (!tokens[at].is_name()) continue;
    const Token& before = at == 0 ? Token{} : tokens[at - 1];
    const bool starts = at == 0 || before.is(";") || before.is("{") || before.is("}") || before.is(")");
    const bool steps = before.is("++") || before.is("--");
    if (steps || changes(tokens[at + 1]) || (starts && tokens[at + 1].is("="))) changing.insert(tokens[at].text);
  }
  return changing;
}

bool declares(Tokens tokens) {
  return std::ranges::any_of(tokens, [](const Token& each) { return each.is("__shared__"); });
}

class Reader {
 public:
  Reader(std::string_view text, std::vector<Token> tokens, const Scenario& present, const BlockShape& block,
         std::span<const LoopVariable> known_loops)
      : text_(text), tokens_(std::move(tokens)), names_(block, known_loops), known_loops_(known_loops) {
    names_.set_changing(changing_names(tokens_));
    code_.block = block;
    if (declares(tokens_)) return;  // then it brings all that it uses
    for (const Tile& tile : present.tiles) {
      const Result<TileLayout> layout = lay_out(tile);
      const std::int64_t pitch = layout ? layout->pitch_elements : tile.columns;
      code_.tiles.push_back({tile, {tile.rows, std::max<std::int64_t>(pitch, 1)}, false, {}});
    }
  }

  Result<Code> read() {
    while (here().kind != TokenKind::end) {
      if (here().is("}")) {  // of something that began before the text did
        ++at_;
      } else if (const Result<void> done = statement(); !done) {
        return fail(done.error());
      }
    }
    code_.block_given |= names_.block_used();
    return std::move(code_);
  }

 private:
  const Token& here(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  Tokens all() const { return Tokens(tokens_).first(tokens_.size() - 1); }

  // To the semicolon that ends a statement, or to the end of its block. The semicolon is passed over.
  Tokens take_statement() {
    const std::size_t begin = at_;
    int depth = 0;
    for (; here().kind != TokenKind::end; ++at_) {
      if (depth == 0 && (here().is(";") || here().is("}"))) break;
      if (here().is("(") || here().is("[") || here().is("{")) ++depth;
      if (here().is(")") || here().is("]") || here().is("}")) depth = std::max(0, depth - 1);
      if (here().kind == TokenKind::directive) break;
    }
    const Tokens taken = Tokens(tokens_).subspan(begin, at_ - begin);
    if (here().is(";")) ++at_;
    return taken;
  }

  Result<void> statement() {
    if (++nesting_ > max_nesting) return fail("this is nested too deeply", "", here().range);
    const Result<void> done = any_statement();
    --nesting_;
    return done;
  }

  Result<void> any_statement() {
    if (here().kind == TokenKind::directive) return directive();
    if (here().is(";")) return ++at_, Result<void>();
    if (here().is("{")) return block();
    if (here().is("for") && here(1).is("(")) return for_loop();
    if (here().is("if")) return condition();
    if (here().is("while") || here().is("do") || here().is("switch")) {
      return fail(fmt::format("'{}' is not understood", here().text),
                  "write for (int k = 0; k < 32; ++k), or the access alone", here().range);
    }
    if (enters_head()) return {};
    const std::size_t begin = at_;
    const Tokens taken = take_statement();
    if (at_ == begin) return ++at_, Result<void>();  // a stray token
    return plain(taken);
  }

  // "#define N 32": anything else is for the compiler.
  Result<void> directive() {
    const Token line = tokens_[at_++];
    constexpr std::string_view word = "define";
    const std::size_t from = line.text.find_first_not_of("# \t");
    if (from == std::string_view::npos || !line.text.substr(from).starts_with(word)) return {};
    const std::vector<Token> tokens =
        tokens_of(text_.substr(0, line.range.end), {line.range.begin + from + word.size(), line.range.end});
    const bool has_arguments = tokens.size() > 2 && tokens[1].is("(") && tokens[1].range.begin == tokens[0].range.end;
    if (tokens.size() < 3 || has_arguments) return {};
    names_.define(tokens[0].text, names_.text(Tokens(tokens).subspan(1, tokens.size() - 2)));
    return {};
  }

  Result<void> block() {
    const std::size_t names = names_.mark();
    const std::size_t conditions = conditions_.size();
    ++at_;
    while (!here().is("}") && here().kind != TokenKind::end) {
      if (const Result<void> done = statement(); !done) return done;
    }
    if (here().is("}")) ++at_;
    names_.back_to(names);
    conditions_.resize(conditions);
    return {};
  }

  // "__global__ void f(int n) {", "namespace a {": only their content counts. "struct S {...}" is passed over whole.
  bool enters_head() {
    if (here().is("ldmatrix")) return false;  // its braces hold registers
    std::size_t end = at_;
    while (end + 1 < tokens_.size() && !tokens_[end].is("{")) {
      if (tokens_[end].is(";") || tokens_[end].is("=") || tokens_[end].is("}") || tokens_[end].is("[")) return false;
      if (tokens_[end].kind == TokenKind::directive) return false;
      end = tokens_[end].is("(") ? closing(all(), end) + 1 : end + 1;
    }
    if (end + 1 >= tokens_.size()) return false;
    const bool enters = tokens_[end - (end > at_ ? 1 : 0)].is(")") || here().is("namespace") || here().is("extern");
    at_ = enters ? end : std::min(closing(all(), end) + 1, tokens_.size() - 1);
    return true;
  }

  Result<void> for_loop() {
    const std::size_t open = at_ + 1;
    const std::size_t close = closing(all(), open);
    if (close == tokens_.size() - 1) return fail("this bracket is never closed", "add a ')'", here(1).range);
    const TextRange range{here().range.begin, tokens_[close].range.end};
    const std::size_t names = names_.mark();
    const std::size_t loops = loops_.size();
    const std::size_t conditions = conditions_.size();
    const Result<LoopHead> head = loop_head(Tokens(tokens_).subspan(open + 1, close - open - 1));
    if (head) {
      const Result<ReadLoop> loop = read_loop(*head, range, names_);
      if (loop) loops_.push_back(loop->variable);
      if (loop && !loop->condition.empty()) conditions_.push_back(loop->condition);
      if (!loop) names_.define(head->name, fail(loop.error()));  // told where the variable is used in an index
    }
    at_ = close + 1;
    const Result<void> body = statement();
    names_.back_to(names);
    loops_.resize(loops);
    conditions_.resize(conditions);
    return body;
  }

  // if (a) ... else ...; "if (a) return;" counts for what follows in its block.
  Result<void> condition() {
    if (here(1).is("constexpr")) ++at_;
    const std::size_t close = closing(all(), at_ + 1);
    if (!here(1).is("(") || close == tokens_.size() - 1)
      return fail("a condition in brackets is missing", "", here().range);
    const Tokens inside = Tokens(tokens_).subspan(at_ + 2, close - at_ - 2);
    at_ = close + 1;
    const bool leaves = here().is("return") || here().is("continue") || (here().is("{") && here(1).is("return"));
    const Result<std::string> text = names_.text(inside);
    const std::string known = text ? *text : "1";
    const std::string otherwise = fmt::format("!({})", known);
    if (!text && !uses_of(inside)) code_.taken_as_true.push_back(as_written(inside, leaves));
    const Result<void> first = under(leaves && !text ? "0" : known);
    if (!first) return first;
    if (leaves && text) conditions_.push_back(otherwise);
    if (!here().is("else")) return {};
    ++at_;
    return under(text ? otherwise : "0");
  }

  bool uses_of(Tokens tokens) const {
    return std::ranges::any_of(tokens, [&](const Token& each) { return tile_named(each, code_.tiles) >= 0; });
  }

  std::string as_written(Tokens tokens, bool negated) const {
    const TextRange range = range_of(tokens);
    const std::string written = shown(text_.substr(range.begin, range.end - range.begin));
    return negated ? fmt::format("!({})", written) : written;
  }

  // A statement that is only reached by lanes with this condition; one that is never reached has no accesses.
  Result<void> under(const std::string& condition) {
    const std::optional<std::int64_t> constant = names_.constant(condition);
    const std::size_t before = code_.accesses.size();
    if (!constant) conditions_.push_back(condition);
    const std::size_t conditions = conditions_.size();
    const Result<void> done = statement();
    conditions_.resize(conditions - (constant ? 0 : 1));
    if (constant && *constant == 0) code_.accesses.resize(before);
    return done;
  }

  Result<void> plain(Tokens statement) {
    if (declares(statement)) return declare(statement);
    if (statement.front().is("asm")) return {};
    if (statement.front().is("dim3")) return block_shape(statement);
    if (const Result<void> used = use(statement); !used) return used;
    define_integers(statement);
    return {};
  }

  Result<void> declare(Tokens statement) {
    const Result<std::vector<CodeTile>> tiles = read_declaration(statement, next_byte(), names_);
    if (!tiles) return fail(tiles.error());
    for (const CodeTile& each : *tiles) {
      if (code_.tiles.size() == max_tiles)
        return fail(fmt::format("there are more than {} tiles", max_tiles), "", each.range);
      if (tile_named(Token{TokenKind::name, each.tile.name, {}}, code_.tiles) >= 0)
        return fail(fmt::format("{} is declared twice", each.tile.name), "paste one kernel at a time", each.range);
      code_.tiles.push_back(each);
    }
    return {};
  }

  std::int64_t next_byte() const { return (end_of(code_.tiles) + 127) / 128 * 128; }

  // dim3 block(32, 8): the one whose name says so; a grid does not matter.
  Result<void> block_shape(Tokens statement) {
    if (statement.size() < 4) return {};
    std::string name(statement[1].text);
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c | 0x20); });
    if (name.find("block") == std::string::npos && name.find("thread") == std::string::npos) return {};
    const std::size_t open = statement[2].is("=") && statement[3].is("dim3") ? 4 : 2;
    if (open >= statement.size() || !(statement[open].is("(") || statement[open].is("{"))) return {};
    std::array<int, 3> sizes{1, 1, 1};
    std::size_t at = open + 1;
    for (int& size : sizes) {
      std::size_t end = at;
      while (end < statement.size() && !statement[end].is(",") && !statement[end].is(")") && !statement[end].is("}"))
        ++end;
      const Result<std::int64_t> value = names_.constant(statement.subspan(at, end - at));
      if (!value || *value < 1 || *value > 1024) return {};  // blocks(n / 32): a grid after all, or not known
      size = static_cast<int>(*value);
      at = end + 1;
      if (end >= statement.size() || !statement[end].is(",")) break;
    }
    const BlockShape shape{sizes[0], sizes[1], sizes[2]};
    if (std::int64_t{shape.x} * shape.y * shape.z > 1024) return {};
    code_.block = shape;
    code_.block_given = true;
    return {};
  }

  // "const int row = threadIdx.y, column = threadIdx.x;"
  void define_integers(Tokens statement) {
    std::size_t at = 0;
    const std::string type = take_type(statement, at);
    if (at == 0 || !is_integer_word(std::string_view(type).substr(0, type.find(' ')))) return;
    while (at + 2 < statement.size() && statement[at].is_name() && statement[at + 1].is("=")) {
      std::size_t end = at + 2;
      for (int depth = 0; end < statement.size(); ++end) {
        if (statement[end].is("(") || statement[end].is("[")) ++depth;
        if (statement[end].is(")") || statement[end].is("]")) --depth;
        if (depth == 0 && statement[end].is(",")) break;
      }
      names_.define(statement[at].text, names_.text(statement.subspan(at + 2, end - at - 2)));
      at = end + 1;
    }
  }

  Result<void> use(Tokens statement) {
    const Result<std::vector<Use>> uses = uses_in(statement, code_.tiles);
    if (!uses) return fail(uses.error());
    for (const Use& each : *uses) {
      Result<CodeAccess> access = access_of(each);
      if (!access) return fail(access.error());
      const auto same = [&](const CodeAccess& old) { return is_same(old, *access); };
      if (std::ranges::any_of(code_.accesses, same)) continue;  // a compiler reads a value once
      if (code_.accesses.size() == max_accesses)
        return fail(fmt::format("there are more than {} accesses", max_accesses), "paste fewer lines", each.range);
      code_.accesses.push_back(*std::move(access));
    }
    return {};
  }

  static bool is_same(const CodeAccess& a, const CodeAccess& b) {
    return a.tile == b.tile && a.instruction == b.instruction && a.place.row == b.place.row &&
           a.place.column == b.place.column && a.place.element_byte == b.place.element_byte && a.mask == b.mask &&
           a.loops == b.loops;
  }

  // Those of the scenario that this access uses.
  void add_known_loops(CodeAccess& access) const {
    for (const LoopVariable& each : known_loops_) {
      const auto names = [&](const std::string& text) {
        const std::vector<std::string> found = names_of(text);
        return std::ranges::find(found, each.name) != found.end();
      };
      const bool used =
          names(access.place.row) || names(access.place.column) || std::ranges::any_of(conditions_, names);
      if (used) access.loops.push_back(each);
    }
  }

  Result<CodeAccess> access_of(const Use& use) const {
    Result<PlaceText> place = text_of(use.place, code_.tiles[static_cast<std::size_t>(use.tile)], names_, use.range);
    if (!place) return fail(place.error());
    CodeAccess access{use.tile, use.kind, use.instruction, *std::move(place), {}, loops_, use.range};
    if (use.copy_bytes) {
      const Result<std::int64_t> bytes = names_.constant(*use.copy_bytes);
      if (!bytes) return fail(bytes.error());
      const Result<Instruction> copy = copy_of(*bytes, range_of(*use.copy_bytes));
      if (!copy) return fail(copy.error());
      access.instruction = *copy;
    }
    add_known_loops(access);
    std::string mask;
    for (const std::string& each : conditions_) {
      mask += fmt::format("{}({})", mask.empty() ? "" : " && ", each);
      if (mask.size() > max_expression_bytes) break;  // refused below
    }
    if (mask.empty()) return access;
    const Result<std::string> simple = names_.simplified(mask);
    if (!simple)
      return fail(Problem{.what = simple.error().what, .hint = simple.error().hint, .place = {}, .range = use.range});
    access.mask = *simple;
    return access;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  Names names_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  std::span<const LoopVariable> known_loops_;
  std::vector<LoopVariable> loops_;      // around the statement, outermost first
  std::vector<std::string> conditions_;  // that its lanes meet
  Code code_;
};

}  // namespace

std::vector<std::string> names_of(const std::string& text) {
  std::vector<std::string> names;
  const std::vector<Token> tokens = tokens_of(text);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!tokens[at].is_name()) continue;
    const bool dotted = at + 2 < tokens.size() && tokens[at + 1].is(".");
    names.push_back(dotted ? fmt::format("{}.{}", tokens[at].text, tokens[at + 2].text) : std::string(tokens[at].text));
    if (dotted) at += 2;
  }
  return names;
}

Result<Code> read_code(std::string_view text, const Scenario& present, int access) {
  const std::vector<Token> tokens = tokens_of(text);
  const bool has_loops =
      std::ranges::any_of(tokens, [](const Token& each) { return each.is("for") || each.is("__global__"); });
  std::span<const LoopVariable> known_loops;
  if (!has_loops) known_loops = present.accesses[static_cast<std::size_t>(access)].loops;
  Result<Code> code = Reader(text, tokens, present, present.block, known_loops).read();
  // The block may stand behind the kernel whose loops depend on it.
  if (code && code->block != present.block) code = Reader(text, tokens, present, code->block, known_loops).read();
  return code;
}

}  // namespace bankmap::paste
