# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Release and re-contact with exact event times: sphere, loop, string pendulum (Mayer 1899a section 4)."""
from refcommon import *
import engine

cases, checks = [], []


def F_ell(phi, m):
    return mp.ellipf(phi, m)


# ------------------------------------------------------------------ 1. particle sliding off a sphere
R, g, m = mp.mpf(2), mp.mpf("9.81"), mp.mpf("1.5")
sph = {"coordinates": ["x", "z"], "velocities": ["vx", "vz"], "mass": ["1.5", "1.5"], "parameters": {"R": "2", "g": "9.81"},
       "forces": ["0", "-1.5*g"],
       "constraints": [{"name": "sphere", "kind": "holonomic-inequality", "f": "(R^2 - x^2 - z^2)/2"},
                      {"name": "floor", "kind": "holonomic-inequality", "f": "-R - z"}]}


def sphere_case(nm, why, th0, kind):
    """kind 'energy': speed of a fall from rest at the top; 'rest': released at rest at th0."""
    if kind == "energy":
        thd0 = 2 * mp.sqrt(g / R) * mp.sin(th0 / 2)
        cr = mp.mpf(2) / 3
        thr = mp.acos(cr)
        tr = mp.sqrt(R / g) * mp.log(mp.tan(thr / 4) / mp.tan(th0 / 4))
        tq = mp.quad(lambda th: 1 / (2 * mp.sqrt(g / R) * mp.sin(th / 2)), [th0, thr])
        pos = lambda t: 4 * mp.atan(mp.tan(th0 / 4) * mp.exp(mp.sqrt(g / R) * t))
        dth = lambda th: 2 * mp.sqrt(g / R) * mp.sin(th / 2)
    else:
        thd0 = mp.mpf(0)
        cr = 2 * mp.cos(th0) / 3
        thr = mp.acos(cr)
        # th'^2 = 2 g/R (cos th0 - cos th); with th = pi - psi an ordinary pendulum.  Regularised quadrature:
        k = mp.cos(th0 / 2)
        # cos(th/2) = k cos? : put cos(th/2) = k sin u  ->  t = sqrt(R/g) [K - F(u_r)] , modulus k
        ur = mp.asin(mp.cos(thr / 2) / k)
        tr = mp.sqrt(R / g) * (mp.ellipk(k * k) - F_ell(ur, k * k))
        tq = mp.quad(lambda s: 2 / mp.sqrt(2 * g / R * mp.sin(th0 + s * s / 2) * mp.sinc(s * s / 2)), [0, mp.sqrt(thr - th0)])
        pos = lambda t: 2 * mp.acos(k * mp.ellipfun("sn", mp.ellipk(k * k) - t * mp.sqrt(g / R), m=k * k))
        dth = lambda th: mp.sqrt(2 * g / R * (mp.cos(th0) - mp.cos(th)))
    q = lambda th: [R * mp.sin(th), R * mp.cos(th)]
    v = lambda th, w: [R * w * mp.cos(th), -R * w * mp.sin(th)]
    wr = dth(thr)
    qr, vr = q(thr), v(thr, wr)
    # flight to the floor z = -R
    h = qr[1] + R
    tf = (vr[1] + mp.sqrt(vr[1] ** 2 + 2 * g * h)) / g
    xf = qr[0] + vr[0] * tf
    vf = [vr[0], vr[1] - g * tf]
    times, S = [], []
    for k_ in range(0, 4):
        t = tr * k_ / 4
        th = pos(t) if t > 0 else th0
        w = dth(th) if t > 0 else thd0
        lam = m * (g * mp.cos(th) - R * w * w) / R
        S.append({"t": t, "q": q(th), "v": v(th, w), "multipliers": {"sphere": lam, "floor": 0}})
    for k_ in (1, 2):
        d = tf * k_ / 3
        S.append({"t": tr + d, "q": [qr[0] + vr[0] * d, qr[1] + vr[1] * d - g * d * d / 2], "v": [vr[0], vr[1] - g * d], "multipliers": {"sphere": 0, "floor": 0}})
    d = mp.mpf("0.25")
    S.append({"t": tr + tf + d, "q": [xf + vr[0] * d, -R], "v": [vr[0], mp.mpf(0)], "multipliers": {"sphere": 0, "floor": m * g}})
    ev = [{"t": tr, "kind": "release", "constraint": "sphere", "q": qr, "v": vr, "cos_theta": cr},
          {"t": tr + tf, "kind": "impact", "constraint": "floor", "q": [xf, -R], "velocities_before": vf, "velocities_after": [vr[0], mp.mpf(0)], "impulse": -m * vf[1]}]
    checks.append((nm + ": release time against quadrature", abs(tr - tq), "1e-25"))
    checks.append((nm + ": multiplier at the release", abs(m * (g * mp.cos(thr) - R * wr * wr) / R), "1e-45"))
    x, de = engine.check_traj(sph, 0, S[0]["q"], S[0]["v"], S, ev, t_end=float(tr + tf + d))
    checks.append((nm + ": event-driven engine, samples", x, "1e-8"))
    checks.append((nm + ": event-driven engine, event times", de, "1e-8"))
    cases.append({"name": nm, "why": why, "model": sph, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"]},
                  "expect": {"events": ev, "samples": S}})


