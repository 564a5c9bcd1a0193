# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A random system while it is made, and its text as a model file."""
import copy
import random
from dataclasses import dataclass, field

import numpy

from independent.arc import brought_back
from independent.model import read
from independent.system import System

AXES = {1: "x", 2: "xy", 3: "xyz"}
TOLERANCES = (1e-6, 1e-9, 1e-12)


class Draw(random.Random):
    """Numbers as a person would write them."""

    def between(self, low, high, digits=3):
        return round(self.uniform(low, high), digits)

    def one_in(self, count):
        return self.randrange(count) == 0


def number(value):
    """A number as part of a formula."""
    text = repr(float(value))
    return text if value >= 0 else f"({text})"


@dataclass
class Mass:
    name: str
    mass: float
    at: list
    velocity: list


@dataclass
class Scene:
    """Everything a model file says. Masses and constraints have short names: a, b, ... and c0, c1, ..."""
    kind: str
    seed: int
    draw: Draw
    dimension: int = 2
    masses: list = field(default_factory=list)
    points: dict = field(default_factory=dict)        # prescribed points: name -> three texts
    coordinates: dict = field(default_factory=dict)   # name -> [start, rate]
    kinetic: str = ""
    potential: list = field(default_factory=list)     # texts, added
    gravity: list = field(default_factory=lambda: [0.0, 0.0, 0.0])
    forces: list = field(default_factory=list)        # (key, whom, key, what) as in [[force]]
    impulses: list = field(default_factory=list)      # (time, mass, three numbers)
    constraints: dict = field(default_factory=dict)    # name -> [holds, restitution]
    restitution: float = 0.0                          # of constraints that are not given their own
    uneven: bool = False                              # each constraint draws its own
    until: float = 1.0

    # --- masses and forces

    def mass(self, at=None, velocity=None, mass=None):
        """A mass at a random place unless told otherwise; its number."""
        draw, size = self.draw, self.dimension
        at = [draw.between(-1, 1) for _ in range(size)] if at is None else at
        velocity = [draw.between(-2, 2) for _ in range(size)] if velocity is None else velocity
        mass = draw.choice([1.0, 1.0, 0.5, 2.0, draw.between(0.1, 5)]) if mass is None else mass
        self.masses.append(Mass("abcdefgh"[len(self.masses)], mass, list(at), list(velocity)))
        return len(self.masses) - 1

    def name(self, i):
        return self.masses[i].name

    def place(self, i):
        return numpy.array(self.masses[i].at, float)

    def axes(self):
        return AXES[self.dimension]

    def three(self, values):
        return (list(values) + [0.0] * 3)[:3]

    def force(self, i, components):
        """A force on mass i from texts or numbers."""
        self.forces.append(("on", self.name(i), "vector", self.three(components)))

    def drag(self, text):
        """A force on all masses, one text with v and r."""
        self.forces.append(("on", "all", "vector", text))

    def springs(self, stiffness):
        self.potential.append(" + ".join(f"{stiffness / 2!r}*{mass.name}.{axis}^2"
                                         for mass in self.masses for axis in self.axes()))

    # --- constraints

    def constraint(self, text, restitution=None):
        if restitution is None:
            restitution = self.draw.choice([0, 0.3, 0.7, 1.0]) if self.uneven else self.restitution
        if " = " in text or "'" in text:
            restitution = 0.0
        self.constraints[f"c{len(self.constraints)}"] = [text, float(restitution)]

    def distance(self, i, other):
        """(text, value) of the distance of mass i from a mass or a point."""
        if isinstance(other, int):
            return (f"|{self.name(i)} - {self.name(other)}|",
                    float(numpy.linalg.norm(self.place(i) - self.place(other))))
        squares = " + ".join(f"({self.name(i)}.{axis} - {number(c)})^2" for axis, c in zip(self.axes(), other))
        return f"sqrt({squares})", float(numpy.linalg.norm(self.place(i) - numpy.array(other)))

    def link(self, i, other, sign="<=", length=None, straight=False):
        """A string, a rod or a contact between a mass and a mass or point; its length."""
        draw = self.draw
        text, distance = self.distance(i, other)
        if length is None:
            if sign == "=" or (sign == "<=" and straight):
                length = distance
            elif sign == "<=":
                length = round(distance * (1 + draw.between(0.02, 0.5)) + 0.001, 3)
            else:
                length = round(distance * draw.between(0.3, 0.9), 3)
        self.constraint(f"{text} {sign} {number(length)}")
        return length

    def pulley(self, i, j, over, beyond, straight=False):
        """A string from mass i over one point and another to mass j."""
        (text, first), (further, second) = self.distance(i, over), self.distance(j, beyond)
        length = first + second if straight else round((first + second) * (1 + self.draw.between(0.02, 0.3)), 3)
        self.constraint(f"{text} + {further} <= {number(length)}")

    def plane(self, i, normal, at=None, gap=None, shaking=None, restitution=None):
        """A wall normal.r <= at, which may shake with (amplitude, frequency)."""
        if at is None:
            at = float(numpy.dot(normal, self.place(i))) + (self.draw.between(0.05, 1.0) if gap is None else gap)
            at = round(at, 3) if gap is None else at
        left = " + ".join(f"{number(c)}*{self.name(i)}.{axis}" for c, axis in zip(normal, self.axes()) if c != 0)
        right = number(at)
        if shaking:
            right += f" + {number(shaking[0])}*sin({number(shaking[1])}*t)"
        self.constraint(f"{left} <= {right}", restitution)

    def floor(self, i, gap=None, **more):
        self.plane(i, [0.0] * (self.dimension - 1) + [-1.0], gap=gap, **more)

    def sphere(self, i, center, inside=True, moving=None):
        """The inside or outside of a sphere that may move with a velocity."""
        distance = float(numpy.linalg.norm(self.place(i) - numpy.array(center)))
        radius = round(distance * (self.draw.between(1.02, 1.6) if inside else self.draw.between(0.2, 0.95)), 3)
        texts = [number(c) for c in center]
        if moving:
            texts = [f"({text} + {number(speed)}*t)" for text, speed in zip(texts, moving)]
        left = " + ".join(f"({self.name(i)}.{axis} - {text})^2" for axis, text in zip(self.axes(), texts))
        self.constraint(f"{left} {'<=' if inside else '>='} {number(radius)}^2")

    def limit(self):
        """A random inequality between velocities, open at the start."""
        draw = self.draw
        i = draw.randrange(len(self.masses))
        mass, axes = self.masses[i], self.axes()
        form = draw.randrange(3)
        if form == 0:
            k, sign = draw.randrange(self.dimension), draw.choice([1, -1])
            most = round(sign * mass.velocity[k] + draw.between(0.1, 2), 3)
            self.constraint(f"{'-' if sign < 0 else ''}{mass.name}.{axes[k]}' <= {number(most)}")
        elif form == 1 and len(self.masses) > 1:
            other = self.masses[(i + 1) % len(self.masses)]
            k, m, factor = draw.randrange(self.dimension), draw.randrange(self.dimension), draw.between(-1.5, 1.5)
            most = round(mass.velocity[k] - factor * other.velocity[m] + draw.between(0.1, 1.5), 3)
            self.constraint(f"{mass.name}.{axes[k]}' - {number(factor)}*{other.name}.{axes[m]}' <= {number(most)}")
        else:
            (x, y), (u, w) = mass.at[:2], mass.velocity[:2]
            most = round(x * w - y * u + draw.between(0.1, 1.5), 3)
            a = mass.name
            self.constraint(f"{a}.x*{a}.y' - {a}.y*{a}.x' <= {number(most)}")

    # --- text

    def toml(self, tolerance=1e-9, **run):
        """The model file. `run` adds keys to [run]."""
        lines = ["zwang = 1", f'title = "{self.kind} {self.seed}"']
        for mass in self.masses:
            lines += [f"[masses.{mass.name}]", f"mass = {mass.mass!r}", f"at = {floats(self.three(mass.at))}",
                      f"velocity = {floats(self.three(mass.velocity))}", f'axes = "{self.axes()}"']
        for name, texts in self.points.items():
            lines += [f"[masses.{name}]", "follows = [" + ", ".join(f'"{text}"' for text in texts) + "]"]
        for name, (start, rate) in self.coordinates.items():
            lines += [f"[coordinates.{name}]", f"start = {float(start)!r}", f"rate = {float(rate)!r}"]
        if self.kinetic or self.potential:
            lines.append("[energy]")
            if self.kinetic:
                lines.append(f'kinetic = "{self.kinetic}"')
            if self.potential:
                lines.append(f'potential = "{" + ".join(self.potential)}"')
        if self.masses:
            lines += ["[forces]", f"gravity = {floats(self.gravity)}"]
        for key, whom, other, what in self.forces:
            value = f'"{what}"' if isinstance(what, str) else "[" + ", ".join(
                f'"{part}"' if isinstance(part, str) else repr(float(part)) for part in what) + "]"
            lines += ["[[force]]", f'{key} = "{whom}"', f"{other} = {value}"]
        for time, name, vector in self.impulses:
            lines += ["[[impulse]]", f"at = {time!r}", f'on = "{name}"', f"vector = {floats(self.three(vector))}"]
        for name, (text, restitution) in self.constraints.items():
            lines += [f"[constraints.{name}]", f'holds = "{text}"']
            if restitution:
                lines.append(f"restitution = {restitution!r}")
        lines += ["[run]", f"until = {self.until!r}", f"tolerance = {tolerance!r}", 'start = "impact"']
        lines += [f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value!r}" for key, value in run.items()]
        return "\n".join(lines) + "\n"

    def system(self):
        """For the second simulator, from the text alone."""
        return System(read(self.toml()))

    def moved(self, start, rates):
        """The same scene from another start; the order is that of Model.names."""
        other = copy.deepcopy(self)
        start, rates = [float(c) for c in start], [float(c) for c in rates]
        k = 0
        for mass in other.masses:
            mass.at, mass.velocity = start[k:k + self.dimension], rates[k:k + self.dimension]
            k += self.dimension
        for name in other.coordinates:
            other.coordinates[name] = [start[k], rates[k]]
            k += 1
        return other

    def pushed(self, times, size, seed):
        """The same scene with an impulse on every mass at each of the times, `size` in its velocity."""
        other, draw = copy.deepcopy(self), Draw(seed)
        for time in times:
            for mass in other.masses:
                push = [mass.mass * size * draw.uniform(-1, 1) for _ in range(self.dimension)]
                other.impulses.append((float(time), mass.name, push))
        return other

    def obeying_equations(self):
        """The same scene with velocities that the equations allow."""
        if not any(" = " in text for text, _ in self.constraints.values()):
            return self
        system = self.system()
        model = system.model
        start, rates = numpy.array(model.start), numpy.array(model.rates)
        for _ in range(3):
            _, rates = brought_back(system, start, rates, 0.0, system.equations)
        return self.moved(start, rates)


def floats(values):
    return "[" + ", ".join(repr(float(value)) for value in values) + "]"
