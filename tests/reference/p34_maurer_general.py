# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Maurer 1905 no. 5: problems A and C with constraints not linear in the rates and with a general integrand F(t, x, x').

Letters: A = delta Phi = 0 (multiplier rho), B = theta Phi = 0 (multiplier sigma).  Equations:
d/dt (F + sum_A rho Phi)_v - (F + sum_A rho Phi)_x + sum_B sigma Phi_v = 0.
Route 1: bordered system in (a, rho', sigma).  Route 2: the constraints solved for the rates, v = V(t, x, w), and the
equations contracted with the directions that leave the B constraints alone; unknowns (w', rho').  Some cases: route 3, Hamiltonian form.
"""
from refcommon import *
import sympy as sp

cases, checks = [], []
t = sp.Symbol("t")


def parse(s, loc):
    return sp.nsimplify(sp.sympify(s.replace("^", "**"), locals=loc), rational=True)


def build(case):
    qn, vn = case["coordinates"], case["velocities"]
    n = len(qn)
    loc = {k: sp.Symbol(k, real=True) for k in qn + vn}
    loc["t"] = t
    X, V = [loc[k] for k in qn], [loc[k] for k in vn]
    Fs = parse(case["F"], loc)
    Ph = [parse(p, loc) for p in case["Phi"]]
    mode = case["treatment"]
    rho = [sp.Symbol("rho%d" % i) for i in range(len(Ph))]
    L = Fs + sum(r * p for r, p, m in zip(rho, Ph, mode) if m == "A")

    def along(e):     # t-derivative at fixed v and rho
        return sp.diff(e, t) + sum(sp.diff(e, x) * v for x, v in zip(X, V))
    # ---- route 1
    k = len(Ph)
    H = sp.hessian(L, V)
    P = sp.Matrix([[sp.diff(p, v) for v in V] for p in Ph])
    K = sp.Matrix(sp.BlockMatrix([[H, P.T], [P, sp.zeros(k, k)]]))
    b = [sp.diff(L, X[i]) - along(sp.diff(L, V[i])) for i in range(n)] + [-along(p) for p in Ph]
    f1 = sp.lambdify([t] + X + V + rho, [K.tolist(), b], "mpmath")

    def bordered(tt, y):
        Kn, bn = f1(tt, *y)
        from refcommon import _solve_exact
        return _solve_exact([[mp.mpf(x) for x in r] for r in Kn], [mp.mpf(x) for x in bn])

    def rhs1(tt, y):
        s = bordered(tt, y)
        return list(y[n:2 * n]) + s[:n] + [s[n + i] if mode[i] == "A" else mp.mpf(0) for i in range(k)]
    # ---- route 2: v = V(t, x, w)
    W = [sp.Symbol(w) for w in case["w"]]
    loc2 = dict(loc)
    loc2.update({w.name: w for w in W})
    VW = [parse(s, loc2) for s in case["v_of_w"]]
    sub = dict(zip(V, VW))
    for p in Ph:
        assert sp.simplify(p.subs(sub, simultaneous=True)) == 0, p
    # directions d with Phi_v d = 0 for the B constraints
    PB = sp.Matrix([[sp.diff(p, v) for v in V] for p, m in zip(Ph, mode) if m == "B"]) if "B" in mode else None
    dirs = [d for d in (PB.nullspace() if PB is not None else [sp.Matrix([1 if i == j else 0 for i in range(n)]) for j in range(n)])]
    Wd = [sp.Symbol(w.name + "_dot") for w in W]
    Rd = [sp.Symbol(r.name + "_dot") for r, m in zip(rho, mode) if m == "A"]
    Rs = [r for r, m in zip(rho, mode) if m == "A"]

    def total(e):     # along the motion, e(t, x, w, rho)
        return sp.diff(e, t) + sum(sp.diff(e, x) * v for x, v in zip(X, VW)) + sum(sp.diff(e, w) * d for w, d in zip(W, Wd)) + sum(sp.diff(e, r) * d for r, d in zip(Rs, Rd))
    EL = [total(sp.diff(L, V[i]).subs(sub, simultaneous=True)) - sp.diff(L, X[i]).subs(sub, simultaneous=True) for i in range(n)]
    eqs = [sum(d[i].subs(sub, simultaneous=True) * EL[i] for i in range(n)) for d in dirs]
    unk = Wd + Rd
    assert len(eqs) == len(unk)
    Jm = sp.Matrix(eqs).jacobian(unk)
    r0 = sp.Matrix(eqs).subs({u: 0 for u in unk})
    f2 = sp.lambdify([t] + X + W + Rs, [Jm.tolist(), [-x for x in r0]], "mpmath")
    fv = sp.lambdify([t] + X + W, VW, "mpmath")

    def rhs2(tt, y):
        from refcommon import _solve_exact
        Jn, bn = f2(tt, *y)
        s = _solve_exact([[mp.mpf(x) for x in r] for r in Jn], [mp.mpf(x) for x in bn])
        return [mp.mpf(x) for x in fv(tt, *y[:n + len(W)])] + list(s)
    fw = sp.lambdify([t] + X + V, [parse(s, loc) for s in case["w_of_v"]], "mpmath")
    fphi = sp.lambdify([t] + X + V, Ph, "mpmath")
    fE = sp.lambdify([t] + X + V + rho, sum(sp.diff(L, v) * v for v in V) - L, "mpmath")
    return n, k, mode, bordered, rhs1, rhs2, fw, fv, fphi, fE, L


def run(case, times, H="0.1"):
    nm = case["name"]
    n, k, mode, bordered, rhs1, rhs2, fw, fv, fphi, fE, L = build(case)
    st = case["state"]
    q0, v0, r0 = ([mp.mpf(x) for x in st[key]] for key in ("q", "v", "rho"))
    t0 = mp.mpf(0)
    y0 = q0 + v0 + r0
    checks.append((nm + ": the start satisfies the constraints", max(abs(mp.mpf(x)) for x in fphi(t0, *q0, *v0)), "1e-45"))
    o1, e1 = gbs(rhs1, t0, y0, times, H=H, tol=mp.mpf(10) ** -28)
    w0 = [mp.mpf(x) for x in fw(t0, *q0, *v0)]
    rA = [r for r, m in zip(r0, mode) if m == "A"]
    o2, e2 = gbs(rhs2, t0, q0 + w0 + rA, times, H=H, tol=mp.mpf(10) ** -28)
    worst, wphi = mp.mpf(0), mp.mpf(0)
    for tt, a, b in zip(times, o1, o2):
        v = [mp.mpf(x) for x in fv(tt, *b[:n + len(w0)])]
        rr = list(b[n + len(w0):])
        full = list(b[:n]) + v + [rr.pop(0) if m == "A" else mp.mpf(0) for m in mode]
        worst = max(worst, maxdiff(full, a))
        wphi = max([wphi] + [abs(x) for x in fphi(tt, *a[:2 * n])])
    checks.append((nm + ": bordered system against solved constraints with contracted equations", worst, "1e-22"))
    checks.append((nm + ": constraints along the motion", wphi, "1e-22"))
    if case.get("energy_kept"):
        E0 = fE(t0, *y0)
        checks.append((nm + ": v (F + rho Phi)_v - F - rho Phi is kept", max(abs(fE(tt, *o) - E0) for tt, o in zip(times, o1)), "1e-22"))
        case["expect_energy"] = E0
    s0 = bordered(t0, y0)
    case["expect"] = {"accelerations_at_start": s0[:n], "rho_dot_or_sigma_at_start": s0[n:], "samples": []}
    for tt, o in zip(times, o1):
        s = bordered(tt, o)
        case["expect"]["samples"].append({"t": tt, "q": o[:n], "v": o[n:2 * n], "rho": [r if m == "A" else mp.mpf(0) for r, m in zip(o[2 * n:], mode)], "rho_dot_or_sigma": s[n:]})
    if "expect_energy" in case:
        case["expect"]["energy"] = case.pop("expect_energy")
    case.pop("energy_kept", None)
    cases.append(case)
    return o1


T4 = [mp.mpf(k) / 4 for k in (1, 2, 3, 4)]
CONE = dict(coordinates=["x", "y", "z"], velocities=["vx", "vy", "vz"], Phi=["vx^2+vy^2-vz^2"], w=["w1", "w2"], v_of_w=["w1*cos(w2)", "w1*sin(w2)", "w1"], w_of_v=["vz", "atan2(vy,vx)"])


def hamilton_cone(U, dU, q0, v0, rho, times):
    """p = F_v + rho Phi_v; H = (P + |pz|)^2/4 + U, P = sqrt(px^2 + py^2) (for z' > 0 and |rho| < 1/2)."""
    p0 = [(1 + 2 * rho) * v0[0], (1 + 2 * rho) * v0[1], (1 - 2 * rho) * v0[2]]

    def f(t_, y):
        q, p = y[:3], y[3:]
        P = mp.sqrt(p[0] ** 2 + p[1] ** 2)
        s = (P + p[2]) / 2
        return [s * p[0] / P, s * p[1] / P, s] + [-x for x in dU(q)]
    out, err = gbs(f, 0, list(q0) + p0, times, H="0.1", tol=mp.mpf(10) ** -28)
    res = []
    for o in out:
        p = o[3:]
        P = mp.sqrt(p[0] ** 2 + p[1] ** 2)
        s = (P + p[2]) / 2
        res.append(o[:3] + [s * p[0] / P, s * p[1] / P, s, (P - p[2]) / (2 * (P + p[2]))])
    return res


# 1. the audit's model: straight line, rho constant, for every rho
for nm, r in [("n1_cone_free", "0"), ("n1_cone_free_rho", "0.2")]:
    o = run(dict(CONE, name=nm, why="x'^2+y'^2 = z'^2, F = T: p = ((1+2 rho)x', (1+2 rho)y', (1-2 rho)z') and z'^2 constant: a straight line with constant rho, for every rho(0)",
                 treatment=["A"], F="(vx^2+vy^2+vz^2)/2", energy_kept=True, state={"t": 0, "q": [0, 0, 0], "v": [mp.mpf("0.6"), mp.mpf("0.8"), 1], "rho": [mp.mpf(r)]}), T4)
    checks.append((nm + ": closed form (straight line)", max(maxdiff(y, [mp.mpf("0.6") * tt, mp.mpf("0.8") * tt, tt, mp.mpf("0.6"), mp.mpf("0.8"), mp.mpf(1), mp.mpf(r)]) for y, tt in zip(o, T4)), "1e-27"))

# 2. with a potential, rho(0) = 0 and not; Hamiltonian form as a third route
for nm, r in [("cone_potential", "0"), ("cone_potential_rho", "0.15")]:
    q0, v0 = [mp.mpf("0.1"), mp.mpf("-0.2"), mp.mpf("0.3")], [mp.mpf("0.6"), mp.mpf("0.8"), mp.mpf(1)]
    o = run(dict(CONE, name=nm, why="F = T - U, U = x^2/2 + y z/3 + z: problem A, rho changes", treatment=["A"], F="(vx^2+vy^2+vz^2)/2-(x^2/2+y*z/3+z)", energy_kept=True,
                 state={"t": 0, "q": q0, "v": v0, "rho": [mp.mpf(r)]}), T4)
    h = hamilton_cone(None, lambda q: [q[0], q[2] / 3, q[1] / 3 + 1], q0, v0, mp.mpf(r), T4)
    checks.append((nm + ": Hamiltonian form H = (P + pz)^2/4 + U", max(maxdiff(a, b) for a, b in zip(o, h)), "1e-22"))
    cases[-1]["expect"]["hamiltonian"] = "H = (sqrt(px^2+py^2)+pz)^2/4 + U"

# 3. the same state as problem B for comparison
run(dict(CONE, name="cone_potential_B", why="the same state as problem B (Maurer's rule): differs from A with rho = 0 from the third derivative on", treatment=["B"], F="(vx^2+vy^2+vz^2)/2-(x^2/2+y*z/3+z)",
         state={"t": 0, "q": [mp.mpf("0.1"), mp.mpf("-0.2"), mp.mpf("0.3")], "v": [mp.mpf("0.6"), mp.mpf("0.8"), mp.mpf(1)], "rho": [mp.mpf(0)]}), T4)
da = maxdiff(cases[-1]["expect"]["accelerations_at_start"], [c for c in cases if c["name"] == "cone_potential"][0]["expect"]["accelerations_at_start"])
checks.append(("cone_potential: A with rho(0) = 0 and B have the same accelerations at the start", da, "1e-40"))

# 4. arc length with a holonomic constraint in the form of rates (closed)
q0, v0 = [mp.mpf(4) / 3, mp.mpf(0)], [mp.mpf("0.6"), mp.mpf("0.8")]
arc = lambda x: (x * mp.sqrt(1 + x * x) + mp.asinh(x)) / 2
for nm, r in [("n2_arc_length", "0"), ("n2_arc_length_rho", "0.5")]:
    o = run(dict(name=nm, why="F = sqrt(1+x'^2+y'^2), y' = x x' (in truth y = x^2/2 + const): constant speed along the parabola, (x sqrt(1+x^2) + asinh x)/2 = s0 + t; rho + y'/F kept",
                 coordinates=["x", "y"], velocities=["vx", "vy"], Phi=["vy-x*vx"], w=["w1"], v_of_w=["w1", "x*w1"], w_of_v=["vx"], treatment=["A"], F="sqrt(1+vx^2+vy^2)", energy_kept=True,
                 state={"t": 0, "q": q0, "v": v0, "rho": [mp.mpf(r)]}), T4)
    for y, tt in zip(o, T4):
        x = mp.findroot(lambda s: arc(s) - arc(q0[0]) - tt, 1.5)
        vx = 1 / mp.sqrt(1 + x * x)
        cl = [x, (x * x - q0[0] ** 2) / 2, vx, x * vx, mp.mpf(r) + (v0[1] - x * vx) / mp.sqrt(2)]
        checks.append((nm + ": closed form at t = " + mp.nstr(tt, 3), maxdiff(cl, y), "1e-25"))

CON = dict(coordinates=["x", "y", "z"], velocities=["vx", "vy", "vz"])
# 5. arc length, non-holonomic form: A and B
for nm, md, r in [("arc_length_contact_A", "A", "0.3"), ("arc_length_contact_B", "B", "0")]:
    run(dict(CON, name=nm, why="F = sqrt(1+x'^2+y'^2+z'^2) with z' = y x'", Phi=["vz-y*vx"], w=["w1", "w2"], v_of_w=["w1", "w2", "y*w1"], w_of_v=["vx", "vy"], treatment=[md], F="sqrt(1+vx^2+vy^2+vz^2)", energy_kept=(md == "A"),
             state={"t": 0, "q": [mp.mpf("0.2"), mp.mpf("0.5"), 0], "v": [mp.mpf("0.8"), mp.mpf("-0.4"), mp.mpf("0.4")], "rho": [mp.mpf(r)]}), T4)

# 6. F with time and place (Fermat's optical length), constraint with time: speed field
run(dict(CON, name="optical_length_time", why="F = (1 + t x/5) sqrt(1+x'^2+y'^2+z'^2), constraint not linear and with the time: x'^2+y'^2 = (1+t/2)^2", Phi=["vx^2+vy^2-(1+t/2)^2"], w=["w1", "w2"],
         v_of_w=["(1+t/2)*cos(w1)", "(1+t/2)*sin(w1)", "w2"], w_of_v=["atan2(vy,vx)", "vz"], treatment=["A"], F="(1+t*x/5)*sqrt(1+vx^2+vy^2+vz^2)",
         state={"t": 0, "q": [mp.mpf("0.5"), 0, 0], "v": [mp.mpf("0.6"), mp.mpf("0.8"), mp.mpf("0.5")], "rho": [mp.mpf("0.4")]}), T4)

# 7. quartic integrand
run(dict(CON, name="quartic_integrand", why="F = (x'^4+y'^4+z'^4)/4 + x y' - y^2/2 with x' y' = z' (not linear, rank of F_vv full away from zero rates)", Phi=["vx*vy-vz"], w=["w1", "w2"], v_of_w=["w1", "w2", "w1*w2"], w_of_v=["vx", "vy"], treatment=["A"],
         F="(vx^4+vy^4+vz^4)/4+x*vy-y^2/2", energy_kept=True, state={"t": 0, "q": [mp.mpf("0.3"), mp.mpf("0.1"), 0], "v": [mp.mpf("1.2"), mp.mpf("0.9"), mp.mpf("1.08")], "rho": [mp.mpf("0.1")]}), T4)

# 8. problem C: cone (A) and a linear form (B), and the other way round
Z4 = dict(coordinates=["x", "y", "z", "u"], velocities=["vx", "vy", "vz", "vu"], Phi=["vx^2+vy^2-vz^2", "vu-x*vy+z*vz/2"], w=["w1", "w2"],
          v_of_w=["w1*cos(w2)", "w1*sin(w2)", "w1", "x*w1*sin(w2)-z*w1/2"], w_of_v=["vz", "atan2(vy,vx)"], F="(vx^2+2*vy^2+vz^2+1.5*vu^2)/2-(x^2/2+x*z)")
q0 = [mp.mpf("0.3"), mp.mpf("0.5"), mp.mpf("-0.2"), mp.mpf(0)]
v0 = [mp.mpf("0.6"), mp.mpf("0.8"), mp.mpf(1), mp.mpf("0.3") * mp.mpf("0.8") + mp.mpf("0.1")]
for nm, md, r in [("problem_C_cone_A", "AB", ["0.15", "0"]), ("problem_C_form_A", "BA", ["0", "0.4"]), ("problem_A_both", "AA", ["0.15", "0.4"]), ("problem_B_both", "BB", ["0", "0"])]:
    run(dict(Z4, name=nm, why="cone of rates and a linear form, treated " + md, treatment=list(md), energy_kept=(md in ("AA",)), state={"t": 0, "q": q0, "v": v0, "rho": [mp.mpf(x) for x in r]}), T4)
# energy in C: homogeneous constraints, any degree -> T + U kept
for c in cases:
    if c["name"].startswith("problem_"):
        en = lambda q, v: (v[0] ** 2 + 2 * v[1] ** 2 + v[2] ** 2 + mp.mpf("1.5") * v[3] ** 2) / 2 + q[0] ** 2 / 2 + q[0] * q[2]
        E0 = en(c["state"]["q"], c["state"]["v"])
        checks.append((c["name"] + ": T + U kept (constraints homogeneous of degrees 2 and 1)", max(abs(en(s["q"], s["v"]) - E0) for s in c["expect"]["samples"]), "1e-22"))
        c["expect"]["energy"] = E0
# 9. problem C with an integrand that is no energy and a nonlinear B constraint
run(dict(CON, name="problem_C_general_F", why="F = sqrt(1+x'^2+y'^2+z'^2) + x y'/2; A: z' = y x'; B: speed x'^2+y'^2 = 1 + x^2 (not homogeneous)", Phi=["vz-y*vx", "vx^2+vy^2-1-x^2"], w=["w1"],
         v_of_w=["sqrt(1+x^2)*cos(w1)", "sqrt(1+x^2)*sin(w1)", "y*sqrt(1+x^2)*cos(w1)"], w_of_v=["atan2(vy,vx)"], treatment=["A", "B"], F="sqrt(1+vx^2+vy^2+vz^2)+x*vy/2",
         state={"t": 0, "q": [mp.mpf("0.75"), mp.mpf("0.4"), 0], "v": [mp.mpf(1), mp.mpf("0.75"), mp.mpf("0.4")], "rho": [mp.mpf("0.25"), 0]}), T4)
write("p34_maurer_general", "Problems A and C: constraints not linear in the rates, general integrand", ["Maurer 1905, no. 5, (A), (B), (C)"], cases,
      "extrapolation with steps to 1e-28, two formulations agree below 1e-22; n1 and n2 closed", checks,
      notes="rho in Maurer's sign: d/dt (F + sum rho Phi)_v - (F + sum rho Phi)_x + sum_B sigma Phi_v = 0 (rho of A constraints; rho_dot_or_sigma lists rho' for A and sigma for B). The model n2 with start x = 0, rates (0.6, 0.8) contradicts its own constraint y' = x x'; here it starts at x = 4/3. A with rho(0) = 0 and B have the same accelerations at the start.")
