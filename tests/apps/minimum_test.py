#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""`zwang minimum`: by hand, against every set of rows in exact fractions, and its mistakes, each with code and place.

Usage: minimum_test.py ZWANG
"""

import json
import pathlib
import random
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "minimum"))

import enumeration  # noqa: E402
from session import Session  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Stäckel 1919, (32), (33): min z.z with C z >= c. By hand: z = (1, 1) = 0.6 (1, 2) + 0.2 (2, -1).
STAECKEL = """zwang = 1
title = "Stäckel 1919, section 8"

[minimum]
unknowns = ["z1", "z2"]

[rows]
first  = { row = [1, 2], at_least = 3 }
second = { holds = "2*z1 - z2 >= 1" }
third  = { row = { z2 = 1, z1 = 1 }, at_least = -5 }
"""

# Each with its code, the line of the mistake, and words of the answer.
MISTAKES = [
    ("[rows]\na = { row = [1], at_mots = 1 }", "E102", 3, "did you mean 'at_most'?"),
    ("[minimum]\nmassess = [1]\n[rows]\na = { row = [1], at_most = 1 }", "E102", 3, "did you mean 'masses'?"),
    ("[row]\na = { row = [1], at_most = 1 }", "E102", 2, "did you mean 'rows'?"),
    ("[minimum]\nunknowns = [\"x\", \"y\"]\n[rows]\na = { row = { z = 1 }, at_most = 1 }", "E103", 5, "unknown name 'z'"),
    ("[minimum]\nunknowns = [\"xx\", \"yy\"]\n[rows]\na = { holds = \"xx + yyy <= 1\" }", "E103", 5, "did you mean 'yy'?"),
    ("[rows]\na = { row = [1, 2] }", "E105", 3, "add 'equals', 'at_most' or 'at_least'"),
    ("[rows]\na = { row = [1, 2], equals = 1, at_most = 2 }", "E105", 3, "'equals' says it all"),
    ("[minimum]\nunknowns = [\"x\"]\n[rows]\na = { holds = \"x < 1\" }", "E105", 5, "write 'x <= 1'"),
    ("[minimum]\nmasses = [1, 2", "E108", 3, ""),
    ("title = \"nothing\"", "E111", 1, "the file has no unknowns"),
    ("[rows]\na = { at_most = 1 }\nb = { row = [1], at_most = 1 }", "E111", 3, "has no 'row'"),
    ("[minimum]\nmasses = [1]\nmatrix = [[1]]", "E112", 4, "state the same"),
    ("[minimum]\nunknowns = [\"x\", \"x\"]", "E112", 3, "'x'"),
    ("[minimum]\nunknowns = [\"x\"]\n[rows]\na = { holds = \"x <= 1\", at_most = 2 }", "E112", 5, "stated twice"),
    ("[rows]\na = { row = [1, 2], at_most = 1 }\nb = { row = [1], at_most = 1 }", "E113", 4,
     "'row' has 1 numbers, there are 2 unknowns"),
    ("[minimum]\ncentre = [1, 2, 3]\nmasses = [1, 2]", "E113", 3, "'centre' has 3 numbers"),
    ("[minimum]\nmatrix = [[1, 0], [0]]", "E113", 3, "row 2 of 'matrix' has 1 numbers"),
    ("[minimum]\nunknowns = [\"x\", \"y\"]\n[rows]\na = { holds = \"x*y <= 1\" }", "E113", 5, "not linear in the unknowns"),
    ("[minimum]\nunknowns = [\"x\"]\n[rows]\na = { holds = \"x + t <= 1\" }", "E113", 5, "rates or time"),
    ("[minimum]\nunknowns = [\"x\"]\n[rows]\na = { holds = \"x - x <= 1\" }", "E114", 5, ""),
    ("[rows]\na = { row = [1, nan], at_most = 1 }", "E120", 3, "not finite"),
    ("[rows]\na = { row = [1], at_most = inf }", "E120", 3, "not finite"),
    ("[minimum]\nmatrix = [[1, 2],\n  [3, 4]]", "E120", 4, "row 1, column 2 is 2"),
    ("[minimum]\nmasses = [1, -2]", "E120", 3, "the mass -2 is below 0"),
    ("[minimum]\nmasses = [1]\naccuracy = 0", "E120", 4, "between 1e-14 and 1e-2"),
    ("[minimum]\nmasses = [1]\nprecision = \"exactly\"", "E120", 4, "did you mean 'exact'?"),
    ("[minimum]\nmasses = [1]\ndata = \"rounded\"\nprecision = \"exact\"", "E120", 5, "no exact answer"),
]


def text_of(problem):
    mass, centre, rows = problem
    lines = ["zwang = 1", "[minimum]", f"matrix = {mass}", f"centre = {centre}", "[rows]"]
    for k, (a, c, equation) in enumerate(rows):
        if equation:
            lines.append(f"r{k} = {{ row = {a}, equals = {-c} }}")
        elif k % 2:
            lines.append(f"r{k} = {{ row = {a}, at_most = {-c} }}")
        else:
            lines.append(f"r{k} = {{ row = {[-x for x in a]}, at_least = {c} }}")
    return "\n".join(lines) + "\n"


class Test(Session):
    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def answered(self, name, code=0):
        return json.loads(self.run("minimum", name, "--json", code=code).stdout)

    def solved(self, name, text, code=0):
        return self.answered(self.write(name, "zwang = 1\n" + text), code)

    def near(self, numbers, wanted, what, within=1e-12):
        self.check(len(numbers) == len(wanted) and
                   all(abs(Fraction(a) - Fraction(b)) <= within * max(1, abs(b)) for a, b in zip(numbers, wanted)),
                   f"{what}: {numbers}, wanted {[float(b) for b in wanted]}")

    def by_hand(self):
        name = self.write("staeckel.toml", STAECKEL)
        found = self.answered(name)
        self.near(found["x"], [1, 1], "Stäckel's z")
        self.near([row["multiplier"] for row in found["rows"]], [Fraction(3, 5), Fraction(1, 5), 0], "its multipliers")
        self.near([row["slack"] for row in found["rows"]], [0, 0, 7], "its slack")
        self.near([found["Z"], found["value"]], [2, 1], "its zwang")
        self.check([row["state"] for row in found["rows"]] == ["active", "active", "open"], "its states")
        self.check(found["certified"] and found["unique"] and found["bound"] < 1e-12, f"it is proved: {found}")
        said = self.run("minimum", name).stdout
        for words in ("Stäckel 1919, section 8: found, 2 of 3 rows active or held", "Z = 2", "multiplier  0.6", "slack       7",
                      "every sign proved", "\ncertified: "):
            self.check(words in said, f"'{words}' is not in\n{said}")
        # only one plane is needed: z = c a/a.a
        one = self.solved("one.toml", "[rows]\na = { row = [3, 4], at_least = 50 }\nb = { row = [1, 0], at_least = 5 }")
        self.near(one["x"], [6, 8], "the foot of the perpendicular")
        self.near([row["multiplier"] for row in one["rows"]], [2, 0], "its multiplier")
        # in the metric of masses and about a centre, with a linear term: x = x0 - g/m without rows
        light = self.solved("light.toml", "[minimum]\nmasses = [2, 8]\ncentre = [1, 2]\nlinear = [4, -16]")
        self.near(light["x"], [-1, 4], "the centre moved by the linear term")
        self.near([light["value"]], [4 + 16 - 4 - 64], "the value there")
        # a row from both sides, parameters, --set, texts as numbers
        both = "[parameters]\nL = \"1/4\"\n[minimum]\ncentre = [3]\n[rows]\na = { row = [\"2*L\"], at_least = -1, at_most = \"L\" }"
        found = self.solved("both.toml", both)
        self.near(found["x"], [Fraction(1, 2)], "the upper end")
        self.check([row["name"] for row in found["rows"]] == ["a.lower", "a.upper"], "the names of a chain")
        found = json.loads(self.run("minimum", "both.toml", "--json", "--set", "L=2").stdout)
        self.near(found["x"], [Fraction(1, 2)], "the upper end with L = 2")
        # an equation pulls with any sign: x + y = 2 about (3, 3)
        found = self.solved("line.toml", "[minimum]\ncentre = [3, 3]\n[rows]\na = { row = [1, 1], equals = 2 }\n"
                            "b = { row = [-1, -1], equals = -2 }\nc = { row = [1, 0], at_most = 1 }")
        self.near(found["x"], [1, 1], "the foot on a line")
        self.check(found["unique"] is False, "a line stated twice has many multipliers")
        # mu (1, 1) - nu (1, 1) + lambda (1, 0) = (2, 2): lambda = 0, mu = -nu = 1 is shortest
        self.near([row["multiplier"] for row in found["rows"]], [1, -1, 0], "the shortest of them")
        self.check([row["state"] for row in found["rows"]] == ["held", "held", "closed"], f"their states: {found['rows']}")
        self.check("not unique (W304)" in self.run("minimum", "line.toml").stdout, "the text says so")

    def contradictions(self):
        found = self.solved("empty.toml", "[rows]\na = { row = [1, 1], at_least = 3 }\nb = { row = [1, 0], at_most = 1 }\n"
                            "c = { row = [0, 2], at_most = 2 }\nd = { row = [1, -1], at_most = 9 }", code=3)
        self.check(found["outcome"] == "contradictory" and found["code"] == "E302" and found["checked"], f"empty: {found}")
        weights = {one["row"]: one["weight"] for one in found["proof"]}
        self.check(weights.keys() == {"a", "b", "c"} and weights["a"] == weights["b"] == 2 * weights["c"], f"{weights}")
        self.check(found["sum"] == weights["a"], f"3 - 1 - 1 = 1 remains, times the weight: {found['sum']}")
        run = self.run("minimum", "empty.toml", code=3)
        self.check("error[E302]" in run.stderr and "'a', 'b', 'c' exclude each other" in run.stderr, run.stderr)
        self.check("their sum: " in run.stdout and "checked against the rows" in run.stdout, run.stdout)
        found = self.solved("equations.toml", "[rows]\na = { row = [1, 1], equals = 3 }\nb = { row = [2, 2], equals = 5 }", code=3)
        self.check(found["code"] == "E302" and len(found["proof"]) == 2, f"inconsistent equations: {found}")
        # M that is not positive definite: as such, and where an equation leaves freedom
        for matrix, extra, code in [("[[1, 2], [2, 1]]", "", "E303"), ("[[1, 1], [1, 1]]", "", "E304"),
                                    ("[[1, 1], [1, 1]]", "linear = [1, 0]\n", "E305")]:
            found = self.solved("metric.toml", f"[minimum]\nmatrix = {matrix}\n{extra}", code=3)
            self.check(found["code"] == code and "x" not in found, f"{matrix}: {found}")
        # negative along (1, -1), which x = y forbids: 6 x^2/2 about 0 with x >= 2
        found = self.solved("saddle.toml", "[minimum]\nmatrix = [[1, 2], [2, 1]]\n[rows]\na = { row = [1, -1], equals = 0 }\n"
                            "b = { row = [1, 0], at_least = 2 }")
        self.near(found["x"], [2, 2], "a saddle cut by an equation")
        self.near([found["Z"]], [24], "its zwang")

    def badly_scaled(self):
        # a wedge whose walls differ by 2^-k: x <= 0, -x + y/2^k <= 0 with X = (3, 1). By hand lambda = (3 + 2^k, 2^k), x = 0
        for k in (20, 40, 45):
            wedge = ("[minimum]\ndata = \"exact\"\ncentre = [3, 1]\n[rows]\na = { row = [1, 0], at_most = 0 }\n"
                     f"b = {{ row = [-1, {2.0**-k!r}], at_most = 0 }}\n")
            found = self.solved("wedge.toml", wedge)
            self.check(found["certified"] and max(map(abs, found["x"])) < 1e-12, f"wedge {k}: {found}")
            self.near([row["multiplier"] for row in found["rows"]], [3 + 2**k, 2**k], f"wedge {k}")
        # a difference of 2^-45 in numbers that may be rounded by 2^-46 decides nothing
        found = self.solved("undecided.toml", wedge.replace("exact", "rounded"), code=3)
        self.check(found["code"] == "E306", f"rounded wedge: {found}")
        # units of 1e-150 and 1e150 beside each other
        found = self.solved("units.toml", "[minimum]\nmasses = [1e-150, 1e150]\ncentre = [1e100, 1e-100]\n[rows]\n"
                            "a = { row = [1e-100, 1e100], at_most = 1 }")
        # x = x0 - lambda a/m with lambda = (2 - 1)/(a.a/m) = 1/(1e-50 + 1e50)
        weight = 1 / (Fraction(10)**-50 + Fraction(10)**50)
        self.check(abs(found["x"][0] / float(10**100 * (1 - weight * Fraction(10)**-50)) - 1) < 1e-12 and
                   abs(found["x"][1]) < 1e-112 and found["certified"], f"units: {found}")
        # dependent as decimals, not as doubles: taken as meant, or to the last bit
        rows = "[rows]\na = { row = [0.1, 0.2], equals = 0.3 }\nb = { row = [1, 2], equals = 3 }\n"
        found = self.solved("decimal.toml", rows)
        self.near(found["x"], [Fraction(3, 5), Fraction(6, 5)], "one line written in decimals")
        self.check([row["data"] for row in found["rows"]] == ["rounded", "exact"], f"{found['rows']}")
        found = self.solved("doubles.toml", "[minimum]\ndata = \"exact\"\n" + rows, code=3)
        self.check(found["code"] == "E302", "as doubles they are parallel lines")
        # an answer in rational numbers
        found = self.solved("thirds.toml", "[minimum]\nprecision = \"exact\"\n[rows]\na = { row = [1, 1, 1], at_least = 1 }")
        self.check(found["precision"] == "exact" and found["x"] == [1 / 3] * 3 and found["bound"] < 1e-16, f"{found}")

    # Theory 4.1-2.
    def enumerated(self, count):
        chance = random.Random(32)
        problems, names = [], []
        for i in range(count):
            problems.append(enumeration.random_problem(chance, whole=i % 4 != 3))
            names.append(self.write(f"random{i}.toml", text_of(problems[-1])))
        answers = self.run("minimum", "--json", *names, code=3).stdout.splitlines()
        self.check(len(answers) == count, f"{len(answers)} answers of {count}")
        infeasible = not_unique = worst = 0
        for problem, name, line in zip(problems, names, answers):
            found, wanted = json.loads(line), enumeration.minimum(problem)
            if wanted is None:
                infeasible += 1
                weights = {one["row"]: one["weight"] for one in found.get("proof", [])}
                rows = [weights.get(f"r{k}", 0) for k in range(len(problem[2]))]
                self.check(found["outcome"] == "contradictory" and enumeration.excluded(problem, rows), f"{name}: {found}")
                continue
            if found["outcome"] != "found":
                self.check(False, f"{name} has a minimum: {found}")
                continue
            x, z = wanted
            self.near(found["x"], x, f"x of {name}")
            self.near([found["Z"]], [enumeration.zwang(problem, x)], f"Z of {name}")
            self.check(found["certified"], f"{name} is certified: {found}")
            for a, b, error in zip(found["x"], x, found["errors"]):
                self.check(abs(Fraction(a) - b) <= Fraction(error), f"{name}: {a} is {float(b)} within {error}")
                worst = max(worst, abs(Fraction(a) - b))
            multipliers = [row["multiplier"] for row in found["rows"]]
            if found["unique"]:
                self.near(multipliers, [z.get(k, 0) for k in range(len(multipliers))], f"multipliers of {name}")
            else:
                not_unique += 1
                self.shortest(problem, x, multipliers, name)
            for row, state in zip(enumeration.exact(problem)[2], found["rows"]):
                value = enumeration.value(row, x)
                self.near([state["slack"]], [-value], f"slack of {name}", 1e-11)
                self.check(row[2] or (state["state"] == "open") == (value < 0), f"{name}: {state}, {float(value)}")
        self.check(infeasible > 10 and not_unique > 10, f"{infeasible} infeasible, {not_unique} not unique")
        print(f"{count} random problems, {infeasible} infeasible, {not_unique} not unique, worst error {float(worst):.1e}")

    def shortest(self, problem, x, multipliers, name):
        """Those of least norm are Gauss's problem again: of all z with sum z a = M (x0 - x), z >= 0, nearest to zero."""
        mass, centre, rows = enumeration.exact(problem)
        held = [k for k, row in enumerate(rows) if enumeration.value(row, x) == 0]
        pull = [sum(m * (b - a) for m, a, b in zip(line, x, centre)) for line in mass]
        unit = [[Fraction(i == j) for j in range(len(held))] for i in range(len(held))]
        conditions = [([rows[k][0][i] for k in held], -pull[i], True) for i in range(len(centre))]
        conditions += [([-e for e in unit[i]], 0, False) for i, k in enumerate(held) if not rows[k][2]]
        wanted, _ = enumeration.minimum((unit, [0] * len(held), conditions))
        shortest = dict(zip(held, wanted))
        self.near(multipliers, [shortest.get(k, 0) for k in range(len(rows))], f"shortest multipliers of {name}", 1e-11)

    # Theory 4.1-2.
    def detour(self):
        """Gauss's problem as the acceleration of a point with forces: z = a - X/m, and the same multipliers."""
        self.run("run", str(ROOT / "cases/motion/gauss-minimum.toml"), "-o", "detour.zw")
        columns = [json.loads(self.run("plot", "detour.zw", name, "--json").stdout)["quantities"][0]["pieces"][0]["value"][0]
                   for name in ("c1.multiplier", "c2.multiplier", "p.x'", "p.y'")]
        found = self.answered("staeckel.toml")
        self.near([row["multiplier"] for row in found["rows"]][:2], columns[:2], "the multipliers of the detour", 1e-12)
        self.near(columns[2:], [0, 0], "the point stays, so z = -X = (1, 1)")

    def mistakes(self):
        for text, code, line, words in MISTAKES:
            name = self.write("wrong.toml", "zwang = 1\n" + text + "\n")
            run = self.run("minimum", name, code=1)
            self.check(f"error[{code}]" in run.stderr and f"wrong.toml:{line}:" in run.stderr and words in run.stderr and
                       run.stdout == "", f"{code}, line {line}, '{words}' of\n{text}\n{run.stderr}")
            said = json.loads(self.run("minimum", name, "--json", code=1).stderr)
            self.check(said["mistakes"][0]["code"] == code, f"{said}")
        self.run("minimum", "missing.toml", code=6)
        self.run("minimum", code=2)
        self.check("zwang minimum FILE" in self.run("run", "staeckel.toml", code=1).stderr, "run says which verb is meant")
        self.run("minimum", "staeckel.toml", "--set", "L=1", code=1)
        self.check(self.run("minimum", "staeckel.toml", "-q").stdout == "", "-q is quiet")


def main():
    with tempfile.TemporaryDirectory() as folder:
        test = Test(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        test.by_hand()
        test.contradictions()
        test.badly_scaled()
        test.enumerated(200)
        test.detour()
        test.mistakes()
    print(f"{test.checks} checks, {test.failed} failed")
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
