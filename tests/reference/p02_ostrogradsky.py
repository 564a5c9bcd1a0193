# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Counter-examples to Ostrogradsky's selection rule, both ways (Mayer 1899a, sections 1 and 3)."""
from refcommon import *
import engine

cases, checks = [], []
one = diag_inv([F(1), F(1)])


def case(name, why, g1, g2, X):
    A = [g1, g2]
    r = gauss_qp(one, X, [], [], A, [F(0), F(0)])
    keep = [i for i in range(2) if r["f2_free"][i] > 0]
    Phi = r["Phi"]
    z = _z = None
    zz = [F(0), F(0)]
    if keep:
        from refcommon import _solve_exact
        s = _solve_exact([[Phi[i][j] for j in keep] for i in keep], [r["f2_free"][i] for i in keep])
        for i, val in zip(keep, s):
            zz[i] = val
    a_o = [X[k] - sum(A[i][k] * zz[i] for i in range(2)) for k in range(2)]
    f2_o = [sum(A[i][k] * a_o[k] for k in range(2)) for i in range(2)]
    Zo = sum((a_o[k] - X[k]) ** 2 for k in range(2))
    md = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": [str(X[0]), str(X[1])],
          "constraints": [{"name": "f1", "kind": "holonomic-inequality", "f": "(%s)*x+(%s)*y" % tuple(g1)},
                         {"name": "f2", "kind": "holonomic-inequality", "f": "(%s)*x+(%s)*y" % tuple(g2)}]}
    nm = ["f1", "f2"]
    cases.append({"name": name, "why": why, "model": md, "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
                  "expect": {"f2_of_the_free_motion": dict(zip(nm, r["f2_free"])), "accelerations": r["a"],
                             "multipliers": dict(zip(nm, r["lambda"])), "f2": dict(zip(nm, r["f2"])), "active": [nm[i] for i in r["active"]],
                             "zwang": r["Z"]},
                  "wrong_rule": {"kept_as_equations": [nm[i] for i in keep], "accelerations": a_o, "multipliers": dict(zip(nm, zz)),
                                 "f2": dict(zip(nm, f2_o)), "zwang": Zo,
                                 "defect": "violates a constraint (f'' > 0)" if max(f2_o) > 0 else "negative multiplier"}})
    checks.append((name + ": generic engine", engine.check_accel(md, 0, [0, 0], [0, 0], r["a"], dict(zip(nm, r["lambda"]))), "1e-12"))
    nn = nnls_check(one, X, [], [], A, [F(0), F(0)])
    checks.append((name + ": NNLS route", max(abs(float(a) - float(b)) for a, b in zip(nn, r["a"])), "1e-12"))
    checks.append((name + ": the wrong rule differs (1 if equal)", 1 if a_o == r["a"] else 0, 0))


case("passive_for_free_active_in_truth", "f2 does not oppose the free motion (f2''=-2/5) yet f2''=0 in the true motion",
     [F(1), F(0)], [F(-3, 5), F(4, 5)], [F(2), F(1)])
case("active_for_free_passive_in_truth", "f1 opposes the free motion (f1''=1) yet the true motion leaves it (f1''=-3/5)",
     [F(1), F(0)], [F(4, 5), F(3, 5)], [F(1), F(2)])
write("p02_ostrogradsky", "Ostrogradsky's selection rule fails for r = 2, in both directions",
      ["Mayer 1899a, section 1 (rule quoted), section 3 (cases Phi_2^0<=0<Phi_2^1 and Phi_1^2<=0<Phi_1^0)"], cases,
      "exact rational arithmetic", checks)
