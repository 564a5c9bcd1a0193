# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""zwang.minimum: by hand, and against every set of rows in exact fractions."""

import pathlib
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import zwang

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "minimum"))

import enumeration  # noqa: E402


def asked(problem, **options):
    """The same rows as <=, >= and = by turns."""
    mass, centre, rows = problem
    signs = [1 if equation or k % 2 else -1 for k, (_, _, equation) in enumerate(rows)]
    return zwang.minimum(
        np.array([[s * x for x in a] for s, (a, _, _) in zip(signs, rows)], dtype=float).reshape(len(rows), len(centre)),
        [-s * c for s, (_, c, _) in zip(signs, rows)],
        ["=" if equation else "<=" if s > 0 else ">=" for s, (_, _, equation) in zip(signs, rows)],
        M=mass,
        centre=centre,
        **options,
    )


def near(found, wanted, within=1e-12):
    return all(abs(Fraction(float(a)) - Fraction(b)) <= within * max(1, abs(b)) for a, b in zip(found, wanted))


def test_staeckel_32_33_by_hand():
    found = zwang.minimum([[1, 2], [2, -1], [1, 1]], [3, 1, -5], ">=", names=["a", "b", "c"], unknowns=["z1", "z2"])
    assert near(found.x, [1, 1]) and near(found.multipliers, [Fraction(3, 5), Fraction(1, 5), 0])
    assert near(found.slack, [0, 0, 7]) and found.states.tolist() == ["active", "active", "open"]
    assert found.active.tolist() == [0, 1] and found.unique and found.certified and found.code is None
    assert abs(found.Z - 2) < 1e-15 and abs(found.value - 1) < 1e-15 and found.bound < 1e-12
    assert max(found.certificate[name] for name in found.certificate if name != "allowed") <= found.certificate["allowed"]
    assert "z1" in found.summary() and "slack       7" in found.summary() and "certified" in repr(found)


def test_without_rows_the_minimum_is_free():
    found = zwang.minimum(M=[2, 8], centre=[1, 2], linear=[4, -16])
    assert found.x.tolist() == [-1, 4] and found.Z == 0 and found.value == 4 + 16 - 4 - 64


@pytest.mark.parametrize("whole", [True, False])
def test_random_problems_agree_with_every_set_of_rows(whole):
    chance = random.Random(33)
    infeasible = 0
    for _ in range(150 if whole else 50):
        problem = enumeration.random_problem(chance, whole)
        found, wanted = asked(problem), enumeration.minimum(problem)
        if wanted is None:
            infeasible += 1
            assert found.code == "E302" and not found.usable() and np.isnan(found.x).all()
            assert enumeration.excluded(problem, found.proof)
            continue
        x, z = wanted
        assert found.certified and near(found.x, x) and near([found.Z], [enumeration.zwang(problem, x)])
        assert all(abs(Fraction(float(a)) - b) <= Fraction(float(e)) for a, b, e in zip(found.x, x, found.errors))
        if found.unique:
            assert near(found.multipliers, [z.get(k, 0) for k in range(len(problem[2]))])
        assert sum(Fraction(float(w)) ** 2 for w in found.multipliers) <= sum(w**2 for w in z.values()) * (1 + Fraction(1, 10**12))
    assert infeasible > 5


def test_exact_arithmetic_finds_the_nearest_doubles():
    chance = random.Random(34)
    for _ in range(20):
        problem = enumeration.random_problem(chance)
        found, wanted = asked(problem, precision="exact"), enumeration.minimum(problem)
        if wanted is not None:
            assert found.precision == "exact" and found.x.tolist() == [float(x) for x in wanted[0]]


def test_sparse_matrices_give_the_same():
    sparse = pytest.importorskip("scipy.sparse")
    a = np.array([[1.0, 2, 0], [0, -1, 1]])
    m = np.array([[2.0, 1, 0], [1, 3, 0], [0, 0, 5]])
    dense = zwang.minimum(a, [1, -2], ["<=", "="], M=m, centre=[3, 4, 5])
    for kind in (sparse.csr_matrix, sparse.coo_matrix, sparse.csc_matrix):
        found = zwang.minimum(kind(a), [1, -2], ["<=", "="], M=kind(m), centre=[3, 4, 5])
        assert found.x.tolist() == dense.x.tolist() and found.multipliers.tolist() == dense.multipliers.tolist()
    # a chain x[i] <= x[i + 1] - 1 about 0: x[i] = i - (n - 1)/2; many rows have no bound
    n = 3000
    chain = sparse.diags([np.ones(n - 1), -np.ones(n - 1)], [0, 1], shape=(n - 1, n))
    found = zwang.minimum(chain, -np.ones(n - 1))
    assert found.certified and np.isnan(found.bound) and np.allclose(found.x, np.arange(n) - (n - 1) / 2, rtol=1e-9, atol=1e-9)
    assert len(found.summary().splitlines()) < 150


def test_a_product_is_symmetric_up_to_rounding():
    rng = np.random.default_rng(1)
    b = rng.normal(size=(6, 6))
    m = b.T @ b + np.eye(6)
    m[0, 1] *= 1 + 4e-16
    assert zwang.minimum(np.ones((1, 6)), [1], ">=", M=m).certified


@pytest.mark.parametrize(
    ("arguments", "options", "code", "words"),
    [
        (([[1, 2]], [1, 2]), {}, "E113", "A has 1 rows"),
        (([1, 2], [1]), {}, "E113", "one line per row"),
        (([[1, 2]], [1]), {"centre": [1]}, "E113", "A 2, centre 1"),
        ((), {}, "E113", "number of unknowns"),
        (([[1, 2]], [1], ["<=", "<="]), {}, "E113", "1 rows have 2 kinds"),
        (([[1, 2]], [1], "<"), {}, "E105", "'<' is not one of"),
        (([[1, np.nan]], [1]), {}, "E120", "not finite"),
        (([[1, 1]], [np.inf]), {}, "E120", "not finite"),
        (([[1, 1]], [1]), {"M": [[1, 2], [3, 4]]}, "E120", "[0, 1] is 2.0, [1, 0] is 3.0"),
        (([[1, 1]], [1]), {"M": [1, -1]}, "E120", "below 0"),
        (([[1, 1]], [1]), {"precision": "double"}, "E120", "machine, quad"),
        (([[1, 1]], [1]), {"data": "exactly"}, "E120", "automatic, exact"),
        (([[1, 1]], [1]), {"accuracy": 0}, "E120", "accuracy"),
    ],
)
def test_misuse_is_an_error_with_a_code(arguments, options, code, words):
    with pytest.raises(zwang.Error) as raised:
        zwang.minimum(*arguments, **options)
    assert raised.value.code == code and words in raised.value.message


@pytest.mark.parametrize(
    ("M", "linear", "code"), [([[1, 2], [2, 1]], None, "E303"), ([1, 0], None, "E304"), ([1, 0], [0, 1], "E305")]
)
def test_a_metric_that_is_not_positive_definite_is_named(M, linear, code):
    found = zwang.minimum(M=M, linear=linear)
    assert found.code == code and not found.certified and not found.usable()
