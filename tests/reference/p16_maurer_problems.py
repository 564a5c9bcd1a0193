# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Maurer 1905: problems A, B, C on one system from one state; conjugate velocity parameters; oblique projection."""
from refcommon import *
import engine
import sympy as sp

cases, checks = [], []

# ---------------------------------------------------------------- 1. problems A, B, C: upright rolling disc
m, R, J, I = mp.mpf(2), mp.mpf("0.5"), mp.mpf("0.3"), mp.mpf("0.4")


def disc(mode):
    """mode: string of two letters, treatment of Phi1 = x' - R cos th psi' and Phi2 = y' - R sin th psi'."""
    def f(t, y):
        x, yy, th, ps, vx, vy, w, u, r1, r2 = y
        s, c = mp.sin(th), mp.cos(th)
        a1 = r1 if mode[0] == "A" else mp.mpf(0)
        a2 = r2 if mode[1] == "A" else mp.mpf(0)
        k = a1 * s - a2 * c
        wd = R * u * k / J
        ud = -R * w * k / (I + m * R * R)
        xdd = R * (c * ud - s * w * u)
        ydd = R * (s * ud + c * w * u)
        return [vx, vy, w, u, xdd, ydd, wd, ud, -m * xdd if mode[0] == "A" else mp.mpf(0), -m * ydd if mode[1] == "A" else mp.mpf(0)]
    return f


# generic route: bordered system built symbolically from F and Phi
t = sp.Symbol("t")
X = [sp.Symbol(k) for k in ("x", "y", "th", "ps")]
V = [sp.Symbol(k) for k in ("vx", "vy", "w", "u")]
r1, r2 = sp.symbols("r1 r2")
mr = sp.Rational
Fs = (2 * (V[0] ** 2 + V[1] ** 2) + mr(3, 10) * V[2] ** 2 + mr(2, 5) * V[3] ** 2) / 2
Ph = [V[0] - sp.cos(X[2]) * V[3] / 2, V[1] - sp.sin(X[2]) * V[3] / 2]


def bordered(mode):
    rho = [r1, r2]
    n = 4
    H = sp.hessian(Fs, V)
    rhs = sp.Matrix([sp.diff(Fs, X[i]) - sum(sp.diff(Fs, V[i], X[k]) * V[k] for k in range(n)) for i in range(n)])
    for k in range(2):
        if mode[k] == "A":
            H = H + rho[k] * sp.hessian(Ph[k], V)
            rhs = rhs + rho[k] * sp.Matrix([sp.diff(Ph[k], X[i]) - sum(sp.diff(Ph[k], V[i], X[j]) * V[j] for j in range(n)) for i in range(n)])
    P = sp.Matrix([[sp.diff(p, v) for v in V] for p in Ph])
    K = sp.Matrix(sp.BlockMatrix([[H, P.T], [P, sp.zeros(2, 2)]]))
    b = sp.Matrix(list(rhs) + [-sum(sp.diff(p, X[k]) * V[k] for k in range(n)) for p in Ph])
    return sp.lambdify(X + V + [r1, r2], list(K.LUsolve(b)), "mpmath")


times = [mp.mpf(k) / 2 for k in range(1, 7)]
th0, w0, u0 = mp.mpf("0.2"), mp.mpf("1.1"), mp.mpf("2")
q0 = [mp.mpf(0), mp.mpf(0), th0, mp.mpf(0)]
v0 = [R * u0 * mp.cos(th0), R * u0 * mp.sin(th0), w0, u0]
for nm, mode, rho in [("problem_B", "BB", ["0", "0"]), ("problem_A_rho0_zero", "AA", ["0", "0"]), ("problem_A", "AA", ["0.7", "-0.4"]), ("problem_C", "AB", ["0.7", "0"]), ("problem_C_other", "BA", ["0", "-0.4"])]:
    rho = [mp.mpf(x) for x in rho]
    y0 = q0 + v0 + rho
    f = disc(mode)
    g = bordered(mode)
    out, err = gbs(f, 0, y0, times, H="0.25")
    worst = mp.mpf(0)
    T0 = m * (v0[0] ** 2 + v0[1] ** 2) / 2 + J * w0 ** 2 / 2 + I * u0 ** 2 / 2
    inv = mp.mpf(0)
    for o in [y0] + out:
        s = g(*o)
        d = f(0, o)
        worst = max(worst, maxdiff(list(s[:4]), d[4:8]), maxdiff([s[4] if mode[0] == "A" else mp.mpf(0), s[5] if mode[1] == "A" else mp.mpf(0)], d[8:]))
        inv = max(inv, abs(m * (o[4] ** 2 + o[5] ** 2) / 2 + J * o[6] ** 2 / 2 + I * o[7] ** 2 / 2 - T0), abs(o[4] - R * mp.cos(o[2]) * o[7]), abs(o[5] - R * mp.sin(o[2]) * o[7]))
        if mode[0] == "A":
            inv = max(inv, abs(m * o[4] + o[8] - m * v0[0] - rho[0]))
        if mode[1] == "A":
            inv = max(inv, abs(m * o[5] + o[9] - m * v0[1] - rho[1]))
    checks.append((nm + ": reduced equations against the symbolic bordered system", worst, "1e-40"))
    checks.append((nm + ": energy, both constraints, m x' + rho constant", inv, "1e-27"))
    tay = taylor(f, 0, y0, [times[1], times[3]], dps=28)
    checks.append((nm + ": Taylor series at t = 1, 2", maxdiff(tay, [out[1], out[3]]), "1e-20"))
    s0 = g(*y0)
    cases.append({"name": nm, "why": "treatment of (Phi1, Phi2): " + mode, "treatment": list(mode), "F": "(2*(vx^2+vy^2)+0.3*w^2+0.4*u^2)/2",
                  "Phi": ["vx-0.5*cos(th)*u", "vy-0.5*sin(th)*u"], "coordinates": ["x", "y", "th", "ps"], "velocities": ["vx", "vy", "w", "u"],
                  "state": {"t": 0, "q": q0, "v": v0, "rho": rho},
                  "expect": {"accelerations_at_start": list(s0[:4]), "rho_dot_or_sigma_at_start": list(s0[4:]),
                             "samples": [{"t": tt, "q": o[:4], "v": o[4:8], "rho": o[8:]} for tt, o in zip(times, out)]}})
