# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Mayer 1899b, section 3, example II: a moving ring meets a resting point, inside and outside."""
from refcommon import *
import engine

cases, checks = [], []
w, r, m = mp.mpf(2), mp.mpf("1.5"), mp.mpf("0.7")


def run(name, why, side, y0, x0, t_end):
    """side = +1 inside (f<=0), -1 outside (-f<=0)."""
    w_, r_, m_ = w, r, m
    y0, x0 = mp.mpf(y0), mp.mpf(x0)
    root = mp.sqrt(r_ ** 2 - y0 ** 2)
    X = -root if side > 0 else root              # x - w t at contact
    tc = (x0 - X) / w_
    c, s = X / r_, y0 / r_
    phi = mp.atan2(s, c)
    l = -side * m_ * w_ * X / r_ ** 2            # >= 0
    ua = [w_ * c * c, w_ * c * s]
    lam = m_ * (w_ * s) ** 2 / r_ ** 2 if side > 0 else mp.mpf(0)
    om = w_ * s / r_

    def at(t):
        t = mp.mpf(t)
        if t < tc:
            return [x0, y0], [mp.mpf(0)] * 2
        d = t - tc
        if side > 0:
            p = phi + om * d
            return [w_ * t + r_ * mp.cos(p), r_ * mp.sin(p)], [w_ - r_ * om * mp.sin(p), r_ * om * mp.cos(p)]
        return [x0 + ua[0] * d, y0 + ua[1] * d], list(ua)
    times = [tc * mp.mpf(k) / 4 for k in (0, 2)] + [tc + (t_end - tc) * mp.mpf(k) / 5 for k in range(1, 6)]
    samples = [{"t": t, "q": at(t)[0], "v": at(t)[1]} for t in times]
    f = "((x-w*t)^2+y^2-r^2)/2"
    model = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": [m_, m_], "parameters": {"w": w_, "r": r_}, "forces": ["0", "0"],
             "constraints": [{"name": "ring", "kind": "holonomic-inequality", "f": f if side > 0 else "-" + f}]}
    jm = dict(model)
    jm["mass"] = [mp.nstr(m_, 20)] * 2
    jm["parameters"] = {"w": mp.nstr(w_, 20), "r": mp.nstr(r_, 20)}
    Tb, Ta = mp.mpf(0), m_ * (ua[0] ** 2 + ua[1] ** 2) / 2
    ft = -X * w_ * side
    cases.append({"name": name, "why": why, "model": jm, "state": {"t": 0, "q": [x0, y0], "v": [0, 0]},
                  "expect": {"phi_at_contact": phi, "events": [{"t": tc, "kind": "impact", "constraint": "ring", "velocities_before": [0, 0],
                             "velocities_after": ua, "impulse": l, "df_dt": ft}],
                             "speed_after": w_ * abs(c), "multiplier_after": lam, "active_after": bool(side > 0 and s != 0),
                             "degenerate_after": bool(s == 0),
                             "angular_velocity_after": om if side > 0 else None, "f2_after_if_free": side * (w_ * s) ** 2,
                             "T_after": Ta, "T_of_lost_velocities": Ta, "l_df_dt": l * ft, "samples": samples}})
    checks.append((name + ": Carnot balance T- - T+ = T(lost) - l df/dt", abs(Tb - Ta - Ta + l * ft), "1e-45"))
    dt = mp.mpf(10) ** -12
    # equations of motion by differences of the closed form (independent of the engine)
    tt = tc + (t_end - tc) / 3
    acc = [(at(tt + dt)[1][k] - at(tt - dt)[1][k]) / (2 * dt) for k in range(2)]
    q = at(tt)[0]
    rhs = [-lam * (q[0] - w_ * tt) / m_, -lam * q[1] / m_]
    checks.append((name + ": m x'' = -lambda (x-wt), m y'' = -lambda y on the closed form", maxdiff(acc, rhs), "1e-20"))
    gap = [side * ((at(t)[0][0] - w_ * t) ** 2 + at(t)[0][1] ** 2 - r_ ** 2) for t in times]
    checks.append((name + ": largest violation of the constraint over the samples", max(max(gap), mp.mpf(0)), "1e-45"))
    d, de = engine.check_traj(jm, 0, [x0, y0], [0, 0], samples, [{"t": tc, "kind": "impact"}], t_end=float(t_end))
    checks.append((name + ": event-driven engine, samples", d, "1e-9"))
    checks.append((name + ": event-driven engine, event time", de, "1e-9"))


run("inside", "ring strikes from inside: the point stays on the ring with constant angular speed w sin(phi)/r", +1, "0.9", "0.3", mp.mpf(5))
run("inside_negative_y", "same with y < 0: it circulates the other way", +1, "-1.2", "0.3", mp.mpf(5))
run("outside", "ring strikes from outside: the point leaves at once with speed w cos(phi) along the normal and is never overtaken", -1, "0.9", "4", mp.mpf(6))
run("inside_phi_pi", "point on the axis, inside: moves with the ring, lambda = 0 and f = f' = f'' = 0 for ever (degenerate)", +1, "0", "0.3", mp.mpf(3))
run("outside_phi_zero", "point on the axis, outside (phi = 0): moves with the ring, lambda = 0 (degenerate)", -1, "0", "4", mp.mpf(5))
write("p04_mayer_ring", "A ring in forced translation meets a resting point",
      ["Mayer 1899b, section 3 example II, eqs (a)-(c) (three misprints corrected, see docs/theory.md, appendix A)"], cases,
      "closed form, 50-digit arithmetic, 25 digits written", checks)
