# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Voss 1884: motion in the linear complex (x2 x1' - x1 x2') + a x3' = 0, straightest and geodetic."""
from refcommon import *
import engine

cases, checks = [], []


def model(a, forces):
    return {"coordinates": ["x1", "x2", "x3"], "velocities": ["v1", "v2", "v3"], "mass": ["1"] * 3, "parameters": {"a": mp.nstr(a, 20)}, "forces": forces,
            "constraints": [{"name": "complex", "kind": "nonholonomic-equation", "p": ["x2", "-x1", "a"], "p0": "0"}]}


a = mp.mpf("0.8")
times = [mp.mpf(k) / 2 for k in range(0, 9)]
q0 = [mp.mpf(1), mp.mpf("0.5"), mp.mpf(0)]
v1, v2 = mp.mpf("0.3"), mp.mpf("0.7")
v0 = [v1, v2, -(q0[1] * v1 - q0[0] * v2) / a]

# 1. axial gravity
g = mp.mpf("9.81")


def grav(t, y):
    r2 = y[0] ** 2 + y[1] ** 2
    lam = -a * g / (r2 + a * a)
    return [y[3], y[4], y[5], lam * y[1], -lam * y[0], g + lam * a]


out, err = gbs(grav, 0, q0 + v0, times[1:], H="0.125")
checks.append(("axial gravity: extrapolation, accumulated error estimate", err, "1e-30"))
tay = taylor(grav, 0, q0 + v0, [times[2], times[4]], dps=30)
checks.append(("axial gravity: Taylor series at t = 1, 2", maxdiff(tay, [out[1], out[3]]), "1e-22"))
E0 = sum(x * x for x in v0) / 2 - g * q0[2]
checks.append(("axial gravity: energy", max(abs(sum(x * x for x in o[3:]) / 2 - g * o[2] - E0) for o in out), "1e-27"))
checks.append(("axial gravity: constraint", max(abs(o[1] * o[3] - o[0] * o[4] + a * o[5]) for o in out), "1e-27"))
# Voss: 2 g x3 + const = r^3 r''/a^2 + r'^2 + r r'' , r'' = r phi'^2
cc = []
for o in [q0 + v0] + out:
    r = mp.sqrt(o[0] ** 2 + o[1] ** 2)
    rd = (o[0] * o[3] + o[1] * o[4]) / r
    rdd = r * ((o[0] * o[4] - o[1] * o[3]) / r ** 2) ** 2
    cc.append(r ** 3 * rdd / a ** 2 + rd ** 2 + r * rdd - 2 * g * o[2])
checks.append(("axial gravity: Voss's relation for r, r', r'', x3", max(abs(c - cc[0]) for c in cc), "1e-26"))
S = [{"t": t, "q": o[:3], "v": o[3:], "multiplier": a * g / (o[0] ** 2 + o[1] ** 2 + a * a)} for t, o in zip(times, [q0 + v0] + out)]
md = model(a, ["0", "0", "g"])
md["parameters"]["g"] = mp.nstr(g, 20)
d, _ = engine.check_traj(md, 0, q0, v0, S)
checks.append(("axial gravity: generic engine (relative to 100)", d / 100, "1e-9"))
cases.append({"name": "axial_gravity", "why": "gravity along +x3; Voss's lambda = -a g/(r^2+a^2) (his mu); multiplier z = -lambda", "model": md,
              "parameters": {"a": a, "g": g}, "state": {"t": 0, "q": q0, "v": v0},
              "expect": {"energy_T_minus_U": E0, "voss_constant": cc[0], "samples": S}})

# 2. force-free: the rays of the complex
S = [{"t": t, "q": [x + v * t for x, v in zip(q0, v0)], "v": v0, "multiplier": 0} for t in times]
md = model(a, ["0", "0", "0"])
d, _ = engine.check_traj(md, 0, q0, v0, S)
checks.append(("force-free: generic engine", d, "1e-11"))
cases.append({"name": "force_free_straightest", "why": "lambda = 0: the straightest paths are the straight lines of the complex", "model": md,
              "parameters": {"a": a}, "state": {"t": 0, "q": q0, "v": v0}, "expect": {"samples": S}})

