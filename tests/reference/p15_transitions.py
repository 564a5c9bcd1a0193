# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Transitions one by one: grazing, soft landing, vanishing multipliers, moving plate, corners, sudden equations."""
from refcommon import *
import engine

cases, checks = [], []


def residual(nm, phases, mass, force, f, grad, tgrid=40):
    """phases: list of (t0, t1, x(t) vector, lambda(t)).  Checks m x'' = X - lambda grad f, f <= 0, lambda >= 0, lambda f = 0."""
    worst = mp.mpf(0)
    h = mp.mpf(10) ** -12
    for t0, t1, x, lam in phases:
        for k in range(1, tgrid):
            t = t0 + (t1 - t0) * mp.mpf(k) / tgrid
            q, qp, qm = x(t), x(t + h), x(t - h)
            v = [(a - b) / (2 * h) for a, b in zip(qp, qm)]
            acc = [(a - 2 * b + c) / h ** 2 for a, b, c in zip(qp, q, qm)]
            X = force(t, q, v)
            G = grad(t, q)
            l = lam(t)
            worst = max([worst] + [abs(mass * a - b + l * g) for a, b, g in zip(acc, X, G)])
            worst = max(worst, f(t, q), -l, abs(l * f(t, q)))
    checks.append((nm + ": equations of motion, f <= 0, lambda >= 0, lambda f = 0 on a grid of the closed form", worst, "1e-20"))


one = mp.mpf(1)
# 1. grazing: apex exactly at a ceiling
md = {"coordinates": ["z"], "velocities": ["w"], "mass": ["1"], "parameters": {}, "forces": ["-2"], "constraints": [{"name": "ceiling", "kind": "holonomic-inequality", "f": "z"}]}
cases.append({"name": "graze_from_inside", "why": "apex exactly at the ceiling: f = f' = 0, f'' = -2 < 0 at t = 1: passive, no impact, multiplier 0, motion goes on freely", "model": md,
              "state": {"t": 0, "q": [-1], "v": [2]}, "expect": {"events": [{"t": 1, "kind": "graze", "constraint": "ceiling", "f2": -2}],
              "samples": [{"t": t, "q": [-(t - 1) ** 2], "v": [-2 * (t - 1)], "multiplier": 0} for t in (mp.mpf("0.5"), one, mp.mpf("1.5"), mp.mpf(3))]}})
residual("graze_from_inside", [(mp.mpf(0), mp.mpf(3), lambda t: [-(t - 1) ** 2], lambda t: mp.mpf(0))], one, lambda t, q, v: [mp.mpf(-2)], lambda t, q: q[0], lambda t, q: [one])

# 2. soft landing: f = f' = f'' = 0, f''' > 0
md = {"coordinates": ["z"], "velocities": ["w"], "mass": ["1"], "parameters": {}, "forces": ["6*(t-1)"], "constraints": [{"name": "ceiling", "kind": "holonomic-inequality", "f": "z"}]}
sl = lambda t: [(t - 1) ** 3] if t < 1 else [mp.mpf(0)]
cases.append({"name": "soft_landing", "why": "f = f' = f'' = 0 at t = 1 with f''' = 6 > 0 for the free motion: contact begins without impact, multiplier rises from 0 like 6(t-1)", "model": md,
              "state": {"t": 0, "q": [-1], "v": [3]}, "expect": {"events": [{"t": 1, "kind": "touch", "constraint": "ceiling", "f2_free": 0, "f3_free": 6, "impact": False}],
              "samples": [{"t": t, "q": sl(t), "v": [3 * (t - 1) ** 2 if t < 1 else mp.mpf(0)], "multiplier": (6 * (t - 1) if t > 1 else mp.mpf(0))} for t in (mp.mpf("0.5"), one, mp.mpf("1.5"), mp.mpf(3))]}})
residual("soft_landing", [(mp.mpf(0), one, sl, lambda t: mp.mpf(0)), (one, mp.mpf(3), sl, lambda t: 6 * (t - 1))], one, lambda t, q, v: [6 * (t - 1)], lambda t, q: q[0], lambda t, q: [one])

# 4. multiplier grazes zero
md = {"coordinates": ["z"], "velocities": ["w"], "mass": ["1"], "parameters": {}, "forces": ["-(1-cos(t))"], "constraints": [{"name": "floor", "kind": "holonomic-inequality", "f": "-z"}]}
cases.append({"name": "multiplier_grazes_zero", "why": "lambda = 1 - cos t vanishes at t = 2 pi without changing sign: no release", "model": md, "state": {"t": 0, "q": [0], "v": [0]},
              "expect": {"events": [], "samples": [{"t": t, "q": [0], "v": [0], "multiplier": 1 - mp.cos(t)} for t in (mp.mpf(1), mp.pi, 2 * mp.pi, mp.mpf(8))]}})
