# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""One model, many runs: over values of its parameters, on many cores or machines.

>>> import zwang
>>> m = zwang.Model("fall")
>>> h, g = m.parameter("h", 1.0), m.parameter("g", 9.81)
>>> ball = m.mass("ball", 1, at=(0, 0, h))
>>> m.gravity((0, 0, -g))
>>> m.constraint("floor", ball.z >= 0)
>>> rows = zwang.sweep(m, over={"h": [1, 2, 4]}, want=["time(impact)"], until=1)
>>> print(rows["time(impact)"].round(6))
[0.451524 0.638551 0.903047]
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import time
import warnings
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, Iterable, Iterator, Mapping, Sequence

import numpy as np

from . import _zwang
from .error import mistake
from .model import Described, _settings
from .run import Table

#: seconds that one task of a scheduler shall take: its own cost, some milliseconds, then is small
TASK = 0.5
#: and at least so many for each worker, since one scheduler hands out all of them
TASK_PER_WORKER = 0.005
#: so often a run alone may lose its workers, several of them each time, before it is to blame
TRIES = 3
#: a sweep that takes no longer is done here, before workers would have begun
SOON = 2.0


def sweep(
    model: Described,
    *,
    over: Mapping[str, Iterable[float]] | Sequence[Mapping[str, float]],
    want: Sequence[str] = (),
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    part: tuple[int, int] = (1, 1),
    workers: int | None = None,
    dask: Any = None,
    progress: bool = False,
    **choice: Any,
) -> Table:
    """Runs the model once for every point of `over` and returns one row per run.

    `over` names parameters: a dict of values makes every combination, the last name fastest; a
    list of dicts specifies each run by itself. `want` contains texts such as
    "max(string.tension)", "time(slack string)", "count(impact)", "final(energy)". `choice` is as
    for `run`: until, tolerance, every, method, step, problem.

    Runs go to `workers` processes of this machine (as many as it has cores; 0: here, without
    processes), or to a Dask scheduler: `dask` is its address or a Client. A run that fails is a row
    with its code. `output` is a file that stores the rows as they arrive; with `resume`, only the
    runs that it does not have are run. `part` = (3, 100) runs the third of a hundred parts, for
    very large sweeps with a file for each part.
    """
    order = order_of(model, over=over, want=want, set=set, **choice)
    local = _zwang.Sweep(order)
    found = collected(local, order, output, resume, force, part, workers, dask, progress)
    return _rows(local, order, found)


def collected(
    local: _zwang.Sweep,
    order: dict[str, Any],
    output: str | os.PathLike[str] | None,
    resume: bool,
    force: bool,
    part: tuple[int, int],
    workers: int | None,
    dask: Any,
    progress: bool,
) -> dict[str, Any]:
    """The rows of an order as columns."""
    if not 1 <= part[0] <= part[1]:
        raise mistake("E120", f"there is no part {part[0]} of {part[1]}: parts are counted from 1")
    store = _zwang.SweepStore(os.fspath(output), local, resume, force) if output is not None else None
    missing = store.missing(*part) if store else np.arange(*_zwang.share_of(*part, len(local)))
    found: list[dict[str, Any]] = []
    bar = _Progress(len(missing), progress)

    def take(columns: dict[str, Any]) -> None:
        if store:
            store.add(columns)
        else:
            found.append(columns)
        bar.add(columns)

    try:
        rest, pace = _begin(local, missing, take, 0.05 if dask is not None else TASK / 5)
        if dask is None and (workers == 0 or len(rest) * pace < SOON):
            for batch in _batches(rest, pace):
                take(local.run(batch))
        elif len(rest):
            with _without_main():
                _distribute(order, local, rest, pace, take, workers, dask)
        if store:
            found = [store.rows()]
            store.finish()
    except BaseException:
        if store:
            store.commit()  # what came is kept
        raise
    finally:
        bar.end()
        if store:
            store.close()
    return _joined(found, len(order["want"]))


