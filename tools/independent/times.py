# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The errors that events state of their times, against runs at a tolerance where the error is rounding."""
from dataclasses import dataclass, field

from independent.difference import Pairs
from independent.growth import CHAOTIC, SIZE, Growth, starts_nearby

FINEST = 1e-13
STATED_AT = (1e-6, 1e-9)
FINE_ERROR = 1e-12       # of times of the finest run, before growth
USUAL, EVER = 3, 30      # times the stated error: in 99 of 100, and always


@dataclass
class Stated:
    """Ratios of true to stated errors in one system; none if it is chaotic or has no events."""
    kind: str
    seed: int
    ratios: list = field(default_factory=list)   # (ratio, tolerance, time, true error, stated error)
    skipped: str = ""


def stated(scene, zwang):
    """The Stated of one system."""
    answer = Stated(scene.kind, scene.seed)
    finest = zwang.run(scene.toml(FINEST), "finest")
    if finest.exit_code != 0:
        answer.skipped = finest.ending()
        return answer
    truth = finest.result.history()
    growth = Growth(truth, list(nearby_runs(scene, zwang)), STATED_AT[0])
    if growth.largest() > CHAOTIC:
        answer.skipped = "chaotic"
        return answer
    for tolerance in STATED_AT:
        run = zwang.run(scene.toml(tolerance), "stated")
        if run.exit_code != 0:
            continue
        for event, true in Pairs(run.result.history(), truth, tolerance).events:
            error = max(0.0, abs(event.time - true.time) - FINE_ERROR * growth.largest())
            ratio = error / event.uncertainty if event.uncertainty else (0.0 if error == 0 else float("inf"))
            answer.ratios.append((ratio, tolerance, event.time, error, event.uncertainty))
    return answer


def nearby_runs(scene, zwang):
    for start, rates in starts_nearby(scene.system(), scene.seed, SIZE):
        run = zwang.run(scene.moved(start, rates).toml(1e-12), "nearby")
        if run.exit_code == 0:
            yield run.result.history()
