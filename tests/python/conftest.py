# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
import math
import os
from pathlib import Path

import pytest
import zwang

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def command():
    """The program zwang of the same build."""
    return os.environ["ZWANG_COMMAND"]


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def pendulum():
    """A bob on a string: falls freely, an impact, then it swings."""
    m = zwang.Model("pendulum")
    L, g = m.parameter("L", 1.0), m.parameter("g", 9.81)
    bob = m.mass("bob", 0.5, at=(0.6, 0, 0.8))
    m.gravity((0, 0, -g))
    m.constraint("string", abs(bob) <= L)
    return m


#: when the bob of `pendulum`, which falls from z = 0.8 with x = 0.6, is at z = -0.8
TAUT = math.sqrt(2 * 1.6 / 9.81)
