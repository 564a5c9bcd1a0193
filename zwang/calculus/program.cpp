// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "zwang/calculus/apply.hpp"

namespace zwang {
namespace {

using K = Instruction::Kind;

K plain_kind(Operation operation) {
  switch (operation) {
    case Operation::add: return K::add;
    case Operation::subtract: return K::subtract;
    case Operation::multiply: return K::multiply;
    case Operation::divide: return K::divide;
    case Operation::negate: return K::negate;
    case Operation::pow: return K::pow;
    case Operation::sqrt: return K::sqrt;
    case Operation::exp: return K::exp;
    case Operation::log: return K::log;
    case Operation::sin:
    case Operation::cos: return K::sincos;
    case Operation::sinh:
    case Operation::cosh: return K::sinhcosh;
    case Operation::tan: return K::tan;
    case Operation::asin: return K::asin;
    case Operation::acos: return K::acos;
    case Operation::atan: return K::atan;
    case Operation::tanh: return K::tanh;
    case Operation::atan2: return K::atan2;
    case Operation::min: return K::min;
    case Operation::max: return K::max;
    case Operation::step: return K::step;
    case Operation::smooth: return K::smooth;
    case Operation::constant:
    case Operation::symbol: break;
  }
  return K::constant;
}

// Turns nodes into instructions. A number that meets a variable becomes part of the instruction; it
// gets a register of its own only where no instruction takes it in.
class Assembler {
 public:
  Assembler(const Graph& graph, NodeId result)
      : graph_(graph),
        nodes_(graph.below(std::array{result})),
        uses_(nodes_.size()),
        values_(nodes_.size()),
        at_(nodes_.size()) {
    ++uses_[index(result)];
    for (const NodeId id : nodes_) {
      const Node& node = graph_[id];
      if (arity(node.operation) > 0) ++uses_[index(node.a)];
      if (arity(node.operation) > 1) ++uses_[index(node.b)];
    }
  }

  void declare_inputs(std::vector<SymbolId>& inputs) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = graph_[nodes_[i]];
      if (node.operation != Operation::symbol) continue;
      if (graph_.symbol_of(nodes_[i]).kind == Symbol::Kind::parameter) continue;
      inputs.push_back(node.a);
      at_[i] = registers++;
    }
  }

