# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A point slides off a smooth sphere, from rest at 0.1 rad."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import G, TRUTH, best, row, when, z

m = z.Model("slide_off")
p = m.mass("p", 1.0, at=(math.sin(TRUTH["P_a0"]), math.cos(TRUTH["P_a0"]), 0), axes="xy")
m.gravity((0, -G, 0))
m.constraint("sphere", abs(p) >= TRUTH["P_R"])


def measure(method, setting, **keys):
    run, cpu = best(m, until=TRUTH["P_T"], method=method, **keys)
    error = math.hypot(run["p.x"][-1] - TRUTH["P_x"], run["p.y"][-1] - TRUTH["P_y"])
    leave = when(run, "release") - TRUTH["P_tleave"]
    row(method, setting, leave, error, max(0.0, float(run["sphere.gap"].max())), cpu)


for tolerance in (1e-3, 1e-6, 1e-9, 1e-12, 1e-13):
    measure("event-driven", f"{tolerance:g}", tolerance=tolerance)
for step in (1e-2, 1e-3, 1e-4):
    measure("time-stepping", f"{step:g}", step=step)
