# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Knife edge, sleigh, rolling disc; holonomic constraints in velocity form; integrability and growth vectors."""
from refcommon import *
import engine
import sympy as sp

cases, checks = [], []
times = [mp.mpf(k) / 2 for k in range(0, 9)]

# ---------------------------------------------------------------- Chaplygin sleigh
m, I, a = mp.mpf(2), mp.mpf(3), mp.mpf("0.5")
v0, w0, th0 = mp.mpf("-0.6"), mp.mpf("1.4"), mp.mpf("0.3")
b2 = (I + m * a * a) / m
b = mp.sqrt(b2)
V = mp.sqrt(v0 ** 2 + b2 * w0 ** 2)
kap = a * V / b2
c0 = mp.atanh(v0 / V)
gd = lambda x: 2 * mp.atan(mp.tanh(x / 2))
vv = lambda t: V * mp.tanh(kap * t + c0)
ww = lambda t: V / b / mp.cosh(kap * t + c0)
th = lambda t: th0 + b / a * (gd(kap * t + c0) - gd(c0))
P0 = [mp.mpf(0), mp.mpf(0)]
S = []
px, py, tl = mp.mpf(0), mp.mpf(0), mp.mpf(0)
for t in times:
    if t > tl:
        px += mp.quad(lambda s: vv(s) * mp.cos(th(s)), mp.linspace(tl, t, 3))
        py += mp.quad(lambda s: vv(s) * mp.sin(th(s)), mp.linspace(tl, t, 3))
        tl = t
    c, s = mp.cos(th(t)), mp.sin(th(t))
    v, w = vv(t), ww(t)
    wd = -a / b2 * v * w
    S.append({"t": t, "q": [px + a * c, py + a * s, th(t)], "v": [v * c - a * w * s, v * s + a * w * c, w], "multiplier": I * wd / a,
              "forward_speed": v})
sl = {"coordinates": ["x", "y", "th"], "velocities": ["vx", "vy", "w"], "mass": ["2", "2", "3"], "parameters": {"a": "0.5"}, "forces": ["0"] * 3,
      "constraints": [{"name": "edge", "kind": "nonholonomic-equation", "p": ["-sin(th)", "cos(th)", "-a"], "p0": "0"}]}


def rs(t, y):
    x, yy, q, vx, vy, w = y
    s, c = mp.sin(q), mp.cos(q)
    # z from A a + b = 0, A=(-s,c,-a), b = -w (c vx + s vy)
    G = 1 / m + a * a / I
    z = -w * (c * vx + s * vy) / G
    return [vx, vy, w, s * z / m, -c * z / m, a * z / I]


out, err = gbs(rs, 0, S[0]["q"] + S[0]["v"], times[1:], H="0.25")
checks.append(("sleigh: closed form and quadrature against extrapolation", maxdiff(out, [s["q"] + s["v"] for s in S[1:]]), "1e-27"))
d, _ = engine.check_traj(sl, 0, S[0]["q"], S[0]["v"], S)
checks.append(("sleigh: generic engine", d, "1e-10"))
cases.append({"name": "chaplygin_sleigh", "why": "centre of mass ahead of the edge by a; started backwards it turns round; x,y are the centre of mass", "model": sl,
              "parameters": {"m": m, "I": I, "a": a}, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"]},
              "expect": {"energy": m * v0 ** 2 / 2 + (I + m * a * a) * w0 ** 2 / 2, "V": V, "kappa": kap, "total_turn": mp.pi * b / a,
                         "closed_form": "v = V tanh(kappa t + c), om = (V/b) sech(kappa t + c), b^2 = (I + m a^2)/m, kappa = a V/b^2", "samples": S}})

# ---------------------------------------------------------------- knife edge on an inclined plane
G, w, mm = mp.mpf("4.9"), mp.mpf("1.7"), mp.mpf(2)
S = []
for t in times:
    q = w * t
    S.append({"t": t, "q": [G / (2 * w * w) * mp.sin(q) ** 2, G / (2 * w * w) * (q - mp.sin(2 * q) / 2), q],
              "v": [G / (2 * w) * mp.sin(2 * q), G / w * mp.sin(q) ** 2, w], "multiplier": -2 * mm * G * mp.sin(q)})
ke = {"coordinates": ["x", "y", "th"], "velocities": ["vx", "vy", "w"], "mass": ["2", "2", "1"], "parameters": {"G": "4.9"}, "forces": ["2*G", "0", "0"],
      "constraints": [{"name": "edge", "kind": "nonholonomic-equation", "p": ["-sin(th)", "cos(th)", "0"], "p0": "0"}]}
