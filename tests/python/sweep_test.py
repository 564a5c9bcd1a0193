# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Many runs: the same rows here, by processes, by a scheduler, and after all of them were killed."""
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import zwang
from zwang import Error


def fall():
    m = zwang.Model("fall")
    h, g = m.parameter("h", 1.0), m.parameter("g", 9.81)
    ball = m.mass("ball", 1, at=(0, 0, h))
    m.gravity((0, 0, -g))
    m.constraint("floor", ball.z >= 0)
    return m


LONG = "ZWANG_LONG" in os.environ
WANT = ["time(impact)", "min(ball.z')", "count(impact)", "final(ball.z)"]


def content(rows):
    return [tuple(row[name].tobytes() if name != "seconds" else b"" for name in rows.dtype.names) for row in rows]


def test_a_grid_matches_the_closed_form():
    rows = zwang.sweep(fall(), over={"h": [1, 2], "g": [5, 10, 20]}, want=WANT, until=2)
    assert list(rows["h"]) == [1, 1, 1, 2, 2, 2] and list(rows["g"]) == [5, 10, 20, 5, 10, 20]
    assert np.allclose(rows["time(impact)"], np.sqrt(2 * rows["h"] / rows["g"]), atol=1e-9)
    assert np.allclose(rows["min(ball.z')"], -np.sqrt(2 * rows["h"] * rows["g"]), atol=1e-8)
    assert rows["certified"].all() and set(rows["code"]) == {""}
    assert list(rows.to_pandas().columns[:3]) == ["id", "h", "g"]


def test_a_list_of_runs_and_a_failed_one():
    """A ball that starts below the floor is a row with its code."""
    rows = zwang.sweep(fall(), over=[{"h": 1.0}, {"h": -1.0}, {"h": 4.0}], want=WANT, until=1)
    assert list(rows["code"]) == ["", "E201", ""] and list(rows["certified"]) == [True, False, True]
    assert np.isnan(rows["time(impact)"][1])


def test_errors_in_the_order_are_reported():
    for work, code in (
        (lambda: zwang.sweep(fall(), over={"hh": [1]}, want=WANT, until=1), "E103"),
        (lambda: zwang.sweep(fall(), over={"h": [1]}, want=["max(bal.z)"], until=1), "E103"),
        (lambda: zwang.sweep(fall(), over={"h": [float("nan")]}, want=WANT, until=1), "E120"),
        (lambda: zwang.sweep(fall(), over=[{"h": 1.0}, {"g": 1.0}], want=WANT, until=1), "E120"),
    ):
        with pytest.raises(Error) as raised:
            work()
        assert raised.value.code == code
    said = str(pytest.raises(Error, lambda: zwang.sweep(fall(), over={"h": [1]}, want=["max(bal.z)"], until=1)).value)
    assert "   | max(bal.z)\n   |     ^^^^^ did you mean" in said
    m = fall()
    m.force("ball", lambda t, r, v: (0, 0, 0))
    with pytest.raises(Error) as raised:
        zwang.sweep(m, over={"h": [1]}, until=1)
    assert raised.value.code == "E113"


