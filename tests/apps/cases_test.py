#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Every model in cases/ keeps its expectations; every mistake there gives the code of its file name; what happens in the
models of cases/found does not depend on the tolerance."""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<code>[EW]\d{3}): ", re.M)
TOLERANCES = ("1e-6", "1e-9", "1e-11")


def asked(command, *words):
    return subprocess.run([command, "check", *words], cwd=ROOT / "cases", capture_output=True, text=True,
                          check=False, timeout=60)


def answer_wrong(run):
    return "" if run.returncode == 0 else f"exit {run.returncode}\n{run.stderr.rstrip()}"


def run_wrong(command, name):
    """What is wrong with a model that must run (or fail as it says), or ''."""
    return answer_wrong(asked(command, "--run", name))


def open_wrong(command, name):
    """What is wrong with a model that must be read and begin, or ''."""
    return answer_wrong(asked(command, name))


def counted(command, path, tolerance):
    """(how many events of each kind but grazes, what is wrong) of a run."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([command, "run", str(path), "--tolerance", tolerance, "--json", "-o", f"{folder}/run.zw"],
                             capture_output=True, text=True, check=False, timeout=60)
    if run.returncode != 0:
        return None, f"exit {run.returncode} at {tolerance}\n{run.stderr.rstrip()}"
    kinds = collections.Counter(event["kind"] for event in json.loads(run.stdout)["events"])
    return {kind: count for kind, count in sorted(kinds.items()) if kind != "graze"}, ""


def found_wrong(command, name):
    """As run_wrong; and a model that finishes is certified at every tolerance, with as many events of each kind."""
    path = ROOT / "cases" / name
    model = tomllib.loads(path.read_text())
    finished = any(entry.get("ends") == "finished" for entry in model["expect"])
    steps = model["run"].get("method") == "time-stepping"  # of given length: no tolerance has a say
    told = run_wrong(command, name)
    if told or not finished or steps:
        return told
    first = None
    for tolerance in TOLERANCES:
        kinds, told = counted(command, path, tolerance)
        if told:
            return told
        if first is not None and kinds != first:
            return f"{kinds} at {tolerance}, {first} at {TOLERANCES[0]}"
        first = kinds
    return ""


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
                          ("found", found_wrong), ("mistakes", mistake_wrong), ("open", open_wrong)):
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
