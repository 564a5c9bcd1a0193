// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The grammar of formulas, constraints and bindings as PEGTL rules. A `Reader` keeps what was read;
// rules named no_..., missing_... and end_... stand where nothing fits any more and say why.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <system_error>
#include <tao/pegtl.hpp>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/calculus/counterparts.hpp"
#include "zwang/calculus/dimension.hpp"
#include "zwang/calculus/operation.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang {
namespace {

namespace peg = tao::pegtl;
using Index = Expression::Index;
using Kind = Expression::Kind;

constexpr std::array<std::string_view, 24> greek_names = {
    "alpha", "beta",  "gamma",  "delta",   "epsilon", "zeta", "eta",     "theta",
    "iota",  "kappa", "lambda", "mu",      "nu",      "xi",   "omicron", "pi",
    "rho",   "sigma", "tau",    "upsilon", "phi",     "chi",  "psi",     "omega"};

// The name as ASCII without blanks: "ω" is another spelling of "omega".
std::string canonical(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    if (byte < 0x80U) {
      if (byte > ' ') out += name[i];
      continue;
    }
    // Two bytes: the grammar lets only Greek letters through.
    const unsigned point = (byte & 0x1FU) << 6U | (static_cast<unsigned char>(name[++i]) & 0x3FU);
    const bool capital = point < 0x3B1U;
    unsigned letter = point - (capital ? 0x391U : 0x3B1U);
    if (letter > 17U) --letter;  // two code points for sigma
    std::string word(greek_names[letter]);
    if (capital) word[0] = static_cast<char>(word[0] - 'a' + 'A');
    out += word;
  }
  return out;
}

bool is_greek(std::string_view text) {
  if (text.size() < 2) return false;
  const unsigned point = (static_cast<unsigned char>(text[0]) & 0x1FU) << 6U |
                         (static_cast<unsigned char>(text[1]) & 0x3FU);
  const bool two_bytes = (static_cast<unsigned char>(text[0]) & 0xE0U) == 0xC0U &&
                         (static_cast<unsigned char>(text[1]) & 0xC0U) == 0x80U;
  return two_bytes && ((point >= 0x391U && point <= 0x3A9U && point != 0x3A2U) ||
                       (point >= 0x3B1U && point <= 0x3C9U));
}

bool starts_with_letter(std::string_view text) {
  if (text.empty()) return false;
  return is_letter(text[0]) || is_greek(text);
}

// Only letters of a formula and signs of ASCII.
bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const bool plain = text[0] >= ' ' && text[0] <= '~';
    if (!plain && !is_greek(text)) return false;
    text.remove_prefix(plain ? 1 : 2);
  }
  return true;
}

// The bytes of the first character; none if it is not UTF-8.
std::string_view first_character(std::string_view text) {
  peg::memory_input<peg::tracking_mode::lazy> in(text.data(), text.data() + text.size(), "");
  if (!peg::parse<peg::utf8::any>(in)) return {};
  return text.substr(0, static_cast<std::size_t>(in.current() - text.data()));
}

std::uint32_t code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]);
  std::uint32_t point = static_cast<unsigned char>(character[0]) & (0x7FU >> character.size());
  for (const char byte : character.substr(1))
    point = point << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  return point;
}

// Controls, byte order marks, what turns the direction of writing or takes no room at all.
bool is_invisible(std::uint32_t point) {
  return point < 0xA1 || point == 0xAD || point == 0x61C || (point >= 0x2000 && point <= 0x200F) ||
         (point >= 0x2028 && point <= 0x202F) || (point >= 0x205F && point <= 0x206F) ||
         point == 0x3000 || point == 0xFEFF || (point >= 0xFFF9 && point <= 0xFFFB) ||
         point >= 0xE0000;
}

