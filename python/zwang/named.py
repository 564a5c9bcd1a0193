# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What a model hands out besides masses and coordinates: bodies, joints, groups."""

from __future__ import annotations

from .expression import Coordinate, Point


class Body(Point):
    """A rigid body; as a vector the origin of its frame. ``rod.com``, ``rod.omega``, ``rod.tip`` are vectors too."""

    __slots__ = ()

    def __getattr__(self, part: str) -> Point:
        if part.startswith("_"):
            raise AttributeError(part)
        return Point(f"{self.text}.{part}")


class Joint:
    """A joint; its coordinate is ``angle`` or ``length``, what it carries ``force`` and ``torque``."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def angle(self) -> Coordinate:
        return Coordinate(f"{self.name}.angle")

    @property
    def length(self) -> Coordinate:
        return Coordinate(f"{self.name}.length")

    @property
    def force(self) -> Point:
        return Point(f"{self.name}.force")

    @property
    def torque(self) -> Point:
        return Point(f"{self.name}.torque")

    def __repr__(self) -> str:
        return f"Joint({self.name!r})"


class Group:
    """Masses made together: ``net[1, 2]`` is one of them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, index: int | tuple[int, ...]) -> Point:
        indices = index if isinstance(index, tuple) else (index,)
        return Point(f"{self.name}[{','.join(str(int(i)) for i in indices)}]")

    def __repr__(self) -> str:
        return f"Group({self.name!r})"
