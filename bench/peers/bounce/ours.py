# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A ball bounces with e = 0.8 until infinitely many impacts have come to an end."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import G, TRUTH, best, row, when, z

m = z.Model("bounce")
ball = m.mass("ball", 1.0, at=(0, 0, TRUTH["B_h"]), axes="z")
m.gravity((0, 0, -G))
m.constraint("floor", ball.z >= 0, restitution=TRUTH["B_e"])


def measure(method, setting, **keys):
    run, cpu = best(m, until=5.0, method=method, **keys)
    first = when(run, "impact") - TRUTH["B_t1"]
    height = float(run.at(TRUTH["B_T"])["ball.z"]) - TRUTH["B_y"]
    settled = when(run, "settle") - TRUTH["B_tinf"]
    row(method, setting, first, height, settled, max(0.0, float(run["floor.gap"].max())), cpu)


for tolerance in (1e-3, 1e-6, 1e-9, 1e-12, 1e-13):
    measure("event-driven", f"{tolerance:g}", tolerance=tolerance)
for step in (1e-2, 1e-3, 1e-4):
    measure("time-stepping", f"{step:g}", step=step)