d, _ = engine.check_traj(ke, 0, S[0]["q"], S[0]["v"], S)
checks.append(("knife edge on an incline: generic engine", d, "1e-10"))
cases.append({"name": "knife_edge_incline", "why": "G = g sin(slope) along x: bounded descent, sideways drift (a cycloid)", "model": ke, "parameters": {"G": G, "omega": w, "m": mm},
              "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"]}, "expect": {"max_descent": G / (2 * w * w), "samples": S}})

# ---------------------------------------------------------------- upright rolling disc with a drive torque
m, R, I, J, tau, Om, p0, th0 = (mp.mpf(x) for x in ("2", "0.5", "0.4", "0.3", "0.9", "1.1", "2", "0.2"))
al = tau / (I + m * R * R)
S = []
for t in times:
    q = th0 + Om * t
    w = p0 + al * t
    # int (p0 + al s) cos(th0+Om s) ds
    X = R * ((w * mp.sin(q) - p0 * mp.sin(th0)) / Om + al * (mp.cos(q) - mp.cos(th0)) / Om ** 2)
    Y = R * (-(w * mp.cos(q) - p0 * mp.cos(th0)) / Om + al * (mp.sin(q) - mp.sin(th0)) / Om ** 2)
    z1 = -m * R * (al * mp.cos(q) - w * Om * mp.sin(q))
    z2 = -m * R * (al * mp.sin(q) + w * Om * mp.cos(q))
    S.append({"t": t, "q": [X, Y, q, p0 * t + al * t * t / 2], "v": [R * w * mp.cos(q), R * w * mp.sin(q), Om, w], "multipliers": {"roll_x": z1, "roll_y": z2}})
dm = {"coordinates": ["x", "y", "th", "psi"], "velocities": ["vx", "vy", "om", "w"], "mass": ["2", "2", "0.3", "0.4"], "parameters": {"R": "0.5"}, "forces": ["0", "0", "0", "0.9"],
      "constraints": [{"name": "roll_x", "kind": "nonholonomic-equation", "p": ["1", "0", "0", "-R*cos(th)"], "p0": "0"},
                     {"name": "roll_y", "kind": "nonholonomic-equation", "p": ["0", "1", "0", "-R*sin(th)"], "p0": "0"}]}
d, _ = engine.check_traj(dm, 0, S[0]["q"], S[0]["v"], S)
checks.append(("rolling disc: generic engine", d, "1e-10"))
s = S[3]
dl = engine.check_accel(dm, s["t"], s["q"], s["v"], [R * (al * mp.cos(s["q"][2]) - s["v"][3] * Om * mp.sin(s["q"][2])), R * (al * mp.sin(s["q"][2]) + s["v"][3] * Om * mp.cos(s["q"][2])), 0, al], s["multipliers"])
checks.append(("rolling disc: multipliers against the generic engine", dl, "1e-12"))
cases.append({"name": "rolling_disc", "why": "two non-holonomic equations, drive torque about the axle", "model": dm,
              "parameters": {"m": m, "R": R, "I_axle": I, "J_vertical": J, "tau": tau}, "state": {"t": 0, "q": S[0]["q"], "v": S[0]["v"]},
              "expect": {"angular_acceleration": al, "samples": S}})

# ---------------------------------------------------------------- holonomic constraint in velocity form
hv = {"coordinates": ["x", "y", "z"], "velocities": ["u", "v", "w"], "mass": ["1"] * 3, "parameters": {"g": "1"}, "forces": ["0", "0", "-g"],
      "constraints": [{"name": "pfaff", "kind": "nonholonomic-equation", "p": ["2*x*z", "2*y*z", "1"], "p0": "0"}]}
hf = {"coordinates": ["x", "y", "z"], "velocities": ["u", "v", "w"], "mass": ["1"] * 3, "parameters": {"g": "1", "c": "exp(1/4)/2"}, "forces": ["0", "0", "-g"],
      "constraints": [{"name": "surface", "kind": "holonomic-equation", "f": "z*exp(x^2+y^2) - c"}]}


def rh(t, y):
    x, yy, z, u, v, w = y
    p = [2 * x * z, 2 * yy * z, mp.mpf(1)]
    pd = [2 * (u * z + x * w), 2 * (v * z + yy * w), mp.mpf(0)]
    G = sum(k * k for k in p)
    Z = (pd[0] * u + pd[1] * v + pd[2] * w - p[2]) / G          # p.a + pd.v = 0, a = (0,0,-1) - p Z
    return [u, v, w, -p[0] * Z, -p[1] * Z, -1 - p[2] * Z]