// What has been read, and the words for what cannot be.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (text.size() > TextLimits::bytes)
      throw Error(Code::E110, fmt::format("a formula of {} bytes; the limit is {}", text.size(),
                                          TextLimits::bytes));
  }

  void number(std::size_t begin, std::size_t end) {
    double value = 0.0;
    const auto [rest, problem] = std::from_chars(text_.data() + begin, text_.data() + end, value);
    if (problem != std::errc{} || rest != text_.data() + end)
      throw Error(Code::E120,
                  fmt::format("'{}' is out of the range of numbers", quoted(begin, end)),
                  place(begin, end), "largest about 1.8e308, smallest about 4.9e-324");
    push(tree_.number(value, at(begin), at(end)));
    atom(begin, end);
  }

  void name(std::size_t begin, std::size_t end) {
    std::size_t stop = end;
    while (text_[stop - 1] == '\'') --stop;
    push(tree_.name(spelt_out(begin, stop), static_cast<int>(end - stop), at(begin), at(end)));
    atom(begin, end);
  }

  // The name that stands there, written in ASCII: this is what the limit is for.
  std::string spelt_out(std::size_t begin, std::size_t end) const {
    std::string name = canonical(text_.substr(begin, end - begin));
    if (name.size() > TextLimits::name_bytes)
      throw Error(
          Code::E110,
          fmt::format("a name of {} bytes; the limit is {}", name.size(), TextLimits::name_bytes),
          place(begin, end));
    return name;
  }

  // The operand read last, for what is said of two that stand side by side.
  void atom(std::size_t begin, std::size_t end) { atom_ = {begin, end}; }

  void binary(Kind kind) {
    const std::array<Index, 2> sides = {stack_[stack_.size() - 2], stack_.back()};
    stack_.resize(stack_.size() - 2);
    push(tree_.make(kind, sides, tree_[sides[0]].begin, tree_[sides[1]].end));
  }

  void negative(std::size_t begin) {
    const std::array<Index, 1> side = {stack_.back()};
    stack_.pop_back();
    push(tree_.make(Kind::negative, side, at(begin), tree_[side[0]].end));
  }

  std::size_t depth_of_stack() const { return stack_.size(); }

  // A bracket closes: what stands on the stack above `base` was inside of it.
  void bars(std::size_t begin, std::size_t end, std::size_t base) {
    push(tree_.make(Kind::bars, take(base), at(begin), at(end)));
  }
  void vector(std::size_t begin, std::size_t end, std::size_t base) {
    if (const std::size_t count = stack_.size() - base; count != 3)
      throw Error(Code::E113, fmt::format("a vector has three components, not {}", count),
                  place(begin, end));
    push(tree_.make(Kind::vector, take(base), at(begin), at(end)));
  }
  void call(std::size_t begin, std::size_t word_end, std::size_t end, std::size_t base) {
    push(tree_.call(spelt_out(begin, word_end), take(base), at(begin), at(end)));
  }

  void side() {
    constraint_.sides.push_back(stack_.back());
    stack_.pop_back();
  }
  void relation(Relation relation, std::size_t begin, std::size_t end) {
    if (!constraint_.relations.empty()) {
      const Relation before = constraint_.relations.back();
      if (constraint_.relations.size() == 2)
        throw Error(Code::E105, "a third relation", place(begin, end), "at most two: a <= x <= b");
      if (before == Relation::equal || relation == Relation::equal)
        throw Error(Code::E105, "'=' does not chain", place(begin, end), "write two constraints");
      if (before != relation)
        throw Error(Code::E105, "'<=' and '>=' in one chain", place(begin, end),
                    "both must point the same way");
    }
    constraint_.relations.push_back(relation);
  }

  [[noreturn]] void strict(std::size_t begin, std::size_t end) const {
    const std::string sign = quoted(begin, end);
    const std::string good = sign.find('>') == std::string::npos ? "<=" : ">=";
    const bool has_way = sign == "<" || sign == ">" || sign == "=<" || sign == "=>";
    std::string mark;
    if (has_way && text_.size() < 60 && is_printable(text_))
      mark = fmt::format("write '{} {} {}'", trimmed(text_.substr(0, begin)), good,
                         trimmed(text_.substr(end)));
    throw Error(Code::E105, fmt::format("a constraint needs '<=' or '>=', not '{}'", sign),
                place(begin, end), mark,
                {"note: a motion can only touch a boundary that belongs to the allowed region"});
  }

  [[noreturn]] void no_relation(std::size_t at) const {
    throw Error(Code::E105, "a constraint needs '=', '<=' or '>='", place(at, at + 1));
  }

  [[noreturn]] void no_atom(std::size_t at) const {
    if (at >= text_.size())
      throw Error(Code::E109, text_.empty() ? "an empty formula" : "the formula ends too early",
                  place(at, at + 1), "expected a number, a name or '('");
    const bool power = at > 0 && text_.substr(at - 1).starts_with("**");
    const std::size_t begin = power ? at - 1 : at;
    throw Error(Code::E109, fmt::format("expected a number, a name or '(', not {}", seen(at)),
                place(begin, at + 1), counterpart_at(begin));
  }

  [[noreturn]] void expected(const char* what, std::size_t at, const char* mark = "") const {
    throw Error(Code::E109, fmt::format("expected {} here", what), place(at, at + 1), mark);
  }

  // Behind a complete operand something stands that is neither a sign nor an end. `open` is the
  // bracket that waits to be closed (0: none) and `opened` where it stands.
  [[noreturn]] void after_operand(std::size_t at, char open, std::size_t opened,
                                  bool relation_allowed) const {
    const std::string_view rest = text_.substr(std::min(at, text_.size()));
    if (rest.empty()) {
      throw Error(Code::E109, fmt::format("'{}' is not closed", open), place(opened, opened + 1));
    }
    const char c = rest[0];
    if (starts_with_letter(rest) || is_digit(c) || c == '.' || c == '(' || c == '[' || c == '|')
      two_factors(at);
    if (c == '<' || c == '>' || c == '=' || c == '!') {
      if (relation_allowed && open == 0) no_relation(at);
      const bool branches = open == '(' && called(opened) == "if";
      throw Error(Code::E105, "a relation does not belong here", place(at, at + 1),
                  branches ? std::string(*counterpart_of_word("if")) : "");
    }
    if (c == ')' || c == ']')
      throw Error(Code::E109,
                  open == 0 ? fmt::format("'{}' closes nothing", c)
                            : fmt::format("'{}' cannot close '{}'", c, open),
                  place(at, at + 1));
    if (c == ',')
      throw Error(Code::E109, "a comma belongs in a call or a vector", place(at, at + 1),
                  constraint_.relations.empty() ? "" : "write two constraints");
    throw Error(Code::E109, fmt::format("{} does not belong in a formula", seen(at)),
                place(at, at + 1), counterpart_at(at));
  }

  [[noreturn]] void too_deep(std::size_t at) const {
    throw Error(Code::E110, fmt::format("nested deeper than {}", TextLimits::depth),
                place(at, at + 1));
  }

  Expression finish() { return std::move(tree_); }
  ConstraintText finish_constraint() {
    constraint_.tree = std::move(tree_);
    return std::move(constraint_);
  }

  // Bindings.
  std::vector<Binding> bindings;
  std::string_view text() const { return text_; }

  int depth = 0;

 private:
  static std::uint32_t at(std::size_t offset) { return static_cast<std::uint32_t>(offset); }

  void push(Index part) { stack_.push_back(part); }

  std::span<const Index> take(std::size_t base) {
    taken_.assign(stack_.begin() + static_cast<std::ptrdiff_t>(base), stack_.end());
    stack_.resize(base);
    return taken_;
  }

  Place place(std::size_t begin, std::size_t end) const { return place_in(text_, begin, end); }

  // A piece that was read, on one line and not too long.
  std::string quoted(std::size_t begin, std::size_t end) const {
    std::string piece(text_.substr(begin, end - begin));
    if (piece.size() > 40) {
      std::size_t cut = 37;
      while ((static_cast<unsigned char>(piece[cut]) & 0xC0U) == 0x80U) --cut;  // inside a letter
      piece = piece.substr(0, cut) + "...";
    }
    std::ranges::replace_if(piece, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return piece;
  }

  static std::string trimmed(std::string_view piece) {
    const auto first = piece.find_first_not_of(" \t\n\r");
    if (first == std::string_view::npos) return {};
    return std::string(piece.substr(first, piece.find_last_not_of(" \t\n\r") - first + 1));
  }

  // The character at `at` as words: quoted if it can be printed, so that no message carries bytes
  // that a terminal obeys or that hide what stands there.
  std::string seen(std::size_t at) const {
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte < 0x20U || byte == 0x7FU) return fmt::format("a control character (0x{:02x})", byte);
    if (byte < 0x80U) return fmt::format("'{}'", text_[at]);
    const std::string_view character = first_character(text_.substr(at));
    if (character.empty()) return fmt::format("a stray byte (0x{:02x})", byte);
    const std::uint32_t point = code_point(character);
    if (is_invisible(point)) return fmt::format("an invisible character (U+{:04X})", point);
    return fmt::format("'{}'", character);
  }

  // The token that begins at `begin`: a name or a number, otherwise one character.
  std::size_t token_end(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && (starts_with_letter(text_.substr(end)) || is_digit(text_[end]) ||
                                  text_[end] == '.' || text_[end] == '_' || text_[end] == '\''))
      end += is_greek(text_.substr(end)) ? 2 : 1;
    return std::max(end, begin + 1);
  }

  // How the sign that stands there is written; "" if it has no counterpart.
  std::string counterpart_at(std::size_t at) const {
    return std::string(counterpart_of_sign(text_.substr(at)).value_or(""));
  }

  // The word before an opening bracket.
  std::string_view called(std::size_t opened) const {
    std::string_view word = text_.substr(0, opened);
    const auto before = word.find_last_not_of("abcdefghijklmnopqrstuvwxyz");
    return before == std::string_view::npos ? word : word.substr(before + 1);
  }

  [[noreturn]] void two_factors(std::size_t at) const {
    const std::size_t end = token_end(at);
    const std::string left = quoted(atom_.first, atom_.second);
    const std::string right = quoted(at, end);
    if (const auto counterpart = counterpart_of_word(right))
      throw Error(Code::E109, fmt::format("'{}' does not belong in a formula", right),
                  place(at, end), std::string(*counterpart));
    if (function_named(left))
      throw Error(Code::E104, fmt::format("the argument of {} needs brackets", left),
                  place(at, end), fmt::format("write '{}({})'", left, right));
    const bool words = starts_with_letter(left) && starts_with_letter(right) && left.back() != ')';
    std::vector<std::string> notes;
    if (words)
      notes.push_back(
          fmt::format("note: '{}{}' would be one name, '2x' is not a number", left, right));
    if (is_digit(left[0]) && unit_named(right))
      notes.push_back(
          fmt::format("note: a number with a unit stands alone, as in [parameters]: d = \"{} {}\"",
                      left, right));
    const bool bracket = right == "(" || right == "[" || right == "|";
    const auto unit = is_digit(left[0]) ? unit_named(right) : std::nullopt;
    throw Error(Code::E104, "two factors without an operator between them", place(at, end),
                bracket          ? fmt::format("write '*' before '{}'", right)
                : right == "deg" ? fmt::format("write '{}*pi/180'", left)
                : unit           ? fmt::format("write '{}*{}'", left, shortest(unit->factor))
                                 : fmt::format("write '{}*{}'", left, right),
                std::move(notes));
  }

  std::string_view text_;
  Expression tree_;
  std::vector<Index> stack_;
  std::vector<Index> taken_;
  std::pair<std::size_t, std::size_t> atom_;
  ConstraintText constraint_;
};

