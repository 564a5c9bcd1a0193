# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Single instants of masses at rest between half-spaces, held against exact rationals.

Rows are plain, repeated, dependent, nearly dependent, many, or between masses of very different size. Compared are the
accelerations that the stored multipliers give, which are unique even where the multipliers are not, and their signs.
"""
from dataclasses import dataclass
from fractions import Fraction

from independent.rational import Instant
from independent.scene import Draw

KINDS = ("plain", "repeated", "dependent", "near", "near", "ratio", "many")
WRONG = 1e-9          # relative error of accelerations, in the metric of the masses
MOST_ACTIVE = 14      # beyond, rationals take too long


@dataclass
class Answer:
    kind: str
    seed: int
    verdict: str      # right, wrong, a code, no exact answer
    detail: str
    text: str


class Problem:
    """One random instant; all numbers are doubles and therefore rationals."""

    def __init__(self, seed):
        draw = self.draw = Draw(seed)
        self.kind = draw.choice(KINDS)
        self.count = draw.randint(1, 4)
        self.masses = [float(f"{10**draw.uniform(-6, 6):.3g}") if self.kind == "ratio" else draw.choice([1.0, 2.0, 0.5])
                       for _ in range(self.count)]
        if self.kind == "ratio" and self.count > 1:
            self.masses[0] = 1e12 * self.masses[1]
        self.rows = []
        for _ in range(draw.randint(30, 120) if self.kind == "many" else draw.randint(1, 8)):
            self.rows.append(self.new_row())
        self.equations = 0 if self.kind == "repeated" else draw.choice([0, 0, 1])
        self.forces = [draw.between(-10, 10, 2) for _ in range(3 * self.count)]

    def new_row(self):
        draw, rows, size = self.draw, self.rows, 3 * self.count
        chance = draw.random()
        if rows and self.kind == "near" and chance < 0.6:
            shift = 10**-draw.uniform(8, 14)
            return [x + (shift * draw.uniform(-1, 1) if x or draw.random() < 0.3 else 0) for x in draw.choice(rows)]
        if rows and self.kind == "repeated" and chance < 0.5:
            factor = draw.choice([1, 2.0, 0.5, 1 + 1e-9])
            return [x * factor for x in draw.choice(rows)]
        if len(rows) > 1 and self.kind == "dependent" and chance < 0.5:
            return [x + y for x, y in zip(*draw.sample(rows, 2))]
        row = [0.0] * size
        for place in draw.sample(range(size), draw.randint(1, min(size, 4))):
            row[place] = draw.choice([1.0, -1.0, 0.5, 2.0, draw.between(-2, 2)])
        return row

    def toml(self):
        names = "abcd"
        lines = ["zwang = 1"]
        for i, mass in enumerate(self.masses):
            lines += [f"[masses.{names[i]}]", f"mass = {mass!r}"]
        for i in range(self.count):
            lines += ["[[force]]", f'on = "{names[i]}"', f"vector = {self.forces[3 * i:3 * i + 3]!r}"]
        for k, row in enumerate(self.rows):
            terms = " + ".join(f"({c!r})*{names[j // 3]}.{'xyz'[j % 3]}" for j, c in enumerate(row) if c)
            lines += [f"[constraints.c{k}]", f'holds = "{terms or "0*a.x"} {"=" if k < self.equations else "<="} 0"']
        return "\n".join([*lines, "[run]", "until = 1e-9"]) + "\n"

    def exact(self):
        masses = [Fraction(self.masses[i // 3]) for i in range(3 * self.count)]
        free = [Fraction(force) / mass for force, mass in zip(self.forces, masses)]
        return Instant([[Fraction(x) for x in row] for row in self.rows], masses, free, self.equations)


def answered(seed, zwang):
    """The Answer of one seed."""
    problem = Problem(seed)
    text = problem.toml()
    run = zwang.run(text, "instant")
    if run.exit_code != 0:
        return Answer(problem.kind, seed, run.ending(), run.message[-200:], text)
    stored = [float(run.result.columns[f"c{k}.multiplier"][0]) for k in range(len(problem.rows))]
    equations = list(range(problem.equations))
    active = equations + [k for k in range(problem.equations, len(stored)) if stored[k] > 0]
    instant = problem.exact()
    exact = None
    if len(problem.rows) <= 12 or len(active) <= MOST_ACTIVE:
        exact = instant.multipliers(active) or instant.multipliers(equations)
    if exact is None:
        return Answer(problem.kind, seed, "no exact answer", "", text)
    theirs = instant.accelerations({k: Fraction(z) for k, z in enumerate(stored)})
    ours = instant.accelerations(exact)
    error = instant.size([x - y for x, y in zip(theirs, ours)]) / (instant.size(instant.free) or 1.0)
    lowest = min(stored[problem.equations:], default=0.0)
    verdict = "wrong" if error > WRONG or lowest < 0 else "right"
    return Answer(problem.kind, seed, verdict, f"error {error:.3g}, least multiplier {lowest:.3g}", text)
