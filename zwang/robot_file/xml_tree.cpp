// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/xml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <pugixml.hpp>

#include "zwang/base/text.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;
constexpr int deepest = 512;
constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The parser works in place, so that names stay where they stand in the text. It expands the five
// entities of XML and numbers of characters, no others, and does not recurse; nor does the search
// for the depth, so that what follows may.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text), buffer_(text) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') ends_.push_back(i);
  }

  XmlElement read() {
    const auto result = document_.load_buffer_inplace(buffer_.data(), buffer_.size(),
                                                      pugi::parse_default | pugi::parse_doctype,
                                                      pugi::encoding_utf8);
    if (!result)
      throw Error(Code::E401, fmt::format("this is no XML: {}", result.description()),
                  place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0))));
    pugi::xml_node root;
    for (const pugi::xml_node& node : document_.children()) {
      if (node.type() == pugi::node_doctype) demand_plain(node);
      if (node.type() != pugi::node_element) continue;
      if (root)
        throw Error(Code::E401,
                    fmt::format("<{}> stands beside <{}>: a file has one outermost "
                                "element",
                                node.name(), root.name()),
                    place_of(node.name()));
      root = node;
    }
    demand_shallow(root);
    return element(root);
  }

 private:
  void demand_plain(const pugi::xml_node& doctype) const {
    const std::string_view value = doctype.value();
    if (value.find_first_of("[<") == std::string_view::npos) return;
    throw Error(Code::E401, "a DOCTYPE that declares entities is refused",
                place_of(doctype.value()), {},
                {"help: delete it, and write out what it abbreviates"});
  }

  void demand_shallow(const pugi::xml_node& root) const {
    int depth = 1;
    for (pugi::xml_node node = root; node;) {
      if (depth > deepest)
        throw Error(Code::E110, fmt::format("elements are nested more than {} deep", deepest),
                    place_of(node.name()));
      if (node.first_child()) {
        node = node.first_child();
        ++depth;
        continue;
      }
      while (node && node != root && !node.next_sibling()) {
        node = node.parent();
        --depth;
      }
      if (node == root) return;
      node = node.next_sibling();
    }
  }

  XmlElement element(const pugi::xml_node& node) const {
    const Place at = place_of(node.name());
    XmlElement out{.name = node.name(), .line = at.line, .column = at.column};
    for (const pugi::xml_attribute& one : node.attributes()) {
      const Place where = place_of(one.name());
      out.attributes.push_back(
          {.name = one.name(), .value = one.value(), .line = where.line, .column = where.column});
    }
    for (const pugi::xml_node& below : node.children()) {
      if (below.type() == pugi::node_element) out.children.push_back(element(below));
      if (below.type() == pugi::node_pcdata || below.type() == pugi::node_cdata)
        out.text += trimmed(below.value());
    }
    return out;
  }

  Place place_of(const char* piece) const {
    const std::less<const char*> before;
    if (before(piece, buffer_.data()) || !before(piece, buffer_.data() + buffer_.size())) return {};
    return place(static_cast<std::size_t>(piece - buffer_.data()));
  }

  // Places are asked for in the order of the text, mostly: then a long line is counted once.
  Place place(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const auto line = std::ranges::lower_bound(ends_, offset);
    const std::size_t start = line == ends_.begin() ? 0 : *std::prev(line) + 1;
    if (counted_ < start || counted_ > offset) {
      counted_ = start;
      column_ = 1;
    }
    column_ += characters(std::string_view(text_).substr(counted_, offset - counted_));
    counted_ = offset;
    return {.line = static_cast<int>(line - ends_.begin()) + 1, .column = column_};
  }

  const std::string& text_;
  std::string buffer_;
  std::vector<std::size_t> ends_;    // of lines
  mutable std::size_t counted_ = 0;  // column_ is that of this offset
  mutable int column_ = 1;
  pugi::xml_document document_;
};

double read_number(const XmlAttribute& from, std::string_view word) {
  const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
  double x = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), x);
  if (word.find("${") != std::string_view::npos || word.find("$(") != std::string_view::npos)
    refuse(from, Code::E113, "a formula of xacro: expand the file with xacro first");
  if (error == std::errc::result_out_of_range)
    refuse(from, Code::E120, fmt::format("'{}' is out of range", word));
  if (error != std::errc() || end != digits.data() + digits.size())
    refuse(from, Code::E113, fmt::format("'{}' is not a number", without_controls(word)));
  if (!std::isfinite(x)) refuse(from, Code::E120, fmt::format("'{}' is not finite", word));
  return x;
}

template <typename Piece>
Place place_of(const Piece& piece) {
  return {.line = piece.line,
          .column = piece.column,
          .end_column = piece.column + characters(piece.name)};
}

}  // namespace

XmlAttribute* XmlElement::attribute(std::string_view wanted) {
  const auto found = std::ranges::find(attributes, wanted, &XmlAttribute::name);
  if (found == attributes.end()) return nullptr;
  found->taken = true;
  return &*found;
}

XmlElement* XmlElement::child(std::string_view wanted) {
  const auto found = std::ranges::find(children, wanted, &XmlElement::name);
  if (found == children.end()) return nullptr;
  found->taken = true;
  return &*found;
}

bool XmlElement::has(std::string_view wanted) const {
  return std::ranges::find(attributes, wanted, &XmlAttribute::name) != attributes.end();
}

XmlElement read_xml(std::string text) {
  if (text.size() > most_bytes)
    throw Error(Code::E110, fmt::format("the file is larger than {} MB", most_bytes >> 20U));
  if (text.find('\0') != std::string::npos)
    throw Error(Code::E401, "this is no text: it contains bytes that are 0");
  return Reader(text).read();
}

void refuse(const XmlElement& at, Code code, const std::string& message) {
  throw Error(code, fmt::format("<{}>: {}", at.name, message), place_of(at));
}

void refuse(const XmlAttribute& at, Code code, const std::string& message) {
  throw Error(code, fmt::format("{}: {}", at.name, message), place_of(at));
}

void leave(XmlElement& element, XmlAttribute& attribute, const std::string& reason) {
  for (const XmlAttribute& own : element.attributes)
    if (&own == &attribute) {
      attribute.taken = false;
      attribute.reason = reason;
      return;
    }
  element.notes.emplace_back(attribute.name + " of the class", reason);
}

std::vector<double> numbers_of(const XmlAttribute& from, std::size_t least, std::size_t most) {
  std::vector<double> out;
  std::string_view rest = trimmed(from.value);
  while (!rest.empty() && out.size() <= most) {
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    rest = trimmed(rest.substr(word.size()));
    out.push_back(read_number(from, word));
  }
  if (out.size() < least || out.size() > most)
    refuse(from, Code::E113,
           fmt::format("expected {}, found {}",
                       most == 1       ? "a number"
                       : least == most ? fmt::format("{} numbers", most)
                                       : fmt::format("{} to {} numbers", least, most),
                       out.size() > most ? "more" : fmt::format("{}", out.size())));
  return out;
}

double number_of(const XmlAttribute& from) { return numbers_of(from, 1, 1)[0]; }

}  // namespace zwang
