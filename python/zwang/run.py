# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A motion: its rows with both sides of every jump, its events, its certificate."""

from __future__ import annotations

import html
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Mapping, Sequence

import numpy as np

from . import _zwang
from .error import Error, mistake


class Table(np.ndarray):
    """A structured array that converts to pandas; its columns are plain arrays."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return found.view(np.ndarray) if isinstance(found, Table) and found.dtype.names is None else found

    def to_pandas(self) -> Any:
        """The same as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame({name: np.asarray(self[name]) for name in self.dtype.names})


class Run:
    """The outcome of a run, computed just now or opened from a result; both work the same.

    ``run["bob.x"]``, ``run["string.multiplier"]``, ``run["energy"]`` or any expression is an array
    with one number per row, ``run["bob"]`` one with three, and ``run[["bob.x", "energy"]]`` one with
    a column for each. Stored data is not copied and is read-only. At a jump two rows have the same
    time: ``run["side"]`` is -1 before it and 1 after it.

    >>> import zwang
    >>> m = zwang.Model("thrown")
    >>> ball = m.mass("ball", 2, velocity=(3, 0, 4))
    >>> m.gravity((0, 0, -10))
    >>> run = m.run(until=1)
    >>> print(run["ball.z"][-1].round(9))
    -1.0
    >>> round(run.at(0.5)["ball.x"], 9)
    1.5
    >>> run.at([0, 0.5])["ball.x"].round(9).tolist()
    [0.0, 1.5]
    """

    def __init__(self, motion: _zwang.Motion, path: str = "") -> None:
        self._motion = motion
        self._file = path
        ending = motion.ending()
        #: "finished", "stopped" (see `code`), "interrupted"
        self.status: str = ending["status"]
        #: why it stopped, or None
        self.code: str | None = ending["code"]
        self.message: str = ending["message"]
        #: whether everything that was promised has been checked and holds
        self.certified: bool = ending["certified"]
        #: "certified", "certified up to 0.8 s", "NOT certified"
        self.verdict: str = ending["verdict"]
        #: name -> (worst, allowed)
        self.certificate: Mapping[str, tuple[float, float]] = ending["certificate"]
        self.warnings: list[str] = ending["warnings"]
        self.t_end: float = ending["t_end"]
        self.steps: int = ending["steps"]
        told = motion.events()
        #: one row per event: t, kind, word, of, located (error of root finding), uncertainty (with
        #: that of the motion, an estimate; NaN without), energy_before, energy_after, supplied
        self.events: Table = _table(told["events"])
        #: one row per constraint that took part: event, t, kind, constraint, cause, before, after,
        #: impulse, approach, multiplier
        self.parts: Table = _table(_with_times(told["parts"], self.events))
        self._names = motion.names()

    def __len__(self) -> int:
        return len(self._motion)

    def __getitem__(self, quantity: str | list[str]) -> np.ndarray:
        if isinstance(quantity, list):
            return np.column_stack([self[one] for one in quantity])
        quantity = str(getattr(quantity, "text", quantity))
        point = quantity.rstrip("'")
        if point in self._names["masses"]:
            prime = quantity[len(point) :]
            found = np.column_stack([self._motion.column(f"{point}.{axis}{prime}") for axis in "xyz"])
            found.flags.writeable = False
            return found
        return self._motion.column(quantity)

    @property
    def t(self) -> np.ndarray:
        """The times of the rows."""
        return self["t"]

    def usable(self) -> bool:
        """Whether the motion went as far as requested, or was interrupted."""
        return self.code is None

    def at(self, t: float | Sequence[float] | np.ndarray, side: int = 1) -> Instant:
        """The motion at one time or at several: after a jump, or with side=-1 before it."""
        return Instant(self, np.asarray(t, dtype=float)[()], side)

    def geometry(self, t: float, side: int = 1) -> dict[str, Any]:
        """Curvatures of planes and paths and the like at one time, as `Model.geometry` has them."""
        told, words = self._motion.geometry(float(t), side)
        return {**json.loads(told), "text": words}

    def to_pandas(self, *quantities: str) -> Any:
        """The rows as a pandas.DataFrame: t, side, and these quantities, or else every coordinate, velocity and multiplier."""
        import pandas

        stored = [*self._names["coordinates"], *self._names["velocities"], *(f"{one}.multiplier" for one in self._names["constraints"])]
        return pandas.DataFrame({one: self[one] for one in ("t", "side", *(quantities or stored))})

    def summary(self, *, all: bool = False) -> str:
        """What a terminal shows; of more than 100 events the first 50, unless all are wanted."""
        return self._motion.summary(all)

    def model_text(self) -> str:
        """The model file it was computed from."""
        return self._motion.model_text()

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes the result, a single file to pass on. E113 if a force was a function."""
        if self._file:
            if os.path.exists(path) and not force:
                raise mistake("E440", f"{os.fspath(path)} already exists")
            shutil.copyfile(self._file, path)
        else:
            self._motion.save(os.fspath(path), force)

    def report(self, path: str | os.PathLike[str], *, title: str = "", full: bool = False) -> None:
        """Writes the report: an HTML file that shows the motion and proves it."""
        Path(path).write_text(self._html(title, full), encoding="utf-8")

    def audit(self) -> Mapping[str, tuple[float, float]]:
        """All numbers recomputed from the rows alone: name -> (worst, allowed)."""
        return self._with_file(_zwang.audit)

    def plot(self, *quantities: str, against: str = "t", axes: Any = None) -> Any:
        """Draws quantities with matplotlib, one panel each, and returns the axes. Jumps stay jumps."""
        import matplotlib.pyplot as plt

        if not quantities:
            raise TypeError("plot() needs a quantity, for example run.plot('energy')")
        if axes is None:
            _, axes = plt.subplots(len(quantities), 1, sharex=True, squeeze=False)
            axes = axes[:, 0]
        axes = np.atleast_1d(axes)
        x, side = self[against], self["side"]
        cuts = np.flatnonzero(side == 1)
        for axis, quantity in zip(axes, quantities, strict=True):
            colour = None
            for xs, ys in zip(np.split(x, cuts), np.split(self[quantity], cuts)):
                (line,) = axis.plot(xs, ys, color=colour)
                colour = line.get_color()
            if against == "t":
                for event in self.events:
                    if event["kind"] == "impact":
                        axis.axvline(event["t"], color="0.85", zorder=0)
            axis.set_ylabel(quantity)
        axes[-1].set_xlabel("t / s" if against == "t" else against)
        return axes if len(axes) > 1 else axes[0]

    def __repr__(self) -> str:
        title = self._names["title"] or "motion"
        end = f"{self.code}, {self.verdict}" if self.code else self.verdict
        return f"<Run of {title}: {self.t_end:g} s, {len(self)} rows, {len(self.events)} events, {end}>"

    def _repr_html_(self) -> str:
        if not _zwang.has_report():
            return f"<pre>{html.escape(self.summary())}</pre>"
        try:
            report = self._html("", False)
        except Error:  # a force is a function: there is no report of it
            return f"<pre>{html.escape(self.summary())}</pre>"
        return (
            f'<iframe srcdoc="{html.escape(report)}" sandbox="allow-scripts" '
            'style="width: 100%; height: 640px; border: 0"></iframe>'
        )

    def _html(self, title: str, full: bool) -> str:
        return self._with_file(lambda path: _zwang.report([path], title, full))

    def _with_file(self, use: Any) -> Any:
        if self._file:
            return use(self._file)
        with tempfile.TemporaryDirectory(prefix="zwang-") as folder:
            path = os.path.join(folder, "run.zw")
            self._motion.save(path, False)
            return use(path)


class Instant:
    """A motion at one time; ``run.at(0.5)["energy"]`` is a number, of a mass three.

    At several times it is an array of them, with one row per time.
    """

    def __init__(self, run: Run, t: float | np.ndarray, side: int) -> None:
        self.t = t
        self._run = run
        self._side = side
        self["t"]  # E120 outside of the motion

    def __getitem__(self, quantity: str) -> Any:
        quantity = str(getattr(quantity, "text", quantity))
        point = quantity.rstrip("'")
        if point in self._run._names["masses"]:
            prime = quantity[len(point) :]
            return np.stack([self[f"{point}.{axis}{prime}"] for axis in "xyz"], axis=-1)
        value = self._run._motion.value_at
        if np.ndim(self.t) == 0:
            return value(quantity, self.t, self._side)
        return np.array([value(quantity, t, self._side) for t in self.t.flat]).reshape(self.t.shape)

    def __repr__(self) -> str:
        return f"<Instant of {self._run!r} at {self.t!r} s>"


def open(path: str | os.PathLike[str]) -> Run:
    """A result, read and checked."""
    name = os.fspath(path)
    return Run(_zwang.open(name), name)


def _with_times(parts: Mapping[str, Any], events: Table) -> dict[str, Any]:
    event = parts["event"]
    return {"event": event, "t": events["t"][event], "kind": events["kind"][event], **parts}


def _table(columns: Mapping[str, Any]) -> Table:
    arrays = {name: np.asarray(values) for name, values in columns.items()}
    size = len(next(iter(arrays.values())))
    kinds = [(name, array.dtype if array.size else _EMPTY.get(name, array.dtype)) for name, array in arrays.items()]
    table = np.zeros(size, dtype=kinds)
    for name, array in arrays.items():
        table[name] = array
    table.flags.writeable = False
    return table.view(Table)


_EMPTY = {"constraint": "U1", "before": "U1", "after": "U1", "cause": "?"}
