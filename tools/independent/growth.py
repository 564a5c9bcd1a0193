# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""How much a motion enlarges a small change: measured, by running it from starts nearby and with small pushes.

A difference between two computed histories is explained if it is at most what their tolerances explain, times this
growth up to the event in question. A start nearby may also lead to another order of events: then the motion has no
derivative there, and differences after that event are explained too, unless the event is a coincidence that the model
contains exactly (two walls met at one instant), which each computation has to find.

Some starts cannot be changed: a mass that lies in a corner until a force lifts it, two that come apart with a velocity
that is nothing whatever it was before. What follows is as sensitive as any motion, and pushes shortly after each event
show it.
"""
import numpy

from independent.arc import brought_back
from independent.difference import ANYTHING, difference, hard_events, soft, together
from independent.scene import Draw

SIZE = 1e-8       # of the change
STARTS = 3
PUSHES = 12       # events after which there is one
SOON = 0.1        # of the time to the next event
SHORT = 1e-6      # s: no push between events as close as this
CHAOTIC = 1e3     # growth from which a motion is called chaotic
OWN = 1e-9            # what the better of two computations may be wrong by
PER_TOLERANCE = 100   # error of a whole motion over the tolerance, if it enlarges nothing


def closed_at_start(system):
    """Inequalities of positions that are closed at the start of the model, and all rates there."""
    gaps, speeds = system.gaps(numpy.array(system.model.start), numpy.array(system.model.rates), 0.0)
    return [i for i in system.inequalities
            if not system.constraints[i].of_velocities and abs(gaps[i]) < 1e-9], speeds


def starts_nearby(system, seed, size=SIZE, count=STARTS):
    """(places, velocities) near the start of the model; equations and closed inequalities are kept as they are."""
    model = system.model
    start, rates = numpy.array(model.start), numpy.array(model.rates)
    closed, speeds = closed_at_start(system)
    resting = [i for i in closed if abs(speeds[i]) < 1e-9]
    draw = Draw(seed)
    for _ in range(count):
        q = start + size * numpy.array([draw.uniform(-1, 1) for _ in start])
        v = rates + size * numpy.array([draw.uniform(-1, 1) for _ in start])
        q, _ = brought_back(system, q, v, 0.0, system.equations + closed)
        for _ in range(2):
            _, v = brought_back(system, q, v, 0.0, system.equations + resting)
        yield q, v


def starts_apart(system, seed, size=SIZE, count=STARTS):
    """The same with all inequalities open that are closed at the start: who is met first is another thing then."""
    model = system.model
    start, rates = numpy.array(model.start), numpy.array(model.rates)
    closed, _ = closed_at_start(system)
    if not closed or system.equations:
        return
    normals = numpy.array([system.row(i, start, rates, 0.0).gradient for i in closed])
    draw = Draw(seed)
    for _ in range(count):
        opened = numpy.linalg.pinv(normals) @ [-size * draw.uniform(0.5, 1) for _ in closed]
        if all(normals @ opened < 0):
            yield start + opened, rates


def times_of_pushes(history):
    """Shortly after the events of a history, the first of them."""
    times = [0.0, *(event.time for event in history.events), history.time]
    pairs = [(a, b) for a, b in zip(times, times[1:]) if b - a > SHORT]
    return [a + SOON * (b - a) for a, b in pairs[:PUSHES]]


class Growth:
    """Growth up to a time, and from when on the order of events changes.

    `coincidences` says whether both histories have to find events that fall together exactly; time steps cannot.
    """

    def __init__(self, history, nearby, tolerance, size=SIZE, coincidences=True):
        self.near = together(tolerance)
        self.factors = []               # (time, growth up to then) at hard events and the end
        self.broken = ANYTHING          # time from which on the order is another
        events = hard_events(history, soft(tolerance), self.near)
        for other in nearby:
            found = difference(history, other, tolerance)
            for length, time in zip(found.sizes, found.times):
                if length == ANYTHING:
                    # what is written twice is met together from any start: no coincidence
                    twice = {event.causes for event in hard_events(other, soft(tolerance), self.near)}
                    exact = coincidences and any(
                        len(event.causes) > 1 and event.causes not in twice
                        for event in events if abs(event.time - time) < self.near)
                    if not exact:
                        self.broken = min(self.broken, time)
                    break
                self.factors.append((time, length / size))

    def up_to(self, time):
        """The growth up to a hard event; infinite where the order of events is another."""
        if time >= self.broken - self.near:
            return ANYTHING
        return max((factor for when, factor in self.factors if when <= time + self.near), default=1.0)

    def largest(self):
        return ANYTHING if self.broken < ANYTHING else max((factor for _, factor in self.factors), default=1.0)


def allowance(tolerance):
    """The difference that a tolerance explains, in the size of places and velocities, without any growth."""
    return PER_TOLERANCE * tolerance + OWN


def excess(found, allowed, growth=None):
    """(how many times the allowed difference, number of the event) where a Difference is worst."""
    worst = (0.0, -1)
    for k, size in enumerate(found.sizes):
        factor = growth.up_to(found.times[k]) if growth else 1.0
        if factor == ANYTHING:
            break
        worst = max(worst, (size / (allowed * max(factor, 1.0)), k))
    return worst
