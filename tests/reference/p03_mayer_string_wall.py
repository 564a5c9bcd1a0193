# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Mayer 1899b, section 3, example I: two points on a taut string, the first meets a surface."""
from refcommon import *
import engine

cases, checks = [], []


def add(name, why, model, names, q, u, A, b, m, impulse=None, enames=(), Ae=(), be=(), extra=None, t=0):
    Minv = diag_inv(m)
    free = [x + (y / mm if impulse else 0) for x, y, mm in zip(u, impulse or [F(0)] * len(u), m)]
    r = gauss_qp(Minv, free, list(Ae), list(be), A, b)
    T = lambda w: sum(mm * x * x for mm, x in zip(m, w)) / 2
    lost = [x - y for x, y in zip(free, r["a"])]
    lb = sum((z * bb for z, bb in zip(r["mu"] + r["lambda"], list(be) + list(b))), F(0))
    ex = {"velocities_after": r["a"], "impulses": dict(list(zip(enames, r["mu"])) + list(zip(names, r["lambda"]))),
          "f1_before": dict(zip(names, [sum(x * y for x, y in zip(A[i], u)) + b[i] for i in range(len(A))])),
          "f1_after": dict(zip(names, r["f2"])), "active": [names[i] for i in r["active"]],
          "T_free": T(free), "T_after": T(r["a"]), "T_of_lost_velocities": T(lost), "sum_l_times_df_dt": lb}
    if extra:
        ex.update(extra)
    cases.append({"name": name, "why": why, "model": model, "state": {"t": t, "q": q, "v": u},
                  "external_impulse": impulse, "expect": ex})
    checks.append((name + ": T_free - T_after - T(lost) + sum l df/dt (Carnot balance)", abs(mpf(T(free) - T(r["a"]) - T(lost) + lb)), 0))
    checks.append((name + ": generic engine", engine.check_impact(model, t, q, u, r["a"], ex["impulses"], impulse), "1e-9"))
    nn = nnls_check(Minv, free, list(Ae), list(be), A, b)
    checks.append((name + ": NNLS route", max(abs(float(x) - float(y)) for x, y in zip(nn, r["a"])), "1e-9"))
    checks.append((name + ": distinct solutions over all active sets minus one", len({tuple(x[1]) for x in r["all"]}) - 1, 0))
    return r


sw = {"coordinates": ["x1", "y1", "x2", "y2"], "velocities": ["u1", "w1", "u2", "w2"], "mass": ["2", "2", "3", "3"], "parameters": {},
      "forces": ["0"] * 4,
      "constraints": [{"name": "wall", "kind": "holonomic-inequality", "f": "x1"},
                     {"name": "string", "kind": "holonomic-inequality", "f": "((x1-x2)^2+(y1-y2)^2-1)/2"}]}
m = [F(2), F(2), F(3), F(3)]
for nm, why, d, rel, u1 in [
    ("acute", "angle phi_1 acute: the string goes slack, only the first point changes its velocity, f2' = -L F1 cos phi_1 / B1", [F(4, 5), F(3, 5)], [F(3), F(-4)], [F(2), F(1)]),
    ("right_angle", "phi_1 = 90 degrees: l2 = 0, the string stays taut", [F(0), F(1)], [F(3), F(0)], [F(2), F(1)]),
    ("F1_zero", "F1 = 0: no impact at all, both impulses vanish", [F(4, 5), F(3, 5)], [F(3), F(-4)], [F(0), F(1)]),
    ("obtuse", "phi_1 obtuse (second point on the far side, the wall concerns point 1 only): string stays taut and both points change", [F(-4, 5), F(3, 5)], [F(3), F(4)], [F(2), F(1)]),
]:
    u = u1 + [u1[0] - rel[0], u1[1] - rel[1]]
    q = [F(0), F(0), -d[0], -d[1]]
    A = [[F(1), F(0), F(0), F(0)], [d[0], d[1], -d[0], -d[1]]]
    # Mayer's trial with both equations kept: equations (B)
    B12 = d[0]
    F1 = u1[0]
    l1 = m[0] * F1 / (1 - m[2] * B12 ** 2 / (m[0] + m[2]))
    l2 = -m[2] * B12 * l1 / (m[0] + m[2])
    add(nm, why, sw, ["wall", "string"], q, u, A, [F(0), F(0)], m,
        extra={"trial_with_both_kept": {"l1": l1, "l2": l2, "admissible": bool(l1 >= 0 and l2 >= 0)}, "cos_phi1": d[0]})

