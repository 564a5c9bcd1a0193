# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A motion in Python: its numbers are those of the command, its arrays outlive it."""
import gc
import subprocess
import time

import numpy as np
import pytest
import zwang
from conftest import TAUT
from zwang import Error


def test_the_first_impact_matches_the_closed_form(pendulum):
    run = pendulum.run(until=1)
    impact = run.events[run.events["kind"] == "impact"][0]
    assert impact["t"] == pytest.approx(TAUT, abs=1e-9)
    assert (impact["word"], impact["of"]) == ("impact", "string")
    # the string takes the part of v = (0, 0, -g t) along (0.6, 0, -0.8)
    v = 9.81 * TAUT
    (part,) = run.parts[run.parts["event"] == np.flatnonzero(run.events["kind"] == "impact")[0]]
    assert part["impulse"] == pytest.approx(0.5 * 0.8 * v, abs=1e-8)
    assert impact["energy_before"] - impact["energy_after"] == pytest.approx(0.25 * (0.8 * v) ** 2, abs=1e-7)


def test_both_sides_of_an_impact_are_stored(pendulum):
    run = pendulum.run(until=1)
    (before,) = np.flatnonzero(run["side"] == -1)
    assert run["side"][before + 1] == 1 and run.t[before] == run.t[before + 1]
    v = 9.81 * TAUT
    assert np.allclose(run["bob'"][before], [0, 0, -v], atol=1e-8)
    assert np.allclose(run["bob'"][before + 1], [-0.48 * v, 0, -0.36 * v], atol=1e-8)
    at = run.events["t"][1]
    assert run.at(at, side=-1)["bob.z'"] == run["bob.z'"][before]
    assert run.at(at)["bob.z'"] == run["bob.z'"][before + 1]


def test_views_do_not_copy_are_read_only_and_outlive_the_run(pendulum):
    run = pendulum.run(until=1)
    for name, kind in (("bob.x", float), ("bob.x'", float), ("string.multiplier", float), ("string.state", np.int8)):
        view = run[name]
        assert view.dtype == kind and not view.flags.owndata and not view.flags.writeable
        assert np.shares_memory(view, run[name])
        with pytest.raises(ValueError):
            view[0] = 1
        with pytest.raises(ValueError):
            view.flags.writeable = True
    view, copy = run["bob.z"], run["bob.z"].copy()
    del run
    gc.collect()
    churn = [np.random.rand(1000) for _ in range(100)]
    assert np.array_equal(view, copy) and len(churn) == 100


def test_quantities_are_expressions(pendulum):
    run = pendulum.run(until=1)
    assert np.allclose(run["energy"][:3], 0.5 * 9.81 * 0.8)
    assert np.allclose(run["|bob|^2"], np.sum(run["bob"] ** 2, axis=1))
    assert np.allclose(run["string.gap"], np.linalg.norm(run["bob"], axis=1) - 1)
    assert not run["energy"].flags.writeable
    with pytest.raises(Error, match="did you mean 'bob'") as raised:
        run["bobb.x"]
    assert raised.value.code == "E103"
    assert "   | 2*nothing\n   |   ^^^^^^^\n" in str(pytest.raises(Error, lambda: run["2*nothing"]).value)
    assert "of constraints string: .gap" in str(pytest.raises(Error, lambda: run.at(0.5)["string.nothing"]).value)


def test_accelerations_are_those_of_free_fall_and_of_a_circle(pendulum):
    run = pendulum.run(until=1)
    assert run["bob''"].shape == (len(run), 3)
    slack = run["string.state"] == 0
    assert np.allclose(run["bob''"][slack], [0, 0, -9.81], atol=1e-12)
    # on the circle |r| = L: r.r'' = -v.v
    inward = np.sum(run["bob"] * run["bob''"], axis=1)
    assert np.allclose(inward[~slack], -np.sum(run["bob'"] ** 2, axis=1)[~slack], atol=1e-8)
    assert run.at(0.1)["bob''"].tolist() == pytest.approx([0, 0, -9.81], abs=1e-12)


def test_several_quantities_and_several_times_at_once(pendulum):
    run = pendulum.run(until=1)
    assert np.array_equal(run[["bob.x", "energy"]], np.column_stack([run["bob.x"], run["energy"]]))
    times = np.array([[0.1, 0.2, 0.3], [0.4, 0.6, 0.7]])
    assert np.array_equal(run.at(times)["bob.z"], [[run.at(t)["bob.z"] for t in row] for row in times])
    assert run.at(times)["bob"].shape == (2, 3, 3) and run.at([0.1])["bob"].shape == (1, 3)
    assert isinstance(run.at(0.1)["bob.z"], float) and isinstance(run.at(0.1).t, float)


