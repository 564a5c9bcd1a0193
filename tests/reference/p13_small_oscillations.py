# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Voss 1884: small oscillations of a non-holonomic system about equilibrium (non-symmetric alpha_ik)."""
from refcommon import *
import engine
import sympy as sp

cases, checks = [], []


def run(nm, why, k1, k2, Fz, kap, m=(1, 1, 1)):
    k1, k2, Fz, kap = (mp.mpf(x) for x in (k1, k2, Fz, kap))
    m = [mp.mpf(x) for x in m]
    md = {"coordinates": ["x", "y", "z"], "velocities": ["u", "v", "w"], "mass": [mp.nstr(x, 20) for x in m],
          "parameters": {"k1": mp.nstr(k1, 20), "k2": mp.nstr(k2, 20), "F": mp.nstr(Fz, 20), "kap": mp.nstr(kap, 20)},
          "forces": ["-k1*x", "-k2*y", "-F"],
          "constraints": [{"name": "pfaff", "kind": "nonholonomic-equation", "p": ["kap*y", "-kap*x", "1"], "p0": "0"}]}
    h = Fz                                    # dU/dz + h p3 = 0 with U = -k1 x^2/2 - k2 y^2/2 - F z
    alpha = mp.matrix([[-k1, h * kap, 0], [-h * kap, -k2, 0], [0, 0, 0]])
    # reduced problem on the kernel of p0 = (0,0,1)
    tr = -k1 / m[0] - k2 / m[1]
    det = (k1 * k2 + (h * kap) ** 2) / (m[0] * m[1])
    disc = tr * tr - 4 * det
    sq = mp.sqrt(disc)
    s = [(tr + sq) / 2, (tr - sq) / 2]
    real = disc >= 0
    stable = bool(real and all(mp.re(x) < 0 for x in s) and disc > 0)
    # independent route: 6x6 Jacobian of the full first-order system by high-precision differences
    def f(y):
        x, yy, z, u, v, w = y
        p = [kap * yy, -kap * x, mp.mpf(1)]
        X = [-k1 * x, -k2 * yy, -Fz]
        pdv = kap * v * u - kap * u * v
        G = sum(a * a / b for a, b in zip(p, m))
        Z = (sum(a * b / c for a, b, c in zip(p, X, m)) + pdv) / G
        return [u, v, w] + [(X[i] - p[i] * Z) / m[i] for i in range(3)]
    J = mp.matrix(6, 6)
    e = mp.mpf(10) ** -20
    for j in range(6):
        yp = [mp.mpf(0)] * 6
        ym = [mp.mpf(0)] * 6
        yp[j] += e
        ym[j] -= e
        a, b = f(yp), f(ym)
        for i in range(6):
            J[i, j] = (a[i] - b[i]) / (2 * e)
    # characteristic polynomial on the invariant x,y block: s-roots are eigenvalues of the 2x2 acceleration block
    B = mp.matrix([[J[3, 0], J[3, 1]], [J[4, 0], J[4, 1]]])
    t2, d2 = B[0, 0] + B[1, 1], B[0, 0] * B[1, 1] - B[0, 1] * B[1, 0]
    checks.append((nm + ": trace and determinant of the linearised full equations", max(abs(t2 - tr), abs(d2 - det)), "1e-18"))
    ev = mp.eig(J, left=False, right=False)
    want = [mp.mpf(0), mp.mpf(0)]
    for x in s:
        want += [mp.sqrt(mp.mpc(x)), -mp.sqrt(mp.mpc(x))]
    # multiset distance (double roots are only accurate to the square root of the difference quotient's error)
    rest, far = list(ev), mp.mpf(0)
    for wv in want:
        k = min(range(len(rest)), key=lambda i: abs(rest[i] - wv))
        far = max(far, abs(rest[k] - wv))
        rest.pop(k)
    checks.append((nm + ": all six eigenvalues of the linearised full system (two zeros)", far, "1e-8"))
    # Voss's bordered determinant vanishes at the roots
    for x in s:
        D = mp.matrix(4, 4)
        p0 = [0, 0, 1]
        for i in range(3):
            for k in range(3):
                D[i, k] = alpha[i, k] - (m[i] * x if i == k else 0)
            D[i, 3] = p0[i]
            D[3, i] = p0[i]
        checks.append((nm + ": bordered determinant at the root", abs(mp.det(D)), "1e-40"))
    # growth rate seen in the engine's nonlinear motion is not used here (linear statement only)
    lam = []
    for x in s:
        r = mp.sqrt(x)
        lam += [r, -r]
    enc = lambda z: [mp.re(z), mp.im(z)]
    cases.append({"name": nm, "why": why, "model": md, "equilibrium": {"q": [0, 0, 0], "h": {"pfaff": h}, "z_in_sign_of_files": -h},
                  "expect": {"alpha": alpha, "alpha_symmetric_part_restricted": [[-k1, 0], [0, -k2]], "restricted_form_negative_definite": bool(k1 > 0 and k2 > 0),
                             "lambda_squared_roots_re_im": [enc(x) for x in s], "lambda_re_im": [enc(x) for x in lam], "all_roots_real_negative": stable,
                             "stable_in_linear_approximation": stable, "largest_growth_rate": max([mp.re(x) for x in lam] + [mp.mpf(0)]),
                             "zero_roots_of_the_full_first_order_system": 2}})
    return s


