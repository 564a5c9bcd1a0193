# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What happened in a motion, whoever computed it: its events and its end."""
from dataclasses import dataclass

import numpy


@dataclass
class Event:
    """One instant. Constraints are named; velocities are those on both sides.

    `causes` may contain what hands an impulse on; `struck` are those without.
    """
    time: float
    kind: str
    causes: frozenset
    position: numpy.ndarray
    before: numpy.ndarray
    after: numpy.ndarray
    uncertainty: float = 0.0     # of the time, as far as it is stated
    struck: frozenset = None     # all causes if not said

    def __post_init__(self):
        if self.struck is None:
            self.struck = self.causes

    def jump(self):
        return float(numpy.abs(self.after - self.before).max(initial=0))


@dataclass
class History:
    """A motion up to `time`; `ending` is "finished", or why it is not."""
    events: list
    time: float
    position: numpy.ndarray
    velocity: numpy.ndarray
    ending: str = "finished"

    def finished(self):
        return self.ending == "finished"

    def size(self):
        """Of the largest place or velocity, at least 1."""
        values = [self.position, self.velocity] + [event.before for event in self.events]
        return max(1.0, *(float(numpy.abs(value).max(initial=0)) for value in values))

    def settled(self):
        return [event for event in self.events if event.kind == "settle"]
