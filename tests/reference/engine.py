# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A second, generic route to every result: build the system from the JSON "model" block.

The expressions in the model are parsed symbolically, the rows A and the acceleration-free parts b
are derived by differentiation, the minimum problem is solved by exhaustive search, and trajectories
are followed event by event with scipy's DOP853.  It shares no formula with the generators.
"""
import itertools

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

import mpmath as mp

FUNCS = {k: getattr(sp, k) for k in ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan2", "pi")}


class Model:
    def __init__(self, model):
        self.m = model
        self.qn = model["coordinates"]
        self.vn = model["velocities"]
        n = self.n = len(self.qn)
        names = {k: sp.Symbol(k) for k in self.qn + self.vn + ["t"]}
        par = {k: sp.Symbol(k) for k in model.get("parameters", {})}
        loc = dict(FUNCS)
        loc.update(names)
        loc.update(par)
        E = lambda s: sp.sympify(str(s).replace("^", "**"), locals=loc)
        q = self.q = [names[k] for k in self.qn]
        v = self.v = [names[k] for k in self.vn]
        t = self.t = names["t"]
        if "mass_matrix" in model:
            M = sp.Matrix([[E(x) for x in r] for r in model["mass_matrix"]])
        else:
            M = sp.diag(*[E(x) for x in model["mass"]])
        Q = sp.Matrix([E(x) for x in model["forces"]])
        vv = sp.Matrix(v)
        T = (vv.T * M * vv)[0] / 2
        # d/dt dT/dv - dT/dq = M a + c
        Mdot = sp.Matrix(n, n, lambda i, j: sum(sp.diff(M[i, j], q[k]) * v[k] for k in range(n)) + sp.diff(M[i, j], t))
        c = Mdot * vv - sp.Matrix([sp.diff(T, x) for x in q])
        rows, b1, b2, f0, self.kind, self.names, self.e = [], [], [], [], [], [], []
        for cd in model.get("constraints", []):
            k = cd["kind"]
            self.kind.append(k)
            self.names.append(cd["name"])
            self.e.append(float(cd.get("restitution", 0)))
            if k.startswith("holonomic"):
                f = E(cd["f"])
                A = [sp.diff(f, x) for x in q]
                p0 = sp.diff(f, t)
                f0.append(f)
            else:
                A = [E(x) for x in cd["p"]]
                p0 = E(cd.get("p0", 0))
                f0.append(sp.Integer(0))
            rows.append(A)
            b1.append(p0)
            g = sum(a * u for a, u in zip(A, v)) + p0
            b2.append(sum(sp.diff(g, q[i]) * v[i] for i in range(n)) + sp.diff(g, t))
        args = [t] + q + v
        pv = {par[k]: sp.nsimplify(sp.sympify(str(x)), rational=True) if not isinstance(x, str) else E(x)
              for k, x in model.get("parameters", {}).items()}
        for _ in range(2):
            pv = {k: (x.subs(pv) if hasattr(x, "subs") else x) for k, x in pv.items()}
        allx = sp.Matrix([list(M) + list(Q - c) + [x for r in rows for x in r] + b1 + b2 + f0]).subs(pv)
        self.nc = len(rows)
        self._np = sp.lambdify(args, list(allx), "numpy", cse=True)
        self._mp = sp.lambdify(args, list(allx), "mpmath")

    def data(self, t, q, v, lib="np"):
        n, nc = self.n, self.nc
        if lib == "np":
            r = [float(x) for x in self._np(float(t), *[float(x) for x in q], *[float(x) for x in v])]
        else:
            r = [mp.mpf(x) for x in self._mp(mp.mpf(t), *[mp.mpf(x) for x in q], *[mp.mpf(x) for x in v])]
        k = 0
        M = [r[i * n:(i + 1) * n] for i in range(n)]
        k = n * n
        Q = r[k:k + n]
        k += n
        A = [r[k + i * n:k + (i + 1) * n] for i in range(nc)]
        k += n * nc
        b1, b2, f = r[k:k + nc], r[k + nc:k + 2 * nc], r[k + 2 * nc:k + 3 * nc]
        return M, Q, A, b1, b2, f

    # the minimum problem, numpy, exhaustive over subsets, tolerant of dependent rows (lstsq)
    @staticmethod
    def qp(M, a0, rows, b, ineq, tol=1e-10):
        M = np.array(M, float)
        Mi = np.linalg.inv(M)
        a0 = np.array(a0, float)
        m = len(rows)
        R = np.array(rows, float).reshape(m, len(a0))
        b = np.array(b, float)
        I = [i for i in range(m) if ineq[i]]
        Eq = [i for i in range(m) if not ineq[i]]
        best = None
        for k in range(len(I) + 1):
            for S in itertools.combinations(I, k):
                idx = Eq + list(S)
                z = np.zeros(m)
                if idx:
                    Ra = R[idx]
                    P = Ra @ Mi @ Ra.T
                    if np.linalg.matrix_rank(P, tol=1e-12) < len(idx):
                        continue
                    z[idx] = np.linalg.solve(P, Ra @ a0 + b[idx])
                if any(z[i] < -tol for i in S):
                    continue
                a = a0 - Mi @ (R.T @ z)
                res = R @ a + b if m else np.zeros(0)
                if any(res[i] > tol for i in I):
                    continue
                return a, z, res, list(S)
        raise ValueError("no admissible solution")

    def accel(self, t, q, v, tol=1e-9, lib="np"):
        M, Q, A, b1, b2, f = self.data(t, q, v, "np")
        g = [sum(A[i][j] * v[j] for j in range(self.n)) + b1[i] for i in range(self.nc)]
        use = []
        for i, k in enumerate(self.kind):
            if k.endswith("equation"):
                use.append(i)
            elif k == "holonomic-inequality" and abs(f[i]) < tol and abs(float(g[i])) < tol:
                use.append(i)
            elif k == "nonholonomic-inequality" and abs(float(g[i])) < tol:
                use.append(i)
        a0 = np.linalg.solve(np.array(M), np.array(Q))
        a, z, res, S = self.qp(M, a0, [A[i] for i in use], [b2[i] for i in use],
                               [self.kind[i].endswith("inequality") for i in use])
        lam = {self.names[i]: z[j] for j, i in enumerate(use)}
        f2 = {self.names[i]: res[j] for j, i in enumerate(use)}
        return a, lam, f2, [use[s] for s in S]

    def impact(self, t, q, v, tol=1e-9, impulse=None):
        """Velocities after the impact (inelastic projection, then Moreau's restitution with one e)."""
        M, Q, A, b1, b2, f = self.data(t, q, v, "np")
        v = np.array([float(x) for x in v])
        al = v + (np.linalg.solve(np.array(M), np.array(impulse, float)) if impulse is not None else 0)
        use = [i for i, k in enumerate(self.kind) if k.endswith("equation")
               or k == "nonholonomic-inequality" or abs(f[i]) < tol]
        u, z, res, S = self.qp(M, al, [A[i] for i in use], [b1[i] for i in use],
                               [self.kind[i].endswith("inequality") for i in use])
        e = max([self.e[use[s]] for s in S] + [0.0])
        up = u + e * (u - al)
        return up, {self.names[i]: (1 + e) * z[j] for j, i in enumerate(use)}

    def simulate(self, t0, q0, v0, t1, sample=(), rtol=1e-13, atol=1e-14, maxev=60):
        """Event-driven motion.  Returns (samples dict t->(q,v), events list)."""
        n = self.n
        t = float(t0)
        y = np.array([float(x) for x in list(q0) + list(v0)])
        events, out = [], {}
        sample = sorted(float(s) for s in sample)
        atl = 1e-7
        while t < t1 - 1e-13 and len(events) < maxev:
            # velocity level: impact needed?
            M, Q, A, b1, b2, f = self.data(t, y[:n], y[n:])
            g = [float(np.dot(A[i], y[n:]) + b1[i]) for i in range(self.nc)]
            hit = [i for i, k in enumerate(self.kind) if (k == "holonomic-inequality" and abs(f[i]) < atl and g[i] > 1e-7)
                   or (k == "nonholonomic-inequality" and g[i] > 1e-7)]
            if hit:
                up, imp = self.impact(t, y[:n], y[n:], tol=atl)
                events.append({"t": t, "kind": "impact", "constraints": [self.names[i] for i in hit], "after": list(up), "impulse": imp})
                y[n:] = up
                continue
            a, lam, f2, S = self.accel(t, y[:n], y[n:], tol=atl)
            act = [i for i, k in enumerate(self.kind) if k.endswith("equation")] + S
            watchI = [i for i in range(self.nc) if self.kind[i].endswith("inequality") and i not in act]

            def solve(t_, y_):
                M, Q, A, b1, b2, f = self.data(t_, y_[:n], y_[n:])
                M = np.array(M)
                m = len(act)
                K = np.zeros((n + m, n + m))
                K[:n, :n] = M
                for j, i in enumerate(act):
                    K[:n, n + j] = A[i]
                    K[n + j, :n] = A[i]
                s = np.linalg.solve(K, np.concatenate([Q, [-b2[i] for i in act]]))
                return s[:n], s[n:], A, b1, f

            def rhs(t_, y_):
                return np.concatenate([y_[n:], solve(t_, y_)[0]])
            evs, tags = [], []
            ts = t
            for j, i in enumerate(act):
                if self.kind[i].endswith("inequality"):
                    def ev(t_, y_, j=j):
                        return solve(t_, y_)[1][j] if t_ > ts + 1e-9 else 1.0
                    ev.terminal, ev.direction = True, -1
                    evs.append(ev)
                    tags.append(("release", i))
            for i in watchI:
                if self.kind[i] == "holonomic-inequality":
                    near = abs(self.data(t, y[:n], y[n:])[5][i]) < atl

                    def ev(t_, y_, i=i, near=near):
                        if near and t_ < ts + 1e-3:
                            return -1.0
                        return self.data(t_, y_[:n], y_[n:])[5][i]
                else:
                    def ev(t_, y_, i=i):
                        M, Q, A, b1, b2, f = self.data(t_, y_[:n], y_[n:])
                        return np.dot(A[i], y_[n:]) + b1[i] if t_ > ts + 1e-3 else -1.0
                ev.terminal, ev.direction = True, 1
                evs.append(ev)
                tags.append(("touch", i))
            sol = solve_ivp(rhs, (t, t1), y, method="DOP853", rtol=rtol, atol=atol, events=evs, dense_output=True,
                            max_step=(t1 - t0) / 40.0)
            te = sol.t[-1]
            for s in sample:
                if t - 1e-15 <= s <= te + 1e-15 and s not in out:
                    yy = sol.sol(min(max(s, t), te))
                    out[s] = (list(yy[:n]), list(yy[n:]))
            y = sol.y[:, -1].copy()
            t = te
            if sol.status == 1:
                for k, tag in enumerate(tags):
                    if len(sol.t_events[k]):
                        if tag[0] == "release":
                            events.append({"t": t, "kind": "release", "constraints": [self.names[tag[1]]]})
        return out, events


# ---------------------------------------------------------------- checks --
def _f(x):
    from fractions import Fraction
    return float(x) if not isinstance(x, Fraction) else x.numerator / x.denominator


def check_accel(model, t, q, v, a, lam=None):
    m = Model(model)
    aa, ll, f2, S = m.accel(_f(t), [_f(x) for x in q], [_f(x) for x in v])
    d = max([abs(x - _f(y)) for x, y in zip(aa, a)])
    if lam is not None:
        for k, val in lam.items():
            d = max(d, abs(ll.get(k, 0.0) - _f(val)))
    return d


def check_impact(model, t, q, v, after, imp=None, impulse=None):
    m = Model(model)
    u, ll = m.impact(_f(t), [_f(x) for x in q], [_f(x) for x in v],
                    impulse=None if impulse is None else [_f(x) for x in impulse])
    d = max([abs(x - _f(y)) for x, y in zip(u, after)])
    if imp is not None:
        for k, val in imp.items():
            d = max(d, abs(ll.get(k, 0.0) - _f(val)))
    return d


def check_traj(model, t0, q0, v0, samples, events=None, t_end=None, **kw):
    """samples: list of {t,q,v}; events: list of {t,kind}.  Returns (max sample diff, max event time diff)."""
    m = Model(model)
    ts = [_f(s["t"]) for s in samples]
    te = t_end if t_end is not None else max(ts)
    out, ev = m.simulate(_f(t0), [_f(x) for x in q0], [_f(x) for x in v0], float(te), ts, **kw)
    d = 0.0
    for s in samples:
        qq, vv = out[_f(s["t"])]
        d = max(d, max(abs(a - _f(b)) for a, b in zip(qq, s["q"])))
        d = max(d, max(abs(a - _f(b)) for a, b in zip(vv, s["v"])))
    de = 0.0
    if events is not None:
        mine = [e for e in ev if e["kind"] in ("release", "impact")]
        want = [e for e in events if e["kind"] in ("release", "impact")]
        if [e["kind"] for e in mine] != [e["kind"] for e in want]:
            raise AssertionError("event kinds differ: %s / %s" % ([(e["kind"], e["t"]) for e in mine],
                                                                  [(e["kind"], _f(e["t"])) for e in want]))
        for a, b in zip(mine, want):
            de = max(de, abs(a["t"] - _f(b["t"])))
    return d, de
