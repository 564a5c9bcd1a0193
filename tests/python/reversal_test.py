# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Reversed velocities lead back (Voss 1884): under constraints in velocities, and where a constraint was left."""
import math
import random

import pytest
import zwang

WITHIN = 1e-10


def knife_edges(seed):
    """A form in x, y, w that is not integrable, and forces with a potential."""
    rng = random.Random(seed)

    def some(most=1):
        return round(rng.uniform(-most, most), 3)

    a, b = some(), some()
    q = {name: some() for name in "xyw"}
    v = {"x": some(), "w": some()}
    form, v["y"] = [
        ("cos(w)*y' - sin(w)*x' = 0", math.tan(q["w"]) * v["x"]),
        (f"y' - {a}*sin(w)*x' - {b}*x*w' = 0", a * math.sin(q["w"]) * v["x"] + b * q["x"] * v["w"]),
        (f"y' - (w + {a}*x)*x' - {b}*w' = 0", (q["w"] + a * q["x"]) * v["x"] + b * v["w"]),
    ][seed % 3]
    kinetic = f"{1 + abs(some())}*(x'^2 + y'^2)/2 + {0.3 + abs(some())}*w'^2/2"
    potential = f"{some(2)}*x + {some(2)}*y + {abs(some())}*(x^2 + y^2)/2 + {some()}*cos(w)"
    return q, v, kinetic, potential, form, 2.0


def hills(seed):
    """A point slides down an ellipse and leaves it."""
    rng = random.Random(1000 + seed)
    a, b = rng.uniform(0.6, 1.6), rng.uniform(0.6, 1.6)
    angle, g, speed = rng.uniform(0.05, 0.3), rng.uniform(5, 12), rng.uniform(0.2, 0.8)
    q = {"x": a * math.sin(angle), "y": b * math.cos(angle)}
    v = {"x": speed * a * math.cos(angle), "y": -speed * b * math.sin(angle)}
    return q, v, "(x'^2 + y'^2)/2", f"{g!r}*y", f"1 - (x/{a!r})^2 - (y/{b!r})^2 <= 0", 0.9


@pytest.mark.parametrize("scenes", [knife_edges, hills])
# Theory 12-2.
def test_reversed_velocities_lead_back(scenes):
    for seed in range(10):
        q, v, kinetic, potential, form, until = scenes(seed)

        def run(q, v):
            m = zwang.Model("reversed")
            for name in q:
                m.coordinate(name, start=q[name], rate=v[name])
            m.kinetic(kinetic)
            m.potential(potential)
            m.constraint("bound", form)
            return m.run(until=until, tolerance=1e-13)

        there = run(q, v)
        back = run({name: there[name][-1] for name in q}, {name: -there[name + "'"][-1] for name in q})
        assert there.certified and back.certified
        if scenes is hills:
            assert "release" in there.events["kind"] and back["bound.state"][-1] >= 2
        for name in q:
            assert back[name][-1] == pytest.approx(q[name], abs=WITHIN), seed
            assert -back[name + "'"][-1] == pytest.approx(v[name], abs=WITHIN), seed