def _joined(found: list[dict[str, Any]], width: int) -> dict[str, Any]:
    """One set of columns, in the order of ids."""
    ids = np.concatenate([np.asarray(columns["id"], dtype="i8") for columns in found] or [np.zeros(0, "i8")])
    sorted_by = np.argsort(ids, kind="stable")
    out: dict[str, Any] = {"id": ids[sorted_by]}
    for name, kind in (("status", "U12"), ("code", "U4"), ("certified", "?"), ("seconds", "f8")):
        parts = [np.asarray(columns[name], dtype=kind) for columns in found]
        out[name] = np.concatenate(parts or [np.zeros(0, kind)])[sorted_by]
    values = [np.asarray(columns["values"], dtype=float).reshape(-1, width) for columns in found]
    out["values"] = np.concatenate(values or [np.zeros((0, width))])[sorted_by]
    return out


def order_of(
    model: Described,
    *,
    over: Mapping[str, Iterable[float]] | Sequence[Mapping[str, float]],
    want: Sequence[str] = (),
    set: Mapping[str, Any] | None = None,
    **choice: Any,
) -> dict[str, Any]:
    """The order, in plain numbers and texts that can be sent to a worker."""
    if not isinstance(model, Described):
        raise TypeError("a sweep needs a Model or a model file: zwang.read(\"x.toml\")")
    if getattr(model, "_functions", None):
        raise mistake("E113", "a function cannot be sent to workers: write the force as text")
    if isinstance(want, str):
        want = [want]
    names: list[str]
    axes: list[list[float]] = []
    points = np.zeros(0)
    if isinstance(over, Mapping):
        names = [str(name) for name in over]
        axes = [[float(value) for value in np.atleast_1d(values)] for values in over.values()]
    else:
        names = [str(name) for name in over[0]] if len(over) else []
        for point in over:
            if list(point) != names:
                raise mistake("E120", f"every run of a list needs the same parameters: {names}, not {list(point)}")
        points = np.array([[float(point[name]) for name in names] for point in over])
    return {
        "text": model.text(),
        "path": model._path(),
        "set": _settings(set),
        "names": names,
        "axes": axes,
        "points": points,
        "want": list(want),
        "choice": {name: text if isinstance(text, str) else repr(float(text)) for name, text in choice.items()},
    }


def _begin(local: _zwang.Sweep, missing: np.ndarray, take: Any, seconds: float) -> tuple[np.ndarray, float]:
    """Runs a few here; returns those that remain, and the seconds that one takes."""
    done, count, clock = 0, 1, time.perf_counter()
    spent = 0.0
    while done < len(missing) and spent < seconds:
        batch = missing[done : done + count]
        take(local.run(batch))
        done += len(batch)
        count *= 2
        spent = time.perf_counter() - clock
    return missing[done:], spent / max(done, 1)


def _batches(ids: np.ndarray, pace: float, workers: int = 1) -> Iterator[np.ndarray]:
    count = max(1, int(max(TASK, TASK_PER_WORKER * workers) / max(pace, 1e-9)))
    for first in range(0, len(ids), count):
        yield ids[first : first + count]


_known: dict[str, Any] = {}  # of a worker: the sweeps that it has read


def _key(sweep: _zwang.Sweep) -> str:
    return hashlib.sha256(sweep.description().encode()).hexdigest()


def _work(order: dict[str, Any], key: str, ids: np.ndarray) -> dict[str, Any]:
    """One task: pure, so that it may be done twice."""
    if key not in _known:
        sweep = _zwang.Sweep(order)
        if _key(sweep) != key:
            raise mistake("E620", "this worker has another version of the program or of the model's files")
        while len(_known) >= 4:
            _known.pop(next(iter(_known)))
        _known[key] = sweep
    return _known[key].run(ids)


@contextmanager
def _without_main() -> Iterator[None]:
    """New processes run the file of the main program again, to know its functions, and would sweep in their turn. Workers
    need nothing of it, so here it has none: a script needs no `if __name__ == "__main__":`."""
    main = vars(sys.modules["__main__"])
    kept = {name: main.pop(name) for name in ("__file__", "__spec__") if name in main}
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update(kept)