# 3. radial force proportional to the distance: elliptic helices
w = mp.mpf("1.3")
cst = q0[0] * v0[1] - q0[1] * v0[0]
S = []
for t in times:
    c, s = mp.cos(w * t), mp.sin(w * t)
    S.append({"t": t, "q": [q0[0] * c + v0[0] / w * s, q0[1] * c + v0[1] / w * s, q0[2] + cst / a * t],
              "v": [-w * q0[0] * s + v0[0] * c, -w * q0[1] * s + v0[1] * c, cst / a], "multiplier": 0})
md = model(a, ["-w^2*x1", "-w^2*x2", "0"])
md["parameters"]["w"] = mp.nstr(w, 20)
d, _ = engine.check_traj(md, 0, q0, v0, S)
checks.append(("radial force: generic engine", d, "1e-10"))
cases.append({"name": "radial_force", "why": "a force meeting the axis at right angles does no work against the constraint: lambda = 0, x3' constant", "model": md,
              "parameters": {"a": a, "w": w}, "state": {"t": 0, "q": q0, "v": v0}, "expect": {"samples": S}})


# 4. geodesics
def geo(t, y):
    """Problem A, unit speed not required: state x, x', lambda (Voss's lambda)."""
    x1, x2, x3, u1, u2, u3, lam = y
    r2 = x1 ** 2 + x2 ** 2
    ld = -lam * 2 * (x1 * u1 + x2 * u2) / (r2 + a * a)
    return [u1, u2, u3, -ld * x2 - 2 * lam * u2, ld * x1 + 2 * lam * u1, -ld * a, ld]


lam0 = mp.mpf("0.6")
out, err = gbs(geo, 0, q0 + v0 + [lam0], times[1:], H="0.25")
checks.append(("geodesic: extrapolation, accumulated error estimate", err, "1e-30"))
tay = taylor(geo, 0, q0 + v0 + [lam0], [times[2], times[4]], dps=30)
checks.append(("geodesic: Taylor series at t = 1, 2", maxdiff(tay, [out[1], out[3]]), "1e-22"))
rho0 = q0[0] ** 2 + q0[1] ** 2 + a * a
c1sq = sum(x * x for x in v0)
c3 = lam0 * rho0
c2 = v0[2] + lam0 * a
inv = mp.mpf(0)
for o in out:
    rho = o[0] ** 2 + o[1] ** 2 + a * a
    inv = max(inv, abs(o[6] * rho - c3), abs(o[5] + o[6] * a - c2), abs(o[3] ** 2 + o[4] ** 2 + o[5] ** 2 - c1sq),
              abs(o[1] * o[3] - o[0] * o[4] + a * o[5]),
              # rho'^2 = 4 [c1^2 rho - c1^2 a^2 - rho (c2 - c3 a/rho)^2]
              abs((2 * (o[0] * o[3] + o[1] * o[4])) ** 2 - 4 * (c1sq * rho - c1sq * a * a - rho * (c2 - c3 * a / rho) ** 2)))
checks.append(("geodesic: invariants lambda rho = c3, x3' + lambda a = c2, |x'|^2 = c1^2, constraint, radial equation", inv, "1e-27"))
# quadratures over an interval on which rho is monotone
mono = [o for o in out if (o[0] * o[3] + o[1] * o[4]) > 0]
rad = lambda rho: mp.sqrt(c1sq * rho - c1sq * a * a - (c2 - c3 * a / rho) ** 2 * rho)
o = out[0]
rho1 = o[0] ** 2 + o[1] ** 2 + a * a
if (q0[0] * v0[0] + q0[1] * v0[1]) > 0:
    tq = mp.quad(lambda x: 1 / (2 * rad(x)), [rho0, rho1])
    cub = lambda x: mp.sqrt(x ** 3 * (c1sq - c2 ** 2) + x ** 2 * (2 * c2 * c3 * a - c1sq * a * a) - c3 ** 2 * a * a * x)
    x3q = c2 * tq - c3 * a / 2 * mp.quad(lambda x: 1 / cub(x), [rho0, rho1])
    checks.append(("geodesic: Voss's quadratures for t and x3 (with c1^2 a^2 in the cubic)", max(abs(tq - times[1]), abs(x3q - o[2] + q0[2])), "1e-25"))
S = [{"t": t, "q": o[:3], "v": o[3:6], "lambda": o[6]} for t, o in zip(times, [q0 + v0 + [lam0]] + out)]
cases.append({"name": "geodesic_general", "why": "problem A (geodetic lines): constants c1^2, c2, c3", "model": model(a, ["0", "0", "0"]),
              "parameters": {"a": a}, "state": {"t": 0, "q": q0, "v": v0, "lambda": lam0},
              "expect": {"problem": "A", "c1_squared": c1sq, "c2": c2, "c3": c3, "samples": S}})

