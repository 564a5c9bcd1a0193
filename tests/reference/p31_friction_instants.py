# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Planar instants in rational numbers with all their solutions: one, none, several.  By exhaustive enumeration."""
from friction_common import *
import random
import friction_planar as planar

cases, checks = [], []
rng = random.Random(31)
want = {(k, n): c for k, n, c in ((1, 1, 6), (1, 0, 3), (1, 2, 3), (1, 3, 2), (2, 1, 8), (2, 0, 4), (2, 2, 4), (2, 3, 2), (3, 1, 6), (3, 0, 2), (3, 2, 2))}
tries = 0
import numpy as np
while any(want.values()) and tries < 60000:
    tries += 1
    k = rng.choice((1, 1, 2, 2, 3)) if any(v for (a, _), v in want.items() if a == 3) else rng.choice((1, 2))
    if not any(v for (a, _), v in want.items() if a == k):
        continue
    dof = 2 * k + 1
    G = [[R(rng.randint(-5, 5)) for _ in range(dof)] for _ in range(2 * k)]
    W = [[sum(x * y for x, y in zip(G[i], G[j])) for j in range(2 * k)] for i in range(2 * k)]
    if np.linalg.matrix_rank(np.array([[float(v) for v in r] for r in W])) < 2 * k:
        continue
    free = [R(rng.randint(-9, 9)) for _ in range(dof)]
    b = [sum(x * y for x, y in zip(G[i], free)) for i in range(2 * k)]
    mu = [R(rng.randint(1, 15), 10) for _ in range(k)]
    sigma = [rng.choice((-1, 0, 1)) for _ in range(k)]
    if k == 3:                                             # a quick look in double first
        c, mg = planar.enumerate_batch(np.array([[[float(v) for v in r] for r in W]]), np.array([[float(v) for v in b]]), np.array([[float(v) for v in mu]]), sigma)
        if not want.get((3, int(c[0])), 0):
            continue
    sol, sing = planar.enumerate_exact(W, b, mu, sigma)
    n = planar.distinct(sol)
    if sing or not want.get((k, n), 0) or len(sol) != n:
        continue
    want[(k, n)] -= 1
    if all(s == 0 for s in sigma):
        checks.append(("instant_%02d: at rest a solution exists" % len(cases), 0 if n else 1, "0"))
    acc = [[free[j] - sum(G[i][j] * z[i] for i in range(2 * k)) for j in range(dof)] for _, z, _ in sol]
    for (modes, z, wz), a in zip(sol, acc):
        for i in range(k):
            lam, rho = z[2 * i], z[2 * i + 1]
            f2 = sum(G[2 * i][j] * a[j] for j in range(dof))
            bad = max(R(0), f2, -lam, abs(rho) - mu[i] * lam, abs(lam * f2))
            checks.append(("instant_%02d: signs and complementarity" % len(cases), mpq(bad), "0"))
    cases.append({"name": "instant_%02d" % len(cases), "why": "%d contacts, %s" % (k, {0: "no solution", 1: "one solution"}.get(n, "%d solutions" % n)),
                  "rows": [[str(v) for v in r] for r in G], "free": free, "coefficients": mu, "slip_signs": sigma,
                  "expect": {"solutions": n, "modes": [list(m) for m, _, _ in sol], "multipliers_all": [z for _, z, _ in sol], "accelerations_all": acc}})
print("left over", {k: v for k, v in want.items() if v}, "tries", tries)
by = {}
for c in checks:                                           # one line per case is enough
    by[c[0]] = max(by.get(c[0], (c[0], 0, "0")), c, key=lambda q: float(q[1]))
write("p31_friction_instants", "Planar instants with all their solutions", ["exhaustive enumeration in rational numbers; unit masses, rows normal/tangential in turn, offsets 0"], cases, "exact rationals", list(by.values()))