def test_rows_are_those_of_the_command(command, root, tmp_path):
    """The same sweep by `zwang sweep` has the same content."""
    model = root / "examples" / "pendulum.toml"
    done = subprocess.run(
        [command, "sweep", model, "--over", "v=4:4.4:9", "--want", "time(slack string)", "--want", "max(bob.z)",
         "-o", tmp_path / "command.zw", "-qq"],
        capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stderr
    zwang.sweep(
        zwang.read(model), over={"v": np.linspace(4, 4.4, 9)}, want=["time(slack string)", "max(bob.z)"],
        output=tmp_path / "python.zw",
    )
    hashes = {zwang._zwang.sweep_content_hash(str(tmp_path / name)) for name in ("command.zw", "python.zw")}
    assert len(hashes) == 1


def test_rows_are_those_of_single_runs(root):
    model = zwang.read(root / "examples" / "pendulum.toml")
    rows = zwang.sweep(model, over={"v": [4.1, 4.2]}, want=["final(bob.x)", "max(bob.z)"])
    for row in rows:
        run = model.run(set={"v": row["v"]})
        assert run["bob.x"][-1] == row["final(bob.x)"] and run["bob.z"].max() == row["max(bob.z)"]


def test_a_file_keeps_the_rows_and_resumes(tmp_path):
    over = {"h": np.linspace(1, 2, 7)}
    whole = zwang.sweep(fall(), over=over, want=WANT, until=1, output=tmp_path / "whole.zw")
    again = zwang.sweep(fall(), over=over, want=WANT, until=1, output=tmp_path / "whole.zw", resume=True)
    assert content(whole) == content(again)
    with pytest.raises(Error) as raised:
        zwang.sweep(fall(), over={"h": [1]}, want=WANT, until=1, output=tmp_path / "whole.zw", resume=True)
    assert raised.value.code == "E420"


def test_a_worker_with_another_model_is_rejected():
    order = zwang.sweeping.order_of(fall(), over={"h": [1, 2]}, want=WANT, until=1)
    with pytest.raises(Error) as raised:
        zwang.sweeping._work(order, "the hash of another model", np.arange(2))
    assert raised.value.code == "E620"


def test_parts_contain_every_run_once(tmp_path):
    over = {"h": np.linspace(1, 2, 11)}
    whole = zwang.sweep(fall(), over=over, want=WANT, until=1)
    for of in (1, 3, 11, 20):
        parts = [zwang.sweep(fall(), over=over, want=WANT, until=1, part=(k, of)) for k in range(1, of + 1)]
        assert content(np.concatenate(parts)) == content(whole)
    part = zwang.sweep(fall(), over=over, want=WANT, until=1, part=(2, 3), output=tmp_path / "2.zw")
    assert list(part["id"]) == [4, 5, 6, 7]
    for wrong in ((0, 3), (4, 3)):
        with pytest.raises(Error) as raised:
            zwang.sweep(fall(), over=over, until=1, part=wrong)
        assert raised.value.code == "E120"


distributed = pytest.importorskip("distributed")


@pytest.fixture
def slow():
    """A sweep of some seconds: swings of a string pendulum that goes slack and taut."""
    m = zwang.Model("swings")
    v = m.parameter("v", 4.2)
    bob = m.mass("bob", 0.5, at=(0.8, 0, -0.6), velocity=(0.6 * v, 0.3, 0.8 * v))
    m.gravity((0, 0, -9.81))
    m.constraint("string", abs(bob) <= 1)
    return m, {"over": {"v": np.linspace(4, 4.4, 200)}, "want": ["max(bob.z)", "count(impact)"], "until": 300 if LONG else 100}


def test_any_number_of_workers_gives_the_same_rows(slow, monkeypatch):
    monkeypatch.setattr(zwang.sweeping, "SOON", 0.0)
    m, order = slow
    order["until"] = 6
    here = zwang.sweep(m, workers=0, **order)
    assert content(zwang.sweep(m, workers=2, **order)) == content(here)
    assert content(zwang.sweep(m, workers=3, **order)) == content(here)


def test_a_script_needs_no_guard_for_its_workers(tmp_path):
    pytest.importorskip("distributed")
    script = tmp_path / "fall.py"
    script.write_text("""
import zwang
zwang.sweeping.SOON = 0.0
m = zwang.Model("fall")
h = m.parameter("h", 1.0)
ball = m.mass("ball", 1, at=(0, 0, h))
m.gravity((0, 0, -9.81))
m.constraint("floor", ball.z >= 0)
rows = zwang.sweep(m, over={"h": [1, 2]}, want=["time(impact)"], until=1, workers=1)
print(rows["time(impact)"].round(6), __file__.endswith("fall.py"))
""")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "[0.451524 0.638551] True\n", done.stderr


def processes_of(cluster):
    return [worker.process.pid for worker in cluster.workers.values() if worker.process]


def test_workers_killed_again_and_again(slow):
    """200 systems on 4 workers, one killed by -9 every 2 s: the same rows, none twice."""
    m, order = slow
    begin = time.monotonic()
    zwang.sweep(m, workers=0, **(order | {"over": {"v": order["over"]["v"][::10]}}))
    order["until"] *= max(1.0, 12 / (10 * (time.monotonic() - begin)))  # many kills on a fast machine, too
    here = zwang.sweep(m, workers=0, **order)
    killed = []
    with distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster:
        done = threading.Event()

        def kill():
            while not done.wait(2.0):
                alive = processes_of(cluster)
                if alive:
                    killed.append(alive[len(killed) % len(alive)])
                    os.kill(killed[-1], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        with distributed.Client(cluster) as client:
            killer.start()
            try:
                rows = zwang.sweep(m, dask=client, **order)
            finally:
                done.set()
                killer.join()
    assert content(rows) == content(here)
    print(f"{len(killed)} workers were killed")
    assert killed


SCHEDULER = """
import distributed, sys, time
with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50,
                              scheduler_port=0) as cluster:
    print(cluster.scheduler_address, flush=True)
    time.sleep(600)
"""


def scheduler():
    process = subprocess.Popen([sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True, start_new_session=True)
    return process, process.stdout.readline().strip()


def test_a_scheduler_killed_and_restarted(slow, tmp_path):
    """The rows that came are kept; `resume` runs the missing ones only."""
    m, order = slow
    begin = time.monotonic()
    here = zwang.sweep(m, workers=0, output=tmp_path / "here.zw", **order)
    soon = (time.monotonic() - begin) / 4
    process, address = scheduler()
    killer = threading.Timer(soon, os.killpg, (process.pid, signal.SIGKILL))
    killer.start()
    try:
        with pytest.raises(Error) as raised:
            zwang.sweep(m, dask=address, output=tmp_path / "there.zw", **order)
        assert raised.value.code == "E610"
    finally:
        killer.join()
        process.wait()
    process, address = scheduler()
    counted = []
    try:
        original = zwang.sweeping._batches

        def counting(ids, *pace):
            counted.append(len(ids))
            return original(ids, *pace)

        zwang.sweeping._batches = counting
        rows = zwang.sweep(m, dask=address, output=tmp_path / "there.zw", resume=True, **order)
    finally:
        zwang.sweeping._batches = original
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert content(rows) == content(here)
    assert counted[0] < len(rows)
    hashes = {zwang._zwang.sweep_content_hash(str(tmp_path / name)) for name in ("here.zw", "there.zw")}
    assert len(hashes) == 1


def test_the_command_passes_runs_to_a_scheduler(command, root, tmp_path):
    model = root / "examples" / "pendulum.toml"
    words = ["sweep", model, "--over", "v=4:4.4", "--sample", "20", "--seed", "3", "--want", "max(bob.z)", "-qq"]
    environment = os.environ | {"PATH": f"/usr/bin:{os.environ['PATH']}"}
    process, address = scheduler()
    try:
        for name, more in (("here", []), ("there", ["--dask", address])):
            for kind in ("zw", "csv"):
                done = subprocess.run(
                    [command, *words, *more, "-o", tmp_path / f"{name}.{kind}"],
                    env=environment, capture_output=True, text=True,
                )
                assert done.returncode == 0, done.stderr
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    hashes = {zwang._zwang.sweep_content_hash(str(tmp_path / f"{name}.zw")) for name in ("here", "there")}
    assert len(hashes) == 1
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "there.csv").read_bytes()
