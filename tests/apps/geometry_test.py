#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""`zwang explain --geometry`: p37 through the command, surfaces and paths whose curvature is known, and what is refused.

Usage: geometry_test.py ZWANG
"""

import json
import math
import pathlib
import sys
import tempfile

from session import Session

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "tests/reference/p37_pe_geometry.json"
ACCURACY = 1e-12


def far(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def off(found, expected):
    """Of directions of one kind; they have neither sign nor order."""
    if isinstance(found, str) or isinstance(expected, str):
        return 0 if found == expected else math.inf
    if len(found) != len(expected):
        return math.inf
    worst = 0
    for one in expected:
        direction = one if isinstance(one, list) else one["direction"]
        curvature = 0 if isinstance(one, list) else one["normal_curvature"]
        worst = max(worst, min(max(min(far(other["direction"], direction), far([-x for x in other["direction"]], direction)),
                                   abs(other["normal_curvature"] - curvature)) for other in found))
    return worst


def model_of(case):
    q, form = case["state"]["q"], case["model"]["constraints"][0]["p"]
    left = " + ".join(f"({p})*{x}'" for p, x in zip(form, "xyz"))
    lines = ["zwang = 1", "[coordinates]", *(f"{x} = {{ start = {value!r} }}" for x, value in zip("xyz", q)),
             "[energy]", "kinetic = \"(x'^2 + y'^2 + z'^2)/2\"", "[constraints.form]", f'holds = "{left} = 0"', "[run]", "until = 1", ""]
    return "\n".join(lines)


def geometry(s, *words):
    return json.loads(s.run("explain", *words, "--geometry", "--json").stdout)["models"][0]["geometry"]


def reference(s):
    """The 15 places of p37; the direction as rates, of another length and with a part that violates the form."""
    worst, places = 0, 0
    for case in json.loads(REFERENCE.read_text())["cases"]:
        (s.folder / "place.toml").write_text(model_of(case))
        expect = case["expect"]
        for given in expect["in_directions"]:
            rates = [2.5 * u + 0.3 * n for u, n in zip(given["direction"], expect["normal"])]
            at = ", ".join(f"{x}'={rate!r}" for x, rate in zip("xyz", rates))
            found = geometry(s, "place.toml", "--at", at)
            form, motion = found["forms"][0], found["paths"][0]
            here = [far(form["normal"], expect["normal"]), abs(form["n_curl_n"] - expect["n_dot_curl_n"]),
                    abs(form["mean_curvature"] - expect["mean_curvature"]), abs(form["total_curvature"] - expect["curvature_of_F"]),
                    abs(form["determinant"] - expect["determinant_of_operator"]), off(form["asymptotic"], expect["asymptotic_directions"]),
                    off(form["lines_of_curvature"], expect["lines_of_curvature_voss"]), off(form["principal"], expect["principal_directions_F"]),
                    far(form["along"]["direction"], given["direction"]), abs(form["along"]["normal_curvature"] - given["normal_curvature"]),
                    abs(form["along"]["torsion"] - given["torsion_of_path"]), abs(motion["curvature"] - given["curvature_of_path"]),
                    abs(motion["torsion"] - given["torsion_of_path"]) if given["curvature_of_path"] else (motion["torsion"] is not None)]
            s.check(found["projected"] and max(here) < ACCURACY, f"{case['name']}: off by {max(here)} ({here})")
            worst, places = max(worst, *here), places + 1
    s.check(places == 30, f"{places} directions")
    print(f"p37: {places} directions, off by {worst:.1e}")


def words(s):
    """What a person reads, and the same place by another way."""
    (s.folder / "ball.toml").write_text('zwang = 1\n[masses.a]\nmass = 1\nat = [0, 0, 2]\nvelocity = [1, 0, 0]\n'
                                        '[constraints.shell]\nholds = "|a| = 2"\n[run]\nuntil = 3\n')
    told = s.run("explain", "ball.toml", "--geometry").stdout
    for text in ("mean curvature         -0.5 1/m\n", "total curvature        0.25 1/m^2\n", "principal directions   every direction\n",
                 "asymptotic directions  none: the curvature has one sign\n", "1 m/s, curvature 0.5 1/m (radius 2 m), torsion 0 1/m\n",
                 "0.5 S per metre\n"):
        s.check(text in told, f"'{text}' is missing in:\n{told}")
    moved = geometry(s, "ball.toml", "--at", "a.x = 200 cm, a.z=0, a.x'=0, a.y'=sqrt(4)")
    s.check(moved["forms"][0]["normal"] == [1, 0, 0] and moved["u"]["a.y'"] == 2 and not moved["projected"], f"{moved}")
    off_it = s.run("explain", "ball.toml", "--geometry", "--at", "a.z=4").stdout
    s.check("- 2 = 2\n" in off_it and "There is no motion from here" in off_it, off_it)
    plain = s.run("explain", "ball.toml").stdout
    s.check("curvature" not in plain, "no geometry unless it is asked for")
    cart = s.run("explain", str(ROOT / "examples/cart.toml"), "--geometry").stdout
    for text in ("Conjugate velocity parameters", "u2 of axle: held at 0", "rho of axle", "Divergence of the flow of (q, q'): 0 1/s"):
        s.check(text in cart, f"'{text}' is missing in:\n{cart}")


def along_motions(s):
    """A place along a result: a straight ray of the complex; a geodesic that is a helix of radius R with R^2 w = a h."""
    s.run("run", str(ROOT / "examples/complex.toml"), "-o", "ray.zw", "-qq")
    ray = geometry(s, "ray.zw", "--at", "2.5")
    s.check(ray["paths"] == [{"name": "p", "speed": ray["paths"][0]["speed"], "curvature": 0, "torsion": None}], f"{ray['paths']}")
    # p = (y, -x, k): n . curl n = -2 k/(r^2 + k^2) at (1 + 0.3 t, 0.5 t), k = 0.5
    r2 = 1.75 ** 2 + 1.25 ** 2
    s.check(abs(ray["forms"][0]["n_curl_n"] + 1 / (r2 + 0.25)) < 1e-9, f"{ray['forms'][0]['n_curl_n']}")
    s.check(geometry(s, "ray.zw")["t"] == 0, "the start unless a time is given")
    radius, w, a = 0.9, 1.3, 0.8
    h = radius * radius * w / a
    (s.folder / "helix.toml").write_text(f"""zwang = 1
