# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A mechanical system, described in the terms of the model file.

>>> import zwang
>>> m = zwang.Model("pendulum")
>>> L, g = m.parameter("L", 1.0), m.parameter("g", 9.81)
>>> bob = m.mass("bob", 0.5, at=(0.8, 0, -0.6), velocity=(2.52, 0.3, 3.36))
>>> m.gravity((0, 0, -g))
>>> m.constraint("string", abs(bob) <= L)
>>> run = m.run(until=2)
>>> run.certified
True
>>> print(run.events["word"][:3], run.events["t"][1].round(6))
['start' 'slack' 'impact'] 0.299263
"""

from __future__ import annotations

import inspect
import json
import math
import os
import sys
import threading
import warnings
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Sequence

import numpy as np

from . import _zwang, toml
from .error import Error, mistake
from .expression import Constraint, Coordinate, Expression, Point
from .named import Body, Group, Joint
from .run import Run

_HERE = os.path.dirname(__file__)

Value = Any  # a number, a text ("9.81 m/s^2"), or an Expression


class Described:
    """Anything that can be run: a model built here, or one read from a file."""

    def __init__(self) -> None:
        self._running: set[int] = set()  # threads that run it

    # --- for those who know what they are

    def text(self) -> str:
        """The model file."""
        raise NotImplementedError

    def _path(self) -> str:
        raise NotImplementedError

    def _forces(self) -> list[Callable[..., Any]]:
        return []

    def _asked(self, keys: dict[str, Any]) -> tuple[str, _zwang.RunChoice]:
        """The text of one run, and the other choices for it."""
        raise NotImplementedError

    # --- the same for all of them

    def check(self, set: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The names in the model, and warnings; an Error with all mistakes if there are any."""
        with _Placed(self):
            return _zwang.check(self.text(), self._path(), _settings(set))

    def geometry(
        self, at: Mapping[str, Any] | None = None, *, set: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The geometry at the start, or with coordinates and velocities of `at` in place of it.

        Of each constraint of one point ("forms"): normal, mean and total curvature, principal and
        asymptotic directions, lines of curvature, the osculating surface; then the bend of paths,
        conjugate velocities, the free motion that osculates, the divergence; "text" has all of it
        in words. E113 if a force is a function.

        >>> m = Model("ball")
        >>> a = m.mass("a", 1, at=(0, 0, 2), velocity=(1, 0, 0))
        >>> m.constraint("shell", abs(a) == 2)
        >>> shell = m.geometry()["forms"][0]
        >>> print(shell["mean_curvature"], shell["total_curvature"], shell["principal"])
        -0.5 0.25 all
        >>> round(m.geometry({"a": (0, 2, 0)})["forms"][0]["normal"][1], 12)
        1.0
        """
        if self._forces():
            raise mistake("E113", "the geometry needs derivatives of forces: write the force as text")
        with _Placed(self):
            told, words = _zwang.geometry(self.text(), self._path(), _settings(set), _entries(at))
        return {**json.loads(told), "text": words}

    def line(
        self,
        kind: str,
        length: float,
        *,
        of: str,
        which: int = 0,
        at: Mapping[str, Any] | None = None,
        points: int = 100,
        tolerance: float = 1e-10,
        set: Mapping[str, Any] | None = None,
    ) -> np.ndarray:
        """A line along directions of the planes of constraint `of`, one row of x, y, z per point.

        `kind` is "principal", "asymptotic" or "lines_of_curvature", `which` the number of the
        direction in that list of `geometry`; a negative `length` (m) goes against it. Where the
        direction ceases to be real the line ends early, with a RuntimeWarning.

        >>> m = Model("hyperboloid")
        >>> a = m.mass("a", 1, at=(1, 0, 0))
        >>> m.constraint("wall", a.x**2 + a.y**2 - a.z**2 <= 1)
        >>> print(abs(m.line("asymptotic", 2**0.5, of="wall", points=1)[-1]).round(9))
        [1. 1. 1.]
        """
        kinds = ("principal", "asymptotic", "lines_of_curvature")
        if kind not in kinds:
            raise mistake("E103", f"{kind!r} is not one of {', '.join(kinds)}")
        if which < 0 or points < 1:
            raise mistake("E120", f"which={which} and points={points}: numbers from 0 and from 1 are meant")
        with _Placed(self):
            found, ended = _zwang.line(
                self.text(), self._path(), _settings(set), _entries(at), of, kind, which, float(length), points, tolerance
            )
        if ended:
            warnings.warn(f"the line ends early: {ended}", RuntimeWarning, stacklevel=2)
        return found

    def run(
        self,
        *,
        set: Mapping[str, Any] | None = None,
        output: str | os.PathLike[str] | None = None,
        force: bool = False,
        threads: int = 1,
        project_start: bool = False,
        equilibrium: bool = False,
        uncertainty: bool = False,
        to: Mapping[str, Value] | None = None,
        max_time: float | None = None,
        **keys: Any,
    ) -> Run:
        """The motion.

        `keys` are those of ``[run]``: until, ``from_``, method, step, tolerance, start, settle,
        max_events, impacts, problem, branch; and `every`, the spacing of rows. They apply to this run alone: the
        model is not changed. `set` replaces parameters; `output` is a result file, written during
        the run; after `max_time` seconds of work the run ends with E502. With `uncertainty` the
        motion is computed once more, finer, and ``events["uncertainty"]`` estimates the error of
        each time. `to` is where a curve of the geodesic or mixed problem must end; the velocities
        at its start follow from it. The Run reports what stops a motion; a mistake in the model is an Error, and
        what a function raises is raised here.
        """
        text, choice = self._asked(keys)
        choice.threads = threads
        choice.project_start = project_start
        choice.equilibrium = equilibrium
        choice.uncertainty = uncertainty
        choice.to = _settings(to)
        me = threading.get_ident()
        if me in self._running:
            raise mistake("E701", "a function called by the run runs the same model again")
        self._running.add(me)
        try:
            with _Placed(self):
                return Run(
                    _zwang.run(
                        text,
                        self._path(),
                        _settings(set),
                        choice,
                        self._forces(),
                        "" if output is None else os.fspath(output),
                        force,
                        math.inf if max_time is None else float(max_time),
                    )
                )
        finally:
            self._running.discard(me)

    def _origin(self, line: int) -> str:
        """Where in the caller's code this line of the text was made."""
        return ""


class _Placed:
    """Adds the caller's line to mistakes in the text that it made."""

    def __init__(self, model: Described) -> None:
        self._model = model

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, _: Any) -> None:
        if isinstance(error, Error) and error.line and error.file == self._model._path():
            origin = self._model._origin(error.line)
            if origin:
                error.add_note(f"   = made at {origin}")


