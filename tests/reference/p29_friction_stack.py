# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Two blocks, one on the other, on a floor that moves: who slips; reactions that are not unique beside accelerations that are."""
from friction_common import *
import sympy as sp
import friction_events as ev

cases, checks = [], []
m1, m2, g = R(2), R(1), R(10)                              # lower, upper
def instant(af, mu1, mu2):
    """Floor at rest relative to both blocks, acceleration af.  Returns modes and accelerations (a1, a2)."""
    b1, b2 = mu1 * (m1 + m2) * g, mu2 * m2 * g
    out = []
    for lower in ("stick", "slip"):
        for upper in ("stick", "slip"):
            if lower == "stick":
                a1 = af
                if upper == "stick":
                    a2 = af; f2 = m2 * a2; f1 = m1 * a1 + f2; ok = abs(f2) <= b2 and abs(f1) <= b1
                else:
                    s = 1 if af > 0 else -1; a2 = s * b2 / m2; f1 = m1 * a1 + s * b2; ok = s * (a1 - a2) > 0 and abs(f1) <= b1
                if ok:
                    out.append(((lower, upper), (a1, a2)))
            else:
                s = 1 if af > 0 else -1
                if upper == "stick":
                    a1 = a2 = s * b1 / (m1 + m2); ok = abs(m2 * a2) <= b2 and s * (af - a1) > 0
                    if ok:
                        out.append(((lower, upper), (a1, a2)))
                else:
                    for su in (1, -1):
                        a2 = su * b2 / m2; a1 = (s * b1 - su * b2) / m1
                        if su * (a1 - a2) > 0 and s * (af - a1) > 0:
                            out.append(((lower, upper), (a1, a2)))
    return out
N = [("lower, left foot", "lower, right foot"), ("upper: three feet", "")]
for name, af, mu1, mu2 in (("all_hold", R(2), R(1, 2), R(3, 10)), ("upper_slips", R(4), R(1, 2), R(3, 10)), ("lower_slips_upper_rides", R(8), R(2, 10), R(4, 10)), ("both_slip", R(9), R(6, 10), R(2, 10))):
    o = instant(af, mu1, mu2)
    checks.append((name + ": exactly one solution", abs(len(o) - 1), "0"))
    (mode, acc) = o[0]
    checks.append((name + ": momentum", mpq(max(R(0), abs(m1 * acc[0] + m2 * acc[1]) - mu1 * (m1 + m2) * g)), "0"))
    cases.append({"name": name, "why": "floor accelerates with %s; lower %s, upper %s" % (af, mode[0], mode[1]),
                  "model": {"coordinates": ["x1", "z1", "x2", "z2"], "velocities": ["u1", "w1", "u2", "w2"], "mass": ["2", "2", "1", "1"], "parameters": {"g": g, "af": af}, "forces": ["0", "-2*g", "0", "-g"],
                            "constraints": [contact("floor", "-z1", ["u1 - af*t"], mu1), contact("between", "z1 - z2", ["u2 - u1"], mu2)]},
                  "state": {"t": 0, "q": [0, 0, 0, 0], "v": [0, 0, 0, 0]}, "expect": {"accelerations": [acc[0], 0, acc[1], 0], "modes": list(mode), "multipliers": [(m1 + m2) * g, m2 * g]}})
# each block on three feet in a line that share its weight: not unique
cases.append({"name": "three_feet", "why": "the upper block stands on three feet at -1, 0, 1 (a plane problem: three normal forces for two equations): loads (N - 2 t, ...) not unique; the sum and all accelerations are. "
              "Least norm at rest: a third each; with acceleration a and height h of the centre of mass above the feet the loads' moment is m a h",
              "expect": {"weight": m2 * g, "loads_least_norm": [m2 * g / 3] * 3, "null_direction": [1, -2, 1], "accelerations_unique": True}})
# motion: the floor moves with constant acceleration 4 for 1 s, then with constant velocity: closed form
af, mu1, mu2, Tm = R(4), R(1, 2), R(3, 10), R(1)
a2 = mu2 * g                                               # 3: the upper block lags
v1, v2 = af * Tm, a2 * Tm
t_stick = Tm + (v1 - v2) / a2
ts = [R(1, 2), Tm, R(5, 4), t_stick, R(2)]
def at(t):
    x1 = af * t * t / 2 if t <= Tm else af * Tm**2 / 2 + v1 * (t - Tm)
    u1 = af * t if t <= Tm else v1
    if t <= t_stick:
        x2, u2 = a2 * t * t / 2, a2 * t
    else:
        x2, u2 = a2 * t_stick**2 / 2 + v1 * (t - t_stick), v1
    return x1, u1, x2, u2
checks.append(("floor_starts: velocities meet", mpq(abs(at(t_stick)[1] - at(t_stick)[3])), "0"))
x1, z1, x2, z2, u1, w1, u2, w2, t = sp.symbols("x1 z1 x2 z2 u1 w1 u2 w2 t")
vf = sp.Min(4 * t, 4)
for phase, vf in ((1, 4 * t), (2, sp.Integer(4))):
    S = ev.System([x1, z1, x2, z2], [u1, w1, u2, w2], (2 * u1**2 + 2 * w1**2 + u2**2 + w2**2) / 2, 20 * z1 + 10 * z2, None,
                  [dict(gap=-z1, slip=u1 - vf, mu=0.5), dict(gap=z1 - z2, slip=u2 - u1, mu=0.3)], t=t)
    if phase == 1:
        e1, y1, s1 = ev.run(S, [0] * 4, [0] * 4, 1.0)
    else:
        e2, y2, s2 = ev.run(S, y1[:4], y1[4:], 1.0)
checks.append(("floor_starts: event-driven engine", max(abs(e2[1][0] + 1 - mpq(t_stick)), abs(y2[2] - mpq(at(R(2))[2]))), "1e-9"))
cases.append({"name": "floor_starts", "why": "the floor accelerates with 4 for one second, then keeps its speed: the upper block slips at once and is caught at t = 4/3",
              "model": cases[1]["model"] | {"parameters": {"g": g}, "surface_velocity": "4*min(t, 1)"}, "state": {"t": 0, "q": [0, 0, 0, 0], "v": [0, 0, 0, 0]},
              "expect": {"events": [{"t": t_stick, "kind": "stick", "constraint": "between"}], "samples": [{"t": q, "q": [at(q)[0], 0, at(q)[2], 0], "v": [at(q)[1], 0, at(q)[3], 0]} for q in ts]}})
write("p29_friction_stack", "Two blocks on a moving floor", ["elementary; exact"], cases, "exact rationals", checks)