sphere_case("sphere_two_thirds", "energy of a fall from the top: release exactly at cos = 2/3, then flight, then an inelastic impact on the floor", mp.mpf("0.3"), "energy")
sphere_case("sphere_from_rest", "at rest at theta = 0.5: release at cos = (2/3) cos 0.5", mp.mpf("0.5"), "rest")


# ------------------------------------------------- 2. circle from inside: loop the loop and string pendulum
def circle_chain(nm, why, L, g, m, psi0, w0, nmax, t_after, model, cname):
    """Motion inside |r| <= L in a vertical plane, psi from the lowest point, w = psi' at the start (> 0)."""
    t = mp.mpf(0)
    psi, w = mp.mpf(psi0), mp.mpf(w0)
    ev, S = [], []
    q = lambda p: [L * mp.sin(p), -L * mp.cos(p)]
    v = lambda p, w: [L * w * mp.cos(p), L * w * mp.sin(p)]
    err = mp.mpf(0)
    lam = lambda p, w: m * (w * w + g * mp.cos(p) / L)          # f = (|r|^2-L^2)/2, f'' = 0
    S.append({"t": t, "q": q(psi), "v": v(psi, w), "multiplier": lam(psi, w), "phase": "taut"})
    for it in range(nmax):
        # energy constant: w^2 = W0^2 - 4 (g/L) sin^2(psi/2), W0 = rate at the lowest point
        W2 = w * w + 4 * g / L * mp.sin(psi / 2) ** 2
        sgn = mp.sign(w) if w != 0 else -mp.sign(mp.sin(psi))
        e = W2 * L / g                                            # v_bottom^2/(g L)
        mm = 4 / e
        u0 = psi / 2
        if 2 < e < 5:
            # release where w^2 + (g/L) cos psi = 0
            pr = mp.acos(-(e - 2) / 3) * sgn
            dt = 2 / mp.sqrt(W2) * (F_ell(pr / 2, mm) - F_ell(u0, mm)) * sgn
            tq = mp.quad(lambda p: 1 / mp.sqrt(W2 - 4 * g / L * mp.sin(p / 2) ** 2), [psi, 0, pr] if psi * sgn < 0 else [psi, pr]) * sgn
            err = max(err, abs(dt - tq))
            wr = sgn * mp.sqrt(W2 - 4 * g / L * mp.sin(pr / 2) ** 2)
            # one sample half way (in angle)
            pm = (psi + pr) / 2
            wm = sgn * mp.sqrt(W2 - 4 * g / L * mp.sin(pm / 2) ** 2)
            tm = t + 2 / mp.sqrt(W2) * (F_ell(pm / 2, mm) - F_ell(u0, mm)) * sgn
            S.append({"t": tm, "q": q(pm), "v": v(pm, wm), "multiplier": lam(pm, wm), "phase": "taut"})
            t = t + dt
            qr, vr = q(pr), v(pr, wr)
            ev.append({"t": t, "kind": "release", "constraint": cname, "q": qr, "v": vr, "psi": pr, "cos_psi": mp.cos(pr)})
            err = max(err, abs(lam(pr, wr)))
            tf = 4 * vr[1] / g                                    # fourth root of f(t) = 0, the other three are at the release
            qh = [qr[0] + vr[0] * tf, qr[1] + vr[1] * tf - g * tf * tf / 2]
            vh = [vr[0], vr[1] - g * tf]
            err = max(err, abs(qh[0] ** 2 + qh[1] ** 2 - L * L))
            d = tf / 2
            S.append({"t": t + d, "q": [qr[0] + vr[0] * d, qr[1] + vr[1] * d - g * d * d / 2], "v": [vr[0], vr[1] - g * d], "multiplier": mp.mpf(0), "phase": "slack"})
            t = t + tf
            ph = mp.atan2(qh[0], -qh[1])
            # angle law: psi_hit = -3 psi_release (mod 2 pi)
            dlt = (ph + 3 * pr) / (2 * mp.pi)
            err = max(err, abs(dlt - mp.nint(dlt)))
            wt = (vh[0] * mp.cos(ph) + vh[1] * mp.sin(ph)) / L
            vrad = vh[0] * mp.sin(ph) - vh[1] * mp.cos(ph)
            va = v(ph, wt)
            ev.append({"t": t, "kind": "impact", "constraint": cname, "q": qh, "psi": ph, "velocities_before": vh, "velocities_after": va,
                       "impulse": m * vrad / L, "T_before": m * (vh[0] ** 2 + vh[1] ** 2) / 2, "T_after": m * (L * wt) ** 2 / 2})
            psi, w = ph, wt
        elif e <= 2:
            # libration below the horizontal: sin(psi/2) = k sn(tau), k^2 = e/4
            k2 = e / 4
            k = mp.sqrt(k2)
            om = mp.sqrt(g / L)
            tau0 = F_ell(mp.asin(mp.sin(psi / 2) / k), k2)
            if w < 0:
                tau0 = 2 * mp.ellipk(k2) - tau0
            per = 4 * mp.ellipk(k2) / om
            for j in range(1, 5):
                d = mp.mpf(t_after) * j / 4
                tau = tau0 + om * d
                s, c, dn = (mp.ellipfun(z, tau, m=k2) for z in ("sn", "cn", "dn"))
                p = 2 * mp.asin(k * s)
                wv = 2 * k * om * c
                S.append({"t": t + d, "q": q(p), "v": v(p, wv), "multiplier": lam(p, wv), "phase": "taut"})
            ev.append({"t": t, "kind": "final", "phase": "libration", "amplitude": 2 * mp.asin(k), "period": per})
            break
        else:
            raise ValueError("whirling motion, no release")
    x, de = engine.check_traj(model, 0, S[0]["q"], S[0]["v"], S, ev, t_end=float(S[-1]["t"]))
    checks.append((nm + ": event times against quadrature, multiplier at release, landing on the circle, angle law", err, "1e-25"))
    checks.append((nm + ": event-driven engine, samples", x, "1e-7"))
    checks.append((nm + ": event-driven engine, event times", de, "1e-7"))
    cases.append({"name": nm, "why": why, "model": model, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"]}, "expect": {"events": ev, "samples": S}})


def cmodel(L, g, m, cname):
    return {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": [mp.nstr(m, 20)] * 2, "parameters": {"L": mp.nstr(L, 20), "g": mp.nstr(g, 20)},
            "forces": ["0", "-%s*g" % mp.nstr(m, 20)],
            "constraints": [{"name": cname, "kind": "holonomic-inequality", "f": "(x^2 + y^2 - L^2)/2"}]}


one = mp.mpf(1)
circle_chain("pendulum_taut_at_bottom", "v0^2 = 7/2 g L: string slack at psi = 120 degrees, snaps taut sqrt(6) later exactly at the lowest point, then small swings",
             one, one, one, 0, mp.sqrt(mp.mpf(7) / 2), 4, 6, cmodel(one, one, one, "string"), "string")
circle_chain("pendulum_chain", "v0^2 = (2 + 3 cos 30) g L: two slack phases with two snaps, then libration",
             one, one, mp.mpf(2), 0, mp.sqrt(2 + 3 * mp.cos(mp.pi / 6)), 6, 5, cmodel(one, one, mp.mpf(2), "string"), "string")
circle_chain("loop_the_loop", "bead inside a vertical loop, R = 0.5, v0 = 4.2: leaves the track before the top, falls back on it",
             mp.mpf("0.5"), mp.mpf("9.81"), mp.mpf("0.1"), 0, mp.mpf("4.2") / mp.mpf("0.5"), 6, 2, cmodel(mp.mpf("0.5"), mp.mpf("9.81"), mp.mpf("0.1"), "track"), "track")
write("p10_release_and_taut", "Release, flight and renewed contact with exact event times", ["Mayer 1899a, section 4 (finite-time motion)", "Mayer 1899b, section 2 (internal collisions)"],
      cases, "closed form (logarithm, elliptic integrals, roots), 50 digits", checks,
      notes="multiplier is lambda of f = (x^2+y^2-L^2)/2, i.e. string tension = lambda * L; impulse likewise l * L.")