class Model(Described):
    """A system to build: masses and coordinates, the forces on them, and their constraints.

    Values may be numbers, formulas, or texts with units. A name can be used in every formula after
    it. Mistakes are reported when the model is checked or run, with the line that made them.
    """

    def __init__(self, name: str = "model", *, title: str = "", notes: str = "") -> None:
        super().__init__()
        self.name = name
        self._head = {"title": title or name, "notes": notes}
        self._parameters: list[_Line] = []
        self._masses: list[_Line] = []
        self._bodies: list[_Line] = []
        self._joints: list[_Line] = []
        self._coordinates: list[_Line] = []
        self._quasi_velocities: list[_Line] = []
        self._energy: dict[str, list[str]] = {"kinetic": [], "potential": []}
        self._gravity: _Line | None = None
        self._tables: list[tuple[str, list[_Line]]] = []  # [[force]], [[impulse]], [[generate]]
        self._constraints: list[_Line] = []
        self._functions: list[Callable[..., Any]] = []
        self._names: set[str] = set()

    # --- words ---

    def parameter(self, name: str, value: Value) -> Expression:
        """A number with a name; a text may carry a unit ("9.81 m/s^2")."""
        self._new(name)
        self._parameters.append(_Line(f"{toml.key(name)} = {toml.value(value)}"))
        return Expression(name)

    def mass(
        self, name: str, mass: Value, *, at: Any = (0, 0, 0), velocity: Any = (0, 0, 0), axes: str = "xyz"
    ) -> Point:
        """A point with mass (kg) at a position (m), with a velocity (m/s).

        Along axes that are not in `axes` it stays where `at` puts it.
        """
        keys = {"mass": toml.value(mass), "at": toml.triple(at), "velocity": toml.triple(velocity)}
        if axes != "xyz":
            keys["axes"] = toml.value(axes)
        return self._point(name, keys)

    def fixed(self, name: str, at: Any) -> Point:
        """A point that stays fixed."""
        return self._point(name, {"fixed": "true", "at": toml.triple(at)})

    def follows(self, name: str, of_time: Any) -> Point:
        """A point with a prescribed motion, a vector that depends on t."""
        return self._point(name, {"follows": toml.triple(of_time)})

    def body(
        self,
        name: str,
        mass: Value = None,
        *,
        density: Value = None,
        inertia: Any = None,
        com: Any = None,
        at: Any = (0, 0, 0),
        orientation: Mapping[str, Any] | None = None,
        velocity: Any = (0, 0, 0),
        angular_velocity: Any = None,
        spin: Any = None,
        axes: str = "xyz",
        angle: Value = None,
        angle_rate: Value = None,
        points: Mapping[str, Any] | None = None,
        directions: Mapping[str, Any] | None = None,
        shape: Mapping[str, Any] | None = None,
        shapes: Sequence[Mapping[str, Any]] = (),
    ) -> Body:
        """A rigid body, with the keys of ``[bodies]``.

        `inertia` (kg m^2) is about the centre of mass: three moments, a dict of six, or one number
        for a body in a plane (`axes` "xz"). Points and directions of its frame become its attributes.
        With shapes, {"box": (1, 2, 3)}, it is not needed: they are filled evenly with the mass, or have
        a `density`.

        >>> m = Model("pendulum")
        >>> rod = m.body("rod", 1, inertia=1 / 12, axes="xz", com=(0.5, 0, 0), points={"tip": (1, 0, 0)})
        >>> hinge = m.joint("hinge", "revolute", ("world", rod))
        >>> m.gravity((0, 0, -9.81))
        >>> run = m.run(until=0.1)
        >>> run.certified, round(float(run["rod.tip.z"][0]), 12)
        (True, 0.0)
        """
        self._new(name)
        told: dict[str, Any] = {"mass": mass, "inertia": inertia, "com": com, "at": at, "velocity": velocity}
        told |= {"orientation": orientation, "angular_velocity": angular_velocity, "spin": spin}
        told |= {"angle": angle, "angle_rate": angle_rate, "axes": None if axes == "xyz" else axes}
        told |= {"density": density, "points": dict(points or {}), "directions": dict(directions or {})}
        return self._new_body(name, told, shape, shapes)

    def fixture(
        self,
        name: str,
        *,
        at: Any = (0, 0, 0),
        orientation: Mapping[str, Any] | None = None,
        points: Mapping[str, Any] | None = None,
        directions: Mapping[str, Any] | None = None,
        shape: Mapping[str, Any] | None = None,
        shapes: Sequence[Mapping[str, Any]] = (),
    ) -> Body:
        """A piece of the world, for bodies to touch or hang on: a body with ``fixed = true``."""
        self._new(name)
        told: dict[str, Any] = {"fixed": True, "at": at, "orientation": orientation}
        told |= {"points": dict(points or {}), "directions": dict(directions or {})}
        return self._new_body(name, told, shape, shapes)

    def _new_body(
        self, name: str, told: dict[str, Any], shape: Mapping[str, Any] | None, shapes: Sequence[Mapping[str, Any]]
    ) -> Body:
        told |= {"shape": None if shape is None else dict(shape)}
        told |= {"shapes": [dict(one) for one in shapes] if shapes else None}
        keys = {key: toml.value(given) for key, given in told.items() if given is not None}
        self._bodies.append(_Line(_table_text(f"[bodies.{toml.key(name)}]", keys)))
        return Body(name)

    def contact(
        self,
        name: str,
        between: Sequence[Any],
        *,
        restitution: Value = 0,
        friction: Value = None,
        static: Value = None,
        surface: Vector | None = None,
    ) -> None:
        """The shapes of two bodies, or of a body and a fixture, do not penetrate each other.

        With `friction` they rub, bodies in a plane: `static` while they stick, `surface` is the velocity of a belt.

        >>> m = Model("ball")
        >>> ball = m.body("ball", 1, shape={"sphere": 0.1}, at=(0, 0, 0.6))
        >>> floor = m.fixture("floor", shape={"plane": (0, 0, 1)})
        >>> m.contact("bounce", (ball, floor), restitution=0.5)
        >>> m.gravity((0, 0, -9.81))
        >>> run = m.run(until=0.4)
        >>> run.certified, round(float(run.events["t"][1]), 6)
        (True, 0.319275)
        """
        self._new(name)
        bodies = [one if isinstance(one, str) else one.text for one in between]
        told = {"between": toml.value(bodies), "restitution": toml.value(restitution)}
        for key, given in (("friction", friction), ("static", static), ("surface", surface)):
            if given is not None:
                told[key] = toml.value(given)
        self._joints.append(_Line(_table_text(f"[contacts.{toml.key(name)}]", told)))

    def joint(self, name: str, kind: str, on: Sequence[Any], **keys: Any) -> Joint:
        """Joins two bodies, or one with "world", as they stand at the start.

        `kind` is fixed, revolute, prismatic, cylindrical, universal, spherical, planar, screw or
        rolling; `keys` are those of ``[joints]``: at, axis, axis2, start, pitch, pivoting, limits,
        restitution, spring, damper, motor.
        """
        self._new(name)
        bodies = [one if isinstance(one, str) else one.text for one in on]
        told = {"kind": toml.value(kind), "on": toml.value(bodies)}
        told |= {toml.key(k): toml.value(v) for k, v in keys.items() if v is not None}
        self._joints.append(_Line(_table_text(f"[joints.{toml.key(name)}]", told)))
        return Joint(name)

    def coordinate(self, name: str, *, start: Value = 0, rate: Value = 0) -> Coordinate:
        """A generalised coordinate; its kinetic energy goes into `kinetic`."""
        self._new(name)
        self._coordinates.append(
            _Line(f"{toml.key(name)} = {{ start = {toml.value(start)}, rate = {toml.value(rate)} }}")
        )
        return Coordinate(name)

    def quasi_velocity(self, name: str, rates: Expression | str) -> None:
        """A velocity in place of a rate, linear in rates; there must be as many as rates in them."""
        self._new(name)
        self._quasi_velocities.append(_Line(f"{toml.key(name)} = {toml.text(_formula(rates))}"))

    def kinetic(self, energy: Expression | str) -> None:
        """Kinetic energy of the coordinates, in terms of their rates; that of masses is added."""
        self._change()
        self._energy["kinetic"].append(_formula(energy))

    def potential(self, energy: Expression | str) -> None:
        """Potential energy."""
        self._change()
        self._energy["potential"].append(_formula(energy))

    def gravity(self, acceleration: Any) -> None:
        """The acceleration of gravity, for all masses."""
        self._change()
        self._gravity = _Line(f"gravity = {toml.triple(acceleration)}")

    def force(self, on: Any, force: Any = None, *, start: Value = None, until: Value = None) -> None:
        """A force on a mass (a vector), or along a coordinate (a number).

        It may be a formula (a text may use r, v, m for the position, velocity and mass of the
        mass), or a function: of (t, r, v) on a mass, of (t, q, rate) along a coordinate. A function
        alone takes (t, q, rates), with arrays of all coordinates, and returns one number for each.
        Functions are called many times, which costs some microseconds each time, and a motion with
        one cannot be passed on as a file.
        """
        self._change()
        if force is None and callable(on):
            self._functions.append(_noted(on, "a force"))
            return
        where = _name_of(on)
        if callable(force) and not isinstance(force, Expression):
            if start is not None or until is not None:
                raise mistake("E120", "a function knows the time itself: omit start and until")
            self._functions.append(_Along(self, where, isinstance(on, Point), force))
            return
        if isinstance(on, Coordinate) or (not isinstance(on, Point) and where in self._coordinate_names()):
            keys = {"along": toml.value(where), "value": toml.value(force)}
        else:
            keys = {"on": toml.value(where), "vector": toml.triple(force)}
        self._table("force", keys | _times(start, until))

    def torque(self, on: Any, torque: Any, *, start: Value = None, until: Value = None) -> None:
        """A couple on a body (N m), a vector in the axes of the world; it may be a formula."""
        keys = {"on": toml.value(_name_of(on)), "torque": toml.triple(torque)}
        self._table("force", keys | _times(start, until))

    def impulse(self, on: Any, impulse: Any, *, at: Value) -> None:
        """An instantaneous impulse at one time: N s on a mass, or along a coordinate."""
        where = _name_of(on)
        if isinstance(on, Coordinate) or where in self._coordinate_names():
            keys = {"along": toml.value(where), "value": toml.value(impulse)}
        else:
            keys = {"on": toml.value(where), "vector": toml.triple(impulse)}
        self._table("impulse", {"at": toml.value(at)} | keys)

    def constraint(
        self,
        name: str,
        holds: Constraint | str | Callable[..., Constraint],
        *,
        restitution: Value = None,
        start: Value = None,
        until: Value = None,
        redundant: bool = False,
        where: Constraint | str | Sequence[Constraint | str] = (),
        friction: Value = None,
        static: Value = None,
        slip: Expression | str | None = None,
        surface: Vector | None = None,
        **keys: Any,
    ) -> None:
        """A constraint: an equation or an inequality, between positions or velocities.

        It is written with operators (``abs(bob) <= L``), as text ("0 <= s <= 0.4"), or as a
        function whose parameters are named like masses and coordinates; the function is called
        once, with formulas. The constraint holds for start <= t < until, and, an inequality between
        positions, only `where` these inequalities hold: a table ends at its edge. With `friction` it
        rubs (Coulomb): `static` while it sticks, `slip` is the velocity along the surface where that
        does not follow, `surface` the velocity of a belt.
        """
        self._change()
        if callable(holds) and not isinstance(holds, (Constraint, Expression)):
            holds = self._traced(name, holds)
        if isinstance(holds, Expression):
            raise mistake("E105", f"'{holds.text}' is not a relation: a constraint needs '<=', '>=' or '=='")
        if not isinstance(holds, (Constraint, str)):
            raise mistake("E113", f"a constraint must be a comparison or a text, not {holds!r}")
        self._new(name)
        told = {"holds": toml.text(holds.text if isinstance(holds, Constraint) else holds)}
        if restitution is not None:
            told["restitution"] = toml.value(restitution)
        told |= _times(start, until)
        if redundant:
            told["redundant"] = "true"
        conditions = [where] if isinstance(where, (Constraint, str)) else list(where)
        if conditions:
            told["where"] = toml.value([one.text if isinstance(one, Constraint) else one for one in conditions])
        for key, given in (("friction", friction), ("static", static), ("surface", surface)):
            if given is not None:
                told[key] = toml.value(given)
        if slip is not None:
            told["slip"] = toml.text(slip.text if isinstance(slip, Expression) else slip)
        told |= {toml.key(k.rstrip("_")): toml.value(v) for k, v in keys.items()}
        self._constraints.append(_Line(_table_text(f"[constraints.{toml.key(name)}]", told)))

    def friction(
        self,
        name: str,
        slip: Expression | str,
        bound: Value,
        *,
        static: Value = None,
        start: Value = None,
        until: Value = None,
    ) -> None:
        """Dry friction with a given bound, a brake or a bearing; `slip` is a velocity, linear in rates.

        >>> m = Model("brake")
        >>> x = m.coordinate("x", rate=1)
        >>> m.kinetic("x'^2/2")
        >>> m.friction("brake", "x'", 3)
        >>> run = m.run(until=2)
        >>> run.certified, round(float(run.events["t"][1]), 9)
        (True, 0.333333333)
        """
        self._new(name)
        told = {
            "bound": toml.value(bound),
            "slip": toml.text(slip.text if isinstance(slip, Expression) else slip),
        }
        if static is not None:
            told["static"] = toml.value(static)
        told |= _times(start, until)
        self._constraints.append(_Line(_table_text(f"[friction.{toml.key(name)}]", told)))

    def generate(self, kind: str, name: str, **keys: Any) -> Group:
        """A chain, ring, net, lattice, mesh or cloud of masses, with the keys of ``[[generate]]``.

        >>> m = Model()
        >>> net = m.generate("net", "net", size=(3, 3), corner=(0, 0, 0), span=(1, 1), mass=0.4)
        >>> net[1, 2].z
        Coordinate('net[1,2].z')
        """
        self._new(name)
        told = {"kind": toml.value(kind), "name": toml.value(name)}
        told |= {toml.key(k.rstrip("_")): toml.value(v) for k, v in keys.items()}
        self._table("generate", told)
        return Group(name)

    # --- what was said ---

    def text(self, **keys: Any) -> str:
        """The equivalent model file; `keys`, as for `run`, become its ``[run]``.

        Never E113: functions are left out here, `save` refuses them.
        """
        lines = self._document()[0]
        run, output = _tables_of(keys)
        for heading, told in (("[run]", run), ("[output]", output)):
            if told:
                lines.extend(["", heading, *(f"{key} = {toml.value(given)}" for key, given in told.items())])
        return "\n".join(lines) + "\n"

    def save(self, path: str | os.PathLike[str], **keys: Any) -> None:
        """Writes the model file, with `keys` as for `run`. E113 if a force is a function."""
        if self._functions:
            raise mistake("E113", "a model file cannot hold a Python function: write the force as text")
        Path(path).write_text(self.text(**keys), encoding="utf-8")

    # --- inside ---

    def _document(self) -> tuple[list[str], list[tuple[int, _Line]]]:
        lines = ["zwang = 1"]
        places: list[tuple[int, _Line]] = []

        def put(made: _Line) -> None:
            places.append((len(lines) + 1, made))
            lines.extend(made.text.split("\n"))

        for key, text in self._head.items():
            if text:
                lines.append(f"{key} = {toml.text(text)}")
        for heading, all_of in (
            ("[parameters]", self._parameters),
            ("[masses]", self._masses),
            ("[coordinates]", self._coordinates),
            ("[quasi_velocities]", self._quasi_velocities),
        ):
            if all_of:
                lines.extend(["", heading])
                for made in all_of:
                    put(made)
        for made in (*self._bodies, *self._joints):
            lines.append("")
            put(made)
        if any(self._energy.values()):
            lines.extend(["", "[energy]"])
            for key, terms in self._energy.items():
                if terms:
                    sum_of = terms[0] if len(terms) == 1 else " + ".join(f"({term})" for term in terms)
                    lines.append(f"{key} = {toml.text(sum_of)}")
        if self._gravity:
            lines.extend(["", "[forces]"])
            put(self._gravity)
        for _, made_of in self._tables:
            for made in made_of:
                lines.append("")
                put(made)
        for made in self._constraints:
            lines.append("")
            put(made)
        return lines, places

    def _path(self) -> str:
        return self.name

    def _forces(self) -> list[Callable[..., Any]]:
        if not any(isinstance(f, _Along) for f in self._functions):
            return list(self._functions)
        known = self.check()
        return [f.placed(known) if isinstance(f, _Along) else f for f in self._functions]

    def _asked(self, keys: dict[str, Any]) -> tuple[str, _zwang.RunChoice]:
        return self.text(**keys), _zwang.RunChoice()

    def _origin(self, line: int) -> str:
        found = ""
        for first, made in self._document()[1]:
            if first <= line < first + made.text.count("\n") + 1:
                found = made.origin
        return found

    def _change(self) -> None:
        if self._running:
            raise mistake("E701", "the model cannot change while it runs")

    def _new(self, name: str) -> None:
        self._change()
        if not isinstance(name, str):
            raise mistake("E113", f"a name must be a text, not {name!r}")
        if name in self._names:
            raise mistake("E112", f"'{name}' is already used")
        self._names.add(name)

    def _point(self, name: str, keys: dict[str, str]) -> Point:
        self._new(name)
        told = ", ".join(f"{key} = {text}" for key, text in keys.items())
        self._masses.append(_Line(f"{toml.key(name)} = {{ {told} }}"))
        return Point(name)

    def _table(self, kind: str, keys: dict[str, str]) -> None:
        self._change()
        made = _Line(_table_text(f"[[{kind}]]", keys))
        for known, lines in self._tables:
            if known == kind:
                lines.append(made)
                return
        self._tables.append((kind, [made]))

    def _coordinate_names(self) -> set[str]:
        return {line.text.split(" = ")[0].strip('"') for line in self._coordinates}

    def _traced(self, name: str, function: Callable[..., Any]) -> Any:
        points = {line.text.split(" = ")[0].strip('"') for line in self._masses}
        coordinates = self._coordinate_names()
        arguments: list[Expression] = []
        for parameter in inspect.signature(function).parameters:
            if parameter in points:
                arguments.append(Point(parameter))
            elif parameter in coordinates:
                arguments.append(Coordinate(parameter))
            elif parameter == "t" or parameter in self._names:
                arguments.append(Expression(parameter))
            else:
                raise mistake("E103", f"the function of '{name}' has the parameter '{parameter}', which names nothing")
        return function(*arguments)