def test_a_summary_of_many_events_is_folded():
    m = zwang.Model("bouncing")
    ball = m.mass("ball", 1, at=(0, 0, 1), axes="z")
    m.gravity((0, 0, -9.81))
    m.constraint("floor", ball.z >= 0, restitution=1)
    run = m.run(until=150)  # 166 impacts: the first after sqrt(2/g), then every 2 sqrt(2/g)
    assert run.summary().count("impact   floor") == 49 and "(117 more: summary(all=True))" in run.summary()
    assert run.summary(all=True).count("impact   floor") == 166


def test_rows_and_parts_as_data_frames(pendulum):
    pytest.importorskip("pandas")
    run = pendulum.run(until=1)
    frame = run.to_pandas("|bob|", "energy")
    assert list(frame) == ["t", "side", "|bob|", "energy"] and np.array_equal(frame["energy"], run["energy"])
    assert list(run.to_pandas())[2:] == ["bob.x", "bob.y", "bob.z", "bob.x'", "bob.y'", "bob.z'", "string.multiplier"]
    parts = run.parts[run.parts["kind"] == "impact"]
    assert np.array_equal(parts["t"], run.events["t"][run.events["kind"] == "impact"])
    assert type(run.parts["impulse"]) is np.ndarray and isinstance(run.parts["impulse"].max(), float)
    assert list(parts.to_pandas()["constraint"]) == ["string"]


def test_between_rows_the_motion_is_followed(pendulum):
    run = pendulum.run(until=TAUT / 2)
    for t in np.linspace(0, TAUT / 2, 17):
        assert run.at(t)["bob.z"] == pytest.approx(0.8 - 0.5 * 9.81 * t * t, abs=1e-9)
    with pytest.raises(Error, match="from 0 s to") as raised:
        run.at(1)
    assert raised.value.code == "E120"


# Theory 1-3.
def test_a_rod_between_rows_matches_the_closed_form():
    """A mass on a circle of radius 2 at speed 3 without gravity: the rod pulls with m v^2/r."""
    m = zwang.Model()
    p = m.mass("p", 1.5, at=(2, 0, 0), velocity=(0, 3, 0))
    m.constraint("rod", abs(p) == 2)
    run = m.run(until=2)
    for t in (0.123, 1.0, 1.987):
        instant = run.at(t)
        assert instant["rod.tension"] == pytest.approx(1.5 * 9 / 2, abs=1e-7)
        assert np.allclose(instant["p"], [2 * np.cos(1.5 * t), 2 * np.sin(1.5 * t), 0], atol=1e-8)


