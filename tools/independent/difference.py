# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""How far two histories of one motion are apart, event by event.

Impacts that change velocities by little come and go with the accuracy asked for: the last ones before the limit of an
accumulation, of which each side computes as many as it needs. They are passed over, like touches and releases; if one
of them mattered, the next hard impact or the end would tell. Hard impacts are compared one by one: times, places,
velocities on both sides, causes. Events nearer to each other than a clock can tell are one.
"""
from dataclasses import dataclass, field

import numpy

from independent.history import Event

ANYTHING = float("inf")
LOWEST_HOP = 1e-9   # of the size of the coordinates: zwang follows accumulations down to it at any tolerance
NEAR = 1e-3   # s: impacts of about the softest size that are further apart are not the same


@dataclass
class Difference:
    """Of the k-th hard event `sizes[k]`, of the end the last entry; infinite where the histories tell other stories."""
    sizes: list = field(default_factory=list)
    times: list = field(default_factory=list)    # when, for a person
    story: str = ""                              # what is different where a size is infinite
    compared: int = 0                            # hard events on both sides
    settle: float = 0.0                          # worst difference of limits of accumulations
    settled: int = 0                             # limits that both sides have
    worst: dict = field(default_factory=lambda: dict.fromkeys(("time", "place", "before", "after", "end"), 0.0))


def soft(tolerance):
    """Changes of velocities up to this are no hard impact: hops as high as the tolerance end with less."""
    return 30 * max(tolerance, LOWEST_HOP)**0.5


def together(tolerance):
    return max(1e-8, 30 * tolerance)


def hard_events(history, limit, near):
    """The impacts that matter, those at one instant joined."""
    joined = []
    for event in history.events:
        if event.time <= 0:
            continue
        if joined and event.time - joined[-1].time < near:
            last = joined[-1]
            joined[-1] = Event(last.time, "impact", last.causes | event.causes, last.position, last.before, event.after,
                               struck=last.struck | event.struck)
        else:
            joined.append(event)
    return [event for event in joined if event.jump() > limit]


class Pairs:
    """The hard events of two histories side by side, as far as they tell the same story."""

    def __init__(self, one, other, tolerance):
        limit, near = soft(tolerance), together(tolerance)
        spans = joined_spans([*accumulations(one, other, near), *accumulations(other, one, near)])
        first, second = ([event for event in hard_events(history, limit, near) if not within(event, spans)]
                         for history in (one, other))
        until = min(one.time, other.time) - 100 * near
        self.spans = spans
        self.events, self.story, self.parting = [], "", None
        i = j = 0
        while i < len(first) or j < len(second):
            a = first[i] if i < len(first) else None
            b = second[j] if j < len(second) else None
            early = min(event.time for event in (a, b) if event)
            if early > until:
                break
            alike = a and b and may_be_one(a, b)
            if alike and (abs(a.time - b.time) < NEAR or min(a.jump(), b.jump()) > 3 * limit):
                pass
            elif a and a.jump() < 3 * limit and (not b or a.time <= b.time):
                i += 1
                continue
            elif b and b.jump() < 3 * limit and (not a or b.time <= a.time):
                j += 1
                continue
            elif not alike:
                self.story, self.parting = f"{told(a)} against {told(b)}", early
                break
            self.events.append((a, b))
            i, j = i + 1, j + 1


def accumulations(one, other, near):
    """(begin, end, constraints) of the last hops before each limit: from the last impact that one side computed up to the
    limits of both. Where hops have become low, but not slow, the other side may still follow them."""
    for settled in one.settled():
        impacts = [event.time for event in one.events
                  if event.kind != "settle" and event.time < settled.time and event.struck & settled.causes]
        limits = [event.time for event in other.settled()
                  if event.causes & settled.causes and abs(event.time - settled.time) < NEAR]
        if impacts:
            yield impacts[-1] - near, max([settled.time, *limits]) + near, settled.causes


def joined_spans(spans):
    """Spans that overlap and have constraints in common are one."""
    joined = []
    for begin, end, constraints in sorted(spans, key=lambda span: span[0]):
        for k, (first, last, others) in enumerate(joined):
            if begin <= last and constraints & others:
                joined[k] = first, max(last, end), constraints | others
                break
        else:
            joined.append((begin, end, constraints))
    return joined


def within(event, spans):
    return any(begin <= event.time <= end and event.struck <= constraints for begin, end, constraints in spans)


def difference(one, other, tolerance):
    """The Difference of two histories, as far as both go. `tolerance` is the larger one of both."""
    found = Difference()
    pairs = Pairs(one, other, tolerance)
    for a, b in pairs.events:
        compare_events(a, b, found, any(begin <= a.time <= end for begin, end, _ in pairs.spans))
    if pairs.story:
        found.story = pairs.story
        found.sizes.append(ANYTHING)
        found.times.append(pairs.parting)
        return found
    compare_settles(one, other, found)
    if one.finished() and other.finished():
        found.worst["end"] = max(spread(one.position, other.position), spread(one.velocity, other.velocity))
        found.sizes.append(found.worst["end"])
        found.times.append(one.time)
    return found


def may_be_one(a, b):
    """Whether two events may be the same one, seen twice."""
    return not a.causes or not b.causes or bool(a.causes & b.causes)


def told(event):
    return f"{sorted(event.causes)} at {event.time:.9g} by {event.jump():.3g}" if event else "nothing"


def spread(one, other):
    return float(numpy.abs(one - other).max(initial=0))


def compare_events(a, b, found, among_hops):
    """While hops that one side has ended go on, velocities differ by theirs."""
    sizes = {"time": abs(a.time - b.time), "place": spread(a.position, b.position)}
    if not among_hops:
        sizes |= {"before": spread(a.before, b.before), "after": spread(a.after, b.after)}
    for name, size in sizes.items():
        found.worst[name] = max(found.worst[name], size)
    found.sizes.append(max(sizes.values()))
    found.times.append(a.time)
    found.compared += 1


def compare_settles(one, other, found):
    """Limits of accumulations: each against the nearest of the other side that has a constraint in common."""
    for a in one.settled():
        partners = [b for b in other.settled() if a.causes & b.causes and abs(a.time - b.time) < NEAR]
        if partners:
            b = min(partners, key=lambda event: abs(event.time - a.time))
            found.settle = max(found.settle, abs(a.time - b.time) - a.uncertainty - b.uncertainty)
            found.settled += 1