# 5. closed form: c3 = c2 a, c1^2 = c2^2
c2 = mp.mpf("1.1")
c = mp.mpf("0.35")            # r = a sinh(phi + c), start at phi = 0


def closed(phi):
    r = a * mp.sinh(phi + c)
    t = (r * mp.sqrt(r * r + a * a) + a * a * (phi + c)) / (2 * c2 * a)
    return r, t


r0, t00 = closed(mp.mpf(0))
S = []
for t in times:
    phi = mp.findroot(lambda p: closed(p)[1] - t00 - t, mp.mpf(1) if t > 0 else mp.mpf(0)) if t > 0 else mp.mpf(0)
    r, _ = closed(phi)
    rho = r * r + a * a
    ph = a * c2 / rho
    rd = mp.sqrt(rho) * ph               # dr/dphi = sqrt(r^2+a^2)
    x3 = c2 * t - a * phi
    S.append({"t": t, "q": [r * mp.cos(phi), r * mp.sin(phi), x3],
              "v": [rd * mp.cos(phi) - r * ph * mp.sin(phi), rd * mp.sin(phi) + r * ph * mp.cos(phi), c2 - a * ph], "lambda": c2 * a / rho, "r": r, "phi": phi})
out, err = gbs(geo, 0, S[0]["q"] + S[0]["v"] + [S[0]["lambda"]], times[1:], H="0.125")
checks.append(("special geodesic: closed form against extrapolation of the differential equations", maxdiff(out, [s["q"] + s["v"] + [s["lambda"]] for s in S[1:]]), "1e-27"))
checks.append(("special geodesic: speed^2 = c2^2", max(abs(sum(x * x for x in s["v"]) - c2 ** 2) for s in S), "1e-40"))
checks.append(("special geodesic: constraint", max(abs(s["q"][1] * s["v"][0] - s["q"][0] * s["v"][1] + a * s["v"][2]) for s in S), "1e-40"))
cases.append({"name": "geodesic_closed_form", "why": "c3 = c2 a, c1^2 = c2^2: r = a sinh(phi + c), x3 = c2 t - a phi", "model": model(a, ["0", "0", "0"]),
              "parameters": {"a": a, "c2": c2, "c": c}, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"], "lambda": S[0]["lambda"]},
              "expect": {"problem": "A", "c1_squared": c2 ** 2, "c2": c2, "c3": c2 * a, "samples": S}})

# 6. complex helix: lambda constant
w = mp.mpf("0.9")
R = mp.mpf("0.7")
# circle of radius R, phi' = w, x3' = R^2 w / a ; lambda' = 0 requires x'' = -2 lambda J x' with lambda = -w/2 for x1''=-w^2 x1, x1'' = -2 lam x2' = -2 lam w x1 -> lam = w/2
lamh = w / 2
S = [{"t": t, "q": [R * mp.cos(w * t), R * mp.sin(w * t), R * R * w / a * t], "v": [-R * w * mp.sin(w * t), R * w * mp.cos(w * t), R * R * w / a], "lambda": lamh} for t in times]
out, err = gbs(geo, 0, S[0]["q"] + S[0]["v"] + [lamh], times[1:], H="0.25")
checks.append(("complex helix: closed form against extrapolation", maxdiff(out, [s["q"] + s["v"] + [s["lambda"]] for s in S[1:]]), "1e-27"))
cases.append({"name": "geodesic_helix", "why": "lambda constant = phi'/2: helices of the complex", "model": model(a, ["0", "0", "0"]),
              "parameters": {"a": a, "w": w, "R": R}, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"], "lambda": lamh},
              "expect": {"problem": "A", "samples": S}})
write("p08_voss_linear_complex", "Linear complex: axial gravity, straightest paths, geodesics", ["Voss 1884, last part, eqs (12), (13) and the formulas after them (misprints corrected)"],
      cases, "closed forms 50 digits; gravity and general geodesic by extrapolation, error below 1e-25", checks,
      notes="lambda is Voss's multiplier of the geodetic problem: x_i'' = -p_i lambda' + lambda (alpha x x')_i with p = (x2,-x1,a), alpha = (0,0,2). 'multiplier' is z of problem B in M a = Q - A^T z.")