residual("multiplier_grazes_zero", [(mp.mpf(0), mp.mpf(8), lambda t: [mp.mpf(0)], lambda t: 1 - mp.cos(t))], one, lambda t, q, v: [-(1 - mp.cos(t))], lambda t, q: -q[0], lambda t, q: [-one])

# 5. release by a force that changes sign
md = {"coordinates": ["z"], "velocities": ["w"], "mass": ["1"], "parameters": {}, "forces": ["-cos(t)"], "constraints": [{"name": "floor", "kind": "holonomic-inequality", "f": "-z"}]}
fl = lambda t: [t - mp.pi / 2 + mp.cos(t)] if t > mp.pi / 2 else [mp.mpf(0)]
S = [{"t": t, "q": fl(t), "v": [1 - mp.sin(t) if t > mp.pi / 2 else mp.mpf(0)], "multiplier": (mp.cos(t) if t < mp.pi / 2 else mp.mpf(0))} for t in (one, mp.mpf(2), mp.mpf(4), mp.mpf(7))]
ev = [{"t": mp.pi / 2, "kind": "release", "constraint": "floor"}]
residual("release_by_force", [(mp.mpf(0), mp.pi / 2, fl, mp.cos), (mp.pi / 2, mp.mpf(7), fl, lambda t: mp.mpf(0))], one, lambda t, q, v: [-mp.cos(t)], lambda t, q: -q[0], lambda t, q: [-one])
x, de = engine.check_traj(md, 0, [0], [0], S, ev)
checks.append(("release_by_force: event-driven engine", max(x, de), "1e-8"))
cases.append({"name": "release_by_force", "why": "lambda = cos t changes sign at pi/2 (f = f' = f'' = 0, f''' < 0 there)", "model": md, "state": {"t": 0, "q": [0], "v": [0]}, "expect": {"events": ev, "samples": S}})

# 6. particle on a vibrating plate (rheonomic inequality), inelastic
A, Om, g = mp.mpf(1), mp.mpf(2), mp.mpf(3)
plate, pv, pa = (lambda t: A * mp.sin(Om * t)), (lambda t: A * Om * mp.cos(Om * t)), (lambda t: -A * Om ** 2 * mp.sin(Om * t))
md = {"coordinates": ["z"], "velocities": ["w"], "mass": ["1.5"], "parameters": {}, "forces": ["-4.5"], "constraints": [{"name": "plate", "kind": "holonomic-inequality", "f": "sin(2*t) - z"}]}
m = mp.mpf("1.5")
t, ev, S = mp.mpf(0), [], []
tr0 = mp.asin(g / (A * Om ** 2)) / Om
per = 2 * mp.pi / Om
S.append({"t": t, "q": [plate(t)], "v": [pv(t)], "multiplier": m * (g + pa(t))})
for k in range(3):
    # contact from t until the next release
    kk = mp.ceil((t - tr0) / per)
    tr = tr0 + kk * per
    if tr < t:
        tr += per
    tm = (t + tr) / 2
    S.append({"t": tm, "q": [plate(tm)], "v": [pv(tm)], "multiplier": m * (g + pa(tm))})
    ev.append({"t": tr, "kind": "release", "constraint": "plate", "q": [plate(tr)], "v": [pv(tr)]})
    z0, w0 = plate(tr), pv(tr)
    gapf = lambda s: z0 + w0 * s - g * s * s / 2 - plate(tr + s)
    # bracket the first positive root: gap > 0 just after release
    s = mp.mpf("0.05")
    while gapf(s) > 0:
        s += mp.mpf("0.01")
    s = mp.findroot(gapf, (s - mp.mpf("0.01"), s), solver="anderson", tol=mp.mpf(10) ** -90)
    ti = tr + s
    wb, wa = w0 - g * s, pv(ti)
    S.append({"t": tr + s / 2, "q": [z0 + w0 * s / 2 - g * s * s / 8], "v": [w0 - g * s / 2], "multiplier": mp.mpf(0)})
    ev.append({"t": ti, "kind": "impact", "constraint": "plate", "q": [plate(ti)], "velocities_before": [wb], "velocities_after": [wa], "impulse": m * (wa - wb), "df_dt": pv(ti)})
    lost = m * (wa - wb) ** 2 / 2
    checks.append(("vibrating plate, impact %d: T- - T+ = T(lost) - l df/dt" % (k + 1), abs(m * wb ** 2 / 2 - m * wa ** 2 / 2 - lost + m * (wa - wb) * pv(ti)), "1e-45"))
    assert A * Om ** 2 * mp.sin(Om * ti) < g
    t = ti
