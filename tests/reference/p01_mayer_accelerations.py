# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Mayer 1899a, sections 2-4: the acceleration problem in small explicit systems (exact rationals)."""
from refcommon import *
import engine

cases, checks = [], []


def add(name, why, model, q, v, Ai, bi, m=None, Minv=None, a0=None, Ae=(), be=(), names=(), enames=(), t=0, extra=None):
    Minv = Minv or diag_inv(m)
    r = gauss_qp(Minv, a0, list(Ae), list(be), list(Ai), list(bi))
    ex = {
        "free_accelerations": a0,
        "f2_of_the_free_motion": dict(zip(names, r["f2_free"])),
        "accelerations": r["a"],
        "multipliers": dict(list(zip(enames, r["mu"])) + list(zip(names, r["lambda"]))),
        "f2": dict(zip(names, r["f2"])),
        "active": [names[i] for i in r["active"]],
        "Phi": r["Phi"], "Phi0": r["Phi0"],
        "zwang": r["Z"],
    }
    if extra:
        ex.update(extra)
    cases.append({"name": name, "why": why, "model": model, "state": {"t": t, "q": q, "v": v}, "expect": ex})
    distinct = {tuple(x[1]) for x in r["all"]}
    checks.append((name + ": number of distinct accelerations over all admissible active sets minus one", len(distinct) - 1, 0))
    checks.append((name + ": generic engine", engine.check_accel(model, t, q, v, r["a"], ex["multipliers"]), "1e-12"))
    if Ai or Ae:
        nn = nnls_check(Minv, a0, list(Ae), list(be), list(Ai), list(bi))
        checks.append((name + ": NNLS route", max(abs(float(x) - float(y)) for x, y in zip(nn, r["a"])), "1e-9"))
    # certificate: stationarity is exact by construction; duality gap Z = z.Phi0
    z = r["mu"] + r["lambda"]
    checks.append((name + ": Z minus z.Phi0 (duality)", abs(mpf(r["Z"] - sum((a * b for a, b in zip(z, r["Phi0"])), F(0)))), 0))
    return r


# ---- r = 1: point on a string of length 1 in a vertical plane, g = 1 --------------------------
pend = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {},
        "forces": ["0", "-1"],
        "constraints": [{"name": "string", "kind": "holonomic-inequality", "f": "(x^2+y^2-1)/2"}]}
one = [F(1), F(1)]
for nm, why, q, v in [
    ("r1_taut", "Phi_1^0 > 0: constrained motion, lambda = Phi_1^0/Phi_11", [F(0), F(-1)], [F(1), F(0)]),
    ("r1_taut_oblique", "Phi_1^0 > 0 at an oblique position", [F(3, 5), F(-4, 5)], [F(4, 5), F(3, 5)]),
    ("r1_slack", "Phi_1^0 < 0: free motion, the string goes slack", [F(0), F(1)], [F(1, 2), F(0)]),
    ("r1_degenerate", "Phi_1^0 = 0: constrained and free motion coincide, lambda = 0 and f'' = 0", [F(0), F(1)], [F(1), F(0)]),
]:
    add(nm, why, pend, q, v, [q], [v[0] ** 2 + v[1] ** 2], m=one, a0=[F(0), F(-1)], names=["string"])

# ---- r = 2: two points, a wall for the first, a string between them ---------------------------
def two(X1, X2, flip):
    s = -1 if flip else 1
    md = {"coordinates": ["x1", "y1", "x2", "y2"], "velocities": ["u1", "w1", "u2", "w2"],
          "mass": ["1", "1", "2", "2"], "parameters": {}, "forces": [str(x) for x in X1 + X2],
          "constraints": [{"name": "wall", "kind": "holonomic-inequality", "f": "x1"},
                         {"name": "string", "kind": "holonomic-inequality", "f": "((x1-x2)^2+(y1-y2)^2-1)/2"}]}
    d = [F(3, 5) * s, F(4, 5)]                 # r1 - r2
    q = [F(0), F(0), -d[0], -d[1]]
    rel = [F(4, 5), F(-3, 5)] if not flip else [F(4, 5), F(3, 5)]
    v1 = [F(0), F(1)]
    v = v1 + [v1[0] - rel[0], v1[1] - rel[1]]
    A = [[F(1), F(0), F(0), F(0)], [d[0], d[1], -d[0], -d[1]]]
    b = [F(0), rel[0] ** 2 + rel[1] ** 2]
    m = [F(1), F(1), F(2), F(2)]
    a0 = [F(X1[0]), F(X1[1]), F(X2[0]) / 2, F(X2[1]) / 2]
    return md, q, v, A, b, m, a0


