# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The nearest admissible point in the metric of the masses, by trying every set of active rows.

    |x - x_free|_M  ->  min   with   A x + b = 0 on the equations,   A x + b <= 0 on the others

Sets are tried in the order of their size; the first that gives an admissible point without negative multipliers is the
answer, since the minimum is unique (theory 4). No more rows act than are independent, so with rows that depend on each
other the answer found has multipliers on few of them. For at most some twelve inequalities.
"""
import itertools

import numpy

SMALL = 1e-9     # of violations and negative multipliers, relative
RANK = 1e-8      # rows whose smallest singular value is below this depend on each other


class Contradiction(Exception):
    """No point is admissible."""


class Nearest:
    """The answer: the point, one multiplier per row, and which inequalities act."""

    def __init__(self, point, multipliers, active):
        self.point, self.multipliers, self.active = point, multipliers, active


def nearest(free, root, rows, offsets, equations, inequalities):
    """`rows` and `offsets` are mappings from numbers of constraints to A_i and b_i; `root` is System.root."""
    order = [*equations, *inequalities]
    if not order:
        return Nearest(free.copy(), {}, set())
    gradients = numpy.array([rows[i] for i in order])
    scaled = gradients @ root.T
    sizes = numpy.linalg.norm(scaled, axis=1)
    sizes[sizes < RANK] = 1.0
    scaled /= sizes[:, None]
    need = (gradients @ free + numpy.array([offsets[i] for i in order])) / sizes
    small = SMALL * (1 + numpy.abs(need).max())
    bound = list(range(len(equations)))
    others = list(range(len(equations), len(order)))
    for count in range(min(len(others), len(free)) + 1):
        for chosen in itertools.combinations(others, count):
            held = bound + list(chosen)
            move, weights = held_by(scaled[held], need[held], len(free))
            if held and numpy.abs(scaled[held] @ move + need[held]).max() > small:
                continue
            if count and weights[len(bound):].min() < -small:
                continue
            if others and (scaled[others] @ move + need[others]).max() > small:
                continue
            point = free + root.T @ move
            multipliers = dict.fromkeys(order, 0.0)
            multipliers.update({order[k]: weights[n] / sizes[k] for n, k in enumerate(held)})
            return Nearest(point, multipliers, {order[k] for k in chosen})
    raise Contradiction


def held_by(rows, need, size):
    """The least move that makes the rows hold, and the weights with which they make it."""
    if len(rows) == 0:
        return numpy.zeros(size), numpy.zeros(0)
    move = numpy.linalg.lstsq(rows, -need, rcond=RANK)[0]
    return move, numpy.linalg.lstsq(rows.T, -move, rcond=RANK)[0]
