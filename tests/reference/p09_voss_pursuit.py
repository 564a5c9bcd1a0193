# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Voss 1884, last example: two points, the first moves at right angles to the line that joins them.

Closed form found while checking the paper: with xi = x1 - x2 and x2 = a t the relative motion is an
exact Kepler motion, xi'' = -G xi/r^3 with G = r xi'.(xi'+a) constant.
"""
from refcommon import *
import engine

cases, checks = [], []
dot = lambda u, v: sum(x * y for x, y in zip(u, v))
cross = lambda u, v: [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
md = {"coordinates": ["x1", "y1", "z1", "x2", "y2", "z2"], "velocities": ["u1", "v1", "w1", "u2", "v2", "w2"], "mass": ["1"] * 6, "parameters": {},
      "forces": ["0"] * 6,
      "constraints": [{"name": "perpendicular", "kind": "nonholonomic-equation", "p": ["x1-x2", "y1-y2", "z1-z2", "0", "0", "0"], "p0": "0"}]}


def kepler(xi0, xd0, G, t):
    """Universal-variable free: elliptic or hyperbolic by Kepler's equation; G may be negative."""
    r0 = mp.sqrt(dot(xi0, xi0))
    c = cross(xi0, xd0)
    B = mp.sqrt(dot(c, c))
    eps = dot(xd0, xd0) / 2 - G / r0
    A = -G / (2 * eps)
    ev = [(x - G * y / r0) / G for x, y in zip(cross(xd0, c), xi0)]
    e = mp.sqrt(dot(ev, ev))
    P = [x / e for x in ev]
    Q = cross([x / B for x in c], P)
    if eps < 0:
        n = mp.sqrt(G / A ** 3)
        s0 = dot(xi0, xd0) / (e * mp.sqrt(G * A))
        c0 = (1 - r0 / A) / e
        E0 = mp.atan2(s0, c0)
        Mn = E0 - e * mp.sin(E0) + n * t
        E = mp.findroot(lambda E: E - e * mp.sin(E) - Mn, Mn + e * mp.sin(Mn))
        r = A * (1 - e * mp.cos(E))
        X, Y = A * (mp.cos(E) - e), A * mp.sqrt(1 - e * e) * mp.sin(E)
        Xd, Yd = -A * n * mp.sin(E) * A / r, A * mp.sqrt(1 - e * e) * n * mp.cos(E) * A / r
    else:
        al = abs(A)                                # A < 0 for G > 0
        n = mp.sqrt(abs(G) / al ** 3)
        sg = 1 if G > 0 else -1
        # r = al (e cosh H - sg)
        H0 = mp.asinh(dot(xi0, xd0) / (e * mp.sqrt(abs(G) * al)))
        Mn = e * mp.sinh(H0) - sg * H0 + n * t
        H = mp.findroot(lambda H: e * mp.sinh(H) - sg * H - Mn, mp.asinh(Mn / e))
        r = al * (e * mp.cosh(H) - sg)
        X, Y = sg * al * (e - sg * mp.cosh(H)), al * mp.sqrt(e * e - 1) * mp.sinh(H)
        Hd = n * al / r
        Xd, Yd = -al * mp.sinh(H) * Hd, al * mp.sqrt(e * e - 1) * mp.cosh(H) * Hd
        if G < 0:
            # repulsive branch: measured from the focus on the far side, P points away from the orbit's vertex
            X, Xd = al * (e + mp.cosh(H)), al * mp.sinh(H) * Hd
            P = [-x for x in P]
            Q = cross([x / B for x in c], P)
    xi = [p * X + q * Y for p, q in zip(P, Q)]
    xd = [p * Xd + q * Yd for p, q in zip(P, Q)]
    return xi, xd


def rhs(t, y):
    x1, x2, v1, v2 = y[0:3], y[3:6], y[6:9], y[9:12]
    d = [p - q for p, q in zip(x1, x2)]
    rel = [p - q for p, q in zip(v1, v2)]
    mu = -dot(rel, v1) / dot(d, d)
    return v1 + v2 + [mu * x for x in d] + [mp.mpf(0)] * 3


