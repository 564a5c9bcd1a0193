# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Motion in the plane with hard contacts and Coulomb friction, event by event (double precision).

A System is given by sympy expressions: kinetic energy, potential, forces, and contacts with a gap f <= 0
and a slip velocity s that is linear in the velocities.  Between events a mode (open / slip+ / slip- / stick
per contact) makes an ordinary differential equation; at an event the modes are found anew from the exact
piecewise linear problem of the instant, by enumeration.  Impacts: Moreau's law with friction (theory 6).
"""
import itertools

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp
from scipy.optimize import linprog


def solve_or_share(L, rhs, unknowns, mode, mus):
    """L x = rhs.  Where rows depend on each other (a block on two feet) the loads are not unique: any that
    lie in their cones will do, found by a linear programme."""
    if np.linalg.cond(L) < 1e11:
        return np.linalg.solve(L, rhs)
    x = np.linalg.lstsq(L, rhs, rcond=1e-11)[0]
    if np.abs(L @ x - rhs).max() > 1e-6 * (1 + np.abs(rhs).max()):
        raise np.linalg.LinAlgError
    n = len(x)
    ub, bub = [], []
    place = {u: k for k, u in enumerate(unknowns)}
    for (i, w), k in place.items():
        if w == 0:
            r = np.zeros(n); r[k] = -1; ub.append(r); bub.append(0.0)
        else:
            for s in (1, -1):
                r = np.zeros(n); r[k] = s; r[place[(i, 0)]] = -mus[i]; ub.append(r); bub.append(0.0)
    U, S, Vt = np.linalg.svd(L)
    rank = int((S > 1e-11 * S[0]).sum())
    lp = linprog(np.zeros(n), A_ub=ub, b_ub=np.array(bub) + 1e-9 * (1 + np.abs(x).max()), A_eq=U[:, :rank].T @ L, b_eq=U[:, :rank].T @ rhs, bounds=[(None, None)] * n)
    return lp.x if lp.status == 0 else x


class System:
    def __init__(self, q, v, kinetic, potential=0, forces=None, contacts=(), t=sp.Symbol("t")):
        n = len(q)
        self.n, self.contacts = n, contacts
        args = (t, *q, *v)
        M = sp.Matrix(n, n, lambda i, j: sp.diff(kinetic, v[i], v[j]))
        p = [sp.diff(kinetic, w) for w in v]
        c = [sum(sp.diff(p[i], q[j]) * v[j] for j in range(n)) + sp.diff(p[i], t) - sp.diff(kinetic, q[i]) for i in range(n)]
        Q = [-sp.diff(potential, x) + (forces[i] if forces else 0) for i, x in enumerate(q)]
        h = [Q[i] - c[i] for i in range(n)]
        lam = lambda e: sp.lambdify(args, e, "numpy")
        self._M, self._h = lam(M), lam(h)
        self._E = lam(kinetic + potential)
        self.k = len(contacts)
        rows = []
        for con in contacts:
            f, s = con["gap"], con["slip"]
            A = [sp.diff(f, x) for x in q]
            b1 = sp.diff(f, t)
            g1 = sum(a * w for a, w in zip(A, v)) + b1
            b2 = sum(sp.diff(g1, x) * w for x, w in zip(q, v)) + sp.diff(g1, t)
            T = [sp.diff(s, w) for w in v]
            tau = s - sum(a * w for a, w in zip(T, v))
            t2 = sum(sp.diff(s, x) * w for x, w in zip(q, v)) + sp.diff(s, t)
            rows.append((lam(f), lam(A), lam(g1), lam(b2), lam(T), lam(sp.expand(s)), lam(t2), lam(sp.simplify(tau)), lam(b1)))
        self.rows = rows
        self.mu = [float(c["mu"]) for c in contacts]
        self.mus = [float(c.get("mu_static", c["mu"])) for c in contacts]
        self.e = [float(c.get("e", 0)) for c in contacts]
        self.bilateral = [bool(c.get("equation", False)) for c in contacts]

    def M(self, y, t): return np.array(self._M(t, *y), float).reshape(self.n, self.n)
    def h(self, y, t): return np.array(self._h(t, *y), float)
    def energy(self, y, t): return float(self._E(t, *y))
    def gap(self, i, y, t): return float(self.rows[i][0](t, *y))
    def rate(self, i, y, t): return float(self.rows[i][2](t, *y))
    def slip(self, i, y, t): return float(self.rows[i][5](t, *y))
    def A(self, i, y, t): return np.array(self.rows[i][1](t, *y), float)
    def T(self, i, y, t): return np.array(self.rows[i][4](t, *y), float)
    def b2(self, i, y, t): return float(self.rows[i][3](t, *y))
    def t2(self, i, y, t): return float(self.rows[i][6](t, *y))

    def accelerate(self, y, t, mode):
        """Accelerations and (lambda, rho) of a mode: dict contact -> 'stick', 'slip+', 'slip-'."""
        M, h = self.M(y, t), self.h(y, t)
        Mi = np.linalg.inv(M)
        a0 = Mi @ h
        eqs, cols = [], []
        for i, m in mode.items():
            A, T = self.A(i, y, t), self.T(i, y, t)
            if m == "stick":
                eqs += [(A, self.b2(i, y, t)), (T, self.t2(i, y, t))]
                cols += [(i, A, 0), (i, T, 1)]
            else:
                sg = 1 if m == "slip+" else -1
                eqs.append((A, self.b2(i, y, t)))
                cols.append((i, A + self.mu[i] * sg * T, 0))
        z = np.zeros((self.k, 2))
        if not eqs:
            return a0, z
        L = np.array([[r @ Mi @ c for _, c, _ in cols] for r, _ in eqs])
        rhs = np.array([r @ a0 + b for r, b in eqs])
        x = solve_or_share(L, rhs, [(i, w) for i, _, w in cols], mode, self.mus)
        a = a0.copy()
        for (i, c, w), v in zip(cols, x):
            a -= Mi @ c * v
            z[i, w] += v
        for i, m in mode.items():
            if m != "stick":
                z[i, 1] = self.mu[i] * (1 if m == "slip+" else -1) * z[i, 0]
        return a, z

    def instant(self, y, t, closed, loose=(), tol=1e-9):
        """All modes that solve the instant.  `closed`: contacts with f = f' = 0.  `loose`: contacts whose
        friction has just reached its bound; they are asked to slip first."""
        found = []
        choices = []
        for i in closed:
            s = self.slip(i, y, t)
            if abs(s) > tol:
                choices.append(("open", "slip+" if s > 0 else "slip-"))
            elif i in loose:
                choices.append(("open", "slip+", "slip-"))
            else:
                choices.append(("open", "stick", "slip+", "slip-"))
        for pick in itertools.product(*choices):
            mode = {i: m for i, m in zip(closed, pick) if m != "open"}
            try:
                a, z = self.accelerate(y, t, mode)
            except np.linalg.LinAlgError:
                continue
            ok, worst = True, 0
            for i, m in zip(closed, pick):
                f2 = self.A(i, y, t) @ a + self.b2(i, y, t)
                s1 = self.T(i, y, t) @ a + self.t2(i, y, t)
                size = 1e-9 * (1 + np.abs(a).max())
                if m == "open":
                    ok &= f2 <= size
                else:
                    ok &= z[i, 0] >= -size
                    if m == "stick":
                        ok &= abs(z[i, 1]) <= self.mus[i] * z[i, 0] + size
                    elif abs(self.slip(i, y, t)) <= tol:
                        ok &= s1 >= -size if m == "slip+" else s1 <= size
            if ok:
                found.append((mode, a, z))
        keep = []
        for m, a, z in found:                      # one of those with the same accelerations; stick first
            same = [q for q in keep if np.abs(q[1] - a).max() < 1e-7 * (1 + np.abs(a).max())]
            if not same:
                keep.append((m, a, z))
            elif sum(v == "stick" for v in m.values()) > sum(v == "stick" for v in same[0][0].values()):
                keep[[q is same[0] for q in keep].index(True)] = (m, a, z)
        return keep

    def impact(self, y, t, touching):
        """Velocities after a impact by Moreau's law: all touching contacts at once."""
        n = self.n
        M = self.M(y, t); Mi = np.linalg.inv(M)
        u0 = np.array(y[n:])
        rate0 = {i: self.rate(i, y, t) for i in touching}
        sols = []
        for pick in itertools.product(("open", "stick", "slip+", "slip-"), repeat=len(touching)):
            cols, eqs = [], []
            for i, m in zip(touching, pick):
                A, T = self.A(i, y, t), self.T(i, y, t)
                target = self.e[i] * rate0[i]
                if m == "open":
                    continue
                b1 = rate0[i] - A @ u0
                tau = self.slip(i, y, t) - T @ u0
                if m == "stick":
                    cols += [A, T]; eqs += [(A, b1 + target), (T, tau)]
                else:
                    cols.append(A + self.mu[i] * (1 if m == "slip+" else -1) * T)
                    eqs.append((A, b1 + target))
            u = u0.copy()
            x = []
            if eqs:
                L = np.array([[r @ Mi @ c for c in cols] for r, _ in eqs])
                names = []
                for i, m in zip(touching, pick):
                    names += [(i, 0), (i, 1)] if m == "stick" else [(i, 0)] if m != "open" else []
                try:
                    x = solve_or_share(L, np.array([r @ u0 + b for r, b in eqs]), names, None, self.mus)
                except np.linalg.LinAlgError:
                    continue
                for c, v in zip(cols, x):
                    u = u - Mi @ c * v
            yy = np.concatenate([y[:n], u])
            ok, p = True, 0
            size = 1e-10 * (1 + np.abs(u0).max())
            imp = np.zeros((self.k, 2))
            for i, m in zip(touching, pick):
                r1, s1 = self.rate(i, yy, t), self.slip(i, yy, t)
                if m == "open":
                    ok &= r1 + self.e[i] * rate0[i] <= size
                elif m == "stick":
                    imp[i] = x[p:p + 2]; p += 2
                    ok &= imp[i, 0] >= -size and abs(imp[i, 1]) <= self.mus[i] * imp[i, 0] + size
                else:
                    sg = 1 if m == "slip+" else -1
                    imp[i] = [x[p], sg * self.mu[i] * x[p]]; p += 1
                    ok &= imp[i, 0] >= -size and sg * s1 >= -size
            if ok and all(np.abs(q[0] - u).max() > 1e-9 for q in sols):
                sols.append((u, imp, pick))
        return sols


