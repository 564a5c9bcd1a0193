# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Every reference file keeps the format of README.md: its blocks are there and its numbers finite.

Usage: python3 data_test.py [folder]
"""
import csv
import glob
import json
import math
import os
import sys

HEAD = {"schema": str, "id": str, "title": str, "sources": list, "conventions": dict,
        "accuracy": str, "checks": list, "cases": list}
SCHEMA = "constrained-motion-reference/1"
CONSTRAINTS = {"holonomic-equation": ["f"], "holonomic-inequality": ["f"],
              "nonholonomic-equation": ["p", "p0"], "nonholonomic-inequality": ["p", "p0"],
              "velocity-equation": ["phi"], "velocity-inequality": ["phi"]}
EVENTS = {"release", "impact", "touch", "reach", "graze", "sudden_equation", "final",
          "stick", "slip", "reverse"}


def infinite_numbers(node, path):
    """Paths of the numbers that are NaN or infinite (or too large for a double)."""
    if isinstance(node, dict):
        return [p for k, v in node.items() for p in infinite_numbers(v, path + "." + k)]
    if isinstance(node, list):
        return [p for i, v in enumerate(node) for p in infinite_numbers(v, f"{path}[{i}]")]
    return [path] if isinstance(node, float) and not math.isfinite(node) else []


def model_faults(model, state):
    n = len(model.get("coordinates", []))
    if n == 0:
        yield "model without coordinates"
    if ("mass" in model) == ("mass_matrix" in model):
        yield "model needs one of mass and mass_matrix"
    for block in ("velocities", "forces", "mass", "mass_matrix"):
        if len(model.get(block, [0] * n)) != n:
            yield f"model.{block} has {len(model[block])} entries for {n} coordinates"
    for block in ("velocities", "forces", "constraints"):
        if block not in model:
            yield f"model without {block}"
    for c in model.get("constraints", []):
        if c.get("kind") not in CONSTRAINTS:
            yield f"constraint {c.get('name')}: unknown kind {c.get('kind')}"
        elif not all(key in c for key in CONSTRAINTS[c["kind"]]):
            yield f"constraint {c.get('name')}: a {c['kind']} needs {CONSTRAINTS[c['kind']]}"
    if state is not None and "t" not in state:
        yield "state without t"
    for block in ("q", "v"):
        if state is not None and len(state.get(block, [])) != n:
            yield f"state.{block} has not {n} numbers"


def expect_faults(expect):
    if not isinstance(expect, dict) or not expect:
        yield "expect is empty"
        return
    for sample in expect.get("samples", []):
        if "t" not in sample:
            yield "a sample without t"
    for event in expect.get("events", []):
        if "t" not in event:
            yield "an event without t"
        if event.get("kind") not in EVENTS:
            yield f"unknown kind of event {event.get('kind')}"


def faults(name, doc):
    for key, kind in HEAD.items():
        if not isinstance(doc.get(key), kind) or not doc[key]:
            yield f"block '{key}' is missing or empty"
            return
    if doc["schema"] != SCHEMA:
        yield f"schema is {doc['schema']}, not {SCHEMA}"
    if doc["id"] != name:
        yield f"id is {doc['id']}"
    for check in doc["checks"]:
        if not {"what", "difference_below", "allowed"} <= set(check):
            yield f"a check lacks what, difference_below or allowed: {check}"
        elif float(check["difference_below"]) > float(check["allowed"]):
            yield f"check failed: {check['what']}"
    names = [case.get("name") for case in doc["cases"]]
    if None in names or len(set(names)) != len(names):
        yield "cases need names, each its own"
    for case in doc["cases"]:
        for fault in expect_faults(case.get("expect")):
            yield f"{case.get('name')}: {fault}"
        for model in ("model", "model_before", "model_after", "model_explicit"):
            if model in case:
                # model_explicit is the same motion in other words; the state belongs to `model`
                state = None if model == "model_explicit" else case.get("state")
                for fault in model_faults(case[model], state):
                    yield f"{case['name']}: {fault}"
    for path in infinite_numbers(doc, ""):
        yield f"not a finite number: {path}"


def chain_faults(path):
    """Rows of rigid_chain.csv: two runs of its generator agree and the energy is kept, near to the last digit given."""
    for row in csv.DictReader(open(path, encoding="utf-8")):
        unit = 10.0 ** -len(row["tip_x"].split(".")[1])
        for column in ("check", "energy_drift"):
            if row[column] and not abs(float(row[column])) <= 10 * unit:
                yield f"{row['N']} links, {row['T']} s: {column} is {row[column]}"


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    files = sorted(glob.glob(os.path.join(folder, "p[0-9][0-9]_*.json")))
    index = open(os.path.join(folder, "README.md"), encoding="utf-8").read()
    bad, cases = [], 0
    for path in files:
        name = os.path.splitext(os.path.basename(path))[0]
        if f"| {name} |" not in index:
            bad.append(f"{name}: not in the index of README.md")
        if not os.path.exists(os.path.join(folder, name + ".py")):
            bad.append(f"{name}: its generator {name}.py is missing")
        try:
            doc = json.load(open(path, encoding="utf-8"))
        except ValueError as error:
            bad.append(f"{name}: {error}")
            continue
        bad += [f"{name}: {fault}" for fault in faults(name, doc)]
        cases += len(doc.get("cases", []))
    for line in index.splitlines():
        listed = line.split("|")[1].strip() if line.startswith("| p") else ""
        if listed and os.path.join(folder, listed + ".json") not in files:
            bad.append(f"{listed}: in the index, but there is no file")
    bad += [f"rigid_chain: {fault}" for fault in chain_faults(os.path.join(folder, "rigid_chain.csv"))]
    print("\n".join(bad) if bad else f"{len(files)} files, {cases} cases")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
