// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/integral_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "zwang/calculus/formula.hpp"

namespace zwang {
namespace {

using Kind = AnsatzTerm::Kind;
constexpr std::int64_t most_power = 12;

struct Part {
  Ratio factor;
  NodeId node = 0;
  const AnsatzTerm* term = nullptr;  // none for a quotient of several
};

class Writing {
 public:
  Writing(Written& written, Algebra& algebra, const std::function<double(NodeId)>& value)
      : written_(written), graph_(written.graph()), algebra_(algebra), value_(value) {}

  std::optional<IntegralText> of(const AnsatzSum& sum) {
    if (sum.terms.empty() || !collect(scaled(sum))) return std::nullopt;
    return has_logarithms() && !has_angles() && make_whole() ? as_product() : as_sum();
  }

 private:
  bool has(Kind kind) const {
    return std::ranges::any_of(
        parts_, [&](const Part& part) { return part.term && part.term->kind == kind; });
  }
  bool has_logarithms() const { return has(Kind::log); }
  bool has_angles() const { return has(Kind::angle); }
  static bool is_logarithm(const Part& part) { return part.term && part.term->kind == Kind::log; }

  // With a logarithm, or else the first term, of factor 1.
  static AnsatzSum scaled(AnsatzSum sum) {
    const auto log = std::ranges::find_if(
        sum.terms, [](const AnsatzTerm& term) { return term.kind == Kind::log; });
    const auto at = log == sum.terms.end() ? 0 : log - sum.terms.begin();
    const LongResidue inverse = LongResidue(1) / sum.factors[static_cast<std::size_t>(at)];
    for (LongResidue& factor : sum.factors) factor = factor * inverse;
    return sum;
  }

  bool collect(const AnsatzSum& sum) {
    sum_ = sum;
    RationalFunction quotients;
    for (std::size_t k = 0; k < sum_.terms.size(); ++k) {
      const AnsatzTerm& term = sum_.terms[k];
      if (term.kind == Kind::quotient) {
        quotients = add(quotients, term, sum_.factors[k]);
        continue;
      }
      const auto factor = sum_.factors[k].ratio();
      const auto node =
          term.kind == Kind::log ? written_.polynomial(whole(term.f)) : written_.term(term);
      if (!factor || !node) return false;
      parts_.push_back({*factor, *node, &term});
    }
    if (quotients.is_zero()) return true;
    // x/z + y/z as (x + y)/z, with 1 before x
    LongResidue first = quotients.above.lead();
    const auto lead = first.ratio();
    if (!lead) return false;
    if (!parts_.empty() && quotients.above.terms().size() > 1)
      first = LongResidue(lead->above < 0 ? -1 : 1);
    quotients.above = quotients.above.times(LongResidue(1) / first);
    const auto factor = first.ratio();
    const auto node = written_.quotient(quotients);
    if (!factor || !node) return false;
    parts_.push_back({parts_.empty() ? Ratio{1, 1} : *factor, *node, nullptr});
    return true;
  }

  static Polynomial whole(const Polynomial& f) { return without_fractions(f); }

  RationalFunction add(const RationalFunction& to, const AnsatzTerm& term, LongResidue factor) {
    Polynomial::Term above{{}, factor};
    Polynomial below = term.f;
    for (std::size_t v = 0; v < term.powers.size(); ++v) {
      above.powers[v] = static_cast<std::uint8_t>(std::max<int>(term.powers[v], 0));
      if (term.powers[v] < 0)
        below = algebra_.product(below, Polynomial::variable(v, -term.powers[v]));
    }
    const RationalFunction one = quotient(
        algebra_, RationalFunction(Polynomial(std::vector{above})), RationalFunction(below));
    return zwang::sum(algebra_, to, one);
  }

  // The factors of the logarithms as whole numbers without a common divisor.
  bool make_whole() {
    std::int64_t below = 1, common = 0;
    constexpr std::int64_t most = 1'000'000;
    for (const Part& part : parts_)
      if (is_logarithm(part)) below = std::lcm(below, std::min(part.factor.below, most));
    if (below > most) return false;
    for (const Part& part : parts_) {
      if (!is_logarithm(part)) continue;
      if (below % part.factor.below != 0 || std::abs(part.factor.above) > most) return false;
      common = std::gcd(common, part.factor.above * (below / part.factor.below));
    }
    for (const Part& part : parts_)
      if (is_logarithm(part) &&
          std::abs(part.factor.above * (below / part.factor.below) / common) > most_power)
        return false;
    for (Part& part : parts_) {
      const auto factor = (LongResidue(part.factor) * LongResidue(Ratio{below, common})).ratio();
      if (!factor) return false;
      part.factor = *factor;
    }
    return true;
  }

