# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A block (half width 3, half height 4) that rocks on a rough floor: the impact when it falls flat, exactly; and the fall."""
from friction_common import *
import sympy as sp
import friction_events as ev

cases, checks = [], []
b, h = R(3), R(4)
I = (b * b + h * h) / 3                                   # about the centre, mass 1
# block turns by th about the left lower corner (th > 0: right corner up); falls flat with th' = -om: velocities of the centre
# th is the turn against the clock; centre relative to the left corner at th = 0: (b, h)
def flat(mu, om, e=R(0)):
    """Impact at th = 0 after turning about the left corner with th' = -om (om > 0): right corner strikes.  All solutions."""
    u = [h * om, -b * om, -om]                            # v of the centre = om_vec x r = th' * (-h, b)
    # rows: left corner f = -z_left: A = (0, -1, b) ; right: (0, -1, -b) ; slip = u + h th' for both
    A = [[R(0), R(-1), b], [R(0), R(-1), -b]]; T = [[R(1), R(0), h]] * 2
    Mi = [R(1), R(1), 1 / I]
    import friction_planar as planar
    # the two tangential rows are the same: enumerate by hand over (left, right) modes
    out = []
    import itertools
    for pick in itertools.product(("open", "stick", "slip+", "slip-"), repeat=2):
        if pick == ("stick", "stick"):
            # one tangential unknown only: total friction r; normal impulses both
            cols = [A[0], A[1], T[0]]; eqs = [A[0], A[1], T[0]]
        else:
            cols, eqs = [], []
            for i, m in enumerate(pick):
                if m == "stick":
                    cols += [A[i], T[i]]; eqs += [A[i], T[i]]
                elif m != "open":
                    sg = 1 if m == "slip+" else -1
                    cols.append([a + mu * sg * t for a, t in zip(A[i], T[i])]); eqs.append(A[i])
        x = []
        if eqs:
            Lm = [[sum(r[k] * Mi[k] * c[k] for k in range(3)) for c in cols] for r in eqs]
            import refcommon
            x = refcommon._solve_exact(Lm, [sum(r[k] * u[k] for k in range(3)) for r in eqs])
            if x is None:
                continue
        up = [u[k] - Mi[k] * sum(c[k] * v for c, v in zip(cols, x)) for k in range(3)]
        rate = [sum(A[i][k] * up[k] for k in range(3)) for i in range(2)]
        slip = up[0] + h * up[2]
        ok, p, imp = True, 0, []
        if pick == ("stick", "stick"):
            ok = x[0] >= 0 and x[1] >= 0 and abs(x[2]) <= mu * (x[0] + x[1])
            imp = [(x[0], None), (x[1], None)]
        else:
            for i, m in enumerate(pick):
                if m == "open":
                    ok &= rate[i] <= 0; imp.append((R(0), R(0)))
                elif m == "stick":
                    ok &= x[p] >= 0 and abs(x[p + 1]) <= mu * x[p]; imp.append((x[p], x[p + 1])); p += 2
                else:
                    sg = 1 if m == "slip+" else -1
                    ok &= x[p] >= 0 and sg * slip >= 0; imp.append((x[p], sg * mu * x[p])); p += 1
        if ok and up not in [o[1] for o in out]:
            out.append((pick, up, imp))
    return u, out
om = R(1)
ratio = 1 - R(3, 2) * b * b / (b * b + h * h)
T = lambda u: (u[0]**2 + u[1]**2 + I * u[2]**2) / 2
for name, mu in (("grips", R(3, 4)), ("slips", R(1, 4)), ("smooth", R(0)), ("threshold", None)):
    if mu is None:
        # least coefficient for which the new corner grips: |r|/l of the gripping solution
        u, out = flat(R(10), om)
        l, r_ = out[0][2][1]
        mu = abs(r_) / l
        name = "threshold"
    u, out = flat(mu, om)
    checks.append((name + ": exactly one solution", abs(len(out) - 1), "0"))
    pick, up, imp = out[0]
    checks.append((name + ": energy does not grow", mpq(max(R(0), T(up) - T(u))), "0"))
    if name == "grips":
        checks.append(("grips: Housner's ratio", mpq(abs(up[2] - ratio * u[2])), "0"))
    cases.append({"name": name, "why": "falls flat with unit rate, coefficient %s: %s" % (mu, "/".join(pick)),
                  "model": {"coordinates": ["x", "z", "th"], "velocities": ["u", "w", "om"], "mass": ["1", "1", "25/3"], "parameters": {}, "forces": ["0", "0", "0"],
                            "constraints": [contact("left", "-(z - 3*sin(th) - 4*cos(th))", ["u + (4*cos(th) + 3*sin(th))*om"], mu), contact("right", "-(z + 3*sin(th) - 4*cos(th))", ["u + (4*cos(th) - 3*sin(th))*om"], mu)]},
                  "state": {"t": 0, "q": [0, 4, 0], "v": u}, "expect": {"velocities_after": up, "impulses": [i[0] for i in imp], "friction_impulses": [i[1] if i[1] is not None else 0 for i in imp],
                            "energy_before": T(u), "energy_after": T(up)}})
