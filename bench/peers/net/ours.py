# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Nets of n x n points, strings between neighbours, 10 % slack at the start, corners pinned."""
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "common"))
from measure import G, best, row, z


def measure(n, until, step):
    m = z.Model("net")
    m.gravity((0, 0, -G))
    m.generate("net", "net", size=(n, n), corner=(0, 0, 0), span=(1, 1), mass=1.0, slack=1 / 0.9 - 1, pinned="corners")
    # the second half of a run, as of the others: a run to the end less one to its middle
    _, first = best(m, 1, until=until / 2, every=until / 2, method="time-stepping", step=step)
    run, cpu = best(m, 1, until=until, every=until / 2, method="time-stepping", step=step)
    length = 1 / (n - 1) / 0.9
    corners = {(i, j): np.array([[i / (n - 1), j / (n - 1), 0.0]]) for i in (0, n - 1) for j in (0, n - 1)}
    place = {(i, j): corners.get((i, j)) for i in range(n) for j in range(n)}
    place = {k: run[f"net[{k[0]},{k[1]}]"] if p is None else p for k, p in place.items()}
    pairs = [(a, b) for a in place for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in place]
    stretch = max(float(np.linalg.norm(place[a] - place[b], axis=1).max()) / length - 1 for a, b in pairs)
    centre = float(run[f"net[{n // 2},{n // 2}].z"][-1])
    row("time-stepping", f"{step:g}", n, f"{until:g}", "", max(0.0, stretch), "", f"{centre:.6f}", (cpu - first) / (until / step / 2))


measure(10, 0.5, 2e-3)
measure(30, 0.5, 2e-3)
measure(100, 0.2, 2e-3)
measure(100, 0.2, 1e-3)