template <class Input>
std::size_t offset(const Input& in, const Reader& reader) {
  return static_cast<std::size_t>(in.current() - reader.text().data());
}

// A rule that only says why nothing fits.
template <class Derived>
struct Complaint {
  using rule_t = Derived;
  using subs_t = peg::type_list<>;
  template <peg::apply_mode, peg::rewind_mode, template <typename...> class,
            template <typename...> class, typename Input>
  static bool match(Input& in, Reader& reader) {
    Derived::complain(offset(in, reader), reader);
    return false;
  }
};

struct no_atom : Complaint<no_atom> {
  static void complain(std::size_t at, const Reader& r) { r.no_atom(at); }
};
struct no_word : Complaint<no_word> {
  static void complain(std::size_t at, const Reader& r) { r.expected("a name", at); }
};
struct no_item : Complaint<no_item> {
  static void complain(std::size_t at, const Reader& r) { r.expected("an index or a name", at); }
};
struct no_bracket : Complaint<no_bracket> {
  static void complain(std::size_t at, const Reader& r) { r.expected("',' or ']'", at); }
};
struct end_expression : Complaint<end_expression> {
  static void complain(std::size_t at, const Reader& r) { r.after_operand(at, 0, 0, false); }
};
struct no_in : Complaint<no_in> {
  static void complain(std::size_t at, const Reader& r) {
    const bool at_end = at > 0 && at >= r.text().size();
    r.expected("'in' and a set", at_end ? at - 1 : at, "masses are listed as 'p in [a, b]'");
  }
};
struct no_set : Complaint<no_set> {
  static void complain(std::size_t at, const Reader& r) { r.expected("a set", at); }
};
struct no_range : Complaint<no_range> {
  static void complain(std::size_t at, const Reader& r) { r.expected("3, 0..39 or *", at); }
};
struct end_binding : Complaint<end_binding> {
  static void complain(std::size_t at, const Reader& r) { r.expected("',' or the end", at); }
};

