# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""One instant in the plane, with Coulomb friction: exact, by enumeration; and as a linear
complementarity problem, by Lemke's method.

Contact i has a normal row A_i and a tangential row T_i.  With G = (A_1; T_1; A_2; T_2; ...),

    W = G M^-1 G^T,   b = G a_free + (terms free of a),   z = (lambda_1, rho_1, lambda_2, rho_2, ...)
    f_i'' = b_n - (W z)_n <= 0,      s_i' = b_t - (W z)_t          (M a = Q - c - A^T lambda - T^T rho)

sigma_i = sign of the slip velocity s_i now: -1, 0, +1.  Modes of a contact:
    open   lambda = rho = 0,            f'' <= 0
    press  (sigma != 0)  rho = mu sigma lambda,  f'' = 0,  lambda >= 0
    stick  (sigma == 0)  f'' = s' = 0,  lambda >= 0, |rho| <= mu lambda
    slip+  (sigma == 0)  f'' = 0, rho = +mu lambda, s' >= 0, lambda >= 0;   slip- likewise
"""
import itertools
import random
from fractions import Fraction as Fr

import numpy as np

OPEN, PRESS, STICK, PLUS, MINUS = "open", "press", "stick", "slip+", "slip-"


def modes_of(sigma):
    return (OPEN, PRESS) if sigma else (OPEN, STICK, PLUS, MINUS)


def gauss(a, y):
    """Solves a x = y in fractions; None if singular."""
    n = len(a)
    m = [list(r) + [v] for r, v in zip(a, y)]
    for c in range(n):
        p = next((r for r in range(c, n) if m[r][c] != 0), None)
        if p is None:
            return None
        m[c], m[p] = m[p], m[c]
        piv = m[c][c]
        m[c] = [v / piv for v in m[c]]
        for r in range(n):
            if r != c and m[r][c] != 0:
                k = m[r][c]
                m[r] = [vr - k * vc for vr, vc in zip(m[r], m[c])]
    return [r[n] for r in m]


def enumerate_exact(W, b, mu, sigma):
    """All solutions of a problem in fractions: a list of (modes, z).  Singular modes are skipped and
    counted (with independent rows only slip columns can make them, at isolated mu)."""
    k = len(sigma)
    found, singular = [], 0
    for modes in itertools.product(*[modes_of(s) for s in sigma]):
        cols, eqs = [], []                       # z = sum x_j * column_j ; equations by row number
        for i, m in enumerate(modes):
            n, t = 2 * i, 2 * i + 1
            if m == OPEN:
                continue
            if m == STICK:
                cols += [{n: Fr(1)}, {t: Fr(1)}]
                eqs += [n, t]
            else:
                sign = sigma[i] if m == PRESS else (1 if m == PLUS else -1)
                cols.append({n: Fr(1), t: mu[i] * sign})
                eqs.append(n)
        a = [[sum(W[r][c] * v for c, v in col.items()) for col in cols] for r in eqs]
        x = gauss(a, [b[r] for r in eqs]) if eqs else []
        if x is None:
            singular += 1
            continue
        z = [Fr(0)] * (2 * k)
        for col, v in zip(cols, x):
            for c, w in col.items():
                z[c] += w * v
        wz = [sum(W[r][c] * z[c] for c in range(2 * k)) for r in range(2 * k)]
        ok = True
        for i, m in enumerate(modes):
            n, t = 2 * i, 2 * i + 1
            lam, rho, f2, s1 = z[n], z[t], b[n] - wz[n], b[t] - wz[t]
            if m == OPEN:
                ok &= f2 <= 0
            else:
                ok &= lam >= 0
                if m == STICK:
                    ok &= abs(rho) <= mu[i] * lam
                elif m == PLUS:
                    ok &= s1 >= 0
                elif m == MINUS:
                    ok &= s1 <= 0
            if not ok:
                break
        if ok:
            found.append((modes, z, wz))
    return found, singular


def distinct(found):
    """Solutions that differ in their accelerations: W dz = 0 means the same acceleration."""
    seen = []
    for _, _, wz in found:
        if wz not in seen:
            seen.append(wz)
    return len(seen)


# ---------------------------------------------------------------- the same in double, by batches
def enumerate_batch(W, b, mu, sigma, tol=1e-11):
    """W (B, 2k, 2k), b (B, 2k), mu (B, k), sigma: one pattern for the batch.  Returns the number of
    solutions with distinct accelerations, and the smallest margin by which a sign was decided."""
    B, K = b.shape
    k = K // 2
    count = np.zeros(B, int)
    margin = np.full(B, np.inf)
    firsts = np.full((B, 8, K), np.nan)
    for modes in itertools.product(*[modes_of(s) for s in sigma]):
        cols = []
        eqs = []
        for i, m in enumerate(modes):
            n, t = 2 * i, 2 * i + 1
            if m == OPEN:
                continue
            if m == STICK:
                for r in (n, t):
                    e = np.zeros((B, K)); e[:, r] = 1; cols.append(e); eqs.append(r)
            else:
                sg = sigma[i] if m == PRESS else (1 if m == PLUS else -1)
                e = np.zeros((B, K)); e[:, n] = 1; e[:, t] = mu[:, i] * sg
                cols.append(e); eqs.append(n)
        z = np.zeros((B, K))
        if eqs:
            C = np.stack(cols, 2)
            a = (W @ C)[:, eqs, :]
            x = np.linalg.solve(a, b[:, eqs, None])
            z = (C @ x)[:, :, 0]
        wz = (W @ z[:, :, None])[:, :, 0]
        g = []
        for i, m in enumerate(modes):
            n, t = 2 * i, 2 * i + 1
            lam, rho, f2, s1 = z[:, n], z[:, t], b[:, n] - wz[:, n], b[:, t] - wz[:, t]
            if m == OPEN:
                g.append(-f2)
            else:
                g.append(lam)
                if m == STICK:
                    g.append(mu[:, i] * lam - np.abs(rho))
                elif m == PLUS:
                    g.append(s1)
                elif m == MINUS:
                    g.append(-s1)
        g = np.stack(g, 1)
        worst = g.min(1)
        margin = np.minimum(margin, np.abs(worst))
        ok = worst >= -tol
        for j in np.nonzero(ok)[0]:
            c = count[j]
            if all(np.abs(firsts[j, q] - wz[j]).max() > 1e-9 * (1 + np.abs(wz[j]).max()) for q in range(c)):
                if c < 8:
                    firsts[j, c] = wz[j]
                count[j] += 1
    return count, margin


# ---------------------------------------------------------------- as a complementarity problem
def lcp_of(W, b, mu, sigma):
    """w = N x + q, w >= 0, x >= 0, w.x = 0.  Per contact at rest x = (lambda, mu lambda + rho, s'+) and
    w = (-f'', s'-, mu lambda - rho) (Glocker); per slipping contact x = lambda, w = -f''."""
    k = len(sigma)
    col, row = [], []
    for i in range(k):
        col.append(("lam", i)); row.append(("f", i))
        if sigma[i] == 0:
            col += [("a", i), ("sp", i)]; row += [("sm", i), ("bb", i)]
    n = len(col)
    N = np.zeros((n, n)); q = np.zeros(n)
    def zcol(kind, i):
        e = np.zeros(2 * k)
        if kind == "lam":
            e[2 * i] = 1
            e[2 * i + 1] = mu[i] * sigma[i] if sigma[i] else -mu[i]
        elif kind == "a":
            e[2 * i + 1] = 1
        return e
    for c, (kc, ic) in enumerate(col):
        wz = W @ zcol(kc, ic)
        for r, (kr, ir) in enumerate(row):
            if kr == "f":
                N[r, c] = wz[2 * ir]
            elif kr == "sm":
                N[r, c] = wz[2 * ir + 1] + (1.0 if kc == "sp" and ic == ir else 0.0)
            elif kr == "bb":
                N[r, c] = (2 * mu[ir] if kc == "lam" and ic == ir else 0.0) - (1.0 if kc == "a" and ic == ir else 0.0)
    for r, (kr, ir) in enumerate(row):
        q[r] = -b[2 * ir] if kr == "f" else (-b[2 * ir + 1] if kr == "sm" else 0.0)
    return N, q, col


def lemke(N, q, max_pivots=200):
    n = len(q)
    if q.min() >= 0:
        return np.zeros(n), "found"
    rng = np.random.default_rng(1)
    d = 1 + rng.random(n)                          # a generic covering vector: no ties
    T = np.hstack([np.eye(n), -N, -d[:, None], q[:, None]])
    basis = list(range(n))
    r = int(np.argmin(q / d))
    enter = 2 * n
    for _ in range(max_pivots):
        T[r] /= T[r, enter]
        for i in range(n):
            if i != r and T[i, enter] != 0:
                T[i] -= T[i, enter] * T[r]
        left = basis[r]
        basis[r] = enter
        if left == 2 * n:
            x = np.zeros(2 * n + 1)
            x[basis] = T[:, -1]
            return x[n:2 * n], "found"
        enter = left + n if left < n else left - n
        colm = T[:, enter]
        pos = colm > 1e-11
        if not pos.any():
            return None, "ray"
        ratio = np.where(pos, T[:, -1] / np.where(pos, colm, 1), np.inf)
        m = ratio.min()
        cand = [i for i in range(n) if ratio[i] <= m + 1e-12]
        r = next((i for i in cand if basis[i] == 2 * n), cand[0])
    return None, "pivots"


# ---------------------------------------------------------------- random problems
def random_exact(rng, k, dof, mu):
    G = [[Fr(rng.randint(-9, 9)) for _ in range(dof)] for _ in range(2 * k)]
    W = [[sum(x * y for x, y in zip(G[i], G[j])) for j in range(2 * k)] for i in range(2 * k)]
    b = [Fr(rng.randint(-20, 20)) for _ in range(2 * k)]
    return W, b, [mu] * k


def random_batch(rng, B, k, kind):
    """kind 'rows': Gaussian rows in 2k+1 dimensions; 'body': each contact at a random place of a
    slender rigid body of its own that hangs on a common base (so contacts are coupled)."""
    if kind == "rows":
        G = rng.standard_normal((B, 2 * k, 2 * k + 1))
    else:
        G = np.zeros((B, 2 * k, 3 * k + 3))
        for i in range(k):
            ang = rng.uniform(0, 2 * np.pi, B)
            x, y = np.cos(ang), np.sin(ang)             # contact point on a rod of half length 1, k^2 = 1/3
            for j, s in ((3 * i, 1.0), (3 * k, 0.7)):
                G[:, 2 * i, j + 1] = s; G[:, 2 * i, j + 2] = s * x * np.sqrt(3)
                G[:, 2 * i + 1, j] = s; G[:, 2 * i + 1, j + 2] = -s * y * np.sqrt(3)
    W = G @ np.transpose(G, (0, 2, 1))
    b = rng.standard_normal((B, 2 * k))
    return W, b


def measure():
    print("exact enumeration in fractions against enumeration in double")
    rng = random.Random(7)
    total = wrong = sing = 0
    for k, reps in ((1, 3000), (2, 1500), (3, 150)):
        for _ in range(reps):
            mu = Fr(rng.randint(1, 30), 20)
            sigma = [rng.choice((-1, 0, 1)) for _ in range(k)]
            W, b, m = random_exact(rng, k, 2 * k + 1, mu)
            Wf = np.array([[float(v) for v in r] for r in W])
            if np.linalg.matrix_rank(Wf) < 2 * k:
                continue
            ex, s = enumerate_exact(W, b, m, sigma)
            sing += s
            if s:
                continue
            c, _ = enumerate_batch(Wf[None], np.array([[float(v) for v in b]]),
                                   np.array([[float(v) for v in m]]), sigma, tol=1e-9)
            total += 1
            wrong += int(c[0] != distinct(ex))
    print(f"  {total} problems, {wrong} different counts, {sing} singular modes skipped")

    rng = np.random.default_rng(11)
    for kind in ("rows", "body"):
        for k, B in ((1, 200000), (2, 40000), (3, 6000)):
            for pattern in ("rest", "slip", "mixed"):
                if k == 1 and pattern == "mixed":
                    continue
                line = []
                for mu in (0.1, 0.3, 0.5, 0.8, 1.0, 1.5):
                    W, b = random_batch(rng, B, k, kind)
                    s = [0] * k if pattern == "rest" else [1] * k if pattern == "slip" else [i % 2 for i in range(k)]
                    c, _ = enumerate_batch(W, b, np.full((B, k), mu), s)
                    line.append(f"{mu}: {100*np.mean(c==0):.3f}/{100*np.mean(c>1):.3f}")
                print(f"  {kind:5s} k={k} {pattern:5s} B={B}: none %/several %  " + "  ".join(line))


def measure_lemke():
    rng = np.random.default_rng(5)
    for k in (1, 2, 3):
        for pattern in ("rest", "slip", "mixed"):
            for mu in (0.3, 0.8, 1.5):
                B = 1500
                W, b = random_batch(rng, B, k, "rows")
                s = [0] * k if pattern == "rest" else [1] * k if pattern == "slip" else [i % 2 for i in range(k)]
                c, _ = enumerate_batch(W, b, np.full((B, k), mu), s)
                miss = ray = bad = 0
                for j in range(B):
                    N, q, _ = lcp_of(W[j], b[j], [mu] * k, s)
                    x, how = lemke(N, q)
                    if x is None:
                        ray += 1
                        miss += c[j] > 0
                    else:
                        w = N @ x + q
                        bad += max(-x.min(), -w.min(), np.abs(np.minimum(x, w)).max()) > 1e-7
                print(f"  k={k} {pattern:5s} mu={mu}: no solution {np.sum(c==0)}, Lemke ends on a ray {ray}, "
                      f"of these solvable {miss}, wrong {bad}")


if __name__ == "__main__":
    measure()
    print("Lemke's method")
    measure_lemke()