def run(system, q, v, until, rtol=1e-12, atol=1e-13, log=None, max_events=200):
    """Returns (events, y, segments).  An event is (t, words, y)."""
    n, t = system.n, 0.0
    y = np.array(list(q) + list(v), float)
    events, segments = [], []
    held, loose = set(), set()
    for _ in range(max_events):
        touching = [i for i in range(system.k) if abs(system.gap(i, y, t)) < 1e-9]
        if any(system.rate(i, y, t) > 1e-9 for i in touching):
            sols = system.impact(y, t, touching)
            if len(sols) != 1:
                events.append((t, "impact: %d solutions" % len(sols), y.copy()))
                return events, y, segments
            y = np.concatenate([y[:n], sols[0][0]])
            events.append((t, "impact " + " ".join(sols[0][2]), y.copy(), sols[0][1]))
        closed = [i for i in touching if abs(system.rate(i, y, t)) < 1e-8]
        sols = system.instant(y, t, closed, loose)
        if loose and not sols:
            sols = system.instant(y, t, closed)
        loose = set()
        if len(sols) > 1:                          # static friction above the dynamic: stay if possible
            stay = [s for s in sols if all(s[0].get(i) == "stick" for i in held)]
            if len(stay) == 1 and held:
                sols = stay
            elif any(system.mus[i] > system.mu[i] for i in closed):
                sols = [max(sols, key=lambda s: sum(m == "stick" for m in s[0].values()))]
        if len(sols) != 1:
            events.append((t, "%d solutions" % len(sols), y.copy()))
            return events, y, segments
        mode, a, z = sols[0]
        held = {i for i, m in mode.items() if m == "stick"}
        words = ",".join(f"{i}:{m}" for i, m in mode.items())
        events.append((t, words or "free", y.copy()))
        if t >= until:
            break

        def rhs(t, y, mode=mode):
            return np.concatenate([y[n:], system.accelerate(y, t, mode)[0]])
        fs, names = [], []
        for i in range(system.k):
            if i not in mode:
                sign = 1.0
                def f(t, y, i=i): return system.gap(i, y, t)
                f.direction = 1
                fs.append(f); names.append(("touch", i))
            else:
                def f(t, y, i=i, mode=mode): return system.accelerate(y, t, mode)[1][i, 0]
                f.direction = -1
                fs.append(f); names.append(("release", i))
                if mode[i] == "stick":
                    def f(t, y, i=i, mode=mode):
                        z = system.accelerate(y, t, mode)[1][i]
                        return system.mus[i] * z[0] - abs(z[1])
                    f.direction = -1
                    fs.append(f); names.append(("slip", i))
                else:
                    def f(t, y, i=i): return system.slip(i, y, t)
                    f.direction = -1 if mode[i] == "slip+" else 1
                    fs.append(f); names.append(("stick", i))
        for f in fs:
            f.terminal = False
        t1 = t
        # integrate in pieces so that an event at the very start is not found again
        sol = solve_ivp(rhs, (t, until), y, method="DOP853", rtol=rtol, atol=atol, dense_output=True,
                        events=[_late(f, t) for f in fs])
        segments.append((t, sol.t[-1], sol.sol, mode))
        if sol.status == 1:
            j = next(k for k, te in enumerate(sol.t_events) if len(te))
            t = float(sol.t_events[j][0])
            y = sol.sol(t)
            kind, i = names[j]
            segments[-1] = (segments[-1][0], t, sol.sol, mode)
            if kind == "slip":
                held.discard(i)
                loose.add(i)
        else:
            t, y = until, sol.y[:, -1]
            events.append((t, "end", y.copy()))
            break
    return events, y, segments


