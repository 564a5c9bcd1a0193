# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The kinds of random systems, by name. A seed gives one system."""
import math

import numpy

from independent.scene import Draw, Scene, number

KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


def scene(seed, name=None):
    """The system of a seed. Kinds take turns unless one is named."""
    draw = Draw(seed)
    made = Scene(name or sorted(KINDS)[seed % len(KINDS)], seed, draw)
    made.dimension = draw.choice([2, 2, 3])
    made.until = draw.choice([1.01, 1.53, 2.03])
    if not draw.one_in(10):
        made.gravity[made.dimension - 1] = -draw.choice([9.81, 10.0, 1.0])
    if draw.one_in(5):
        made.gravity[0] = draw.between(-3, 3, 2)
    made.restitution = draw.choice([0, 0, 0, 0.5, 0.8, 1.0])
    made.uneven = draw.one_in(7)
    KINDS[made.kind](made)
    return made.obeying_equations()


def usual_forces(made):
    """Sometimes drag, a force that swings, springs: for kinds that do not rest on exact numbers."""
    draw = made.draw
    if draw.one_in(4):
        made.drag("-0.3*v")
    if draw.one_in(5):
        made.force(0, ["2.0*sin(5*t)"])
    if draw.one_in(5):
        made.springs(20.0)


def weighed(made, weight=-9.81):
    """Gravity downwards and nothing else."""
    made.gravity = [0.0, 0.0, 0.0]
    made.gravity[made.dimension - 1] = weight


def point(made, reach=1):
    return [made.draw.between(-reach, reach) for _ in range(made.dimension)]


# --- strings, walls, balls


@kind
def strings(made):
    draw = made.draw
    count = draw.randint(1, 4)
    for _ in range(count):
        made.mass()
    usual_forces(made)
    made.link(0, point(made), draw.choice(["<=", "<=", "="]), straight=draw.one_in(2))
    for k in range(1, count):
        made.link(k, k - 1, draw.choice(["<=", "<=", "<=", "="]), straight=draw.one_in(3))
    if not draw.one_in(3):
        made.floor(draw.randrange(count))
    if count > 2 and draw.one_in(3):
        made.link(0, count - 1, draw.choice(["<=", ">="]))
    if count > 1 and draw.one_in(3):
        made.pulley(0, count - 1, point(made), point(made), straight=draw.one_in(2))


@kind
def chain(made):
    """Chains of two to six strings, straight or slack, let fall."""
    draw = made.draw
    weighed(made)
    made.uneven, made.restitution = False, draw.choice([0, 0, 0, 0.5])
    made.until = draw.choice([0.6, 0.9])
    straight, still = draw.one_in(2), draw.one_in(2)
    place = [0.0] * made.dimension
    for k in range(draw.randint(2, 6)):
        angle = draw.uniform(-1.2, 0.6)
        reach = [math.cos(angle), math.sin(angle)] if made.dimension == 2 else \
            [math.cos(angle) * 0.8, math.cos(angle) * 0.6, math.sin(angle)]
        place = [round(p + 0.3 * r, 3) for p, r in zip(place, reach)]
        made.mass(at=place, velocity=[0.0] * made.dimension if still else None, mass=draw.choice([1.0, 0.5, 2.0]))
        made.link(k, k - 1 if k else [0.0] * made.dimension, straight=straight or draw.one_in(3))


@kind
def billiard(made):
    draw = made.draw
    count = draw.randint(1, 2)
    for _ in range(count):
        made.mass()
    usual_forces(made)
    for k in range(count):
        for _ in range(draw.randint(2, 4)):
            normal = numpy.array([draw.gauss(0, 1) for _ in range(made.dimension)])
            made.plane(k, [round(float(c), 3) for c in normal / numpy.linalg.norm(normal)])
        made.floor(k)


@kind
def balls(made):
    draw = made.draw
    count, radius = draw.randint(2, 4), draw.between(0.1, 0.25)
    places = []
    while len(places) < count:
        place = point(made, 0.8)
        if all(numpy.linalg.norm(numpy.subtract(place, other)) > 2 * radius + 0.02 for other in places):
            places.append(place)
    for place in places:
        made.mass(at=place)
    usual_forces(made)
    for k in range(count):
        for other in range(k):
            made.link(k, other, ">=", length=2 * radius)
    for k in range(min(count, 3)):
        made.floor(k, gap=round(0.9 + made.place(k)[-1], 3))


