# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Gauss's minimum problem as such: a certified quadratic program in numpy arrays."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from . import _zwang
from .error import mistake

PRECISIONS = ("machine", "quad", "octuple", "exact")
ROUNDING = 1e-13  # of M, between its two halves


class Minimum:
    """What :func:`minimum` found.

    If there is no minimum, `code` says why, `usable()` is False, and the arrays contain NaN.
    """

    def __init__(self, found: dict[str, Any], unknowns: list[str], names: list[str]) -> None:
        n, m = len(unknowns), len(names)
        #: "found", "contradictory" (no point satisfies all rows, see `proof`), "not found"
        self.outcome: str = found["outcome"]
        #: why there is no certified answer ("E302"), or None
        self.code: str | None = found["code"]
        self.message: str = found["message"]
        #: whether every sign was proved and the certificate holds
        self.certified: bool = found["certified"]
        self.unknowns, self.names = unknowns, names
        self.x: np.ndarray = found.get("x", np.full(n, np.nan))
        #: how far each number of `x` is off at most; NaN if there is no bound
        self.errors: np.ndarray = found.get("errors", np.full(n, np.nan))
        #: one per row: at least 0 for an inequality, of any sign for an equation
        self.multipliers: np.ndarray = found.get("multipliers", np.full(m, np.nan))
        #: whether they are; if not, these have the least sum of squares
        self.unique: bool = found.get("unique", True)
        #: how far each row is from its bound
        self.slack: np.ndarray = found.get("slack", np.full(m, np.nan))
        #: "held" (an equation), "active", "closed" (holds without a multiplier) or "open" for each row
        self.states: np.ndarray = np.array(found.get("states", [""] * m), dtype="U6")
        #: numbers of the rows that have a multiplier other than 0
        self.active: np.ndarray = np.flatnonzero(np.nan_to_num(self.multipliers))
        #: (x - x_free) . M (x - x_free), where x_free is the minimum without rows
        self.Z: float = found.get("Z", np.nan)
        #: (x - centre) . M (x - centre)/2 + linear . x
        self.value: float = found.get("value", np.nan)
        #: how far `x` is off at most, in the metric of M; NaN if there is no bound
        self.bound: float = found.get("bound", np.nan)
        #: how far right-hand sides of rounded rows were moved, relative to their size
        self.shift: float = found.get("shift", 0.0)
        #: the arithmetic that decided: "machine" (double), "quad", "octuple", "exact" (rational)
        self.precision: str = PRECISIONS[found.get("precision", 0)]
        #: name -> number, and the limit "allowed" for all of them
        self.certificate: Mapping[str, float] = found.get("certificate", {})
        #: if contradictory: weights of the rows whose sum no x satisfies, at least 0 for inequalities
        self.proof: np.ndarray | None = found["proof"]
        self._summary: str = found["summary"]

    def usable(self) -> bool:
        """Whether a minimum was found."""
        return self.outcome == "found"

    def summary(self) -> str:
        """All of it as text, as `zwang minimum` prints it."""
        return self._summary

    def __repr__(self) -> str:
        verdict = "certified" if self.certified else self.code
        return f"<zwang.Minimum: {self.outcome}, {verdict}, Z = {self.Z:.6g}>"


