# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Mayer's ring: it moves and strikes a point at rest, from inside and from outside."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import TRUTH, best, row, when, z


def measure(side, method, setting, **keys):
    inside = side == "inside"
    k = "R_" if inside else "O_"
    at = (TRUTH["R_px"], TRUTH["R_py"], 0) if inside else (TRUTH["O_qx"], TRUTH["O_qy"], 0)
    m = z.Model("ring")
    p = m.mass("p", 1.0, at=at, axes="xy")
    centre = TRUTH["R_w"] * z.t + (0.0 if inside else TRUTH["O_c0"])
    away = (p.x - centre) ** 2 + p.y**2
    m.constraint("ring", away <= TRUTH["R_R"] ** 2 if inside else away >= TRUTH["R_R"] ** 2)
    run, cpu = best(m, until=TRUTH[k + "T"], method=method, **keys)
    error = math.hypot(run["p.x"][-1] - TRUTH[k + "x"], run["p.y"][-1] - TRUTH[k + "y"])
    impact = when(run, "impact") - TRUTH["R_t1" if inside else "O_t2"]
    # the gap is that of the squares, with R = 1: half of it is a length
    print(side, end=",")
    row(method, setting, impact, error, max(0.0, float(run["ring.gap"].max()) / 2), cpu)


for side in ("inside", "outside"):
    for tolerance in (1e-3, 1e-6, 1e-9, 1e-12, 1e-13):
        measure(side, "event-driven", f"{tolerance:g}", tolerance=tolerance)
    for step in (1e-2, 1e-3, 1e-4):
        measure(side, "time-stepping", f"{step:g}", step=step)
