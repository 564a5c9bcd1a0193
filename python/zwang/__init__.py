# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Motion of mechanical systems under equations and inequalities, computed exactly.

>>> import zwang as z
>>> m = z.Model("pendulum")
>>> L = m.parameter("L", 1.0)
>>> bob = m.mass("bob", 0.5, at=(0.6, 0, 0.8))
>>> m.gravity((0, 0, -9.81))
>>> m.constraint("string", abs(bob) <= L)
>>> run = m.run(until=1)
>>> print(run.events["word"], run.certified)
['start' 'impact' 'end'] True
"""

from ._zwang import content_hash
from ._zwang import version as __version__
from .error import Error
from .expression import (
    Constraint,
    Coordinate,
    Expression,
    Point,
    acos,
    asin,
    atan,
    atan2,
    cos,
    cosh,
    cross,
    dot,
    exp,
    log,
    pi,
    sin,
    sinh,
    smooth,
    sqrt,
    step,
    t,
    tan,
    tanh,
)
from .minimising import Minimum, minimum
from .model import Model, ModelFile, read
from .named import Body, Group, Joint
from .run import Instant, Run, open
from .singular import SingularIntegral
from .sweeping import sweep

__all__ = [
    "Body",
    "Constraint",
    "Coordinate",
    "Error",
    "Expression",
    "Group",
    "Instant",
    "Joint",
    "Minimum",
    "Model",
    "ModelFile",
    "Point",
    "Run",
    "SingularIntegral",
    "acos",
    "asin",
    "atan",
    "atan2",
    "content_hash",
    "cos",
    "cosh",
    "cross",
    "dot",
    "exp",
    "log",
    "minimum",
    "open",
    "pi",
    "read",
    "sin",
    "sinh",
    "smooth",
    "sqrt",
    "step",
    "sweep",
    "t",
    "tan",
    "tanh",
    "__version__",
]
