# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What the programs of zwang share: the truths, the least CPU time of a run, a row of the table."""
import json
import time
from pathlib import Path

import zwang as z

TRUTH = json.loads((Path(__file__).parent / "truth.json").read_text())
G = 9.81


def best(model, repeats=3, **keys):
    """The run of a model and the least CPU seconds of up to `repeats` such runs; one if it is long."""
    least = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        run = model.run(**keys)
        least = min(least, time.process_time() - begin)
        if least > 2:
            break
    if not run.usable():
        raise SystemExit(f"{run.code} {run.message}")
    return run, least


def row(*values):
    words = [f"{v:.4e}" if isinstance(v, float) else str(v) for v in values]
    print(",".join([f"zwang-{z.__version__}", *words]), flush=True)


def when(run, kind, first=0.0):
    """The time of the first event of a kind from `first` on; nan if there is none."""
    times = [float(e["t"]) for e in run.events if str(e["kind"]) == kind and e["t"] >= first]
    return times[0] if times else float("nan")