@kind
def surface(made):
    draw = made.draw
    count = draw.randint(1, 3)
    for _ in range(count):
        made.mass()
    usual_forces(made)
    for k in range(count):
        made.sphere(k, point(made, 0.3), moving=point(made, 0.5) if draw.one_in(3) else None)
        if draw.one_in(2):
            made.sphere(k, point(made, 0.3), inside=False)
    if count > 1 and not draw.one_in(3):
        made.link(0, 1, draw.choice(["<=", "=", ">="]))


@kind
def mixed(made):
    draw = made.draw
    count = draw.randint(2, 5)
    for _ in range(count):
        made.mass()
    usual_forces(made)
    rods = 0
    for _ in range(draw.randint(3, 7)):
        i = draw.randrange(count)
        j = (i + 1 + draw.randrange(count - 1)) % count
        choice = draw.random()
        if choice < 0.3:
            made.link(i, j, draw.choice(["<=", "<=", ">="]), straight=draw.one_in(2))
        elif choice < 0.4:
            if rods < 2:
                made.link(i, j, "=")
            rods += 1
        elif choice < 0.6:
            made.floor(i)
        elif choice < 0.7:
            made.sphere(i, point(made, 0.3))
        elif choice < 0.8:
            made.pulley(i, j, point(made), point(made))
        elif choice < 0.9:
            normal = [0.0] * made.dimension
            normal[draw.randrange(made.dimension)] = draw.choice([1.0, -1.0])
            made.plane(i, normal, shaking=(draw.between(0.01, 0.04), draw.between(1, 12)))
        else:
            made.limit()


@kind
def symmetric(made):
    """A mirrored pair: two things at once, exactly."""
    draw = made.draw
    made.uneven, made.gravity[0] = False, 0.0
    at = [draw.between(0.2, 1) for _ in range(made.dimension)]
    velocity = [draw.between(-2, 2) for _ in range(made.dimension)]
    mass = draw.choice([1.0, 2.0])
    made.mass(at, velocity, mass)
    made.mass([-at[0]] + at[1:], [-velocity[0]] + velocity[1:], mass)
    pivot = [0.0] + [draw.between(-1, 1) for _ in range(made.dimension - 1)]
    length = made.link(0, pivot, straight=draw.one_in(2))
    made.link(1, pivot, length=length)
    gap = round(at[-1] + draw.between(0, 1), 3)
    if not draw.one_in(5):
        made.floor(0, gap=gap)
        made.floor(1, gap=gap)
    if not draw.one_in(3):
        made.link(0, 1, draw.choice([">=", "<=", "="]))
    if draw.one_in(2):
        wall = round(at[0] + draw.between(0.05, 0.5), 3)
        made.plane(0, [1.0] + [0.0] * (made.dimension - 1), at=wall)
        made.plane(1, [-1.0] + [0.0] * (made.dimension - 1), at=wall)


@kind
def row(made):
    """Balls in a row, some of them touching."""
    draw = made.draw
    made.dimension, made.gravity = 2, [0.0, 0.0, 0.0]
    count, gap = draw.randint(3, 5), draw.choice([0, 0, 0.25])
    for k in range(count):
        speed = 0.0 if draw.one_in(5) else draw.choice([0, 1.0, 2.0, -1.0, 0.5])
        made.mass(at=[-1.0 + k * (0.5 + gap), 0.0], velocity=[speed, 0.0])
    for k in range(count - 1):
        made.constraint(f"{made.name(k + 1)}.x - {made.name(k)}.x >= 0.5")
    if draw.one_in(2):
        made.plane(count - 1, [1.0, 0.0], gap=draw.choice([0.25, 0.5, 0.0]))
    if draw.one_in(2):
        made.plane(0, [-1.0, 0.0], gap=draw.choice([0.25, 0.5, 0.0]))


# --- constraints that depend on each other


