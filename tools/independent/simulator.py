# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The second simulator: the motion of a model from event to event.

It shares nothing with zwang: derivatives are sympy's, arcs scipy's, minimum problems are solved by trying every set of
active rows. The loop is that of theory 8.2. For few masses and constraints; seconds for what takes zwang milliseconds.
"""
import numpy

from independent.accumulation import Memory
from independent.arc import TOGETHER, GaveUp, accelerations, brought_back, follow
from independent.history import Event, History
from independent.instant import impact, status
from independent.nearest import Contradiction

MOST_EVENTS = 3000
MOST_AT_ONCE = 40      # events within a time that no clock shows
PROBE = (2e-3, 5e-4)   # s: how far rows that touch without force are followed to see who acts
LAST_HOPS = 1e-7       # s: hops that are over within this time have nothing left to give


class Simulator:
    """One motion of a system; `start` and `rates` replace those of the model."""

    def __init__(self, system, start=None, rates=None):
        model = system.model
        self.system = system
        self.t = 0.0
        self.q = numpy.array(model.start if start is None else start, float)
        self.v = numpy.array(model.rates if rates is None else rates, float)
        self.held = set()     # inequalities that act
        self.armed = set()    # open inequalities that can be met
        self.events = []
        self.memory = Memory(system)
        self.limits = []      # accumulations that were ended early and whose limit is still to come

    def run(self):
        """The history up to the end asked for, or up to where the simulator cannot go on."""
        ending = "finished"
        try:
            self.begin()
            while self.advance():
                if len(self.events) > MOST_EVENTS:
                    raise GaveUp("too many events")
                last = self.events[-MOST_AT_ONCE:]
                if len(last) == MOST_AT_ONCE and last[-1].time - last[0].time < 1e-11:
                    raise GaveUp("events without end at one instant")
        except Contradiction:
            ending = "contradiction"
        except GaveUp as reason:
            ending = f"gave up: {reason}"
        except numpy.linalg.LinAlgError:
            ending = "gave up: no mass matrix"
        events = [event for event in self.events if event.kind != "graze"]
        return History(events, self.t, self.q, self.v, ending)

    def begin(self):
        system = self.system
        gaps, _ = system.gaps(self.q, self.v, self.t)
        closed = {i for i in system.inequalities
                  if not system.constraints[i].of_velocities and abs(gaps[i]) < 1e-9}
        if any(gaps[i] > 1e-9 for i in system.inequalities if not system.constraints[i].of_velocities):
            raise Contradiction
        self.instant(closed, set())

    def advance(self):
        """One arc and the instant at its end; False at the end of the motion."""
        model = self.system.model
        coming = [time for time, _ in model.impulses if time > self.t + TOGETHER]
        coming += [found.limit for found in self.limits if found.limit < model.until]
        end = min([model.until, *coming])
        arc = follow(self.system, self.q, self.v, self.t, self.held, self.armed, end)
        self.t, self.q, self.v = arc.t, arc.q, arc.v
        if not arc.causes:
            self.q, self.v = brought_back(self.system, self.q, self.v, self.t, self.kept())
            self.tell_limits()
            impulses = [impulse for time, impulse in model.impulses if abs(time - self.t) < TOGETHER]
            if impulses:
                self.instant(self.closed_now(set()), set(), sum(impulses))
            return self.t < model.until - 1e-13
        self.q, self.v = brought_back(self.system, self.q, self.v, self.t, self.kept())
        self.instant(self.closed_now(arc.causes), arc.causes)
        return True

    def kept(self):
        return self.system.equations + sorted(self.held)

    def names(self, constraints):
        return frozenset(self.system.constraints[i].name for i in constraints)

    def closed_now(self, causes):
        """Inequalities of positions with f = 0: those that act or were met, have not opened yet, or are met just now."""
        gaps, rates = self.system.gaps(self.q, self.v, self.t)
        closed = set()
        for i in self.system.inequalities:
            if self.system.constraints[i].of_velocities:
                continue
            unopened = i not in self.armed and abs(gaps[i]) < 1e-9
            now = abs(gaps[i]) < 1e-12 + TOGETHER * abs(rates[i])
            if i in self.held or i in causes or unopened or now:
                closed.add(i)
        return closed

    def instant(self, closed, causes, impulse=None):
        """Velocities, then accelerations; the event is written down."""
        before, acted = self.v, self.held
        jump = impact(self.system, self.q, self.v, self.t, closed, impulse)
        if jump:
            self.v = jump.after
            if jump.gained:
                raise GaveUp("an impact gains energy")
        now = status(self.system, self.q, self.v, self.t, closed, self.survives)
        self.held = now.active
        begun = self.held - acted
        if impulse is not None:
            kind = "impulse"
        elif jump:
            kind = "impact"
        elif begun:
            kind = "reach" if all(self.system.constraints[i].of_velocities for i in begun) else "touch"
        else:
            kind = "release" if acted - self.held else "graze"
        if jump:
            causes = causes | jump.struck
        if self.t > 0 or jump:
            self.events.append(Event(self.t, kind, self.names(causes), self.q, before, self.v))
        self.q, self.v = brought_back(self.system, self.q, self.v, self.t, self.kept())
        self.arm(closed)
        if jump and jump.struck and impulse is None:
            rates = self.system.gaps(self.q, before, self.t)[1]
            self.memory.add(self.t, {i: rates[i] for i in jump.struck})
            self.settle(jump.struck, closed)

    def arm(self, closed):
        _, rates = self.system.gaps(self.q, self.v, self.t)
        self.armed = {i for i in self.system.inequalities if i not in self.held
                      and (rates[i] < -1e-8 if self.system.constraints[i].of_velocities else i not in closed)}

    def settle(self, struck, closed):
        """Ends accumulations that have become small enough: all of a group hold from here on, if they are pressed."""
        while struck and (found := self.memory.found(struck, self.held)):
            if self.met_before(found):
                return
            self.memory.forget(found.group)
            struck = struck - found.group
            kept = sorted(set(self.kept()) | found.group)
            q, v = brought_back(self.system, self.q, self.v, self.t, kept)
            now = status(self.system, q, v, self.t, closed | found.group, self.survives)
            rows = [self.system.row(i, q, v, self.t) for i in found.group]
            if any(abs(row.gradient @ now.accelerations + row.b2) > 1e-4 for row in rows):
                continue
            closed = closed | found.group
            self.q, self.v, self.held = q, v, now.active
            self.arm(closed)
            self.limits.append(found)

    def met_before(self, found):
        """Whether something else is met before the limit: it is struck with what the last hops have left of their speed."""
        time = found.limit - self.t
        if time < LAST_HOPS:
            return False
        now = self.system.gaps(self.q, self.v, self.t)[0]
        then = self.system.gaps(self.q + time * self.v, self.v, self.t + time)[0]
        return any(now[i] < 0 <= then[i] for i in self.armed - found.group
                   if not self.system.constraints[i].of_velocities)

    def tell_limits(self):
        """Writes down the limits of accumulations that have been reached."""
        for found in [found for found in self.limits if found.limit <= self.t + 1e-13]:
            self.limits.remove(found)
            self.events.append(Event(found.limit, "settle", self.names(found.group), self.q, self.v, self.v,
                                     found.uncertainty))

    def survives(self, held, others):
        """Whether the motion can go on for a short time with `held` active and `others` not."""
        for span in PROBE:
            q, v, t = self.q, self.v, self.t
            step = span / 8
            for _ in range(8):
                q, v = runge_kutta(self.system, q, v, t, held, step)
                t += step
                multipliers = accelerations(self.system, q, v, t, held)[1]
                if any(multipliers[i] < -1e-9 for i in held):
                    return False
                gaps, _ = self.system.gaps(q, v, t)
                if any(gaps[i] > 1e-12 for i in others):
                    return False
        return True


def runge_kutta(system, q, v, t, held, step):
    """One step of order four."""
    def slope(q, v, t):
        return v, accelerations(system, q, v, t, held)[0]

    a = slope(q, v, t)
    b = slope(q + step / 2 * a[0], v + step / 2 * a[1], t + step / 2)
    c = slope(q + step / 2 * b[0], v + step / 2 * b[1], t + step / 2)
    d = slope(q + step * c[0], v + step * c[1], t + step)
    return (q + step / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]), v + step / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1]))
