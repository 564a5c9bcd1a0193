# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Infinitely many impacts in a finite time: recognised by cycles that shrink, ended at the limit of their times.

A constraint that is struck every so often with intervals that shrink by a fixed ratio takes part in an accumulation
together with all constraints struck in its last cycles that hang together with it. Near the limit gaps and velocities
follow a system without a length of its own, so that cycle number k has the length D_k with D_k+1/D_k -> rho and the
limit is t_k + D_k rho/(1 - rho) up to O(D_k^2). Accumulations inside accumulations have no such cycles; they are ended
when several impacts in a row are lower still, and their limit is known to the length of that row only.
"""
from independent.model import TIME

LOW = 1e-10        # speed times length of a cycle, in the unit of f: four times the height of a hop
LOWER = 1e-11      # the same for impacts without a pattern
IN_A_ROW = 3       # of them end an accumulation
AGREE = 0.05       # relative difference of successive ratios
MOST_STRIKES = 6   # of one constraint in one cycle
KEPT = 400         # impacts remembered


class Accumulation:
    """A group of constraints, the time of the limit, and how well it is known."""

    def __init__(self, group, limit, uncertainty):
        self.group, self.limit, self.uncertainty = group, limit, uncertainty


class Memory:
    """The impacts of a motion so far."""

    def __init__(self, system):
        self.system = system
        # Constraints hang together if they move a common coordinate, M joining coordinates.
        symbols = [c.f.free_symbols - {TIME} for c in system.constraints]
        model = system.model
        rate_of = dict(zip(model.v, model.q))
        self.touches = [{rate_of.get(s, s) for s in part} for part in symbols]
        self.coupled = system.fixed_matrix is None or any(
            system.fixed_matrix[i, j] for i in range(system.size) for j in range(i))
        self.impacts = []  # (time, {constraint: approach})

    def add(self, time, approaches):
        self.impacts.append((time, approaches))
        del self.impacts[:-KEPT]

    def forget(self, group):
        """What was struck of a group so far belongs to no later accumulation."""
        kept = [(t, {i: speed for i, speed in struck.items() if i not in group}) for t, struck in self.impacts]
        self.impacts = [(t, struck) for t, struck in kept if struck]

    def hanging_together(self, first, constraints):
        """Those of `constraints` that are joined to `first` by common coordinates."""
        if self.coupled:
            return set(constraints)
        group, edge, rest = {first}, {first}, set(constraints) - {first}
        while edge:
            reached = set().union(*(self.touches[i] for i in edge))
            edge = {i for i in rest if self.touches[i] & reached}
            group |= edge
            rest -= edge
        return group

    def found(self, struck, active):
        """The accumulation that an impact on `struck` belongs to and that is deep enough to be ended, or None."""
        for i in sorted(struck):
            times = [t for t, others in self.impacts if i in others]
            for strikes in range(1, MOST_STRIKES + 1):
                if len(times) < 3 * strikes + 1:
                    break
                marks = times[-1 - 3 * strikes::strikes]
                if limit := self.limit_of(marks):
                    group = self.group_of(i, marks, active)
                    if group and self.lowness(group, marks[-2], marks[-1]) < LOW:
                        return Accumulation(group, limit, (marks[-1] - marks[-2])**2)
            if row := self.low_row(i, active):
                return row
        return None

    def low_row(self, first, active):
        """An accumulation without a pattern: some impacts in a row, all of them low."""
        if len(self.impacts) < IN_A_ROW:
            return None
        last = self.impacts[-IN_A_ROW:]
        everyone = set().union(*(struck for _, struck in last))
        group = self.hanging_together(first, everyone | set(active) | set(self.system.equations)) & everyone
        begin, end = last[0][0], last[-1][0]
        if sum(bool(group & set(struck)) for _, struck in last) < IN_A_ROW or self.lowness(group, begin, end) > LOWER:
            return None
        return Accumulation(group, end + (end - begin), end - begin)

    @staticmethod
    def limit_of(marks):
        """Where four marks with shrinking distances lead to, or None."""
        first, second, third = (b - a for a, b in zip(marks, marks[1:]))
        if min(first, second, third) <= 0:
            return None
        early, late = second / first, third / second
        if late >= 0.9995 or abs(early - late) > AGREE * late:
            return None
        return marks[-1] + third * late / (1 - late)

    def group_of(self, first, marks, active):
        """Who was struck in the last cycles together with `first`: each as often in every cycle, or None."""
        last = [(t, struck) for t, struck in self.impacts if t > marks[0]]
        everyone = set().union(*(struck for _, struck in last))
        joined = self.hanging_together(first, everyone | set(active) | set(self.system.equations))
        group = joined & everyone
        for i in group:
            counts = [sum(i in struck for t, struck in last if a < t <= b) for a, b in zip(marks, marks[1:])]
            if len(set(counts)) != 1:
                return None
        return group

    def lowness(self, group, begin, end):
        """The fastest approach of a group after `begin` times the time up to `end`."""
        return (end - begin) * max(speed for t, struck in self.impacts if t > begin
                                   for i, speed in struck.items() if i in group)
