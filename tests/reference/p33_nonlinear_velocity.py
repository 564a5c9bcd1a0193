# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Constraints Phi(t, q, v) = 0 or <= 0 that are not linear in the velocities, by Maurer's rule theta Phi = sum Phi_v dq = 0.

M a = Q - A^T z with A = dPhi/dv, and dPhi/dt = A a + b with b = Phi_q v + Phi_t.
Every trajectory is computed in reduced variables (closed form or extrapolation) and compared with a second route:
the Cartesian equations with the multiplier, built from the text of the model by symbolic differentiation.
"""
from refcommon import *
from refcommon import _solve_exact as _solve_exact_
import sympy as sp

cases, checks = [], []


def E(text, loc):
    return sp.sympify(str(text).replace("^", "**"), locals=loc)


class Cart:
    """Second route: the multiplier equations from the model text, all listed constraints held as equations."""

    def __init__(self, model):
        loc = {k: sp.Symbol(k) for k in model["coordinates"] + model["velocities"] + ["t"]}
        q = [loc[k] for k in model["coordinates"]]
        v = [loc[k] for k in model["velocities"]]
        t = loc["t"]
        M = [sp.nsimplify(E(x, loc), rational=True) for x in model["mass"]]
        Q = [sp.nsimplify(E(x, loc), rational=True) for x in model["forces"]]
        ph = [sp.nsimplify(E(c["phi"], loc), rational=True) for c in model["constraints"]]
        n, k = len(q), len(ph)
        A = sp.Matrix(k, n, lambda i, j: sp.diff(ph[i], v[j]))
        b = [sum(sp.diff(p, q[j]) * v[j] for j in range(n)) + sp.diff(p, t) for p in ph]
        self.n, self.k = n, k
        self.f = sp.lambdify([t] + q + v, [M, Q, A.tolist(), b, ph], "mpmath")

    def instant(self, t, q, v, active=None):
        M, Q, A, b, ph = self.f(t, *q, *v)
        idx = list(range(self.k)) if active is None else list(active)
        a0 = [mp.mpf(Q[i]) / M[i] for i in range(self.n)]
        z = [mp.mpf(0)] * self.k
        if idx:
            G = [[sum(mp.mpf(A[s][i]) * A[r][i] / M[i] for i in range(self.n)) for r in idx] for s in idx]
            h = [sum(A[s][i] * a0[i] for i in range(self.n)) + b[s] for s in idx]
            zz = _solve_exact_(G, h)
            for s, x in zip(idx, zz):
                z[s] = x
        a = [a0[i] - sum(A[s][i] * z[s] for s in idx) / M[i] for i in range(self.n)]
        return a, z, [mp.mpf(x) for x in ph]

    def rhs(self, active=None):
        n = self.n
        return lambda t, y: list(y[n:2 * n]) + self.instant(t, y[:n], y[n:2 * n], active)[0]


m_ = mp.mpf


def follow(model, t0, q0, v0, times, active=None, tol="1e-30", H="0.1"):
    c = Cart(model)
    out, err = gbs(c.rhs(active), t0, list(q0) + list(v0), times, H=H, tol=mp.mpf(tol))
    return out, err, c


def sample(t, q, v, z=None, **kw):
    d = {"t": t, "q": list(q), "v": list(v)}
    if z is not None:
        d["multipliers"] = z
    d.update(kw)
    return d


# ------------------------------------------------ 1. Appell-Hamel, gravity: closed
g, c, M1, m1 = m_("9.81"), m_("0.8"), m_(3), m_("1.2")
for nm, phi, w0 in [("appell_hamel_falls", "vx^2+vy^2-0.64*vz^2", m_(-1)), ("appell_hamel_falls_degree_1", "sqrt(vx^2+vy^2)+0.8*vz", m_(-1)), ("appell_hamel_rises", "vx^2+vy^2-0.64*vz^2", m_(2))]:
    model = {"coordinates": ["x", "y", "z"], "velocities": ["vx", "vy", "vz"], "mass": ["4.2", "4.2", "1.2"], "forces": ["0", "0", "-1.2*9.81"],
             "constraints": [{"name": "wheel", "kind": "velocity-equation", "phi": phi}]}
    Mh = M1 + m1
    e = [m_("0.6"), m_("0.8")]
    u0 = c * abs(w0)
    sg = mp.sign(w0)
    # T = (Mh c^2 + m) w^2/2: one degree of freedom along a fixed direction
    az = -m1 * g / (m1 + Mh * c * c)
    a = [c * sg * az * e[0], c * sg * az * e[1], az]
    tstop = w0 / -az if w0 > 0 else None
    times = [m_(k) / 4 for k in (1, 2, 3, 4)] if w0 < 0 else [m_(k) / 20 for k in (1, 3, 6)]
    v0 = [u0 * e[0], u0 * e[1], w0]

    def lam(w):
        if "sqrt" in phi:   # A = (e, c): Mh u' = -z, u' = -c a_z
            return -Mh * (c * sg * az)
        return -Mh * az / (2 * w)   # A = (2 u e, -2 c^2 w)
    samples = [sample(t, [v0[i] * t + a[i] * t * t / 2 for i in range(3)], [v0[i] + a[i] * t for i in range(3)], [lam(w0 + az * t)]) for t in times]
    out, err, cc = follow(model, 0, [m_(0)] * 3, v0, times)
    checks.append((nm + ": closed form against the multiplier equations (extrapolation)", max(maxdiff(s["q"] + s["v"], o) for s, o in zip(samples, out)), "1e-25"))
    ai, zi, _ = cc.instant(m_(0), [m_(0)] * 3, v0)
    checks.append((nm + ": accelerations and multiplier at the start", max(maxdiff(ai, a), abs(zi[0] - lam(w0))), "1e-40"))
    E0 = Mh * u0 ** 2 / 2 + m1 * w0 ** 2 / 2
    checks.append((nm + ": energy kept (Phi homogeneous in v)", max(abs(Mh * (s["v"][0] ** 2 + s["v"][1] ** 2) / 2 + m1 * s["v"][2] ** 2 / 2 + m1 * g * s["q"][2] - E0) for s in samples), "1e-45"))
    ex = {"accelerations": a, "multipliers": [lam(w0)], "energy": E0, "samples": samples}
    if tstop:
        ex["singular_at"] = tstop
        ex["singular_why"] = "v = 0: dPhi/dv vanishes (vertex of the cone of velocities); the multiplier grows without bound before it"
    cases.append({"name": nm, "why": "x'^2+y'^2 = c^2 z'^2 under gravity: the direction in the plane is kept, a_z = -m g/(m + (M+m) c^2)", "model": model, "state": {"t": 0, "q": [0, 0, 0], "v": v0}, "expect": ex})

# ------------------------------------------------ 2. Appell-Hamel with a force across: the direction turns
fx, fy = m_("1.5"), m_("-0.7")
model = {"coordinates": ["x", "y", "z"], "velocities": ["vx", "vy", "vz"], "mass": ["4.2", "4.2", "1.2"], "forces": ["1.5", "-0.7", "-1.2*9.81"],
         "constraints": [{"name": "wheel", "kind": "velocity-equation", "phi": "vx^2+vy^2-0.64*vz^2"}]}
Mh = M1 + m1
u0, th0 = c * 1, m_("0.4")


def red(t, y):   # x, y, z, u, theta ; z' = -u/c
    u, th = y[3], y[4]
    fe = fx * mp.cos(th) + fy * mp.sin(th)
    fn = -fx * mp.sin(th) + fy * mp.cos(th)
    return [u * mp.cos(th), u * mp.sin(th), -u / c, (fe + m1 * g / c) / (Mh + m1 / c ** 2), fn / (Mh * u)]


times = [m_(k) / 2 for k in (1, 2, 3, 4)]
ro, rerr = gbs(red, 0, [m_(0), m_(0), m_(0), u0, th0], times, H="0.1")
v0 = [u0 * mp.cos(th0), u0 * mp.sin(th0), m_(-1)]
co, cerr, cc = follow(model, 0, [m_(0)] * 3, v0, times)
sm = []
for t, r, o in zip(times, ro, co):
    st = [r[0], r[1], r[2], r[3] * mp.cos(r[4]), r[3] * mp.sin(r[4]), -r[3] / c]
    checks.append(("appell_hamel_turned: reduced (u, theta) against Cartesian with multiplier, t = " + mp.nstr(t, 3), maxdiff(st, o), "1e-25"))
    sm.append(sample(t, st[:3], st[3:], cc.instant(t, st[:3], st[3:])[1]))
ai, zi, _ = cc.instant(m_(0), [m_(0)] * 3, v0)
E0 = Mh * u0 ** 2 / 2 + m1 / 2
checks.append(("appell_hamel_turned: energy", max(abs(Mh * (s["v"][0] ** 2 + s["v"][1] ** 2) / 2 + m1 * s["v"][2] ** 2 / 2 + m1 * g * s["q"][2] - fx * s["q"][0] - fy * s["q"][1] - E0) for s in sm), "1e-25"))
cases.append({"name": "appell_hamel_turned", "why": "a constant force across turns the direction: theta' = f_n/((M+m) u), u' = (f_e + m g/c)/(M+m+m/c^2)", "model": model, "state": {"t": 0, "q": [0, 0, 0], "v": v0},
              "expect": {"accelerations": ai, "multipliers": zi, "samples": sm}})

# ------------------------------------------------ 3. isotropic cone with a spring and a force
model = {"coordinates": ["x", "y", "z"], "velocities": ["vx", "vy", "vz"], "mass": ["1", "1", "1"], "forces": ["0.3-x", "-y", "1-z/2"],
         "constraints": [{"name": "cone", "kind": "velocity-equation", "phi": "vx^2+vy^2-vz^2"}]}


def red(t, y):   # x, y, z, w, theta; horizontal speed = w > 0
    x, yy, z, w, th = y
    Fx, Fy, Fz = m_("0.3") - x, -yy, 1 - z / 2
    return [w * mp.cos(th), w * mp.sin(th), w, (Fx * mp.cos(th) + Fy * mp.sin(th) + Fz) / 2, (-Fx * mp.sin(th) + Fy * mp.cos(th)) / w]


th0 = mp.atan2(m_("0.8"), m_("0.6"))
times = [m_(k) / 4 for k in (1, 2, 3, 4)]
ro, rerr = gbs(red, 0, [m_(0), m_(0), m_(0), m_(1), th0], times, H="0.1")
v0 = [m_("0.6"), m_("0.8"), m_(1)]
co, cerr, cc = follow(model, 0, [m_(0)] * 3, v0, times)
sm = []
for t, r, o in zip(times, ro, co):
    st = [r[0], r[1], r[2], r[3] * mp.cos(r[4]), r[3] * mp.sin(r[4]), r[3]]
    checks.append(("isotropic_cone: reduced (w, theta) against Cartesian with multiplier, t = " + mp.nstr(t, 3), maxdiff(st, o), "1e-25"))
    sm.append(sample(t, st[:3], st[3:], cc.instant(t, st[:3], st[3:])[1]))
tay = taylor(red, 0, [m_(0), m_(0), m_(0), m_(1), th0], [m_(1)], dps=25)
checks.append(("isotropic_cone: Taylor series at t = 1", maxdiff(tay[0], ro[3]), "1e-20"))
U = lambda q: (q[0] ** 2 + q[1] ** 2) / 2 - m_("0.3") * q[0] + q[2] ** 2 / 4 - q[2]
checks.append(("isotropic_cone: energy", max(abs(sum(x * x for x in s["v"]) / 2 + U(s["q"]) - 1) for s in sm), "1e-25"))
ai, zi, _ = cc.instant(m_(0), [m_(0)] * 3, v0)
cases.append({"name": "isotropic_cone", "why": "x'^2+y'^2-z'^2 = 0 (Maurer's rule, problem B) with springs and a force; the energy is kept", "model": model, "state": {"t": 0, "q": [0, 0, 0], "v": v0},
              "expect": {"accelerations": ai, "multipliers": zi, "energy": 1, "samples": sm}})

# ------------------------------------------------ 4. |v| = c under a uniform force (closed: gd)
m, cs, Fv = m_(2), m_("1.5"), [m_(3), m_(4)]
Fn = m_(5)
k = Fn / (m * cs)
th0 = m_(2)   # angle from the force direction
ef = [Fv[0] / Fn, Fv[1] / Fn]
en = [-ef[1], ef[0]]
tau0 = mp.atanh(mp.cos(th0))


def closed_speed(t):
    tau = k * t + tau0
    gd = lambda x: 2 * mp.atan(mp.tanh(x / 2))
    vx, vy = cs * mp.tanh(tau), cs / mp.cosh(tau)
    X, Y = cs / k * mp.log(mp.cosh(tau) / mp.cosh(tau0)), cs / k * (gd(tau) - gd(tau0))
    return [X * ef[i] + Y * en[i] for i in range(2)], [vx * ef[i] + vy * en[i] for i in range(2)], Fn * mp.tanh(tau) / (2 * cs)


model = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["2", "2"], "forces": ["3", "4"], "constraints": [{"name": "speed", "kind": "velocity-equation", "phi": "vx^2+vy^2-2.25"}]}
times = [m_(k_) / 2 for k_ in (1, 2, 3, 4)]
q0, v0, z0 = closed_speed(m_(0))
sm, wk = [], []
for t in times:
    q, v, z = closed_speed(t)
    sm.append(sample(t, q, v, [z], work_of_force=Fv[0] * q[0] + Fv[1] * q[1], work_of_constraint=-(Fv[0] * q[0] + Fv[1] * q[1])))
co, cerr, cc = follow(model, 0, q0, v0, times)
checks.append(("constant_speed: closed form (gudermannian) against the multiplier equations", max(maxdiff(s["q"] + s["v"], o) for s, o in zip(sm, co)), "1e-25"))
qd = mp.quad(lambda t: 2 * closed_speed(t)[2] * cs ** 2, [0, 1, 2])
checks.append(("constant_speed: integral of 2 z c^2 is the work of the force", abs(qd - sm[-1]["work_of_force"]), "1e-30"))
ai, zi, _ = cc.instant(m_(0), q0, v0)
checks.append(("constant_speed: multiplier z = F.v/(2 c^2)", max(abs(zi[0] - z0), max(abs(cc.instant(s["t"], s["q"], s["v"])[1][0] - s["multipliers"][0]) for s in sm)), "1e-40"))
cases.append({"name": "constant_speed", "why": "|v| = c: c theta' = -(F/m) sin theta, tan(theta/2) = tan(theta0/2) exp(-F t/(m c)); the constraint takes the power of the force, the kinetic energy stays", "model": model, "state": {"t": 0, "q": q0, "v": v0},
              "expect": {"accelerations": ai, "multipliers": zi, "kinetic_energy": m * cs ** 2 / 2, "samples": sm}})

# ------------------------------------------------ 5. |v| = c(t) falling (rheonomic) under a uniform force
model = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "forces": ["0", "-2"], "constraints": [{"name": "speed", "kind": "velocity-equation", "phi": "vx^2+vy^2-9*exp(-t)"}]}
# c = 3 exp(-t/2); angle th from the force (0,-1): c th' = -2 sin th; integral dt/c = (2/3)(exp(t/2)-1)
th0 = m_("1.3")
cs_ = lambda t: 3 * mp.exp(-t / 2)
th_ = lambda t: 2 * mp.atan(mp.tan(th0 / 2) * mp.exp(-(m_(4) / 3) * (mp.exp(t / 2) - 1)))
vel = lambda t: [cs_(t) * mp.sin(th_(t)), -cs_(t) * mp.cos(th_(t))]
times = [m_(k_) / 2 for k_ in (1, 2, 3)]
sm = []
for t in times:
    q = [mp.quad(lambda s: vel(s)[i], [0, t / 2, t]) for i in range(2)]
    # z = (F.v - m c c')/(2 c^2), c c' = -c^2/2
    sm.append(sample(t, q, vel(t), [(-2 * vel(t)[1] + cs_(t) ** 2 / 2) / (2 * cs_(t) ** 2)]))
co, cerr, cc = follow(model, 0, [m_(0)] * 2, vel(m_(0)), times)
checks.append(("falling_speed: closed direction and quadrature against the multiplier equations", max(maxdiff(s["q"] + s["v"], o) for s, o in zip(sm, co)), "1e-25"))
checks.append(("falling_speed: multiplier", max(abs(cc.instant(s["t"], s["q"], s["v"])[1][0] - s["multipliers"][0]) for s in sm), "1e-40"))
ai, zi, _ = cc.instant(m_(0), [m_(0)] * 2, vel(m_(0)))
cases.append({"name": "falling_speed", "why": "|v| = 3 exp(-t/2): the constraint contains the time", "model": model, "state": {"t": 0, "q": [0, 0], "v": vel(m_(0))}, "expect": {"accelerations": ai, "multipliers": zi, "samples": sm}})

# ------------------------------------------------ 6. speed as a function of place
model = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "forces": ["0.5", "-1"], "constraints": [{"name": "speed", "kind": "velocity-equation", "phi": "vx^2+vy^2-(1+x^2)"}]}


def red(t, y):
    x, yy, th = y
    s = mp.sqrt(1 + x * x)
    return [s * mp.cos(th), s * mp.sin(th), (-m_("0.5") * mp.sin(th) - mp.cos(th)) / s]


times = [m_(k_) / 2 for k_ in (1, 2, 3)]
ro, _ = gbs(red, 0, [m_(0), m_(0), m_(1)], times, H="0.1")
v0 = [mp.cos(m_(1)), mp.sin(m_(1))]
co, cerr, cc = follow(model, 0, [m_(0)] * 2, v0, times)
sm = []
for t, r, o in zip(times, ro, co):
    s = mp.sqrt(1 + r[0] ** 2)
    st = [r[0], r[1], s * mp.cos(r[2]), s * mp.sin(r[2])]
    checks.append(("speed_of_place: reduced (theta) against Cartesian with multiplier, t = " + mp.nstr(t, 3), maxdiff(st, o), "1e-25"))
    sm.append(sample(t, st[:2], st[2:], cc.instant(t, st[:2], st[2:])[1]))
ai, zi, _ = cc.instant(m_(0), [m_(0)] * 2, v0)
cases.append({"name": "speed_of_place", "why": "|v|^2 = 1 + x^2 under a constant force: not homogeneous, with the place", "model": model, "state": {"t": 0, "q": [0, 0], "v": v0}, "expect": {"accelerations": ai, "multipliers": zi, "samples": sm}})

# ------------------------------------------------ 7. inequality |v| <= c, force that turns in time (one axis, closed)
# m = 2, F = 6 cos t, c = 2: v = 3 sin t reaches 2 at asin(2/3); held until cos t = 0; v = 2 - 3(1 - sin t); reaches -2 at 1 - sin t = 4/3
t1 = mp.asin(m_(2) / 3)
t2 = mp.pi / 2
t3 = mp.pi + mp.asin(m_(1) / 3)
t4 = 3 * mp.pi / 2
model = {"coordinates": ["x"], "velocities": ["vx"], "mass": ["2"], "forces": ["6*cos(t)"], "constraints": [{"name": "limit", "kind": "velocity-inequality", "phi": "vx^2-4"}]}


def st7(t):
    if t <= t1:
        return 3 * (1 - mp.cos(t)), 3 * mp.sin(t), m_(0)
    x1 = 3 * (1 - mp.cos(t1))
    if t <= t2:
        return x1 + 2 * (t - t1), m_(2), 6 * mp.cos(t) / (2 * 2)
    x2 = x1 + 2 * (t2 - t1)
    if t <= t3:
        return x2 - (t - t2) - 3 * mp.cos(t), 3 * mp.sin(t) - 1, m_(0)
    x3 = x2 - (t3 - t2) - 3 * mp.cos(t3)
    if t <= t4:
        return x3 - 2 * (t - t3), m_(-2), 6 * mp.cos(t) / (2 * -2)
    x4 = x3 - 2 * (t4 - t3)
    return x4 + (t - t4) - 3 * mp.cos(t), 1 + 3 * mp.sin(t), m_(0)


times = [m_("0.4"), m_(1), m_(2), m_(3), m_(4), m_(5)]
sm = [sample(t, [st7(t)[0]], [st7(t)[1]], [st7(t)[2]]) for t in times]
# energy: work of force minus work of the constraint = change of T
pts = [m_(0), t1, t2, t3, t4]
W = lambda a_, b_: mp.quad(lambda s: 6 * mp.cos(s) * st7(s)[1], [a_] + [p for p in pts if a_ < p < b_] + [b_])
D = lambda a_, b_: mp.quad(lambda s: 2 * st7(s)[2] * 4, [a_] + [p for p in pts if a_ < p < b_] + [b_])
checks.append(("speed_limit_axis: energy balance W - D = T(5) - T(0)", abs(W(0, m_(5)) - D(0, m_(5)) - st7(m_(5))[1] ** 2), "1e-30"))
D1 = 12 * (1 - m_(2) / 3)
D2 = 12 * (1 - m_(1) / 3)
checks.append(("speed_limit_axis: energy taken by the limit in closed form", max(abs(D(t1, t2) - D1), abs(D(t3, t4) - D2)), "1e-30"))
c1 = Cart(model)
for a_, b_, act in [(m_(0), t1, []), (t1, t2, [0]), (t2, t3, []), (t3, t4, [0])]:
    o, _ = gbs(c1.rhs(act), a_, list(st7(a_)[:2]), [b_], H="0.25", tol=mp.mpf(10) ** -30)
    checks.append(("speed_limit_axis: arc to t = %s by the multiplier equations" % mp.nstr(b_, 6), maxdiff(o[0], list(st7(b_)[:2])), "1e-25"))
cases.append({"name": "speed_limit_axis", "why": "v^2 <= c^2, force 6 cos t: reach, held with z = F v/(2 c^2) >= 0, released when the force turns, reached on the other side, released again", "model": model, "state": {"t": 0, "q": [0], "v": [0]},
              "expect": {"events": [{"t": t1, "kind": "reach", "constraint": "limit", "multiplier_after": 6 * mp.cos(t1) / 4, "q": [st7(t1)[0]], "v": [2], "acceleration_before": [3 * mp.cos(t1)], "acceleration_after": [0]},
                                    {"t": t2, "kind": "release", "constraint": "limit", "q": [st7(t2)[0]], "v": [2]},
                                    {"t": t3, "kind": "reach", "constraint": "limit", "multiplier_after": 6 * mp.cos(t3) / -4, "q": [st7(t3)[0]], "v": [-2], "acceleration_before": [3 * mp.cos(t3)], "acceleration_after": [0]},
                                    {"t": t4, "kind": "release", "constraint": "limit", "q": [st7(t4)[0]], "v": [-2]}],
                         "samples": sm, "energy_taken_by_constraint": {"first_hold": D1, "second_hold": D2}, "work_of_force_to_5": W(0, m_(5)), "kinetic_energy_at_5": st7(m_(5))[1] ** 2}})

# ------------------------------------------------ 8. oscillator with |v| <= c: held until the middle, then a smaller oscillation
# m = 1, x'' = -x, x(0) = -3, c = 2: v = 3 sin t reach at asin(2/3), x = -3 cos t1 = -sqrt5; uniform until x = 0; then amplitude 2
t1 = mp.asin(m_(2) / 3)
t2 = t1 + mp.sqrt(5) / 2
model = {"coordinates": ["x"], "velocities": ["vx"], "mass": ["1"], "forces": ["-x"], "constraints": [{"name": "limit", "kind": "velocity-inequality", "phi": "vx^2-4"}]}


def st8(t):
    if t <= t1:
        return -3 * mp.cos(t), 3 * mp.sin(t), m_(0)
    if t <= t2:
        x = -mp.sqrt(5) + 2 * (t - t1)
        return x, m_(2), -x / 4
    return 2 * mp.sin(t - t2), 2 * mp.cos(t - t2), m_(0)


times = [m_("0.5"), m_(1), m_("1.5"), m_(2), m_(3), m_(4)]
c1 = Cart(model)
for a_, b_, act in [(m_(0), t1, []), (t1, t2, [0]), (t2, m_(4), [])]:
    o, _ = gbs(c1.rhs(act), a_, list(st8(a_)[:2]), [b_], H="0.25", tol=mp.mpf(10) ** -30)
    checks.append(("speed_limit_oscillator: arc to t = %s by the multiplier equations" % mp.nstr(b_, 6), maxdiff(o[0], list(st8(b_)[:2])), "1e-25"))
Dq = mp.quad(lambda s: 2 * st8(s)[2] * 4, [t1, t2])
checks.append(("speed_limit_oscillator: energy taken is 9/2 - 2 = 5/2", abs(Dq - m_("2.5")), "1e-35"))
cases.append({"name": "speed_limit_oscillator", "why": "oscillator of amplitude 3 with |v| <= 2: reach, uniform to the middle, release there with z = 0, then amplitude 2; later it only touches the limit (z = 0) at every passage of the middle",
              "model": model, "state": {"t": 0, "q": [-3], "v": [0]},
              "expect": {"events": [{"t": t1, "kind": "reach", "constraint": "limit", "q": [-mp.sqrt(5)], "v": [2], "multiplier_after": mp.sqrt(5) / 4}, {"t": t2, "kind": "release", "constraint": "limit", "q": [0], "v": [2]}],
                         "grazes_at": [t2 + mp.pi, t2 + 2 * mp.pi], "samples": [sample(t, [st8(t)[0]], [st8(t)[1]], [st8(t)[2]]) for t in times], "energy_taken_by_constraint": m_("2.5")}})

# ------------------------------------------------ 9. projectile with a speed limit in the plane (closed)
# m = 1, g = 10, v0 = (3, 4), |v| <= 6: v_y = 4 - 10 t; reach at v_y = -sqrt(27)
t1 = (4 + mp.sqrt(27)) / 10
th1 = mp.atan2(3, mp.sqrt(27))     # angle from (0,-1); = pi/6
checks.append(("speed_limit_projectile: the angle at the reach is 30 degrees", abs(th1 - mp.pi / 6), "1e-45"))
kk = m_(10) / 6
tau1 = mp.atanh(mp.cos(th1))
gd = lambda x: 2 * mp.atan(mp.tanh(x / 2))


def st9(t):
    if t <= t1:
        return [3 * t, 4 * t - 5 * t * t], [m_(3), 4 - 10 * t], m_(0)
    tau = tau1 + kk * (t - t1)
    x1, y1 = 3 * t1, 4 * t1 - 5 * t1 ** 2
    return [x1 + 6 / kk * (gd(tau) - gd(tau1)), y1 - 6 / kk * mp.log(mp.cosh(tau) / mp.cosh(tau1))], [6 / mp.cosh(tau), -6 * mp.tanh(tau)], 10 * mp.tanh(tau) / 12


model = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "forces": ["0", "-10"], "constraints": [{"name": "limit", "kind": "velocity-inequality", "phi": "vx^2+vy^2-36"}]}
times = [m_("0.5"), m_(1), m_("1.25"), m_("1.5"), m_(2)]
c1 = Cart(model)
q1, v1, z1 = st9(t1)
o, _ = gbs(c1.rhs([0]), t1, q1 + v1, [m_("1.25"), m_("1.5"), m_(2)], H="0.1", tol=mp.mpf(10) ** -30)
checks.append(("speed_limit_projectile: held arc by the multiplier equations", max(maxdiff(a_, st9(t)[0] + st9(t)[1]) for a_, t in zip(o, times[2:])), "1e-25"))
EN = lambda t: sum(x * x for x in st9(t)[1]) / 2 + 10 * st9(t)[0][1]
Dq = mp.quad(lambda s: 72 * (10 * mp.tanh(tau1 + kk * (s - t1)) / 12), [t1, m_("1.5"), m_(2)])
checks.append(("speed_limit_projectile: energy at 2 is 25/2 minus what the limit took", abs(EN(m_(2)) - (m_("12.5") - Dq)), "1e-30"))
aft = c1.instant(t1, q1, v1)
cases.append({"name": "speed_limit_projectile", "why": "thrown point with |v| <= 6: reach on the way down, then tan(theta/2) falls exponentially, never released", "model": model, "state": {"t": 0, "q": [0, 0], "v": [3, 4]},
              "expect": {"events": [{"t": t1, "kind": "reach", "constraint": "limit", "q": q1, "v": v1, "multiplier_after": aft[1][0], "acceleration_before": [0, -10], "acceleration_after": aft[0]}],
                         "samples": [sample(t, st9(t)[0], st9(t)[1], [st9(t)[2]]) for t in times], "energy_at_2": EN(m_(2)), "energy_taken_by_constraint_to_2": Dq}})

# ------------------------------------------------ 10. plane, force (4 (1 - t), 0): held, released at t = 1, reached again on the other side
# start on the limit: |v| = 2, angle th0 from x; c th' = -F sin th
th0 = m_("1.2")
c_ = m_(2)
th_ = lambda t: 2 * mp.atan(mp.tan(th0 / 2) * mp.exp(-2 * (t - t * t / 2)))
te = th_(m_(1))
va, vb = c_ * mp.cos(te), c_ * mp.sin(te)
t2 = 1 + mp.sqrt(va)           # vx = va - 2 (t-1)^2 = -va
th2_ = lambda t: 2 * mp.atan(1 / (mp.tan(te / 2)) * mp.exp(2 * ((t - 1) ** 2 - (t2 - 1) ** 2) / 2))   # angle from +x grows to pi


def v10(t):
    if t <= 1:
        return [c_ * mp.cos(th_(t)), c_ * mp.sin(th_(t))], 4 * (1 - t) * mp.cos(th_(t)) / (2 * c_)
    if t <= t2:
        return [va - 2 * (t - 1) ** 2, vb], m_(0)
    return [c_ * mp.cos(th2_(t)), c_ * mp.sin(th2_(t))], 4 * (1 - t) * mp.cos(th2_(t)) / (2 * c_)


def q10(t):
    pts_ = [m_(0)] + [p for p in (m_("0.5"), m_(1), t2) if p < t] + [t]
    return [mp.quad(lambda s: v10(s)[0][i], pts_) for i in range(2)]


model = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "forces": ["4*(1-t)", "0"], "constraints": [{"name": "limit", "kind": "velocity-inequality", "phi": "vx^2+vy^2-4"}]}
c1 = Cart(model)
times = [m_("0.5"), m_(1), m_("1.5"), m_(2), m_(3)]
o1, _ = gbs(c1.rhs([0]), 0, [m_(0), m_(0)] + v10(m_(0))[0], [m_("0.5"), m_(1)], H="0.1", tol=mp.mpf(10) ** -30)
o2, _ = gbs(c1.rhs([]), 1, o1[1], [m_("1.5"), m_(2), t2], H="0.25", tol=mp.mpf(10) ** -30)
o3, _ = gbs(c1.rhs([0]), t2, o2[2], [m_(3)], H="0.1", tol=mp.mpf(10) ** -30)
ref = {t: q10(t) + v10(t)[0] for t in times}
checks.append(("speed_limit_plane: closed velocities and quadrature against the multiplier equations", max(maxdiff(a_, ref[t]) for a_, t in zip(o1 + o2[:2] + o3, times)), "1e-24"))
checks.append(("speed_limit_plane: |v| = 2 at the second reach", abs(o2[2][2] ** 2 + o2[2][3] ** 2 - 4), "1e-25"))
Dq = mp.quad(lambda s: 8 * v10(s)[1], [0, m_("0.5"), 1]), mp.quad(lambda s: 8 * v10(s)[1], [t2, 3])
Wq = mp.quad(lambda s: 4 * (1 - s) * v10(s)[0][0], [0, m_("0.5"), 1, t2, 3])
checks.append(("speed_limit_plane: energy balance 0..3", abs(Wq - Dq[0] - Dq[1] - (sum(x * x for x in v10(m_(3))[0]) - 4) / 2), "1e-30"))
cases.append({"name": "speed_limit_plane", "why": "starts on |v| = 2 under a force that turns at t = 1: released there with z = 0, reached again where v_x = -v_x(1)", "model": model, "state": {"t": 0, "q": [0, 0], "v": v10(m_(0))[0]},
              "expect": {"multipliers": [v10(m_(0))[1]], "events": [{"t": m_(1), "kind": "release", "constraint": "limit", "q": ref[m_(1)][:2], "v": ref[m_(1)][2:]}, {"t": t2, "kind": "reach", "constraint": "limit", "q": q10(t2), "v": [-va, vb], "multiplier_after": 4 * (1 - t2) * -va / 8}],
                         "samples": [sample(t, ref[t][:2], ref[t][2:], [v10(t)[1]]) for t in times], "energy_taken_by_constraint": {"first_hold": Dq[0], "second_hold_to_3": Dq[1]}, "work_of_force_to_3": Wq}})

# ------------------------------------------------ 11. instants with several nonlinear constraints (exact)
for nm, why, mass, Q, A, b, ne, v, texts in [
    ("instant_two_limits", "two masses, |v1| <= 5 and |v1 + v2| <= 5 both reached: both carry", [1, 2], [4, 3, 2, 1], [[6, 8, 0, 0], [6, 8, 6, 8]], [0, 0], 0, [3, 4, 0, 0], ["ax^2+ay^2-25", "(ax+bx)^2+(ay+by)^2-25"]),
    ("instant_one_of_two", "the same, the second force pulls back: the joint limit is passive", [1, 2], [4, 3, -30, -1], [[6, 8, 0, 0], [6, 8, 6, 8]], [0, 0], 0, [3, 4, 0, 0], ["ax^2+ay^2-25", "(ax+bx)^2+(ay+by)^2-25"]),
    ("instant_equation_and_limit", "equation v1.v2 = 0 (orthogonal velocities) and |v1| <= 5", [1, 2], [4, 3, 2, 1], [[-4, 3, 3, 4], [6, 8, 0, 0]], [0, 0], 1, [3, 4, -4, 3], ["ax*bx+ay*by", "ax^2+ay^2-25"]),
]:
    ms = [F(mass[0])] * 2 + [F(mass[1])] * 2
    Minv = diag_inv(ms)
    a0 = [F(Q[i]) / ms[i] for i in range(4)]
    R = [[F(x) for x in r] for r in A]
    B = [F(x) for x in b]
    r = gauss_qp(Minv, a0, R[:ne], B[:ne], R[ne:], B[ne:])
    nn = nnls_check(Minv, a0, R[:ne], B[:ne], R[ne:], B[ne:])
    checks.append((nm + ": exact enumeration against non-negative least squares", max(abs(float(x) - y) for x, y in zip(r["a"], nn)), "1e-11"))
    vs = sp.symbols("ax ay bx by")
    for t_, row in zip(texts, A):
        gr = [sp.diff(sp.sympify(t_.replace("^", "**")), s).subs(dict(zip(vs, v))) for s in vs]
        checks.append((nm + ": the row is dPhi/dv of the text", max(abs(x - y) for x, y in zip(gr, row)), 0))
    cases.append({"name": nm, "why": why, "model": {"coordinates": ["x1", "y1", "x2", "y2"], "velocities": ["ax", "ay", "bx", "by"], "mass": [str(x) for x in ms], "forces": [str(x) for x in Q],
                  "constraints": [{"name": "c%d" % (i + 1), "kind": "velocity-equation" if i < ne else "velocity-inequality", "phi": t_} for i, t_ in enumerate(texts)]},
                  "state": {"t": 0, "q": [0, 0, 0, 0], "v": v}, "expect": {"accelerations": r["a"], "multipliers": r["mu"] + r["lambda"], "phi_dot": [F(0)] * ne + r["f2"], "zwang": r["Z"]}})

# multipliers by the names of their constraints
for case in cases:
    names = [c["name"] for c in case["model"]["constraints"]]
    for numbers in [case["expect"]] + case["expect"].get("samples", []):
        if "multipliers" in numbers:
            numbers["multipliers"] = dict(zip(names, numbers["multipliers"]))

write("p33_nonlinear_velocity", "Constraints not linear in the velocities, by Maurer's rule (theta Phi = sum Phi_v dq = 0)", ["Maurer 1905, no. 5 (theta Phi); Voss 1884, footnote on homogeneous constraints; Appell 1911 and Hamel (example)"], cases,
      "closed forms with 50 digits, positions of falling_speed and speed_limit_plane by quadrature; appell_hamel_turned, isotropic_cone, speed_of_place by extrapolation, errors below 1e-25; instants exact", checks,
      notes="kind velocity-equation / velocity-inequality with phi(t,q,v) = 0 / <= 0; row A = dphi/dv; M a = Q - A^T z. Event kind reach: a velocity constraint becomes 0 without an impact. work taken by a constraint: integral of z A v dt.")
