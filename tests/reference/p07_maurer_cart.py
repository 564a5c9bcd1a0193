# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Maurer 1905, no. 8: the two-wheeled cart; straightest (B) and geodetic (A) motion."""
from refcommon import *
import engine

cases, checks = [], []
M, l = mp.mpf(3), mp.mpf("0.5")


def rhsA(t, y):
    """Problem A: state x,y,om, x',y',om', rho.  Unknown accelerations and rho' from the bordered system."""
    x, yy, w, xd, yd, wd, rho = y
    s, c = mp.sin(w), mp.cos(w)
    # M x'' = (rho sin w)' ; M y'' = -(rho cos w)' ; M l^2 w'' = -rho (x' cos w + y' sin w) ; Phi = y' cos w - x' sin w
    wdd = -rho * (xd * c + yd * s) / (M * l ** 2)
    # Phi' = 0: y'' c - x'' s = w'(x' c + y' s);  y'' c - x'' s = -rho'/M
    rd = -M * wd * (xd * c + yd * s)
    xdd = (rd * s + rho * c * wd) / M
    ydd = (-rd * c + rho * s * wd) / M
    return [xd, yd, wd, xdd, ydd, wdd, rd]


def straight(t, w0, c, g):
    return ([c / g * (mp.sin(w0 + g * t) - mp.sin(w0)), -c / g * (mp.cos(w0 + g * t) - mp.cos(w0)), w0 + g * t],
            [c * mp.cos(w0 + g * t), c * mp.sin(w0 + g * t), g])


def ellip(t, w0, c, g):
    """Problem A with rho(0)=0: alpha = w0, a = M c, k^2 = 1/(1+(g l/c)^2)."""
    k2 = 1 / (1 + (g * l / c) ** 2)
    k = mp.sqrt(k2)
    kp = mp.sqrt(1 - k2)
    tau = c * t / (k * l)
    sn, cn, dn = (mp.ellipfun(z, tau, m=k2) for z in ("sn", "cn", "dn"))
    # amplitude, continued beyond the first quadrant
    am = mp.atan2(sn, cn)
    K = mp.ellipk(k2)
    am += 2 * mp.pi * mp.nint((tau / (4 * K)) - am / (2 * mp.pi))
    Eps = mp.ellipe(am, k2)
    cth, sth = cn / dn, kp * sn / dn          # cos(om - alpha), sin(om - alpha)
    th = mp.atan2(sth, cth)
    th += 2 * mp.pi * mp.nint((tau / (4 * K)) - th / (2 * mp.pi))
    X = l / k * (tau - Eps + k2 * sn * cn / dn)
    Y = l * kp / k * (1 / dn - 1)
    ca, sa = mp.cos(w0), mp.sin(w0)
    w = w0 + th
    u = c * cth
    return ([ca * X - sa * Y, sa * X + ca * Y, w], [u * mp.cos(w), u * mp.sin(w), c / (k * l) * mp.sqrt(1 - k2 * cth ** 2)], -M * c * sth)


cart = {"coordinates": ["x", "y", "om"], "velocities": ["vx", "vy", "w"], "mass": ["3", "3", "3/4"], "parameters": {}, "forces": ["0", "0", "0"],
        "constraints": [{"name": "axle", "kind": "nonholonomic-equation", "p": ["-sin(om)", "cos(om)", "0"], "p0": "0"}]}