run("stable", "negative definite form and real negative roots -3 +- sqrt(3)", 5, 1, 1, 1)
run("unstable_though_definite", "the form is negative definite, yet the roots -3 +- i sqrt(5) are complex: oscillatory instability (Voss's warning)", 5, 1, 3, 1)
run("stable_though_indefinite", "the form is indefinite, yet both roots are real and negative", 4, "-0.5", "1.5", 1)
run("holonomic_limit", "kap = 0: symmetric alpha, ordinary small oscillations", 5, 1, 3, 0)
run("unequal_masses", "general masses", 5, 1, 1, "0.7", (2, 3, 5))
run("threshold", "|k1-k2| = 2 |F kap|: double root, secular terms (not stable)", 5, 1, 2, 1)

# nonlinear confirmation of the unstable case: growth of a small disturbance over a few periods
k1, k2, Fz, kap = mp.mpf(5), mp.mpf(1), mp.mpf(3), mp.mpf(1)


def f(t, y):
    x, yy, z, u, v, w = y
    p = [kap * yy, -kap * x, mp.mpf(1)]
    X = [-k1 * x, -k2 * yy, -Fz]
    G = sum(a * a for a in p)
    Z = sum(a * b for a, b in zip(p, X)) / G
    return [u, v, w] + [X[i] - p[i] * Z for i in range(3)]


s = -3 + mp.sqrt(mp.mpc(-5))
r = mp.sqrt(s)
if mp.re(r) < 0:
    r = -r
# eigenvector of [[-5,3],[-3,-1]] for s: (3, s+5)
e0 = mp.mpf(10) ** -12
vec = [mp.mpc(3), s + 5]
T = mp.mpf(6)
lin = lambda t: [mp.re(e0 * z * mp.exp(r * t)) for z in vec] + [mp.re(e0 * r * z * mp.exp(r * t)) for z in vec]
l0 = lin(mp.mpf(0))
y0 = [l0[0], l0[1], mp.mpf(0), l0[2], l0[3], -(kap * l0[1] * l0[2] - kap * l0[0] * l0[3])]
out, err = gbs(f, 0, y0, [T], H="0.25", tol=mp.mpf(10) ** -30)
l1 = lin(T)
checks.append(("unstable case: nonlinear motion of a 1e-12 disturbance against exp(lambda t) after t = 6 (relative)",
               max(abs(out[0][0] - l1[0]), abs(out[0][1] - l1[1])) / mp.sqrt(l1[0] ** 2 + l1[1] ** 2), "1e-10"))
write("p13_small_oscillations", "Small oscillations of a non-holonomic system: stable and unstable equilibria",
      ["Voss 1884, section on small oscillations: alpha_ik, the bordered determinant and the remark that a negative definite form does not suffice"], cases,
      "closed form, 50 digits", checks,
      notes="U = -k1 x^2/2 - k2 y^2/2 - F z, constraint kap y x' - kap x y' + z' = 0, h in dU/dx_i + h p_i = 0 (so z of the files = -h)")