[masses.p]
mass = 1
at = [{radius}, 0, 0]
velocity = [0, {radius * w!r}, {h!r}]
[constraints.complex]
holds = "p.y*p.x' - p.x*p.y' + {a}*p.z' = 0"
[run]
until = 3
problem = "geodesic"
""")
    # lambda constant: phi' = 2 lambda
    s.run("run", "helix.toml", "--rho", f"complex={w / 2!r}", "-o", "helix.zw", "-qq")
    found = geometry(s, "helix.zw", "--at", "1.7")["paths"][0]
    square = radius ** 2 * w ** 2 + h ** 2
    s.check(abs(found["curvature"] - radius * w * w / square) < 1e-8 and abs(found["torsion"] - w * h / square) < 1e-8, f"{found}")


def refused(s):
    for at, code in (("a.u=1", "E103"), ("a.x", "E105"), ("a.x=north", "E103")):
        run = s.run("explain", "ball.toml", "--geometry", "--at", at, code=1)
        s.check(code in run.stderr and not run.stdout, f"--at {at}: {run.stderr}")
    misspelt = s.run("explain", "ball.toml", "--geometry", "--at", "ax=1", code=1).stderr
    s.check("did you mean 'a.x'?" in misspelt, misspelt)
    lone = s.run("explain", "ball.toml", "--at", "a.x=1", code=2)
    s.check("--geometry" in lone.stderr and not lone.stdout, f"--at of a model: {lone.stderr}")
    both = s.run("explain", "ball.toml", "--geometry", "--equilibrium", code=2)
    s.check(not both.stdout, f"both: {both.stderr}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Session(sys.argv[1], pathlib.Path(folder))
        for part in (reference, words, along_motions, refused):
            part(s)
    print(f"{s.checks} checks, {s.failed} failed")
    return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
