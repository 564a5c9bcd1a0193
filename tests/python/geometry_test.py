# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Geometry at places and along motions, and singular integrals, from Python."""

import json
import math
import pathlib

import numpy as np
import pytest

import zwang as z

REFERENCE = pathlib.Path(__file__).resolve().parents[1] / "reference/p37_pe_geometry.json"


def bound(form):
    m = z.Model("bound")
    x, y, w = (m.coordinate(name) for name in "xyz")
    m.kinetic((x.rate**2 + y.rate**2 + w.rate**2) / 2)
    m.constraint("form", " + ".join(f"({p})*{name}'" for p, name in zip(form, "xyz")) + " = 0")
    return m


def test_p37():
    """One model per form: the places are given with `at`."""
    models, seen = {}, 0
    for case in json.loads(REFERENCE.read_text())["cases"]:
        form, expect = case["model"]["constraints"][0]["p"], case["expect"]
        m = models.setdefault(tuple(form), bound(form))
        at = dict(zip("xyz", case["state"]["q"])) | dict(zip(("x'", "y'", "z'"), case["state"]["v"]))
        found = m.geometry(at)["forms"][0]
        assert np.allclose(found["normal"], expect["normal"], rtol=0, atol=1e-12)
        for mine, theirs in (("n_curl_n", "n_dot_curl_n"), ("mean_curvature",) * 2, ("total_curvature", "curvature_of_F")):
            assert found[mine] == pytest.approx(expect[theirs], rel=0, abs=1e-12)
        if expect["asymptotic_directions"] == "all":
            assert found["asymptotic"] == "all"
        else:
            # as the sets of planes that contain n and a direction: u u^T has no sign
            outer = lambda all_: sorted(np.outer(u, u).ravel().tolist() for u in all_)
            mine = outer([one["direction"] for one in found["asymptotic"]])
            assert np.allclose(mine, outer(expect["asymptotic_directions"]), rtol=0, atol=1e-12)
        assert len(found["lines_of_curvature"]) == len(expect["lines_of_curvature_voss"])
        assert found["along"]["torsion"] == pytest.approx(expect["in_directions"][0]["torsion_of_path"], rel=0, abs=1e-12)
        seen += 1
    assert seen == 15 and len(models) == 5


def test_a_run_has_its_geometry_everywhere():
    """A ball thrown: curvature of a parabola, g v_x/|v|^3, no torsion; straight on its way down."""
    m = z.Model("thrown")
    m.mass("ball", 2, velocity=(3, 0, 4))
    m.gravity((0, 0, -10))
    run = m.run(until=1)
    path = run.geometry(0.15)["paths"][0]
    assert path["name"] == "ball"
    assert path["curvature"] == pytest.approx(30 / math.hypot(3, 2.5) ** 3)
    assert path["torsion"] == pytest.approx(0, abs=1e-12)
    assert m.geometry({"ball'": (0, 0, -1)})["paths"][0]["curvature"] == 0
    assert m.geometry({"ball'": (0, 0, -1)})["paths"][0]["torsion"] is None
    with pytest.raises(z.Error, match="E120"):
        run.geometry(2)
    # the same along all rows, in formulas, and between rows
    speed = np.hypot(run["ball.x'"], run["ball.z'"])
    assert np.allclose(run["ball.curvature"], 30 / speed**3, rtol=1e-9)
    assert np.allclose(run["1/curvature"], speed**3 / 30, rtol=1e-9)
    assert run.at(0.15)["ball.curvature"] == pytest.approx(path["curvature"])
    assert np.allclose(run["ball.torsion"], 0, atol=1e-9)


def test_places_and_mistakes():
    m = z.Model("ball")
    r = m.parameter("r", 2)
    a = m.mass("a", 1, at=(0, 0, 2))
    m.constraint("shell", abs(a) == r)
    assert m.geometry(set={"r": 2})["forms"][0]["mean_curvature"] == -0.5
    assert m.geometry({a.x: "200 cm", "a.z": 0})["forms"][0]["normal"] == [1, 0, 0]
    assert "mean curvature" in m.geometry()["text"]
    with pytest.raises(z.Error, match="E103"):
        m.geometry({"b.x": 1})
    m.force(a, lambda t, r, v: (0, 0, -1))
    with pytest.raises(z.Error, match="E113"):
        m.geometry()
    run = m.run(until=0.1)
    assert run.geometry(0.05)["paths"] == [] and "code" in run.geometry(0.05)["left_out"]
    with pytest.raises(z.Error, match="E120"):
        run["a.torsion"]


def test_singular_integrals():
    """y' = y changed along x on the parabola x = y^2: y keeps its equation, x follows."""
    for how in ({"directions": [{"x": 1}]}, {"keeps": ["y"]}):
        found = z.SingularIntegral({"x": "0", "y": "y"}, ["x = y^2"], **how)
        times = np.array([0.3, 0.9])
        rows = found.follow({"x": 1, "y": 1}, times)
        assert np.allclose(rows, np.column_stack([np.exp(2 * times), np.exp(times)]), rtol=1e-10)
        assert found.incompleteness((1, 1)) == 0
        rho, rates = found.at((4, 2))
        assert rates == pytest.approx([8, 2]) and abs(rho[0]) == pytest.approx(8)
    # (1, 0, y) and (0, 1, 0) have the bracket (0, 0, -1)
    incomplete = z.SingularIntegral(
        {"x": 0, "y": 0, "w": 0}, ["x", "y"], directions=[{"x": 1, "w": "y"}, {"y": 1}]
    )
    assert incomplete.incompleteness((0, 0.4, 0)) == pytest.approx(1 / math.sqrt(1.16))
    with pytest.raises(z.Error, match="E201"):
        found.follow((2, 1), [1])
    with pytest.raises(z.Error, match="E103"):
        z.SingularIntegral({"x": "q"}, ["x"], directions=[{"x": 1}])
    with pytest.raises(KeyError):
        z.SingularIntegral({"x": "1"}, ["x"], directions=[{"u": 1}])


def test_lines():
    """On a sphere every direction is principal; a cylinder's lines are circles and generators."""
    m = z.Model("tube")
    a = m.mass("a", 1, at=(0.3, 0.4, 7))
    m.constraint("tube", a.x**2 + a.y**2 == 0.25)
    circle = m.line("lines_of_curvature", math.pi / 2, of="tube", which=1, points=10)
    assert circle.shape == (11, 3)
    assert np.allclose(circle[-1], [-0.3, -0.4, 7], atol=1e-9)
    assert np.allclose(m.line("principal", -2, of="tube", which=0, points=1)[-1], [0.3, 0.4, 5])
    with pytest.raises(z.Error, match="E103"):
        m.line("geodesic", 1, of="tube")
    with pytest.raises(z.Error, match="E103"):
        m.line("principal", 1, of="tub")
    with pytest.raises(z.Error, match="E120"):
        m.line("principal", 1, of="tube", which=2)
    n = z.Model("torus")
    b = n.mass("b", 1, at=(2.05, 0, math.sqrt(0.0975)))
    n.constraint("torus", "(sqrt(b.x^2 + b.y^2) - 3)^2 + b.z^2 = 1")
    with pytest.warns(RuntimeWarning, match="ends early"):
        assert len(n.line("asymptotic", 20, of="torus")) < 101
