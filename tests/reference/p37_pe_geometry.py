# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Geometry of a P-E-system p.dx = 0 in space (Voss 1884, the pages before his (12); the formulas used carry no numbers there).

n = p/|p|, J = dp/dx.  For a unit direction u with p.u = 0:
  normal curvature          k(u) = P/|p| with Voss's P = -sum dp_i/dx_k u_i u_k   (radius of curvature rho = c^2 |p|/P of the straightest path)
  torsion of that path      tau(u) = det(u, p, J u)/p^2
  principal (asymptotic) tangents: P = 0
  lines of curvature (Voss): det(u, p, J u) = 0, i.e. the straightest path has an inflection plane (tau = 0)
  principal directions of the osculating surface F = 0 (Voss: its normal curvatures and curvature are those of the P-E-system): extremes of k(u)
The two kinds of principal directions are the same for integrable forms only.
"""
from refcommon import *
import sympy as sp

cases, checks = [], []
x, y, z = sp.symbols("x y z", real=True)
Q = [x, y, z]
m_ = mp.mpf


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    s = mp.sqrt(dot(a, a))
    return [v / s for v in a]


def fix(d):
    """Sign: the entry of largest size is positive."""
    k = max(range(3), key=lambda i: abs(d[i]) - i * m_(10) ** -20)
    return d if d[k] > 0 else [-v for v in d]


def geometry(form, place):
    p = [sp.nsimplify(sp.sympify(s.replace("^", "**"), locals={"x": x, "y": y, "z": z}), rational=True) for s in form]
    at = dict(zip(Q, [sp.Rational(str(v)) for v in place]))
    N = lambda e: m_(sp.N(e.subs(at), 48))
    pv = [N(e) for e in p]
    J = [[N(sp.diff(p[i], Q[k])) for k in range(3)] for i in range(3)]
    curl = [J[2][1] - J[1][2], J[0][2] - J[2][0], J[1][0] - J[0][1]]
    L = mp.sqrt(dot(pv, pv))
    n = [v / L for v in pv]
    # tangent basis
    e1 = unit(cross(n, [m_(0), m_(0), m_(1)] if abs(n[2]) < 0.9 else [m_(1), m_(0), m_(0)]))
    e2 = cross(n, e1)
    Ju = lambda u: [dot(J[i], u) for i in range(3)]
    B = [[-dot(a, Ju(b)) / L for b in (e1, e2)] for a in (e1, e2)]     # B_ab = -e_a . J e_b / |p|
    return p, pv, J, curl, L, n, e1, e2, Ju, B


def comb(c, s, e1, e2):
    return [c * a + s * b for a, b in zip(e1, e2)]


def quadratic(a, b, c):
    """Directions (cos, sin) with a cos^2 + 2 b cos sin + c sin^2 = 0."""
    D = b * b - a * c
    if max(abs(a), abs(b), abs(c)) < m_(10) ** -40:
        return "all"
    if D < -m_(10) ** -40:
        return []
    r = mp.sqrt(max(D, m_(0)))
    if r < m_(10) ** -30:
        return [unit2(c, -b) if abs(c) >= abs(a) else unit2(-b, a)]
    q = -(b + (r if b >= 0 else -r))          # c t^2 + 2 b t + a = 0, t = tan: t = q/c and a/q
    return [unit2(c, q), unit2(q, a)]


def det(M):
    """By the first row; M is a list of lists."""
    if len(M) == 1:
        return M[0][0]
    return sum((-1) ** j * M[0][j] * det([r[:j] + r[j + 1:] for r in M[1:]]) for j in range(len(M)))


def unit2(p, q):
    h = mp.sqrt(p * p + q * q)
    return (p / h, q / h)


def path_frenet(form, place, u, h="0.02"):
    """Second route: the straightest path x'' = lambda p is integrated to both sides, and curvature and torsion are taken from differences of the points."""
    p = [sp.nsimplify(sp.sympify(s.replace("^", "**"), locals={"x": x, "y": y, "z": z}), rational=True) for s in form]
    fp = sp.lambdify(Q, p, "mpmath")
    fJ = sp.lambdify(Q, [[sp.diff(p[i], Q[k]) for k in range(3)] for i in range(3)], "mpmath")

    def f(t, s):
        q, v = s[:3], s[3:]
        P = fp(*q)
        Jn = fJ(*q)
        lam = -sum(Jn[i][k] * v[i] * v[k] for i in range(3) for k in range(3)) / dot(P, P)
        return list(v) + [lam * c for c in P]
    h = m_(h)
    ts = [h * k for k in range(1, 9)]
    q0 = [m_(v) for v in place]
    fw, _ = gbs(f, 0, q0 + list(u), ts, H="0.05", tol=m_(10) ** -40)
    bw, _ = gbs(f, 0, q0 + [-v for v in u], ts, H="0.05", tol=m_(10) ** -40)
    # polynomial through 17 points of each coordinate
    pts = [(-k * h, bw[k - 1][:3]) for k in range(8, 0, -1)] + [(m_(0), q0)] + [(k * h, fw[k - 1][:3]) for k in range(1, 9)]
    V = mp.matrix(17, 17)
    for i, (t_, _) in enumerate(pts):
        for j in range(17):
            V[i, j] = (t_ / h) ** j
    d = []
    for c in range(3):
        co = mp.lu_solve(V, mp.matrix([q[c] for _, q in pts]))
        d.append([co[1] / h, 2 * co[2] / h ** 2, 6 * co[3] / h ** 3])
    d1, d2, d3 = [[d[c][k] for c in range(3)] for k in range(3)]
    cr = cross(d1, d2)
    s = mp.sqrt(dot(d1, d1))
    kap = mp.sqrt(dot(cr, cr)) / s ** 3
    tau = dot(cr, d3) / dot(cr, cr) if dot(cr, cr) > m_(10) ** -25 else None
    return kap, tau, d2


def clean(o):
    """Rounding residues below 1e-40 are written as 0."""
    if isinstance(o, dict):
        return {k: clean(v) for k, v in o.items()}
    if isinstance(o, list):
        return [clean(v) for v in o]
    return m_(0) if isinstance(o, mp.mpf) and abs(o) < m_(10) ** -40 else o


def one(nm, why, form, place, given):
    p, pv, J, curl, L, n, e1, e2, Ju, B = geometry(form, place)
    S = [[B[0][0], (B[0][1] + B[1][0]) / 2], [(B[0][1] + B[1][0]) / 2, B[1][1]]]
    H = (B[0][0] + B[1][1]) / 2
    Ks = S[0][0] * S[1][1] - S[0][1] ** 2
    Kd = B[0][0] * B[1][1] - B[0][1] * B[1][0]
    om = dot(n, curl) / L              # n . curl n = p . curl p / p^2
    checks.append((nm + ": det of the operator = curvature of F + (n.curl n)^2/4", abs(Kd - Ks - om ** 2 / 4), "1e-40"))
    k = lambda u: -dot(u, Ju(u)) / L
    tau = lambda u: dot(u, cross(pv, Ju(u))) / L ** 2
    # curvature of the osculating surface F = sum p xi + 1/2 sum sym(J) xi xi: bordered determinant (second route for Ks, H)
    Sy = [[(J[i][j] + J[j][i]) / 2 for j in range(3)] + [pv[i]] for i in range(3)] + [list(pv) + [m_(0)]]
    checks.append((nm + ": curvature of F by the bordered determinant", abs(-det(Sy) / L ** 4 - Ks), "1e-40"))
    trJ = J[0][0] + J[1][1] + J[2][2]
    checks.append((nm + ": mean curvature = -(div p - n.Jn)/(2|p|)", abs(-(trJ - dot(n, Ju(n))) / (2 * L) - H), "1e-40"))
    ex = {"normal": n, "p_dot_curl_p": dot(pv, curl), "n_dot_curl_n": om, "mean_curvature": H, "curvature_of_F": Ks, "determinant_of_operator": Kd}
    # asymptotic
    a = quadratic(S[0][0], S[0][1], S[1][1])
    if a == "all":
        ex["asymptotic_directions"] = "all"
    else:
        A = [fix(comb(c, s, e1, e2)) for c, s in a]
        for u in A:
            checks.append((nm + ": Voss's P vanishes in an asymptotic direction", abs(k(u)), "1e-40"))
        ex["asymptotic_directions"] = A
    # Voss's lines of curvature: det(u, p, Ju) = 0 -> u.(n x Ju): with Bu = -(e.Ju)/L, tau = e_perp.(B u): B21 c^2 + (B22 - B11) c s - B12 s^2 = 0
    v = quadratic(B[1][0], (B[1][1] - B[0][0]) / 2, -B[0][1])
    if v == "all":
        ex["lines_of_curvature_voss"] = "all"
    else:
        A = [fix(comb(c, s, e1, e2)) for c, s in v]
        for u in A:
            checks.append((nm + ": torsion of the straightest path vanishes along a line of curvature (Voss)", abs(tau(u)), "1e-40"))
        ex["lines_of_curvature_voss"] = [{"direction": u, "normal_curvature": k(u)} for u in A]
    # extremes of the normal curvature (principal directions of F)
    D = mp.sqrt(max(H * H - Ks, m_(0)))
    if D < m_(10) ** -30:
        ex["principal_directions_F"] = "all"
        ex["principal_curvatures_F"] = [H, H]
    else:
        lst = []
        for s in (1, -1):
            kk = H + s * D
            # (S - kk) w = 0
            w1, w2 = (S[0][1], kk - S[0][0]) if abs(S[0][1]) + abs(kk - S[0][0]) > m_(10) ** -30 else (kk - S[1][1], S[0][1])
            u = fix(unit(comb(w1, w2, e1, e2)))
            checks.append((nm + ": normal curvature in a principal direction of F", abs(k(u) - kk), "1e-38"))
            lst.append({"direction": u, "normal_curvature": kk, "torsion_of_path": tau(u)})
        ex["principal_directions_F"] = lst
        checks.append((nm + ": torsion in the principal directions of F is (n.curl n)/2 in both, up to sign", max(abs(abs(e["torsion_of_path"]) - abs(om) / 2) for e in lst), "1e-38"))
        # Euler's formula and angle search as second route: k at 37 directions never exceeds the extremes
        worst = max(max(k(comb(mp.cos(t_), mp.sin(t_), e1, e2)) - (H + D), (H - D) - k(comb(mp.cos(t_), mp.sin(t_), e1, e2))) for t_ in [m_(i) * mp.pi / 37 for i in range(37)])
        checks.append((nm + ": no direction exceeds the principal curvatures", max(m_(0), worst), "1e-45"))
    ex["in_directions"] = []
    for g in given:
        g = [m_(v_) for v_ in g]
        u = unit([a_ - dot(g, n) * b_ for a_, b_ in zip(g, n)])
        kap, ta, d2 = path_frenet(form, place, u)
        checks.append((nm + ": curvature of the integrated straightest path", abs(kap - abs(k(u))), "1e-14"))
        if ta is not None and abs(k(u)) > m_(10) ** -10:
            checks.append((nm + ": torsion of the integrated straightest path", abs(ta - tau(u)), "1e-12"))
        ex["in_directions"].append({"direction": u, "normal_curvature": k(u), "curvature_of_path": abs(k(u)), "torsion_of_path": tau(u)})
    cases.append({"name": nm, "why": why, "model": {"coordinates": ["x", "y", "z"], "velocities": ["vx", "vy", "vz"], "mass": ["1", "1", "1"], "parameters": {}, "forces": ["0", "0", "0"], "constraints": [{"name": "form", "kind": "nonholonomic-equation", "p": form, "p0": "0"}]},
                  "state": {"t": 0, "q": [m_(v_) for v_ in place], "v": ex["in_directions"][0]["direction"]}, "expect": clean(ex)})
    return ex, n


DIR = [["1", "0.3", "-0.2"], ["0.2", "1", "0.5"]]
for i, pl in enumerate([["0.5", "0.2", "0"], ["1", "-1", "2"], ["0", "0", "1"]]):
    ex, n = one("linear_complex_%d" % (i + 1), "linear complex y dx - x dy + 2 dz: normal curvature 0 everywhere, all directions asymptotic, torsion -+2/(r^2+4), no real lines of curvature in Voss's sense", ["y", "-x", "2"], pl, DIR)
    r2 = m_(pl[0]) ** 2 + m_(pl[1]) ** 2
    checks.append(("linear_complex_%d: |torsion| = 2/(r^2+4) in every direction" % (i + 1), max(abs(abs(e["torsion_of_path"]) - 2 / (r2 + 4)) for e in ex["in_directions"]), "1e-40"))
for i, pl in enumerate([["0.5", "0.2", "0.3"], ["1", "-1", "0.5"], ["-0.4", "0.7", "1.2"]]):
    one("generic_%d" % (i + 1), "-y^2 dx + x z dy + dz", ["-y^2", "x*z", "1"], pl, DIR)
for i, pl in enumerate([["0.3", "0.4", "0.2"], ["1", "0.5", "-0.3"], ["-0.6", "0.8", "0.5"]]):
    one("bowl_twisted_%d" % (i + 1), "(x + y/3) dx + (2 y - x/3) dy + dz: a paraboloid with a twist", ["x+y/3", "2*y-x/3", "1"], pl, DIR)
# integrable: (1+y^2) grad(x^2/4 + y^2/9 + z^2/16): ellipsoids; against the classical formulas
A2, B2, C2 = 4, 9, 16
for i, pl in enumerate([["1", "1", "2"], ["0.5", "-2", "1"], ["-1.2", "0.6", "-1.5"]]):
    nm = "ellipsoids_%d" % (i + 1)
    ex, n = one(nm, "integrable: (1+y^2) d(x^2/4+y^2/9+z^2/16): the geometry is that of the ellipsoid through the place", ["(1+y^2)*x/2", "(1+y^2)*2*y/9", "(1+y^2)*z/8"], pl, DIR)
    X = [m_(v) for v in pl]
    lev = X[0] ** 2 / A2 + X[1] ** 2 / B2 + X[2] ** 2 / C2
    a2, b2, c2 = A2 * lev, B2 * lev, C2 * lev          # semi-axes squared of the ellipsoid through the place
    D = X[0] ** 2 / a2 ** 2 + X[1] ** 2 / b2 ** 2 + X[2] ** 2 / c2 ** 2
    K = 1 / (a2 * b2 * c2 * D ** 2)
    Hc = (a2 + b2 + c2 - (X[0] ** 2 + X[1] ** 2 + X[2] ** 2)) / (2 * a2 * b2 * c2 * D ** m_("1.5"))
    checks.append((nm + ": total curvature 1/(a^2 b^2 c^2 (sum x^2/a^4)^2) of the ellipsoid", abs(K - ex["curvature_of_F"]), "1e-40"))
    checks.append((nm + ": mean curvature of the ellipsoid (outer normal: negative)", abs(Hc + ex["mean_curvature"]), "1e-40"))
    checks.append((nm + ": n.curl n = 0", abs(ex["n_dot_curl_n"]), "1e-45"))
    # second fundamental form of z = f(x, y)
    xs, ys = sp.symbols("xs ys")
    f = sp.sign(sp.Rational(pl[2])) * sp.sqrt(16 * (sp.Rational(pl[0]) ** 2 / 4 + sp.Rational(pl[1]) ** 2 / 9 + sp.Rational(pl[2]) ** 2 / 16 - xs ** 2 / 4 - ys ** 2 / 9))
    at = {xs: sp.Rational(pl[0]), ys: sp.Rational(pl[1])}
    N = lambda e: m_(sp.N(e.subs(at), 48))
    fx, fy, fxx, fxy, fyy = [N(e) for e in (sp.diff(f, xs), sp.diff(f, ys), sp.diff(f, xs, 2), sp.diff(f, xs, ys), sp.diff(f, ys, 2))]
    Wg = mp.sqrt(1 + fx ** 2 + fy ** 2)
    E_, F_, G_ = 1 + fx ** 2, fx * fy, 1 + fy ** 2
    sg = 1 if n[2] > 0 else -1
    e_, f_, g_ = sg * fxx / Wg, sg * fxy / Wg, sg * fyy / Wg
    # lines of curvature: (f E - e F) dx^2 + (g E - e G) dx dy + (g F - f G) dy^2 = 0
    for u in ex["principal_directions_F"]:
        d = u["direction"]
        checks.append((nm + ": classical equation of the lines of curvature", abs((f_ * E_ - e_ * F_) * d[0] ** 2 + (g_ * E_ - e_ * G_) * d[0] * d[1] + (g_ * F_ - f_ * G_) * d[1] ** 2), "1e-38"))
        checks.append((nm + ": normal curvature by the second fundamental form", abs((e_ * d[0] ** 2 + 2 * f_ * d[0] * d[1] + g_ * d[1] ** 2) / (E_ * d[0] ** 2 + 2 * F_ * d[0] * d[1] + G_ * d[1] ** 2) - u["normal_curvature"]), "1e-38"))
    vo = sorted([e["direction"] for e in ex["lines_of_curvature_voss"]], key=lambda d: float(d[0]))
    pr = sorted([e["direction"] for e in ex["principal_directions_F"]], key=lambda d: float(d[0]))
    checks.append((nm + ": Voss's lines of curvature are the principal directions", max(maxdiff(a, b) for a, b in zip(vo, pr)) if len(vo) == len(pr) else m_(1), "1e-35"))
# an integrable saddle: real asymptotic directions, z - x y times exp(x)
for i, pl in enumerate([["0", "0", "0"], ["1", "0.5", "0.5"], ["-0.7", "0.4", "1"]]):
    nm = "saddles_%d" % (i + 1)
    ex, n = one(nm, "integrable: exp(x) d(z - x y): saddles; the asymptotic directions are the rulings (1, 0, y) and (0, 1, x)", ["-y*exp(x)", "-x*exp(x)", "exp(x)"], pl, DIR)
    X = [m_(v) for v in pl]
    rul = sorted([fix(unit([m_(1), m_(0), X[1]])), fix(unit([m_(0), m_(1), X[0]]))], key=lambda d: float(d[0]))
    got = sorted(ex["asymptotic_directions"], key=lambda d: float(d[0]))
    checks.append((nm + ": asymptotic directions are the rulings", max(maxdiff(a, b) for a, b in zip(rul, got)), "1e-38"))
    checks.append((nm + ": total curvature -1/(1+x^2+y^2)^2", abs(ex["curvature_of_F"] + 1 / (1 + X[0] ** 2 + X[1] ** 2) ** 2), "1e-40"))
write("p37_pe_geometry", "Geometry of a P-E-system: asymptotic and principal directions, curvatures, torsion of the straightest path",
      ["Voss 1884, motion of a point in a P-E-system: formulas without number between (11) and (12): rho = c^2 sqrt(p^2)/P, P = -sum dp_i/dx_k x_i' x_k'; torsion det(x', p, dp/dt)/(c^2 p^2); surface F = 0"], cases, "closed with 48 digits", checks,
      notes="Voss's lines of curvature are the directions where det(x', p, dp/dt) = 0 (torsion of the straightest path zero): eigenvectors of the non-symmetric operator -(1/|p|) dp/dx on the plane, not orthogonal and possibly not real when p.curl p != 0; his normal curvatures and 'curvature' are those of the osculating surface F = 0, i.e. of the symmetric part (curvature_of_F). determinant_of_operator = curvature_of_F + (n.curl n)^2/4. The paper cites Math. Annalen XXIII pp. 49, 70, 71 for these notions. Signs: curvatures against n = p/|p| (positive: the path bends towards +p); directions up to sign, here the largest entry is positive. Torsion: right-handed positive.")
