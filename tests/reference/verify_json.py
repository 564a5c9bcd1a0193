# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Read the JSON files back and confront them with the generic engine: also an example of how to use them.

Usage: python3 verify_json.py [file ...]
"""
import glob
import json
import os
import sys

import engine

here = os.path.dirname(os.path.abspath(__file__))
files = sys.argv[1:] or sorted(glob.glob(os.path.join(here, "p*.json")))
# trajectories the simple event loop of engine.py cannot start or follow: degenerate instants, problem A, Zeno
SKIP = {"soft_landing", "graze_from_inside", "simultaneous_release", "degenerate_wedge_both", "degenerate_wedge_one", "multiplier_grazes_zero"}
tot = {"accelerations": 0, "impacts": 0, "trajectories": 0}
worst = {"accelerations": 0.0, "impacts": 0.0, "trajectories": 0.0}
bad = 0
for fn in files:
    doc = json.load(open(fn, encoding="utf-8"))
    for c in doc["cases"]:
        md, st, ex = c.get("model"), c.get("state"), c.get("expect", {})
        if not md or not st or "lambda" in st or "rho" in st:
            continue
        q, v, t = st["q"], st["v"], st["t"]
        if "straightest" in ex:
            ex = ex["straightest"]
        tag = doc["id"] + "/" + c["name"]
        try:
            if "accelerations" in ex:
                d = engine.check_accel(md, t, q, v, ex["accelerations"], ex.get("multipliers"))
                kind, lim = "accelerations", 1e-10
            elif "velocities_after" in ex:
                d = engine.check_impact(md, t, q, v, ex["velocities_after"], ex.get("impulses"), c.get("external_impulse"))
                kind, lim = "impacts", 1e-10
            elif "samples" in ex and c["name"] not in SKIP and ex.get("problem", "B") == "B" and all("v" in s for s in ex["samples"]):
                S = [s for s in ex["samples"] if s["t"] >= t]
                ev = [e for e in ex.get("events", []) if e["kind"] in ("release", "impact")]
                end = max([s["t"] for s in S] + [e["t"] + 1e-2 for e in ev])
                d, de = engine.check_traj(md, t, q, v, S, ev or None, t_end=end)
                scale = max(1.0, max(abs(x) for s in S for x in s["q"] + s["v"]))
                d = max(d / scale, de)
                kind, lim = "trajectories", 1e-7
            else:
                continue
        except Exception as e:
            print("FAILED", tag, repr(e))
            bad += 1
            continue
        tot[kind] += 1
        worst[kind] = max(worst[kind], d)
        if d > lim:
            print("FAILED", tag, kind, d)
            bad += 1
for k in tot:
    print("%-14s %3d compared, largest difference %.1e" % (k, tot[k], worst[k]))
sys.exit(1 if bad else 0)
