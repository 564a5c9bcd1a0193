#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""`zwang explain --trials` of the models cases/reference/p38-*: trials, polyhedron and cones are those of tests/reference,
asked of the model, of the start of its result and of a later instant; Ostrogradsky's wrong answers are named.

Usage: trials_test.py ZWANG
"""

import json
import pathlib
import sys
import tempfile

from session import Session

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "tests/reference/p38_dalembert_fourier.json").read_text())["cases"]
ACCURACY = 1e-12

# Mayer 1899a, section 3, as two masses with a wall and a string between them: 3 N on a, 2 N on b towards and beyond the
# wall; by hand the rule keeps the wall and lets b run off, or keeps both and the wall pulls.
BOTH = """zwang = 1
masses.a = { mass = 1, axes = "x" }
masses.b = { mass = 1, axes = "x", at = [2, 0, 0] }
force = [{ on = "a", vector = [3, 0, 0] }, { on = "b", vector = [2, 0, 0] }]
constraints.wall = { holds = "a.x <= 0" }
constraints.string = { holds = "(a.x - b.x)^2 <= 4" }
run.until = 1
"""
ONLY_STRING = """zwang = 1
masses.a = { mass = 1, axes = "x" }
masses.b = { mass = 1, axes = "x", at = [-2, 0, 0] }
force = [{ on = "a", vector = [1, 0, 0] }, { on = "b", vector = [-10, 0, 0] }]
constraints.wall = { holds = "a.x <= 0" }
constraints.string = { holds = "|a - b| <= 2" }
run.until = 1
"""


def off(found, wanted):
    """Largest difference relative to the largest number, or to 1."""
    if len(found) != len(wanted):
        return float("inf")
    size = max([1.0, *map(abs, wanted)])
    return max([0.0, *(abs(f - w) for f, w in zip(found, wanted))]) / size


def same_sets(found, wanted):
    """Whether each vector is found exactly once."""
    return len(found) == len(wanted) and all(sum(off(f, w) < ACCURACY for f in found) == 1 for w in wanted)


def compare(s, where, instant, expect):
    if "trials" in expect:
        s.check(len(instant["trials"]) == len(expect["trials"]), f"{where}: {len(instant['trials'])} trials")
        for found, wanted in zip(instant["trials"], expect["trials"]):
            at = f"{where} {wanted['set']}"
            s.check([found["set"], found["verdict"]] == [wanted["set"], wanted["verdict"]], f"{at}: {found}")
            if wanted["verdict"] == "dependent rows":
                continue
            for ours, theirs in (("accelerations", "accelerations"), ("multipliers", "multipliers"), ("second", "f2")):
                s.check(off(found[ours], wanted[theirs]) < ACCURACY, f"{at}: {ours} {found[ours]}")
            s.check(off([found["zwang"]], [wanted["Z"]]) < ACCURACY, f"{at}: Z {found['zwang']}")
            for word in ("broken", "negative"):
                s.check(found[word] == wanted[word], f"{at}: {word} {found[word]}")
        s.check(instant["ostrogradsky"]["kept"] == expect["ostrogradsky_set"], f"{where}: {instant['ostrogradsky']}")
        return
    wanted, found = expect["dalembert_fourier"], instant["dalembert_fourier"]
    s.check(same_sets([v["accelerations"] for v in found["vertices"]], [v["a"] for v in wanted["vertices"]]), f"{where}: {found}")
    s.check(same_sets(found["rays"], wanted["rays"]), f"{where}: rays {found['rays']}")
    s.check(found["determined"] == wanted["determined"], f"{where}: determined")
    gauss = [v for v in found["vertices"] if v["gauss"]]
    s.check(len(gauss) == 1 and off(gauss[0]["accelerations"], expect["accelerations"]) < ACCURACY, f"{where}: Gauss's point")
    s.check(instant["cones"]["displacements"] == expect["virtual_displacements"]["of"], f"{where}: {instant['cones']}")
    s.check(instant["cones"]["changes"] == expect["changes_of_acceleration"]["of"], f"{where}: {instant['cones']}")


def instant_of(run):
    return json.loads(run.stdout)["models"][0]["instant"]


# Theory 4.2-4.
def reference(s):
    for case in CASES:
        name = case["name"]
        model = str(ROOT / "cases/reference" / f"p38-{name.replace('_', '-')}.toml")
        compare(s, name, instant_of(s.run("explain", model, "--trials", "--json")), case["expect"])
        result = f"{name}.zw"
        s.run("run", "-q", model, "-o", result)
        compare(s, f"{name} --at 0", instant_of(s.run("explain", result, "--at", "0", "--trials", "--json")), case["expect"])
        if len(case["expect"].get("trials", [])) == 8:  # and in words
            text = s.run("explain", model, "--trials").stdout
            for trial in case["expect"]["trials"]:
                lines = [line for line in text.splitlines() if line.startswith(f"  {', '.join(trial['set']) or 'nothing'}  ")]
                s.check(len(lines) == 1 and trial["verdict"] in lines[0], f"{name}: {trial['set']}\n{text}")


def ostrogradsky(s):
    for name, model, told in (("both", BOTH, "keeps wall as an equation and gives (0, 2): that violates string."),
                              ("only-string", ONLY_STRING, "wall would have to pull.")):
        path = s.folder / f"{name}.toml"
        path.write_text(model)
        s.run("run", "-q", path.name, "-o", f"{name}.zw")
        for words in ((path.name,), (path.name, "--trials"), (f"{name}.zw", "--at", "0"), (f"{name}.zw", "--at", "0.5")):
            text = s.run("explain", *words).stdout
            if words[-1] == "0.5" and name == "only-string":
                s.check("Ostrogradsky" not in text, f"{words}: the wall is far away\n{text}")  # where his rule is right
            else:
                s.check("Ostrogradsky's rule" in text and told in text, f"{words}:\n{text}")
    right = str(ROOT / "cases/reference/p38-halfspace-pressed.toml")
    s.check("Ostrogradsky" not in s.run("explain", right).stdout, "a rule that is right is not named")
    s.check("the same" in s.run("explain", right, "--trials").stdout, "but compared among the trials")


def elsewhere(s):
    """Where there are no trials, it is said why; a result needs an instant."""
    (s.folder / "struck.toml").write_text('zwang = 1\nmasses.a = { mass = 1, axes = "z", velocity = [0, 0, -1] }\n'
                                          'constraints.floor = { holds = "a.z >= 0" }\nrun = { until = 1, start = "impact" }\n')
    s.check("impact" in s.run("explain", "struck.toml", "--trials").stdout, "an impact comes first")
    (s.folder / "many.toml").write_text('zwang = 1\n[[generate]]\nkind = "chain"\nname = "c"\nfrom = [0, 0, 0]\nto = [7, 0, 0]\n'
                                        'segments = 70\nlength = 7\nmass = 1\n[forces]\ngravity = [0, 0, -9.81]\n[run]\nuntil = 1\n')
    s.check("So many constraints" in s.run("explain", "many.toml", "--trials").stdout, "70 strings that are straight")
    s.run("run", "-q", "struck.toml", "-o", "struck.zw")
    s.check("--at TIME" in s.run("explain", "struck.zw", "--trials", code=1).stderr, "a result needs --at")
    cart = str(ROOT / "examples/cart.toml")
    s.run("run", "-q", cart, "--problem", "geodesic", "-o", "cart.zw")
    s.check("E120" in s.run("explain", "cart.zw", "--at", "0", "--trials", code=1).stderr, "a geodesic is no motion")


with tempfile.TemporaryDirectory() as folder:
    session = Session(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
    reference(session)
    ostrogradsky(session)
    elsewhere(session)
    print(f"{session.checks} checks, {session.failed} failed")
    sys.exit(1 if session.failed else 0)
