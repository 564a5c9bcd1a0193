# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Regenerate every reference file and verify every formula.  Usage: python3 make_all.py [name-prefix ...]"""
import glob
import os
import subprocess
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
todo = sorted(glob.glob(os.path.join(here, "p[0-9][0-9]_*.py")))
if len(sys.argv) > 1:
    todo = [p for p in todo if any(os.path.basename(p).startswith(a) for a in sys.argv[1:])]
todo.append(os.path.join(here, "verify_formulas.py"))
bad = []
for p in todo:
    t = time.time()
    r = subprocess.run([sys.executable, p], capture_output=True, text=True, cwd=here)
    last = (r.stdout.strip().splitlines() or [""])[-1]
    print("%-28s %-8s %5.1fs  %s" % (os.path.basename(p), "ok" if r.returncode == 0 else "FAILED", time.time() - t, last), flush=True)
    if r.returncode:
        bad.append(p)
        sys.stdout.write(r.stderr[-2000:])
sys.exit(1 if bad else 0)