@kind
def redundant(made):
    """Strings of which some are said twice, in other words."""
    strings(made)
    draw = made.draw
    for text, restitution in list(made.constraints.values())[:3]:
        factor = draw.choice([1.0, 2.0, 0.5])
        sign = next(sign for sign in ("<=", ">=", "=") if sign in text)
        left, right = text.split(f" {sign} ")
        made.constraint(f"{factor!r}*({left}) {sign} {factor!r}*({right})", restitution)


@kind
def corner(made):
    """A point that meets several walls at one instant, in numbers without rounding."""
    draw = made.draw
    made.dimension = 2
    falling = draw.one_in(2)
    made.gravity = [0.0, -10.0 if falling else 0.0, 0.0]
    made.mass(at=[-1.0, 1.25 if falling else 1.0], velocity=[2.0, 0.0] if falling else [1.0, -1.0], mass=1.0)
    for _ in range(draw.randint(2, 4)):
        angle = draw.uniform(-0.2, math.pi * 0.9) - math.pi * 0.5 - 0.3
        normal = [round(math.cos(angle), 2), round(math.sin(angle), 2)]
        if normal[1] - normal[0] > -0.05:
            normal = [-c for c in normal]
        if numpy.dot(normal, made.place(0)) < -0.05:
            made.plane(0, normal, at=0.0)
    if not made.constraints:
        made.plane(0, [0.0, -1.0], at=0.0)
    if draw.one_in(3):
        made.mass(at=[-2.0, made.masses[0].at[1]], velocity=[0.0, 0.0])
        made.link(0, 1, length=draw.choice([1.0, 1.5, 2.0]))


@kind
def walls(made):
    """A point at rest in a corner of more walls than it needs; it is pressed, or drawn round and out."""
    draw = made.draw
    made.gravity = [0.0, 0.0, 0.0]
    made.mass(at=[0.0] * made.dimension, velocity=[0.0] * made.dimension)
    count = made.dimension + draw.randint(0, 2)
    while len(made.constraints) < count:
        normal = [float(draw.randint(-3, 3)) for _ in range(made.dimension)]
        if normal[1] > 0 or draw.one_in(4):
            if any(normal):
                made.plane(0, normal, at=0.0)
    strength = draw.between(0.5, 4)
    if draw.one_in(2):
        made.force(0, [draw.between(-1, 1), strength, draw.between(-1, 1)][:made.dimension])
    else:
        made.force(0, [f"{strength!r}*sin({draw.between(1, 6)!r}*t)", f"{strength!r}*cos({draw.between(1, 6)!r}*t)"])


@kind
def jammed(made):
    """Balls that just fit between two walls, pushed, pressed or shaken."""
    draw = made.draw
    made.dimension, made.gravity = draw.choice([1, 2]), [draw.choice([0.0, 3.0, -2.0]), 0.0, 0.0]
    count = draw.randint(2, 4)
    for k in range(count):
        speed = draw.choice([0.0, 0.0, 1.0, -0.5])
        made.mass(at=[0.5 * k, 0.0][:made.dimension], velocity=[speed, 0.0][:made.dimension])
    beside = [0.0] * (made.dimension - 1)
    made.plane(0, [-1.0, *beside], at=0.0)
    for k in range(count - 1):
        made.constraint(f"{made.name(k + 1)}.x - {made.name(k)}.x >= 0.5")
    made.plane(count - 1, [1.0, *beside], at=0.5 * (count - 1))
    if draw.one_in(3):
        made.force(draw.randrange(count), [f"{draw.between(1, 5)!r}*sin({draw.between(2, 8)!r}*t)"])


