# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Formulas written with operators.

Numbers and vectors of a model are combined with Python's operators; the result is the text that a
model file would contain. Comparing two gives a constraint, never a truth value.

>>> import zwang
>>> m = zwang.Model()
>>> L = m.parameter("L", 1.0)
>>> bob = m.mass("bob", 0.5, at=("0.8*L", 0, "-0.6*L"))
>>> abs(bob) <= L
Constraint('|bob| <= L')
>>> 2 * (bob.x - L) ** 2 + zwang.sin(zwang.t)
Expression('2*(bob.x - L)^2 + sin(t)')
"""

from __future__ import annotations

import math
import numbers
from typing import Any, Union

from .error import mistake

Number = Union[int, float, "Expression"]

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)


class Constraint:
    """The result of comparing two expressions: a relation, not a truth value."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __bool__(self) -> bool:
        raise mistake(
            "E105",
            f"the constraint '{self.text}' is neither true nor false; "
            "write a chain such as 0 <= s <= 0.4 as text: \"0 <= s <= 0.4\"",
        )

    def __repr__(self) -> str:
        return f"Constraint({self.text!r})"


class Expression:
    """A number or a vector of a model, as a formula."""

    __slots__ = ("text", "_level")

    def __init__(self, text: str, _level: int = _ATOM) -> None:
        self.text = text
        self._level = _level

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    __hash__ = object.__hash__

    def __add__(self, other: Any) -> Expression:
        return _joined(self, "+", other)

    def __radd__(self, other: Any) -> Expression:
        return _joined(other, "+", self)

    def __sub__(self, other: Any) -> Expression:
        return _joined(self, "-", other)

    def __rsub__(self, other: Any) -> Expression:
        return _joined(other, "-", self)

    def __mul__(self, other: Any) -> Expression:
        return _joined(self, "*", other)

    def __rmul__(self, other: Any) -> Expression:
        return _joined(other, "*", self)

    def __truediv__(self, other: Any) -> Expression:
        return _joined(self, "/", other)

    def __rtruediv__(self, other: Any) -> Expression:
        return _joined(other, "/", self)

    def __pow__(self, other: Any) -> Expression:
        return _power(self, other)

    def __rpow__(self, other: Any) -> Expression:
        return _power(other, self)

    def __neg__(self) -> Expression:
        return Expression("-" + _within(self, _POWER), _SIGN)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Expression(f"|{self.text}|")

    def __le__(self, other: Any) -> Constraint:
        return _related(self, "<=", other)

    def __ge__(self, other: Any) -> Constraint:
        return _related(self, ">=", other)

    def __eq__(self, other: Any) -> Constraint:  # type: ignore[override]
        return _related(self, "=", other)

    def __ne__(self, other: Any) -> Constraint:  # type: ignore[override]
        return _refused("!=")

    def __lt__(self, other: Any) -> Constraint:
        return _refused("<")

    def __gt__(self, other: Any) -> Constraint:
        return _refused(">")

    def __bool__(self) -> bool:
        raise mistake(
            "E105",
            f"'{self.text}' is a formula without a value here: it cannot decide an if",
        )

    def __float__(self) -> float:
        raise mistake("E113", f"'{self.text}' is a formula without a value here; its sine is zwang.sin({self.text})")

    # numpy's numbers on the left, and its functions: np.sin(bob.x) is zwang.sin(bob.x)
    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
        ours = _NUMPY.get(function.__name__)
        if ours is None or method != "__call__" or options:
            raise mistake("E113", f"numpy.{function.__name__} cannot take a formula; zwang has {', '.join(_FUNCTIONS)}")
        return ours(*(one.item() if getattr(one, "shape", None) == () else one for one in inputs))


class Coordinate(Expression):
    """A generalised coordinate."""

    __slots__ = ()

    @property
    def rate(self) -> Expression:
        """Its rate, ``s'`` in text."""
        return Expression(self.text + "'")


class Point(Expression):
    """The position of a mass: a vector with components x, y, z."""

    __slots__ = ()

    @property
    def x(self) -> Coordinate:
        return Coordinate(self.text + ".x")

    @property
    def y(self) -> Coordinate:
        return Coordinate(self.text + ".y")

    @property
    def z(self) -> Coordinate:
        return Coordinate(self.text + ".z")

    @property
    def velocity(self) -> Expression:
        """Its velocity, ``bob'`` in text."""
        return Expression(self.text + "'")


