# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Chains of N uniform rigid links, released at 45 degrees.

A uniform link of mass m is three points, m/6 at each end and 4 m/6 in the middle: the same centre and the same inertia.
"""
import math
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import G, best, row, z


def chain(n):
    length, mass, c = 1.0 / n, 1.0 / n, math.sqrt(0.5)
    m = z.Model("chain")
    m.gravity((0, -G, 0))
    previous = m.fixed("joint0", (0, 0, 0))
    for i in range(1, n + 1):
        at, middle = i * length * c, (i - 0.5) * length * c
        joint = m.mass(f"joint{i}", mass / 3 if i < n else mass / 6, at=(at, -at, 0), axes="xy")
        centre = m.mass(f"centre{i}", mass * 2 / 3, at=(middle, -middle, 0), axes="xy")
        m.constraint(f"link{i}", abs(joint - previous) == length)
        m.constraint(f"middle{i}x", 2 * centre.x == previous.x + joint.x)
        m.constraint(f"middle{i}y", 2 * centre.y == previous.y + joint.y)
        previous = joint
    return m


def measure(n, until, method, setting, **keys):
    m = chain(n)
    run, cpu = best(m, 3 if n < 100 else 1, until=until, every=until / 10, method=method, **keys)
    x, y = ([0.0, *(run[f"joint{i}.{axis}"] for i in range(1, n + 1))] for axis in "xy")
    gap = max(float(abs(np.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) - 1.0 / n).max()) for i in range(1, n + 1))
    energy = run["energy"]
    row(method, setting, n, f"{until:g}", "", *(f"{float(run[f'joint{n}.{axis}'][-1]):.17g}" for axis in "xy"),
        gap, float(energy[-1] - energy[0]) / G, cpu / until)


TOLERANCES = (1e-6, 1e-9, 1e-12, 1e-14)
for tolerance in TOLERANCES:
    measure(10, 1.0, "event-driven", f"{tolerance:g}", tolerance=tolerance)
for step in (1e-3, 1e-4):
    measure(10, 1.0, "time-stepping", f"h={step:g}", step=step)
for tolerance in TOLERANCES:
    measure(100, 1.0, "event-driven", f"{tolerance:g}", tolerance=tolerance)
measure(100, 0.1, "time-stepping", "h=0.001", step=1e-3)
for tolerance in TOLERANCES:
    for until in (0.02, 0.1):
        measure(1000, until, "event-driven", f"{tolerance:g}", tolerance=tolerance)
