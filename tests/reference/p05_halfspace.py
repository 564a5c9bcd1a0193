# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Stäckel 1919, section 6: a point in the half-space x3 >= 0."""
from refcommon import *
import engine

cases, checks = [], []
for nm, X in [("X3_negative", [F(1), F(-2), F(-3)]), ("X3_zero", [F(1), F(-2), F(0)]), ("X3_positive", [F(1), F(-2), F(3)])]:
    md = {"coordinates": ["x1", "x2", "x3"], "velocities": ["v1", "v2", "v3"], "mass": ["1"] * 3, "parameters": {}, "forces": [str(x) for x in X],
          "constraints": [{"name": "plane", "kind": "holonomic-inequality", "f": "-x3"}]}
    r = gauss_qp(diag_inv([F(1)] * 3), X, [], [], [[F(0), F(0), F(-1)]], [F(0)])
    q, v = [F(1), F(1), F(0)], [F(2), F(0), F(0)]
    cases.append({"name": nm, "model": md, "state": {"t": 0, "q": q, "v": v},
                  "expect": {"accelerations": r["a"], "multipliers": {"plane": r["lambda"][0]}, "zwang": r["Z"],
                             "dalembert_fourier_lower_bound_on_a3": max(F(0), X[2]),
                             "dalembert_fourier_determines_a3": False}})
    checks.append((nm + ": a3 = max(0, X3)", abs(mpf(r["a"][2] - max(F(0), X[2]))), 0))
    checks.append((nm + ": generic engine", engine.check_accel(md, 0, q, v, r["a"], {"plane": r["lambda"][0]}), "1e-13"))
write("p05_halfspace", "Point in a half-space: the d'Alembert-Fourier principle leaves a3 >= max(0,X3), Gauss's principle fixes a3",
      ["Stäckel 1919, sections 6 and 10"], cases, "exact rational arithmetic", checks)
