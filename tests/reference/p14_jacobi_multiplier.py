# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Voss 1884: Jacobi's multiplier and the divergence of the equations of motion."""
from refcommon import *
import sympy as sp

cases, checks = [], []


def system(names, forms, masses, forces):
    n, r = len(names), len(forms)
    q = [sp.Symbol(x) for x in names]
    v = [sp.Symbol("v_" + x) for x in names]
    loc = {x: y for x, y in zip(names, q)}
    loc.update({"v_" + x: y for x, y in zip(names, v)})
    loc.update({k: getattr(sp, k) for k in ("sin", "cos", "exp")})
    E = lambda s: sp.nsimplify(sp.sympify(str(s).replace("^", "**"), locals=loc), rational=True)
    P = sp.Matrix([[E(x) for x in f] for f in forms])
    mm = [sp.Rational(str(x)) for x in masses]
    X = sp.Matrix([E(x) for x in forces])
    D = lambda e: sum(sp.diff(e, q[k]) * v[k] for k in range(n))
    Mi = sp.diag(*[1 / x for x in mm])
    Gm = P * Mi * P.T
    rhs = -(sp.Matrix([sum(D(P[s, i]) * v[i] for i in range(n)) for s in range(r)]) + P * Mi * X)
    mu = Gm.LUsolve(rhs)
    acc = Mi * (X + P.T * mu)
    div = sum(sp.diff(acc[i], v[i]) for i in range(n))
    # Voss's formula: div = -d log Delta/dt - A/Delta, A/Delta = sum (G^-1)_hs (hki) v_k p_si/m_i
    Gi = Gm.inv()
    dlogD = sum((Gi * Gm.applyfunc(D))[s, s] for s in range(r))
    A = 0
    for h in range(r):
        for s in range(r):
            for k in range(n):
                for i in range(n):
                    A += Gi[h, s] * (sp.diff(P[h, k], q[i]) - sp.diff(P[h, i], q[k])) * v[k] * P[s, i] / mm[i]
    return q, v, acc, div, dlogD, A, Gm.det()


def run(nm, why, names, forms, masses, forces, q0, v0, T=2, multiplier=None, factor=None):
    q, v, acc, div, dlogD, A, Delta = system(names, forms, masses, forces)
    n = len(names)
    args = q + v
    f_acc = sp.lambdify(args, list(acc), "mpmath")
    f_div = sp.lambdify(args, [div, dlogD, A, Delta], "mpmath")
    Jm = sp.Matrix(list(acc)).jacobian(args)
    f_J = sp.lambdify(args, list(Jm), "mpmath")
    q0 = [mp.mpf(x) for x in q0]
    v0 = [mp.mpf(x) for x in v0]
    loc = {**dict(zip(names, q)), **{k: getattr(sp, k) for k in ("sin", "cos", "exp")}}
    E = lambda x: sp.nsimplify(sp.sympify(str(x).replace("^", "**"), locals=loc), rational=True)
    at0 = {a: sp.Rational(mp.nstr(b, 30)) for a, b in zip(q, q0)}
    P0 = [[mp.mpf(sp.N(E(x).subs(at0), 60)) for x in f] for f in forms]
    # last r velocities from the constraints
    r = len(forms)
    free = n - r
    Ms = mp.matrix([[P0[s][free + j] for j in range(r)] for s in range(r)])
    bs = mp.matrix([-sum(P0[s][j] * v0[j] for j in range(free)) for s in range(r)])
    sol = mp.lu_solve(Ms, bs)
    v0 = v0[:free] + [sol[j] for j in range(r)]
    N = 2 * n

    def rhs(t, y):
        s = y[:N]
        a = f_acc(*s)
        Jl = f_J(*s)
        Y = y[N:N + N * N]
        out = list(s[n:]) + list(a)
        dY = []
        for i in range(N):
            for j in range(N):
                if i < n:
                    dY.append(Y[(n + i) * N + j])
                else:
                    dY.append(sum(Jl[(i - n) * N + k] * Y[k * N + j] for k in range(N) if Jl[(i - n) * N + k] != 0))
        dv = f_div(*s)[0]
        return out + dY + [dv]

    y0 = q0 + v0 + [mp.mpf(1) if i == j else mp.mpf(0) for i in range(N) for j in range(N)] + [mp.mpf(0)]
    ts = [mp.mpf(T) / 2, mp.mpf(T)]
    old = mp.mp.dps
    mp.mp.dps = 34
    out, err = gbs(rhs, 0, y0, ts, H="0.25", tol=mp.mpf(10) ** -24)
    mp.mp.dps = old
    S = []
    worst = mp.mpf(0)
    for t, y in zip([mp.mpf(0)] + ts, [y0] + out):
        Y = mp.matrix(N, N)
        for i in range(N):
            for j in range(N):
                Y[i, j] = y[N + i * N + j]
        ld = mp.log(mp.det(Y))
        d, dl, A_, De = f_div(*y[:N])
        worst = max(worst, abs(ld - y[-1]))
        checks.append((nm + ": Voss's formula div = -dlogDelta/dt - A/Delta at a sample", abs(d + dl + A_), "1e-30"))
        e = {"t": t, "q": y[:n], "v": y[n:N], "divergence": mp.mpf(d), "dlogDelta_dt": mp.mpf(dl), "A_over_Delta": mp.mpf(A_), "Delta": mp.mpf(De), "integral_of_divergence": y[-1]}
        if multiplier:
            Mv = multiplier(y[:n], mp.mpf(De))
            e["multiplier"] = Mv
            worst = max(worst, abs(mp.log(Mv) + y[-1] - mp.log(multiplier(q0, mp.mpf(f_div(*(q0 + v0))[3])))))
        S.append(e)
    checks.append((nm + ": log det of the flow Jacobian = integral of the divergence; multiplier times det constant", worst, "1e-19"))
    md = {"coordinates": names, "velocities": ["v_" + x for x in names], "mass": [str(x) for x in masses], "parameters": {}, "forces": [str(x) for x in forces],
          "constraints": [{"name": "p%d" % (i + 1), "kind": "nonholonomic-equation", "p": f, "p0": "0"} for i, f in enumerate(forms)]}
    cases.append({"name": nm, "why": why, "model": md, "state": {"t": 0, "q": q0, "v": v0}, "multiplier_formula": factor, "expect": {"samples": S}})


