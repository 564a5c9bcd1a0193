# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Functions that the library calls: what they give, raise, keep and call."""
import gc
import os
import signal
import threading
import time
import weakref

import numpy as np
import pytest
import zwang
from zwang import Error


def oscillator():
    m = zwang.Model("oscillator")
    x = m.coordinate("x", start=1)
    m.kinetic(0.5 * x.rate**2)
    return m, x


def test_a_force_from_a_function_matches_the_closed_form():
    """x'' = -x from x = 1 is cos t; the same as text has the same bits."""
    m, x = oscillator()
    m.force(x, lambda t, q, rate: -q)
    run = m.run(until=3)
    assert run["x"][-1] == pytest.approx(np.cos(3), abs=1e-8)
    assert run.certified
    text, y = oscillator()
    text.force(y, -y)
    assert np.array_equal(text.run(until=3)["x"], run["x"])


def test_functions_of_masses_and_of_everything():
    m = zwang.Model()
    p = m.mass("p", 2, at=(1, 5, 0), velocity=(0, 0, 1), axes="xz")
    seen = []

    def spring(t, r, v):
        seen.append(r[1])
        return (-2 * r[0], 0, 0)

    m.force(p, spring)
    m.force(lambda t, q, rates: np.array([0, 4.0]))
    run = m.run(until=1)
    assert set(seen) == {5.0}  # where it stays along y
    assert run["p.x"][-1] == pytest.approx(np.cos(1), abs=1e-8)
    assert run["p.z"][-1] == pytest.approx(1 + 1, abs=1e-8)


class Mine(Exception):
    pass


@pytest.mark.parametrize("call", [1, 2, 10, 100])
def test_what_a_function_raises_arrives_unchanged(call):
    m, x = oscillator()
    thrown = Mine("here")
    count = 0

    def force(t, q, rate):
        nonlocal count
        count += 1
        if count == call:
            raise thrown
        return -q

    m.force(x, force)
    with pytest.raises(Mine) as raised:
        m.run(until=10)
    assert raised.value is thrown
    assert "E703" in thrown.__notes__[0]
    count = 1000  # the model is as it was
    assert m.run(until=1)["x"][-1] == pytest.approx(np.cos(1), abs=1e-8)


@pytest.mark.parametrize(
    "answer", [None, "text", (1, 2), np.zeros(3), np.zeros((1, 1)), object(), {}, [[1.0]], 1j]
)
def test_invalid_return_values_are_reported(answer):
    m, x = oscillator()
    m.force(lambda t, q, rates: answer)
    with pytest.raises((Error, TypeError, ValueError)):
        m.run(until=1)


@pytest.mark.parametrize("answer", [float("nan"), float("inf")])
def test_a_non_finite_value_ends_the_motion_and_is_named(answer):
    m, x = oscillator()
    m.force(x, lambda t, q, rate: answer if t > 0.5 else -q)
    run = m.run(until=1)
    assert run.code == "E311" and run.t_end <= 0.5 + 1e-9
    assert np.isfinite(run["x"]).all()


def test_arguments_kept_by_a_function_do_not_change():
    m, x = oscillator()
    kept = []

    def force(t, q, rates):
        kept.append((q, q.copy()))
        q[0] += 0  # it may be written to
        return -q

    m.force(force)
    m.run(until=1)
    del m, x
    gc.collect()
    assert len(kept) > 10 and all(np.array_equal(a, b) for a, b in kept)


def test_a_function_may_run_another_model_but_not_its_own():
    m, x = oscillator()
    other, y = oscillator()
    other.force(y, -y)

    def runs_itself(t, q, rate):
        m.run(until=1)

    m.force(x, runs_itself)
    with pytest.raises(Error) as raised:
        m.run(until=1)
    assert raised.value.code == "E701"

    m, x = oscillator()

    def changes(t, q, rate):
        m.parameter("new", 1)

    m.force(x, changes)
    with pytest.raises(Error) as raised:
        m.run(until=1)
    assert raised.value.code == "E701"

    m, x = oscillator()
    m.force(x, lambda t, q, rate: -float(other.run(until=0.01)["x"][0]) * q)  # another model may run
    assert m.run(until=0.1).usable()


def test_functions_live_as_long_as_they_are_needed():
    class Force:
        def __call__(self, t, q, rate):
            return -q

    m, x = oscillator()
    force = Force()
    seen = weakref.ref(force)
    m.force(x, force)
    del force
    run = m.run(until=1)
    del m
    gc.collect()
    assert run["energy"].size == len(run)  # may ask the force again
    del run
    gc.collect()
    assert seen() is None


def test_a_motion_with_a_function_is_neither_saved_nor_reported(tmp_path):
    m, x = oscillator()
    m.force(x, lambda t, q, rate: -q)
    for work in (
        lambda: m.save(tmp_path / "m.toml"),
        lambda: m.run(until=1).save(tmp_path / "m.zw"),
        lambda: m.run(until=1, output=tmp_path / "n.zw"),
        lambda: m.run(until=1).report(tmp_path / "m.html"),
    ):
        with pytest.raises(Error) as raised:
            work()
        assert raised.value.code == "E113"
    assert not list(tmp_path.iterdir())
    assert "oscillator" in m.run(until=1)._repr_html_()


def test_other_threads_keep_running(pendulum):
    """Other threads work while a motion is computed; several run at once."""
    m = pendulum
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    counter = threading.Thread(target=tick)
    counter.start()
    begin = time.monotonic()
    runs = []
    workers = [threading.Thread(target=lambda: runs.append(m.run(until=2000))) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    end = time.monotonic()
    done.set()
    counter.join()
    assert len([t for t in ticks if begin < t < end]) >= 5
    assert np.array_equal(runs[0]["bob.z"], runs[1]["bob.z"])


def test_control_c_ends_a_run():
    m, x = oscillator()
    m.force(x, -x)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        m.run(until=1e7, max_events=10**9)
    timer.join()
    assert m.run(until=1).usable()


def test_a_fork_does_not_continue_the_run(tmp_path):
    m, x = oscillator()
    m.force(x, -x)
    other, y = oscillator()
    children = []

    def divides(t, q, rate):
        if t > 0.5 and not children:
            children.append(os.fork())
        return -q

    other.force(y, divides)
    parent = os.getpid()
    try:
        run = other.run(until=1)
    except Error as error:
        os._exit(7 if os.getpid() != parent and error.code == "E702" else 8)
    if os.getpid() != parent:
        os._exit(9)
    assert run["x"][-1] == pytest.approx(np.cos(1), abs=1e-8)
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 7