// Matches what `Inner` matches, counting how deep it is nested.
template <class Inner>
struct deeper {
  using rule_t = deeper;
  using subs_t = peg::type_list<Inner>;
  template <peg::apply_mode A, peg::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, Reader& reader) {
    if (++reader.depth > TextLimits::depth) reader.too_deep(offset(in, reader));
    const bool matched = peg::match<Inner, A, M, Action, Control>(in, reader);
    --reader.depth;
    return matched;
  }
};

// `Open Inner Close`; `close` puts what was read together.
template <class Derived, class Inner, char Open, char Close>
struct bracket {
  using rule_t = Derived;
  using subs_t = peg::type_list<Inner>;
  template <peg::apply_mode A, peg::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, Reader& reader) {
    if (in.empty() || in.peek_char() != Open) return false;
    const std::size_t begin = offset(in, reader);
    const std::size_t base = reader.depth_of_stack();
    in.bump_in_this_line();
    if (!peg::match<Inner, A, M, Action, Control>(in, reader)) return false;
    if (in.empty() || in.peek_char() != Close)
      reader.after_operand(offset(in, reader), Open, begin, false);
    in.bump_in_this_line();
    Derived::close(reader, begin, offset(in, reader), base);
    reader.atom(begin, offset(in, reader));
    return true;
  }
};

