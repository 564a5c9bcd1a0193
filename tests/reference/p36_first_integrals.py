# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Pfaffian systems built backwards from known integrals: forms = Lambda dI with a matrix Lambda of functions, det Lambda != 0 at the start.

Checks: (1) symbolic, the forms are Lambda dI; (2) growth vector of the plane field by iterated brackets at the start (exact rank decides how many integrals there are);
(3) a curve of the plane field followed with 40 digits keeps every integral.
"""
from refcommon import *
from refcommon import _solve_exact as solve_
import sympy as sp

cases, checks = [], []
NM = "x y z w t".split()
x, y, z, w, t = [sp.Symbol(k, real=True) for k in NM]
LOC = {"x": x, "y": y, "z": z, "w": w, "t": t}


def P(s):
    return sp.nsimplify(sp.sympify(s.replace("^", "**"), locals=LOC), rational=True)


def show(e):
    return str(e).replace("**", "^")


def tidy(e):
    return sp.cancel(sp.powsimp(sp.expand(e)))


def bracket(a, b, X):
    J = lambda f: f.jacobian(X)
    return J(b) * a - J(a) * b


def rank_at(vecs, at):
    M = mp.matrix([[mp.mpf(sp.N(c.subs(at), 45)) for c in v] for v in vecs])
    s = mp.svd_r(M, compute_uv=False)
    return sum(1 for i in range(len(s)) if s[i] > mp.mpf(10) ** -25 * s[0])


def growth(forms, X, at):
    K = sp.Matrix(forms).nullspace()
    basis = [v.applyfunc(tidy) for v in K]
    flag, vecs, last = [], list(basis), list(basis)
    flag.append(rank_at(vecs, at))
    while True:
        new = [bracket(b, v, X) for b in basis for v in last]
        new = [v for v in new if any(c != 0 for c in v)]
        vecs2 = vecs + new
        r = rank_at(vecs2, at)
        if r == flag[-1] or not new:
            break
        flag.append(r)
        vecs, last = vecs2, new
    return basis, flag


def curve_drift(forms, X, q0, Is):
    """A curve of the plane field: a turning direction projected on the kernel of the forms."""
    n, r = len(X), len(forms)
    A = sp.lambdify(X, [list(f) for f in forms], "mpmath")
    I = [sp.lambdify(X, e, "mpmath") for e in Is]

    def f(s, q):
        R = [[mp.mpf(v) for v in row] for row in A(*q)]
        d = [mp.cos((k + 1) * s + k) for k in range(n)]
        G = [[sum(a * b for a, b in zip(u, v)) for v in R] for u in R]
        l = solve_(G, [sum(a * b for a, b in zip(u, d)) for u in R])
        return [d[i] - sum(R[k][i] * l[k] for k in range(r)) for i in range(n)]
    o, err = gbs(f, 0, q0, [mp.mpf("0.1"), mp.mpf("0.25")], H="0.05", tol=mp.mpf(10) ** -30)
    moved = max(abs(a - b) for a, b in zip(o[-1], q0))
    return max(abs(mp.mpf(i(*q)) - mp.mpf(i(*q0))) for q in o for i in I) if I else mp.mpf(0), moved


def common(nm, why, coords, forms, q0, t0, expect, extra, use_t):
    X = [LOC[c] for c in coords] + ([t] if use_t else [])
    n = len(coords)
    vn = ["v" + c for c in coords]
    at = {LOC[c]: sp.Rational(str(v)) for c, v in zip(coords, q0)}
    at[t] = sp.Rational(str(t0))
    # an admissible velocity: least-norm correction of (1, -1/2, 1/3, ...)
    A = mp.matrix([[mp.mpf(sp.N(f[i].subs(at), 45)) for i in range(n)] for f in forms])
    p0 = mp.matrix([mp.mpf(sp.N(f[n].subs(at), 45)) if use_t else mp.mpf(0) for f in forms])
    v = mp.matrix([mp.mpf((-1) ** i) / (i + 1) for i in range(n)])
    corr = mp.lu_solve(A * A.T, A * v + p0)
    v = v - A.T * corr
    model = {"coordinates": coords, "velocities": vn, "mass": ["1"] * n, "forces": ["0"] * n,
             "constraints": [{"name": "form%d" % (k + 1), "kind": "nonholonomic-equation", "p": [show(f[i]) for i in range(n)], "p0": show(f[n]) if use_t else "0"} for k, f in enumerate(forms)]}
    c = {"name": nm, "why": why, "model": model, "state": {"t": mp.mpf(str(t0)), "q": [mp.mpf(str(q)) for q in q0], "v": [v[i] for i in range(n)]}, "expect": expect}
    c.update(extra)
    cases.append(c)


def system(nm, why, coords, ints, lam, q0, t0="0"):
    coords = coords.split()
    Is = [P(s) for s in ints]
    L = sp.Matrix([[P(s) for s in r] for r in lam])
    use_t = any(e.has(t) for e in Is) or L.has(t)
    X = [LOC[c] for c in coords] + ([t] if use_t else [])
    dI = sp.Matrix(Is).jacobian(X)
    forms = (L * dI).applyfunc(tidy)
    at = {LOC[c]: sp.Rational(str(v)) for c, v in zip(coords, q0)}
    at[t] = sp.Rational(str(t0))
    rows = [list(forms.row(i)) for i in range(forms.rows)]
    # (1) forms = Lambda dI, also at three other places
    dif = forms - L * dI
    worst = mp.mpf(0)
    for k in range(3):
        pt = {s_: at[s_] + sp.Rational(k + 1, 17 + 3 * i) for i, s_ in enumerate(X)}
        worst = max([worst] + [abs(mp.mpf(sp.N(e.subs(pt), 45))) if e != 0 else mp.mpf(0) for e in dif])
    checks.append((nm + ": forms = Lambda dI at three places", worst, "1e-38"))
    det = mp.mpf(sp.N(L.det().subs(at), 40))
    checks.append((nm + ": det Lambda is not 0 at the start", 0 if abs(det) > 0.01 else 1, 0))
    # (2)
    basis, flag = growth(rows, X, at)
    checks.append((nm + ": the plane field does not grow (dimension %d of %d)" % (flag[0], len(X)), abs(flag[-1] - (len(X) - len(Is))), 0))
    # (3)
    args = [mp.mpf(str(v)) for v in q0] + ([mp.mpf(str(t0))] if use_t else [])
    drift, moved = curve_drift(rows, X, args, Is)
    checks.append((nm + ": integrals along a curve of the plane field (moved by %s)" % mp.nstr(moved, 2), drift, "1e-25"))
    checks.append((nm + ": the curve moves", 0 if moved > 0.001 else 1, 0))
    common(nm, why, coords, rows, q0, t0, {"integrable": True, "number_of_integrals": len(Is), "growth_vector": flag,
           "integrals": [{"expression": show(e), "value": mp.mpf(sp.N(e.subs(at), 45))} for e in Is]}, {"lambda": [[show(e) for e in L.row(i)] for i in range(L.rows)]}, use_t)


def neighbour(nm, why, coords, forms, q0, known, ints=(), t0="0", use_t=False):
    """forms as text, with the dt coefficient last if use_t; known = number of integrals."""
    coords = coords.split()
    rows = [[P(s) for s in f] for f in forms]
    X = [LOC[c] for c in coords] + ([t] if use_t else [])
    at = {LOC[c]: sp.Rational(str(v)) for c, v in zip(coords, q0)}
    at[t] = sp.Rational(str(t0))
    basis, flag = growth(rows, X, at)
    checks.append((nm + ": number of integrals by the growth vector", abs(len(X) - flag[-1] - known), 0))
    Is = [P(s) for s in ints]
    args = [mp.mpf(str(v)) for v in q0] + ([mp.mpf(str(t0))] if use_t else [])
    if Is:
        drift, moved = curve_drift(rows, X, args, Is)
        checks.append((nm + ": the remaining integral along a curve", drift, "1e-25"))
    ex = {"integrable": False, "number_of_integrals": known, "growth_vector": flag, "integrals": [{"expression": show(e), "value": mp.mpf(sp.N(e.subs(at), 45))} for e in Is]}
    if len(rows) == 1 and len(X) == 3:
        p = rows[0]
        fro = sum(p[i] * (sp.diff(p[(i + 2) % 3], X[(i + 1) % 3]) - sp.diff(p[(i + 1) % 3], X[(i + 2) % 3])) for i in range(3))
        fv = mp.mpf(sp.N(fro.subs(at), 45))
        checks.append((nm + ": p.curl p is not 0 at the start", 0 if abs(fv) > mp.mpf("1e-6") else 1, 0))
        ex["p_dot_curl_p"] = {"expression": show(tidy(fro)), "value": fv}
    common(nm, why, coords, rows, q0, t0, ex, {}, use_t)


one = [["1"]]
system("sphere", "polynomial, exact form", "x y z", ["x^2+y^2+z^2"], one, ["1", "0.5", "-0.7"])
system("paraboloid", "w + x^2, exact", "x w", ["w+x^2"], one, ["0.3", "0.1"])
system("product_two", "x y under a factor with a third coordinate", "x y z", ["x*y"], [["z^2+1"]], ["0.7", "-0.6", "0.4"])
system("product_three", "x y z as dx/x + dy/y + dz/z", "x y z", ["x*y*z"], [["1/(x*y*z)"]], ["1.1", "0.8", "-0.5"])
system("staircase", "z + atan2(y, x), factor x^2+y^2", "x y z", ["z+atan2(y,x)"], [["x^2+y^2"]], ["0.8", "0.6", "0.2"])
system("staircase_second_quadrant", "z - 2 atan2(y, x) as it is, start with x < 0", "x y z", ["z-2*atan2(y,x)"], one, ["-0.8", "0.6", "0.2"])
system("exp_time", "exp(t) x + y^2/2", "x y", ["exp(t)*x+y^2/2"], one, ["0.5", "1.2"])
system("exp_time_factor", "the same divided by exp(t)", "x y", ["exp(t)*x+y^2/2"], [["exp(-t)"]], ["0.5", "1.2"], "0.3")
system("log_product", "log x + y z, factor x", "x y z", ["log(x)+y*z"], [["x"]], ["1.5", "0.4", "-0.3"])
system("exp_place", "x exp(y), as dx + x dy (integrating factor exp y)", "x y z", ["x*exp(y)"], [["exp(-y)"]], ["0.9", "0.2", "0.1"])
system("mixed_sine", "x^2 y + sin z, factor exp x", "x y z", ["x^2*y+sin(z)"], [["exp(x)"]], ["0.6", "0.9", "0.5"])
system("quotient", "(x+y)/z, factor z^2: z dx + z dy - (x+y) dz", "x y z", ["(x+y)/z"], [["z^2"]], ["0.6", "0.5", "1.3"])
system("quotient_time", "x/y + t, factor y^2", "x y", ["x/y+t"], [["y^2"]], ["0.6", "1.1"])
system("exp_difference", "y exp(-x) - z, factor exp x", "x y z", ["y*exp(-x)-z"], [["exp(x)"]], ["0.2", "0.7", "0.4"])
system("cone_root", "sqrt(x^2+y^2) - z, factor sqrt", "x y z", ["sqrt(x^2+y^2)-z"], [["sqrt(x^2+y^2)"]], ["0.6", "0.8", "0.3"])
system("cubic", "x^3 + x y + z^2, factor 1 + y^2", "x y z", ["x^3+x*y+z^2"], [["1+y^2"]], ["0.5", "-0.4", "0.9"])
system("log_spiral", "log(x^2+y^2)/2 - atan2(y, x): (x+y)dx + (y-x)dy", "x y z", ["log(x^2+y^2)/2-atan2(y,x)"], [["x^2+y^2"]], ["0.6", "0.8", "0.1"])
system("turning_line", "x cos t + y sin t", "x y", ["x*cos(t)+y*sin(t)"], one, ["1", "0.5"], "0.2")
system("moving_paraboloid", "(x-t)^2 + y^2 - z", "x y z", ["(x-t)^2+y^2-z"], one, ["0.4", "0.3", "0.5"], "0.1")
system("sine_exp_product", "sin(x) exp(y) z divided by exp(y)", "x y z", ["sin(x)*exp(y)*z"], [["exp(-y)"]], ["0.7", "0.2", "0.8"])
system("two_parabolas", "pair in four coordinates, mixed by [[1,x],[y,1]]", "x y z w", ["w+x^2", "z+y^2"], [["1", "x"], ["y", "1"]], ["0.5", "0.6", "0.1", "-0.2"])
system("product_and_stairs", "x y and z + atan2(y, x): the plane field is a line field", "x y z", ["x*y", "z+atan2(y,x)"], [["1", "1"], ["0", "1"]], ["0.8", "0.6", "0.2"])
system("exp_time_pair", "exp(t) x + y^2/2 and z - t", "x y z", ["exp(t)*x+y^2/2", "z-t"], [["1", "y"], ["0", "exp(t)"]], ["0.5", "1.2", "0.3"])
system("symmetric_pair", "x y z and x + y + z", "x y z", ["x*y*z", "x+y+z"], [["1", "x"], ["z", "1"]], ["0.4", "0.9", "-0.5"])
system("log_pair", "log x + w and y z, lower triangular mix", "x y z w", ["log(x)+w", "y*z"], [["x", "0"], ["w", "1"]], ["1.4", "0.7", "0.6", "0.2"])
system("hyperbola_exp_pair", "x^2 - y^2 and z exp(w)", "x y z w", ["x^2-y^2", "z*exp(w)"], [["1", "z"], ["x", "1"]], ["0.9", "0.3", "0.5", "0.2"])
system("ratios", "x/y and y/z (rays)", "x y z", ["x/y", "y/z"], [["y^2", "0"], ["x", "z^2"]], ["0.5", "0.8", "1.2"])
system("ruled_pair", "x + w z and y - w^2", "x y z w", ["x+w*z", "y-w^2"], [["1", "w"], ["0", "1+x^2"]], ["0.2", "0.5", "0.7", "0.4"])
system("angle_pair", "atan2(y, x) - w and (x^2+y^2) z", "x y z w", ["atan2(y,x)-w", "(x^2+y^2)*z"], [["x^2+y^2", "0"], ["1", "1"]], ["0.6", "0.8", "0.4", "0.1"])
system("moving_pair", "x - t y and z + x y", "x y z", ["x-t*y", "z+x*y"], [["1", "x"], ["0", "1"]], ["0.5", "0.7", "0.2"], "0.4")
assert len(cases) == 30

neighbour("contact", "y dx - x dy + dz (linear complex)", "x y z", [["y", "-x", "1"]], ["0.4", "0.3", "0"], 0)
neighbour("sphere_disturbed", "x dx + y dy + (z + x/100) dz", "x y z", [["x", "y", "z+x/100"]], ["1", "0.5", "-0.7"], 0)
neighbour("product_disturbed", "(z^2+1) y dx + (z^2+2) x dy", "x y z", [["(z^2+1)*y", "(z^2+2)*x", "0"]], ["0.7", "-0.6", "0.4"], 0)
neighbour("staircase_without_denominator", "dz - 2 (x dy - y dx)", "x y z", [["2*y", "-2*x", "1"]], ["0.8", "0.6", "0.2"], 0)
neighbour("quotient_disturbed", "z dx + z dy - (x + 2y) dz", "x y z", [["z", "z", "-x-2*y"]], ["0.6", "0.5", "1.3"], 0)
neighbour("time_disturbed", "dx + y exp(-t) dy + (x + y/10) dt: one form in x, y, t", "x y", [["1", "y*exp(-t)", "x+y/10"]], ["0.5", "1.2"], 0, t0="0.3", use_t=True)
neighbour("mixed_sine_disturbed", "2.02 x y exp(x) dx + x^2 exp(x) dy + cos(z) exp(x) (1 + y/50) dz", "x y z", [["2.02*x*y*exp(x)", "x^2*exp(x)", "cos(z)*exp(x)*(1+y/50)"]], ["0.6", "0.9", "0.5"], 0)
neighbour("partial", "pair: d(xy) and dz - w dx, mixed: one integral x y, the rest is not integrable on its leaf", "x y z w", [["y-w", "x", "1", "0"], ["y", "x", "0", "0"]], ["0.8", "0.6", "0.2", "0.5"], 1, ints=["x*y"])
neighbour("engel", "dy - z dx, dz - w dx: growth 2, 3, 4", "x y z w", [["-z", "1", "0", "0"], ["-w", "0", "1", "0"]], ["0.1", "0.2", "0.3", "0.4"], 0)
neighbour("rolling_pair", "dx - cos(w) dz, dy - sin(w) dz (z the angle rolled)", "x y z w", [["1", "0", "-cos(w)", "0"], ["0", "1", "-sin(w)", "0"]], ["0", "0", "0", "0.4"], 0)
neighbour("two_parabolas_disturbed", "one integral is left: w + x^2; the other form dz + 2 y dy + w dx/5", "x y z w", [["2*x", "0", "0", "1"], ["w/5", "2*y", "1", "x*y"]], ["0.5", "0.6", "0.1", "-0.2"], 1, ints=["w+x^2"])
write("p36_first_integrals", "First integrals built backwards: 30 integrable Pfaffian systems and 11 neighbours that are not", ["Voss 1884, (1)-(3); integrability of forms with and without the time"], cases,
      "symbolic; values of the integrals with 40 digits", checks,
      notes="forms: p.v + p0 = 0 (dt coefficient p0). integrals: any function of those listed is as good; a test should compare the plane of differentials (rank), or the value along a path, not the text. growth_vector: dimensions of the plane field and of its brackets in the space of the coordinates (and t where the forms contain it); number of integrals = dimension of the space minus the last entry.")