q0 = [mp.mpf("0.5"), mp.mpf(0), mp.mpf("0.5")]
u0, vy0 = mp.mpf("0.4"), mp.mpf("0.6")
y0 = q0 + [u0, vy0, -2 * q0[0] * q0[2] * u0]
ts = [mp.mpf(k) / 2 for k in range(1, 5)]
out, err = gbs(rh, 0, y0, ts, H="0.125")
C = q0[2] * mp.exp(mp.mpf(1) / 4)
checks.append(("velocity-form constraint: z exp(x^2+y^2) constant", max(abs(o[2] * mp.exp(o[0] ** 2 + o[1] ** 2) - C) for o in out), "1e-27"))
Sx = [{"t": t, "q": o[:3], "v": o[3:]} for t, o in zip(ts, out)]
d, _ = engine.check_traj(hf, 0, q0, y0[3:], Sx)
checks.append(("velocity-form constraint: engine with the explicit equation", d, "1e-10"))
d, _ = engine.check_traj(hv, 0, q0, y0[3:], Sx)
checks.append(("velocity-form constraint: engine with the Pfaffian", d, "1e-10"))
cases.append({"name": "holonomic_in_velocity_form", "why": "2xz dx + 2yz dy + dz = 0 is integrable with factor exp(x^2+y^2): same motion as on z exp(x^2+y^2) = c", "model": hv,
              "model_explicit": hf, "state": {"t": 0, "q": q0, "v": y0[3:]}, "expect": {"integral": C, "samples": Sx}})


# ---------------------------------------------------------------- integrability, growth vectors
def lie(X, Y, q):
    n = len(q)
    return [sp.simplify(sum(X[j] * sp.diff(Y[i], q[j]) - Y[j] * sp.diff(X[i], q[j]) for j in range(n))) for i in range(n)]


def growth(W, q, pt):
    n = len(q)
    layers = [list(W)]
    allv = list(W)
    rk = lambda L: sp.Matrix([[sp.nsimplify(e.subs(pt)) if hasattr(e, "subs") else e for e in v] for v in L]).rank()
    gv = [rk(allv)]
    for _ in range(n):
        new = []
        for X in W:
            for Y in layers[-1]:
                Z = lie(X, Y, q)
                if any(z != 0 for z in Z):
                    new.append(Z)
        if not new:
            break
        layers.append(new)
        allv += new
        r = rk(allv)
        gv.append(r)
        if r == n:
            break
        if len(gv) > 2 and gv[-1] == gv[-2] == gv[-3]:
            break
    while len(gv) > 1 and gv[-1] == gv[-2]:
        gv.pop()
    return gv


def verdict(nm, why, names, forms, W, pts, integrals=None, conditional=None):
    q = [sp.Symbol(x) for x in names]
    loc = {x: y for x, y in zip(names, q)}
    loc.update({k: getattr(sp, k) for k in ("sin", "cos", "exp", "tan")})
    E = lambda s: sp.sympify(s.replace("^", "**"), locals=loc)
    P = [[E(x) for x in f] for f in forms]
    Wv = [[E(x) for x in w] for w in W]
    for f in P:
        for w in Wv:
            assert sp.simplify(sum(x * y for x, y in zip(f, w))) == 0
    n, r = len(q), len(P)
    res = []
    for pt in pts:
        sub = {q[i]: sp.nsimplify(pt[i]) for i in range(n)}
        gv = growth(Wv, q, sub)
        cov = []
        for f in P:
            Sm = sp.Matrix(n, n, lambda i, k: sp.diff(f[i], q[k]) - sp.diff(f[k], q[i])).subs(sub)
            Wm = sp.Matrix([[x.subs(sub) if hasattr(x, "subs") else x for x in w] for w in Wv]).T
            Cm = Wm.T * Sm * Wm
            cov.append([sp.simplify(Cm[i, k]) for i in range(Cm.rows) for k in range(i + 1, Cm.cols)])
        rkc = sp.Matrix(cov).rank() if cov[0] else 0
        g2 = gv[1] if len(gv) > 1 else gv[0]
        checks.append((nm + ": rank of Voss's covariants equals the first growth step", abs(rkc - (g2 - gv[0])), 0))
        res.append({"point": [mp.mpf(sp.N(x, 40)) for x in [sp.nsimplify(y) for y in pt]], "growth_vector": gv,
                    "first_covariant_rank": int(rkc), "all_covariants_vanish": bool(rkc == 0),
                    "covariants_in_the_given_kernel_basis": [[mp.mpf(sp.N(x, 40)) for x in c] for c in cov]})
    gen = res[0]["growth_vector"]
    h = n - gen[-1]
    if integrals:
        for s in integrals:
            phi = E(s)
            dphi = sp.Matrix([sp.diff(phi, x) for x in q])
            for w in Wv:
                assert sp.simplify(sum(dphi[i] * w[i] for i in range(n))) == 0, nm
        checks.append((nm + ": stated integrals annihilated by the kernel; count minus n + last growth number", abs(len(integrals) - h), 0))
    ex = {"complete_system": bool(h == r), "explicit_equations": h, "at_points": res}
    if integrals:
        ex["integrals"] = integrals
    if conditional:
        ex["conditional"] = conditional
    cases.append({"name": "integrability_" + nm, "why": why, "coordinates": names, "pfaffian_forms": forms, "kernel_basis": W, "expect": ex})