EXAMPLES = ["bounce", "cart", "complex", "crank", "pendulum", "pulley", "ratchet", "ring", "slide-off", "string-wall"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_numbers_equal_those_of_the_command_bit_for_bit(name, command, root, tmp_path):
    """The file that Python writes has the content of the command's; and so have its arrays."""
    model = root / "examples" / f"{name}.toml"
    subprocess.run([command, "run", model, "-o", tmp_path / "command.zw", "-qq"], check=True)
    run = zwang.read(model).run()
    run.save(tmp_path / "python.zw")
    assert zwang.content_hash(str(tmp_path / "python.zw")) == zwang.content_hash(str(tmp_path / "command.zw"))
    zwang.read(model).run(output=tmp_path / "output.zw")
    assert zwang.content_hash(str(tmp_path / "output.zw")) == zwang.content_hash(str(tmp_path / "command.zw"))
    opened = zwang.open(tmp_path / "command.zw")
    assert len(opened) == len(run) and run.certified and opened.certified
    for names in ("coordinates", "velocities"):
        for one in run._names[names]:
            assert np.array_equal(run[one], opened[one])
    for one in run._names["constraints"]:
        assert np.array_equal(run[one + ".multiplier"], opened[one + ".multiplier"])
        assert np.array_equal(run[one + ".state"], opened[one + ".state"])
    for field in ("t", "kind", "word", "of", "located", "uncertainty"):
        assert np.array_equal(run.events[field], opened.events[field], equal_nan=field == "uncertainty")


def test_a_model_equals_the_file_it_saves(pendulum, command, tmp_path):
    pendulum.run(until=3).save(tmp_path / "python.zw")
    pendulum.save(tmp_path / "pendulum", until=3)
    subprocess.run([command, "run", "pendulum", "-o", "command.zw", "-qq"], cwd=tmp_path, check=True)
    assert zwang.content_hash(str(tmp_path / "python.zw")) == zwang.content_hash(str(tmp_path / "command.zw"))


def test_a_run_leaves_the_model_unchanged(pendulum):
    """Keys are of one run: neither a coarse one, nor a refused one, nor a failed one is remembered."""
    text = pendulum.text()
    first = pendulum.run(until=6)
    assert pendulum.run(until=6, tolerance=1e-2)["bob.x"][-1] != first["bob.x"][-1]
    assert len(pendulum.run(until=6, every=0.5)) != len(first)
    pendulum.run(until=6, method="time-stepping", step=0.01)
    pendulum.run(until=6, from_=1, settle="stop", max_events=1, start="impact")
    for refused in ({"tolerance": 0}, {"until": -1}, {"every": -1}, {"method": "guess"}, {"start": "nowhere"}):
        with pytest.raises(Error):
            pendulum.run(**({"until": 6} | refused))
    again = pendulum.run(until=6)
    assert pendulum.text() == text
    assert np.array_equal(again["t"], first["t"]) and np.array_equal(again["bob"], first["bob"])
    with pytest.raises(Error) as raised:
        pendulum.run()
    assert raised.value.code == "E111"


def test_a_run_has_a_time_limit(pendulum):
    """The force takes its time: a second of it is not enough for the whole motion."""
    pendulum.force("bob", lambda t, r, v: time.sleep(1e-3) or (0, 0, 0))
    run = pendulum.run(until=100, max_time=0.2)
    assert run.code == "E502" and 0 < run["t"][-1] < 100
    assert "max_time" in run.message


def test_a_noisy_force_ends_the_run():
    """No step is small enough for it to be smooth: E320 after a bounded number of steps."""
    draw = np.random.default_rng(1)
    m = zwang.Model("noise")
    x = m.mass("x", 1.0, at=(0, 0, 1))
    m.force(x, lambda t, r, v: draw.normal(size=3) * 100)
    run = m.run(until=1)
    assert run.code == "E320" and len(run) < 30_000


def test_parameters_can_be_replaced(pendulum):
    """With a string of 0.9 the start is not allowed; of 2 the fall is longer."""
    with pytest.raises(Error) as raised:
        pendulum.run(until=1, set={"L": 0.9})
    assert raised.value.code == "E201"
    run = pendulum.run(until=1, set={"L": "2 m"})
    fall = 0.8 + np.sqrt(4 - 0.36)
    assert run.events["t"][1] == pytest.approx(np.sqrt(2 * fall / 9.81), abs=1e-9)


def test_what_stops_a_motion_is_a_value():
    m = zwang.Model()
    x = m.coordinate("x", rate=1)
    m.kinetic(0.5 * x.rate**2)
    m.force(x, "1/(1 - x)^2")
    run = m.run(until=10)
    assert not run.usable() and run.code in ("E310", "E311", "E320") and run.code in run.summary()
    assert 0.9 < run["x"][-1] < 1


def test_audit_and_report(pendulum, tmp_path):
    run = pendulum.run(until=1)
    assert all(worst <= allowed for worst, allowed in run.audit().values())
    if zwang._zwang.has_report():
        run.report(tmp_path / "p.html")
        assert "<html" in (tmp_path / "p.html").read_text()[:2000]
        assert run._repr_html_().startswith("<iframe srcdoc=")


def test_tables_become_frames(pendulum):
    pandas = pytest.importorskip("pandas")
    frame = pendulum.run(until=1).events.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["kind"]) == ["start", "impact", "end"]


def test_plots_leave_gaps_at_jumps(pendulum):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = pendulum.run(until=1).plot("bob.z", "bob.z'")
    assert [len(axis.lines) - 1 for axis in axes] == [2, 2]  # two pieces, and the time of the impact
    assert axes[1].lines[0].get_ydata()[-1] != axes[1].lines[1].get_ydata()[0]


def test_invalid_and_missing_files_are_rejected(tmp_path):
    (tmp_path / "x.zw").write_text("no database")
    for path, code in ((tmp_path / "x.zw", "E4"), (tmp_path / "none.zw", "E401")):
        with pytest.raises(Error) as raised:
            zwang.open(path)
        assert raised.value.code.startswith(code)


def test_foreign_files_are_not_overwritten(pendulum, tmp_path):
    (tmp_path / "x.zw").write_text("mine")
    with pytest.raises(Error) as raised:
        pendulum.run(until=1).save(tmp_path / "x.zw")
    assert raised.value.code == "E440" and (tmp_path / "x.zw").read_text() == "mine"
