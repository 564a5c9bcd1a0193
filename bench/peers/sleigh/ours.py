# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Chaplygin's sleigh: a blade that does not slip sideways, for 10 s."""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import TRUTH, best, row, z

M, J, A = TRUTH["C_m"], TRUTH["C_I"], TRUTH["C_a"]
m = z.Model("sleigh")
x = m.coordinate("x", start=A, rate=TRUTH["C_v0"])  # of the centre of mass, A ahead of the blade
y = m.coordinate("y", rate=A * TRUTH["C_w0"])
theta = m.coordinate("theta", rate=TRUTH["C_w0"])
m.kinetic(M / 2 * (x.rate**2 + y.rate**2) + J / 2 * theta.rate**2)
m.constraint("blade", z.cos(theta) * y.rate - z.sin(theta) * x.rate - A * theta.rate == 0)


def measure(method, setting, **keys):
    run, cpu = best(m, until=TRUTH["C_T"], method=method, **keys)
    turned = float(run["theta"][-1])
    ahead = A * math.cos(turned), A * math.sin(turned)
    error = math.hypot(run["x"][-1] - ahead[0] - TRUTH["C_x"], run["y"][-1] - ahead[1] - TRUTH["C_y"])
    slip = float(abs(run["blade.rate"]).max())
    energy = run["energy"]
    row(method, setting, error, turned - TRUTH["C_th"], slip, float(energy[-1] - energy[0]), cpu)


for tolerance in (1e-3, 1e-6, 1e-9, 1e-12, 1e-13):
    measure("event-driven", f"{tolerance:g}", tolerance=tolerance)
for step in (1e-2, 1e-3, 1e-4):
    measure("time-stepping", f"{step:g}", step=step)