def _late(f, t0, delay=1e-7):
    def g(t, y):
        return f(t, y) if t > t0 + delay else (1.0 if f.direction < 0 else -1.0) * 1e-3
    g.terminal, g.direction = True, f.direction
    return g


def energy_rise(system, segments, per=40):
    """The largest rise of the energy between two samples of a motion without moving surfaces or other forces."""
    rise, last = 0.0, None
    for t0, t1, sol, _ in segments:
        for t in np.linspace(t0, t1, per):
            E = system.energy(sol(t), t)
            if last is not None:
                rise = max(rise, E - last)
            last = E
    return rise


def throw_boxes(runs=25, seed=1):
    """A box (half sides 0.5 and 0.3) thrown onto a rough floor with any turn: how do motions end, does energy rise?"""
    x, z, th, u, w, om = sp.symbols("x z th u w om")
    rng = np.random.default_rng(seed)
    a, b = sp.Rational(1, 2), sp.Rational(3, 10)
    inertia = (a**2 + b**2) / 3
    con = []
    for sx in (-1, 1):
        for sz in (-1, 1):
            px, pz = sx * a * sp.cos(th) - sz * b * sp.sin(th), sx * a * sp.sin(th) + sz * b * sp.cos(th)
            con.append(dict(gap=-(z + pz), slip=u - om * pz, mu=1.0))
    S = System([x, z, th], [u, w, om], (u**2 + w**2 + inertia * om**2) / 2, sp.Float(9.81) * z, None, con)
    for mu in (0.2, 0.5, 0.9, 1.4):
        S.mu = S.mus = [mu] * 4
        ends, rise, nev = {}, 0.0, 0
        for _ in range(runs):
            t0 = rng.uniform(0, 6.28)
            h = max(abs(0.5 * np.sin(t0)) + abs(0.3 * np.cos(t0)), 0.3) + rng.uniform(0.02, 0.3)
            try:
                e, y, seg = run(S, [0, h, t0], [rng.uniform(-3, 3), 0, rng.uniform(-4, 4)], 1.5, rtol=1e-9, atol=1e-10)
            except Exception as err:                       # a prototype: named, counted
                ends[type(err).__name__] = ends.get(type(err).__name__, 0) + 1
                continue
            word = e[-1][1] if "solutions" in e[-1][1] or e[-1][1] == "end" else "events"
            ends[word] = ends.get(word, 0) + 1
            nev += len(e)
            rise = max(rise, energy_rise(S, seg))
        print(f"  mu={mu}: {runs} throws, endings {ends}, events {nev}, largest rise of energy {rise:.1e} J", flush=True)


