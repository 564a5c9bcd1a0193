# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Judgements on zwang that need no second simulator: it is held against itself and against what must be.

    verdict      a finished run and the audit of its result are of one opinion
    tolerances   runs at two tolerances differ by no more than these and the growth of the motion explain
    count        as many events at every tolerance, an accumulation counted as one
    energy       nothing rises in a closed system
    steps        time steps arrive where the events do, roughly
    step energy  time steps without restitution gain no energy in a closed system

Growth is measured by zwang itself here, at the tightest tolerance, from starts nearby.
"""
from dataclasses import dataclass, field

import numpy
import sympy

from independent.difference import ANYTHING, difference, soft
from independent.growth import SIZE, CHAOTIC, STARTS, Growth, allowance, excess, starts_apart, starts_nearby, times_of_pushes
from independent.model import TIME, read
from independent.scene import TOLERANCES

STEPS = (4e-3, 1e-3)      # s
STEP_ERROR = 50           # error of time steps over step and size, if the motion enlarges nothing
STEP_ENERGY = 1e-3        # rise over the largest energy


@dataclass
class Judgement:
    name: str
    passed: bool
    detail: str = ""


@dataclass
class Opinion:
    """All judgements on one system, and how its runs ended."""
    kind: str
    seed: int
    judgements: list = field(default_factory=list)
    endings: list = field(default_factory=list)    # one per tolerance, and of time steps if they do not finish
    growth: float = 1.0
    counts: list = field(default_factory=list)     # of all events, one per tolerance

    def add(self, name, passed, detail=""):
        self.judgements.append(Judgement(name, bool(passed), detail))

    def failed(self):
        return [judgement for judgement in self.judgements if not judgement.passed]


class Bench:
    """One system before the bench."""

    def __init__(self, scene, zwang):
        self.scene, self.zwang = scene, zwang
        self.model = read(scene.toml())
        self.opinion = Opinion(scene.kind, scene.seed)
        self.growths = {}

    def judge(self):
        opinion, histories = self.opinion, {}
        for tolerance in TOLERANCES:
            name = f"run{tolerance:g}"
            run = self.zwang.run(self.scene.toml(tolerance), name)
            opinion.endings.append(run.ending())
            history = run.result.history() if run.result else None
            if run.exit_code not in (0, 4) or history is None:
                continue
            audit, words = self.zwang.audit(name)
            opinion.add("verdict", (audit == 0) == (run.exit_code == 0),
                        f"at {tolerance:g}: run {run.exit_code}, audit {audit}: {broken_number(words)}")
            histories[tolerance] = history
            opinion.counts.append(len(history.events))
            if self.model.is_closed():
                self.judge_energy("energy", run.result, 1e3 * tolerance + 1e-12, f"at {tolerance:g}")
        finest = histories.get(TOLERANCES[-1])
        if finest:
            for tolerance in TOLERANCES[:-1]:
                if tolerance in histories:
                    self.judge_tolerances(histories[tolerance], finest, tolerance)
            if len(histories) == len(TOLERANCES):
                self.judge_count(histories)
            self.judge_steps(finest)
        return opinion

    def judge_energy(self, name, result, share, where):
        """The energy never rises above its lowest value before by more than a share of its size."""
        arguments = [*self.model.q, *self.model.v, TIME]
        kinetic, total = (sympy.lambdify([arguments], formula, "numpy")
                          for formula in (self.model.kinetic, self.model.energy()))
        columns = [*result.positions.T, *result.velocities.T, result.times]
        energy = numpy.broadcast_to(total(columns), result.times.shape)
        size = max(1.0, float(numpy.max(kinetic(columns))), float(numpy.ptp(energy)))
        rise = energy - numpy.minimum.accumulate(energy)
        worst = int(numpy.argmax(rise))
        self.opinion.add(name, rise[worst] <= share * size,
                         f"{where}: {rise[worst]:.3g} J of {size:.3g} J gained at {result.times[worst]:.6g}")

    def judge_tolerances(self, coarse, fine, tolerance):
        found = difference(coarse, fine, tolerance)
        allowed = allowance(tolerance) * fine.size()
        times, k = excess(found, allowed)
        if times > 1:
            growth = self.growth(fine, tolerance)
            times, k = excess(found, allowed, growth)
        if times > 1 and 30 * tolerance > SIZE:
            times, k = excess(found, allowed, self.growth(fine, tolerance, 30 * tolerance))
        if times > 1 and self.scene.masses:
            times, k = excess(found, allowed, self.pushed(fine, tolerance))
        detail = f"{tolerance:g} against {TOLERANCES[-1]:g}: " + (
            found.story or (f"event {k} at {found.times[k]:.9g} differs by {found.sizes[k]:.3g}" if k >= 0 else ""))
        self.opinion.add("tolerances", times <= 1, detail)

    def histories(self, scenes):
        """Of those scenes whose runs at the tightest tolerance are certified."""
        runs = (self.zwang.run(scene.toml(TOLERANCES[-1]), "other") for scene in scenes)
        return [run.result.history() for run in runs if run.exit_code == 0]

    def growth(self, history, tolerance, size=SIZE, coincidences=True):
        """Growth by runs from starts nearby at the tightest tolerance."""
        key = (tolerance, size, coincidences)
        if key not in self.growths:
            nearby = self.histories(self.scene.moved(start, rates) for start, rates
                                    in starts_nearby(self.scene.system(), self.scene.seed, size))
            self.growths[key] = Growth(history, nearby, tolerance, size, coincidences)
            if not coincidences:
                return self.growths[key]
            self.opinion.growth = max(self.opinion.growth, self.growths[key].largest())
        return self.growths[key]

    def apart(self, history):
        """Growth where what is struck at once at the start is struck one after the other, as time steps do it."""
        others = self.histories(self.scene.moved(start, rates) for start, rates
                                in starts_apart(self.scene.system(), self.scene.seed))
        return Growth(history, others, TOLERANCES[0], coincidences=False)

    def pushed(self, history, tolerance):
        """Growth by runs that are pushed after their events."""
        key = (tolerance, "pushed")
        if key not in self.growths:
            moments = times_of_pushes(history)
            others = self.histories(self.scene.pushed(moments, SIZE, self.scene.seed + k) for k in range(STARTS))
            self.growths[key] = Growth(history, others, tolerance)
            self.opinion.growth = max(self.opinion.growth, self.growths[key].largest())
        return self.growths[key]

    def judge_count(self, histories):
        """Soft impacts are left out, and no opinion is given where chance decides whether an impact is soft."""
        limit = soft(TOLERANCES[0])
        counts = []
        for history in histories.values():
            if any(abs(event.jump() / limit - 1) < 0.01 for event in history.events):
                return
            counts.append(sum(event.kind != "impact" or event.jump() > limit for event in history.events))
        if len(set(counts)) > 1:
            self.growth(histories[TOLERANCES[-1]], TOLERANCES[0])
        self.opinion.add("count", len(set(counts)) == 1 or self.opinion.growth > CHAOTIC, f"events {counts}")

    def judge_steps(self, fine):
        steady = not any(self.model.kinetic.has(symbol) for symbol in self.model.q)
        closed = steady and self.model.is_closed() and not any(c.restitution for c in self.model.constraints)
        errors = []
        for step in STEPS:
            run = self.zwang.run(self.scene.toml(1e-9, method="time-stepping", step=step), "steps")
            history = run.result.history() if run.result else None
            if run.exit_code not in (0, 4) or history is None:
                self.opinion.endings.append(f"steps {run.ending()}")
                return
            errors.append(float(numpy.abs(history.position - fine.position).max(initial=0)))
            if closed:
                self.judge_energy("step energy", run.result, STEP_ENERGY, f"step {step:g}")
        allowed = STEP_ERROR * STEPS[-1] * fine.size()
        if errors[-1] > allowed:
            growth = self.growth(fine, TOLERANCES[0], coincidences=False).largest()
            if errors[-1] > allowed * growth:
                growth = self.apart(fine).largest()
            allowed = ANYTHING if growth == ANYTHING else allowed * growth
        self.opinion.add("steps", errors[-1] <= allowed,
                         f"errors {', '.join(f'{error:.3g}' for error in errors)} at steps {STEPS}")


def broken_number(words):
    """The first number of an audit that is larger than it may be, as the audit tells it."""
    return next((" ".join(line.split())[:120] for line in words.splitlines() if "  >  " in line), "all numbers hold")


def judged(scene, zwang):
    """The Opinion on one system."""
    return Bench(scene, zwang).judge()
