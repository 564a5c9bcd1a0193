# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Symbolic and numerical proofs of the formulas in docs/theory.md and of every correction in its appendix.

Run: python3 verify_formulas.py   (prints one line per statement, fails loudly)
"""
import sympy as sp
import mpmath as mp

N = 0


def ok(tag, expr, zero=True):
    """expr must simplify to zero (or be True)."""
    global N
    if expr is True or expr is sp.true:
        good = True
    elif expr is False or expr is sp.false:
        good = False
    else:
        e = sp.simplify(sp.expand(expr)) if not isinstance(expr, (list, sp.MatrixBase)) else None
        if e is None:
            good = all(sp.simplify(sp.expand(x)) == 0 for x in (list(expr)))
        else:
            good = e == 0
    if not good:
        raise AssertionError(tag + ": " + str(expr))
    N += 1
    print("ok  " + tag)


def bad(tag, expr):
    """The formula as printed must NOT vanish (proves that the correction is needed)."""
    global N
    items = list(expr) if isinstance(expr, (list, sp.MatrixBase)) else [expr]
    if all(sp.simplify(sp.expand(x)) == 0 for x in items):
        raise AssertionError(tag + " unexpectedly holds")
    N += 1
    print("ok  (as printed is wrong) " + tag)


t = sp.Symbol("t")

# ---------------------------------------------------------------- A. impacts, energy balance
n, r = 3, 2
M = sp.Matrix(3, 3, lambda i, j: sp.Symbol("M%d%d" % (min(i, j), max(i, j))))
A = sp.Matrix(2, 3, lambda i, j: sp.Symbol("A%d%d" % (i, j)))
l = sp.Matrix(sp.symbols("l0:2"))
up = sp.Matrix(sp.symbols("u0:3"))
d = sp.Matrix(sp.symbols("d0:3"))
# M d = A^T l (d = u_free - u_plastic), A up = -b on the active rows
T = lambda w: (w.T * M * w)[0] / 2
b = -(A * up)
cross = (up.T * A.T * l)[0]
# replace M d by A^T l in the mixed term: up^T M d = up^T A^T l
e = sp.Symbol("e")
lhs = T(up + d) - T(up - e * d)
rhs = (1 - e ** 2) * T(d) + (1 + e) * (up.T * M * d)[0]
ok("A1 T- - T+ = (1-e^2) T(d) + (1+e) u_p.M d", lhs - rhs)
ok("A2 u_p.A^T l = -b.l, hence T- - T+ = (1-e^2) T(d) - (1+e) l.b", cross + (b.T * l)[0])

# ---------------------------------------------------------------- B. Mayer's ring
m, w, rr, ph = sp.symbols("m w r phi", positive=True)
X, y, lam = sp.symbols("X y lambda")
xd, yd = sp.symbols("xd yd")
# inside: m(0-x') = l X, m(0-y') = l y, X (x'-w) + y y' = 0
L = sp.Symbol("l")
sol = sp.solve([m * xd + L * X, m * yd + L * y, X * (xd - w) + y * yd], [xd, yd, L], dict=True)[0]
ok("B1 l r^2 = -m w X", (sol[L] * (X ** 2 + y ** 2) + m * w * X))
ok("B2 x' = w cos^2, y' = w cos sin", [sol[xd].subs({X: rr * sp.cos(ph), y: rr * sp.sin(ph)}) - w * sp.cos(ph) ** 2,
                                       sol[yd].subs({X: rr * sp.cos(ph), y: rr * sp.sin(ph)}) - w * sp.cos(ph) * sp.sin(ph)])
xs, ys = sp.Function("x")(t), sp.Function("y")(t)
f = ((xs - w * t) ** 2 + ys ** 2 - rr ** 2) / 2
f2 = sp.diff(f, t, 2)
ok("B3 f'' = X x'' + y y'' + (x'-w)^2 + y'^2", f2 - ((xs - w * t) * xs.diff(t, 2) + ys * ys.diff(t, 2) + (xs.diff(t) - w) ** 2 + ys.diff(t) ** 2))
bad("B3p printed f'' with (x - w t)^2 in place of (x'-w)^2", f2 - ((xs - w * t) * xs.diff(t, 2) + ys * ys.diff(t, 2) + (xs - w * t) ** 2 + ys.diff(t) ** 2))
# closed form on the ring: x = w t + r cos(phi0 + om t)
om = sp.Symbol("om", real=True)
xc, yc = w * t + rr * sp.cos(ph + om * t), rr * sp.sin(ph + om * t)
lamc = m * ((xc.diff(t) - w) ** 2 + yc.diff(t) ** 2) / rr ** 2
ok("B4 m x'' = -lambda (x - w t), m y'' = -lambda y", [m * xc.diff(t, 2) + lamc * (xc - w * t), m * yc.diff(t, 2) + lamc * yc])
bad("B4p printed m x'' = +lambda (x - w t)", m * xc.diff(t, 2) - lamc * (xc - w * t))
ok("B5 om = w sin(phi)/r matches the velocity after the impact", [xc.diff(t).subs(t, 0).subs(om, w * sp.sin(ph) / rr) - w * sp.cos(ph) ** 2,
                                                             yc.diff(t).subs(t, 0).subs(om, w * sp.sin(ph) / rr) - w * sp.cos(ph) * sp.sin(ph)])
tau = sp.Symbol("tau", positive=True)
gap = (rr * sp.cos(ph) + tau * (w * sp.cos(ph) ** 2 - w)) ** 2 + (rr * sp.sin(ph) + tau * w * sp.cos(ph) * sp.sin(ph)) ** 2 - rr ** 2
ok("B6 outside: distance^2 - r^2 = (w tau sin phi)^2, never overtaken", gap - (w * tau * sp.sin(ph)) ** 2)

# ---------------------------------------------------------------- C. Mayer 1899a, r = 2
P11, P12, P22, p1, p2 = sp.symbols("P11 P12 P22 p1 p2")
D2 = P11 * P22 - P12 ** 2
l1, l2 = (P22 * p1 - P12 * p2) / D2, (P11 * p2 - P12 * p1) / D2
ok("C1 Delta_2 lambda_1 = Phi22 Phi_1^2, Delta_2 lambda_2 = Phi11 Phi_2^1", [D2 * l1 - P22 * (p1 - p2 * P12 / P22), D2 * l2 - P11 * (p2 - p1 * P12 / P11)])

# ---------------------------------------------------------------- D. Stäckel: cone vertex
X1, X2, X3 = sp.symbols("X1 X2 X3", real=True)
rho = sp.sqrt(X1 ** 2 + X2 ** 2)
for s in (1, -1):
    h = (rho + s * X3) / 2
    a = [h * X1 / rho, h * X2 / rho, s * h]
    k = rho / h - 1                 # 1 + kappa = rho/h
    ok("D%d stationary point of Z on the cone" % s, [a[0] ** 2 + a[1] ** 2 - a[2] ** 2, a[0] - X1 + k * a[0], a[1] - X2 + k * a[1], a[2] - X3 - k * a[2],
                                                       sum((u - v) ** 2 for u, v in zip(a, (X1, X2, X3))) - (rho - s * X3) ** 2 / 2])
xx = [sp.Function("x%d" % i)(t) for i in range(3)]
fc = xx[0] ** 2 + xx[1] ** 2 - xx[2] ** 2
a_ = sp.symbols("a1:4")
ok("D3 at rest at the vertex f = (a1^2+a2^2-a3^2) t^4/4 + ...", sp.expand(fc.subs({xx[i]: a_[i] * t ** 2 / 2 for i in range(3)})) - (a_[0] ** 2 + a_[1] ** 2 - a_[2] ** 2) * t ** 4 / 4)

# ---------------------------------------------------------------- E. Maurer, introduction (4) and general E-L
x, yv, z = [sp.Function(k)(t) for k in "xyz"]
rho_ = sp.Function("rho")(t)
a, b_, c = sp.symbols("x y z")
phi, psi, chi = b_ * c ** 2 + a, a ** 2 * c, a * b_ + c ** 3     # a generic example form
sub = {a: x, b_: yv, c: z}
Lg = m * (x.diff(t) ** 2 + yv.diff(t) ** 2 + z.diff(t) ** 2) / 2 - rho_ * (phi.subs(sub) * x.diff(t) + psi.subs(sub) * yv.diff(t) + chi.subs(sub) * z.diff(t))
EL = [sp.diff(sp.diff(Lg, q.diff(t)), t) - sp.diff(Lg, q) for q in (x, yv, z)]
good, printed = [], []
for q, co, cf in ((x, a, phi), (yv, b_, psi), (z, c, chi)):
    good.append(m * q.diff(t, 2) - sp.diff(rho_ * cf.subs(sub), t) + rho_ * (phi.diff(co).subs(sub) * x.diff(t) + psi.diff(co).subs(sub) * yv.diff(t) + chi.diff(co).subs(sub) * z.diff(t)))
    printed.append(m * q.diff(t, 2) - sp.diff(rho_ * cf.subs(sub), t) + rho_ * (phi.diff(a).subs(sub) * x.diff(t) + psi.diff(b_).subs(sub) * yv.diff(t) + chi.diff(c).subs(sub) * z.diff(t)))
ok("E1 Maurer intro (4) corrected: all derivatives with respect to the row's own coordinate", [u - v for u, v in zip(EL, good)])
bad("E1p Maurer intro (4) as printed", [u - v for u, v in zip(EL, printed)])

# ---------------------------------------------------------------- F. Maurer no. 8, the cart
Mc, lc = sp.symbols("M l", positive=True)
o = sp.Function("omega")(t)
Phi = sp.cos(o) * yv.diff(t) - sp.sin(o) * x.diff(t)
Lg = Mc * (x.diff(t) ** 2 + yv.diff(t) ** 2 + lc ** 2 * o.diff(t) ** 2) / 2 + rho_ * Phi
EL = [sp.diff(sp.diff(Lg, q.diff(t)), t) - sp.diff(Lg, q) for q in (x, yv, o)]
rd, od = rho_.diff(t), o.diff(t)
good = [Mc * x.diff(t, 2) - (rd * sp.sin(o) + rho_ * od * sp.cos(o)), Mc * yv.diff(t, 2) - (-rd * sp.cos(o) + rho_ * od * sp.sin(o)),
        Mc * lc ** 2 * o.diff(t, 2) + rho_ * (sp.sin(o) * yv.diff(t) + sp.cos(o) * x.diff(t))]
ok("F1 cart, problem A: corrected (4)", [u - v for u, v in zip(EL, good)])
bad("F1p cart (4) as printed", [EL[0] - (Mc * x.diff(t, 2) - (rd * sp.sin(o) + rho_ * sp.cos(o))), EL[2] - (Mc * lc ** 2 * o.diff(t, 2) + rd * (sp.sin(o) * yv.diff(t) + sp.cos(o) * x.diff(t)))])
aa, al, W = sp.symbols("a alpha W")
ok("F2 x' with rho = a sin(alpha-om)", (aa * sp.sin(al - W) * sp.sin(W) + aa * sp.cos(al)) - aa * sp.cos(al - W) * sp.cos(W))
ok("F3 y' likewise", (-aa * sp.sin(al - W) * sp.cos(W) + aa * sp.sin(al)) - aa * sp.cos(al - W) * sp.sin(W))
eps = sp.Symbol("eps")
dx, dy, do = [sp.Function(k)(t) for k in ("dx", "dy", "do")]
var = sp.diff(Phi.subs({x: x + eps * dx, yv: yv + eps * dy, o: o + eps * do}, simultaneous=True).doit(), eps).subs(eps, 0).doit()
ok("F4 delta Phi = cos om dy' - sin om dx' - (sin om y' + cos om x') d om", var - (sp.cos(o) * dy.diff(t) - sp.sin(o) * dx.diff(t) - (sp.sin(o) * yv.diff(t) + sp.cos(o) * x.diff(t)) * do))

# ---------------------------------------------------------------- G. Maurer no. 7 (13): integrating factor
q = sp.symbols("q0:3")
qf = [sp.Function("q%d" % i)(t) for i in range(3)]
# an integrable form with factor: p = (2 q0 q2, 2 q1 q2, 1), N = exp(q0^2+q1^2)
p = [2 * q[0] * q[2], 2 * q[1] * q[2], sp.Integer(1)]
Nf = sp.exp(q[0] ** 2 + q[1] ** 2)
s2 = {q[i]: qf[i] for i in range(3)}
NPhi = sum((Nf * p[i]).subs(s2) * qf[i].diff(t) for i in range(3))
res = [sp.diff(sp.diff(NPhi, qf[i].diff(t)), t) - sp.diff(NPhi, qf[i]) for i in range(3)]
ok("G1 d/dt d(N Phi)/dx' - d(N Phi)/dx = 0 for an integrating factor (right-hand side of (13) is zero)", [x_.doit() for x_ in res])

# ---------------------------------------------------------------- H. Maurer no. 10: impulses and conjugate parameters
Am = sp.Matrix([[4, 1, 0], [1, 3, 1], [0, 1, 2]])
P2 = sp.Matrix([[1, 2, -1]])
Wk = sp.Matrix([[1, 0, 1], [0, 1, 2]]).T
P1 = Wk.T * Am
P = P1.col_join(P2)
B = P.T.inv() * Am * P.inv()
ok("H1 rows W^T A are conjugate to the constraint rows: b_12 = 0", list(B[0:2, 2:3]))
xv = sp.Matrix(sp.symbols("v0:3"))
u = P * xv
eta = B * u
ok("H2 xi = P^T eta (corrected (6))", list(Am * xv - P.T * eta))
bad("H2p xi = P eta as printed", list(Am * xv - P * eta))
ok("H3 beta = P A^-1 P^T is the inverse form", list(B.inv() - P * Am.inv() * P.T))
ok("H4 the first impulses are W-combinations of xi: eta_1 depends on u_1 only", list(eta[0:2, :].jacobian(xv) * Am.inv() * P2.T))

# ---------------------------------------------------------------- I. Voss geodesics (12), torsion, osculation
xs = sp.symbols("x1:4")
pg = [xs[1] * xs[2] ** 2 + xs[0], xs[0] ** 2 * xs[2], xs[0] * xs[1] + xs[2] ** 3]
xt = [sp.Function("x%d" % i)(t) for i in (1, 2, 3)]
st = dict(zip(xs, xt))
lamf = sp.Function("lam")(t)
Lg = sum(q_.diff(t) ** 2 for q_ in xt) / 2 + lamf * sum(pg[i].subs(st) * xt[i].diff(t) for i in range(3))
EL = [sp.diff(sp.diff(Lg, q_.diff(t)), t) - sp.diff(Lg, q_) for q_ in xt]
al_ = [sp.diff(pg[1], xs[2]) - sp.diff(pg[2], xs[1]), sp.diff(pg[2], xs[0]) - sp.diff(pg[0], xs[2]), sp.diff(pg[0], xs[1]) - sp.diff(pg[1], xs[0])]
al_ = [e_.subs(st) for e_ in al_]
v = [q_.diff(t) for q_ in xt]
good = [xt[0].diff(t, 2) + pg[0].subs(st) * lamf.diff(t) - lamf * (al_[1] * v[2] - al_[2] * v[1]),
        xt[1].diff(t, 2) + pg[1].subs(st) * lamf.diff(t) - lamf * (al_[2] * v[0] - al_[0] * v[2]),
        xt[2].diff(t, 2) + pg[2].subs(st) * lamf.diff(t) - lamf * (al_[0] * v[1] - al_[1] * v[0])]
ok("I1 geodesics: x'' = -lambda' p + lambda (alpha x x')", [u_ - v_ for u_, v_ in zip(EL, good)])
pr = [xt[1].diff(t, 2) + pg[1].subs(st) * lamf.diff(t) - lamf * (al_[0] * v[2] - al_[2] * v[0]),
      xt[2].diff(t, 2) + pg[2].subs(st) * lamf.diff(t) - lamf * (al_[2] * v[0] - al_[0] * v[2])]
bad("I1p rows 2 and 3 as printed", [EL[1] - pr[0], EL[2] - pr[1]])
# osculation: F to order t^3 with p.x' = 0 and its derivative, generic coefficients
c1, c2, c3 = [sp.symbols("%s0:3" % k) for k in ("va", "ac", "je")]
path = [c1[i] * t + c2[i] * t ** 2 / 2 + c3[i] * t ** 3 / 6 for i in range(3)]
p0 = sp.symbols("p0:3")
p1 = [[sp.Symbol("p%d_%d" % (i, k)) for k in range(3)] for i in range(3)]
p2 = [[[sp.Symbol("p%d_%d%d" % (i, min(k, j), max(k, j))) for j in range(3)] for k in range(3)] for i in range(3)]
pf = [p0[i] + sum(p1[i][k] * path[k] for k in range(3)) + sum(p2[i][k][j] * path[k] * path[j] for k in range(3) for j in range(3)) / 2 for i in range(3)]
cond = sp.expand(sum(pf[i] * sp.diff(path[i], t) for i in range(3)))
Fs = sp.expand(sum(p0[i] * path[i] for i in range(3)) + sum(p1[i][k] * path[i] * path[k] for i in range(3) for k in range(3)) / 2
               + sum(p2[i][k][j] * path[i] * path[k] * path[j] for i in range(3) for k in range(3) for j in range(3)) / 6)
# F - t*cond_0 - t^2/2 cond_1 - t^3/3 cond_2 ... subtract the combination that vanishes
k0, k1, k2 = [cond.coeff(t, j) for j in range(3)]
R3 = sp.expand(Fs.coeff(t, 3) - k2 / 3)
skew = sum((c1[i] * c2[k] - c1[k] * c2[i]) * (p1[i][k] - p1[k][i]) for i in range(3) for k in range(i + 1, 3))
ok("I2 osculating surface: F = (t^3/12) sum_{i<k}(x_i' x_k'' - x_k' x_i'')(dp_i/dx_k - dp_k/dx_i) + O(t^4)", R3 - skew / 12)
ok("I2b lower orders vanish", [Fs.coeff(t, 1) - k0, Fs.coeff(t, 2) - k1 / 2])
pv, pd_, vv = sp.Matrix(sp.symbols("P0:3")), sp.Matrix(sp.symbols("Q0:3")), sp.Matrix(sp.symbols("V0:3"))
la, lad = sp.symbols("la lad")
det = sp.Matrix.hstack(vv, la * pv, lad * pv + la * pd_).det()
ok("I3 det(x',x'',x''') = lambda^2 det(x',p,p')", det - la ** 2 * sp.Matrix.hstack(vv, pv, pd_).det())

# planes p.dx = 0 at a place: n along the third axis, the frame of the principal directions (j12 + j21 = 0)
big, h_, d_, w_, f_ = sp.symbols("big h d w f", positive=True)
jac = -big * sp.Matrix([[h_ + d_, -w_, 0], [w_, h_ - d_, 0], [0, 0, 0]]) + sp.Matrix(3, 3, lambda i, k: sp.Symbol("j%d%d" % (i, k)) if 2 in (i, k) else 0)
pp_, uu = sp.Matrix([0, 0, big]), sp.Matrix([sp.cos(f_), sp.sin(f_), 0])
ok("I4 k = H + D cos 2phi, tau = w - D sin 2phi", [sp.trigsimp(-(uu.T * jac * uu)[0] / big - h_ - d_ * sp.cos(2 * f_)),
                                                  sp.trigsimp(sp.Matrix.hstack(uu, pp_, jac * uu).det() / big ** 2 - w_ + d_ * sp.sin(2 * f_))])
ok("I4b w = -n.curl p/(2|p|)", w_ + (jac[1, 0] - jac[0, 1]) / (2 * big))
sym_ = (jac + jac.T) / 2
bordered = sp.Matrix(sp.BlockMatrix([[sym_, pp_], [pp_.T, sp.zeros(1, 1)]]))
ok("I5 H^2 - D^2 is the total curvature of F, and det = H^2 - D^2 + w^2", [-bordered.det() / big ** 4 - h_ ** 2 + d_ ** 2, (jac[0, 0] * jac[1, 1] - jac[0, 1] * jac[1, 0]) / big ** 2 - h_ ** 2 + d_ ** 2 - w_ ** 2])
unit_ = [e_ / sp.sqrt(sum(c_ ** 2 for c_ in pg)) for e_ in pg]
curl_ = lambda a_: [sp.diff(a_[2], xs[1]) - sp.diff(a_[1], xs[2]), sp.diff(a_[0], xs[2]) - sp.diff(a_[2], xs[0]), sp.diff(a_[1], xs[0]) - sp.diff(a_[0], xs[1])]
ok("I6 n.curl n = p.curl p/|p|^2", sum(a_ * b_ for a_, b_ in zip(unit_, curl_(unit_))) - sum(a_ * b_ for a_, b_ in zip(pg, curl_(pg))) / sum(c_ ** 2 for c_ in pg))

# ---------------------------------------------------------------- J. linear complex
a = sp.Symbol("a", positive=True)
g = sp.Symbol("g")
pl = [xt[1], -xt[0], a]
la = sp.Symbol("L")
acc = [la * xt[1], -la * xt[0], g + la * a]
cond = sum(sp.diff(pl[i], t) * v[i] + pl[i] * acc[i] for i in range(3))
sl = sp.solve(cond, la)[0]
ok("J1 lambda = -a g/(x1^2+x2^2+a^2)", sl + a * g / (xt[0] ** 2 + xt[1] ** 2 + a ** 2))
bad("J1p with x3^2 as printed", sl + a * g / (xt[0] ** 2 + xt[1] ** 2 + xt[2] ** 2))
R, C1, C2, C3 = sp.symbols("rho c1 c2 c3")
ok("J2 cubic under the root: coefficient of rho^2 is 2 c2 c3 a - c1^2 a^2", sp.expand(R ** 2 * (C1 ** 2 * R - C1 ** 2 * a ** 2 - (C2 - C3 * a / R) ** 2 * R) - (R ** 3 * (C1 ** 2 - C2 ** 2) + R ** 2 * (2 * C2 * C3 * a - C1 ** 2 * a ** 2) - C3 ** 2 * a ** 2 * R)))
bad("J2p with c2^2 a^2 as printed", sp.expand(R ** 2 * (C1 ** 2 * R - C1 ** 2 * a ** 2 - (C2 - C3 * a / R) ** 2 * R) - (R ** 3 * (C1 ** 2 - C2 ** 2) + R ** 2 * (2 * C2 * C3 * a - C2 ** 2 * a ** 2) - C3 ** 2 * a ** 2 * R)))
Fi, cc = sp.symbols("phi c", real=True)
ok("J3 r = a sinh(phi+c) solves dr/dphi = sqrt(r^2+a^2)", sp.diff(a * sp.sinh(Fi + cc), Fi) ** 2 - (a ** 2 * sp.sinh(Fi + cc) ** 2 + a ** 2))

# ---------------------------------------------------------------- K. pursuit
xi = sp.Matrix(sp.symbols("xi1:4"))
xd = sp.Matrix(sp.symbols("xd1:4"))
av = sp.Matrix(sp.symbols("a1:4"))
# impose xi.(xd + a) = 0 by solving for xd1
c_ = xi.cross(xd)
r2 = xi.dot(xi)
pp = av.dot(xi)
qq = sp.Matrix.hstack(av, c_, xi).det()
S = sp.solve(xi.dot(xd + av), xd[0])[0]
h2 = (xd + av).dot(xd + av)
ok("K1 corrected (30): r^2 (h^2 - A^2) = B^2 - p^2 + 2 q", sp.expand(sp.simplify((r2 * (h2 - av.dot(av)) - (c_.dot(c_) - pp ** 2 + 2 * qq)).subs(xd[0], S))))
bad("K1p (30) as printed", (r2 * (h2 - av.dot(av) - 2 * pp) - (c_.dot(c_) + pp ** 2)).subs(xd[0], S).subs({xi[0]: 1, xi[1]: 2, xi[2]: 3, xd[1]: 1, xd[2]: -1, av[0]: 1, av[1]: 2, av[2]: 5}))
ok("K2 lambda r^4 = -(B^2 + q)", sp.simplify(((-(xd.dot(xd) + av.dot(xd))) * r2 + (c_.dot(c_) + qq)).subs(xd[0], S)))
# G = r xd.(xd+a) is constant: derivative along xi' = xd, xd' = lam xi
lam_ = -(xd.dot(xd + av)) / r2
Gr = xd.dot(xd + av)
dG = (xi.dot(xd) / r2) * Gr + lam_ * xi.dot(xd + av) + xd.dot(lam_ * xi)
ok("K3 G = r xi'.(xi'+a) is a first integral (Kepler motion)", sp.simplify(dG.subs(xd[0], S)))

# ---------------------------------------------------------------- L. vakonomic energy, rheonomic power
ok("L1 sum x' dL/dx' - L = T - U for L = T + U + rho Phi with Phi homogeneous of degree one (checked on the cart)",
   sp.simplify(sum(q_.diff(t) * sp.diff(Mc * (x.diff(t) ** 2 + yv.diff(t) ** 2) / 2 + rho_ * Phi, q_.diff(t)) for q_ in (x, yv)) - (Mc * (x.diff(t) ** 2 + yv.diff(t) ** 2) / 2 + rho_ * Phi) - Mc * (x.diff(t) ** 2 + yv.diff(t) ** 2) / 2))

# ---------------------------------------------------------------- M. Jacobi multiplier constraint (numeric, random rational data)
import random
random.seed(5)
n, r = 5, 2
p = sp.Matrix(r, n, lambda i, j: sp.Rational(random.randint(-9, 9), random.randint(1, 5)))
ms = [sp.Rational(random.randint(1, 9)) for _ in range(n)]
cv = [[[0] * n for _ in range(n)] for _ in range(r)]
for h in range(r):
    for k in range(n):
        for i in range(k):
            val = sp.Rational(random.randint(-9, 9))
            cv[h][k][i], cv[h][i][k] = val, -val          # cv[h][k][i] = (hki)
G = p * sp.diag(*[1 / x_ for x_ in ms]) * p.T
De, Ad = G.det(), G.adjugate()
Ak = [sum(cv[h][k][i] * p[s_, i] / ms[i] * Ad[h, s_] for h in range(r) for s_ in range(r) for i in range(n)) for k in range(n)]
for l_ in range(r):
    lhs = sum(Ak[k] * sum(p[j, k] / ms[k] * Ad[l_, j] for j in range(r)) for k in range(n))
    rhs = sp.Rational(1, 2) * sum((Ad[l_, h] * Ad[j, s_] - Ad[l_, s_] * Ad[j, h]) * p[h, k] * p[s_, i] / (ms[i] * ms[k]) * cv[j][k][i]
                                 for h in range(r) for s_ in range(r) for j in range(r) for i in range(n) for k in range(n))
    ok("M%d necessary value of h_l with (jki) (Voss prints (jik), opposite sign)" % (l_ + 1), lhs - rhs)

# ---------------------------------------------------------------- N. third derivative, flight back to the circle, sleigh
qs = [sp.Function("q%d" % i)(t) for i in range(3)]
Q0 = sp.symbols("Q0:3")
fex = Q0[0] ** 2 + Q0[1] ** 2 - Q0[2] ** 2 + Q0[0] * Q0[1] * Q0[2] + Q0[2] ** 3 + sp.sin(Q0[0]) * Q0[1] ** 2
sq = dict(zip(Q0, qs))
d3 = sp.diff(fex.subs(sq), t, 3).doit()
D1 = [sp.diff(fex, x_) for x_ in Q0]
vd = [x_.diff(t) for x_ in qs]
ad = [x_.diff(t, 2) for x_ in qs]
jd = [x_.diff(t, 3) for x_ in qs]
form = (sum(sp.diff(fex, Q0[i], Q0[j], Q0[k]).subs(sq) * vd[i] * vd[j] * vd[k] for i in range(3) for j in range(3) for k in range(3))
        + 3 * sum(sp.diff(fex, Q0[i], Q0[j]).subs(sq) * vd[i] * ad[j] for i in range(3) for j in range(3))
        + sum(D1[i].subs(sq) * jd[i] for i in range(3)))
ok("N1 third derivative of f = D3f[v,v,v] + 3 D2f[v,a] + Df.jerk", d3 - form)
L, gg, ps = sp.symbols("L g psi", positive=True)
# speed at release: v^2 = -g L cos psi; v_y t_f etc. contain v^2 only
v2 = -gg * L * sp.cos(ps)
xh = L * sp.sin(ps) + sp.cos(ps) * 4 * v2 * sp.sin(ps) / gg
yh = -L * sp.cos(ps) + 4 * v2 * sp.sin(ps) ** 2 / gg - 8 * v2 * sp.sin(ps) ** 2 / gg
ok("N2 the flight returns to the circle after 4 v_y/g at the angle -3 psi", [sp.expand(sp.expand_trig(xh - L * sp.sin(-3 * ps))), sp.expand(sp.expand_trig(yh + L * sp.cos(3 * ps)))])
aa, bb, VV, k0, c0 = sp.symbols("a b V k c", positive=True)
vv_ = VV * sp.tanh(k0 * t + c0)
ww_ = VV / bb / sp.cosh(k0 * t + c0)
ok("N3 Chaplygin sleigh: v' = a w^2, w' = -(a/b^2) v w with k = a V/b^2",
   [sp.simplify((vv_.diff(t) - aa * ww_ ** 2).subs(k0, aa * VV / bb ** 2).rewrite(sp.exp)), sp.simplify((ww_.diff(t) + aa / bb ** 2 * vv_ * ww_).subs(k0, aa * VV / bb ** 2).rewrite(sp.exp))])

# ---------------------------------------------------------------- O. distance bound of section 16, second-impact rule (numeric, random)
import itertools
import numpy as np
rng = np.random.default_rng(7)


def qp(M_, a0_, A_, b_v):
    Mi = np.linalg.inv(M_)
    k_ = len(b_v)
    Ph, P0 = A_ @ Mi @ A_.T, A_ @ a0_ + b_v
    for S_ in itertools.chain.from_iterable(itertools.combinations(range(k_), j) for j in range(k_ + 1)):
        z = np.zeros(k_)
        S_ = list(S_)
        if S_:
            z[S_] = np.linalg.solve(Ph[np.ix_(S_, S_)], P0[S_])
        if (z >= -1e-12).all() and (P0 - Ph @ z <= 1e-9).all():
            return a0_ - Mi @ A_.T @ z, z
    raise RuntimeError


worst, used = -np.inf, 0
for _ in range(400):
    n_, k_ = 4, 3
    B_ = rng.standard_normal((n_, n_))
    M_ = B_ @ B_.T + np.eye(n_)
    A_, b_v, a0_ = rng.standard_normal((k_, n_)), rng.standard_normal(k_), rng.standard_normal(n_)
    a_t, z = qp(M_, a0_, A_, b_v)
    zz = z + np.abs(rng.standard_normal(k_)) * 0.3
    a_f = a0_ - np.linalg.inv(M_) @ A_.T @ zz
    if (A_ @ a_f + b_v <= 0).all():
        used += 1
        Zf = (a_f - a0_) @ M_ @ (a_f - a0_)
        worst = max(worst, (a_f - a_t) @ M_ @ (a_f - a_t) - 2 * (Zf - zz @ (A_ @ a0_ + b_v)))
ok("O1 |a - a_true|_M^2 <= 2 (Z - z.Phi0) for feasible a = a0 - M^-1 A^T z, z >= 0 (%d random cases)" % used, bool(worst < 1e-9 and used > 20))
viol, gain = 0, -np.inf
for _ in range(400):
    B_ = rng.standard_normal((4, 4))
    M_ = B_ @ B_.T + np.eye(4)
    A_, al_v = rng.standard_normal((3, 4)), rng.standard_normal(4)
    up_, l_ = qp(M_, al_v, A_, np.zeros(3))
    e_ = rng.uniform(0, 1)
    u1 = up_ + e_ * (up_ - al_v)
    if (A_ @ u1 > 1e-9).any():
        viol += 1
    u2, _l = qp(M_, u1, A_, np.zeros(3))
    gain = max(gain, u2 @ M_ @ u2 - al_v @ M_ @ al_v)
    assert (A_ @ u2 <= 1e-8).all()
ok("O2 Moreau's formula can leave a constraint with f' > 0 when one was leaving before (%d of 400 random cases); a second inelastic projection repairs it without energy gain" % viol, bool(viol > 0 and gain < 1e-9))
print("%d statements verified" % N)