b_ = cases[0]["expect"]["accelerations_at_start"]
a_ = cases[1]["expect"]["accelerations_at_start"]
checks.append(("A with rho(0) = 0 and B have the same initial acceleration", maxdiff(a_, b_), "1e-40"))
dm = {"coordinates": ["x", "y", "th", "psi"], "velocities": ["vx", "vy", "om", "w"], "mass": ["2", "2", "0.3", "0.4"], "parameters": {"R": "0.5"}, "forces": ["0"] * 4,
      "constraints": [{"name": "roll_x", "kind": "nonholonomic-equation", "p": ["1", "0", "0", "-R*cos(th)"], "p0": "0"},
                     {"name": "roll_y", "kind": "nonholonomic-equation", "p": ["0", "1", "0", "-R*sin(th)"], "p0": "0"}]}
d, _ = engine.check_traj(dm, 0, q0, v0, cases[0]["expect"]["samples"])
checks.append(("problem_B against the mechanical engine", d, "1e-10"))

# ---------------------------------------------------------------- 2. conjugate velocity parameters (exact)
M = sp.Matrix([[4, 1, 0, 0], [1, 3, 1, 0], [0, 1, 2, 1], [0, 0, 1, 5]])
A = sp.Matrix([[1, 2, -1, 0], [0, 1, 1, 1]])
W = sp.Matrix([[3, 2], [-1, -1], [1, 0], [0, 1]])
P1 = W.T * M
P = P1.col_join(A)
B = P.inv().T * M * P.inv()
al = sp.Matrix([1, -2, 3, 1])
Q = sp.Matrix([1, 2, 3, 4])
G = A * M.inv() * A.T
l = G.inv() * (A * al)
up = al - M.inv() * A.T * l
z = G.inv() * (A * M.inv() * Q)
a = M.inv() * (Q - A.T * z)
wd = (W.T * M * W).inv() * W.T * Q
ent = lambda Mx: [[F(int(sp.numer(x)), int(sp.denom(x))) for x in Mx.row(i)] for i in range(Mx.rows)] if Mx.cols > 1 else [F(int(sp.numer(x)), int(sp.denom(x))) for x in Mx]
checks.append(("conjugate: mixed block of T vanishes", 0 if B[:2, 2:] == sp.zeros(2, 2) else 1, 0))
checks.append(("conjugate: u_1 unchanged by the sudden equations, u_2 = 0", 0 if (P1 * up == P1 * al and A * up == sp.zeros(2, 1)) else 1, 0))
checks.append(("conjugate: reduced equations give the same acceleration", 0 if W * wd == a else 1, 0))
cases.append({"name": "conjugate_parameters", "why": "constant coefficients, all exact: P_1 = W^T M, sudden imposition of A v = 0, reduced equations",
              "mass_matrix": ent(M), "constraint_rows": ent(A), "kernel_basis_columns": ent(W), "velocity_free": ent(al), "force": ent(Q),
              "expect": {"P1": ent(P1), "B": ent(B), "velocity_after": ent(up), "impulses_l": ent(l), "accelerations": ent(a), "multipliers_z": ent(z), "w_dot": ent(wd),
                         "u1": ent(P1 * al), "u2_before": ent(A * al)}})

# ---------------------------------------------------------------- 3. singular integral as oblique projection
cases.append({"name": "oblique_projection", "why": "x' = X with one constraint phi = 0 and direction p: x' = X + rho p, rho = -dphi(X)/dphi(p)",
              "X": ["x2", "-x1", "1"], "phi": "x1^2+x2^2+x3^2-3", "p": [0, 0, 1], "point": [1, 1, 1], "expect": {"rho": -1, "field": [1, -1, 0]}})
write("p16_maurer_problems", "Problems A, B, C; conjugate velocity parameters; singular integrals", ["Maurer 1905, nos. 1-4, 5-7, 9-11"], cases,
      "trajectories by extrapolation, errors below 1e-26; algebra exact", checks,
      notes="rho in Maurer's sign: E(F) + sum rho' Phi_x' + rho (d/dt Phi_x' - Phi_x) = 0. Letters: A = delta Phi = 0 (rho), B = theta Phi = 0 (sigma).")
