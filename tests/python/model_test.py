# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Words of a model: formulas by operators, texts, mistakes with their places."""
import math
import random
import subprocess

import numpy as np
import pytest
import zwang
from zwang import Coordinate, Error, Expression


@pytest.mark.parametrize(
    "made, text",
    [
        (lambda a, b: a + b, "a + b"),
        (lambda a, b: a - (b - 1), "a - (b - 1)"),
        (lambda a, b: a * (b * 2), "a*(b*2)"),
        (lambda a, b: a / (b / 2), "a/(b/2)"),
        (lambda a, b: (a + b) * 2.5, "(a + b)*2.5"),
        (lambda a, b: -(a**2), "-a^2"),
        (lambda a, b: (-a) ** 2, "(-a)^2"),
        (lambda a, b: a**-b, "a^-b"),
        (lambda a, b: a ** (b**2), "a^b^2"),
        (lambda a, b: (a**b) ** 2, "(a^b)^2"),
        (lambda a, b: 2 - a, "2 - a"),
        (lambda a, b: a * -3, "a*(-3)"),
        (lambda a, b: abs(a - abs(b)), "|a - |b||"),
        (lambda a, b: zwang.atan2(a, b) / zwang.pi, "atan2(a, b)/pi"),
        (lambda a, b: np.float64(0.1) * a, "0.1*a"),
        (lambda a, b: np.float64(2) ** a - np.float64(1) / b, "2^a - 1/b"),
        (lambda a, b: np.sin(a) * np.arctan2(a, b), "sin(a)*atan2(a, b)"),
        (lambda a, b: np.abs(a) + np.sqrt(b), "|a| + sqrt(b)"),
        (lambda a, b: np.float64(1) <= a, "1 <= a"),
        (lambda a, b: a + 1e-300, "a + 1e-300"),
    ],
)
def test_operators_become_the_text_of_a_formula(made, text):
    assert made(Expression("a"), Expression("b")).text == text


def test_functions_that_no_formula_has_are_rejected():
    for work, said in (
        (lambda: np.floor(Expression("a")), "numpy.floor cannot take a formula"),
        (lambda: np.add.reduce(Expression("a")), "numpy.add cannot take a formula"),
        (lambda: np.float64(1) < Expression("a"), "not '<'"),
        (lambda: math.sin(Expression("a")), "zwang.sin"),
        (lambda: np.array([1.0, 2.0]) * Expression("a"), "neither a number nor an expression"),
    ):
        assert said in str(pytest.raises(Error, work).value)


def random_formula(draw, depth):
    """A formula as an Expression and as a function of two numbers."""
    if depth == 0 or draw.random() < 0.15:
        which = draw.randrange(3)
        if which == 2:
            number = round(draw.uniform(-3, 3), 3)
            return number, lambda a, b: number
        return Expression("ab"[which]), (lambda a, b: (a, b)[which])
    (x, fx), (y, fy) = random_formula(draw, depth - 1), random_formula(draw, depth - 1)
    which = draw.randrange(6)
    if which == 0:
        return x + y, lambda a, b: fx(a, b) + fy(a, b)
    if which == 1:
        return x - y, lambda a, b: fx(a, b) - fy(a, b)
    if which == 2:
        return x * y, lambda a, b: fx(a, b) * fy(a, b)
    if which == 3:
        return -x, lambda a, b: -fx(a, b)
    if which == 4:
        return x**2, lambda a, b: fx(a, b) * fx(a, b)
    # over something that is never 0
    return x / (2 + zwang.sin(y)), lambda a, b: fx(a, b) / (2 + np.sin(fy(a, b)))


def test_operators_have_their_meaning_in_python():
    """300 random formulas as the start of a coordinate, against Python's own arithmetic."""
    draw = random.Random(7)
    a, b = 0.7, -1.3
    m = zwang.Model()
    m.parameter("a", a), m.parameter("b", b)
    wanted = []
    for i in range(300):
        formula, value = random_formula(draw, 4)
        q = m.coordinate(f"q{i}", start=formula)
        m.kinetic(0.5 * q.rate**2)
        wanted.append(value(a, b))
    run = m.run(until=1e-9)
    found = [run[f"q{i}"][0] for i in range(300)]
    assert np.allclose(found, wanted, rtol=1e-13, atol=1e-13)


def test_constraints_have_no_truth_value():
    s = Coordinate("s")
    with pytest.raises(Error, match="as text") as raised:
        0 <= s <= 0.4  # noqa: B015
    assert raised.value.code == "E105"
    for strict in (lambda: s < 1, lambda: s > 1, lambda: s != 1):
        with pytest.raises(Error, match="<=") as raised:
            strict()
        assert raised.value.code == "E105"
    with pytest.raises(Error, match="cannot decide"):
        bool(s)
    with pytest.raises(Error) as raised:
        s + "1"
    assert raised.value.code == "E113"


def test_a_constraint_from_a_function_is_its_formula(pendulum):
    pendulum.constraint("floor", lambda bob, L: bob.z >= -2 * L)
    assert 'holds = "bob.z >= -2*L"' in pendulum.text()
    with pytest.raises(Error) as raised:
        pendulum.constraint("other", lambda bobb: bobb.z >= 0)
    assert raised.value.code == "E103"
    with pytest.raises(Error) as raised:  # it decides by a value that is not there yet
        pendulum.constraint("other", lambda bob: bob.z >= 0 if bob.x >= 0 else bob.z >= 1)
    assert raised.value.code == "E105"


