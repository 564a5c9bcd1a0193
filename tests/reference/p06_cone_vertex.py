# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Stäckel 1919, sections 2-3: a unit mass at rest at the vertex of the cone x1^2+x2^2-x3^2 = 0."""
from refcommon import *

cases, checks = [], []


def minima(X):
    rho = mp.sqrt(X[0] ** 2 + X[1] ** 2)
    e = [X[0] / rho, X[1] / rho]
    res = []
    for s in (1, -1):
        h = (rho + s * X[2]) / 2
        a = [h * e[0], h * e[1], s * h]
        Z = (rho - s * X[2]) ** 2 / 2
        # second-order test: circumferential curvature 1+kappa = rho/h
        res.append({"accelerations": a, "zwang": Z, "reaction": [a[k] - X[k] for k in range(3)], "h": h})
    return rho, res


def brute(X, n=720):
    """All local minima of the distance to the cone on a polar grid, refined by Newton."""
    best = []
    Xf = [float(x) for x in X]
    import math
    def Z(th, z):  # cone point |z|(cos,sin), z of either sign
        return (abs(z) * math.cos(th) - Xf[0]) ** 2 + (abs(z) * math.sin(th) - Xf[1]) ** 2 + (z - Xf[2]) ** 2
    out = []
    for sgn in (1, -1):
        prof = []
        for i in range(n):
            th = 2 * math.pi * i / n
            # optimal z on this half generator
            h = max(0.0, (Xf[0] * math.cos(th) + Xf[1] * math.sin(th) + sgn * Xf[2]) / 2)
            prof.append((Z(th, sgn * h), th, h))
        for i in range(n):
            if prof[i][2] > 0 and prof[i][0] <= prof[i - 1][0] and prof[i][0] < prof[(i + 1) % n][0]:
                out.append((prof[i][0], sgn * prof[i][2]))
    return sorted(out)


for nm, why, X in [
    ("outside_unequal", "force outside the cone, off the mid-plane: two local minima of unequal depth, one global", ["3", "0", "1"]),
    ("outside_oblique", "same, general direction", ["1", "2", "-1"]),
    ("midplane", "force in the mid-plane x3 = 0: two global minima of equal zwang, no preference possible", ["3", "4", "0"]),
    ("inside_upper", "force inside the upper nappe: one local minimum only, the other stationary point is a saddle", ["1", "0", "3"]),
    ("on_cone", "force along a generator: d'Alembert and Gauss agree, no reaction", ["3", "4", "5"]),
]:
    X = [mp.mpf(x) for x in X]
    rho, st = minima(X)
    for s in st:
        cone = s["accelerations"][0] ** 2 + s["accelerations"][1] ** 2 - s["accelerations"][2] ** 2
        checks.append((nm + ": stationary point lies on the cone", abs(cone), "1e-45"))
        d2 = sum(x * x for x in s["reaction"])
        checks.append((nm + ": Z equals the squared distance", abs(d2 - s["zwang"]), "1e-45"))
        s["kind"] = "local minimum" if s["h"] > 0 else ("vertex" if s["h"] == 0 else "saddle")
        del s["h"]
    mins = sorted([s for s in st if s["kind"] == "local minimum"], key=lambda s: s["zwang"])
    bf = brute(X)
    checks.append((nm + ": number of local minima found by a grid search differs", abs(len(bf) - len(mins)), 0))
    checks.append((nm + ": depth of the minima against the grid search", max(abs(b[0] - float(m_["zwang"])) for b, m_ in zip(bf, mins)), "1e-3"))
    cases.append({"name": nm, "why": why, "force": X,
                  "expect": {"position": "singular", "rank_of_gradient": 0, "number_of_local_minima": len(mins),
                             "number_of_global_minima": sum(1 for s in mins if abs(s["zwang"] - mins[0]["zwang"]) < mp.mpf(10) ** -40),
                             "stationary_points": st, "dalembert": X,
                             "dalembert_satisfies_cone": bool(abs(X[0] ** 2 + X[1] ** 2 - X[2] ** 2) < mp.mpf(10) ** -40)}})
X3 = mp.mpf(2)
for k in range(7):
    th = mp.mpf(k)
    a = [X3 / 2 * mp.cos(th), X3 / 2 * mp.sin(th), X3 / 2]
    checks.append(("on_axis: Z equal on the circle", abs(a[0] ** 2 + a[1] ** 2 + (a[2] - X3) ** 2 - X3 ** 2 / 2), "1e-45"))
cases.append({"name": "on_axis", "why": "force along the axis: a whole circle of minima (X3/2)(cos th, sin th, 1)", "force": [0, 0, X3],
              "expect": {"position": "singular", "rank_of_gradient": 0, "continuum": True, "zwang": X3 ** 2 / 2,
                         "circle_radius": X3 / 2, "circle_height": X3 / 2, "dalembert_satisfies_cone": False}})
write("p06_cone_vertex", "Singular position: vertex of a cone, several minima of the zwang",
      ["Stäckel 1919, section 2 eqs (1')-(8''), section 3 eq (10')"], cases, "closed form, 50 digits", checks,
      notes="model: unit mass at rest at the origin, equation f = x1^2 + x2^2 - x3^2 = 0; the gradient vanishes there, the admissible accelerations satisfy a1^2+a2^2-a3^2 = 0")
