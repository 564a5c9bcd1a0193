# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A smooth piece of motion: who acts does not change. Dormand and Prince's method of order 8 as scipy has it.

Rows that act are kept as A a + b2 + 2 k f' + k^2 f = 0, which changes nothing where f = f' = 0 and lets no drift grow.
The end of the piece is the first root of an open gap or of an active multiplier; gaps are looked at in several places
of each step and at their maxima between.
"""
import numpy
from scipy.integrate import DOP853
from scipy.optimize import brentq

TOLERANCE = 1e-12
LONGEST_STEP = 0.08     # s
PLACES = 7              # per step
EARLY = numpy.array([1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.05])  # further places of the first step
PULL_BACK = 20.0        # k, 1/s
TOGETHER = 1e-9         # s: events as near as this are one
PASSED = 1e-10          # f of a row that touches and passes through


class GaveUp(Exception):
    """The second simulator cannot tell how the motion goes on."""


class Arc:
    """Where a piece ends, and why: a set of constraints, empty at the end asked for."""

    def __init__(self, t, q, v, causes):
        self.t, self.q, self.v, self.causes = t, q, v, causes


def accelerations(system, q, v, t, held):
    """Accelerations with the rows of `held` and the equations kept, and their multipliers by number."""
    root = system.root(q, t)
    reduced = root @ system.pull(q, v, t)
    kept = system.equations + sorted(held)
    if not kept:
        return root.T @ reduced, {}
    rows = [system.row(i, q, v, t) for i in kept]
    scaled = root @ numpy.array([row.gradient for row in rows]).T
    offsets = numpy.array([row.b2 + 2 * PULL_BACK * row.rate + PULL_BACK**2 * row.gap
                           if not system.constraints[i].of_velocities else row.b2 + PULL_BACK * row.rate
                           for i, row in zip(kept, rows)])
    gram = scaled.T @ scaled
    need = scaled.T @ reduced + offsets
    multipliers = None
    if len(kept) <= len(q):
        try:
            multipliers = numpy.linalg.solve(gram, need)
        except numpy.linalg.LinAlgError:
            pass
    if multipliers is None or not numpy.abs(gram @ multipliers - need).max() < 1e-9 * (1 + numpy.abs(need).max()) \
            or numpy.abs(multipliers).max() > 1e9 * (1 + numpy.abs(need).max()):
        multipliers = numpy.linalg.lstsq(gram, need, rcond=1e-11)[0]
    return root.T @ (reduced - scaled @ multipliers), dict(zip(kept, multipliers))


def follow(system, q, v, t, held, armed, end):
    """The piece from (q, v, t) on, at most to `end`. `armed` has the open rows that can be met; rows arm as they open."""
    size = system.size
    if end - t < 1e-13:
        return Arc(end, q, v, set())

    def slope(time, state):
        answer, _ = accelerations(system, state[:size], state[size:], time, held)
        return numpy.concatenate([state[size:], answer])

    solver = DOP853(slope, t, numpy.concatenate([q, v]), end, rtol=TOLERANCE, atol=TOLERANCE / 100,
                    max_step=LONGEST_STEP)
    open_rows = [i for i in system.inequalities if i not in held]
    leaving = system.gaps(q, v, t)[1]
    first = True
    while solver.status == "running":
        solver.step()
        if solver.status == "failed":
            raise GaveUp("step too small")
        dense = solver.dense_output()
        times = numpy.linspace(solver.t_old, solver.t, PLACES)
        if first:
            times = numpy.unique(numpy.concatenate([times, solver.t_old + (solver.t - solver.t_old) * EARLY]))
            first = False
        states = [dense(time) for time in times]
        states[-1] = solver.y
        found = gap_roots(system, times, states, dense, open_rows, armed, leaving)
        found += multiplier_roots(system, times, states, dense, held)
        if found:
            time = min(root for root, _ in found)
            causes = {i for root, i in found if root - time < TOGETHER}
            state = dense(time)
            return Arc(time, state[:size].copy(), state[size:].copy(), causes)
    return Arc(solver.t, solver.y[:size].copy(), solver.y[size:].copy(), set())


def gap_roots(system, times, states, dense, open_rows, armed, leaving):
    """(time, constraint) of the first root of each open gap in a step."""
    size = system.size
    if not open_rows:
        return []
    values = [system.gaps(state[:size], state[size:], time) for time, state in zip(times, states)]
    found = []
    for i in open_rows:
        gap = [value[0][i] for value in values]
        rate = [value[1][i] for value in values]
        start = 0
        if i not in armed:
            far = 1e-15 if leaving[i] < -3e-7 else 1e-10
            start = next((k for k, f in enumerate(gap) if f < -far), None)
            passed = next((k for k, f in enumerate(gap) if f > PASSED), None)
            if passed is not None and (start is None or passed < start):
                found.append((times[passed], i))
            if start is None:
                continue
            armed.add(i)

        def gap_at(time, i=i):
            state = dense(time)
            return system.gaps(state[:size], state[size:], time)[0][i]

        def rate_at(time, i=i):
            state = dense(time)
            return system.gaps(state[:size], state[size:], time)[1][i]

        for k in range(start, len(times) - 1):
            if gap[k] < 0 <= gap[k + 1]:
                found.append((bisected(gap_at, times[k], times[k + 1]), i))
                break
            if system.constraints[i].of_velocities or not (gap[k] < 0 and gap[k + 1] < 0 and rate[k] > 0 > rate[k + 1]):
                continue
            top = bisected(rate_at, times[k], times[k + 1])
            if gap_at(top) >= 0:
                found.append((bisected(gap_at, times[k], top), i))
                break
    return found


def multiplier_roots(system, times, states, dense, held):
    """(time, constraint) of the first root of each active multiplier in a step."""
    size = system.size
    if not held:
        return []
    values = [accelerations(system, state[:size], state[size:], time, held)[1] for time, state in zip(times, states)]
    found = []
    for i in held:
        course = [value[i] for value in values]
        noise = 1e-10 * (1 + max(map(abs, course)))

        def multiplier_at(time, i=i):
            state = dense(time)
            return accelerations(system, state[:size], state[size:], time, held)[1][i]

        for k in range(len(times) - 1):
            if course[k + 1] < -noise:
                root = times[k] if course[k] <= 0 else bisected(multiplier_at, times[k], times[k + 1])
                found.append((root, i))
                break
    return found


def bisected(function, low, high):
    """A root between two places of different sign; an end of them if rounding has taken the sign away."""
    below, above = function(low), function(high)
    if below == 0 or below * above > 0:
        return low if abs(below) < abs(above) else high
    return brentq(function, low, high, xtol=1e-15, rtol=1e-15) if above != 0 else high


def brought_back(system, q, v, t, kept):
    """The nearest place and velocities at which the rows of `kept` hold, by Newton's method."""
    places = [i for i in kept if not system.constraints[i].of_velocities]
    for _ in range(4):
        if not places:
            break
        rows = [system.row(i, q, v, t) for i in places]
        q = q - least_move(system.root(q, t), rows, [row.gap for row in rows])
    if not kept:
        return q, v
    rows = [system.row(i, q, v, t) for i in kept]
    return q, v - least_move(system.root(q, t), rows, [row.rate for row in rows])


def least_move(root, rows, need):
    """The least change, in the metric of the masses, that takes `need` away from the rows."""
    scaled = numpy.array([row.gradient for row in rows]) @ root.T
    return root.T @ numpy.linalg.lstsq(scaled, numpy.array(need), rcond=1e-9)[0]