run("linear_complex", "skew linear coefficients: divergence identically zero, multiplier 1", ["x1", "x2", "x3"], [["x2", "-x1", "0.8"]], ["1", "1", "1"], ["0", "0", "1"],
    ["1", "0.5", "0"], ["0.3", "0.7", "0"], multiplier=lambda q, D: mp.mpf(1), factor="1")
run("integrable_with_factor", "complete system with Lambda = exp(x^2+y^2): multiplier Delta*Lambda (not Delta)", ["x", "y", "z"], [["2*x*z", "2*y*z", "1"]], ["1", "1", "1"], ["0", "0", "-1"],
    ["0.5", "0.2", "0.5"], ["0.4", "0.6", "0"], T=1, multiplier=lambda q, D: D * mp.exp(q[0] ** 2 + q[1] ** 2), factor="Delta*exp(x^2+y^2)")
run("sphere_velocity_form", "exact form x dx + y dy + z dz: Jacobi's multiplier Delta", ["x", "y", "z"], [["x", "y", "z"]], ["1", "2", "3"], ["0", "0", "-1"],
    ["0.5", "0.4", "0.9"], ["0.4", "0.6", "0"], T=1, multiplier=lambda q, D: D, factor="Delta")
run("sleigh", "Chaplygin sleigh, centre-of-mass coordinates: Delta constant, divergence = -A/Delta != 0", ["x", "y", "th"], [["-sin(th)", "cos(th)", "-0.5"]], ["2", "2", "3"], ["0", "0", "0"],
    ["0", "0", "0.3"], ["0.4", "0.3", "0"], T=1)
run("generic_nonholonomic", "no known multiplier: divergence formula only", ["x", "y", "z"], [["y*z", "x^2", "1+y^2"]], ["1", "2", "3"], ["0", "1", "-1"],
    ["0.5", "0.4", "0.9"], ["0.4", "0.6", "0"], T=1)
run("two_constraints", "r = 2 in four variables", ["x", "y", "th", "psi"], [["-0.5*cos(th)", "0", "0.1*y", "1"], ["x", "1", "1+y^2", "0"]], ["2", "1", "3", "4"], ["0", "1", "0", "0.5"],
    ["0.3", "0.2", "0.2", "0"], ["0.5", "0.4", "0", "0"], T=1)
write("p14_jacobi_multiplier", "Jacobi's multiplier: divergence along trajectories", ["Voss 1884, eqs (9)-(12), (17)-(23) (Delta_hs restored in the sum A)"], cases,
      "extrapolation at 34 digits, errors below 1e-19; formulas symbolic", checks,
      notes="divergence = sum_i d(x_i'')/d(x_i') of the equations with the multipliers eliminated; d log M/dt = -divergence; (G)_hs = sum p_hi p_si/m_i, Delta = det G")
