# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A system computed by zwang, at three tolerances, and by the second simulator: equal, chaotic, or wrong?"""
from dataclasses import dataclass, field

import numpy

from independent.arc import GaveUp
from independent.difference import difference
from independent.growth import CHAOTIC, SIZE, STARTS, Growth, allowance, excess, starts_nearby, times_of_pushes
from independent.history import History
from independent.instant import status
from independent.limits import OutOfTime, processor_seconds
from independent.nearest import Contradiction
from independent.scene import TOLERANCES
from independent.simulator import Simulator


# From the worst to the best.
VERDICTS = ("wrong", "refused", "ends", "not certified", "gave up", "chaotic", "both end", "equal")
FAILED = ("wrong", "refused")
SINGULAR_START = ("E203",)


@dataclass
class Verdict:
    """What is said of one system."""
    kind: str
    seed: int
    verdict: str = "equal"
    detail: str = ""
    growth: float = 1.0
    compared: int = 0                              # hard events, over all tolerances
    worst: dict = field(default_factory=dict)      # differences at the tightest tolerance, if equal
    settled: int = 0                               # limits of accumulations compared
    settle: float = 0.0                            # their worst difference over what is allowed

    def lower(self, verdict, detail):
        """Keeps the worse of two verdicts."""
        if VERDICTS.index(verdict) < VERDICTS.index(self.verdict):
            self.verdict, self.detail = verdict, detail


def simulated(system, seconds, start=None, rates=None):
    """A history by the second simulator, whatever happens."""
    simulator = Simulator(system, start, rates)
    try:
        with processor_seconds(seconds):
            return simulator.run()
    except OutOfTime:
        events = [event for event in simulator.events if event.kind != "graze"]
        return History(events, simulator.t, simulator.q, simulator.v, "gave up: out of time")


