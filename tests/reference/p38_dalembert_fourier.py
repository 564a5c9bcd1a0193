# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The accelerations that the d'Alembert-Fourier principle leaves open, Gauss's point among them, and Mayer's trials.

Principle with virtual displacements d (A_E d = 0, A_K d <= 0): (M a - X).d >= 0 for all d, i.e. M a = X - A_E^T mu - A_K^T z with z >= 0, and a admissible
(A_E a + b_E = 0, A_K a + b_K <= 0).  Gauss adds z.(A_K a + b_K) = 0.  All in fractions.
Route 1: vertices and rays in the space of (z), mapped to a.  Route 2: vertices and rays of the same set described by inequalities in the space of a.
"""
from refcommon import *
from refcommon import _solve_exact
import sympy as sp

cases, checks = [], []


def fr(x):
    return [Fraction(str(v)) for v in x]


def dotf(a, b):
    return sum(x * y for x, y in zip(a, b))


def vertices(G, h, n):
    """Vertices of {x : G x <= h} by all choices of n rows (exact)."""
    out = []
    for S in itertools.combinations(range(len(G)), n):
        x = _solve_exact([G[i] for i in S], [h[i] for i in S])
        if x is None or any(dotf(G[i], x) > h[i] for i in range(len(G))):
            continue
        if x not in out:
            out.append(x)
    return out


def rays(G, n):
    """Extreme rays of {x : G x <= 0} (pointed), scaled so that the largest entry is 1."""
    out = []
    for S in itertools.combinations(range(len(G)), n - 1):
        ns = sp.Matrix([[sp.Rational(x.numerator, x.denominator) for x in G[i]] for i in S]).nullspace() if n > 1 else [sp.Matrix([1])]
        if len(ns) != 1:
            continue
        d = [Fraction(int(sp.numer(x)), int(sp.denom(x))) for x in ns[0]]
        for sg in (1, -1):
            e = [sg * x for x in d]
            if all(dotf(g, e) <= 0 for g in G):
                s = max(abs(x) for x in e)
                e = [x / s for x in e]
                if e not in out:
                    out.append(e)
    return out


def norm(d):
    s = max(abs(x) for x in d)
    return [x / s for x in d]


def instant(nm, why, coords, mass, X, conds, A, b, ne, texts, v=None):
    n = len(mass)
    ms, Xf = fr(mass), fr(X)
    A = [fr(r) for r in A]
    b = fr(b)
    Minv = diag_inv(ms)
    a0 = [Xf[i] / ms[i] for i in range(n)]
    E, K = A[:ne], A[ne:]
    r = gauss_qp(Minv, a0, E, b[:ne], K, b[ne:])
    nk = len(K)
    # ---- route 1: z-space.  With equations: a0 and rows projected (mu eliminated)
    Phi, Phi0 = r["Phi"], r["Phi0"]
    if ne:
        inv = lambda rhs: _solve_exact([[Phi[s][t_] for t_ in range(ne)] for s in range(ne)], rhs)
        red = [[Phi[ne + i][ne + j] - dotf(Phi[ne + i][:ne], inv([Phi[s][ne + j] for s in range(ne)])) for j in range(nk)] for i in range(nk)]
        red0 = [Phi0[ne + i] - dotf(Phi[ne + i][:ne], inv(Phi0[:ne])) for i in range(nk)]
    else:
        red, red0 = [list(p) for p in Phi], list(Phi0)

    def acc(z):
        rhs = [Phi0[s] - sum(Phi[s][ne + j] * z[j] for j in range(nk)) for s in range(ne)]
        mu = inv(rhs) if ne else []
        full = list(mu) + list(z)
        return [a0[i] - sum(A[s][i] * full[s] for s in range(ne + nk)) / ms[i] for i in range(n)], mu
    # z >= 0, red0 - red z <= 0
    G = [[-F(1) if i == j else F(0) for j in range(nk)] for i in range(nk)] + [[-x for x in row] for row in red]
    h = [F(0)] * nk + [-x for x in red0]
    vz = vertices(G, h, nk)
    rz = rays(G, nk)
    VA = [(acc(z)[0], z) for z in vz]
    base = acc([F(0)] * nk)[0]
    RA = []
    for z in rz:
        d = [x - y for x, y in zip(acc(z)[0], base)]
        RA.append((norm(d), z))
    # ---- route 2: a-space.  Coordinates a = a_E + W y, W a basis of {A_E w = 0, w in M^-1 span A}, inequality form of the cone
    rows = sp.Matrix([[sp.Rational(x.numerator, x.denominator) for x in row] for row in A])
    Mi = sp.diag(*[sp.Rational(1, 1) / sp.Rational(x.numerator, x.denominator) for x in ms])
    span = Mi * rows.T
    if ne:
        comb = sp.Matrix(rows[:ne, :] * span).nullspace()
        W = sp.Matrix.hstack(*[span * c for c in comb])
    else:
        W = span
    W = sp.Matrix.hstack(*W.columnspace())
    k = W.cols
    toF = lambda e: Fraction(int(sp.numer(e)), int(sp.denom(e)))
    # cone {sum -M^-1 A_K^T z projected}: generators in y-coordinates
    gens = []
    for j in range(nk):
        z = [F(1) if i == j else F(0) for i in range(nk)]
        d = sp.Matrix([sp.Rational((x - y).numerator, (x - y).denominator) for x, y in zip(acc(z)[0], base)])
        y = W.gauss_jordan_solve(d)[0]
        gens.append([toF(x) for x in y])
    # facets of cone(gens): polar by rays; membership y in cone  <=>  c.y <= 0 for all rays c of the polar {c : c.g <= 0}
    polar = rays(gens, k)
    Wf = [[toF(W[i, j]) for j in range(k)] for i in range(n)]
    adm = [[dotf(row, [Wf[i][j] for i in range(n)]) for j in range(k)] for row in K]
    admh = [-(dotf(row, base) + b[ne + s]) for s, row in enumerate(K)]
    G2 = [list(c) for c in polar] + adm
    h2 = [F(0)] * len(polar) + admh
    full_dim = len(gens) == k      # rows independent on the kernel of the equations: the cone is simplicial
    va2 = [[base[i] + dotf(Wf[i], y) for i in range(n)] for y in vertices(G2, h2, k)]
    ra2 = [norm([dotf(Wf[i], y) for i in range(n)]) for y in rays(G2, k)]
    VAu = []
    for a, z in VA:
        if a not in VAu:
            VAu.append(a)
    RAu = []
    for d, z in RA:
        if d not in RAu and any(x != 0 for x in d):
            RAu.append(d)
    if full_dim:
        checks.append((nm + ": vertices from multipliers and from inequalities in a are the same set", 0 if sorted(VAu) == sorted(va2) else 1, 0))
        checks.append((nm + ": rays from multipliers and from inequalities in a are the same set", 0 if sorted(RAu) == sorted(ra2) else 1, 0))
    else:
        checks.append((nm + ": every vertex in a is the image of a vertex in z", 0 if all(a in VAu for a in va2) else 1, 0))
        VAu, RAu = va2, [d for d in ra2]
    # Gauss's point is in the set and is its point of least Z; the set is more than it unless bounded to a point
    checks.append((nm + ": Gauss's point keeps the principle (z >= 0) and the constraints", 0 if all(x >= 0 for x in r["lambda"]) and all(x <= 0 for x in r["f2"]) else 1, 0))
    Zf = lambda a: sum(ms[i] * (a[i] - a0[i]) ** 2 for i in range(n))
    checks.append((nm + ": no vertex has a smaller Z than Gauss's point", 0 if all(Zf(a) >= r["Z"] for a in VAu) else 1, 0))
    nn = nnls_check(Minv, a0, E, b[:ne], K, b[ne:])
    checks.append((nm + ": Gauss's point against non-negative least squares", max(abs(float(x) - y) for x, y in zip(r["a"], nn)), "1e-11"))
    model = {"coordinates": coords, "velocities": ["v" + c for c in coords], "mass": [str(x) for x in mass], "parameters": {}, "forces": [str(x) for x in X],
             "constraints": [{"name": c, "kind": "holonomic-" + ("equation" if i < ne else "inequality"), "f": t_} for i, (c, t_) in enumerate(zip(conds, texts))]}
    # rows from the text
    loc = {c: sp.Symbol(c) for c in coords}
    loc["t"] = sp.Symbol("t")
    vv = fr(v) if v else [F(0)] * n
    for s, t_ in enumerate(texts):
        f = sp.sympify(t_.replace("^", "**"), locals=loc)
        at = {loc[c]: 0 for c in coords}
        at[loc["t"]] = 0
        gr = [sp.diff(f, loc[c]).subs(at) for c in coords]
        q2 = sum(sp.diff(f, loc[c], loc[e]).subs(at) * sp.Rational(str(vv[i])) * sp.Rational(str(vv[j])) for i, c in enumerate(coords) for j, e in enumerate(coords)) + sp.diff(f, loc["t"], 2).subs(at) + 2 * sum(sp.diff(f, loc[c], loc["t"]).subs(at) * sp.Rational(str(vv[i])) for i, c in enumerate(coords))
        checks.append((nm + ": row and offset of '" + conds[s] + "' from the text", 0 if [toF(sp.Rational(x)) for x in gr] == A[s] and toF(sp.Rational(q2)) == b[s] and f.subs(at) == 0 and dotf(A[s], vv) + toF(sp.Rational(sp.diff(f, loc["t"]).subs(at))) == 0 else 1, 0))
    act = [conds[ne + i] for i in range(nk) if r["f2"][i] == 0]
    cases.append({"name": nm, "why": why, "model": model, "state": {"t": 0, "q": [0] * n, "v": vv},
                  "expect": {"accelerations": r["a"], "multipliers": dict(zip(conds, r["mu"] + r["lambda"])), "zwang": r["Z"], "f2": dict(zip(conds[ne:], r["f2"])),
                             "dalembert_fourier": {"vertices": [{"a": a, "Z": Zf(a), "is_gauss": a == r["a"], "z": [z for aa, z in VA if aa == a][:1]} for a in VAu], "rays": RAu, "determined": len(RAu) == 0 and len(VAu) == 1},
                             "virtual_displacements": {"rows": K, "of": conds[ne:], "equations": E},
                             "changes_of_acceleration": {"rows": [K[i] for i in range(nk) if r["f2"][i] == 0], "of": act, "equations": E}}})


xyz = ["x", "y", "z"]
instant("halfspace_free", "Stäckel 6: x3 >= 0, X3 = 2 > 0: the principle leaves x3'' >= 2", xyz, [1, 1, 1], [3, -1, 2], ["wall"], [[0, 0, -1]], [0], 0, ["-z"])
instant("halfspace_pressed", "X3 = -2: x3'' >= 0, a ray from Gauss's point", xyz, [1, 1, 1], [3, -1, -2], ["wall"], [[0, 0, -1]], [0], 0, ["-z"])
instant("corner_both", "two walls in the plane, both carry (Ostrogradsky's first counterexample)", ["x", "y"], [1, 1], [2, 1], ["w1", "w2"], [[1, 0], [-3, 4]], [0, 0], 0, ["x", "4*y-3*x"])
instant("corner_one", "two walls, one carries though the free motion breaks both: Gauss's point is a vertex, the set has more vertices", ["x", "y"], [1, 2], [1, 4], ["w1", "w2"], [[1, 0], [4, 3]], [0, 0], 0, ["x", "4*x+3*y"])
instant("moving_on_sphere_and_wall", "point runs on the inside of a sphere along a wall: offsets from the velocity", xyz, [2, 2, 2], [1, 3, 4], ["sphere", "wall"], [[0, 0, 2], [0, 1, 0]], [8, 0], 0, ["x^2+y^2+z^2+2*z", "y"], v=[2, 0, 0])
instant("equation_and_two_walls", "plane x + y + z = 0 as equation, two walls, unequal masses", xyz, [1, 2, 3], [3, 1, -2], ["plane", "w1", "w2"], [[1, 1, 1], [1, 0, 0], [0, 1, -1]], [0, 0, 0], 1, ["x+y+z", "x", "y-z"])
instant("three_walls", "three walls in space, one is left", xyz, [1, 1, 1], [2, 1, -3], ["w1", "w2", "w3"], [[1, 0, 0], [1, 2, 0], [0, -1, 1]], [0, 0, 0], 0, ["x", "x+2*y", "z-y"])
instant("moving_wall", "a wall that gives way with acceleration 1 (x <= t^2/2) and a standing one", ["x", "y"], [1, 1], [3, 2], ["moving", "standing"], [[1, 0], [1, 1]], [-1, 0], 0, ["x-t^2/2", "x+y"])


# ---------------------------------------------------------------- Mayer's trials
def trials(nm, why, coords, mass, X, conds, A, b, texts):
    n = len(mass)
    ms, Xf = fr(mass), fr(X)
    A = [fr(r) for r in A]
    b = fr(b)
    Minv = diag_inv(ms)
    a0 = [Xf[i] / ms[i] for i in range(n)]
    r = gauss_qp(Minv, a0, [], [], A, b)
    Phi, Phi0 = r["Phi"], r["Phi0"]
    lst, ok = [], 0
    for k in range(len(A) + 1):
        for S in itertools.combinations(range(len(A)), k):
            z = _solve_exact([[Phi[s][t_] for t_ in S] for s in S], [Phi0[s] for s in S]) if S else []
            e = {"set": [conds[s] for s in S]}
            if z is None:
                e["verdict"] = "dependent rows"
                lst.append(e)
                continue
            a = [a0[i] - sum(A[s][i] * zz for s, zz in zip(S, z)) / ms[i] for i in range(n)]
            f2 = [dotf(A[s], a) + b[s] for s in range(len(A))]
            neg = [conds[s] for s, zz in zip(S, z) if zz < 0]
            brk = [conds[s] for s in range(len(A)) if s not in S and f2[s] > 0]
            # second route for the trial: bordered system [M A^T; A 0]
            kk = len(S)
            Kb = [[ms[i] if i == j else F(0) for j in range(n)] + [A[s][i] for s in S] for i in range(n)] + [list(A[s]) + [F(0)] * kk for s in S]
            sol = _solve_exact(Kb, Xf + [-b[s] for s in S])
            checks.append((nm + ": trial {%s} by the bordered system" % ",".join(e["set"]), 0 if sol[:n] == a and sol[n:] == list(z) else 1, 0))
            e.update({"accelerations": a, "multipliers": list(z), "f2": f2, "broken": brk, "negative": neg, "Z": sum(ms[i] * (a[i] - a0[i]) ** 2 for i in range(n))})
            e["verdict"] = "accepted" if not neg and not brk else ("rejected by (20)" if neg and not brk else "rejected by (19)" if brk and not neg else "rejected by (19) and (20)")
            ok += e["verdict"] == "accepted"
            lst.append(e)
    acc = [e for e in lst if e["verdict"] == "accepted"]
    checks.append((nm + ": all accepted trials give the same acceleration, at least one", 0 if acc and all(e["accelerations"] == r["a"] for e in acc) else 1, 0))
    nn = nnls_check(Minv, a0, [], [], A, b)
    checks.append((nm + ": accepted trial against non-negative least squares", max(abs(float(x) - y) for x, y in zip(r["a"], nn)), "1e-11"))
    fr_ = [conds[s] for s in range(len(A)) if Phi0[s] > 0]
    cases.append({"name": nm, "why": why, "model": {"coordinates": coords, "velocities": ["v" + c for c in coords], "mass": [str(x) for x in mass], "parameters": {}, "forces": [str(x) for x in X], "constraints": [{"name": c, "kind": "holonomic-inequality", "f": t_} for c, t_ in zip(conds, texts)]},
                  "state": {"t": 0, "q": [0] * n, "v": [0] * n}, "expect": {"accelerations": r["a"], "zwang": r["Z"], "free_f2": Phi0, "ostrogradsky_set": fr_, "accepted": [e["set"] for e in acc], "trials": lst}})


trials("trials_three", "three walls in space, unequal masses: eight trials, one accepted", xyz, [1, 2, 1], [2, 3, -2], ["f1", "f2", "f3"], [[1, 0, 0], [1, 1, 0], [-2, 1, 1]], [0, 0, 0], ["x", "x+y", "y+z-2*x"])
trials("trials_three_degenerate", "the same with X3 = -1: f3 has f'' = 0 and multiplier 0, two trials are accepted and give the same acceleration", xyz, [1, 2, 1], [2, 3, -1], ["f1", "f2", "f3"], [[1, 0, 0], [1, 1, 0], [-2, 1, 1]], [0, 0, 0], ["x", "x+y", "y+z-2*x"])
trials("trials_four", "four walls of a point in space: sixteen trials, two of dependent rows, four accepted (degenerate) with the same acceleration", xyz, [1, 1, 1], [3, 2, 2], ["f1", "f2", "f3", "f4"], [[1, 0, 0], [0, 1, 0], [1, -1, 0], [1, 1, 1]], [0, 0, 0, 0], ["x", "y", "x-y", "x+y+z"])
trials("trials_four_plain", "four walls, one accepted trial", xyz, [1, 1, 2], [-1, 3, -3], ["f1", "f2", "f3", "f4"], [[1, 0, -1], [0, 1, 1], [1, -1, 0], [1, 1, 1]], [0, 0, 0, 0], ["x-z", "y+z", "x-y", "x+y+z"])
trials("trials_two_masses", "two masses on an axis each with walls and a string between (Mayer's coupling): four constraints", ["x1", "y1", "x2", "y2"], [1, 1, 2, 2], [2, -1, -6, 1], ["wall1", "wall2", "string", "floor"], [[1, 0, 0, 0], [0, 0, -1, 1], [2, 0, -2, 0], [0, -1, 0, 0]], [0, 0, 0, 0], ["x1", "y2-x2", "2*x1-2*x2", "-y1"])
write("p38_dalembert_fourier", "What the d'Alembert-Fourier principle allows, Gauss's point in it; Mayer's trials", ["Stäckel 1919, sections 6 and 10, (34)-(36); Mayer 1899a, section 2, criteria (19), (20)"], cases, "exact (fractions)", checks,
      notes="The set of accelerations allowed by the d'Alembert-Fourier principle is {a admissible : M a = X - A_E^T mu - A_K^T z, z >= 0} = convex hull of the vertices plus the cone of the rays (rays scaled to largest entry 1 in absolute value). virtual_displacements: cone A_K d <= 0 of (35); changes_of_acceleration: cone of (34), only the rows with f'' = 0 at Gauss's point; every d is a u, not conversely. In trials_two_masses the 'string' is the one-sided constraint x1 <= x2. (19): a constraint outside the trial is broken (f'' > 0); (20): a multiplier of the trial is negative.")
