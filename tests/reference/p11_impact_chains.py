# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Simultaneous impacts under the inelastic law, cradles, dropped and bouncing balls."""
from refcommon import *
import engine

cases, checks = [], []


def pava(u, m):
    """Weighted isotonic regression (pool adjacent violators): independent route to the row of balls."""
    blocks = []
    for x, w in zip(u, m):
        blocks.append([x, w, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            b = blocks.pop()
            a = blocks.pop()
            w2 = a[1] + b[1]
            blocks.append([(a[0] * a[1] + b[0] * b[1]) / w2, w2, a[2] + b[2]])
    out = []
    for v, w, k in blocks:
        out += [v] * k
    return out


def cradle(nm, why, u, m, e=F(0)):
    n = len(u)
    names = ["c%d" % (i + 1) for i in range(n - 1)]
    A = [[F(0)] * n for _ in range(n - 1)]
    for i in range(n - 1):
        A[i][i], A[i][i + 1] = F(1), F(-1)
    r = gauss_qp(diag_inv(m), u, [], [], A, [F(0)] * (n - 1))
    up = r["a"]
    after = [x + e * (x - y) for x, y in zip(up, u)]
    imp = [(1 + e) * z for z in r["lambda"]]
    T = lambda w: sum(a * b * b for a, b in zip(m, w)) / 2
    d = [x - y for x, y in zip(u, up)]
    md = {"coordinates": ["x%d" % (i + 1) for i in range(n)], "velocities": ["v%d" % (i + 1) for i in range(n)], "mass": [str(x) for x in m], "parameters": {},
          "forces": ["0"] * n,
          "constraints": [{"name": names[i], "kind": "holonomic-inequality", "f": "x%d - x%d + 1" % (i + 1, i + 2), "restitution": str(e)} for i in range(n - 1)]}
    for c in md["constraints"]:
        c["restitution"] = float(e)
    q = [F(i) for i in range(n)]
    checks.append((nm + ": pool-adjacent-violators route (plastic velocities)", maxdiff([mpf(x) for x in pava(u, m)], [mpf(x) for x in up]), "1e-45"))
    checks.append((nm + ": energy T- - T+ = (1-e^2) T(lost)", abs(mpf(T(u) - T(after) - (1 - e * e) * T(d))), 0))
    checks.append((nm + ": momentum", abs(mpf(sum(a * b for a, b in zip(m, u)) - sum(a * b for a, b in zip(m, after)))), 0))
    checks.append((nm + ": generic engine", engine.check_impact(md, 0, q, u, after, dict(zip(names, imp))), "1e-11"))
    cases.append({"name": nm, "why": why, "model": md, "state": {"t": 0, "q": q, "v": u}, "restitution": e,
                  "expect": {"velocities_plastic": up, "velocities_after": after, "impulses": dict(zip(names, imp)), "active": [names[i] for i in r["active"]],
                             "T_before": T(u), "T_after": T(after)}})


cradle("cradle3_inelastic", "one ball strikes two resting ones, all in contact: common velocity v/3", [F(1), F(0), F(0)], [F(1)] * 3)
cradle("cradle5_two_in", "two balls strike three", [F(2), F(2), F(0), F(0), F(0)], [F(1)] * 5)
cradle("cradle_unequal_masses", "general velocities and masses: blocks form, one contact opens", [F(3), F(1), F(2), F(0), F(5)], [F(1), F(2), F(1), F(4), F(1)])
cradle("cradle_both_ends", "struck from both ends", [F(1), F(0), F(0), F(-1)], [F(1)] * 4)
cradle("cradle3_e1_moreau", "Moreau's law with one coefficient e = 1: (-1/3, 2/3, 2/3), energy kept; NOT the behaviour of a real cradle", [F(1), F(0), F(0)], [F(1)] * 3, F(1))
cradle("cradle3_e_half", "Moreau's law, e = 1/2", [F(1), F(0), F(0)], [F(1)] * 3, F(1, 2))

# cradle with gaps: a chain of separate inelastic impacts, positions 0, 2, 4, 7 (unit diameters)
x = [F(0), F(2), F(4), F(7)]
n = 4
names = ["c1", "c2", "c3"]
md = {"coordinates": ["x1", "x2", "x3", "x4"], "velocities": ["v1", "v2", "v3", "v4"], "mass": ["1"] * 4, "parameters": {}, "forces": ["0"] * 4,
      "constraints": [{"name": "c%d" % i, "kind": "holonomic-inequality", "f": "x%d - x%d + 1" % (i, i + 1)} for i in (1, 2, 3)]}
ev = [{"t": F(1), "kind": "impact", "constraint": "c1", "velocities_after": [F(1, 2), F(1, 2), F(0), F(0)]},
      {"t": F(3), "kind": "impact", "constraint": "c2", "velocities_after": [F(1, 3), F(1, 3), F(1, 3), F(0)]},
      {"t": F(9), "kind": "impact", "constraint": "c3", "velocities_after": [F(1, 4)] * 4}]
S = []
for t in (F(1, 2), F(2), F(6), F(11)):
    pos = {F(1, 2): [F(1, 2), F(2), F(4), F(7)], F(2): [F(3, 2), F(5, 2), F(4), F(7)], F(6): [F(3), F(4), F(5), F(7)], F(11): [F(9, 2), F(11, 2), F(13, 2), F(15, 2)]}[t]
    vel = {F(1, 2): [F(1), F(0), F(0), F(0)], F(2): [F(1, 2), F(1, 2), F(0), F(0)], F(6): [F(1, 3)] * 3 + [F(0)], F(11): [F(1, 4)] * 4}[t]
    S.append({"t": t, "q": pos, "v": vel})
d, de = engine.check_traj(md, 0, x, [1, 0, 0, 0], S, ev, t_end=11.0)
checks.append(("gapped chain: event-driven engine", max(d, de), "1e-9"))
cases.append({"name": "cradle_with_gaps", "why": "separate impacts; touching balls stay in contact with multiplier 0 (degenerate but harmless)", "model": md,
              "state": {"t": 0, "q": x, "v": [1, 0, 0, 0]}, "expect": {"events": ev, "samples": S}})

# ball dropped on a floor
g, h = mp.mpf("9.81"), mp.mpf(2)
ball = {"coordinates": ["z"], "velocities": ["w"], "mass": ["0.3"], "parameters": {"g": "9.81"}, "forces": ["-0.3*g"],
        "constraints": [{"name": "floor", "kind": "holonomic-inequality", "f": "-z", "restitution": 0}]}
t0 = mp.sqrt(2 * h / g)
S = [{"t": t0 / 2, "q": [h - g * (t0 / 2) ** 2 / 2], "v": [-g * t0 / 2], "multiplier": 0}, {"t": t0 + 1, "q": [0], "v": [0], "multiplier": mp.mpf("0.3") * g}]
ev = [{"t": t0, "kind": "impact", "constraint": "floor", "velocities_before": [-g * t0], "velocities_after": [0], "impulse": mp.mpf("0.3") * g * t0}]
d, de = engine.check_traj(ball, 0, [h], [0], S, ev, t_end=float(t0 + 1))
checks.append(("dropped ball: event-driven engine", max(d, de), "1e-10"))
cases.append({"name": "ball_inelastic", "why": "inelastic: stays on the floor", "model": ball, "state": {"t": 0, "q": [h], "v": [0]}, "expect": {"events": ev, "samples": S}})

# bouncing ball, restitution e: Zeno
for e in (mp.mpf("0.8"), mp.mpf("0.5")):
    v = g * t0
    t = t0
    ev = []
    for k in range(12):
        ev.append({"t": t, "kind": "impact", "constraint": "floor", "velocities_before": [-v], "velocities_after": [e * v]})
        v = e * v
        t = t + 2 * v / g
    tz = t0 * (1 + e) / (1 - e)
    # the sum of the series
    s = mp.nsum(lambda k: 2 * t0 * e ** k, [1, mp.inf]) + t0
    nm = "ball_bouncing_e%s" % mp.nstr(e, 2).replace(".", "")
    checks.append((nm + ": Zeno time against the summed series", abs(s - tz), "1e-30"))
    checks.append((nm + ": t_n = t0 (1 + 2 e (1-e^n)/(1-e)) for the 12th event", abs(ev[11]["t"] - t0 * (1 + 2 * e * (1 - e ** 11) / (1 - e))), "1e-40"))
    b = dict(ball)
    b["constraints"] = [{"name": "floor", "kind": "holonomic-inequality", "f": "-z", "restitution": float(e)}]
    d, de = engine.check_traj(b, 0, [h], [0], [], ev[:5], t_end=float((ev[4]["t"] + ev[5]["t"]) / 2))
    checks.append((nm + ": event-driven engine, first five events", de, "1e-9"))
    cases.append({"name": nm, "why": "infinitely many impacts before the Zeno time, rest on the floor afterwards", "model": b, "restitution": e,
                  "state": {"t": 0, "q": [h], "v": [0]}, "expect": {"events": ev, "zeno_time": tz, "after_zeno": {"q": [0], "v": [0], "multiplier": mp.mpf("0.3") * g}}})
write("p11_impact_chains", "Simultaneous impacts, dropped and bouncing balls", ["Mayer 1899b, sections 1-2 (inelastic law as a minimum problem)", "restitution in Moreau's form: see docs/theory.md, 7.4"],
      cases, "exact rationals; closed forms with 50 digits", checks)
