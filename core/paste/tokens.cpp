#include "core/paste/tokens.hpp"

#include <algorithm>
#include <array>

namespace bankmap::paste {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

// Longest first. ">>" is one token: a shift; the ends of two templates do not occur in what is understood.
constexpr std::array<std::string_view, 24> symbols{"<<=", ">>=", "...", "->", "::", "++", "--", "<<",
                                                   ">>",  "<=",  ">=",  "==", "!=", "&&", "||", "+=",
                                                   "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "##"};

class Cutter {
 public:
  Cutter(std::string_view text, TextRange part) : text_(text.substr(0, part.end)), at_(part.begin) {}

  std::vector<Token> tokens() {
    std::vector<Token> found;
    for (skip(); at_ < text_.size(); skip()) {
      const bool own_line = line_starts_;
      line_starts_ = false;
      found.push_back(own_line && text_[at_] == '#' ? directive() : next());
    }
    found.push_back({TokenKind::end, {}, {text_.size(), text_.size()}});
    return found;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  // To behind `end`, or to the end of the text.
  void skip_to(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void skip() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') line_starts_ = true;
      if (is_space(text_[at_]) || rest().starts_with("\\\n")) {
        ++at_;
      } else if (rest().starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest().starts_with("/*")) {
        at_ += 2;
        skip_to("*/");
      } else {
        return;
      }
    }
  }

  Token token(TokenKind kind, std::size_t end) {
    const std::size_t begin = at_;
    at_ = std::min(end, text_.size());
    return {kind, text_.substr(begin, at_ - begin), {begin, at_}};
  }

  // A whole line; one that ends in a backslash goes on. A comment at its end is no part of it.
  Token directive() {
    std::size_t end = at_;
    while (end < text_.size() && (text_[end] != '\n' || text_[end - 1] == '\\')) {
      const std::string_view here = text_.substr(end);
      if (here.starts_with("//") || here.starts_with("/*")) break;
      ++end;
    }
    return token(TokenKind::directive, end);
  }

  Token next() {
    const char c = text_[at_];
    std::size_t end = at_ + 1;
    if (is_name_start(c)) {
      while (end < text_.size() && is_name_part(text_[end])) ++end;
      return token(TokenKind::name, end);
    }
    if (is_digit(c) || (c == '.' && end < text_.size() && is_digit(text_[end]))) {
      while (end < text_.size() && (is_name_part(text_[end]) || text_[end] == '.')) ++end;
      return token(TokenKind::number, end);
    }
    if (c == '"' || c == '\'') {
      while (end < text_.size() && text_[end] != c && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
      return token(TokenKind::text, end + 1);
    }
    const auto symbol = std::ranges::find_if(symbols, [&](std::string_view each) { return rest().starts_with(each); });
    return token(TokenKind::symbol, symbol == symbols.end() ? end : at_ + symbol->size());
  }

  std::string_view text_;
  std::size_t at_;
  bool line_starts_ = true;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, TextRange part) { return Cutter(text, part).tokens(); }

}  // namespace bankmap::paste
