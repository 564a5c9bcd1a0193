# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A block on an incline and on a flat floor: holds, slides, stops, turns back; the threshold exactly."""
from friction_common import *
import sympy as sp
import friction_events as ev

cases, checks = [], []
g = mp.mpf("9.81")
s, c = R(3, 5), R(4, 5)                       # tan alpha = 3/4
model = lambda mu, **k: {"coordinates": ["x", "z"], "velocities": ["u", "w"], "mass": ["1", "1"], "parameters": {"g": g, "s": s, "c": c},
                    "forces": ["-g*s", "-g*c"], "constraints": [contact("plane", "-z", ["u"], mu, **k)]}

# instants, exact in units of g = 1
for name, mu, v, a, lam, rho, state in (
        ("rest_holds", R(4, 5), 0, 0, c, -s, "stick"),
        ("rest_threshold", R(3, 4), 0, 0, c, -s, "stick, at the surface of the cone"),
        ("rest_slides", R(1, 2), 0, -s + R(1, 2) * c, c, -R(1, 2) * c, "slip"),
        ("moving_up", R(1, 2), 1, -s - R(1, 2) * c, c, R(1, 2) * c, "slip"),
        ("moving_down", R(1, 2), -1, -s + R(1, 2) * c, c, -R(1, 2) * c, "slip")):
    checks.append((name + ": along the plane", mpq(abs(a - (-s - rho))), "0"))
    checks.append((name + ": cone", mpq(max(R(0), abs(rho) - mu * lam)), "0"))
    m = model(mu); m["parameters"] = {"g": 1, "s": s, "c": c}
    cases.append({"name": name, "why": "one instant, g = 1: " + state, "model": m, "state": {"t": 0, "q": [0, 0], "v": [v, 0]},
                  "expect": {"accelerations": [a, 0], "multipliers": [lam], "friction": [rho], "state": state}})

def thrown(name, mu, v0, until):
    a1 = g * (mpq(s) + mu * mpq(c)); t1 = v0 / a1; x1 = v0**2 / (2 * a1)
    holds = mu >= mpq(s) / mpq(c)
    a2 = mp.mpf(0) if holds else g * (mpq(s) - mu * mpq(c))
    pos = lambda t: (v0 * t - a1 * t * t / 2, v0 - a1 * t) if t < t1 else (x1 - a2 * (t - t1)**2 / 2, -a2 * (t - t1))
    ts = [t1 / 2, t1, (t1 + until) / 2, mp.mpf(until)]
    S = [{"t": t, "q": [pos(t)[0], 0], "v": [pos(t)[1], 0]} for t in ts]
    x, z, u, w = sp.symbols("x z u w")
    sys_ = ev.System([x, z], [u, w], (u**2 + w**2) / 2, sp.Float("9.81") * (x * sp.Rational(3, 5) + z * sp.Rational(4, 5)), None,
                     [dict(gap=-z, slip=u, mu=float(mu))])
    e, y, seg = ev.run(sys_, [0, 0], [float(v0), 0], float(until))
    checks.append((name + ": event-driven engine, last state", max(abs(y[0] - pos(mp.mpf(until))[0]), abs(y[2] - pos(mp.mpf(until))[1])), "1e-10"))
    checks.append((name + ": event-driven engine, time of the stop", abs(e[1][0] - t1), "1e-11"))
    checks.append((name + ": energy never rises", max(0.0, ev.energy_rise(sys_, seg)), "1e-12"))
    cases.append({"name": name, "why": "thrown up the plane; " + ("stops and holds" if holds else "stops for an instant and slides back"),
                  "model": model(mu), "state": {"t": 0, "q": [0, 0], "v": [v0, 0]},
                  "expect": {"events": [{"t": t1, "kind": "stick" if holds else "reverse", "constraint": "plane", "q": [x1, 0]}], "samples": S}})
thrown("up_and_holds", mp.mpf("0.8"), mp.mpf(5), 2)
thrown("up_and_back", mp.mpf("0.5"), mp.mpf(5), 3)
thrown("up_threshold", mp.mpf("0.75"), mp.mpf(5), 2)

# a force that grows with time pulls a block on a flat floor: stick, then slip
k, mu, m = mp.mpf(2), mp.mpf("0.4"), mp.mpf(1)
ts = mu * m * g / k
X = lambda t: (k * (t - ts)**3 / (6 * m), k * (t - ts)**2 / (2 * m)) if t > ts else (mp.mpf(0), mp.mpf(0))
S = [{"t": t, "q": [X(t)[0], 0], "v": [X(t)[1], 0], "friction": [min(k * t, mu * m * g)]} for t in (mp.mpf(1), ts, mp.mpf(3), mp.mpf(5))]
x, z, u, w, t_ = sp.symbols("x z u w t")
sys_ = ev.System([x, z], [u, w], (u**2 + w**2) / 2, sp.Float("9.81") * z, [2 * t_, 0], [dict(gap=-z, slip=u, mu=0.4)], t=t_)
e, y, seg = ev.run(sys_, [0, 0], [0, 0], 5.0)
checks.append(("growing_pull: event-driven engine", max(abs(y[0] - X(mp.mpf(5))[0]), abs(e[1][0] - ts)), "1e-9"))
cases.append({"name": "growing_pull", "why": "F = k t: friction grows with the pull to mu m g at t = mu m g/k, then it slides; x = k (t - t1)^3/6m, a triple zero after the event",
              "model": {"coordinates": ["x", "z"], "velocities": ["u", "w"], "mass": ["1", "1"], "parameters": {"k": k, "g": g}, "forces": ["k*t", "-g"],
                        "constraints": [contact("floor", "-z", ["u"], mu)]}, "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
              "expect": {"events": [{"t": ts, "kind": "slip", "constraint": "floor"}], "samples": S}})
# static above dynamic: the acceleration jumps at the event
mus, mud = mp.mpf("0.5"), mp.mpf("0.4")
ts = mus * g / k
X = lambda t: ((k * (t**3 - ts**3) / 6 - k * ts**2 * (t - ts) / 2 - mud * g * (t - ts)**2 / 2), (k * (t**2 - ts**2) / 2 - mud * g * (t - ts))) if t > ts else (mp.mpf(0), mp.mpf(0))
cases.append({"name": "growing_pull_static", "why": "static 0.5, dynamic 0.4: slips later and with a jump of the acceleration of 0.1 g",
              "model": {"coordinates": ["x", "z"], "velocities": ["u", "w"], "mass": ["1", "1"], "parameters": {"k": k, "g": g}, "forces": ["k*t", "-g"],
                        "constraints": [contact("floor", "-z", ["u"], mud, static=mus)]}, "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
              "expect": {"events": [{"t": ts, "kind": "slip", "constraint": "floor", "acceleration_after": [(mus - mud) * g, 0]}],
                         "samples": [{"t": t, "q": [X(t)[0], 0], "v": [X(t)[1], 0]} for t in (ts, mp.mpf(3), mp.mpf(5))]}})
sys_.mu, sys_.mus = [0.4], [0.5]
e, y, seg = ev.run(sys_, [0, 0], [0, 0], 5.0)
checks.append(("growing_pull_static: event-driven engine", max(abs(y[0] - X(mp.mpf(5))[0]), abs(e[1][0] - ts)), "1e-9"))
write("p18_friction_incline", "A block on an incline and on a floor", ["Coulomb 1785; elementary closed forms"], cases, "exact rationals; closed forms with 50 digits", checks)
