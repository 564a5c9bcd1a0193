# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""One instant: velocities after an impact (theory 7), accelerations and who acts (theory 4), degenerate rows (theory 8.5)."""
import itertools

import numpy

from independent.arc import GaveUp
from independent.nearest import Contradiction, nearest

STRIKES = 1e-8   # f' above this strikes, relative to the velocities
TOUCHES = 1e-7   # f' up to this is none
MOST_WEAK = 6    # rows that touch without force and are tried in all combinations


class Impact:
    """Velocities after it, who was struck, and whether energy was gained."""

    def __init__(self, after, struck, gained):
        self.after, self.struck, self.gained = after, struck, gained


class ConstraintStatus:
    """Who acts at an instant, and the accelerations."""

    def __init__(self, active, accelerations):
        self.active, self.accelerations = active, accelerations


def impact(system, q, v, t, closed, impulse=None):
    """What the velocities jump to, or None if nothing strikes. `closed`: inequalities of positions with f = 0.

    Newton's restitution in Moreau's form: with alpha the free velocities, projected on the equations, the answer is the
    point nearest to alpha with f' + e f'(alpha) <= 0; then, if a row that was leaving is violated now, once more with e = 0.
    Inequalities of velocities have no restitution: alpha is projected on them for f'(alpha), they are thrown with the largest e
    of what is struck, and the second step makes them hold.
    Rows that depend on each other and have unequal e may ask for what cannot be: then nothing is thrown back.
    """
    size = 1 + numpy.abs(v).max(initial=0)
    reached = [i for i in system.inequalities if i in closed or system.constraints[i].of_velocities]
    rows = {i: system.row(i, q, v, t) for i in system.equations + reached}
    struck = {i for i in reached if rows[i].rate > STRIKES * size}
    broken = any(abs(rows[i].rate) > STRIKES * size for i in system.equations)
    if not struck and not broken and impulse is None:
        return None
    root = system.root(q, t)
    gradients = {i: row.gradient for i, row in rows.items()}
    rest = {i: row.b1 for i, row in rows.items()}
    alpha = v if impulse is None else v + root.T @ (root @ impulse)
    alpha = nearest(alpha, root, gradients, rest, system.equations, []).point
    bounds = [i for i in reached if system.constraints[i].of_velocities]
    coming = nearest(alpha, root, gradients, rest, system.equations, bounds).point if bounds else alpha
    common = max((system.constraints[i].restitution for i in reached if gradients[i] @ coming + rest[i] > 0), default=0.0)
    thrown = dict(rest)
    for i in reached:
        share = common if i in bounds else system.constraints[i].restitution
        thrown[i] += share * (gradients[i] @ coming + rest[i])
        if impulse is not None and gradients[i] @ alpha + rest[i] > STRIKES * size:
            struck.add(i)
    try:
        answer = nearest(alpha, root, gradients, thrown, system.equations, reached)
    except Contradiction:
        answer = nearest(alpha, root, gradients, rest, system.equations, reached)
    after, impulses = answer.point, answer.multipliers
    if any(gradients[i] @ after + rest[i] > STRIKES / 10 * size for i in reached):
        again = nearest(after, root, gradients, rest, system.equations, reached)
        after = again.point
        impulses = {i: impulses[i] + again.multipliers[i] for i in impulses}
    # Carnot (7.3): more than what moves supplies is a gain.
    supplied = sum(impulses[i] * rest[i] for i in impulses)
    energy = numpy.sum(numpy.linalg.solve(root.T, alpha)**2) / 2
    gained = numpy.sum(numpy.linalg.solve(root.T, after)**2) / 2 - energy - supplied > 1e-9 * (1 + energy)
    return Impact(after, struck, gained)


def status(system, q, v, t, closed, survives):
    """Who acts after all impacts. `survives(active, others)` says whether a choice can go on for a short time."""
    size = 1 + numpy.abs(v).max(initial=0)
    candidates = []
    for i in system.inequalities:
        if i in closed or system.constraints[i].of_velocities:
            limit = STRIKES if system.constraints[i].of_velocities else TOUCHES
            if abs(system.row(i, q, v, t).rate) < limit * size:
                candidates.append(i)
    rows = {i: system.row(i, q, v, t) for i in system.equations + candidates}
    root = system.root(q, t)
    free = root.T @ (root @ system.pull(q, v, t))
    gradients = {i: row.gradient for i, row in rows.items()}
    answer = nearest(free, root, gradients, {i: row.b2 for i, row in rows.items()}, system.equations, candidates)
    scale = 1 + numpy.abs(free).max(initial=0)
    second = {i: gradients[i] @ answer.point + rows[i].b2 for i in candidates}
    active = {i for i in candidates if answer.multipliers[i] > 1e-7 * scale}
    weak = [i for i in candidates if i not in active and abs(second[i]) < 1e-6 * scale]
    if weak:
        active = decide(active, weak, candidates, survives)
    return ConstraintStatus(active, answer.point)


def decide(active, weak, candidates, survives):
    """The smallest set of rows that touch without force and must act so that the motion can go on."""
    if len(weak) > MOST_WEAK:
        raise GaveUp("too many rows touch without force")
    for count in range(len(weak) + 1):
        for chosen in itertools.combinations(weak, count):
            held = active | set(chosen)
            if survives(held, [i for i in candidates if i not in held]):
                return held
    raise GaveUp("none of the rows that touch without force can go on")
