# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of model files (docs/model-file.md, Expressions) as expressions of sympy.

A scalar is a sympy expression, a vector a column of three. Units, sets and chains of relations are not read.
"""
import re

import sympy

TOKEN = re.compile(r"""\s*(?:
    (?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)
  | (?P<name>[A-Za-z]\w*(?:\.[A-Za-z]\w*)*'?)
  | (?P<sign><=|>=|[-+*/^()|,=])
)""", re.X)
FUNCTIONS = {name: getattr(sympy, name)
             for name in "sin cos tan asin acos atan sinh cosh tanh exp log sqrt atan2".split()}


class Unreadable(Exception):
    """A text or a model beyond what the second simulator reads."""


def length(vector):
    """|v| of a vector."""
    return sympy.sqrt(sum(component**2 for component in vector))


class Parser:
    """One text, read from left to right; `scope` gives names their scalars and vectors."""

    def __init__(self, text, scope):
        self.scope, self.at = scope, 0
        self.tokens = []
        place = 0
        while place < len(text.rstrip()):
            match = TOKEN.match(text, place)
            if not match:
                raise Unreadable(f"cannot read {text[place:]!r}")
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            place = match.end()

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, *wanted):
        """The next token if it is one of those wanted, else nothing."""
        if self.peek() not in wanted or not self.peek():
            return None
        self.at += 1
        return self.tokens[self.at - 1][1]

    def demand(self, wanted):
        if not self.take(wanted):
            raise Unreadable(f"{wanted!r} expected, {self.peek()!r} found")

    def sum(self):
        value = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self):
        value = self.signed()
        while sign := self.take("*", "/"):
            other = self.signed()
            value = value * other if sign == "*" else value / other
        return value

    def signed(self):
        if self.take("-"):
            return -self.signed()
        return self.power()

    def power(self):
        value = self.primary()
        if self.take("^"):
            return value ** self.signed()
        return value

    def primary(self):
        if self.take("("):
            value = self.sum()
            self.demand(")")
            return value
        if self.take("|"):
            value = self.sum()
            self.demand("|")
            return length(value) if isinstance(value, sympy.MatrixBase) else sympy.Abs(value)
        if self.at == len(self.tokens):
            raise Unreadable("the text ends too early")
        kind, word = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return sympy.Integer(word) if word.isdigit() else sympy.Float(float(word))
        if kind == "name" and self.peek() == "(":
            return self.call(word)
        if kind == "name" and word in self.scope:
            return self.scope[word]
        raise Unreadable(f"unknown word {word!r}")

    def call(self, function):
        self.demand("(")
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.demand(")")
        if function == "dot":
            return arguments[0].dot(arguments[1])
        if function == "cross":
            return arguments[0].cross(arguments[1])
        if function not in FUNCTIONS:
            raise Unreadable(f"unknown function {function!r}")
        return FUNCTIONS[function](*arguments)


def expression(text, scope):
    """The value of a text; a number is its own text."""
    if isinstance(text, (int, float)):
        return sympy.Integer(text) if isinstance(text, int) else sympy.Float(text)
    parser = Parser(text, scope)
    value = parser.sum()
    if parser.peek():
        raise Unreadable(f"{parser.peek()!r} not expected")
    return value


def relation(text, scope):
    """(f, is_inequality) of a constraint, with f <= 0 or f = 0."""
    parser = Parser(text, scope)
    left = parser.sum()
    sign = parser.take("<=", ">=", "=")
    right = parser.sum()
    if not sign or parser.peek():
        raise Unreadable(f"not one relation: {text!r}")
    return (right - left if sign == ">=" else left - right), sign != "="