class Comparison:
    """One system and all its computations."""

    def __init__(self, scene, zwang, seconds):
        self.scene, self.zwang, self.seconds = scene, zwang, seconds
        self.system = scene.system()
        self.mine = simulated(self.system, seconds)
        self.verdict = Verdict(scene.kind, scene.seed)
        self.nearby = {}

    def judge(self):
        runs = {tolerance: self.zwang.run(self.scene.toml(tolerance), f"run{tolerance:g}") for tolerance in TOLERANCES}
        for tolerance, run in runs.items():
            self.judge_run(tolerance, run)
        last = runs[TOLERANCES[-1]]
        if last.certified:
            self.judge_instants(last.result)
            self.judge_impulses(last.result)
        return self.verdict

    def judge_run(self, tolerance, run):
        verdict, where = self.verdict, f"at {tolerance:g}"
        history = run.result.history() if run.result else None
        if history is None:
            self.judge_nothing(where, run)
            return
        found = difference(history, self.mine, tolerance)
        verdict.compared += found.compared
        allowed = allowance(tolerance) * self.mine.size()
        times, k = excess(found, allowed)
        if times > 1:
            times, k = self.explained(found, allowed, tolerance)
        if times > 1:
            story = found.story or f"event {k} at {found.times[k]:.9g} differs by {found.sizes[k]:.3g}"
            verdict.lower("wrong" if run.certified else "not certified", f"{where}: {story}")
        elif verdict.growth > CHAOTIC:
            verdict.lower("chaotic", f"growth {verdict.growth:.2g}")
        elif tolerance == TOLERANCES[-1]:
            verdict.worst = found.worst
        verdict.settled += found.settled
        verdict.settle = max(verdict.settle, found.settle / allowed)
        self.judge_ending(where, run, history)

    def judge_nothing(self, where, run):
        """A run that did not even begin."""
        if run.ending() == "out of time":
            self.verdict.lower("ends", f"{where}: out of time")
        elif run.exit_code != 3 and run.code not in SINGULAR_START:
            self.verdict.lower("refused", f"{where}: {run.message[:200]}")
        elif self.mine.finished() or self.mine.time > 0:
            self.verdict.lower("ends", f"{where}: {run.ending()} at the start")
        else:
            self.verdict.lower("both end", f"{where}: {run.ending()}, {self.mine.ending}")

    def judge_ending(self, where, run, history):
        mine, ending = self.mine, run.ending()
        stopped = mine.ending if not mine.finished() else ""
        if ending != "finished" and stopped and not stopped.endswith("out of time") \
                and abs(mine.time - history.time) < 1e-5:
            self.verdict.lower("both end", f"{where}: {ending}, {stopped}")
        elif ending == "E340":
            self.verdict.lower("not certified", f"{where}: E340")
        elif ending != "finished":
            self.verdict.lower("ends" if not stopped else "gave up", f"{where}: {ending} at {history.time:.6g}, {stopped}")
        elif stopped in ("contradiction", "gave up: an impact gains energy"):
            self.verdict.lower("wrong" if self.verdict.growth < CHAOTIC else "chaotic",
                               f"{where}: finished, but {stopped} at {mine.time:.6g}")
        elif stopped:
            self.verdict.lower("gave up", f"{stopped} at {mine.time:.6g}")

    def explained(self, found, allowed, tolerance):
        """How far a Difference is above what tolerance and growth explain."""
        growth = Growth(self.mine, self.started_nearby(SIZE), tolerance)
        answer = excess(found, allowed, growth)
        if answer[0] > 1 and 30 * tolerance > SIZE:
            wider = Growth(self.mine, self.started_nearby(30 * tolerance), tolerance, 30 * tolerance)
            if excess(found, allowed, wider)[0] <= 1:
                growth, answer = wider, excess(found, allowed, wider)
        if answer[0] > 1 and self.scene.masses:
            pushed = Growth(self.mine, self.pushed(), tolerance)
            if excess(found, allowed, pushed)[0] <= 1:
                growth, answer = pushed, excess(found, allowed, pushed)
        self.verdict.growth = max(self.verdict.growth, growth.largest())
        return answer

    def started_nearby(self, size):
        if size not in self.nearby:
            self.nearby[size] = [simulated(self.system, self.seconds, *start)
                                 for start in starts_nearby(self.system, self.scene.seed, size)]
        return self.nearby[size]

    def pushed(self):
        times = times_of_pushes(self.mine)
        return [simulated(self.scene.pushed(times, SIZE, self.scene.seed + k).system(), self.seconds)
                for k in range(STARTS)]

    def judge_instants(self, result):
        """Accelerations at the rows after events, from the multipliers stored, against our own minimum problem."""
        system = self.system
        for event in result.events:
            row = result.row_after(event)
            q, v, t = result.positions[row], result.velocities[row], result.times[row]
            gaps, rates = system.gaps(q, v, t)
            places = [i for i in system.inequalities if not system.constraints[i].of_velocities]
            if any(abs(gaps[i]) < 1e-7 and 1e-11 < abs(gaps[i]) + abs(rates[i]) < 1e-4 for i in places) \
                    or any(1e-11 < abs(rates[i]) < 1e-6 for i in system.inequalities if i not in places):
                continue
            closed = {i for i in places if abs(gaps[i]) < 1e-9}
            try:
                ours = status(system, q, v, t, closed, lambda held, others: True)
            except (Contradiction, GaveUp):
                continue
            stored = [result.columns[constraint.name + ".multiplier"][row] for constraint in system.constraints]
            pull = system.pull(q, v, t) - sum(
                z * system.row(i, q, v, t).gradient for i, z in enumerate(stored) if z)
            root = system.root(q, t)
            theirs = root.T @ (root @ pull)
            size = 1 + numpy.abs(ours.accelerations).max()
            lowest = min((z for i, z in enumerate(stored) if i in system.inequalities), default=0.0)
            if numpy.abs(theirs - ours.accelerations).max() > 1e-6 * size or lowest < -1e-7 * size:
                self.verdict.lower("wrong", f"accelerations at {t:.9g}: {theirs.tolist()} stored, "
                                            f"{ours.accelerations.tolist()} found, least multiplier {lowest:.3g}")
                return

    def settled_by(self, result, impact):
        """Constraints whose accumulation this impact ended: those of the next event that names them, if that is a settle."""
        numbers = {constraint.name: i for i, constraint in enumerate(self.system.constraints)}
        settled = set()
        for name in impact["constraints"]:
            after = (event for event in result.events if event["t"] > impact["t"] and name in event["constraints"])
            event = next(after, None)
            if event and event["kind"] == "settle":
                settled.add(numbers[name])
        return settled

    def judge_impulses(self, result):
        """Whether the impulses stored with an impact make the jump of its velocities, and none pulls; the last impact of
        an accumulation stands for infinitely many, and may."""
        system = self.system
        numbers = {constraint.name: i for i, constraint in enumerate(system.constraints)}
        for event in result.events:
            before, after = event["row"], result.row_after(event)
            if after == before:
                continue
            q, v, t = result.positions[before], result.velocities[before], result.times[before]
            impulses = {numbers[name]: part["impulse"] or 0.0 for name, part in event["constraints"].items()}
            outside = [impulse for time, impulse in system.model.impulses if abs(time - t) < 1e-9]
            push = sum(outside, numpy.zeros(system.size)) - sum(
                (l * system.row(i, q, v, t).gradient for i, l in impulses.items()), numpy.zeros(system.size))
            root = system.root(q, t)
            error = numpy.abs(root.T @ (root @ push) - (result.velocities[after] - v)).max()
            settled = self.settled_by(result, event)
            lowest = min((l for i, l in impulses.items() if i in system.inequalities and i not in settled), default=0.0)
            size = 1 + numpy.abs(v).max()
            if error > 1e-7 * size or lowest < -1e-9 * size:
                self.verdict.lower("wrong", f"impulses at {t:.9g} miss the jump by {error:.3g}, the least is {lowest:.3g}")
                return


def compared(scene, zwang, seconds):
    """The Verdict on one system."""
    return Comparison(scene, zwang, seconds).judge()