  std::string text_of(NodeId node) const { return Formula(graph_, node).text(); }

  // A sum in brackets.
  std::string bracketed(NodeId node) const {
    const Operation last = graph_[node].operation;
    const bool sum =
        last == Operation::add || last == Operation::subtract || last == Operation::negate;
    return sum ? fmt::format("({})", text_of(node)) : text_of(node);
  }

  // The terms that are no logarithms; with logarithms as they are.
  void write_sum(bool with_logarithms) {
    sum_node_ = graph_.constant(0.0);
    struct Sized {
      bool negative;
      NodeId node;
      std::string text;
    };
    std::vector<Sized> all;
    for (const Part& part : parts_) {
      if (is_logarithm(part) && !with_logarithms) continue;
      NodeId node = part.node;
      if (is_logarithm(part))
        node = graph_.make(Operation::log, value_(node) < 0.0 ? graph_.negate(node) : node);
      const Ratio size{std::abs(part.factor.above), part.factor.below};
      all.push_back({part.factor.above < 0, written_.times(size, node),
                     Written::times(size, bracketed(node))});
    }
    for (const auto& [negative, node, text] : all) {
      sum_node_ = negative ? graph_.subtract({sum_node_, node}) : graph_.add({sum_node_, node});
      const char* const sign =
          sum_text_.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
      sum_text_ += sign + text;
    }
  }

  std::optional<IntegralText> as_sum() {
    for (const Part& part : parts_)
      if (is_logarithm(part) && !(std::abs(value_(part.node)) > 0.0)) return std::nullopt;
    write_sum(true);
    IntegralText out{.phi = sum_node_, .text = sum_text_};
    out.angle = angle();
    return out;
  }

  std::optional<IntegralText> as_product() {
    write_sum(false);
    NodeId product = graph_.constant(1.0);
    std::string text;
    for (const Part& part : parts_) {
      if (!is_logarithm(part)) continue;
      const std::int64_t size = std::abs(part.factor.above);
      const bool negative = part.factor.above < 0;
      const NodeId power = size == 1 ? part.node : graph_.pow(part.node, static_cast<double>(size));
      product = negative ? graph_.divide({product, power}) : graph_.multiply({product, power});
      text += negative ? (text.empty() ? "1/" : "/") : text.empty() ? "" : "*";
      text += bracketed(power);
    }
    if (sum_text_.empty()) return IntegralText{.phi = product, .text = text};
    return IntegralText{.phi = graph_.multiply({product, graph_.make(Operation::exp, sum_node_)}),
                        .text = fmt::format("{}*exp({})", text, sum_text_)};
  }

  // The one angle of the sum, and what is left without it.
  std::optional<IntegralText::Angle> angle() {
    const auto is_angle = [&](const Part& part) {
      return graph_[part.node].operation == Operation::atan2 && part.term;
    };
    if (std::ranges::count_if(parts_, is_angle) != 1) return std::nullopt;
    IntegralText::Angle out;
    std::vector<Part> others;
    for (const Part& part : parts_) {
      if (!is_angle(part)) {
        others.push_back(part);
        continue;
      }
      out.y = graph_[part.node].a;
      out.x = graph_[part.node].b;
      out.factor = static_cast<double>(part.factor.above) / static_cast<double>(part.factor.below);
    }
    parts_ = std::move(others);
    sum_text_.clear();
    write_sum(true);
    out.rest = sum_node_;
    return out;
  }

  Written& written_;
  Graph& graph_;
  Algebra& algebra_;
  const std::function<double(NodeId)>& value_;
  AnsatzSum sum_;
  std::vector<Part> parts_;
  NodeId sum_node_ = 0;
  std::string sum_text_;
};

}  // namespace

std::optional<IntegralText> integral_text(Written& written, Algebra& algebra, const AnsatzSum& sum,
                                          const std::function<double(NodeId)>& value) {
  return Writing(written, algebra, value).of(sum);
}

}  // namespace zwang
