# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A mass on a spring on a moving belt: stick-slip, piecewise closed form; and a formula of the slip speed."""
from friction_common import *
import sympy as sp
import friction_events as ev

cases, checks = [], []
g = mp.mpf("9.81")
k, vb, mus, mud = mp.mpf(4), mp.mpf("0.5"), mp.mpf("0.5"), mp.mpf("0.3")
om = mp.sqrt(k)
xs, xd = mus * g / k, mud * g / k
X0 = xs - xd
de = mp.atan2(vb, om * X0)
Tslip, Tstick = (mp.pi + 2 * de) / om, 2 * X0 / vb
R_ = mp.sqrt(X0**2 + (vb / om)**2)
first = xs / vb
def state(t):
    if t <= first:
        return vb * t, vb
    p = mp.fmod(t - first, Tslip + Tstick)
    if p <= Tslip:
        return xd + R_ * mp.cos(om * p - de), -R_ * om * mp.sin(om * p - de)
    return xd - X0 + vb * (p - Tslip), vb
evs, t = [], first
for i in range(3):
    evs += [{"t": t, "kind": "slip", "constraint": "belt", "q": [xs, 0]}, {"t": t + Tslip, "kind": "stick", "constraint": "belt", "q": [xd - X0, 0]}]
    t += Tslip + Tstick
ts = [mp.mpf(i) for i in (1, 3, 4, 5, 8, 12)]
x, z, u, w = sp.symbols("x z u w")
sys_ = ev.System([x, z], [u, w], (u**2 + w**2) / 2, 2 * x**2 + sp.Float("9.81") * z, None, [dict(gap=-z, slip=u - sp.Rational(1, 2), mu=0.3, mu_static=0.5)])
e, y, seg = ev.run(sys_, [0, 0], [0.5, 0], 12.0)
checks.append(("stick_slip: event-driven engine, six events", max(abs(a[0] - b["t"]) for a, b in zip(e[1:6], evs)), "1e-9"))
checks.append(("stick_slip: event-driven engine, state at 12 s", max(abs(y[0] - state(ts[-1])[0]), abs(y[2] - state(ts[-1])[1])), "1e-9"))
md = lambda fr: {"coordinates": ["x", "z"], "velocities": ["u", "w"], "mass": ["1", "1"], "parameters": {"k": k, "g": g, "vb": vb}, "forces": ["-k*x", "-g"],
                 "constraints": [{"name": "belt", "kind": "holonomic-inequality", "f": "-z", "friction": fr}]}
cases.append({"name": "stick_slip", "why": "static 0.5, dynamic 0.3: slides for (pi + 2 atan2(vb, w X0))/w, sticks for 2 X0/vb, period %s s" % mp.nstr(Tslip + Tstick, 20),
              "model": md({"coefficient": mud, "static": mus, "slip": ["u - vb"]}), "state": {"t": 0, "q": [0, 0], "v": [vb, 0]},
              "expect": {"events": evs, "period": Tslip + Tstick, "samples": [{"t": t, "q": [state(t)[0], 0], "v": [state(t)[1], 0]} for t in ts]}})
# one coefficient: the slip touches zero exactly when the friction is at its bound
T1 = mud * g / k / vb
cases.append({"name": "touches_zero_slip", "why": "one coefficient 0.3: after the first stick it oscillates about mu g/k with amplitude vb/w; at each full period the slip touches 0 with "
              "friction exactly at its bound: nothing happens (degenerate: decided one derivative higher)",
              "model": md({"coefficient": mud, "slip": ["u - vb"]}), "state": {"t": 0, "q": [0, 0], "v": [vb, 0]},
              "expect": {"events": [{"t": T1, "kind": "slip", "constraint": "belt"}],
                         "samples": [{"t": T1 + t, "q": [xd + vb / om * mp.sin(om * t), 0], "v": [vb * mp.cos(om * t), 0]} for t in (mp.mpf(1), mp.pi, mp.mpf(4), 2 * mp.pi + 1)]}})
checks.append(("touches_zero_slip: slip at one period", abs(vb * mp.cos(om * (2 * mp.pi / om)) - vb), "1e-45"))
# from rest, below the belt's speed: slides until it has the speed of the belt, holds, slips
a0 = R_  # unused
p = lambda t: (xd * (1 - mp.cos(om * t)), xd * om * mp.sin(om * t))
tt = mp.asin(vb / (xd * om)) / om
cases.append({"name": "caught_by_the_belt", "why": "starts at rest: dragged until it has the belt's speed, then held (static 0.5) until the spring pulls it off",
              "model": md({"coefficient": mud, "static": mus, "slip": ["u - vb"]}), "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
              "expect": {"events": [{"t": tt, "kind": "stick", "constraint": "belt", "q": [p(tt)[0], 0]}, {"t": tt + (xs - p(tt)[0]) / vb, "kind": "slip", "constraint": "belt", "q": [xs, 0]}],
                         "samples": [{"t": tt / 2, "q": [p(tt / 2)[0], 0], "v": [p(tt / 2)[1], 0]}]}})
e, y, seg = ev.run(sys_, [0, 0], [0, 0], 3.0)
checks.append(("caught_by_the_belt: event-driven engine", max(abs(e[1][0] - tt), abs(e[2][0] - tt - (xs - p(tt)[0]) / vb)), "1e-10"))
# Stribeck: a formula of the slip speed
vs = mp.mpf("0.2")
muf = lambda s: mud + (mus - mud) * mp.exp(-s / vs)
f = lambda t, y: [y[1], -k * y[0] + g * muf(vb - y[1])]
t0 = mus * g / k / vb
# leaves the belt at x = xs with u = vb and x'' = 0: start a little later with the Taylor series of the smooth field (it is smooth from inside)
times = [mp.mpf("0.25"), mp.mpf("0.5"), mp.mpf(1)]
y1, err = gbs(f, 0, [mud * g / k, mp.mpf(0)], times, H="0.05", tol=mp.mpf(10)**-30)
y2 = taylor(f, 0, [mud * g / k, mp.mpf(0)], times)
checks.append(("stribeck: extrapolation against Taylor series", maxdiff(y1, y2), "1e-22"))
cases.append({"name": "stribeck", "why": "mu = 0.3 + 0.2 exp(-|s|/0.2): a formula of the slip speed, slipping all the time shown",
              "model": md({"coefficient": "0.3 + 0.2*exp(-|s|/0.2)", "slip": ["u - vb"]}), "state": {"t": 0, "q": [mud * g / k, 0], "v": [0, 0]},
              "expect": {"samples": [{"t": t, "q": [v[0], 0], "v": [v[1], 0]} for t, v in zip(times, y1)]}})
write("p19_friction_belt", "Mass on a belt: stick-slip", ["closed form by pieces"], cases, "closed forms with 50 digits; Stribeck: ODE < 1e-25", checks)
