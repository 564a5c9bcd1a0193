#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Exact answers of the benchmark scenes, in 30-digit arithmetic.

Writes common/truth.hpp (C++) and common/truth.json (Python).
Needs mpmath.
"""
import json
import os
from mpmath import mp, mpf, sqrt, cos, sin, acos, quad, findroot, odefun, tanh, sech, pi, ellipf, asin

mp.dps = 30
g = mpf("9.81")
out = {}


def string():
    """Mass on a string of length 1, thrown from the bottom with v0^2 = 3.5 g L."""
    L = mpf(1)
    v0 = sqrt(mpf("3.5") * g * L)
    th_s = acos(-(v0**2 - 2 * g * L) / (3 * g * L))       # slack angle (from the downward vertical)
    t_s = quad(lambda th: L / sqrt(v0**2 - 2 * g * L * (1 - cos(th))), [0, th_s / 2, th_s])
    vs = sqrt(-g * L * cos(th_s))
    xs, ys = L * sin(th_s), -L * cos(th_s)
    ux, uy = vs * cos(th_s), vs * sin(th_s)
    # free flight until the distance is L again: |p|^2 = L^2, divide out the triple root at tau = 0
    # |p|^2 - L^2 = tau^3 (g^2/4 tau - g uy)
    tau = 4 * uy / g
    t_t = t_s + tau
    x, y = xs + ux * tau, ys + uy * tau - g * tau**2 / 2
    assert abs(x * x + y * y - L * L) < mpf(10) ** -25
    vx, vy = ux, uy - g * tau
    thdot = (-vx * y + vy * x) / L**2                       # tangential speed survives, radial dies
    th = mp.atan2(x, -y)
    T = mpf(2)
    f = odefun(lambda t, z: [z[1], -g / L * sin(z[0])], t_t, [th, thdot])
    z = f(T)
    # still taut until T?
    k = 400
    lam_min = min(f(t_t + (T - t_t) * i / k)[1] ** 2 * L + g * cos(f(t_t + (T - t_t) * i / k)[0]) for i in range(k + 1))
    assert lam_min > 0, lam_min
    out.update(S_L=L, S_v0=v0, S_tslack=t_s, S_ttaut=t_t, S_T=T, S_x=L * sin(z[0]), S_y=-L * cos(z[0]),
               S_xslack=xs, S_yslack=ys)


def slide_off():
    """Particle at rest at angle 0.1 from the top of a smooth sphere of radius 1; leaves at cos = 2/3 cos(0.1)."""
    R = mpf(1)
    a0 = mpf("0.1")
    al = acos(2 * cos(a0) / 3)
    # theta' = sqrt(2 g/R (cos a0 - cos th)); remove the end singularity with th = a0 + s^2
    def dt(s):
        d = s * s
        return 2 * s / sqrt(4 * g / R * sin(a0 + d / 2) * sin(d / 2)) if s > 0 else 2 * sqrt(R / (2 * g * sin(a0)))
    t_l = quad(dt, [0, sqrt(al - a0) / 4, sqrt(al - a0)])
    v = sqrt(2 * g * R * (cos(a0) - cos(al)))
    T = mpf("1.2")
    tau = T - t_l
    assert tau > 0
    out.update(P_R=R, P_a0=a0, P_tleave=t_l, P_aleave=al, P_T=T,
               P_x=R * sin(al) + v * cos(al) * tau,
               P_y=R * cos(al) - v * sin(al) * tau - g * tau**2 / 2)


def bounce():
    """Ball dropped from 1 m, e = 0.8."""
    h, e = mpf(1), mpf("0.8")
    t0 = sqrt(2 * h / g)
    tinf = t0 * (1 + e) / (1 - e)
    T = mpf(2)
    t, v = t0, g * t0
    n = 1
    v = e * v
    while t + 2 * v / g < T:
        t += 2 * v / g
        v *= e
        n += 1
    tau = T - t
    out.update(B_h=h, B_e=e, B_t1=t0, B_tinf=tinf, B_T=T, B_nT=n, B_y=v * tau - g * tau**2 / 2, B_v=v - g * tau)


def ring():
    """Mayer's ring of radius 1 advancing with speed 1: point at rest inside at (-0.5, 0.6); second case outside at (0, 0.6)."""
    R, w = mpf(1), mpf(1)
    px, py = mpf("-0.5"), mpf("0.6")
    # inside: (px - w t)^2 + py^2 = R^2
    t1 = (px + sqrt(R**2 - py**2)) / w
    ph = mp.atan2(py, px - w * t1)
    om = w * sin(ph) / R
    T = mpf("2")
    a = ph + om * (T - t1)
    out.update(R_R=R, R_w=w, R_px=px, R_py=py, R_t1=t1, R_T=T, R_x=w * T + R * cos(a), R_y=R * sin(a))
    # outside: ring centre starts at -2, point at rest at (0, 0.6)
    qx, qy, c0 = mpf(0), mpf("0.6"), mpf(-2)
    t2 = (-sqrt(R**2 - qy**2) + qx - c0) / w
    ph2 = mp.atan2(qy, qx - c0 - w * t2)
    sp = w * cos(ph2)
    out.update(O_c0=c0, O_qx=qx, O_qy=qy, O_t2=t2, O_T=T, O_x=qx + sp * cos(ph2) * (T - t2), O_y=qy + sp * sin(ph2) * (T - t2))


def sleigh():
    """Chaplygin sleigh: m = 1, I = 0.5 about the centre of mass, centre of mass a = 0.3 ahead of the blade."""
    m, I, a = mpf(1), mpf("0.5"), mpf("0.3")
    v0, w0 = mpf("0.2"), mpf("1.5")
    T = mpf(10)
    f = odefun(lambda t, z: [a * z[1] ** 2, -m * a / (I + m * a * a) * z[0] * z[1], z[1], z[0] * cos(z[2]), z[0] * sin(z[2])],
               0, [v0, w0, 0, 0, 0], tol=mpf(10) ** -20)
    z = f(T)
    # check with the closed form: v = V tanh(k V (t - tc)), energy m v^2 + (I + m a^2) w^2 const
    J = I + m * a * a
    V = sqrt(v0**2 + J / m * w0**2)
    assert abs(m * z[0] ** 2 + J * z[1] ** 2 - m * V**2) < mpf(10) ** -15
    c = m * a / J
    tc = -mp.atanh(v0 / V) / (c * V)
    assert abs(z[0] - V * tanh(c * V * (T - tc))) < mpf(10) ** -15
    out.update(C_m=m, C_I=I, C_a=a, C_v0=v0, C_w0=w0, C_T=T, C_v=z[0], C_w=z[1], C_th=z[2], C_x=z[3], C_y=z[4])


string(); slide_off(); bounce(); ring(); sleigh()
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "truth.hpp"), "w") as f:
    f.write("// SPDX-FileCopyrightText: The zwang authors\n// SPDX-License-Identifier: Apache-2.0\n\n// Written by truth.py. Exact answers of the scenes.\n#pragma once\nnamespace truth {\nconstexpr double g = 9.81;\n")
    for k, v in out.items():
        f.write("constexpr double %s = %s;\n" % (k, mp.nstr(mpf(v), 20)))
    f.write("}  // namespace truth\n")
with open(os.path.join(here, "truth.json"), "w") as f:
    json.dump({k: float(v) for k, v in out.items()}, f, indent=1)
for k, v in out.items():
    print(k, mp.nstr(mpf(v), 20))
