# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A model file (docs/model-file.md) as symbols: kinetic energy, forces, constraints, start.

Read are masses (free, fixed, prescribed), coordinates, energies, forces and impulses that name one mass, coordinate
or all masses, constraints without `for`, `from` and `until`. What else a file says is refused, never passed over.
"""
import tomllib
from dataclasses import dataclass, field

import numpy
import sympy

from independent.formula import Unreadable, expression, relation

TIME = sympy.Symbol("t", real=True)
AXES = "xyz"
KEYS = {
    "top": {"zwang", "title", "notes", "source", "parameters", "masses", "coordinates", "energy", "forces", "force",
            "impulse", "constraints", "run", "expect", "output"},
    "mass": {"mass", "at", "velocity", "axes", "fixed", "follows"},
    "coordinate": {"start", "rate"},
    "constraint": {"holds", "restitution", "redundant"},
    "force": {"on", "vector", "along", "value"},
    "impulse": {"at", "on", "vector", "along", "value"},
}


@dataclass
class Constraint:
    """f <= 0 or f = 0; f of positions and time, or linear in the velocities."""
    name: str
    f: sympy.Expr
    inequality: bool
    of_velocities: bool
    restitution: float


@dataclass
class Model:
    """Everything the motion depends on. Lists that run over coordinates have the order of `names`."""
    names: list = field(default_factory=list)       # "a.x", "theta"
    q: list = field(default_factory=list)           # symbols of the coordinates
    v: list = field(default_factory=list)           # symbols of their rates
    start: list = field(default_factory=list)       # numbers
    rates: list = field(default_factory=list)       # numbers
    kinetic: sympy.Expr = sympy.Integer(0)
    potential: sympy.Expr = sympy.Integer(0)        # gravity included
    forces: list = field(default_factory=list)      # generalised, without the potential's
    impulses: list = field(default_factory=list)    # (time, array over coordinates)
    constraints: list = field(default_factory=list)
    until: float = 0.0

    def energy(self):
        """What a closed system keeps between impacts: T2 - T0 + V, which is T + V if T has squares of velocities alone."""
        return sum((v * sympy.diff(self.kinetic, v) for v in self.v), -self.kinetic) + self.potential

    def is_closed(self):
        """Whether nothing from outside does work: steady constraints, forces of a potential alone."""
        formulas = [self.kinetic, self.potential] + [c.f for c in self.constraints]
        at_equilibrium = {symbol: 0 for symbol in self.v}
        return (not self.impulses and all(f == 0 for f in self.forces)
                and not any(f.has(TIME) for f in formulas)
                and all(sympy.expand(c.f.subs(at_equilibrium)) == 0 for c in self.constraints if c.of_velocities))


def refuse_unknown(table, kind):
    unknown = set(table) - KEYS[kind]
    if unknown:
        raise Unreadable(f"keys {sorted(unknown)} of a {kind}")


def parameters(table):
    """Values of [parameters], in whatever order they depend on each other."""
    scope, waiting = {"t": TIME, "pi": sympy.pi}, dict(table)
    while waiting:
        known = len(scope)
        for name, text in list(waiting.items()):
            try:
                scope[name] = expression(text, scope)
                del waiting[name]
            except Unreadable:
                continue
        if len(scope) == known:
            raise Unreadable(f"parameters {sorted(waiting)}")
    return scope


def vector(texts, scope):
    """Three components from an array of three, or from one text that is a vector."""
    if isinstance(texts, str):
        return expression(texts, scope)
    return sympy.Matrix([expression(text, scope) for text in texts])


class Reader:
    """Builds a Model table by table."""

    def __init__(self, text):
        self.table = tomllib.loads(text)
        refuse_unknown(self.table, "top")
        self.model = Model()
        self.scope = parameters(self.table.get("parameters", {}))
        self.masses = {}  # of free masses: name -> (mass, position, velocity)
        for name, mass in self.table.get("masses", {}).items():
            self.read_mass(name, mass)
        for name, coordinate in self.table.get("coordinates", {}).items():
            refuse_unknown(coordinate, "coordinate")
            q, v = self.add_coordinate(name, coordinate.get("start", 0), coordinate.get("rate", 0))
            self.scope[name], self.scope[name + "'"] = q, v
        energy = self.table.get("energy", {})
        self.model.kinetic += expression(energy.get("kinetic", 0), self.scope)
        self.model.potential += expression(energy.get("potential", 0), self.scope)
        self.read_forces()
        for name, constraint in self.table.get("constraints", {}).items():
            self.read_constraint(name, constraint)
        self.model.until = float(expression(self.table["run"]["until"], self.scope))

    def number(self, text):
        return float(expression(text, self.scope))

    def add_coordinate(self, name, start, rate):
        model = self.model
        q = sympy.Symbol(name.replace(".", "_"), real=True)
        v = sympy.Symbol(name.replace(".", "_") + "_rate", real=True)
        model.names.append(name)
        model.q.append(q)
        model.v.append(v)
        model.start.append(self.number(start))
        model.rates.append(self.number(rate))
        model.forces.append(sympy.Integer(0))
        return q, v

    def read_mass(self, name, mass):
        refuse_unknown(mass, "mass")
        place, rate = [], []
        at, velocity = mass.get("at", [0, 0, 0]), mass.get("velocity", [0, 0, 0])
        for k, axis in enumerate(AXES):
            if "follows" in mass:
                place.append(expression(mass["follows"][k], self.scope))
                rate.append(sympy.diff(place[-1], TIME))
            elif axis in mass.get("axes", AXES) and not mass.get("fixed", False):
                q, v = self.add_coordinate(f"{name}.{axis}", at[k], velocity[k])
                place.append(q)
                rate.append(v)
            else:
                place.append(expression(at[k], self.scope))
                rate.append(sympy.Integer(0))
            self.scope[f"{name}.{axis}"], self.scope[f"{name}.{axis}'"] = place[-1], rate[-1]
        self.scope[name], self.scope[name + "'"] = sympy.Matrix(place), sympy.Matrix(rate)
        if not mass.get("fixed", False) and "follows" not in mass:
            value = expression(mass["mass"], self.scope)
            self.masses[name] = (value, sympy.Matrix(place), sympy.Matrix(rate))
            self.model.kinetic += value / 2 * sum(component**2 for component in rate)

    def loads(self, entry):
        """(coordinate, expression) of a force or an impulse."""
        if "along" in entry:
            yield self.model.names.index(entry["along"]), expression(entry["value"], self.scope)
            return
        for name in self.masses if entry["on"] == "all" else [entry["on"]]:
            mass, place, rate = self.masses[name]
            value = vector(entry["vector"], {**self.scope, "r": place, "v": rate, "m": mass})
            for k, axis in enumerate(AXES):
                if f"{name}.{axis}" in self.model.names:
                    yield self.model.names.index(f"{name}.{axis}"), value[k]

    def read_forces(self):
        model = self.model
        gravity = vector(self.table.get("forces", {}).get("gravity", [0, 0, 0]), self.scope)
        for mass, place, _ in self.masses.values():
            model.potential -= mass * gravity.dot(place)
        for entry in self.table.get("force", []):
            refuse_unknown(entry, "force")
            for k, value in self.loads(entry):
                model.forces[k] += value
        for entry in self.table.get("impulse", []):
            refuse_unknown(entry, "impulse")
            impulse = numpy.zeros(len(model.names))
            for k, value in self.loads(entry):
                impulse[k] += float(value)
            model.impulses.append((self.number(entry["at"]), impulse))
        model.impulses.sort(key=lambda entry: entry[0])

    def read_constraint(self, name, constraint):
        refuse_unknown(constraint, "constraint")
        f, inequality = relation(constraint["holds"], self.scope)
        of_velocities = bool(f.free_symbols & set(self.model.v))
        restitution = self.number(constraint.get("restitution", 0))
        self.model.constraints.append(Constraint(name, f, inequality, of_velocities, restitution))


def read(text):
    """The model of a TOML text. Raises Unreadable."""
    return Reader(text).model
