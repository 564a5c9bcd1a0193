# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A ball thrown at a lid just below, at or above its highest point: closed forms in forty digits.

With g = 8 and v = 4 the ball rises to 1 at t = 1/2; a lid at 1 - d is met at 1/2 - sqrt(d)/2 with the speed 4 sqrt(d).
"""
from decimal import Decimal, getcontext

from independent.result import stated

getcontext().prec = 40
DEPTHS = (0.5, 1e-3, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 0.0, -1e-14, -1e-13, -1e-12, -1e-9, -1e-6)
SURE = 1e-11        # lids as deep as this must be met, as high as this must not
ROUNDING = 2.0**-52

SCENE = """zwang = 1
[masses.a]
mass = 1
axes = "xz"
velocity = [1, 0, 4]
[forces]
gravity = [0, 0, -8]
[constraints.lid]
holds = "a.z <= {height!r}"
restitution = 1
[run]
until = 0.9
tolerance = {tolerance!r}
"""


def graze(zwang, depth, tolerance):
    """What is wrong with the answer for one lid, or nothing."""
    height = 1 - depth
    run = zwang.run(SCENE.format(height=height, tolerance=tolerance), "lid")
    if run.exit_code != 0:
        return f"{run.ending()}"
    impacts = [event for event in run.result.events if event["kind"] == "impact"]
    depth = 1 - Decimal(height)
    if depth < 0 or not impacts:
        wrong = (impacts and depth <= -SURE) or (not impacts and depth >= SURE)
        return f"{len(impacts)} impacts" if wrong else ""
    exact = Decimal("0.5") - (depth / 4).sqrt()
    error = abs(Decimal(impacts[0]["t"]) - exact)
    allowed = Decimal(stated(impacts[0])) + Decimal(ROUNDING)
    return "" if error <= allowed else f"time wrong by {error:.2e}, stated {allowed:.2e}"