template <class Input>
void skip_blanks(Input& in) {
  while (!in.empty() && std::string_view(" \t\n\r").find(in.peek_char()) != std::string_view::npos)
    in.bump(1);
}

struct expression;
struct blank : peg::star<peg::one<' ', '\t', '\n', '\r'>> {};
struct letter : peg::sor<peg::alpha, peg::utf8::range<0x391, 0x3A1>, peg::utf8::range<0x3A3, 0x3A9>,
                         peg::utf8::range<0x3B1, 0x3C9>> {};
struct in_word : peg::sor<letter, peg::digit, peg::one<'_'>> {};
struct word : peg::seq<letter, peg::star<in_word>> {};
struct integer : peg::plus<peg::digit> {};
struct exponent : peg::seq<peg::one<'e', 'E'>, peg::opt<peg::one<'+', '-'>>, integer> {};
struct number
    : peg::sor<peg::seq<integer, peg::opt<peg::one<'.'>, peg::opt<integer>>, peg::opt<exponent>>,
               peg::seq<peg::one<'.'>, integer, peg::opt<exponent>>> {};

struct item : peg::sor<integer, word, no_item> {};
struct index_list
    : peg::seq<peg::one<'['>, blank, item, blank, peg::star<peg::one<',', ';'>, blank, item, blank>,
               peg::sor<peg::one<']'>, no_bracket>> {};
struct name_path
    : peg::seq<word, peg::opt<index_list>,
               peg::star<peg::one<'.'>, peg::sor<word, no_word>, peg::opt<index_list>>> {};
struct name : peg::seq<name_path, peg::rep_opt<2, peg::one<'\''>>> {};

struct several : peg::seq<blank, expression, peg::star<peg::one<','>, blank, expression>> {};
struct one_inside : peg::seq<blank, expression> {};

struct parentheses : bracket<parentheses, one_inside, '(', ')'> {
  static void close(Reader&, std::size_t, std::size_t, std::size_t) {}
};
struct bars : bracket<bars, one_inside, '|', '|'> {
  static void close(Reader& r, std::size_t begin, std::size_t end, std::size_t base) {
    r.bars(begin, end, base);
  }
};
struct vector : bracket<vector, several, '[', ']'> {
  static void close(Reader& r, std::size_t begin, std::size_t end, std::size_t base) {
    r.vector(begin, end, base);
  }
};

// A word and an opening parenthesis: a function, whatever its name.
struct call {
  using rule_t = call;
  using subs_t = peg::type_list<word, several>;
  template <peg::apply_mode A, peg::rewind_mode, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, Reader& reader) {
    auto back = in.template mark<peg::rewind_mode::required>();
    const std::size_t begin = offset(in, reader);
    if (!peg::match<word, peg::apply_mode::nothing, peg::rewind_mode::dontcare, Action, Control>(
            in, reader))
      return false;
    const std::size_t word_end = offset(in, reader);
    skip_blanks(in);
    if (in.empty() || in.peek_char() != '(') return false;
    const std::size_t opened = offset(in, reader);
    const std::size_t base = reader.depth_of_stack();
    in.bump_in_this_line();
    if (!peg::match<several, A, peg::rewind_mode::dontcare, Action, Control>(in, reader))
      return false;
    if (in.empty() || in.peek_char() != ')')
      reader.after_operand(offset(in, reader), '(', opened, false);
    in.bump_in_this_line();
    reader.call(begin, word_end, offset(in, reader), base);
    reader.atom(begin, offset(in, reader));
    return back(true);
  }
};