@kind
def weak(made):
    """Constraints that touch without force, f = f' = f'' = 0, until a force grows, or for ever."""
    draw = made.draw
    made.gravity = [0.0, 0.0, 0.0]
    still = [0.0] * (made.dimension - 1)
    along, grows = draw.between(-1, 1), f"{draw.choice([3.0, -3.0])!r}*t^{draw.randint(1, 3)}"
    form = draw.randrange(4)
    if form == 0:  # glides along a wall, or two
        made.mass(at=[0.0, *still], velocity=[along, *still])
        made.plane(0, [0.0] * (made.dimension - 1) + [1.0], at=0.0)
        if draw.one_in(2):
            made.plane(0, [draw.between(0.1, 1), *still[1:], 1.0], at=0.5)
        made.force(0, [0.0] * (made.dimension - 1) + [grows])
    elif form == 1:  # a straight string that nothing pulls
        made.mass(at=[0.0, *still], velocity=[0.0, *still[1:], along])
        made.mass(at=[1.0, *still], velocity=[0.0, *still[1:], along])
        made.link(0, 1, straight=True)
        made.force(1, [grows])
    elif form == 2:  # at rest on a sphere, inside or outside
        made.mass(at=[1.0, *still], velocity=[0.0, *still])
        made.constraint(f"|a| {draw.choice(['<=', '>='])} 1")
        made.force(0, [grows, draw.choice([0.0, 1.0])])
    else:  # a corner without load
        made.mass(at=[0.0, *still], velocity=[0.0, *still])
        for _ in range(2):
            made.plane(0, [float(draw.randint(-2, 2)), 1.0, *still[1:]], at=0.0)
        made.force(0, [draw.between(-1, 1), grows])


# --- accumulation


@kind
def zeno(made):
    """Balls that bounce less and less, some of them joined."""
    draw = made.draw
    weighed(made)
    made.uneven, made.restitution = False, draw.choice([0.3, 0.5, 0.6])
    count = draw.randint(1, 3)
    for _ in range(count):
        made.mass(velocity=[draw.between(-1, 1) for _ in range(made.dimension)])
    for k in range(count):
        made.floor(k, gap=draw.between(0.05, 0.3))
    if count > 1 and not draw.one_in(3):
        made.link(0, 1)


@kind
def settled(made):
    """A contact comes to rest, is opened again, and must bounce as before."""
    draw = made.draw
    weighed(made)
    made.uneven, made.restitution, made.until = False, draw.choice([0.3, 0.4, 0.5]), 2.53
    made.mass(at=[0.0] * (made.dimension - 1) + [draw.between(0.02, 0.15)],
              velocity=[draw.between(-0.3, 0.3)] + [0.0] * (made.dimension - 1))
    form = draw.randrange(4)
    if form == 0:  # on a floor, thrown up
        made.floor(0, gap=made.place(0)[-1])
        made.impulses.append((draw.between(1.0, 1.4), "a", [0.0] * (made.dimension - 1)
                              + [draw.between(1, 3) * made.masses[0].mass]))
    elif form == 1:  # on a floor, lifted by a force that swings
        made.floor(0, gap=made.place(0)[-1])
        strength = round(made.masses[0].mass * 9.81 * draw.between(1.1, 1.5), 3)
        made.force(0, [0.0] * (made.dimension - 1) + [f"{strength!r}*sin({draw.between(1.5, 2.5)!r}*t)^4"])
    elif form == 2:  # on a string, thrown up
        made.constraint(f"|a - p| <= {draw.between(0.8, 1.2)!r}")
        made.points["p"] = ["0", "0", "0"]
        made.points["p"][made.dimension - 1] = "0.5"
        made.masses[0].at = [0.0] * (made.dimension - 1) + [-0.2]
        made.impulses.append((draw.between(1.3, 1.6), "a", [draw.between(-0.5, 0.5)] + [0.0] * (made.dimension - 2)
                              + [draw.between(1, 3) * made.masses[0].mass]))
    else:  # on a floor, torn off by a string to another mass that flies
        made.floor(0, gap=made.place(0)[-1])
        made.mass(at=[0.1] + [0.0] * (made.dimension - 2) + [0.3], velocity=[0.0] * made.dimension)
        made.floor(1, gap=draw.between(0.0, 0.1))
        made.link(1, 0, length=draw.between(0.7, 0.9))
        made.impulses.append((draw.between(1.2, 1.5), "b", [0.0] * (made.dimension - 1)
                              + [draw.between(4, 6) * made.masses[1].mass]))