for nm, why, X1, X2, flip in [
    ("r2_free", "Phi_1^0<=0, Phi_2^0<=0: free motion", [-1, 0], [4, 2], False),
    ("r2_only_first", "Phi_1^0>0, Phi_2^1<=0: motion (1); here Phi_2^0>0, so a constraint that opposes the free motion is passive", [2, 0], [4, 2], False),
    ("r2_both_through_coupling", "Phi_1^0>0, Phi_2^0<=0, Phi_2^1>0: both active although the second does not oppose the free motion", [4, 0], [0, 0], True),
    ("r2_only_second", "Phi_1^0>0, Phi_2^0>0, Phi_2^1>0, Phi_1^2<=0: motion (2)", [1, 3], [0, 0], False),
    ("r2_both", "Phi_1^0>0, Phi_2^0>0, Phi_2^1>0, Phi_1^2>0: both active", [4, 1], [0, 0], False),
]:
    md, q, v, A, b, m, a0 = two(X1, X2, flip)
    P1 = A[0][0] * a0[0] + b[0]
    P2 = sum(x * y for x, y in zip(A[1], a0)) + b[1]
    P11 = F(1)
    P22 = F(3, 2)
    P12 = A[1][0]
    extra = {"Phi_2^1": P2 - P1 * P12 / P11, "Phi_1^2": P1 - P2 * P12 / P22}
    add(nm, why, md, q, v, A, b, m=m, a0=a0, names=["wall", "string"], extra=extra)

# ---- moving wall (rheonomic) --------------------------------------------------------------
mw = {"coordinates": ["x"], "velocities": ["v"], "mass": ["3"], "parameters": {}, "forces": ["1"],
      "constraints": [{"name": "wall", "kind": "holonomic-inequality", "f": "t^2 + t - x"}]}
add("r1_moving_wall", "rheonomic: wall x = t + t^2 pushes the point; F = s''", mw, [F(2)], [F(3)], [[F(-1)]], [F(2)], m=[F(3)], a0=[F(1, 3)], names=["wall"], t=1)

# ---- mixed: rigid dumb-bell (equation) status with one end on the floor (inequality) --------
db = {"coordinates": ["x1", "y1", "x2", "y2"], "velocities": ["u1", "w1", "u2", "w2"], "mass": ["1"] * 4, "parameters": {},
      "forces": ["0", "-10", "0", "-10"],
      "constraints": [{"name": "rod", "kind": "holonomic-equation", "f": "((x1-x2)^2+(y1-y2)^2-1)/2"},
                     {"name": "floor1", "kind": "holonomic-inequality", "f": "-y1"},
                     {"name": "floor2", "kind": "holonomic-inequality", "f": "-y2"}]}
d = [F(-3, 5), F(-4, 5)]
for nm, rel, why in [("mixed_dumbbell_at_equilibrium", [F(0), F(0)], "equation + inequality, floor active"),
                     ("mixed_dumbbell_spinning", [F(-8, 1), F(6, 1)], "fast rotation lifts the lower end: floor passive, rod under tension")]:
    v = [F(0), F(0), -rel[0], -rel[1]]
    w2 = rel[0] ** 2 + rel[1] ** 2
    # lower end at rest (instantaneously), f'=0 on the floor
    add(nm, why, db, [F(0), F(0), -d[0], -d[1]], v, [[F(0), F(-1), F(0), F(0)]], [F(0)], m=[F(1)] * 4,
        a0=[F(0), F(-10), F(0), F(-10)], Ae=[[d[0], d[1], -d[0], -d[1]]], be=[w2], names=["floor1"], enames=["rod"])

# ---- generalised coordinates: the string pendulum in polar coordinates -------------------------
pol = {"coordinates": ["r", "th"], "velocities": ["rd", "thd"], "mass_matrix": [["2", "0"], ["0", "2*r^2"]], "parameters": {},
       "forces": ["2*10*cos(th)", "-2*10*r*sin(th)"],
       "constraints": [{"name": "string", "kind": "holonomic-inequality", "f": "r-3"}]}
# theta = 0 (lowest point), thd = 1 : free r'' = r thd^2 + g = 13, theta'' = 0
add("polar_string", "generalised coordinates with a position-dependent mass matrix; lambda = m (r thd^2 + g cos th)", pol,
    [F(3), F(0)], [F(0), F(1)], [[F(1), F(0)]], [F(0)], Minv=[[F(1, 2), F(0)], [F(0), F(1, 18)]], a0=[F(13), F(0)], names=["string"])

