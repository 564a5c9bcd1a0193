# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Reference motion of a chain of N uniform rigid links (total 1 m, 1 kg), released at rest at 45 degrees, t = 1 s.

Angles are the only unknowns (no constraint drift); joint forces come from an SPD block-tridiagonal solve, O(N) a call.
Writes rigid_chain.csv: N, tip x, tip y, CPU seconds, calls, relative energy drift.
"""
import os, sys, time
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
    with open(os.path.join(here, "rigid_chain.csv"), "w") as f:
        f.write("N,tip_x,tip_y,cpu_s,calls,energy_drift\n")
        for N, tol in ((10, 1e-12), (100, 1e-11), (1000, 1e-9)):
            z0 = np.concatenate([np.full(N, np.pi / 4), np.zeros(N)])
            t0 = time.process_time()
            r = solve_ivp(rhs_factory(N), (0, 1), z0, method="DOP853", rtol=tol, atol=tol)
            z = r.y[:, -1]
            dt = time.process_time() - t0
            dE = (energy(N, z) - energy(N, z0)) / g
            row = "%d,%.12f,%.12f,%.2f,%d,%.2e" % (N, np.sin(z[:N]).sum() / N, -np.cos(z[:N]).sum() / N, dt, r.nfev, dE)
            print(row, flush=True)
            f.write(row + "\n")