  void assemble() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = graph_[nodes_[i]];
      if (node.operation == Operation::constant) {
        values_[i] = node.number;
      } else if (node.operation == Operation::symbol) {
        const Symbol& symbol = graph_.symbol_of(nodes_[i]);
        if (symbol.kind == Symbol::Kind::parameter) values_[i] = symbol.value;
      } else {
        operation(i, node);
      }
    }
  }

  // The register of a node, with a number put there first if it is one.
  std::uint32_t place(NodeId node) {
    const std::size_t i = index(node);
    if (!at_[i]) at_[i] = emit({.kind = K::constant, .k = *values_[i]}, node);
    return *at_[i];
  }

  std::vector<Instruction> instructions;
  std::vector<NodeId> computed;
  std::uint32_t registers = 0;

 private:
  std::size_t index(NodeId node) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
  }

  std::uint32_t emit(Instruction instruction, NodeId node) {
    if (const auto both = with_last(instruction)) {
      instruction = *both;
      instructions.pop_back();
      computed.pop_back();
      --registers;
    }
    instruction.out = registers++;
    instructions.push_back(instruction);
    computed.push_back(node);
    return instruction.out;
  }

  // This instruction and the last one as one, if nobody else needs what the last one gives. Sums of
  // squares and of products are the commonest parts of constraints.
  std::optional<Instruction> with_last(const Instruction& next) const {
    struct Pair {
      K last, next, both;
    };
    static constexpr std::array<Pair, 7> pairs = {{
        {K::add_number, K::square, K::square_shifted},
        {K::subtract, K::square, K::square_difference},
        {K::square, K::add, K::add_square},
        {K::square_shifted, K::add, K::add_square_shifted},
        {K::square_difference, K::add, K::add_square_difference},
        {K::multiply, K::add, K::add_product},
        {K::multiply, K::subtract, K::subtract_product},  // as its second argument
    }};
    if (instructions.empty() || uses_[index(computed.back())] != 1) return std::nullopt;
    Instruction both = instructions.back();
    const bool first = next.a == both.out;
    if (!first && next.b != both.out) return std::nullopt;
    if (first && next.kind == K::subtract) return std::nullopt;
    const auto pair = std::ranges::find_if(
        pairs, [&](const Pair& p) { return p.last == both.kind && p.next == next.kind; });
    if (pair == pairs.end()) return std::nullopt;
    both.kind = pair->both;
    both.c = first ? next.b : next.a;
    return both;
  }

  void operation(std::size_t i, const Node& node) {
    const bool two = arity(node.operation) == 2;
    const auto x = values_[index(node.a)];
    const auto y = two ? values_[index(node.b)] : std::optional<double>();
    if (x && (!two || y)) {
      const double value = two ? apply(node.operation, *x, *y) : apply(node.operation, *x);
      if (std::isfinite(value)) {
        values_[i] = value;
        return;
      }
    }
    const NodeId id = nodes_[i];
    switch (node.operation) {
      case Operation::sin:
      case Operation::cos: at_[i] = pair(node, Operation::cos, id, sines_); return;
      case Operation::sinh:
      case Operation::cosh: at_[i] = pair(node, Operation::cosh, id, hyperbolic_sines_); return;
      default: break;
    }
    if (two && y && !x) {
      if (const auto short_form = with_right_number(node.operation, *y)) {
        at_[i] = emit_one(*short_form, node.a, id);
        return;
      }
    }
    if (two && x && !y) {
      if (const auto short_form = with_left_number(node.operation, *x)) {
        at_[i] = emit_one(*short_form, node.b, id);
        return;
      }
    }
    Instruction instruction = {.kind = plain_kind(node.operation)};
    instruction.a = place(node.a);
    instruction.b = two ? place(node.b) : instruction.a;
    at_[i] = emit(instruction, id);
  }

  std::uint32_t emit_one(Instruction instruction, NodeId argument, NodeId node) {
    instruction.a = place(argument);
    instruction.b = instruction.a;
    return emit(instruction, node);
  }

  // sin and cos of one argument are one instruction with two registers.
  std::uint32_t pair(const Node& node, Operation second, NodeId id,
                     std::unordered_map<NodeId, std::uint32_t>& made) {
    auto found = made.find(node.a);
    if (found == made.end()) {
      const std::uint32_t out = emit_one({.kind = plain_kind(node.operation)}, node.a, id);
      ++registers;
      found = made.emplace(node.a, out).first;
    }
    return found->second + (node.operation == second ? 1 : 0);
  }

  static std::optional<Instruction> with_right_number(Operation operation, double k) {
    switch (operation) {
      case Operation::add: return Instruction{.kind = K::add_number, .k = k};
      case Operation::subtract: return Instruction{.kind = K::add_number, .k = -k};
      case Operation::multiply: return Instruction{.kind = K::multiply_number, .k = k};
      case Operation::divide:
        if (k == 0.0) return std::nullopt;
        return Instruction{.kind = K::divide_number, .k = k};
      case Operation::pow:
        if (k == 2.0) return Instruction{.kind = K::square};
        if (k == 0.5) return Instruction{.kind = K::sqrt};
        if (k == std::floor(k) && std::abs(k) <= 64.0)
          return Instruction{.kind = K::power, .n = static_cast<int>(k)};
        return Instruction{.kind = K::pow_number, .k = k};
      default: return std::nullopt;
    }
  }

  static std::optional<Instruction> with_left_number(Operation operation, double k) {
    switch (operation) {
      case Operation::add: return Instruction{.kind = K::add_number, .k = k};
      case Operation::subtract: return Instruction{.kind = K::subtract_from, .k = k};
      case Operation::multiply: return Instruction{.kind = K::multiply_number, .k = k};
      case Operation::divide: return Instruction{.kind = K::divide_into, .k = k};
      default: return std::nullopt;
    }
  }

  const Graph& graph_;
  std::vector<NodeId> nodes_;
  std::vector<int> uses_;                         // as an argument or a result
  std::vector<std::optional<double>> values_;     // of nodes that are numbers
  std::vector<std::optional<std::uint32_t>> at_;  // registers
  std::unordered_map<NodeId, std::uint32_t> sines_;
  std::unordered_map<NodeId, std::uint32_t> hyperbolic_sines_;
};

}  // namespace

Program::Program(const Graph& graph, NodeId node) {
  Assembler assembler(graph, node);
  assembler.declare_inputs(inputs_);
  assembler.assemble();
  result_ = assembler.place(node);
  instructions_ = std::move(assembler.instructions);
  registers_ = assembler.registers;
  if (!instructions_.empty() && instructions_.back().kind == K::add_number &&
      instructions_.back().out == result_) {
    ends_in_number_ = true;
    last_number_ = instructions_.back().k;
    result_ = instructions_.back().a;
    instructions_.pop_back();
    --registers_;
  }
}

bool Program::is_linear() const {
  return std::ranges::all_of(instructions_, [](const Instruction& i) {
    switch (i.kind) {
      case K::constant:
      case K::add:
      case K::add_number:
      case K::subtract:
      case K::subtract_from:
      case K::multiply_number:
      case K::divide_number:
      case K::negate: return true;
      default: return false;
    }
  });
}

bool Program::same_family(const Program& other) const {
  const auto same = [](const Instruction& x, const Instruction& y) {
    return x.kind == y.kind && x.n == y.n && x.out == y.out && x.a == y.a && x.b == y.b &&
           x.c == y.c && std::bit_cast<std::uint64_t>(x.k) == std::bit_cast<std::uint64_t>(y.k);
  };
  return inputs_.size() == other.inputs_.size() && result_ == other.result_ &&
         ends_in_number_ == other.ends_in_number_ && last_number_ == other.last_number_ &&
         std::ranges::equal(instructions_, other.instructions_, same);
}

}  // namespace zwang