struct atom : peg::seq<peg::sor<number, call, name, parentheses, bars, vector, no_atom>, blank> {};
struct factor;
struct power_tail : peg::seq<peg::one<'^'>, blank, deeper<factor>> {};
struct power : peg::seq<atom, peg::opt<power_tail>> {};

struct signed_factor {
  using rule_t = signed_factor;
  using subs_t = peg::type_list<factor>;
  template <peg::apply_mode A, peg::rewind_mode M, template <typename...> class Action,
            template <typename...> class Control, typename Input>
  static bool match(Input& in, Reader& reader) {
    if (in.empty() || (in.peek_char() != '-' && in.peek_char() != '+')) return false;
    const bool minus = in.peek_char() == '-';
    const std::size_t begin = offset(in, reader);
    in.bump_in_this_line();
    skip_blanks(in);
    if (!peg::match<deeper<factor>, A, M, Action, Control>(in, reader)) return false;
    if (minus) reader.negative(begin);
    return true;
  }
};

struct factor : peg::sor<signed_factor, power> {};
struct times : peg::seq<peg::one<'*'>, blank, factor> {};
struct over : peg::seq<peg::one<'/'>, blank, factor> {};
struct term : peg::seq<factor, peg::star<peg::sor<times, over>>> {};
struct plus : peg::seq<peg::one<'+'>, blank, term> {};
struct minus : peg::seq<peg::one<'-'>, blank, term> {};
struct expression : deeper<peg::seq<term, peg::star<peg::sor<plus, minus>>>> {};

struct whole_expression : peg::seq<blank, expression, peg::sor<peg::eof, end_expression>> {};

// <= >= == = between two sides; everything that looks like a relation and is none is E105.
struct relation {
  using rule_t = relation;
  using subs_t = peg::type_list<>;
  template <peg::apply_mode, peg::rewind_mode, template <typename...> class,
            template <typename...> class, typename Input>
  static bool match(Input& in, Reader& reader) {
    const std::size_t begin = offset(in, reader);
    std::size_t length = 0;
    while (length < in.size() && length < 3 &&
           std::string_view("<>=!").find(in.peek_char(length)) != std::string_view::npos)
      ++length;
    if (length == 0) return false;
    const std::string_view sign = reader.text().substr(begin, length);
    in.bump_in_this_line(length);
    if (sign == "<=")
      reader.relation(Relation::at_most, begin, begin + length);
    else if (sign == ">=")
      reader.relation(Relation::at_least, begin, begin + length);
    else if (sign == "=" || sign == "==")
      reader.relation(Relation::equal, begin, begin + length);
    else
      reader.strict(begin, begin + length);
    return true;
  }
};

struct no_relation : Complaint<no_relation> {
  static void complain(std::size_t at, const Reader& r) {
    if (at >= r.text().size()) r.no_relation(at);
    r.after_operand(at, 0, 0, true);
  }
};

struct side : expression {};
struct whole_constraint
    : peg::seq<blank, side, peg::sor<relation, no_relation>, blank, side,
               peg::star<relation, blank, side>, peg::sor<peg::eof, end_expression>> {};

struct bound_word : word {};
struct second_word : word {};
struct set_name : peg::seq<word, peg::star<peg::one<'.'>, peg::sor<word, no_word>>> {};
struct range : peg::sor<peg::seq<integer, peg::string<'.', '.'>, integer>, integer, peg::one<'*'>> {
};
struct ranges : peg::seq<peg::one<'['>, blank, peg::sor<range, no_range>, blank,
                         peg::star<peg::one<','>, blank, peg::sor<range, no_range>, blank>,
                         peg::sor<peg::one<']'>, no_bracket>> {};
struct listed : name_path {};
struct list : peg::seq<peg::one<'['>, blank, peg::sor<listed, no_word>, blank,
                       peg::star<peg::one<','>, blank, peg::sor<listed, no_word>, blank>,
                       peg::sor<peg::one<']'>, no_bracket>> {};
