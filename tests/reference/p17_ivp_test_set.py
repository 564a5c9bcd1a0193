# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Two closed-loop systems of the IVP test set with published reference values: Andrews' squeezer and the car axis.

The squeezer: seven plane bodies, seven angles, six loop equations, one degree of freedom, driven by a constant moment and a
spring.  The car axis: two points, two equations of which one moves with the road, stiff springs.  Parameters, starts and
final values are the published ones (Andrews: 16 digits, PSIDE; car axis: quadruple precision, GAMD); the equations are written
afresh from kinetic energy and loop geometry, so the agreement of engine.py with the published values is the check.
"""
from refcommon import *
import engine

cases, checks = [], []

# --- Andrews' squeezer: angles b (beta), th, g (gamma), ph, de, om, ep
P = dict(m1="0.04325", m2="0.00365", m3="0.02373", m4="0.00706", m5="0.07050", m6="0.00706", m7="0.05498",
         i1="2.194e-6", i2="4.410e-7", i3="5.255e-6", i4="5.667e-7", i5="1.169e-5", i6="5.667e-7", i7="1.912e-5",
         xa="-0.06934", ya="-0.00227", xb="-0.03635", yb="0.03273", xc="0.014", yc="0.072", c0="4530", l0="0.07785",
         d="0.028", da="0.0115", e="0.02", ea="0.01421", rr="0.007", ra="0.00092", ss="0.035", sa="0.01874", sb="0.01043",
         sc="0.018", sd="0.02", ta="0.02308", tb="0.00916", u="0.04", ua="0.01228", ub="0.00449", zf="0.02", zt="0.04", fa="0.01421", mom="0.033")
Q = ["b", "th", "g", "ph", "de", "om", "ep"]
V = [x + "_v" for x in Q]
Z = "0"
M = [[Z] * 7 for _ in range(7)]
M[0][0] = "m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(th) + da^2) + i1 + i2"
M[0][1] = M[1][0] = "m2*(da^2 - da*rr*cos(th)) + i2"
M[1][1] = "m2*da^2 + i2"
M[2][2] = "m3*(sa^2 + sb^2) + i3"
M[3][3] = "m4*(e - ea)^2 + i4"
M[3][4] = M[4][3] = "m4*((e - ea)^2 + zt*(e - ea)*sin(ph)) + i4"
M[4][4] = "m4*(zt^2 + 2*zt*(e - ea)*sin(ph) + (e - ea)^2) + m5*(ta^2 + tb^2) + i4 + i5"
M[5][5] = "m6*(zf - fa)^2 + i6"
M[5][6] = M[6][5] = "m6*((zf - fa)^2 - u*(zf - fa)*sin(om)) + i6"
M[6][6] = "m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(om) + u^2) + m7*(ua^2 + ub^2) + i6 + i7"
X, Y = "(sd*cos(g) + sc*sin(g) + xb - xc)", "(sd*sin(g) - sc*cos(g) + yb - yc)"
L = "sqrt(%s^2 + %s^2)" % (X, Y)
spring = "(-c0)*(%s - l0)/%s*(%s*(sc*cos(g) - sd*sin(g)) + %s*(sd*cos(g) + sc*sin(g)))" % (L, L, X, Y)
px, py = "rr*cos(b) - d*cos(b + th)", "rr*sin(b) - d*sin(b + th)"
loops = ["%s - ss*sin(g) - xb" % px, "%s + ss*cos(g) - yb" % py,
         "%s - e*sin(ph + de) - zt*cos(de) - xa" % px, "%s + e*cos(ph + de) - zt*sin(de) - ya" % py,
         "%s - zf*cos(om + ep) - u*sin(ep) - xa" % px, "%s - zf*sin(om + ep) + u*cos(ep) - ya" % py]
md = {"coordinates": Q, "velocities": V, "mass_matrix": M, "parameters": P,
      "forces": ["mom", Z, spring, Z, Z, Z, Z],
      "constraints": [{"name": "loop%d" % (k + 1), "kind": "holonomic-equation", "f": f} for k, f in enumerate(loops)]}
q0 = [mp.mpf(x) for x in ("-0.0617138900142764496358948458001", "0", "0.455279819163070380255912382449", "0.222668390165885884674473185609",
                          "0.487364979543842550225598953530", "-0.222668390165885884674473185609", "1.23054744454982119249735015568")]
qe = [mp.mpf(x) for x in ("15.81077119629904", "-15.75637105984298", "0.04082224013073101", "-0.5347301163226948", "0.5244099658805304", "0.5347301163226948", "1.048080741042263")]
ve = [mp.mpf(x) for x in ("1139.920302151208", "-1424.379294994111", "11.03291221937134", "19.29337464421385", "0.5735699284790808", "-19.29337464421385", "0.3231791658026955")]
ae0 = [mp.mpf(x) for x in ("14222.4439199541138705911625887", "-10666.8329399655854029433719415", "0", "0", "0", "0", "0")]
le0 = {"loop%d" % (k + 1): mp.mpf(x) for k, x in enumerate(("98.5668703962410896057654982170", "-6.12268834425566265503114393122", "0", "0", "0", "0"))}
z7 = [mp.mpf(0)] * 7
d = engine.check_accel(md, 0, q0, z7, ae0, le0)
checks.append(("squeezer: accelerations and multipliers at the start against the published ones (engine.py)", d / 1.5e4, "1e-11"))
cases.append({"name": "squeezer_start", "model": md, "state": {"t": 0, "q": q0, "v": z7}, "expect": {"accelerations": ae0, "multipliers": le0}})
S = [{"t": mp.mpf("0.03"), "q": qe, "v": ve}]
d, _ = engine.check_traj(md, 0, q0, z7, S, None, t_end=0.03)
checks.append(("squeezer: published state at t = 0.03 against engine.py, relative to the largest velocity", d / 1.5e3, "1e-8"))
cases.append({"name": "squeezer", "model": md, "state": {"t": 0, "q": q0, "v": z7}, "expect": {"samples": S}})

# --- car axis: both wheels' chassis points, road under the right wheel moves; stiff springs
P = dict(L="1", L0="0.5", k="5e-4", r="0.1", w="10", g="1")
yb = "(r*sin(w*t))"
xb = "sqrt(L^2 - %s^2)" % yb
Ll, Lr = "sqrt(xl^2 + yl^2)", "sqrt((xr - %s)^2 + (yr - %s)^2)" % (xb, yb)
md = {"coordinates": ["xl", "yl", "xr", "yr"], "velocities": ["ul", "vl", "ur", "vr"], "mass": ["k"] * 4, "parameters": P,
      "forces": ["(L0 - %s)/%s*xl" % (Ll, Ll), "(L0 - %s)/%s*yl - k*g" % (Ll, Ll),
                 "(L0 - %s)/%s*(xr - %s)" % (Lr, Lr, xb), "(L0 - %s)/%s*(yr - %s) - k*g" % (Lr, Lr, yb)],
      "constraints": [{"name": "axis", "kind": "holonomic-equation", "f": "xl*%s + yl*%s" % (xb, yb)},
                     {"name": "length", "kind": "holonomic-equation", "f": "(xl - xr)^2 + (yl - yr)^2 - L^2"}]}
q0 = [mp.mpf(x) for x in ("0", "0.5", "1", "0.5")]
v0 = [mp.mpf(x) for x in ("-0.5", "0", "-0.5", "0")]
qe = [mp.mpf(x) for x in ("0.0493455784275402809122", "0.496989460230171153861", "1.04174252488542151681", "0.373911027265361256927")]
ve = [mp.mpf(x) for x in ("-0.0770583684040972357970", "0.00744686658723778553466", "0.0175568157537232222276", "0.770341043779251976443")]
S = [{"t": mp.mpf(3), "q": qe, "v": ve}]
d, _ = engine.check_traj(md, 0, q0, v0, S, None, t_end=3)
checks.append(("car axis: published state at t = 3 against engine.py", d, "1e-7"))
cases.append({"name": "car_axis", "model": md, "state": {"t": 0, "q": q0, "v": v0}, "expect": {"samples": S}})

write("p17_ivp_test_set", "Closed loops with published reference values", ["IVP test set: Andrews' squeezing mechanism", "IVP test set: car axis"], cases,
      "published values: squeezer 16 digits (double precision, about 1e-10 relative), car axis 21 digits", checks,
      ["multipliers at the start of the squeezer are published with the same sign as here: M a = Q - c - A^T z"])