# ---- a non-holonomic inequality: a blade that may slip to one side only -----------------------
for nm, Fy, why in [("nonholonomic_inequality_active", 5, "side force against the blade: active"),
                    ("nonholonomic_inequality_passive", -5, "side force away from the blade: passive")]:
    bl = {"coordinates": ["x", "y", "th"], "velocities": ["vx", "vy", "om"], "mass": ["2", "2", "1"], "parameters": {},
          "forces": ["3", str(Fy), "1"],
          "constraints": [{"name": "blade", "kind": "nonholonomic-inequality", "p": ["-sin(th)", "cos(th)", "0"], "p0": "0"}]}
    # th = 0, v = (4,0), om = 1/2 : g' = cos th vy' - sin th vx' - om (cos th vx + sin th vy) = vy' - 2
    add(nm, why, bl, [F(0), F(0), F(0)], [F(4), F(0), F(1, 2)], [[F(0), F(1), F(0)]], [F(-2)], m=[F(2), F(2), F(1)],
        a0=[F(3, 2), F(Fy, 2), F(1)], names=["blade"])

# ---- r = 3, planar wedge with a redundant third plane (dependent gradients: multipliers not unique) --
w3 = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["2", "3"],
      "constraints": [{"name": "a", "kind": "holonomic-inequality", "f": "x"}, {"name": "b", "kind": "holonomic-inequality", "f": "y"},
                     {"name": "c", "kind": "holonomic-inequality", "f": "x+y"}]}
r = gauss_qp(diag_inv(one), [F(2), F(3)], [], [], [[F(1), F(0)], [F(0), F(1)], [F(1), F(1)]], [F(0)] * 3)
sols = []
for S, a, z, res in r["all"]:
    sols.append({"active": [["a", "b", "c"][i] for i in S], "multipliers": dict(zip("abc", z)), "accelerations": a})
checks.append(("r3_dependent: accelerations agree over all admissible active sets", len({tuple(s["accelerations"]) for s in sols}) - 1, 0))
# minimal-norm multipliers: minimise a^2+b^2+c^2 with a+c=2, b+c=3 -> c=5/3, a=1/3, b=4/3
ml = [F(1, 3), F(4, 3), F(5, 3)]
checks.append(("r3_dependent: minimal-norm multipliers reproduce the reaction", abs(mpf(ml[0] + ml[2] - 2)) + abs(mpf(ml[1] + ml[2] - 3)), 0))
cases.append({"name": "r3_dependent", "why": "three concurrent lines in the plane: the acceleration is unique, the multipliers are not (position not regular in Stäckel's sense)",
              "model": w3, "state": {"t": 0, "q": [0, 0], "v": [0, 0]},
              "expect": {"accelerations": [F(0), F(0)], "multipliers_unique": False, "basic_multiplier_solutions": sols,
                         "minimal_norm_multipliers": dict(zip("abc", ml)), "rank_of_gradients": 2, "zwang": F(13)}})

# ---- no admissible motion at all, and a singular position at rest: y + x^2 <= 0 and -y <= 0 ----------
sg = {"coordinates": ["x", "y"], "velocities": ["vx", "vy"], "mass": ["1", "1"], "parameters": {}, "forces": ["1", "0"],
      "constraints": [{"name": "lid", "kind": "holonomic-inequality", "f": "y + x^2"}, {"name": "floor", "kind": "holonomic-inequality", "f": "-y"}]}
rows, b2, yk = [[F(0), F(1)], [F(0), F(-1)]], [F(2), F(0)], [F(1), F(1)]
checks.append(("infeasible_farkas: A^T y = 0", max(abs(mpf(sum(yk[i] * rows[i][k] for i in range(2)))) for k in range(2)), 0))
checks.append(("infeasible_farkas: y.b2 - 2 (must be positive)", abs(mpf(sum(a * b for a, b in zip(yk, b2)) - 2)), 0))
cases.append({"name": "infeasible_farkas", "why": "moving with vx = 1 at the only admissible point: f_lid'' = a_y + 2 <= 0 and -a_y <= 0 contradict each other", "model": sg,
              "state": {"t": 0, "q": [0, 0], "v": [1, 0]}, "expect": {"status": "infeasible", "farkas_multipliers": dict(zip(["lid", "floor"], yk)), "y_dot_b2": F(2)}})
cases.append({"name": "singular_at_equilibrium", "why": "same point at rest: the linearised problem would give a = (1, 0), but no displacement is admissible; rank 1 of 2 and lambda = (1,1) >= 0 annihilates the rows, so the position is singular and must be reported", "model": sg,
              "state": {"t": 0, "q": [0, 0], "v": [0, 0]}, "expect": {"status": "singular", "rank_of_gradients": 1, "positive_dependence": dict(zip(["lid", "floor"], yk)),
                                                                          "linearised_answer_not_to_be_trusted": [F(1), F(0)], "true_admissible_displacements": "none"}})

write("p01_mayer_accelerations", "Accelerations under constraint inequalities: r = 1, r = 2 (all sub-cases), mixed, rheonomic, generalised coordinates",
      ["Mayer 1899a, section 2 eqs (10)-(20), section 3 (cases r=1, r=2), section 4 end (equations added)", "Stäckel 1919, sections 5-8"],
      cases, "exact rational arithmetic", checks)
