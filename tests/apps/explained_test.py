#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""`zwang explain`: what it says of every example stands in explained/, of every code and topic in docs/.

Usage: explained_test.py ZWANG [write]     `write` makes explained/ anew, to be read before it is kept
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = pathlib.Path(__file__).resolve().parent / "explained"
REGISTER = re.compile(r'\{Code::(\w+), "(\w+)", "((?:[^"\\]|\\.)*)"\}')
faults = []


def check(holds, told):
    if not holds:
        faults.append(told)


def asked(*words, cwd=ROOT / "examples"):
    return subprocess.run([command, *map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)


def sections(page):
    """Title and text of each section of a page, the text as one line of words."""
    text = (ROOT / "docs" / page).read_text()
    return {part.split("\n")[0]: " ".join(part.split()[0:]) for part in text.split("\n## ")[1:]}


def examples():
    for model in sorted((ROOT / "examples").glob("*.toml")):
        run = asked("explain", model.name)
        kept = KEPT / (model.stem + ".txt")
        if len(sys.argv) > 2:
            kept.write_text(run.stdout)
        check(run.returncode == 0, f"{model.name}: exit {run.returncode} {run.stderr}")
        check(kept.exists() and run.stdout == kept.read_text(), f"{model.name}: not what {kept.name} has:\n{run.stdout}")


def pages():
    codes = sections("codes.md")
    register = REGISTER.findall((ROOT / "zwang/base/code.cpp").read_text())
    check(len(register) > 60, "the register is not found")
    wanted = [f"{name} {says}".replace('\\"', '"') for _, name, says in register]
    check(list(codes) == wanted, f"codes.md and the register differ: {set(codes) ^ set(wanted)}")
    topics = sections("topics.md")
    for title, text in {**codes, **topics}.items():
        word = title.split()[0]
        run = asked("explain", word)
        check(run.returncode == 0 and " ".join(run.stdout.split()) == text, f"explain {word}:\n{run.stdout}")
        check(max(map(len, run.stdout.splitlines())) <= 80, f"explain {word} is wider than 80")
    listed = asked("explain", "--help").stdout
    for topic in topics:
        check(topic in listed, f"--help does not name the topic {topic}")
    wrong = asked("explain", "unitz")
    check(wrong.returncode == 2 and "did you mean 'units'?" in wrong.stderr and not wrong.stdout, wrong.stderr)
    check(asked("explain", "e103").stdout == asked("explain", "E103").stdout, "explain e103")
    listed = asked("explain", "topics").stdout
    check(all(topic in listed for topic in topics), f"explain topics:\n{listed}")
    hostile = asked("explain", "\x1b[31mred")
    check("\x1b" not in hostile.stderr, "an escape reached the terminal")


def glossary():
    """Every word of docs/glossary.md, and every other name that it gives, is explained with its meaning."""
    rows = re.findall(r"^\| \*\*(.*?)\*\*(?: \((.*?)\))? \| (.*?) \| \*", (ROOT / "docs/glossary.md").read_text(), re.M)
    check(len(rows) > 80, "the glossary is not found")
    taken = {title.split()[0] for title in sections("topics.md")}
    for word, others, meaning in rows:
        meaning = " ".join(re.sub(r"\*\*|`|\\(?=\|)", "", meaning).split())
        for name in [word, *re.split("[,;] ", others)] if others else [word]:
            if name in taken or "." in name:
                continue
            run = asked("explain", name)
            check(run.returncode == 0 and meaning in " ".join(run.stdout.split()), f"explain {name}:\n{run.stdout}{run.stderr}")
            check(max(map(len, run.stdout.splitlines()), default=0) <= 80, f"explain {name} is wider than 80")
    check(asked("explain", "zeno").stdout.startswith("settle\n\nEvent: infinitely many impacts"), "a word of another name")
    check(asked("explain", "LCP").stdout == asked("explain", "lcp").stdout, "case does not matter")


def instants():
    with tempfile.TemporaryDirectory() as folder:
        asked("run", "pendulum.toml", "-o", f"{folder}/p.zw", "-qq")
        whole = asked("explain", f"{folder}/p.zw").stdout
        check("6 s of motion, 5 impacts." in whole and "  0.853410  impact   string " in whole, f"a result as a whole:\n{whole}")
        check(whole.endswith(f"zwang explain {folder}/p.zw --at TIME\n"), "how to ask for an instant")
        impact = asked("explain", f"{folder}/p.zw", "--at", "0.85341")
        # figures of a separate program that followed this pendulum
        for words in ("At 0.85341016 s string snaps taut.", "It was reached at 2.047 m/s, responded with an impulse of 1.024 N s",
                      "from 4.191 J to 3.143 J: 1.048 J were lost"):
            check(words in impact.stdout, f"'{words}' is missing in:\n{impact.stdout}")
        calm = asked("explain", f"{folder}/p.zw", "--at", "2")
        check("At 2 s nothing happens" in calm.stdout and "string" in calm.stdout, calm.stdout)
        late = asked("explain", f"{folder}/p.zw", "--at", "99")
        check(late.returncode != 0 and "E120" in late.stderr, late.stderr)
        check("At 0.8 s nothing happens" in asked("explain", f"{folder}/p.zw", "--at", "800 ms").stdout, "800 ms")
        soon = asked("explain", f"{folder}/p.zw", "--at", "soon")
        check(soon.returncode == 1 and "--at soon" in soon.stderr, soon.stderr)
        # a ball thrown up: z = 1 + 5 t - g t^2/2, at 0.4 s 2.2152, rate 1.076
        model = pathlib.Path(folder) / "thrown.toml"
        model.write_text('zwang = 1\n[masses.b]\nmass = 1\naxes = "z"\nat = [0, 0, 1]\nvelocity = [0, 0, 5]\n'
                         '[forces]\ngravity = [0, 0, -9.81]\n[run]\nuntil = 1\n')
        asked("run", model, "-o", f"{folder}/t.zw", "-qq")
        thrown = asked("explain", f"{folder}/t.zw", "--at", "0.4").stdout
        check(re.search(r"b\.z +2\.2152 +1\.076 +-9\.81\n", thrown), thrown)
        # at rest at the vertex of a cone, Z is the square of the distance to either half (Staeckel 1919, section 3)
        model = pathlib.Path(folder) / "cone.toml"
        model.write_text('zwang = 1\n[masses.p]\nmass = 1\n[[force]]\non = "p"\nvector = [1, 2, 1]\n[constraints]\n'
                         'cone = { holds = "p.x^2 + p.y^2 - p.z^2 = 0" }\n[run]\nuntil = 1\n')
        cone = asked("explain", model).stdout
        for sign in (-1, 1):
            check(f"minimum of Z = {(5**0.5 + sign) ** 2 / 2:.6g} at (" in cone, cone)
        # a bound of velocities, x' + y' >= -0.2: before the wall x' + y' = 2.5, behind it the bound itself
        model = pathlib.Path(__file__).resolve().parents[2] / "cases/found/thrown-back-beside-a-bound-of-velocities.toml"
        asked("run", model, "-o", f"{folder}/v.zw", "-qq")
        for at, words in (("0.4", r"bound +open +It is open: g = -2\.7 is below 0"),
                          ("1", r"bound +closed +It is closed without force: g = g' = 0")):
            bound = asked("explain", f"{folder}/v.zw", "--at", at).stdout
            check(re.search(words, bound) and "nan" not in bound, bound)


command = str(pathlib.Path(sys.argv[1]).resolve())
KEPT.mkdir(exist_ok=True)
examples()
pages()
glossary()
instants()
for fault in faults:
    print("---", fault)
print(f"{len(faults)} faults")
sys.exit(len(faults) > 0)
