#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Every model in cases/ keeps its expectations; every mistake there gives the code of its file name."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>[EW]\d{3}): ", re.M)


def asked(command, *words):
    return subprocess.run([command, "check", *words], cwd=ROOT / "cases", capture_output=True, text=True,
                          check=False, timeout=60)


def run_wrong(command, name):
    """What is wrong with a model that must run (or fail as it says), or ''."""
    run = asked(command, "--run", name)
    return "" if run.returncode == 0 else f"exit {run.returncode}\n{run.stderr.rstrip()}"


def mistake_wrong(command, name):
    """What is wrong with the answer to a file with a mistake, or ''."""
    wanted = pathlib.PurePath(name).name[:4]
    run = asked(command, "--format", "short", name)
    found = sorted({match["code"] for match in LINE.finditer(run.stderr)})
    told = []
    code = 6 if wanted.startswith("E4") else 1
    if run.returncode != code:
        told.append(f"exit {run.returncode}, wanted {code}")
    if run.stdout:
        told.append(f"stdout is not empty: {run.stdout.rstrip()}")
    if found != [wanted]:
        told.append(f"codes {found}, wanted {wanted} alone\n{run.stderr.rstrip()}")
    return "\n".join(told)


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    number = failed = 0
    for folder, wrong in (("reference", run_wrong), ("motion", run_wrong), ("failures", run_wrong),
                          ("mistakes", mistake_wrong)):
        files = sorted((ROOT / "cases" / folder).glob("*.toml"))
        if not files:
            failed += 1
            print(f"--- cases/{folder} is empty")
        for path in files:
            name = f"{folder}/{path.name}"
            number += 1
            try:
                told = wrong(command, name)
            except subprocess.TimeoutExpired:
                told = "no answer within 60 s"
            if told:
                failed += 1
                print(f"--- {name}: {told}")
    print(f"{number} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