times = [mp.mpf(k) / 2 for k in range(0, 9)]
for nm, why, xi0, a, v1 in [
    ("bound", "|x1'| > |a|: h^2 > A^2, elliptic relative orbit", ["1", "0.2", "-0.1"], ["0.3", "0.1", "0.2"], ["*", "1.1", "0.4"]),
    ("unbound", "|x1'| < |a|: hyperbolic relative orbit", ["1", "0.2", "-0.1"], ["0.3", "0.6", "0.8"], ["*", "-0.5", "0.3"]),
    ("repelled", "G < 0: the reaction pushes the point away from the centre", ["1", "0.2", "-0.1"], ["0.3", "0.9", "0.8"], ["*", "0.5", "0.3"]),
]:
    xi0 = [mp.mpf(x) for x in xi0]
    a = [mp.mpf(x) for x in a]
    vy, vz = mp.mpf(v1[1]), mp.mpf(v1[2])
    vx = -(xi0[1] * vy + xi0[2] * vz) / xi0[0]
    v1 = [vx, vy, vz]
    xd0 = [p - q for p, q in zip(v1, a)]
    r0 = mp.sqrt(dot(xi0, xi0))
    G = r0 * dot(xd0, v1)
    c = cross(xi0, xd0)
    h2, A2, B2 = dot(v1, v1), dot(a, a), dot(c, c)
    S, dev = [], mp.mpf(0)
    for t in times:
        xi, xd = kepler(xi0, xd0, G, t)
        x2 = [x * t for x in a]
        x1 = [p + q for p, q in zip(xi, x2)]
        w1 = [p + q for p, q in zip(xd, a)]
        r = mp.sqrt(dot(xi, xi))
        p_ = dot(a, xi)
        q_ = dot(a, cross(c, xi))
        dev = max(dev, abs(dot(xi, w1)), abs(dot(w1, w1) - h2), maxdiff(cross(xi, xd), c),
                  abs(r * r * (h2 - A2) - (B2 - p_ ** 2 + 2 * q_)), abs(r * dot(xd, w1) - G))
        S.append({"t": t, "q": x1 + x2, "v": w1 + a, "multiplier": G / r ** 3, "r": r, "p": p_, "q_det": q_})
    checks.append((nm + ": constraint, |x1'|, angular momentum, corrected (30) r^2(h^2-A^2)=B^2-p^2+2q, G constant, on the closed form", dev, "1e-40"))
    out, err = gbs(rhs, 0, S[0]["q"] + S[0]["v"], times[1:], H="0.125")
    checks.append((nm + ": Kepler closed form against extrapolation of Voss's equations", maxdiff(out, [s["q"] + s["v"] for s in S[1:]]), "1e-26"))
    ev = [x / G - y / r0 for x, y in zip(cross(xd0, c), xi0)]
    checks.append((nm + ": eccentricity vector perpendicular to a", abs(dot(ev, a)), "1e-40"))
    d, _ = engine.check_traj(md, 0, S[0]["q"], S[0]["v"], S)
    checks.append((nm + ": generic engine", d, "1e-9"))
    cases.append({"name": nm, "why": why, "model": md, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"]},
                  "expect": {"a": a, "h_squared": h2, "A_squared": A2, "B_squared": B2, "angular_momentum": c, "G": G,
                             "energy_relative": -(h2 - A2) / 2, "samples": S}})
write("p09_voss_pursuit", "Two points, the first always moving at right angles to the joining line", ["Voss 1884, last example, eqs (24)-(30) (27, 29, 30 corrected)"],
      cases, "closed form (Kepler's equation), 50 digits", checks,
      notes="z = G/r^3 in M a = Q - A^T z (Voss's lambda = -G/r^3). Relative motion: xi'' = -G xi/r^3.")