x, de = engine.check_traj(md, 0, S[0]["q"], S[0]["v"], S, ev, t_end=float(ev[-1]["t"]) + 0.01)
checks.append(("vibrating plate: event-driven engine, samples", x, "1e-8"))
checks.append(("vibrating plate: event-driven engine, event times", de, "1e-8"))
cases.append({"name": "vibrating_plate", "why": "release when the plate's downward acceleration exceeds g (sin = 3/4), inelastic landing on the moving plate, repeated", "model": md,
              "state": {"t": 0, "q": [0], "v": [2]}, "expect": {"events": ev, "samples": S}})

# 7. simultaneous impacts in a corner: order does not matter in the minimum problem, sequential projections do differ
cor = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["0", "0"],
       "constraints": [{"name": "a", "kind": "holonomic-inequality", "f": "x"}, {"name": "b", "kind": "holonomic-inequality", "f": "-3/5*x+4/5*y"},
                      {"name": "c", "kind": "holonomic-inequality", "f": "4/5*x+3/5*y"}]}
for nm, why, conds, u in [("corner_acute", "walls a and b at an acute inner angle (normals obtuse): both answer, the point stops", (0, 1), [F(2), F(1)]),
                          ("corner_obtuse", "walls a and c at an obtuse inner angle (normals acute): both struck, only c answers, a is left with f' < 0", (0, 2), [F(1), F(2)]),
                          ("corner_obtuse_both", "walls a and c: both answer", (0, 2), [F(5), F(1)])]:
    rows = [[F(1), F(0)], [F(-3, 5), F(4, 5)], [F(4, 5), F(3, 5)]]
    names = ["a", "b", "c"]
    Arow = [rows[i] for i in conds]
    r = gauss_qp(diag_inv([F(1), F(1)]), u, [], [], Arow, [F(0)] * 2)
    md = dict(cor)
    md["constraints"] = [cor["constraints"][i] for i in conds]
    # sequential projections, one wall at a time, in both orders (once each)
    seq = []
    for order in ((0, 1), (1, 0)):
        w = list(u)
        for i in order:
            s = sum(a * b for a, b in zip(Arow[i], w))
            if s > 0:
                w = [a - s * b for a, b in zip(w, Arow[i])]
        seq.append(w)
    nm2 = [names[i] for i in conds]
    cases.append({"name": nm, "why": why, "model": md, "state": {"t": 0, "q": [0, 0], "v": u},
                  "expect": {"velocities_after": r["a"], "impulses": dict(zip(nm2, r["lambda"])), "f1_after": dict(zip(nm2, r["f2"]))},
                  "one_wall_at_a_time_would_give": seq})
    checks.append((nm + ": generic engine", engine.check_impact(md, 0, [0, 0], u, r["a"], dict(zip(nm2, r["lambda"]))), "1e-12"))

# 8. sudden imposition of an equation during the motion: a free point is caught by a rod
t1 = F(1)
# start (-4,-3)+..., velocity (1,0): at t=1 at (-3,-4)?  choose q(1) = (3,-4), v = (2,1)
q1, u1 = [F(3), F(-4)], [F(2), F(1)]
L2 = F(25)
vr = sum(a * b for a, b in zip(q1, u1)) / L2
ua = [u1[0] - vr * q1[0], u1[1] - vr * q1[1]]
l = vr            # m(u-u+) = l q1 with m = 1, f = (|q|^2-L^2)/2
om = (q1[0] * ua[1] - q1[1] * ua[0]) / L2
S = []
for tt in (mp.mpf("1.5"), mp.mpf(3)):
    d = tt - 1
    a0 = mp.atan2(-4, 3) + mpf(om) * d
    S.append({"t": tt, "q": [5 * mp.cos(a0), 5 * mp.sin(a0)], "v": [-5 * mpf(om) * mp.sin(a0), 5 * mpf(om) * mp.cos(a0)], "multiplier": mpf(om) ** 2})
cases.append({"name": "caught_by_a_rod", "why": "at t = 1 the equation (x^2+y^2-25)/2 = 0 is imposed on a free point: radial velocity lost, then uniform circular motion; impulse of either sign allowed",
              "model_before": {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["0", "0"], "constraints": []},
              "model_after": {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["0", "0"],
                              "constraints": [{"name": "rod", "kind": "holonomic-equation", "f": "(x^2+y^2-25)/2"}]},
              "state": {"t": 0, "q": [F(1), F(-5)], "v": u1},
              "expect": {"events": [{"t": 1, "kind": "sudden_equation", "q": q1, "velocities_before": u1, "velocities_after": ua, "impulse": l, "angular_velocity_after": om}], "samples": S}})