struct set : peg::sor<peg::seq<set_name, peg::opt<ranges>>, list, no_set> {};
struct binding : peg::seq<peg::sor<bound_word, no_word>, blank,
                          peg::opt<peg::one<'<'>, blank, peg::sor<second_word, no_word>, blank>,
                          peg::sor<peg::seq<peg::string<'i', 'n'>, peg::not_at<in_word>>, no_in>,
                          blank, set, blank> {};
struct whole_bindings : peg::seq<blank, binding, peg::star<peg::one<','>, blank, binding>,
                                 peg::sor<peg::eof, end_binding>> {};

template <class Rule>
struct action : peg::nothing<Rule> {};

template <>
struct action<number> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    const auto begin = static_cast<std::size_t>(in.begin() - reader.text().data());
    reader.number(begin, begin + in.size());
  }
};
template <>
struct action<name> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    const auto begin = static_cast<std::size_t>(in.begin() - reader.text().data());
    reader.name(begin, begin + in.size());
  }
};

template <Kind kind>
struct joined {
  static void apply0(Reader& reader) { reader.binary(kind); }
};
template <>
struct action<plus> : joined<Kind::sum> {};
template <>
struct action<minus> : joined<Kind::difference> {};
template <>
struct action<times> : joined<Kind::product> {};
template <>
struct action<over> : joined<Kind::quotient> {};
template <>
struct action<power_tail> : joined<Kind::power> {};
template <>
struct action<side> {
  static void apply0(Reader& reader) { reader.side(); }
};

template <class Input>
std::string spelt_out(const Input& in, const Reader& reader) {
  const auto begin = static_cast<std::size_t>(in.begin() - reader.text().data());
  return reader.spelt_out(begin, begin + in.size());
}

template <>
struct action<bound_word> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    reader.bindings.push_back({.first = spelt_out(in, reader)});
  }
};
template <>
struct action<second_word> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    reader.bindings.back().second = spelt_out(in, reader);
  }
};
template <>
struct action<set_name> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    reader.bindings.back().set.name = spelt_out(in, reader);
  }
};
template <>
struct action<range> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    reader.bindings.back().set.ranges.push_back(in.string());
  }
};
template <>
struct action<listed> {
  template <class Input>
  static void apply(const Input& in, Reader& reader) {
    reader.bindings.back().set.list.push_back(spelt_out(in, reader));
  }
};

template <class Grammar>
void read(std::string_view text, Reader& reader) {
  peg::memory_input<peg::tracking_mode::lazy> in(text.data(), text.data() + text.size(), "");
  [[maybe_unused]] const bool matched = peg::parse<Grammar, action>(in, reader);
  assert(matched && "a rule that does not match throws its reason");
}

}  // namespace

Expression parse_expression(std::string_view text) {
  Reader reader(text);
  read<whole_expression>(text, reader);
  return reader.finish();
}

ConstraintText parse_constraint(std::string_view text) {
  Reader reader(text);
  read<whole_constraint>(text, reader);
  return reader.finish_constraint();
}

std::vector<Binding> parse_bindings(std::string_view text) {
  Reader reader(text);
  read<whole_bindings>(text, reader);
  return std::move(reader.bindings);
}

Place place_in(std::string_view text, std::size_t begin, std::size_t end) {
  begin = std::min(begin, text.size());
  const int column = characters(text.substr(0, begin)) + 1;
  const int width = end <= text.size() ? characters(text.substr(begin, end - begin)) : 1;
  return {.column = column, .end_column = column + std::max(width, 1)};
}

std::string ConstraintText::text() const {
  std::string out = tree.text(sides.front());
  for (std::size_t i = 0; i < relations.size(); ++i) {
    constexpr std::array<const char*, 3> signs = {" = ", " <= ", " >= "};
    out += signs[static_cast<std::size_t>(relations[i])] + tree.text(sides[i + 1]);
  }
  return out;
}

std::string ConstraintText::latex() const {
  std::string out = tree.latex(sides.front());
  for (std::size_t i = 0; i < relations.size(); ++i) {
    constexpr std::array<const char*, 3> signs = {" = ", " \\le ", " \\ge "};
    out += signs[static_cast<std::size_t>(relations[i])] + tree.latex(sides[i + 1]);
  }
  return out;
}

}  // namespace zwang
