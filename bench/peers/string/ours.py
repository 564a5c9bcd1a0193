# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A mass on an inextensible string: thrown up, slack, taut with an impact, swinging."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import G, TRUTH, best, row, when, z

m = z.Model("string")
bob = m.mass("bob", 1.0, at=(0, -TRUTH["S_L"], 0), velocity=(TRUTH["S_v0"], 0, 0), axes="xy")
m.gravity((0, -G, 0))
m.constraint("string", abs(bob) <= TRUTH["S_L"])


def measure(method, setting, **keys):
    run, cpu = best(m, until=TRUTH["S_T"], method=method, **keys)
    error = math.hypot(run["bob.x"][-1] - TRUTH["S_x"], run["bob.y"][-1] - TRUTH["S_y"])
    slack, taut = when(run, "release") - TRUTH["S_tslack"], when(run, "impact", 0.9) - TRUTH["S_ttaut"]
    row(method, setting, slack, taut, error, max(0.0, float(run["string.gap"].max())), cpu)


for tolerance in (1e-3, 1e-6, 1e-9, 1e-12, 1e-13):
    measure("event-driven", f"{tolerance:g}", tolerance=tolerance)
for step in (1e-2, 1e-3, 1e-4):
    measure("time-stepping", f"{step:g}", step=step)