def minimum(
    A: Any = None,
    b: Any = None,
    kind: str | Sequence[str] = "<=",
    *,
    M: Any = None,
    centre: Any = None,
    linear: Any = None,
    names: Sequence[str] | None = None,
    unknowns: Sequence[str] | None = None,
    data: str = "automatic",
    accuracy: float = 1e-12,
    precision: str = "machine",
) -> Minimum:
    """Finds the x with least ``(x - centre) . M (x - centre)/2 + linear . x`` among those with ``A x <= b``.

    `kind` is "<=", ">=" or "=", for all rows or one for each. `M` is a symmetric matrix, or its diagonal; it must be
    positive definite where the equations leave freedom; without it, it is the unit matrix. `A` and `M` may be
    scipy.sparse. More than 250 connected rows with few entries are solved in double with sparse factors, without an
    error bound.

    `data` says whether the numbers of `A` and `b` are meant to the last bit: "exact", "rounded", or "automatic", which
    takes a row as exact if all its numbers are short decimals that a double represents (3, 0.25, not 0.1). `precision`
    is the arithmetic to begin with: "machine", "quad", "octuple", "exact".

    >>> import zwang
    >>> found = zwang.minimum([[1, 2], [2, -1], [1, 1]], [3, 1, -5], ">=")
    >>> print(found.x, found.multipliers, found.slack[2], found.certified)
    [1. 1.] [0.6 0.2 0. ] 7.0 True
    """
    starts, columns, values, shape = _compressed(A)
    right = np.atleast_1d(np.asarray([] if b is None else b, dtype=float))
    if right.ndim != 1 or (shape is not None and len(right) != shape[0]):
        raise mistake("E113", f"A has {shape[0] if shape else 0} rows, b has the shape {right.shape}")
    blocks, masses, size = _metric(M)
    centre = _vector(centre, "centre")
    linear = _vector(linear, "linear")
    sizes = {"A": shape[1] if shape else None, "M": size, "centre": len(centre) or None, "linear": len(linear) or None,
             "unknowns": None if unknowns is None else len(unknowns)}
    known = {what: count for what, count in sizes.items() if count is not None}
    if len(set(known.values())) != 1:
        raise mistake("E113", "the number of unknowns differs or is not given: "
                      + ", ".join(f"{what} {count}" for what, count in known.items()))
    n = next(iter(known.values()))
    m = len(right) if shape else 0
    if shape is None and len(right):
        raise mistake("E113", "there is b without A")
    kinds = [kind] * m if isinstance(kind, str) else [str(one) for one in kind]
    if len(kinds) != m or (names is not None and len(names) != m):
        raise mistake("E113", f"{m} rows have {len(kinds)} kinds and {m if names is None else len(names)} names")
    for one in [*kinds, kind] if isinstance(kind, str) else kinds:
        if one not in ("<=", ">=", "=", "=="):
            raise mistake("E105", f"kind '{one}' is not one of <=, >=, =")
    sign = np.where(np.array(kinds, dtype="U2") == ">=", -1.0, 1.0)
    words = [str(name) for name in names] if names is not None else [f"row[{k}]" for k in range(m)]
    variables = [str(name) for name in unknowns] if unknowns is not None else [f"x[{i}]" for i in range(n)]
    found = _zwang.minimum(
        unknowns=variables,
        masses=masses,
        blocks=blocks,
        centre=centre,
        linear=linear,
        names=words,
        starts=starts,
        columns=columns,
        values=values * np.repeat(sign, np.diff(starts)),
        offsets=-sign * right + 0.0,
        equations=np.isin(kinds, ("=", "==")) if m else np.zeros(0, dtype=bool),
        data=data,
        accuracy=float(accuracy),
        precision=precision,
    )
    return Minimum(found, variables, words)


def _vector(given: Any, what: str) -> np.ndarray:
    if given is None:
        return np.zeros(0)
    vector = np.asarray(given, dtype=float)
    if vector.ndim != 1:
        raise mistake("E113", f"{what} has the shape {vector.shape}: it must be a vector")
    return vector


def _compressed(A: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[int, int] | None]:
    """Rows as starts, columns and values, and the shape; the columns of a row ascend."""
    if A is None:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0), None
    if hasattr(A, "tocsr"):
        rows = A.tocsr().copy()
        rows.sum_duplicates()
        rows.sort_indices()
        return rows.indptr, rows.indices, np.asarray(rows.data, dtype=float), rows.shape
    dense = np.asarray(A, dtype=float)
    if dense.ndim != 2:
        raise mistake("E113", f"A has the shape {dense.shape}: it must be a matrix, one line per row")
    at, columns = np.nonzero(dense)
    starts = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=dense.shape[0]))]).astype(np.int64)
    return starts, columns, dense[at, columns], dense.shape


def _metric(M: Any) -> tuple[list[np.ndarray], np.ndarray, int | None]:
    """The blocks of M along its diagonal, or its diagonal if it has no more."""
    if M is None:
        return [], np.zeros(0), None
    sparse = hasattr(M, "tocsr")
    matrix = M.tocsr() if sparse else np.asarray(M, dtype=float)
    if not sparse and matrix.ndim == 1:
        if np.any(matrix < 0):
            raise mistake("E120", f"the mass {matrix.min()} is below 0")
        return [], matrix, len(matrix)
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise mistake("E113", f"M has the shape {matrix.shape}: it must be square, or the diagonal alone")
    n = matrix.shape[0]
    at, to = matrix.nonzero()
    reach = np.arange(n)
    np.maximum.at(reach, at, to)
    np.maximum.at(reach, to, at)
    ends = np.flatnonzero(np.maximum.accumulate(reach) == np.arange(n)) + 1
    if len(ends) == n:
        return [], np.asarray(matrix.diagonal(), dtype=float), n
    blocks = []
    for first, end in zip([0, *ends[:-1]], ends):
        block = matrix[first:end, first:end]
        blocks.append(_symmetric(np.asarray(block.toarray() if sparse else block, dtype=float), int(first)))
    return blocks, np.zeros(0), n


def _symmetric(block: np.ndarray, first: int) -> np.ndarray:
    """A product such as B.T @ B may differ between its halves by rounding."""
    size = np.sqrt(np.abs(np.diag(block)))
    apart = np.abs(block - block.T) > ROUNDING * np.outer(size, size)
    if apart.any():
        i, j = np.argwhere(apart)[0]
        raise mistake("E120", f"M is not symmetric: [{first + i}, {first + j}] is {block[i, j]}, "
                      f"[{first + j}, {first + i}] is {block[j, i]}")
    return (block + block.T) / 2
