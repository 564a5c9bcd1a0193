# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Time steps of four lengths against the end of the exact motion: errors and orders, to be looked at."""
import math
from dataclasses import dataclass, field

import numpy

STEPS = (4e-3, 2e-3, 1e-3, 5e-4)


@dataclass
class Orders:
    kind: str
    seed: int
    impacts: int = 0
    errors: list = field(default_factory=list)   # of places at the end, one per step; None if it did not finish
    skipped: str = ""

    def orders(self):
        return [math.log2(a / b) if a and b else None for a, b in zip(self.errors, self.errors[1:])]


def orders(scene, zwang):
    """The Orders of one system."""
    answer = Orders(scene.kind, scene.seed)
    exact = zwang.run(scene.toml(1e-11), "exact")
    if exact.exit_code != 0:
        answer.skipped = exact.ending()
        return answer
    history = exact.result.history()
    answer.impacts = sum(event.kind == "impact" for event in history.events)
    for step in STEPS:
        run = zwang.run(scene.toml(1e-9, method="time-stepping", step=step), "steps")
        finished = run.exit_code in (0, 4)
        answer.errors.append(
            float(numpy.abs(run.result.positions[-1] - history.position).max(initial=0)) if finished else None)
    return answer