if __name__ == "__main__":
    import sys
    if "throws" in sys.argv:
        throw_boxes()
        sys.exit()
    t = sp.Symbol("t")
    x, z, th, u, w, om = sp.symbols("x z th u w om")
    g = sp.Rational(981, 100)
    # 1 block thrown up an incline
    al = sp.atan(sp.Rational(3, 4))
    S = System([x, z], [u, w], (u**2 + w**2) / 2, g * (x * sp.sin(al) + z * sp.cos(al)), None, [dict(gap=-z, slip=u, mu=0.5)])
    ev, y, seg = run(S, [0, 0], [5, 0], 3)
    print("incline", [(e[0], e[1]) for e in ev], "exact stop", 5 / (9.81 * (0.6 + 0.5 * 0.8)), "rise", energy_rise(S, seg))
    # 2 belt
    S = System([x, z], [u, w], (u**2 + w**2) / 2, 4 * x**2 / 2 + g * z, None, [dict(gap=-z, slip=u - sp.Rational(1, 2), mu=0.3, mu_static=0.5)])
    ev, y, seg = run(S, [0, 0], [0.5, 0], 12)
    print("belt", [(round(e[0], 9), e[1]) for e in ev])
    # 3 painleve rod
    m, l = 1, 1
    for mu in (1.2, 1.5):
        S = System([x, z, th], [u, w, om], (u**2 + w**2 + om**2 / 3) / 2, g * z, None,
                   [dict(gap=-(z - sp.sin(th)), slip=u + om * sp.sin(th), mu=mu)])
        y0 = np.array([0, np.sin(1.0), 1.0, -3, 0, 0.0])
        print("rod mu", mu, "solutions", [m for m, _, _ in S.instant(y0, 0, [0])])