@kind
def groove(made):
    """A point in a groove of two walls, plane or bent, with or without restitution."""
    draw = made.draw
    made.dimension = draw.choice([2, 2, 3])
    weighed(made, -draw.choice([9.81, 10.0]))
    made.uneven, made.restitution, made.until = False, draw.choice([0, 0, 0, 0.3, 0.6]), draw.choice([2.03, 3.01])
    across, up = "x", made.axes()[-1]
    side = draw.between(-0.4, 0.4)
    right, left = draw.between(0.2, 1.2), draw.between(0.2, 1.2)
    height = round(max(right * side, -left * side) + draw.between(0.05, 0.4), 3)
    made.mass(at=[side, *([0.0] * (made.dimension - 2)), height],
              velocity=[draw.between(-0.5, 0.5) for _ in range(made.dimension)])
    bend = draw.choice([0.0, 0.0, 0.3, 1.0])
    bent = f" + {bend!r}*a.{across}^2" if bend else ""
    made.constraint(f"a.{up} >= {right!r}*a.{across}{bent}")
    made.constraint(f"a.{up} >= -{left!r}*a.{across}{bent}")
    if bend:
        made.masses[0].at[-1] = round(height + bend * side**2, 3)
    if draw.one_in(4):
        made.mass(at=[side, *([0.0] * (made.dimension - 2)), height + 1.0], velocity=[0.0] * made.dimension)
        made.link(0, 1)


@kind
def pulleys(made):
    """Weights on strings over pulleys that land, fly on and are caught."""
    draw = made.draw
    made.uneven, made.restitution, made.until = False, draw.choice([0, 0, 0, 0.4]), draw.choice([2.03, 3.01])
    if draw.one_in(2):
        made.dimension = 1
        made.gravity = [-9.81, 0.0, 0.0]
        made.mass(at=[-1.0], velocity=[draw.between(-0.5, 0.5)], mass=draw.choice([1.0, 0.5]))
        made.mass(at=[-1.0], velocity=[0.0], mass=draw.choice([2.0, 3.0, draw.between(1.5, 4)]))
        tackle = draw.choice([1.0, 1.0, 2.0])
        made.constraint(f"-{tackle!r}*a.x - b.x <= {tackle + 1 + draw.choice([0.0, 0.05]):g}")
        made.constraint(f"b.x >= -{draw.between(1.1, 1.6)!r}")
        if draw.one_in(2):
            made.constraint(f"a.x >= -{draw.between(1.1, 1.6)!r}")
        return
    made.dimension = 2
    weighed(made)
    width = draw.between(0.3, 0.8)
    made.mass(at=[-width, draw.between(-1, -0.5)], velocity=[draw.between(-0.3, 0.3), 0.0], mass=1.0)
    made.mass(at=[width, draw.between(-0.8, -0.5)], velocity=[0.0, 0.0], mass=draw.between(1.2, 3))
    made.pulley(0, 1, [-width, 0.0], [width, 0.0], straight=draw.one_in(2))
    made.floor(1, gap=draw.between(0.1, 0.5))
    if draw.one_in(2):
        made.floor(0, gap=draw.between(0.1, 0.8))


# --- velocities, forces, energies, time


@kind
def velocity(made):
    draw = made.draw
    made.restitution, made.uneven = 0.0, False
    count = draw.randint(1, 3)
    for _ in range(count):
        made.mass()
    usual_forces(made)
    for _ in range(draw.randint(1, 3)):
        made.limit()
    made.floor(0)
    if count > 1:
        made.link(0, 1)


@kind
def limits(made):
    """Inequalities between velocities beside walls that throw back."""
    draw = made.draw
    made.restitution, made.uneven = draw.choice([0.3, 0.5, 0.8, 1.0]), False
    count = draw.randint(1, 2)
    for _ in range(count):
        made.mass()
    for _ in range(draw.randint(1, 2)):
        made.limit()
    for k in range(count):
        made.floor(k)
        if draw.one_in(2):
            made.plane(k, [1.0] + [0.0] * (made.dimension - 1))
    if count > 1:
        made.link(0, 1)


@kind
def drag(made):
    """Forces that depend on velocities: air, oil, a magnet."""
    draw = made.draw
    count = draw.randint(1, 3)
    for _ in range(count):
        made.mass()
    strength = draw.between(0.2, 2)
    form = draw.randrange(3)
    if form == 0:
        made.drag(f"-{strength!r}*v")
    elif form == 1:
        made.drag(f"-{strength!r}*|v|*v")
    else:
        for k in range(count):
            made.force(k, [f"{2 * strength!r}*{made.name(k)}.y'", f"-{2 * strength!r}*{made.name(k)}.x'"])
    for k in range(count):
        made.floor(k)
    made.link(0, point(made), straight=draw.one_in(3))
    if count > 1:
        made.link(1, 0, draw.choice(["<=", ">=", "="]))