# the fall about the left corner from rest at th0 (no slip): energy; time by quadrature; least friction needed
g = mp.mpf("9.81")
Rr, al = mp.mpf(5), mp.atan(mp.mpf(3) / 4)                # angle of the diagonal from the vertical
th0 = mp.mpf("0.2")
I0 = mp.mpf(25) / 3 + 25
# V = g R cos(al - th) ; (th < al)
y = lambda th: 2 * g * Rr * (mp.cos(al - th0) - mp.cos(al - th)) / I0
slope = -2 * g * Rr * mp.sin(al - th0) / I0
f = lambda s: 2 * s / mp.sqrt(y(th0 - s * s)) if s > mp.mpf(10)**-14 else 2 / mp.sqrt(-slope)
Tf = mp.quad(f, [0, mp.sqrt(th0) / 2, mp.sqrt(th0)])
def need(th):
    dd = -g * Rr * mp.sin(al - th) / I0
    # centre relative to the left corner: R (sin(al - th), cos(al - th)): x = R sin(al - th), z = R cos(al - th)
    p = al - th
    xdd = Rr * (-mp.cos(p) * dd - mp.sin(p) * y(th)); zdd = Rr * (mp.sin(p) * dd - mp.cos(p) * y(th))
    return abs(xdd) / (zdd + g)
grid = [need(th0 * k / 400) for k in range(401)]
x, z, t_, u, w, o = sp.symbols("x z th u w om")
S = ev.System([x, z, t_], [u, w, o], (u**2 + w**2 + sp.Rational(25, 3) * o**2) / 2, sp.Float("9.81") * z, None,
              [dict(gap=-(z - 3 * sp.sin(t_) - 4 * sp.cos(t_)), slip=u + (4 * sp.cos(t_) + 3 * sp.sin(t_)) * o, mu=0.75), dict(gap=-(z + 3 * sp.sin(t_) - 4 * sp.cos(t_)), slip=u + (4 * sp.cos(t_) - 3 * sp.sin(t_)) * o, mu=0.75)])
q0 = [0, float(3 * mp.sin(th0) + 4 * mp.cos(th0)), float(th0)]
e, yy, seg = ev.run(S, q0, [0, 0, 0], float(Tf) * 1.5)
hit = [k for k in e if k[1].startswith("impact")]
checks.append(("fall: time of the impact, event-driven engine", abs(hit[0][0] - Tf), "1e-9"))
checks.append(("fall: rate after the impact is Housner's", abs(hit[0][2][5] + mpq(ratio) * mp.sqrt(y(mp.mpf(0)))), "1e-8"))
checks.append(("fall: energy never rises", max(0.0, ev.energy_rise(S, seg)), "1e-9"))
cases.append({"name": "fall", "why": "from rest at 0.2 rad about the left corner, then Housner's impact; the corner needs a coefficient of at least %s on the way" % mp.nstr(max(grid), 12),
              "model": cases[0]["model"] | {"parameters": {"g": g}, "forces": ["0", "-g", "0"]}, "state": {"t": 0, "q": [0, 3 * mp.sin(th0) + 4 * mp.cos(th0), th0], "v": [0, 0, 0]},
              "expect": {"events": [{"t": Tf, "kind": "impact", "constraint": "right", "rate_before": -mp.sqrt(y(mp.mpf(0))), "rate_after": -mpq(ratio) * mp.sqrt(y(mp.mpf(0)))}], "least_coefficient": max(grid)}})
# it rocks to rest: infinitely many impacts without restitution, rates by the factor 23/50
kk = g * Rr / I0
def swing(om):
    thm = al - mp.acos(mp.cos(al) + om * om / (2 * kk)) if om > mp.mpf(10)**-8 else om * om / (2 * kk * mp.sin(al)) * (1 - om * om / (2 * kk * mp.sin(al)) / 2 * -mp.cos(al) / mp.sin(al))
    if om > mp.mpf(10)**-8:
        yy = lambda s: 4 * kk * mp.sin(al - thm + s * s / 2) * mp.sin(s * s / 2)          # theta = thm - s^2
        f = lambda s: 4 * s / mp.sqrt(yy(s)) if s > 0 else 4 / mp.sqrt(2 * kk * mp.sin(al - thm))
        return mp.quad(f, [0, mp.sqrt(thm) / 2, mp.sqrt(thm)])
    q = kk * mp.sin(al)                                                               # series in om: 2 om/q (1 + ...)
    return 2 * om / q * (1 + om * om * mp.cos(al) * kk / (3 * q * q))
om0 = mp.sqrt(y(mp.mpf(0)))
rr = mpq(ratio)
times, t_, om_ = [Tf], Tf, rr * om0
while om_ > mp.mpf(10)**-27:
    t_ += swing(om_); times.append(t_); om_ *= rr
S.mu = S.mus = [0.75, 0.75]
e, yy_, seg = ev.run(S, q0, [0, 0, 0], float(times[6]) + 1e-3)
hits = [k[0] for k in e if k[1].startswith("impact")]
checks.append(("rocks_to_rest: first seven impacts, event-driven engine", max(abs(a - b) for a, b in zip(hits[:7], times[:7])), "1e-8"))
lim = times[9] - (times[9] - times[8])**2 / ((times[9] - times[8]) - (times[8] - times[7]))
checks.append(("rocks_to_rest: Aitken's limit from three impacts", abs(lim - times[-1]), "1e-3"))
checks.append(("rocks_to_rest: series against quadrature at 1e-7", abs(swing(mp.mpf("1.01e-8")) / swing(mp.mpf("0.99e-8")) - mp.mpf("1.01") / mp.mpf("0.99")), "1e-15"))
cases.append({"name": "rocks_to_rest", "why": "the same fall goes on: corner after corner strikes without restitution and the other lifts; intervals shrink by 23/50; the limit is a settle of two constraints that alternate",
              "model": cases[-1]["model"], "state": cases[-1]["state"], "expect": {"events": [{"t": t, "kind": "impact", "constraint": "right" if i % 2 == 0 else "left"} for i, t in enumerate(times[:8])],
              "settles_at": times[-1], "ratio": ratio}})
write("p26_friction_rocking", "A rocking block on a rough floor", ["Housner 1963; exact enumeration"], cases, "exact rationals; fall by quadrature, 40 digits", checks)