def test_errors_are_reported_with_the_line_that_caused_them(pendulum):
    pendulum.constraint("wall", "|bobb| <= 3")  # this line
    with pytest.raises(Error) as raised:
        pendulum.run(until=1)
    error = raised.value
    assert (error.code, error.hint) == ("E103", "did you mean 'bob'?")
    assert 'holds = "|bobb| <= 3"' in str(error)
    with open(__file__, encoding="utf-8") as source:
        line = next(i for i, text in enumerate(source, 1) if "# this line" in text)
    assert error.__notes__ == [f"   = made at {__file__}:{line}"]


def test_all_errors_are_reported_at_once(pendulum):
    pendulum.constraint("a", "|bobb| <= 3")
    pendulum.constraint("b", "bob.x < 3")
    with pytest.raises(Error) as raised:
        pendulum.check()
    assert [one["code"] for one in raised.value.mistakes] == ["E103", "E105"]


def test_names_are_used_once(pendulum):
    with pytest.raises(Error) as raised:
        pendulum.mass("bob", 1)
    assert raised.value.code == "E112"
    with pytest.raises(Error) as raised:
        pendulum.parameter(7, 1)
    assert raised.value.code == "E113"


@pytest.mark.parametrize(
    "bad",
    [
        float("nan"),
        float("inf"),
        (1, 2),
        (1, 2, 3, 4),
        None,
        object(),
        b"text",
        {1, 2, 3},
        np.zeros((2, 2)),
        np.array(["a", "b", "c"], dtype=object),
        1j,
    ],
)
def test_invalid_vectors_are_rejected(bad):
    m = zwang.Model()
    with pytest.raises((Error, TypeError)):
        m.mass("bob", 1, at=bad)
        m.check()


def test_arrays_of_any_shape_and_kind_are_read():
    m = zwang.Model()
    place = np.arange(12, dtype=np.float32)[::2][:3]
    place.flags.writeable = False
    m.mass("a", np.int16(2), at=place)
    m.mass("b", np.float32(0.5), at=[np.float64(1), 2, "3 m"])
    assert np.array_equal(m.run(until=0.1)["a"][0], [0, 2, 4])


def test_names_with_quotes_and_escapes_remain_text(pendulum):
    m = zwang.Model("x", title='a "quoted"\\ \n\x1b[31m title\x7f')
    m.mass("bob", 1)
    assert m.run(until=0.1).usable()
    name = '"]\n[constraints.other'
    pendulum.constraint(name, "bob.x <= 9")
    assert pendulum.check()["constraints"] == ["string", name]


def test_the_saved_file_runs_on_the_command_line(pendulum, command, tmp_path):
    pendulum.save(tmp_path / "pendulum.toml", until=2, tolerance=1e-8)
    done = subprocess.run([command, "check", "--run", "pendulum.toml"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert "until = 2\n" in (tmp_path / "pendulum.toml").read_text()


def test_generators_make_groups():
    m = zwang.Model("net")
    net = m.generate("net", "net", size=(3, 3), corner=(0, 0, 0), span=(1, 1), mass=0.9, slack=0.01, pinned="corners")
    m.gravity((0, 0, -9.81))
    m.constraint("floor", "p.z >= -0.1", for_="p in net")
    run = m.run(until=0.05, start="impact")
    assert run["net[1,1].z"][-1] < 0
    assert np.allclose(run[net[0, 0].x], 0)


def test_forces_and_impulses_match_the_closed_form():
    """m x'' = F from 1 s on, a blow of 6 N s at 0.5 s; s'' = 3 along a coordinate."""
    m = zwang.Model()
    cart = m.mass("cart", 2.0, axes="x")
    s = m.coordinate("s", rate=1)
    m.kinetic(0.5 * s.rate**2)
    m.force(s, 3)
    m.force(cart, (4, 0, 0), start=1)
    m.impulse(cart, (6, 0, 0), at=0.5)
    run = m.run(until=2)
    assert run["cart.x"][-1] == pytest.approx(3 * 1.5 + 0.5 * 2 * 1, abs=1e-9)
    assert run["s"][-1] == pytest.approx(2 + 6, abs=1e-9)
    assert list(run.events["kind"]) == ["start", "impulse", "jump", "end"] or "impulse" in run.events["kind"]


def test_quasi_velocities_are_columns_and_change_no_motion():
    def sleigh(quasi):
        m = zwang.Model("sleigh")
        x, y, th = m.coordinate("x", rate=1), m.coordinate("y"), m.coordinate("th", rate=0.5)
        if quasi:
            m.quasi_velocity("along", "x'*cos(th) + y'*sin(th)")
            m.quasi_velocity("across", "-x'*sin(th) + y'*cos(th)")
        m.kinetic("x'^2 + y'^2 + 0.16*th'^2")
        m.constraint("blade", "y'*cos(th) - x'*sin(th) = 0")
        return m.run(until=3)

    plain, own = sleigh(False), sleigh(True)
    assert own["along"][-1] == pytest.approx(1, abs=1e-9) and abs(own["across"]).max() < 1e-12
    # x = v/w sin(w t)
    for run in (plain, own):
        assert run["x"][-1] == pytest.approx(2 * math.sin(1.5), abs=1e-8)
    with pytest.raises(Error, match="E120"):
        m = zwang.Model("few")
        m.coordinate("x"), m.coordinate("y")
        m.kinetic("x'^2 + y'^2")
        m.quasi_velocity("u", "x' + y'")
        m.run(until=1)


def test_a_geodesic_between_two_places(root):
    run = zwang.read(root / "examples" / "cart.toml").run(until=2, problem="geodesic", to={"x": 2, "y": 1, "w": 0})
    assert run.certified
    assert [run[name][-1] for name in "xyw"] == pytest.approx([2, 1, 0], abs=1e-7)
    # 2 x' - rho sin(w) is conserved: x does not occur in T + rho Phi
    kept = run["2*x' - axle.rho*sin(w)"]
    assert abs(kept - kept[0]).max() < 1e-7