verdict("exact", "exact form", ["x", "y", "z"], [["y*z", "x*z", "x*y"]], [["x", "-y", "0"], ["0", "y", "-z"]], [["1", "2", "3"]], ["x*y*z"])
verdict("with_factor", "integrable only with a factor", ["x", "y", "z"], [["2*x*z", "2*y*z", "1"]], [["1", "0", "-2*x*z"], ["0", "1", "-2*y*z"]], [["1/2", "1/3", "2"]], ["z*exp(x^2+y^2)"])
verdict("linear_complex", "contact form", ["x1", "x2", "x3"], [["x2", "-x1", "2"]], [["2", "0", "-x2"], ["0", "2", "x1"]], [["1", "2", "0"]])
verdict("knife_edge", "cart, sleigh with a = 0", ["x", "y", "th"], [["-sin(th)", "cos(th)", "0"]], [["cos(th)", "sin(th)", "0"], ["0", "0", "1"]], [["0", "0", "1/3"]])
verdict("rolling_disc", "upright disc: Engel type", ["x", "y", "th", "psi"], [["1", "0", "0", "-cos(th)"], ["0", "1", "0", "-sin(th)"]],
        [["0", "0", "1", "0"], ["cos(th)", "sin(th)", "0", "1"]], [["0", "0", "1/3", "0"]])
verdict("rolling_in_a_line", "wheel at fixed heading: the rolling constraint is holonomic", ["x", "psi"], [["1", "-2"]], [["2", "1"]], [["0", "0"]], ["x-2*psi"])
verdict("pursuit", "Voss's two points", ["x1", "y1", "z1", "x2", "y2", "z2"], [["x1-x2", "y1-y2", "z1-z2", "0", "0", "0"]],
        [["y1-y2", "-(x1-x2)", "0", "0", "0", "0"], ["z1-z2", "0", "-(x1-x2)", "0", "0", "0"], ["0", "0", "0", "1", "0", "0"], ["0", "0", "0", "0", "1", "0"], ["0", "0", "0", "0", "0", "1"]],
        [["2", "1", "1/2", "0", "0", "0"]])
verdict("partial", "two forms, one explicit equation; on the leaf x4 = 0 the system is complete", ["x", "y", "z", "x4"], [["0", "0", "0", "1"], ["-x4*y", "0", "1", "0"]],
        [["1", "0", "x4*y", "0"], ["0", "1", "0", "0"]], [["1", "2", "3", "1/2"], ["1", "2", "3", "0"]], ["x4"],
        conditional="for initial values with x4 = 0 the remaining form becomes dz: the system is then equivalent to the two equations x4 = 0, z = const")
verdict("rheonomic", "time as a coordinate: d(x - t y) = 0", ["x", "y", "t"], [["1", "-t", "-y"]], [["t", "1", "0"], ["y", "0", "1"]], [["1", "2", "3"]], ["x-t*y"])
verdict("rheonomic_nonholonomic", "x' - t y' = 0 is not integrable in space-time", ["x", "y", "t"], [["1", "-t", "0"]], [["t", "1", "0"], ["0", "0", "1"]], [["1", "2", "3"]])
verdict("rank_drop", "Martinet form dz - y^2 dx: growth vector jumps on y = 0", ["x", "y", "z"], [["-y^2", "0", "1"]], [["1", "0", "y^2"], ["0", "1", "0"]], [["0", "1", "0"], ["0", "0", "0"]])
write("p12_nonholonomic", "Non-holonomic bodies, constraints in velocity form, integrability verdicts and growth vectors",
      ["Voss 1884, eqs (1)-(6) and the covariants (sik)", "Maurer 1905, nos. 6-8 (knife edge)"], cases, "closed forms 50 digits; symbolic ranks", checks,
      notes="growth_vector at a point: dimensions of D, D+[D,D], D+[D,D]+[D,[D,D]], ... where D is the kernel of the forms; explicit_equations = n - last number, at generic points")
