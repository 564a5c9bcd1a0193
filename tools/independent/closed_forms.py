# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Motions of which the answer is known by hand: what the second simulator itself is held against."""
import math
from dataclasses import dataclass

from independent.model import read
from independent.simulator import Simulator
from independent.system import System

G = 9.81


@dataclass
class Known:
    """A model and what is known of it: functions of the history with their values."""
    name: str
    text: str
    facts: list
    within: float = 1e-9


def time_of(kind, number=0):
    return lambda history: [event for event in history.events if event.kind == kind][number].time


def place(k):
    return lambda history: history.position[k]


def rate(k):
    return lambda history: history.velocity[k]


def after(kind, number, k):
    return lambda history: [event for event in history.events if event.kind == kind][number].after[k]


def settle_groups(history):
    return float(len(history.settled()))


FALL = math.sqrt(2 / G)
VALLEY = math.sqrt(6.8)   # speed at the vertex of the valley, first time
LANDING = math.sqrt(2 * 0.5 / (G / 2))
KNOWN = [
    Known("a dropped ball with e = 1/2 rests at t0 (1 + e)/(1 - e), is thrown, and bounces as before", """
zwang = 1
masses.ball = { mass = 1, axes = "z", at = [0, 0, 1] }
forces.gravity = [0, 0, -9.81]
impulse = [{ at = 3.0, on = "ball", vector = [0, 0, 5] }]
constraints.floor = { holds = "ball.z >= 0", restitution = 0.5 }
run.until = 7
""", [(time_of("impact"), FALL), (time_of("settle"), 3 * FALL), (time_of("settle", 1), 3 + 10 / G * 2),
      (lambda history: next(e.after[0] for e in history.events if e.kind == "impact" and e.time > 3), 2.5)]),
    Known("a groove of 120 degrees halves the speed: rest at 0.8 s", """
zwang = 1
masses.p = { mass = 1, axes = "xz", velocity = ["cos(pi/6)", 0, "sin(pi/6)"] }
forces.gravity = [0, 0, -10]
constraints.right = { holds = "p.z >= p.x*tan(pi/6)" }
constraints.left = { holds = "p.z >= -p.x*tan(pi/6)" }
run.until = 2
""", [(time_of("impact"), 0.4), (time_of("impact", 1), 0.6), (time_of("settle"), 0.8), (place(0), 0.0)]),
    Known("a valley of slope 1/2: 0.6 of the speed is left each time", """
zwang = 1
masses.a = { mass = 1, axes = "xy", at = [-0.5, 0.7, 0] }
forces.gravity = [0, -10, 0]
constraints.left = { holds = "a.y >= -0.5*a.x" }
constraints.right = { holds = "a.y >= 0.5*a.x" }
run.until = 4
""", [(time_of("impact"), 0.3),
      (time_of("settle"), 0.3 + (VALLEY - 3 / math.sqrt(5)) * math.sqrt(5) / 10 + 2 * VALLEY * 1.5 * math.sqrt(5) / 10)]),
    Known("weights over a pulley, one of them landing: a quarter of the speed is left each time", """
zwang = 1
masses.a = { mass = 1, axes = "z", at = [0, 0, -1] }
masses.b = { mass = 3, axes = "z", at = [1, 0, -1] }
forces.gravity = [0, 0, -9.81]
constraints.rope = { holds = "-a.z - b.z <= 2" }
constraints.floor = { holds = "b.z >= -1.5" }
run.until = 3
""", [(time_of("impact"), LANDING), (time_of("impact", 1), 2 * LANDING), (time_of("settle"), 3 * LANDING),
      (settle_groups, 1.0), (place(0), -0.5)]),
    Known("a bob that rises on its string goes slack at 120 degrees and is caught at the lowest point", """
zwang = 1
masses.bob = { mass = 1, axes = "xz", at = [0, 0, -1], velocity = ["sqrt(3.5*9.81)", 0, 0] }
forces.gravity = [0, 0, -9.81]
constraints.string = { holds = "|bob| <= 1" }
run.until = 1.7
""", [(lambda history: time_of("impact")(history) - time_of("release")(history), math.sqrt(6 / G))]),
    Known("a bead slides off a sphere at two thirds of its height", """
zwang = 1
masses.bead = { mass = 1, axes = "xz", at = ["sin(0.1)", 0, "cos(0.1)"], velocity = [0, 0, 0] }
forces.gravity = [0, 0, -9.81]
constraints.sphere = { holds = "|bead| >= 1" }
run.until = 1.5
""", [(lambda history: history.events[0].position[1], 2 / 3 * math.cos(0.1))]),
    Known("a corner of three walls: a row too many changes nothing", """
zwang = 1
masses.p = { mass = 1, axes = "xy" }
force = [{ on = "p", vector = [0, 1, 0] }]
constraints.f1 = { holds = "p.x + 2*p.y <= 0" }
constraints.f2 = { holds = "-2*p.x - p.y <= 0" }
constraints.f3 = { holds = "-p.x + 2*p.y <= 0" }
run.until = 1
""", [(place(0), 0.0), (place(1), 0.0)]),
    Known("three balls that just fit, the middle one pushed: all stand", """
zwang = 1
masses.a = { mass = 1, axes = "x" }
masses.b = { mass = 1, axes = "x", at = [0.5, 0, 0], velocity = [1, 0, 0] }
masses.c = { mass = 1, axes = "x", at = [1, 0, 0] }
constraints.left = { holds = "a.x >= 0" }
constraints.ab = { holds = "b.x - a.x >= 0.5" }
constraints.bc = { holds = "c.x - b.x >= 0.5" }
constraints.right = { holds = "c.x <= 1" }
run = { until = 1, start = "impact" }
""", [(place(1), 0.5), (rate(1), 0.0)]),
    Known("three equal balls thrown back give (-1/3, 2/3, 2/3)", """
zwang = 1
masses.a = { mass = 1, axes = "x", velocity = [1, 0, 0] }
masses.b = { mass = 1, axes = "x", at = [1, 0, 0] }
masses.c = { mass = 1, axes = "x", at = [2, 0, 0] }
constraints.ab = { holds = "b.x - a.x >= 1", restitution = 1 }
constraints.bc = { holds = "c.x - b.x >= 1", restitution = 1 }
run = { until = 1, start = "impact" }
""", [(rate(0), -1 / 3), (rate(1), 2 / 3), (rate(2), 2 / 3)]),
    Known("linear drag: v = v0 exp(-t), and a wall met where x = 1 - exp(-t) says", """
zwang = 1
masses.a = { mass = 1, axes = "x", velocity = [1, 0, 0] }
force = [{ on = "a", vector = "-v" }]
constraints.wall = { holds = "a.x <= 0.5", restitution = 1 }
run.until = 2
""", [(time_of("impact"), math.log(2)), (after("impact", 0, 0), -0.5), (place(0), 0.5 - 0.5 * (1 - 2 * math.exp(-2)))]),
    Known("polar coordinates without a force: a straight line", """
zwang = 1
coordinates.r = { start = 1, rate = 0 }
coordinates.u = { start = 0, rate = 1 }
energy.kinetic = "(r'^2 + r^2*u'^2)/2"
constraints.ring = { holds = "r <= 2", restitution = 1 }
run.until = 1.9
""", [(time_of("impact"), math.sqrt(3)), (after("impact", 0, 0), -math.sqrt(3) / 2), (after("impact", 0, 1), 0.25)]),
    Known("a wall that flies takes a point along: v = 2 w by reflection", """
zwang = 1
masses.a = { mass = 1, axes = "x", at = [1, 0, 0] }
constraints.wall = { holds = "a.x >= 0.5*t", restitution = 1 }
run.until = 3
""", [(time_of("impact"), 2.0), (rate(0), 1.0)]),
    Known("a speed limit is reached, holds, and is no impact", """
zwang = 1
masses.a = { mass = 1, axes = "x" }
force = [{ on = "a", vector = [1, 0, 0] }]
constraints.limit = { holds = "a.x' <= 0.5" }
run.until = 2
""", [(time_of("reach"), 0.5), (rate(0), 0.5), (place(0), 0.125 + 0.75)]),
    Known("a wall that is touched without force is pressed as the force grows", """
zwang = 1
masses.a = { mass = 1, axes = "xy", velocity = [1, 0, 0] }
force = [{ on = "a", vector = [0, "3*t^2", 0] }]
constraints.wall = { holds = "a.y <= 0" }
run.until = 1
""", [(place(0), 1.0), (place(1), 0.0)]),
    Known("or left as it lifts", """
zwang = 1
masses.a = { mass = 1, axes = "xy", velocity = [1, 0, 0] }
force = [{ on = "a", vector = [0, "-3*t^2", 0] }]
constraints.wall = { holds = "a.y <= 0" }
run.until = 1
""", [(place(0), 1.0), (place(1), -0.25)]),
]


def faults(known):
    """What is wrong with the second simulator's answer, one line each."""
    history = Simulator(System(read(known.text))).run()
    if not history.finished():
        yield f"{known.name}: {history.ending}"
        return
    for number, (fact, value) in enumerate(known.facts):
        found = fact(history)
        if not abs(found - value) < known.within * max(1.0, abs(value)):
            yield f"{known.name}: fact {number + 1} is {found!r}, by hand {value!r}"
