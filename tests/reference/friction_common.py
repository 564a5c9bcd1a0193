# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What the generators of the friction cases share; friction_events.py and friction_planar.py are the second routes."""
import refcommon
from refcommon import *  # noqa: F401,F403

refcommon.CONVENTIONS.update({
    "friction": "M a = Q - c - A^T lambda - T^T rho ; slip s = T v + tau ; |rho| <= mu lambda ; rho = mu lambda s/|s| where s != 0",
    "friction_impact": "M (u_after - u_free) = -A^T l - T^T r ; |r| <= mu l ; r = mu l s_after/|s_after| where s_after != 0",
    "friction_events": "slip: friction reaches its bound and the contact begins to slide ; stick: the slip falls to 0 and the contact holds ; "
                       "reverse: the slip passes 0 and goes on ; jam: no accelerations exist, velocities jump without a collision",
})
R = Fraction
mpq = lambda f: mp.mpf(f.numerator) / f.denominator if isinstance(f, Fraction) else mp.mpf(f)


def contact(name, f, slip, mu, **more):
    """A constraint with friction; slip: list of velocity forms as texts."""
    d = {"name": name, "kind": "holonomic-inequality", "f": f, "friction": {"coefficient": mu, "slip": slip}}
    d["friction"].update(more)
    return d
