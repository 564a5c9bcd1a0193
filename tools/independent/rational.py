# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Gauss's minimum problem for point masses in exact rationals."""
from fractions import Fraction

MOST_TURNS = 400


def solved(matrix, right):
    """Some solution of a square system, or None if it has none; free unknowns are 0."""
    size = len(matrix)
    lines = [line[:] + [value] for line, value in zip(matrix, right)]
    pivots, row = [], 0
    for column in range(size):
        found = next((i for i in range(row, size) if lines[i][column] != 0), None)
        if found is None:
            continue
        lines[row], lines[found] = lines[found], lines[row]
        lines[row] = [entry / lines[row][column] for entry in lines[row]]
        for i in range(size):
            factor = lines[i][column]
            if i != row and factor != 0:
                lines[i] = [x - factor * y for x, y in zip(lines[i], lines[row])]
        pivots.append(column)
        row += 1
    if any(line[size] != 0 for line in lines[row:]):
        return None
    answer = [Fraction(0)] * size
    for i, column in enumerate(pivots):
        answer[column] = lines[i][size]
    return answer


class Instant:
    """Rows A with A a <= 0 (the first `equations` of them = 0), masses and free accelerations, all as Fractions."""

    def __init__(self, rows, masses, free, equations):
        self.rows, self.masses, self.free, self.equations = rows, masses, free, equations
        self.need = [sum(a * b for a, b in zip(row, free)) for row in rows]
        self.products = {}

    def product(self, i, j):
        """A_i M^-1 A_j."""
        key = (min(i, j), max(i, j))
        if key not in self.products:
            self.products[key] = sum(a * b / m for a, b, m in zip(self.rows[i], self.rows[j], self.masses) if a and b)
        return self.products[key]

    def accelerations(self, multipliers):
        """Those that multipliers, by number of row, leave of the free ones."""
        return [free - sum(self.rows[k][c] * z for k, z in multipliers.items() if z) / self.masses[c]
                for c, free in enumerate(self.free)]

    def multipliers(self, active):
        """Exact multipliers, from a guess of the active rows; None if no answer is found in bounded time."""
        active = sorted(active)
        for _ in range(MOST_TURNS):
            values = solved([[self.product(i, j) for j in active] for i in active], [self.need[i] for i in active])
            if values is None:
                return None
            pulling = [i for i, z in zip(active, values) if z < 0 and i >= self.equations]
            if pulling:
                active.remove(pulling[0])
                continue
            found = dict(zip(active, values))
            broken = next((i for i in range(self.equations, len(self.rows)) if i not in found
                           and self.need[i] > sum(self.product(i, j) * z for j, z in found.items())), None)
            if broken is None:
                return found
            active = sorted(active + [broken])
        return None

    def size(self, accelerations):
        """|a| in the metric of the masses."""
        return float(sum(m * a * a for m, a in zip(self.masses, accelerations)))**0.5