times = [mp.mpf(k) / 2 for k in range(0, 9)]
for nm, w0, c, g in [("w0_zero", mp.mpf(0), mp.mpf(1), mp.mpf("1.2")), ("w0_general", mp.mpf("0.4"), mp.mpf("2"), mp.mpf("0.8"))]:
    q0, v0 = [mp.mpf(0), mp.mpf(0), w0], [c * mp.cos(w0), c * mp.sin(w0), g]
    S = [{"t": t, "q": straight(t, w0, c, g)[0], "v": straight(t, w0, c, g)[1],
          "multiplier_axle": -M * c * g} for t in times]
    A = []
    for t in times:
        q, v, rho = ellip(t, w0, c, g)
        A.append({"t": t, "q": q, "v": v, "rho": rho})
    k2 = 1 / (1 + (g * l / c) ** 2)
    # route 1: Bulirsch-Stoer on the DAE of problem A
    y0 = q0 + v0 + [mp.mpf(0)]
    out, err = gbs(rhsA, 0, y0, times[1:], H="0.25")
    checks.append((nm + ": elliptic functions against extrapolation of the differential equations", maxdiff(out, [a["q"] + a["v"] + [a["rho"]] for a in A[1:]]), "1e-27"))
    # route 2: Maurer's quadratures (5)
    qd = []
    for a in A[1:4]:
        al, kk = w0, mp.sqrt(k2)
        wlim = a["q"][2]
        ig = lambda fn: mp.quad(fn, [w0, (w0 + wlim) / 2, wlim])
        R = lambda w: mp.sqrt(1 - k2 * mp.cos(al - w) ** 2)
        qd.append(max(abs(kk * l * ig(lambda w: mp.cos(al - w) * mp.cos(w) / R(w)) - a["q"][0]),
                      abs(kk * l * ig(lambda w: mp.cos(al - w) * mp.sin(w) / R(w)) - a["q"][1]),
                      abs(kk * l / c * ig(lambda w: 1 / R(w)) - a["t"])))
    checks.append((nm + ": Maurer's quadratures (5)", max(qd), "1e-27"))
    d, _ = engine.check_traj(cart, 0, q0, v0, S)
    checks.append((nm + ": straightest motion against the generic engine", d, "1e-10"))
    E0 = M * (c ** 2 + l ** 2 * g ** 2) / 2
    checks.append((nm + ": energy along the geodetic motion", max(abs(M * (a["v"][0] ** 2 + a["v"][1] ** 2 + l ** 2 * a["v"][2] ** 2) / 2 - E0) for a in A), "1e-40"))
    checks.append((nm + ": axle constraint along the geodetic motion", max(abs(a["v"][1] * mp.cos(a["q"][2]) - a["v"][0] * mp.sin(a["q"][2])) for a in A), "1e-40"))
    cases.append({"name": nm, "why": "same initial state for both problems; the geodetic one started with rho(0) = 0", "model": cart,
                  "parameters": {"M": M, "l": l, "c": c, "gamma": g, "omega0": w0},
                  "state": {"t": 0, "q": q0, "v": v0},
                  "expect": {"straightest": {"problem": "B", "circle_radius": c / g, "centre": [-c / g * mp.sin(w0), c / g * mp.cos(w0)], "samples": S},
                             "geodetic": {"problem": "A", "rho0": 0, "alpha": w0, "a": M * c, "k_squared": k2,
                                          "first_integrals": {"M x' - rho sin om": M * c * mp.cos(w0), "M y' + rho cos om": M * c * mp.sin(w0)},
                                          "samples": A}}})
# general rho0: only the differential equations and the invariants
w0, c, g, r0 = mp.mpf("0.4"), mp.mpf(2), mp.mpf("0.8"), mp.mpf("1.5")
y0 = [mp.mpf(0), mp.mpf(0), w0, c * mp.cos(w0), c * mp.sin(w0), g, r0]
out, err = gbs(rhsA, 0, y0, times[1:], H="0.25")
tay = taylor(rhsA, 0, y0, [times[2], times[4]], dps=30)
checks.append(("rho0_nonzero: Taylor series against extrapolation", maxdiff([tay[0], tay[1]], [out[1], out[3]]), "1e-24"))
a_ = mp.sqrt((M * c) ** 2 + r0 ** 2)
al = w0 + mp.asin(r0 / a_)
checks.append(("rho0_nonzero: rho = a sin(alpha - om)", max(abs(o[6] - a_ * mp.sin(al - o[2])) for o in out), "1e-27"))
k2 = 1 / ((M * l * g / a_) ** 2 + mp.cos(al - w0) ** 2)
checks.append(("rho0_nonzero: om'^2 = a^2/(k l M)^2 (1 - k^2 cos^2)", max(abs(o[5] ** 2 - (a_ / (l * M)) ** 2 * (1 / k2 - mp.cos(al - o[2]) ** 2)) for o in out), "1e-27"))
cases.append({"name": "geodetic_rho0_nonzero", "why": "problem A needs k extra constants: same state, rho(0) = 1.5, different curve; here k^2 > 1, so om' changes sign and om oscillates about alpha + 90 degrees", "model": cart,
              "parameters": {"M": M, "l": l, "c": c, "gamma": g, "omega0": w0}, "state": {"t": 0, "q": y0[:3], "v": y0[3:6]},
              "expect": {"geodetic": {"problem": "A", "rho0": r0, "alpha": al, "a": a_, "k_squared": k2,
                                      "samples": [{"t": t, "q": o[:3], "v": o[3:6], "rho": o[6]} for t, o in zip(times[1:], out)]}}})
write("p07_maurer_cart", "Two-wheeled cart: straightest motion (a circle) and geodetic motion (elliptic functions) from one initial state",
      ["Maurer 1905, no. 8 eqs (1)-(5) (misprints in (4) corrected), no. 5 (problem A), no. 6 (problem B)"], cases,
      "closed form (Jacobi elliptic functions), 50 digits; the case with rho0 != 0 by extrapolation, error below 1e-27", checks,
      notes="rho is the multiplier of problem A in Maurer's sign: M x'' = (rho sin om)', M y'' = -(rho cos om)', M l^2 om'' = -rho (x' cos om + y' sin om). multiplier_axle is z in M a = Q - A^T z.")