checks.append(("caught_by_a_rod: f' after", abs(mpf(q1[0] * ua[0] + q1[1] * ua[1])), 0))
x, _ = engine.check_traj(cases[-1]["model_after"], 1, q1, ua, S)
checks.append(("caught_by_a_rod: generic engine", x, "1e-10"))

# 9. simultaneous release of two constraints and release in turn
md = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["cos(t)", "cos(t)"],
      "constraints": [{"name": "a", "kind": "holonomic-inequality", "f": "x"}, {"name": "b", "kind": "holonomic-inequality", "f": "y"}]}
fx = lambda t: (mp.pi / 2 - t - mp.cos(t)) if t > mp.pi / 2 else mp.mpf(0)
S = [{"t": t, "q": [fx(t), fx(t)], "v": [mp.sin(t) - 1 if t > mp.pi / 2 else mp.mpf(0)] * 2, "multipliers": {"a": mp.cos(t) if t < mp.pi / 2 else mp.mpf(0), "b": mp.cos(t) if t < mp.pi / 2 else mp.mpf(0)}} for t in (one, mp.mpf(2), mp.mpf(4))]
cases.append({"name": "simultaneous_release", "why": "both multipliers vanish at t = pi/2: two releases at one instant", "model": md, "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
              "expect": {"events": [{"t": mp.pi / 2, "kind": "release", "constraints": ["a", "b"]}], "samples": S}})
residual("simultaneous_release (per coordinate)", [(mp.mpf(0), mp.pi / 2, lambda t: [fx(t)], mp.cos), (mp.pi / 2, mp.mpf(4), lambda t: [fx(t)], lambda t: mp.mpf(0))], one, lambda t, q, v: [mp.cos(t)], lambda t, q: q[0], lambda t, q: [one])

# 10. two weakly active constraints: section 6 one level higher, force X = t X0, start at rest in the wedge
for nm, why, g1, g2, X0 in [("degenerate_wedge_both", "at t = 0 everything vanishes (second derivatives and multipliers); the jerk problem keeps both although f2 is passive for the free jerk", [F(1), F(0)], [F(-3, 5), F(4, 5)], [F(2), F(1)]),
                            ("degenerate_wedge_one", "at t = 0 everything vanishes; the jerk problem keeps f2 only although f1 opposes the free jerk", [F(1), F(0)], [F(4, 5), F(3, 5)], [F(1), F(2)])]:
    r = gauss_qp(diag_inv([F(1), F(1)]), X0, [], [], [g1, g2], [F(0), F(0)])
    j, ld = r["a"], r["lambda"]
    md = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["t*(%s)" % X0[0], "t*(%s)" % X0[1]],
          "constraints": [{"name": "f1", "kind": "holonomic-inequality", "f": "(%s)*x+(%s)*y" % tuple(g1)}, {"name": "f2", "kind": "holonomic-inequality", "f": "(%s)*x+(%s)*y" % tuple(g2)}]}
    S = [{"t": tt, "q": [x * tt ** 3 / 6 for x in j], "v": [x * tt ** 2 / 2 for x in j], "multipliers": {"f1": ld[0] * tt, "f2": ld[1] * tt}} for tt in (F(1, 2), F(1), F(2))]
    for s in S:
        # exact check of the equations of motion, f <= 0, lambda >= 0, complementarity at each sample
        tt = s["t"]
        res = [abs(tt * x - tt * X + ld[0] * tt * a + ld[1] * tt * b) for x, X, a, b in zip(j, X0, g1, g2)]
        fv = [sum(a * b for a, b in zip(gk, s["q"])) for gk in (g1, g2)]
        bad = max([mpf(x) for x in res] + [mpf(max(x, F(0))) for x in fv] + [mpf(abs(x * l)) for x, l in zip(fv, ld)] + [mpf(max(-l, F(0))) for l in ld])
        checks.append((nm + ": exact certificate at a sample", bad, 0))
        if s["t"] == 1:
            checks.append((nm + ": generic engine at t = 1", engine.check_accel(md, 1, s["q"], s["v"], [x for x in j], {"f1": ld[0], "f2": ld[1]}), "1e-12"))
    cases.append({"name": nm, "why": why, "model": md, "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
                  "expect": {"free_f3": dict(zip(["f1", "f2"], r["f2_free"])), "jerk": j, "multiplier_rates": dict(zip(["f1", "f2"], ld)), "f3": dict(zip(["f1", "f2"], r["f2"])), "samples": S}})

write("p15_transitions", "Single transitions of the finite-time motion, degenerate ones included", ["Mayer 1899a, section 4", "Mayer 1899b, section 2 (internal collisions, sudden equations)"],
      cases, "closed forms, 50 digits", checks)
