# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Maurer's singular integrals: x' = X(x, t), changed along given directions so that constraints are kept.

>>> import zwang as z
>>> circle = z.SingularIntegral({"x": "-y", "y": "1"}, ["x^2 + y^2 = 1"], directions=[{"x": "x", "y": "y"}])
>>> rho, rates = circle.at((0.6, 0.8))
>>> print(rho.round(12), rates.round(12))
[-0.32] [-0.992  0.744]
>>> x, y = circle.follow((0.6, 0.8), [0.5])[0]
>>> print(round(x * x + y * y, 12))
1.0
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from . import _zwang

Formula = Any  # a text, a number or an Expression


class SingularIntegral:
    """x' = X + sum rho_k p_k, with rho such that the constraints phi_k = 0 are kept.

    `field` gives X for each name, a formula of the names and of t; `constraints` are equations
    ("x^2 + y^2 = 1") or formulas that stay 0. What is added goes along `directions`, one for each
    constraint, with the names that it changes; or `keeps` lists the functions that keep their
    equations, as many as there are names less constraints.
    """

    def __init__(
        self,
        field: Mapping[str, Formula],
        constraints: Sequence[Formula],
        *,
        directions: Sequence[Mapping[str, Formula]] | None = None,
        keeps: Sequence[Formula] | None = None,
    ) -> None:
        self.names = list(field)
        for direction in directions or ():
            for name in direction:
                if name not in field:
                    raise KeyError(f"{name!r} is not one of {', '.join(self.names)}")
        self._made = _zwang.SingularIntegral(
            self.names,
            [_text(one) for one in field.values()],
            [_zero(_text(one)) for one in constraints],
            [[_text(one.get(name, 0)) for name in self.names] for one in directions or ()],
            [_text(one) for one in keeps or ()],
        )

    def at(self, x: Sequence[float] | Mapping[str, float], t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """rho, and x'."""
        rho, rates = self._made.at(self._place(x, t))
        return rho, rates[:-1]

    def incompleteness(self, x: Sequence[float] | Mapping[str, float], t: float = 0.0) -> float:
        """How far the brackets of the directions lead out of their span: rounding if they are a complete system."""
        return self._made.incompleteness(self._place(x, t))

    def follow(
        self,
        start: Sequence[float] | Mapping[str, float],
        times: Sequence[float],
        *,
        t: float = 0.0,
        tolerance: float = 1e-10,
    ) -> np.ndarray:
        """One row for each of the times, from `start` at `t`. E201 if the start violates a constraint."""
        found = self._made.follow(self._place(start, t), [float(one) - t for one in times], tolerance)
        return np.array(found).reshape(len(found), len(self.names) + 1)[:, :-1]

    def _place(self, x: Sequence[float] | Mapping[str, float], t: float) -> np.ndarray:
        numbers = [x[name] for name in self.names] if isinstance(x, Mapping) else list(x)
        return np.array([*numbers, t], dtype=float)


def _text(formula: Formula) -> str:
    return str(getattr(formula, "text", formula))


def _zero(equation: str) -> str:
    left, sign, right = equation.partition("=")
    return f"({left}) - ({right})" if sign else equation
