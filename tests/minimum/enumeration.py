# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Gauss's minimum problem by trying every set of rows in exact fractions: another method than the library's.

A problem is (M, x0, rows) with rows (a, c, equation) that mean a.x + c = 0 or a.x + c <= 0. Of the sets that hold as
equations with independent rows, one that passes both of Mayer's criteria (1899a, (19) and (20)) has the minimum.
"""
import itertools
from fractions import Fraction


def solved(matrix, right):
    """One solution of a square system, or None if it is singular."""
    n = len(matrix)
    lines = [list(row) + [b] for row, b in zip(matrix, right)]
    for i in range(n):
        pivot = next((k for k in range(i, n) if lines[k][i] != 0), None)
        if pivot is None:
            return None
        lines[i], lines[pivot] = lines[pivot], lines[i]
        lines[i] = [x / lines[i][i] for x in lines[i]]
        for k in range(n):
            if k != i and lines[k][i] != 0:
                factor = lines[k][i]
                lines[k] = [x - factor * y for x, y in zip(lines[k], lines[i])]
    return [line[n] for line in lines]


def exact(problem):
    mass, centre, rows = problem
    return ([[Fraction(x) for x in line] for line in mass], [Fraction(x) for x in centre],
            [([Fraction(x) for x in a], Fraction(c), equation) for a, c, equation in rows])


def value(row, x):
    return sum(p * q for p, q in zip(row[0], x)) + row[1]


def minimum(problem):
    """(x, multipliers by row number of one set that proves it), or None if no point is admissible."""
    mass, centre, rows = exact(problem)
    n = len(centre)
    pull = [sum(m * y for m, y in zip(line, centre)) for line in mass]
    for size in range(min(n, len(rows)) + 1):
        for held in itertools.combinations(range(len(rows)), size):
            # M x + sum z a = M x0, a.x = -c
            matrix = [mass[i] + [rows[k][0][i] for k in held] for i in range(n)]
            matrix += [rows[k][0] + [Fraction(0)] * size for k in held]
            found = solved(matrix, pull + [-rows[k][1] for k in held])
            if found is None:
                continue
            x, z = found[:n], found[n:]
            if any(z[i] < 0 and not rows[k][2] for i, k in enumerate(held)):
                continue
            if all(value(row, x) == 0 if row[2] else value(row, x) <= 0 for row in rows):
                return x, dict(zip(held, z))
    return None


def zwang(problem, x):
    mass, centre, _ = exact(problem)
    away = [p - q for p, q in zip(x, centre)]
    return sum(a * m * b for a, line in zip(away, mass) for m, b in zip(line, away))


def excluded(problem, weights):
    """Whether weights of the rows (in floating point) prove that no point is admissible: their support has one relation,
    whose exact weights have the right signs (Farkas, theory 4.5)."""
    _, centre, rows = exact(problem)
    support = [k for k, w in enumerate(weights) if w != 0]
    # the exact weights: nullspace of the transposed rows
    lines = [[rows[k][0][i] for k in support] for i in range(len(centre))]
    pivots = []
    for j in range(len(support)):
        line = next((i for i in range(len(pivots), len(lines)) if lines[i][j] != 0), None)
        if line is None:
            continue
        top = len(pivots)
        lines[top], lines[line] = lines[line], lines[top]
        lines[top] = [x / lines[top][j] for x in lines[top]]
        for i in range(len(lines)):
            if i != top and lines[i][j] != 0:
                factor = lines[i][j]
                lines[i] = [x - factor * y for x, y in zip(lines[i], lines[top])]
        pivots.append(j)
    free = [j for j in range(len(support)) if j not in pivots]
    if len(free) != 1:
        return False
    exact_weights = [Fraction(0)] * len(support)
    exact_weights[free[0]] = Fraction(1)
    for i, j in enumerate(pivots):
        exact_weights[j] = -lines[i][free[0]]
    total = sum(w * rows[k][1] for w, k in zip(exact_weights, support))
    if total == 0:
        return False
    sign = 1 if total > 0 else -1
    return all(rows[k][2] or sign * w >= 0 for w, k in zip(exact_weights, support))


def random_problem(random, whole=True):
    """A small problem: dense M = B B^T + D, rows of few sizes, some of them twice, some redundant, some equations."""
    n = random.randint(1, 4)
    number = (lambda: random.randint(-4, 4)) if whole else (lambda: random.choice([-1, 1]) * random.uniform(0.1, 3))
    b = [[number() for _ in range(n)] for _ in range(n)]
    mass = [[sum(b[i][k] * b[j][k] for k in range(n)) + (random.randint(1, 3) if i == j else 0) for j in range(n)]
            for i in range(n)]
    rows = []
    for _ in range(random.randint(0, 6)):
        a = [number() for _ in range(n)]
        if any(a):
            rows.append((a, number(), random.random() < 0.15))
    if whole and rows and random.random() < 0.3:  # one that depends on others
        a, c, _ = random.choice(rows)
        rows.append(([2 * x for x in a], 2 * c, random.random() < 0.3))
    if whole and len(rows) > 1 and random.random() < 0.3:
        (a, c, _), (b, d, _) = random.sample(rows, 2)
        total = [x + y for x, y in zip(a, b)]
        if any(total):
            rows.append((total, c + d, False))
    return mass, [number() for _ in range(n)], rows
