#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Reference motion of a chain of N uniform rigid links (total 1 m, 1 kg), released at rest at 45 degrees.

Angles are the only unknowns (no constraint drift); joint forces come from an SPD block-tridiagonal solve, O(N) a call.
Writes reference.csv: N, time, tip x, tip y, relative energy drift. The programs of this folder end at one of these times.
"""
import os

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import solveh_banded

g = 9.81


def rhs_factory(N):
    l, m = 1.0 / N, 1.0 / N
    I = m * l * l / 12
    k = 3.0 / m

    def rhs(t, z):
        th, w = z[:N], z[N:]
        c, s = np.cos(th), np.sin(th)
        T = np.empty((N, 3))            # xx, xy, yy of t t^T * 3/m
        T[:, 0], T[:, 1], T[:, 2] = k * c * c, k * c * s, k * s * s
        D = T.copy()
        D[:, 0] += 1 / m
        D[:, 2] += 1 / m
        D[1:, :] += T[:-1]
        D[1:, 0] += 1 / m
        D[1:, 2] += 1 / m
        ab = np.zeros((4, 2 * N))       # lower form
        ab[0, 0::2], ab[0, 1::2] = D[:, 0], D[:, 2]
        ab[1, 0::2] = D[:, 1]
        # block (i+1, i) = -1/m + T_i
        ab[2, 0:2 * N - 2:2] = T[:-1, 0] - 1 / m
        ab[3, 0:2 * N - 2:2] = T[:-1, 1]
        ab[1, 1:2 * N - 2:2] = T[:-1, 1]
        ab[2, 1:2 * N - 2:2] = T[:-1, 2] - 1 / m
        b = np.zeros((N, 2))
        ex, ey = s * w * w * l / 2, -c * w * w * l / 2
        b[:, 0] -= ex
        b[:, 1] -= ey
        b[1:, 0] -= ex[:-1]
        b[1:, 1] -= ey[:-1]
        b[0, 1] += g
        F = solveh_banded(ab, b.ravel(), lower=True, check_finite=False).reshape(N, 2)
        S = F.copy()
        S[:-1] += F[1:]
        al = -(l / 2) / I * (c * S[:, 0] + s * S[:, 1])
        return np.concatenate([w, al])
    return rhs


def energy(N, z):
    l, m = 1.0 / N, 1.0 / N
    th, w = z[:N], z[N:]
    e = np.stack([np.sin(th), -np.cos(th)]) * l
    ed = np.stack([np.cos(th) * w, np.sin(th) * w]) * l
    c = np.cumsum(e, 1) - e / 2
    v = np.cumsum(ed, 1) - ed / 2
    return 0.5 * m * (v**2).sum() + 0.5 * m * l * l / 12 * (w**2).sum() + m * g * c[1].sum()


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "reference.csv"), "w") as f:
        f.write("N,T,tip_x,tip_y,energy_drift\n")
        for N, tol, times in ((10, 1e-13, (0.1, 1)), (95, 1e-12, (1,)), (100, 1e-12, (0.1, 1)), (1000, 1e-10, (0.003, 0.02, 0.1, 0.3))):
            start = z = np.concatenate([np.full(N, np.pi / 4), np.zeros(N)])
            before = 0
            for T in times:
                z = solve_ivp(rhs_factory(N), (before, T), z, method="DOP853", rtol=tol, atol=tol).y[:, -1]
                before = T
                drift = (energy(N, z) - energy(N, start)) / g
                row = "%d,%g,%.13f,%.13f,%.2e" % (N, T, np.sin(z[:N]).sum() / N, -np.cos(z[:N]).sum() / N, drift)
                print(row, flush=True)
                f.write(row + "\n")