def written(value: Any) -> str:
    """A number as text that reads back as the same number."""
    number = float(value)
    if not math.isfinite(number):
        raise mistake("E120", f"{number} is not a number that a model can hold")
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def expressed(value: Any) -> Expression:
    """A number, an expression, or a sequence of three of them, as an expression."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, bool) or not isinstance(value, (numbers.Real, tuple, list)):
        raise mistake("E113", f"{value!r} is neither a number nor an expression")
    if isinstance(value, (tuple, list)):
        return Expression("[" + ", ".join(expressed(one).text for one in value) + "]")
    text = written(value)
    return Expression(text, _SIGN if text.startswith("-") else _ATOM)


def _within(value: Any, level: int) -> str:
    expression = expressed(value)
    return expression.text if expression._level >= level else f"({expression.text})"


def _joined(left: Any, operator: str, right: Any) -> Expression:
    # read from left to right: what stands on the right in brackets stays there
    if operator in "+-":
        return Expression(f"{_within(left, _SUM)} {operator} {_within(right, _PRODUCT)}", _SUM)
    return Expression(f"{_within(left, _PRODUCT)}{operator}{_within(right, _POWER)}", _PRODUCT)


def _power(base: Any, exponent: Any) -> Expression:
    return Expression(f"{_within(base, _ATOM)}^{_within(exponent, _SIGN)}", _POWER)


def _related(left: Any, relation: str, right: Any) -> Constraint:
    return Constraint(f"{expressed(left).text} {relation} {expressed(right).text}")


def _refused(relation: str) -> Constraint:
    raise mistake(
        "E105",
        f"a constraint needs '<=', '>=' or '==', not '{relation}': "
        "a motion can only touch a boundary that belongs to the allowed region",
    )


def _call(name: str, *arguments: Any) -> Expression:
    return Expression(f"{name}({', '.join(expressed(one).text for one in arguments)})")


#: time
t = Expression("t")
#: 3.14159...
pi = Expression("pi")


def sin(x: Number) -> Expression:
    return _call("sin", x)


def cos(x: Number) -> Expression:
    return _call("cos", x)


def tan(x: Number) -> Expression:
    return _call("tan", x)


def asin(x: Number) -> Expression:
    return _call("asin", x)


def acos(x: Number) -> Expression:
    return _call("acos", x)


def atan(x: Number) -> Expression:
    return _call("atan", x)


def atan2(y: Number, x: Number) -> Expression:
    return _call("atan2", y, x)


def sinh(x: Number) -> Expression:
    return _call("sinh", x)


def cosh(x: Number) -> Expression:
    return _call("cosh", x)


def tanh(x: Number) -> Expression:
    return _call("tanh", x)


def exp(x: Number) -> Expression:
    return _call("exp", x)


def log(x: Number) -> Expression:
    return _call("log", x)


def sqrt(x: Number) -> Expression:
    return _call("sqrt", x)


def step(x: Number) -> Expression:
    """1 for x >= 0, otherwise 0."""
    return _call("step", x)


def smooth(x: Number, w: Number) -> Expression:
    """0 below 0, 1 above w, and a smooth rise in between."""
    return _call("smooth", x, w)


def dot(a: Any, b: Any) -> Expression:
    """The dot product of two vectors, a number."""
    return _call("dot", a, b)


def cross(a: Any, b: Any) -> Expression:
    """The cross product of two vectors, a vector."""
    return _call("cross", a, b)


_FUNCTIONS = {
    one.__name__: one
    for one in (sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, step, smooth, dot, cross)
}
# numpy's names of what can be done with a formula
_NUMPY = {
    **_FUNCTIONS,
    "arcsin": asin,
    "arccos": acos,
    "arctan": atan,
    "arctan2": atan2,
    "absolute": lambda x: abs(expressed(x)),
    "negative": lambda x: -expressed(x),
    "add": lambda a, b: _joined(a, "+", b),
    "subtract": lambda a, b: _joined(a, "-", b),
    "multiply": lambda a, b: _joined(a, "*", b),
    "divide": lambda a, b: _joined(a, "/", b),
    "true_divide": lambda a, b: _joined(a, "/", b),
    "power": _power,
    "less_equal": lambda a, b: _related(a, "<=", b),
    "greater_equal": lambda a, b: _related(a, ">=", b),
    "equal": lambda a, b: _related(a, "=", b),
    "less": lambda a, b: _refused("<"),
    "greater": lambda a, b: _refused(">"),
    "not_equal": lambda a, b: _refused("!="),
}