# curved surface and non-unit gradient in space: point 1 inside the sphere |r| <= 3, f1 = |r|^2-9
sp3 = {"coordinates": ["x1", "y1", "z1", "x2", "y2", "z2"], "velocities": ["a1", "b1", "c1", "a2", "b2", "c2"],
       "mass": ["1", "1", "1", "2", "2", "2"], "parameters": {}, "forces": ["0"] * 6,
       "constraints": [{"name": "sphere", "kind": "holonomic-inequality", "f": "x1^2+y1^2+z1^2-9"},
                      {"name": "string", "kind": "holonomic-inequality", "f": "((x1-x2)^2+(y1-y2)^2+(z1-z2)^2-9)/2"}]}
q = [F(1), F(2), F(2), F(0), F(0), F(4)]
dd = [F(1), F(2), F(-2)]
u = [F(1), F(1), F(1), F(0), F(1), F(1, 2)]      # (r1-r2).(u1-u2) = 1*1+2*0-2*1/2 = 0
A = [[F(2), F(4), F(4), F(0), F(0), F(0)], dd + [-x for x in dd]]
m6 = [F(1)] * 3 + [F(2)] * 3
B1 = mp.sqrt(36)
F1 = F(10)
add("sphere_in_space", "curved surface, gradient of length 6: Delta u1 = -(F1/B1) n, cos phi_1 = B12/(L B1)", sp3, ["sphere", "string"], q, u, A, [F(0), F(0)], m6,
    extra={"F1": F1, "B1": F(6), "B12": F(2) + 8 - 8, "cos_phi1": F(2, 18)})

# sudden imposition of an equation (multiplier of either sign) and external impulses
seize = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["2", "2"], "parameters": {}, "forces": ["0", "0"],
         "constraints": [{"name": "wire", "kind": "nonholonomic-equation", "p": ["3/5", "4/5"], "p0": "-2"}]}
add("sudden_equation", "a point is seized and forced onto a wire moving with normal speed 2: the multiplier may be negative; rheonomic energy balance",
    seize, [], [F(0), F(0)], [F(1), F(0)], [], [], [F(2), F(2)], Ae=[[F(3, 5), F(4, 5)]], be=[F(-2)], enames=["wire"])
cor = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["0", "0"],
       "constraints": [{"name": "a", "kind": "holonomic-inequality", "f": "x"}, {"name": "b", "kind": "holonomic-inequality", "f": "-3/5*x+4/5*y"}]}
for nm, J, why in [("impulse_corner_both", [F(2), F(1)], "external impulse into an acute corner: both walls answer although b alone would not oppose it"),
                   ("impulse_corner_one", [F(1), F(-2)], "external impulse: only wall a answers"),
                   ("impulse_corner_none", [F(-2), F(-3)], "external impulse away from both walls")]:
    add(nm, why, cor, ["a", "b"], [F(0), F(0)], [F(0), F(0)], [[F(1), F(0)], [F(-3, 5), F(4, 5)]], [F(0), F(0)], [F(1), F(1)], impulse=J)
write("p03_mayer_string_wall", "Impact of a string-linked pair against a surface; external impulses; sudden equations",
      ["Mayer 1899b, section 3 example I, eqs (A)-(D) and footnote; section 1 eqs (6)-(15); section 2 eq (16)"], cases,
      "exact rational arithmetic", checks)
