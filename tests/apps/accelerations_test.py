#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Accelerations through the command, against all sets of constraints tried out in fractions (Mayer 1899a, section 2).

Masses move past curved surfaces that they touch, some of them equations. Every set of the candidates is solved with
its Lagrange equations; the one with multipliers >= 0 that leaves no other f'' > 0 is the motion.

Usage: accelerations_test.py ZWANG [COUNT [SEED]]
"""

import csv
import itertools
import pathlib
import random
import sys
import tempfile
from fractions import Fraction

import session

AXES = "xyz"
WITHIN = 1e-12


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class Scene:
    """Masses at the origin of their own axes; f = a.q + q.S.q/2 is 0 there."""

    def __init__(self, rng):
        self.masses = [Fraction(rng.choice([1, 2, 3, 4, 5]), 2) for _ in range(rng.choice([1, 1, 2]))]
        n = 3 * len(self.masses)
        whole = lambda: Fraction(rng.randint(-3, 3))
        self.velocity = [whole() for _ in range(n)]
        self.force = [whole() for _ in range(n)]
        self.rows = []
        for k in range(rng.randint(1, 4)):
            gradient = [g for m in range(len(self.masses))
                        for g in cross([whole() for _ in AXES], self.velocity[3 * m:3 * m + 3])]
            equation = k == 0 and rng.random() < 0.4
            # what is being left is no candidate
            leaves = not equation and rng.random() < 0.2
            if leaves:
                gradient = [-v for v in self.velocity]
            curves = [[Fraction(0)] * n for _ in range(n)]
            for _ in range(rng.randint(0, 3)):
                i, j = rng.randrange(n), rng.randrange(n)
                value = whole()
                curves[i][j] += value
                curves[j][i] += value
            if any(gradient):
                self.rows.append((gradient, curves, equation))

    def name(self, i):
        return f"p{i // 3}.{AXES[i % 3]}"

    def formula(self, row):
        gradient, curves, equation = row
        terms = [f"({g})*{self.name(i)}" for i, g in enumerate(gradient) if g]
        for i, line in enumerate(curves):
            terms += [f"({x}/2)*{self.name(i)}*{self.name(j)}" for j, x in enumerate(line) if x]
        return " + ".join(terms) + (" = 0" if equation else " <= 0")

    def text(self):
        lines = ["zwang = 1", "[masses]"]
        for m, mass in enumerate(self.masses):
            velocity = [float(v) for v in self.velocity[3 * m:3 * m + 3]]
            lines.append(f"p{m} = {{ mass = {float(mass)}, at = [0, 0, 0], velocity = {velocity} }}")
        for m in range(len(self.masses)):
            force = [float(x) for x in self.force[3 * m:3 * m + 3]]
            lines += ["[[force]]", f"on = \"p{m}\"", f"vector = {force}"]
        lines.append("[constraints]")
        lines += [f"c{k} = {{ holds = \"{self.formula(row)}\" }}" for k, row in enumerate(self.rows)]
        return "\n".join(lines + ["[run]", "until = 1e-6", ""])

    def accelerations(self):
        """The one solution, or None if the rows of the candidates depend on each other."""
        inverse = [1 / self.masses[i // 3] for i in range(len(self.velocity))]
        free = [f * w for f, w in zip(self.force, inverse)]
        dot = lambda a, b: sum(x * y for x, y in zip(a, b))
        second = lambda row, a: dot(row[0], a) + sum(
            v * dot(line, self.velocity) for v, line in zip(self.velocity, row[1]))
        binding = [row for row in self.rows if row[2] or dot(row[0], self.velocity) == 0]
        always = [row for row in binding if row[2]]
        chosen = [row for row in binding if not row[2]]
        if rank([row[0] for row in binding]) < len(binding):
            return None
        for size in range(len(chosen) + 1):
            for some in itertools.combinations(chosen, size):
                rows = always + list(some)
                matrix = [[dot([x * w for x, w in zip(r[0], inverse)], s[0]) for s in rows] for r in rows]
                multipliers = solve(matrix, [second(r, free) for r in rows])
                a = [x - w * sum(z * r[0][i] for z, r in zip(multipliers, rows))
                     for i, (x, w) in enumerate(zip(free, inverse))]
                if all(z >= 0 for z in multipliers[len(always):]) and all(second(r, a) <= 0 for r in chosen):
                    return a
        raise AssertionError("no set fits")


def rank(rows):
    rows, found = [list(row) for row in rows], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in range(found, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for r in range(found + 1, len(rows)):
            factor = rows[r][column] / rows[found][column]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[found])]
        found += 1
    return found


def solve(matrix, right):
    n = len(right)
    lines = [list(row) + [b] for row, b in zip(matrix, right)]
    for k in range(n):
        pivot = next(r for r in range(k, n) if lines[r][k])
        lines[k], lines[pivot] = lines[pivot], lines[k]
        lines[k] = [x / lines[k][k] for x in lines[k]]
        for r in range(n):
            if r != k:
                lines[r] = [x - lines[r][k] * y for x, y in zip(lines[r], lines[k])]
    return [line[-1] for line in lines]


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1899)
    worst, done, active = 0.0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        s = session.Session(str(pathlib.Path(sys.argv[1]).resolve()), folder)
        while done < count:
            scene = Scene(rng)
            wanted = scene.accelerations() if scene.rows else None
            if wanted is None:
                continue
            done += 1
            pathlib.Path(folder, "a.toml").write_text(scene.text())
            s.run("run", "a.toml", "-o", "a.zw", "--force", "-q")
            names = [scene.name(i) + "''" for i in range(len(wanted))]
            s.run("convert", "a.zw", "-o", "a.csv", "-q", "--force", *(w for name in names for w in ("--quantity", name)))
            with open(pathlib.Path(folder, "a.csv"), newline="") as file:
                # at an event of the start, the row after it
                rows = [row for row in csv.DictReader(file) if float(row["t"]) == 0.0]
            found = [float(rows[-1][name]) for name in names]
            size = max(1.0, *(abs(float(x)) for x in wanted))
            error = max(abs(x - float(y)) for x, y in zip(found, wanted)) / size
            s.check(error <= WITHIN, f"{found} instead of {[float(x) for x in wanted]}\n{scene.text()}")
            worst = max(worst, error)
            active += any(float(rows[-1][f"c{k}.multiplier"]) != 0.0 for k in range(len(scene.rows)))
    print(f"{count} instants, {active} of them with active constraints, worst error {worst:.1e}; {s.failed} of {s.checks} checks failed")
    return s.failed > 0 or active < count // 3


if __name__ == "__main__":
    sys.exit(main())