def _distribute(
    order: dict[str, Any], local: Any, ids: np.ndarray, pace: float, take: Any, workers: int | None, dask: Any
) -> None:
    try:
        import distributed
    except ImportError as error:
        raise mistake("E120", "sweeps on several processes need the package distributed") from error
    own: list[Any] = []  # to be closed
    try:
        client = dask
        if dask is None:
            own.append(
                distributed.LocalCluster(
                    n_workers=workers or os.cpu_count() or 1,
                    threads_per_worker=1,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                )
            )
            dask = own[0]
        if not isinstance(dask, distributed.Client):
            client = distributed.Client(dask, timeout=30)
            own.append(client)
        _feed(client, order, local, ids, pace, take)
    except (OSError, CancelledError) as error:
        raise mistake("E610", f"the scheduler is lost: {error}") from error
    finally:
        for one in reversed(own):
            one.close()


def _feed(client: Any, order: dict[str, Any], local: Any, ids: np.ndarray, pace: float, take: Any) -> None:
    """Keeps every worker busy with a few tasks, takes rows as they come."""
    import distributed
    from distributed.scheduler import KilledWorker

    key = _key(local)
    # a task, since what was only sent is lost with the last worker that has it
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Large object")
        shared = client.submit(_same, order, key=f"zwang-order-{key}")
    workers = max(1, len(client.ncores()))
    waiting = _batches(ids, pace, workers)
    running: dict[Any, np.ndarray] = {}
    again: list[np.ndarray] = []
    killed: dict[int, int] = {}

    def submit() -> bool:
        batch = again.pop() if again else next(waiting, None)
        if batch is None:
            return False
        future = client.submit(_work, shared, key, batch, pure=False, retries=2)
        running[future] = batch
        pending.add(future)
        return True

    pending = distributed.as_completed()
    while len(running) < 3 * workers and submit():
        pass
    while running:
        future = next(pending)
        batch = running.pop(future)
        try:
            take(future.result())  # computed again if its worker is lost by now
        except KilledWorker:
            if len(batch) > 1:  # who of them kills its worker?
                again.extend(np.array_split(batch, 2))
            else:
                killed[int(batch[0])] = killed.get(int(batch[0]), 0) + 1
                if killed[int(batch[0])] < TRIES:
                    again.append(batch)
                else:
                    take(_lost(batch, len(order["want"])))
        future.release()
        while len(running) < 3 * workers and submit():
            pass


def _same(order: dict[str, Any]) -> dict[str, Any]:
    return order


def _lost(batch: np.ndarray, width: int) -> dict[str, Any]:
    """The row of a run that has killed its process again and again."""
    return {
        "id": batch,
        "status": ["failed"],
        "code": ["E610"],
        "certified": np.zeros(1, dtype=bool),
        "seconds": np.zeros(1),
        "values": np.full((1, width), np.nan),
    }


def _rows(local: _zwang.Sweep, order: dict[str, Any], columns: dict[str, Any]) -> Table:
    parameters = np.array([local.parameters(int(i)) for i in columns["id"]]).reshape(-1, len(order["names"]))
    fields = [("id", columns["id"])]
    fields += [(name, parameters[:, k]) for k, name in enumerate(order["names"])]
    fields += [(text, columns["values"][:, k]) for k, text in enumerate(order["want"])]
    fields += [(name, columns[name]) for name in ("status", "code", "certified", "seconds")]
    taken: list[str] = []
    for name, _ in fields:  # a wanted value may be called like a parameter
        while name in taken:
            name += "_"
        taken.append(name)
    table = np.zeros(len(columns["id"]), dtype=[(name, column.dtype) for name, (_, column) in zip(taken, fields)])
    for name, (_, column) in zip(taken, fields):
        table[name] = column
    return table.view(Table)


class _Progress:
    """One line that grows, on the terminal's error channel."""

    def __init__(self, total: int, shown: bool) -> None:
        self._total, self._shown = total, shown
        self._done = self._failed = 0
        self._slowest = 0.0
        self._last = 0.0

    def add(self, columns: dict[str, Any]) -> None:
        self._done += len(columns["id"])
        self._failed += sum(1 for code in columns["code"] if code)
        self._slowest = max(self._slowest, float(np.max(columns["seconds"], initial=0.0)))
        now = time.monotonic()
        if self._shown and (now - self._last > 0.1 or self._done == self._total):
            self._last = now
            share = self._done / max(self._total, 1)
            bar = "#" * int(20 * share)
            print(
                f"\r[{bar:<20}] {self._done}/{self._total}, {self._failed} failed, "
                f"slowest {self._slowest:.2g} s",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)
