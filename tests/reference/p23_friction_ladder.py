# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A ladder that slides down a wall, friction at both ends.  With equal coefficients th'^2 is elementary over th."""
from friction_common import *
import sympy as sp
import friction_events as ev

cases, checks = [], []
g, l = mp.mpf("9.81"), mp.mpf(1)                       # length 2 l
def slide(mu, th0):
    """theta from the floor, from rest at th0: y = th'^2 as a function, release angle."""
    q = 3 / (2 * (2 - mu**2))              # th'' = -q (2 mu th'^2 + (g/l)((1 - mu^2) cos th - 2 mu sin th))
    K = 4 * q * mu                                     # dy/dth = 2 th'' = -K y - 2 q (g/l) ((1 - mu^2) cos - 2 mu sin)
    G = 2 * q * g / l
    A, B = (1 - mu**2) * G, -2 * mu * G                # dy/dth + K y = -(A cos + B sin)
    # y = a cos + b sin: -a sin + b cos + K a cos + K b sin = -A cos - B sin -> b + K a = -A, -a + K b = -B
    b = (-A - K * B) / (1 + K * K)
    a = B + K * b
    part = lambda th: a * mp.cos(th) + b * mp.sin(th)
    y = lambda th: part(th) - part(th0) * mp.exp(-K * (th - th0))
    dd = lambda th: -q * (2 * mu * y(th) + g / l * ((1 - mu**2) * mp.cos(th) - 2 * mu * mp.sin(th)))
    xdd = lambda th: -l * (mp.sin(th) * dd(th) + mp.cos(th) * y(th))
    ydd = lambda th: l * (mp.cos(th) * dd(th) - mp.sin(th) * y(th))
    N1 = lambda th: ((ydd(th) + g) - mu * xdd(th)) / (1 + mu**2)
    N2 = lambda th: (xdd(th) + mu * (ydd(th) + g)) / (1 + mu**2)
    return y, dd, N1, N2

def time(y, th0, th):                                  # th = th0 - s^2
    S = mp.sqrt(th0 - th)
    f = lambda s: 2 * s / mp.sqrt(y(th0 - s * s)) if s > mp.mpf(10)**-14 else 2 / mp.sqrt(-slope)
    return mp.quad(f, [0, S / 2, S])

for name, mu, th0 in (("smooth", mp.mpf(0), mp.mpf(1)), ("mu_02", mp.mpf("0.2"), mp.mpf(1)), ("mu_04", mp.mpf("0.4"), mp.mpf("0.7"))):
    limit = mp.pi / 2 - 2 * mp.atan(mu)
    assert th0 < limit
    y, dd, N1, N2 = slide(mu, th0)
    slope = 2 * dd(th0)
    # the wall lets go where N2 = 0
    a, b = th0 - mp.mpf("0.01"), mp.mpf("0.05")
    thr = mp.findroot(N2, (a + b) / 2 if mu == 0 else th0 * mp.mpf("0.6"), tol=1e-40)
    tr = time(y, th0, thr)
    if mu == 0:
        checks.append((name + ": sin th = 2/3 sin th0", abs(mp.sin(thr) - 2 * mp.sin(th0) / 3), "1e-40"))
    samples = []
    for f in (mp.mpf("0.25"), mp.mpf("0.5"), mp.mpf("0.75"), mp.mpf(1)):
        th = th0 + f * (thr - th0)
        samples.append({"t": time(y, th0, th), "angle": th, "rate": -mp.sqrt(y(th)), "multipliers": [N1(th), N2(th)]})
    # second route
    x, z, h, u, w, o = sp.symbols("x z th u w om")
    m_ = sp.Float(str(mu), 30)
    S = ev.System([x, z, h], [u, w, o], (u**2 + w**2 + o**2 / 3) / 2, sp.Float("9.81") * z, None,
                  [dict(gap=-(z - sp.sin(h)), slip=u - o * sp.sin(h), mu=float(mu)), dict(gap=-(x - sp.cos(h)), slip=w + o * sp.cos(h), mu=float(mu))])
    e, yy, seg = ev.run(S, [mp.cos(th0), mp.sin(th0), th0], [0, 0, 0], float(tr) * 1.2)
    checks.append((name + ": event-driven engine, time of the release", abs(e[1][0] - tr), "1e-9"))
    checks.append((name + ": event-driven engine, angle there", abs(e[1][2][2] - thr), "1e-9"))
    checks.append((name + ": energy never rises", max(0.0, ev.energy_rise(S, seg)), "1e-10"))
    cases.append({"name": name, "why": "slides from rest at %s rad; the wall lets go" % mp.nstr(th0, 5),
                  "model": {"coordinates": ["x", "z", "th"], "velocities": ["u", "w", "om"], "mass": ["1", "1", "1/3"], "parameters": {"g": g}, "forces": ["0", "-g", "0"],
                            "constraints": [contact("floor", "sin(th) - z", ["u - om*sin(th)"], mu), contact("wall", "cos(th) - x", ["w + om*cos(th)"], mu)]},
                  "state": {"t": 0, "q": [mp.cos(th0), mp.sin(th0), th0], "v": [0, 0, 0]},
                  "expect": {"events": [{"t": tr, "kind": "release", "constraint": "wall", "angle": thr, "rate": -mp.sqrt(y(thr))}], "samples": samples}})
mu = mp.mpf("0.4")
th = mp.pi / 2 - 2 * mp.atan(mu)
cases.append({"name": "threshold", "why": "at rest the ladder holds for th >= 90 deg - 2 atan mu (then its two reactions are not unique), slides below", "model": cases[-1]["model"],
              "state": {"t": 0, "q": [mp.cos(th), mp.sin(th), th], "v": [0, 0, 0]}, "expect": {"accelerations": [0, 0, 0], "threshold": th}})
write("p23_friction_ladder", "A ladder on floor and wall, both rough", ["closed form for th'^2; classical threshold"], cases, "closed form; times by quadrature, 40 digits", checks)
