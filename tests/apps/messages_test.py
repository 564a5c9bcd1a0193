#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Mistakes in the examples: each gives its message of messages.md, word for word."""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# file, and what is changed in it: (pattern, replacement) line by line, or a line to be added behind another
CHANGES = {
    1: ("cart.toml", [(r'^holds = .*', "holds = 'cos(w)*y' - sin(w)*x' = 0'")]),
    2: ("bounce.toml", [(r'^restitution = "e"', 'restitition = "e"')]),
    3: ("pendulum.toml", [(r"\|bob\| <= L", "|bobb| <= L")]),
    4: ("ring.toml", [(r"w\*t\)\^2", "w t)^2")]),
    5: ("slide-off.toml", [(r'"\|p\| >= R"', '"R < |p|"')]),
    6: ("complex.toml", [(r"constraints\.complex", "constraints.fast"), (r'"complex\.mult', '"fast.mult'),
                         (r'^holds = .*', "holds = \"p.x'^2 + p.y'^2 <= 0.2\"")]),
    7: ("pendulum.toml", [(r'^L = (.*)', r'L = \1' + '\nmb = "0.5 kg"'), (r"\|bob\| <= L", "|bob| <= mb")]),
    8: ("pendulum.toml", [(r"^at       = .*", "at       = [0.82, 0, -0.6064]")]),
    9: ("pendulum.toml", [(r"^velocity = .*", "velocity = [2.52, 0.3, 2.56]")]),
    10: ("complex.toml", [(r"^at       = .*", "at       = [0, 0, 0]"), (r"^velocity = .*", "velocity = [0, 0, 0]"),
                          (r"constraints\.complex", "constraints.cone"), (r'"complex\.mult', '"cone.mult'),
                          (r'^holds = .*', 'holds = "p.x^2 + p.y^2 - p.z^2 = 0"')]),
    11: ("crank.toml", [(r"^(rod  = .*)", r'\1' + '\nrod2 = { holds = "2*(s - r*cos(theta))^2 + 2*(r*sin(theta))^2 '
                         '= 2*l^2" }')]),
    12: ("pendulum.toml", [(r"\Z", '\n[[expect]]\nvalue = "kinetik"\nalways = 1.0\n')]),
    13: ("pendulum.toml", [(r"\Z", '\n[[expect]]\nvalue = "2*enrgy"\nalways = 1.0\n')]),
    14: ("pendulum.toml", [(r"\Z", '\n[[expect]]\nvalue = "string.tensoin"\nalways = 1.0\n')]),
    15: ("bounce.toml", [(r'^restitution = "e"', "mu = 0.3")]),
    16: ("pendulum.toml", [(r"^until = ", "t_end = ")]),
    17: ("pendulum.toml", [(r"^gravity = .*", "gravity = 9.81")]),
    18: ("pendulum.toml", [(r"\|bob\| <= L", "norm(bob) <= L")]),
    19: ("pendulum.toml", [(r"\|bob\| <= L", "|bob| <= L and bob.z <= 0")]),
    20: ("pendulum.toml", [(r"\|bob\| <= L", "|bob| <= L + 0*sin(0.7*t)")]),
    21: ("cradle.toml", [(r"^hair = 1e-5", "hair = 0"), (r"\[\[expect\]\][\s\S]*\Z", "")]),
}


def main():
    command = sys.argv[1]
    page = (ROOT / "tests/apps/messages.md").read_text(encoding="utf-8")
    wanted = {int(n): body.strip("\n") for n, body in re.findall(r"## (\d+)\. [^\n]*\n\n(.*?)(?=\n## |\Z)", page, re.S)}
    failed = 0
    for number, (name, changes) in CHANGES.items():
        text = (ROOT / "examples" / name).read_text(encoding="utf-8")
        for pattern, replacement in changes:
            text, count = re.subn(pattern, lambda m, r=replacement: m.expand(r.replace("\\", "\\\\")
                                  if "\\1" not in r else r), text, flags=re.M)
            if count == 0:
                print(f"{number}: '{pattern}' is not in {name}")
                failed += 1
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
            run = subprocess.run([command, "check", name], cwd=folder, capture_output=True, text=True, check=False)
        said = run.stderr.strip("\n")
        code = 0 if number in (11, 21) else 1
        if said != wanted[number] or run.returncode != code:
            failed += 1
            print(f"--- {number}: exit {run.returncode}\n{said}\n--- wanted\n{wanted[number]}")
        if code == 1 and run.stdout:
            failed += 1
            print(f"--- {number}: stdout is not empty\n{run.stdout}")
    print(f"{len(CHANGES)} messages, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
