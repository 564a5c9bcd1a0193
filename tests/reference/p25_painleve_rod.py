# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Painleve's rod: uniform, length 2 l, its tip slides on a rough floor.

    p(th) N/m = -b,   p = 1 + 3 cos th (cos th - mu sin th),   b = -g + l th'^2 sin th      (tip leads: x_tip' < 0)
p < 0 is possible for mu > 4/3.  b < 0 < p slides; p < 0, b < 0 none; p < 0 < b slides or lifts off; p > 0, b > 0 lifts off."""
from friction_common import *
import sympy as sp
import friction_events as ev

cases, checks = [], []
mod = lambda mu, g: {"coordinates": ["x", "z", "th"], "velocities": ["u", "w", "om"], "mass": ["1", "1", "1/3"], "parameters": {"g": g}, "forces": ["0", "-g", "0"],
                     "constraints": [contact("floor", "sin(th) - z", ["u + om*sin(th)"], mu)]}
# exact instants at cos th = 3/5, sin th = 4/5, l = 1, g = 1
c, s = R(3, 5), R(4, 5)
def instant(mu, om, sg):
    """All solutions for slip of sign sg (-1: the tip leads): list of (mode, N, (x'', z'', th''))."""
    out = []
    b = -1 + om * om * s
    if b >= 0:
        out.append(("open", R(0), (R(0), R(-1), R(0))))
    p = 1 + 3 * c * (c + sg * mu * s)
    if p != 0:
        N = -b / p
        if N >= 0 and not (N == 0 and b == 0):
            out.append(("slip", N, (-sg * mu * N, N - 1, -3 * N * (c + sg * mu * s))))
    return p, b, out
import friction_planar as planar
for name, mu, om, sg in (("slides", R(1), R(0), -1), ("slides_trailing", R(3, 2), R(0), 1), ("none", R(3, 2), R(0), -1), ("two", R(3, 2), R(2), -1),
                         ("lifts_off", R(1), R(2), -1), ("at_p_zero", R(13, 9), R(0), -1)):
    p, b, sol = instant(mu, om, sg)
    # second route: exact enumeration on the Delassus matrix
    A = [R(0), R(-1), c]; T = [R(1), R(0), s]; Mi = [R(1), R(1), R(3)]
    W = [[sum(a * m * d for a, m, d in zip(r, Mi, q)) for q in (A, T)] for r in (A, T)]
    bn = 1 - om * om * s                                  # f'' free = -(z'' - c th'' + s om^2) = g - s om^2
    bt = c * om * om
    found, sing = planar.enumerate_exact(W, [bn, bt], [mu], [sg])
    checks.append((name + ": number of solutions by enumeration", abs(len(found) - len(sol)), "0"))
    for (m, N, a), (mm, zz, _) in zip(sol, found):
        checks.append((name + ": reaction by enumeration", mpq(abs(N - zz[0])), "0"))
    x0 = {"t": 0, "q": [0, s, mp.acos(mp.mpf(3) / 5)], "v": [sg * 3 - om * s, c * om, om]}
    cases.append({"name": name, "why": "cos th = 3/5: p = %s, b = %s" % (p, b), "model": mod(mu, 1), "state": x0,
                  "expect": {"p": p, "b": b, "solutions": len(sol), "modes": [m for m, _, _ in sol], "multipliers_all": [N for _, N, _ in sol], "accelerations_all": [list(a) for _, _, a in sol]}})
# critical coefficient
checks.append(("critical coefficient 4/3 at tan th = 2", abs((1 + 3 * mp.mpf(1) / 5) / (3 * mp.mpf(2) / 5) - mp.mpf(4) / 3), "1e-45"))

# motion towards p = 0: y = th'^2 over th is a linear equation, dy/dth = 6 (mu s - c)(G - s y)/p, G = g/l
g = mp.mpf("9.81")
def approach(mu, th0, om0):
    P = lambda th: 1 + 3 * mp.cos(th) * (mp.cos(th) - mu * mp.sin(th))
    f = lambda th, y: [6 * (mu * mp.sin(th) - mp.cos(th)) * (g - mp.sin(th) * y[0]) / P(th)]
    t1 = (3 * mu - mp.sqrt(9 * mu**2 - 16)) / 2
    th1 = mp.atan(t1)
    dp = mp.diff(P, th1)
    kappa = 6 * mp.sin(th1) * (mu * mp.sin(th1) - mp.cos(th1)) / abs(dp)
    return P, f, th1, kappa
for name, mu, th0, om0, why in (("towards_the_singularity_15", mp.mpf("1.5"), mp.mpf("0.6"), mp.mpf("0.5"), "mu below 8/(3 sqrt 3)"),
                                ("towards_the_singularity_18", mp.mpf("1.8"), mp.mpf("0.5"), mp.mpf("0.5"), "mu above 8/(3 sqrt 3)")):
    P, f, th1, kappa = approach(mu, th0, om0)
    # in time: regular away from p = 0
    def rhs(t, Y):
        x, th, v, om = Y                                  # x, v: of the centre
        N = (g - mp.sin(th) * om * om) / P(th)
        return [v, om, mu * N, -3 * N * (mp.cos(th) - mu * mp.sin(th))]
    # sample where p = 0.1 and 0.01 (and the force there)
    samples = []
    Y, t = [mp.mpf(0), th0, mp.mpf(-20), om0], mp.mpf(0)
    for target in (mp.mpf("0.3"), mp.mpf("0.1"), mp.mpf("0.03")):
        tha = mp.findroot(lambda th: P(th) - target, th1 - mp.mpf("0.02"))
        # th as the independent variable
        F = lambda th, Z: [1 / Z[2], Z[3] / Z[2], -3 * (mp.cos(th) - mu * mp.sin(th)) * (g - mp.sin(th) * Z[2]**2) / P(th) / Z[2],
                           mu * (g - mp.sin(th) * Z[2]**2) / P(th) / Z[2]]
        if not samples:
            Z, th = [mp.mpf(0), mp.mpf(0), om0, mp.mpf(-20)], th0
        o, e = gbs(F, th, Z, [tha], H="0.02", tol=mp.mpf(10)**-26)
        Z, th = o[0], tha
        N = (g - mp.sin(th) * Z[2]**2) / P(th)
        samples.append({"t": Z[0], "q": [Z[1], mp.sin(th), th], "v": [Z[3], mp.cos(th) * Z[2], Z[2]], "p": target, "multiplier": N})
        if N <= 0:
            raise AssertionError("released before")
    # second route: y over th by Taylor
    y2 = taylor(f, th0, [om0**2], [th])
    checks.append((name + ": th'^2 over th by Taylor series", abs(y2[0][0] - Z[2]**2), "1e-18"))
    # and the energy: d/dth of (kinetic + potential) = -mu N |slip| / om: checked through x with quadrature-free relation m v' = mu N, th'' = -3N(c - mu s)
    X, Zs, H, U, W_, O = sp.symbols("x z th u w om")
    S = ev.System([X, Zs, H], [U, W_, O], (U**2 + W_**2 + O**2 / 3) / 2, sp.Float("9.81") * Zs, None, [dict(gap=-(Zs - sp.sin(H)), slip=U + O * sp.sin(H), mu=float(mu))])
    e_, yy, seg = ev.run(S, [0, float(mp.sin(th0)), float(th0)], [-20, float(mp.cos(th0) * om0), float(om0)], float(samples[1]["t"]))
    checks.append((name + ": event-driven engine at p = 0.1", max(abs(yy[2] - samples[1]["q"][2]), abs(yy[5] - samples[1]["v"][2])), "1e-8"))
    cases.append({"name": name, "why": why + ": slides towards p = 0 at th = %s; near it N grows like (th1 - th)^(kappa - 1), kappa = %s" % (mp.nstr(th1, 12), mp.nstr(kappa, 12)),
                  "model": mod(mu, g), "state": {"t": 0, "q": [0, mp.sin(th0), th0], "v": [-20, mp.cos(th0) * om0, om0]},
                  "expect": {"samples": samples, "angle_of_the_singularity": th1, "exponent": kappa}})
write("p25_painleve_rod", "Painleve's rod", ["Painleve 1895; Genot & Brogliato 1999; Champneys & Varkonyi 2016"], cases, "exact rationals; ODE < 1e-20", checks)
