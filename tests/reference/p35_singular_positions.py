# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Singular positions beyond one vanishing gradient: all local minima of Z = sum m |a - X/m|^2 over the admissible accelerations.

At rest an acceleration is admissible if a curve q0 + a t^2/2 + o(t^2) keeps the constraints; in motion if q0 + v t + a t^2/2 + o(t^2) does.
Route 1: the admissible set as a list of rays or families of rays, g(d) = (X.d)^2/(d.M d) maximised (Z = |X|^2 - g).
Route 2: Lagrange's equations on the leading forms (polynomial system or secular equation), series of the branches, or a local search (SLSQP) from many starts.
"""
from refcommon import *
import sympy as sp
import numpy as np
from scipy.optimize import minimize

cases, checks = [], []
m_ = mp.mpf
sq = mp.sqrt


def dot(a, b, w=None):
    return sum(x * y * (1 if w is None else w[i]) for i, (x, y) in enumerate(zip(a, b)))


def on_ray(X, m, d, both=True):
    """Foot of X/m on the line (both) or half line through d."""
    h = dot(X, d) / dot(d, d, m)
    if not both and h <= 0:
        return None
    return [h * x for x in d]


def entry(X, m, a):
    a = [m_(0) if abs(x) < m_(10) ** -40 else x for x in a]
    return {"accelerations": list(a), "zwang": sum((m[i] * a[i] - X[i]) ** 2 / m[i] for i in range(len(a))), "reaction": [m[i] * a[i] - X[i] for i in range(len(a))]}


def slsqp(X, m, eqs, ins, n, starts=150, seed=1):
    """Route 2b: local search in double precision on the polynomial constraints of the accelerations; KKT points that survive small admissible shifts."""
    rng = np.random.RandomState(seed)
    Xf, mf = np.array([float(x) for x in X]), np.array([float(x) for x in m])
    Z = lambda a: float(np.sum((mf * a - Xf) ** 2 / mf))
    found = []
    sc = max(1.0, np.abs(Xf / mf).max())
    for _ in range(starts):
        a0 = rng.randn(n) * sc
        go = lambda s: minimize(Z, s, jac=lambda a: 2 * (mf * a - Xf), method="SLSQP", constraints=[{"type": "eq", "fun": (lambda a, f=f: f(a))} for f in eqs] + [{"type": "ineq", "fun": (lambda a, f=f: -f(a))} for f in ins], options={"ftol": 1e-15, "maxiter": 300})
        a = go(go(a0).x).x
        again = go(a * 1.001)          # a stalled search moves on when started again beside
        if np.abs(again.x - a).max() > 1e-6:
            continue
        if any(abs(f(a)) > 1e-9 for f in eqs) or any(f(a) > 1e-9 for f in ins) or np.abs(a).max() < 1e-4 * sc:
            continue
        if not any(np.abs(a - b).max() < 1e-4 * sc for b in found):
            found.append(a)
    return found


def add(name, why, model, state, X, m, minima, extra=None, kind="singular", rank=None):
    mins = sorted([entry(X, m, a) for a in minima], key=lambda e: e["zwang"])
    ex = {"position": kind}
    if rank is not None:
        ex["rank_of_rows"] = rank[0]
        ex["number_of_rows"] = rank[1]
    ex["number_of_local_minima"] = len(mins)
    ex["number_of_global_minima"] = sum(1 for e in mins if e["zwang"] - mins[0]["zwang"] < m_(10) ** -40)
    ex["minima"] = mins
    if extra:
        ex.update(extra)
    cases.append({"name": name, "why": why, "model": model, "state": state, "force": X, "mass": m, "expect": ex})
    # Z = |X|^2 - |a|^2 in the kinetic metric where the set is a cone
    return mins


def mdl(coords, m, X, conds):
    return {"coordinates": coords, "velocities": ["v" + c for c in coords], "mass": [mp.nstr(x, 10) for x in m], "parameters": {}, "forces": [mp.nstr(x, 17) for x in X],
            "constraints": [{"name": n, "kind": "holonomic-" + k, "f": f} for n, k, f in conds]}


def lagrange(X, m, forms, lin, names):
    """Route 2a: all real solutions a != 0 of M a - X + sum l grad(form) = 0, forms = 0 (sympy, exact)."""
    a = sp.symbols("a0:%d" % len(X))
    loc = dict(zip(names, a))
    fs = [sp.sympify(f.replace("^", "**"), locals=loc) for f in forms + lin]
    l = sp.symbols("l0:%d" % len(fs))
    R = [sp.Rational(str(mp.nstr(x, 15))) for x in X]
    Mm = [sp.Rational(str(mp.nstr(x, 15))) for x in m]
    eq = [Mm[i] * a[i] - R[i] + sum(l[k] * sp.diff(fs[k], a[i]) for k in range(len(fs))) for i in range(len(X))] + fs
    res = []
    for s in sp.solve(eq, list(a) + list(l), dict=True):
        v = [sp.N(s.get(x, x), 45) for x in a]
        if all(x.is_number and abs(sp.im(x)) < 1e-30 for x in v) and any(abs(x) > 1e-20 for x in v):
            w = [mp.mpf(str(sp.re(x))) for x in v]
            if not any(maxdiff(w, u) < 1e-20 for u in res):
                res.append(w)
    return res


def same(name, what, A, B, tol):
    A = sorted([[m_(x) for x in a] for a in A], key=lambda a: [round(float(x), 6) for x in a])
    B = sorted([[m_(x) for x in a] for a in B], key=lambda a: [round(float(x), 6) for x in a])
    checks.append((name + ": number of minima, " + what, abs(len(A) - len(B)), 0))
    if len(A) == len(B) and A:
        checks.append((name + ": minima, " + what, max(maxdiff(a, b) for a, b in zip(A, B)), tol))


xyz = ["x", "y", "z"]
rest3 = {"t": 0, "q": [0, 0, 0], "v": [0, 0, 0]}
V = lambda *s: [m_(x) for x in s]
CONE = "x^2+y^2-z^2"
cone = lambda a: a[0] ** 2 + a[1] ** 2 - a[2] ** 2

# ---------------------------------------------------------------- cone and plane
for nm, why, plane, X, m, dirs in [
    ("cone_and_plane", "vertex of the cone with the plane x = y: two lines", "x-y", V(1, 2, 1), V(1, 1, 1), [[m_(1), m_(1), sq(2)], [m_(1), m_(1), -sq(2)]]),
    ("cone_and_steep_plane", "plane z = 2x, mass 2: two lines (1, +-sqrt 3, 2)", "z-2*x", V(1, -2, 3), V(2, 2, 2), [[m_(1), sq(3), m_(2)], [m_(1), -sq(3), m_(2)]]),
]:
    mins = [on_ray(X, m, d) for d in dirs]
    same(nm, "rays against Lagrange's equations (exact)", mins, lagrange(X, m, [CONE], [plane], xyz), "1e-38")
    add(nm, why, mdl(xyz, m, X, [("cone", "equation", CONE), ("plane", "equation", plane)]), rest3, X, m, mins, {"admissible_lines": dirs}, rank=(1, 2))
X, m = V(1, 2, 1), V(1, 1, 1)
mins = [on_ray(X, m, V(1, 0, 1))]
# second route: the plane x = z turned by eps towards the inside; both lines tend to the generator
ep = m_(10) ** -20
d1 = [m_(1), sq((1 + ep) ** 2 - 1), 1 + ep]
checks.append(("cone_and_tangent_plane: limit of the cutting planes z = (1+eps) x", maxdiff(on_ray(X, m, d1), mins[0]), "1e-9"))
add("cone_and_tangent_plane", "plane x = z touches the cone along a generator: one (double) line", mdl(xyz, m, X, [("cone", "equation", CONE), ("plane", "equation", "x-z")]), rest3, X, m, mins, {"admissible_lines": [V(1, 0, 1)]}, rank=(1, 2))
checks.append(("cone_and_flat_plane: the form on the plane z = x/2 is definite (3/4, 1)", 0 if sp.Matrix([[sp.Rational(3, 4), 0], [0, 1]]).is_positive_definite else 1, 0))
add("cone_and_flat_plane", "plane z = x/2 meets the cone in the vertex only: a = 0 whatever the force", mdl(xyz, m, X, [("cone", "equation", CONE), ("plane", "equation", "z-x/2")]), rest3, X, m, [V(0, 0, 0)], rank=(1, 2))
for nm, why, X in [("half_cone_pressed", "cone as equation, x <= y as inequality, force into the wall: minima on both boundary generators", V(2, 1, 1)), ("half_cone_free", "the same, force away from the wall: the minima of the whole cone", V(1, 2, 1))]:
    m = V(1, 1, 1)
    mins = []
    for s in (1, -1):
        rho = sq(X[0] ** 2 + X[1] ** 2)
        if X[0] <= X[1]:
            h = (rho + s * X[2]) / 2
            d = [X[0] / rho, X[1] / rho, m_(s)]
        else:
            d = [1 / sq(2), 1 / sq(2), m_(s)]
            h = dot(X, d) / 2
        if h > 0:
            mins.append([h * x for x in d])
    same(nm, "closed against local search (double precision)", mins, slsqp(X, m, [cone], [lambda a: a[0] - a[1]], 3), "1e-6")
    add(nm, why, mdl(xyz, m, X, [("cone", "equation", CONE), ("wall", "inequality", "x-y")]), rest3, X, m, mins, rank=(1, 2))

# ---------------------------------------------------------------- crossing wires
xy = ["x", "y"]
rest2 = {"t": 0, "q": [0, 0], "v": [0, 0]}
for nm, why, f, X, m, dirs in [
    ("crossing_wires", "x y = 0, force (3, 2)", "x*y", V(3, 2), V(1, 1), [V(1, 0), V(0, 1)]),
    ("crossing_wires_equal", "x y = 0, force (2, 2): two global minima", "x*y", V(2, 2), V(1, 1), [V(1, 0), V(0, 1)]),
    ("crossing_wires_oblique", "(x-y)(x+2y) = 0, mass 2", "(x-y)*(x+2*y)", V(3, 2), V(2, 2), [V(1, 1), V(2, -1)]),
    ("three_wires", "x y (x+y) = 0: three wires, third derivative of f leads", "x*y*(x+y)", V(3, 1), V(1, 1), [V(1, 0), V(0, 1), V(1, -1)]),
]:
    mins = [on_ray(X, m, d) for d in dirs]
    same(nm, "rays against Lagrange's equations (exact)", mins, lagrange(X, m, [f], [], xy), "1e-38")
    add(nm, why, mdl(xy, m, X, [("wires", "equation", f)]), rest2, X, m, mins, {"admissible_lines": dirs}, rank=(0, 1))
for nm, why, X, mins in [("quadrants_outside", "x y <= 0 (two quadrants), force (3, 2) in the forbidden one", V(3, 2), [V(3, 0), V(0, 2)]), ("quadrants_inside", "x y <= 0, force (3, -2) inside: free motion admissible, Z = 0, and it is the only minimum", V(3, -2), [V(3, -2)])]:
    same(nm, "closed against local search (double precision)", mins, slsqp(X, V(1, 1), [], [lambda a: a[0] * a[1]], 2), "1e-6")
    add(nm, why, mdl(xy, V(1, 1), X, [("quadrants", "inequality", "x*y")]), rest2, X, V(1, 1), mins, rank=(0, 1))

# ---------------------------------------------------------------- tangent surfaces
top = {"t": 0, "q": [0, 0, 1], "v": [0, 0, 0]}
one = V(1, 1, 1)
X = V(1, 0, 0)
# x^2+y^2+z^2-1 - 2(z-1) = x^2+y^2+(z-1)^2: definite, one place
xs, ys, zs = sp.symbols("x y z")
idn = lambda e: 0 if sp.expand(e) == 0 else 1
checks.append(("sphere_and_tangent_plane: f1 - 2 f2 = x^2+y^2+(z-1)^2", idn((xs ** 2 + ys ** 2 + zs ** 2 - 1) - 2 * (zs - 1) - (xs ** 2 + ys ** 2 + (zs - 1) ** 2)), 0))
add("sphere_and_tangent_plane", "sphere and its tangent plane: one admissible place, a = 0; the two rows (rank 1) alone would allow a = (1, 0, 0)", mdl(xyz, one, X, [("sphere", "equation", "x^2+y^2+z^2-1"), ("plane", "equation", "z-1")]), top, X, one, [V(0, 0, 0)], {"linearised_answer": X}, rank=(1, 2))
X = V(1, 2, 3)
add("cylinder_and_tangent_plane", "cylinder x^2+z^2 = 1 and z = 1: the line x = 0", mdl(xyz, one, X, [("cylinder", "equation", "x^2+z^2-1"), ("plane", "equation", "z-1")]), top, X, one, [V(0, 2, 0)], {"admissible_lines": [V(0, 1, 0)]}, rank=(1, 2))
X = V(3, 2, 1)
mins = [V(3, 0, 0), V(0, 2, 0)]
same("saddle_and_tangent_plane", "rays against Lagrange's equations (exact)", mins, lagrange(X, one, ["x*y"], ["z"], xyz), "1e-38")
add("saddle_and_tangent_plane", "z = x y and z = 0: the two lines of the saddle in its tangent plane", mdl(xyz, one, X, [("saddle", "equation", "z-x*y"), ("plane", "equation", "z")]), rest3, X, one, mins, {"admissible_lines": [V(1, 0, 0), V(0, 1, 0)]}, rank=(1, 2))
X = V(1, 2, -3)
add("outside_sphere_under_plane", "outside the sphere and not above its tangent plane: along x = a t^2/2 both give a_z = 0 and nothing else, a = (1, 2, 0)", mdl(xyz, one, X, [("sphere", "inequality", "1-x^2-y^2-z^2"), ("plane", "inequality", "z-1")]), top, X, one, [V(1, 2, 0)], {"linearised_answer": V(1, 2, 0)}, rank=(1, 2))
add("inside_sphere_above_plane", "inside the sphere and not below its tangent plane: one place, a = 0", mdl(xyz, one, X, [("sphere", "inequality", "x^2+y^2+z^2-1"), ("plane", "inequality", "1-z")]), top, X, one, [V(0, 0, 0)], {"linearised_answer": V(1, 2, 0)}, rank=(1, 2))
checks.append(("two_spheres: f1 + f2 = 2 (x^2+y^2+(z-1)^2)", idn((xs ** 2 + ys ** 2 + zs ** 2 - 1) + (xs ** 2 + ys ** 2 + (zs - 2) ** 2 - 1) - 2 * (xs ** 2 + ys ** 2 + (zs - 1) ** 2)), 0))
add("two_spheres", "two spheres that touch from outside: one place", mdl(xyz, one, X, [("s1", "equation", "x^2+y^2+z^2-1"), ("s2", "equation", "x^2+y^2+(z-2)^2-1")]), top, X, one, [V(0, 0, 0)], {"linearised_answer": V(1, 2, 0)}, rank=(1, 2))

# ---------------------------------------------------------------- cone as inequality
def cone_min(X):
    rho = sq(X[0] ** 2 + X[1] ** 2)
    return [[h * X[0] / rho, h * X[1] / rho, s * h] for s in (1, -1) for h in [(rho + s * X[2]) / 2] if h > 0]


for nm, why, X, f, sgn, mins in [
    ("in_cone_force_outside", "x^2+y^2 <= z^2 (both nappes), force outside: one minimum on each nappe", V(1, 0, "0.2"), CONE, 1, None),
    ("in_cone_force_inside", "x^2+y^2 <= z^2, force inside a nappe: free motion admissible, Z = 0, the only minimum", V("0.1", 0, 2), CONE, 1, "free"),
    ("out_cone_force_outside", "x^2+y^2 >= z^2, force outside the cone: free motion admissible", V(1, 0, "0.2"), "z^2-x^2-y^2", -1, "free"),
    ("out_cone_force_inside", "x^2+y^2 >= z^2, force inside a nappe: one minimum on the nearest generator", V("0.1", "0.3", 2), "z^2-x^2-y^2", -1, None),
    ("one_nappe_force_below", "x^2+y^2 <= z^2 and z >= 0, force (1, 0, -2) in the polar cone: a = 0", V(1, 0, -2), CONE, 1, "zero"),
]:
    ms = [X] if mins == "free" else ([V(0, 0, 0)] if mins == "zero" else cone_min(X))
    ins = [lambda a, s=sgn: s * cone(a)]
    conds = [("cone", "inequality", f)]
    if mins == "zero":
        conds.append(("nappe", "inequality", "-z"))
        ang = max((mp.cos(m_(k) * mp.pi / 180) * X[0] + X[2]) for k in range(360))
        checks.append((nm + ": X.d <= 0 on all generators (largest value, shifted)", max(m_(0), ang), 0))
    else:
        same(nm, "closed against local search (double precision)", ms, slsqp(X, one, [], ins, 3), "1e-6")
    add(nm, why, mdl(xyz, one, X, conds), rest3, X, one, ms, rank=(0, 1) if mins != "zero" else (1, 2))

# ---------------------------------------------------------------- elliptic cone: secular equation against search over generators
def elliptic(nm, why, k2, mass, X, ineq=None):
    m = [m_(mass)] * 3
    K = [m_(1), m_(k2), m_(-1)]
    # route 1: a = h (cos th, sin th/sqrt k2, s)
    D = lambda th, s: [mp.cos(th), mp.sin(th) / sq(K[1]), m_(s)]
    gq = lambda th, s: (lambda d: (dot(X, d) ** 2 / dot(d, d, m) if dot(X, d) > 0 else m_(0)))(D(th, s))
    route1 = []
    N = 720
    for s in (1, -1):
        val = [gq(2 * mp.pi * i / N, s) for i in range(N)]
        for i in range(N):
            if val[i] > 0 and val[i] >= val[i - 1] and val[i] > val[(i + 1) % N]:
                # d/dth of (X.d)^2/(d.d) = 0  <=>  (X.d')(d.d) - (X.d)(d.d') = 0
                def fn(th):
                    d = D(th, s)
                    dp = [-mp.sin(th), mp.cos(th) / sq(K[1]), m_(0)]
                    return dot(X, dp) * dot(d, d) - dot(X, d) * dot(d, dp)
                th = mp.findroot(fn, 2 * mp.pi * m_(i) / N)
                route1.append(on_ray(X, m, D(th, s)))
    # route 2: (m + 2 l k_i) a_i = X_i, sum k_i a_i^2 = 0 : polynomial in l, second-order test on the tangent plane
    l = sp.Symbol("l")
    XR = [sp.Rational(str(x)) for x in [mp.nstr(v, 12) for v in X]]
    KR = [1, sp.Rational(k2), -1]
    fac = [mass + 2 * l * k for k in KR]
    # axes with X_i = 0 and factor 0 are further solutions
    pol = sp.Poly(sp.expand(sum(KR[i] * XR[i] ** 2 * sp.prod([fac[j] ** 2 for j in range(3) if j != i and XR[j] != 0]) for i in range(3) if XR[i] != 0)), l)
    sols = []
    if pol.degree() > 0:
        for r in mp.polyroots([m_(sp.numer(c)) / m_(sp.denom(c)) for c in pol.all_coeffs()], maxsteps=500, extraprec=400):
            if abs(mp.im(r)) < m_(10) ** -30:
                r = mp.re(r)
                if all(abs(mass + 2 * r * K[i]) > m_(10) ** -20 for i in range(3) if X[i] != 0):
                    sols.append((r, [X[i] / (mass + 2 * r * K[i]) if X[i] != 0 else m_(0) for i in range(3)]))
    for j in range(3):
        if X[j] == 0:
            r = -m_(mass) / (2 * K[j])
            if all(abs(mass + 2 * r * K[i]) > m_(10) ** -20 for i in range(3) if i != j):
                a = [X[i] / (mass + 2 * r * K[i]) if i != j else m_(0) for i in range(3)]
                s2 = -sum(K[i] * a[i] ** 2 for i in range(3)) / K[j]
                if s2 > 0:
                    for sg in (1, -1):
                        b = list(a)
                        b[j] = sg * sq(s2)
                        sols.append((r, b))
    route2 = []
    for r, a in sols:
        if max(abs(x) for x in a) < m_(10) ** -20:
            continue
        gnorm = [K[i] * a[i] for i in range(3)]
        # tangent direction across the ray
        w = [a[1] * gnorm[2] - a[2] * gnorm[1], a[2] * gnorm[0] - a[0] * gnorm[2], a[0] * gnorm[1] - a[1] * gnorm[0]]
        h11 = dot(a, a, [mass + 2 * r * k for k in K])
        h22 = dot(w, w, [mass + 2 * r * k for k in K])
        h12 = dot(a, w, [mass + 2 * r * k for k in K])
        if h11 > 0 and h11 * h22 - h12 ** 2 > 0:
            route2.append(a)
    same(nm, "search over generators against the secular equation with second-order test", route1, route2, "1e-30")
    f = "x^2+%s*y^2-z^2" % k2
    add(nm, why, mdl(xyz, m, X, [("cone", "equation", f)]), rest3, X, m, route1, rank=(0, 1))


elliptic("elliptic_cone", "x^2+4y^2 = z^2, mass 2, force (1, 2, 1)", 4, 2, V(1, 2, 1))
elliptic("elliptic_cone_low", "force (1, 2, -0.25)", 4, 1, V(1, 2, "-0.25"))
elliptic("elliptic_cone_on_axis", "force on the axis: two minima (on the generators nearest to the axis), no circle", 4, 1, V(0, 0, 1))
elliptic("elliptic_cone_midplane", "force in the mid-plane: two equal minima, one on each nappe", 4, 1, V("0.3", 2, 0))

# ---------------------------------------------------------------- through a singular place in motion: third derivative
def moving(nm, why, model, state, X, m, rows, offs, second, rank, extra=None):
    """rows.a + offs = 0 exact; accelerations by the minimum with equations."""
    Xf = [Fraction(str(mp.nstr(x, 15))) for x in X]
    mf = [Fraction(str(mp.nstr(x, 15))) for x in m]
    r = gauss_qp(diag_inv(mf), [Xf[i] / mf[i] for i in range(len(X))], [[Fraction(x) for x in row] for row in rows], [Fraction(o) for o in offs], [], [])
    a = [mpf(x) for x in r["a"]]
    checks.append((nm + ": minimum with the rows of second and third derivatives against the second route", maxdiff(a, second), "1e-40"))
    ex = {"rows": [[m_(str(float(Fraction(x)))) for x in row] for row in rows], "offsets": [mpf(Fraction(o)) for o in offs]}
    ex.update(extra or {})
    add(nm, why, model, state, X, m, [a], ex, rank=rank)


# cone through the vertex along the generator (1,0,1)
X = V(2, 3, -1)
# second route: polar coordinates on the cone, q = r (cos(th), sin(th), 1), th(0) = 0, r(0) = 0: a = (r'', 2 r' th', r''); free: r'', th'
P = [(X[0] + X[2]) / 2, X[1], (X[0] + X[2]) / 2]
moving("cone_moving", "through the vertex along a generator, v = (1, 0, 1), force (2, 3, -1): f''' = 6 v.K a = 0", mdl(xyz, one, X, [("cone", "equation", CONE)]), {"t": 0, "q": [0, 0, 0], "v": [1, 0, 1]}, X, one, [[1, 0, -1]], [0], P, (0, 1))
# with a cubic term: f = x^2+y^2-z^2+x^3, row v.K a + vx^3 = 0 -> a_x - a_z + 1 = 0.  Second route: z = x sqrt(1+x) = x + x^2/2 on y = 0: with x = t + a t^2/2, z = t + (a+1) t^2/2
ax = (X[0] + X[2] - 1) / 2
moving("cubic_cone_moving", "x^2+y^2-z^2+x^3 = 0 through the vertex, v = (1, 0, 1): the third derivative of f enters", mdl(xyz, one, X, [("cone", "equation", "x^2+y^2-z^2+x^3")]), {"t": 0, "q": [0, 0, 0], "v": [1, 0, 1]}, X, one, [[1, 0, -1]], [1], [ax, X[1], ax + 1], (0, 1))
moving("wires_moving", "crossing wires passed along the first with v = (1, 0), force (3, 2): the other wire is not felt", mdl(xy, V(1, 1), V(3, 2), [("wires", "equation", "x*y")]), {"t": 0, "q": [0, 0], "v": [1, 0]}, V(3, 2), V(1, 1), [[0, 1]], [0], V(3, 0), (0, 1))
for nm, X, why in [("in_cone_moving_held", V(2, 3, -1), "x^2+y^2 <= z^2, along a generator, force outwards: f''' <= 0 binds"), ("in_cone_moving_free", V(-1, 3, 2), "the same, force inwards: free")]:
    r = gauss_qp(diag_inv([F(1)] * 3), [Fraction(str(mp.nstr(x, 15))) for x in X], [], [], [[F(1), F(0), F(-1)]], [F(0)])
    a = [mpf(x) for x in r["a"]]
    h = max(m_(0), (X[0] - X[2]) / 2)
    checks.append((nm + ": half-space of accelerations in closed form", maxdiff(a, [X[0] - h, X[1], X[2] + h]), "1e-45"))
    add(nm, why, mdl(xyz, one, X, [("cone", "inequality", CONE)]), {"t": 0, "q": [0, 0, 0], "v": [1, 0, 1]}, X, one, [a], {"rows": [V(1, 0, -1)], "offsets": V(0)}, rank=(0, 1))

# four-bar: pivots (0,0) and (2,0), cranks 1, coupler 2: flat at a = (1,0), b = (3,0)
ab = ["ax", "ay", "bx", "by"]
FB = [("crank1", "equation", "ax^2+ay^2-1"), ("crank2", "equation", "(bx-2)^2+by^2-1"), ("coupler", "equation", "(bx-ax)^2+(by-ay)^2-4")]
mF = V(1, 1, 2, 2)
XF = V("0.5", 3, -1, "1.5")
# g = f3 + 2 f1 - 2 f2 has no gradient there; g'' = 0: w = u or w = -3u for va = (0,u), vb = (0,w)
# second route: branch angles phi(theta) from the loop equation, as a series
th = sp.Symbol("th")
c1 = sp.Symbol("c1")


def branch(slope, order=4):
    cs_ = sp.symbols("k2:%d" % order)
    ph = slope * th + sum(c * th ** (i + 2) for i, c in enumerate(cs_))
    loop = (2 + sp.cos(ph) - sp.cos(th)) ** 2 + (sp.sin(ph) - sp.sin(th)) ** 2 - 4
    ser = sp.series(sp.expand(loop), th, 0, order + 1).removeO()
    sol = {}
    for p in range(2, order + 1):
        co = sp.expand(ser.coeff(th, p).subs(sol))
        if co != 0:
            fr = sorted(co.free_symbols, key=str)
            sol[fr[-1]] = sp.solve(co, fr[-1])[0]
    return ph.subs(sol)


for nm, slope, u in [("four_bar_parallel", 1, 2), ("four_bar_crossed", -3, 2)]:
    ph = branch(sp.Integer(slope))
    k2 = sp.expand(ph).coeff(th, 2)
    # one degree of freedom: a = (cos th, sin th), b = (2 + cos ph, sin ph); theta'' from Lagrange at th = 0
    S_ = m_(slope)
    assert k2 == 0
    Qg = XF[1] + S_ * XF[3]
    thdd = Qg / (mF[1] + S_ ** 2 * mF[3])
    w = slope * u
    sec = [m_(-u * u), thdd, m_(-w * w), S_ * thdd]
    moving(nm, "flat four-bar passed with crank speed %d on the branch phi' = %d theta': rows of second derivatives and the row of g''' (g = f3 + 2 f1 - 2 f2)" % (u, slope), mdl(ab, mF, XF, FB), {"t": 0, "q": [1, 0, 3, 0], "v": [0, u, 0, w]}, XF, mF,
           [[1, 0, 0, 0], [0, 0, 1, 0], [0, 3 * u - w, 0, -w - u]], [u * u, w * w, 0], sec, (2, 3), {"branch_slope": slope})
# at rest: rays (u, w) = (1, 1) and (1, -3) with a_x = b_x = 0
mins = [[m_(0), h, m_(0), S_ * h] for S_ in V(1, -3) for h in [(XF[1] + S_ * XF[3]) / (mF[1] + S_ ** 2 * mF[3])]]
same("four_bar_rest", "one-degree-of-freedom branches against Lagrange's equations (exact)", mins, lagrange(XF, mF, ["by^2+2*ay*by-3*ay^2"], ["ax", "bx"], ab), "1e-38")
add("four_bar_rest", "flat four-bar at rest: two branches, two minima", mdl(ab, mF, XF, FB), {"t": 0, "q": [1, 0, 3, 0], "v": [0, 0, 0, 0]}, XF, mF, mins, {"admissible_lines": [V(0, 1, 0, 1), V(0, 1, 0, -3)]}, rank=(2, 3))
FS = [("crank1", "equation", "ax^2+ay^2-1"), ("crank2", "equation", "(bx-6)^2+by^2-4"), ("coupler", "equation", "(bx-ax)^2+(by-ay)^2-9")]
# stretched: a=(1,0), b=(4,0), pivot (6,0): g = f3 + 3 f1 + (3/2) f2: gradient 0, form (by-ay)^2 + 3 ay^2 + 1.5 by^2 definite
gr = sp.Matrix([sp.sympify("(bx-ax)**2+(by-ay)**2-9 + 3*(ax**2+ay**2-1) + Rational(3,2)*((bx-6)**2+by**2-4)")]).jacobian(sp.symbols("ax ay bx by")).subs(dict(zip(sp.symbols("ax ay bx by"), [1, 0, 4, 0])))
checks.append(("four_bar_stretched: g has no gradient", 0 if list(gr) == [0, 0, 0, 0] else 1, 0))
add("four_bar_stretched", "four-bar stretched to its full length: one place, a = 0", mdl(ab, mF, XF, FS), {"t": 0, "q": [1, 0, 4, 0], "v": [0, 0, 0, 0]}, XF, mF, [V(0, 0, 0, 0)], {"linearised_answer": [m_(0), XF[1], m_(0), XF[3] / 2]}, rank=(2, 3))
# slider-crank of equal rods at its fork: a = (0,1), b = (0,0) on the x axis
abx = ["ax", "ay", "bx"]
SC = [("crank", "equation", "ax^2+ay^2-1"), ("rod", "equation", "(ax-bx)^2+ay^2-1")]
mS, XS = V(1, 1, 2), V(3, -5, 1)
mins = [[XS[0] / mS[0], m_(0), m_(0)], [(XS[0] + 2 * XS[2]) / (mS[0] + 4 * mS[2]), m_(0), 2 * (XS[0] + 2 * XS[2]) / (mS[0] + 4 * mS[2])]]
same("slider_crank_fork", "branches b = 0 and b = 2 a_x against Lagrange's equations (exact)", mins, lagrange(XS, mS, ["bx^2-2*ax*bx"], ["ay"], abx), "1e-38")
add("slider_crank_fork", "slider-crank of equal rods at rest at its fork: f2 - f1 = b (b - 2 a_x)", mdl(abx, mS, XS, SC), {"t": 0, "q": [0, 1, 0], "v": [0, 0, 0]}, XS, mS, mins, {"admissible_lines": [V(1, 0, 0), V(1, 0, 2)]}, rank=(1, 2))
# moving: branch b = 0: v = (u,0,0): g''' = 3 d/dt... row of b (b - 2 ax): vb(ab-2aa) + ab(vb-2va)
for nm, u, w, sec in [("slider_crank_stays", 2, 0, [XS[0] / mS[0], m_(-4), m_(0)]), ("slider_crank_goes", 2, 4, [(XS[0] + 2 * XS[2]) / (mS[0] + 4 * mS[2]), m_(-4), 2 * (XS[0] + 2 * XS[2]) / (mS[0] + 4 * mS[2])])]:
    moving(nm, "the fork passed with v = (%d, 0, %d)" % (u, w), mdl(abx, mS, XS, SC), {"t": 0, "q": [0, 1, 0], "v": [u, 0, w]}, XS, mS, [[0, 1, 0], [-2 * w, 0, 2 * w - 2 * u]], [u * u, 0], sec, (1, 2))
write("p35_singular_positions", "Singular positions with several constraints, inequalities and in motion: lists of local minima", ["Stäckel 1919, sections 2, 3, 5; third derivatives: docs/theory.md 5.3"], cases,
      "closed forms with 50 digits (elliptic cones: roots, two routes agree below 1e-30)", checks,
      notes="zwang = sum m |a - X/m|^2 = sum reaction^2/m; reaction = m a - X; minima sorted by Z. linearised_answer: what the rows of second derivatives alone would give (not admissible unless equal to a minimum). The local searches (SLSQP) confirm number and place of minima to 1e-6 only; the closed forms are exact.")