class ModelFile(Described):
    """A model read from a file. Change it in the file; parameters also with `set`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__()
        self.path = os.fspath(path)
        try:
            self._source = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise mistake("E401", f"{self.path}: {error}") from error

    def text(self) -> str:
        return self._source

    def _path(self) -> str:
        return self.path

    def _asked(self, keys: dict[str, Any]) -> tuple[str, _zwang.RunChoice]:
        known = ("until", "tolerance", "every", "method", "step", "problem")
        choice = _zwang.RunChoice()
        for key, given in keys.items():
            if key not in known:
                raise TypeError(f"run() of a file has no key {key!r}; it has {', '.join(known)}")
            if given is not None:
                setattr(choice, key, given if isinstance(given, str) else repr(float(given)))
        return self._source, choice


def read(path: str | os.PathLike[str]) -> ModelFile:
    """A model file, to be run or swept."""
    return ModelFile(path)


class _Line:
    """Text of the model file, and where the caller wrote it."""

    __slots__ = ("text", "origin")

    def __init__(self, text: str) -> None:
        self.text = text
        frame = sys._getframe(1)
        while frame and os.path.dirname(frame.f_code.co_filename) == _HERE:
            frame = frame.f_back  # type: ignore[assignment]
        self.origin = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""


class _Along:
    """A function of one mass or coordinate as one of all coordinates."""

    def __init__(self, model: Model, where: str, mass: bool, function: Callable[..., Any]) -> None:
        self._where = where
        self._mass = mass or where not in model._coordinate_names()
        self._function = _noted(function, f"the force on '{where}'")

    def placed(self, known: Mapping[str, Any]) -> Callable[..., Any]:
        names: Sequence[str] = known["coordinates"]
        stays = known["stays"].get(self._where, (0.0, 0.0, 0.0))
        wanted = [f"{self._where}.{axis}" for axis in "xyz"] if self._mass else [self._where]
        found = [(i, names.index(name)) for i, name in enumerate(wanted) if name in names]
        if not found:
            raise mistake("E103", f"no mass or coordinate is called '{self._where}'")
        mass, function, size = self._mass, self._function, len(names)

        def force(t: float, q: np.ndarray, rates: np.ndarray) -> np.ndarray:
            out = np.zeros(size)
            if not mass:
                (_, place), = found
                out[place] = function(t, q[place], rates[place])
                return out
            r, v = np.array(stays), np.zeros(3)
            for axis, place in found:
                r[axis], v[axis] = q[place], rates[place]
            answer = np.asarray(function(t, r, v), dtype=float)
            if answer.shape != (3,):
                raise mistake("E113", f"the force on '{self._where}' must be a vector of three numbers")
            for axis, place in found:
                out[place] = answer[axis]
            return out

        return force


def _noted(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    def called(t: float, *state: Any) -> Any:
        try:
            return function(t, *state)
        except BaseException as error:
            error.add_note(f"E703: {what} raised this at t = {t!r} s")
            raise

    return called


def _name_of(on: Any) -> str:
    if isinstance(on, (Point, Coordinate)):
        return on.text
    if isinstance(on, Group):
        return on.name
    if isinstance(on, str):
        return on
    raise mistake("E113", f"a force acts on a mass or along a coordinate, not on {on!r}")


def _formula(given: Any) -> str:
    if isinstance(given, Expression):
        return given.text
    if isinstance(given, str):
        return given
    raise mistake("E113", f"an energy must be a formula, not {given!r}")


def _tables_of(keys: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keys of a run as those of [run] and [output]."""
    known = ("from", "until", "method", "step", "tolerance", "start", "settle", "max_events", "impacts", "problem", "branch")
    run: dict[str, Any] = {}
    output: dict[str, Any] = {}
    for key, given in keys.items():
        key = key.rstrip("_")
        if key != "every" and key not in known:
            raise TypeError(f"run() has no key {key!r}; it has {', '.join(known)}, every")
        if given is not None:
            (output if key == "every" else run)[key] = given
    return run, output


def _times(start: Any, until: Any) -> dict[str, str]:
    told = {}
    if start is not None:
        told["from"] = toml.value(start)
    if until is not None:
        told["until"] = toml.value(until)
    return told


def _table_text(heading: str, keys: Mapping[str, str]) -> str:
    return "\n".join([heading, *(f"{key} = {text}" for key, text in keys.items())])


def _entries(at: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Coordinates and velocities by name; of a mass all three at once."""
    out = []
    for name, given in (at or {}).items():
        name = str(getattr(name, "text", name))
        if isinstance(given, (list, tuple, np.ndarray)):
            point, prime = (name[:-1], "'") if name.endswith("'") else (name, "")
            out.extend((f"{point}.{axis}{prime}", _number(one)) for axis, one in zip("xyz", given, strict=True))
        else:
            out.append((name, _number(given)))
    return out


def _number(given: Any) -> str:
    return given if isinstance(given, str) else repr(float(given))


def _settings(given: Mapping[str, Any] | Iterable[tuple[str, Any]] | None) -> list[tuple[str, str]]:
    items = given.items() if isinstance(given, Mapping) else given or ()
    return [(name, text if isinstance(text, str) else repr(float(text))) for name, text in items]