@kind
def energies(made):
    """Coordinates whose kinetic energy depends on position, with stops and walls."""
    draw = made.draw
    made.uneven = False
    form = draw.randrange(5)
    bend, turn = draw.between(-1, 1), draw.between(-3, 3)
    if form == 0:  # two angles of a double pendulum
        made.coordinates = {"u": [bend, turn], "w": [draw.between(-1, 1), draw.between(-3, 3)]}
        made.kinetic = "u'^2 + w'^2/2 + u'*w'*cos(u - w)"
        made.potential = ["-2*9.81*cos(u) - 9.81*cos(w)"]
        made.constraint(f"w <= {draw.between(1.1, 1.8)!r}")
        made.constraint(f"u - w <= {draw.between(2.1, 2.5)!r}")
        if draw.one_in(2):
            made.constraint(f"sin(u) + sin(w) <= {draw.between(1.75, 1.95)!r}")
    elif form == 1:  # a bead on a hoop that turns
        made.coordinates = {"u": [bend, turn]}
        made.kinetic = f"0.25/2*(u'^2 + {draw.between(2, 6)!r}^2*sin(u)^2)"
        made.potential = ["-9.81*0.5*cos(u)"]
        made.constraint(f"u <= {draw.between(1.1, 1.6)!r}")
        made.constraint(f"u >= -{draw.between(1.1, 1.6)!r}")
    elif form == 2:  # a point in polar coordinates on a spring
        made.coordinates = {"r": [draw.between(0.8, 1.2), draw.between(-1, 1)], "u": [bend, turn]}
        made.kinetic = "r'^2/2 + r^2*u'^2/2"
        made.potential = [f"{draw.between(5, 30)!r}*(r - 1)^2 - 9.81*r*cos(u)"]
        made.constraint(f"r <= {draw.between(1.25, 1.6)!r}")
        made.constraint(f"r >= {draw.between(0.4, 0.7)!r}")
        made.constraint(f"r*sin(u) <= {draw.between(1.21, 1.4)!r}")
    elif form == 3:  # a pendulum on a cart between walls
        made.coordinates = {"x": [draw.between(-0.3, 0.3), draw.between(-1, 1)], "u": [bend, turn]}
        made.kinetic = "3*x'^2/2 + x'*u'*cos(u) + u'^2/2"
        made.potential = ["-9.81*cos(u)"]
        made.constraint(f"x <= {draw.between(0.4, 0.8)!r}")
        made.constraint(f"x >= -{draw.between(0.4, 0.8)!r}")
        made.constraint(f"x + sin(u) <= {draw.between(1.2, 1.5)!r}")
    else:  # a beam with friction in its bearing, on a shaft that turns
        made.coordinates = {"u": [bend, turn], "w": [0.0, draw.between(-2, 2)]}
        made.kinetic = "u'^2/2 + (0.2 + sin(u)^2)*w'^2/2"
        made.potential = ["-4*cos(u)"]
        made.forces.append(("along", "w", "value", f"-{draw.between(0.1, 1)!r}*w' + sin(3*t)"))
        made.constraint(f"u <= {draw.between(1.1, 1.4)!r}")
        made.constraint(f"-u <= {draw.between(1.1, 1.4)!r}")
        made.constraint(f"w' <= {draw.between(2.1, 3)!r}")


@kind
def moving(made):
    """Walls that shake, spheres that fly, a hook that swings."""
    draw = made.draw
    count = draw.randint(1, 2)
    for _ in range(count):
        made.mass()
    usual_forces(made)
    hook = draw.one_in(3)
    for k in range(count):
        made.floor(k, shaking=(draw.between(0.05, 0.3), draw.between(1, 15)))
        if not hook:
            made.sphere(k, point(made, 0.3), moving=point(made, 0.5))
    if hook:
        made.points["p"] = [f"{draw.between(0.05, 0.3)!r}*sin({draw.between(1, 8)!r}*t)", "0", "0"]
        made.constraint(f"|a - p| <= {number(round(float(numpy.linalg.norm(made.place(0))) + draw.between(0.05, 0.5), 3))}")
    if count > 1:
        made.link(0, 1)
