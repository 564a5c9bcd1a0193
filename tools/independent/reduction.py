# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A smaller scene that fails in the same way."""
import copy
import re

MOST_TRIES = 24


def smaller_scenes(scene):
    """Scenes with one thing less, the largest things first."""
    for i, mass in enumerate(scene.masses):
        named = any(re.search(rf"\b{mass.name}\b", text) for text, _ in scene.constraints.values())
        if len(scene.masses) > 1 and not named:
            other = copy.deepcopy(scene)
            del other.masses[i]
            other.forces = [force for force in other.forces if force[1] != mass.name]
            other.impulses = [impulse for impulse in other.impulses if impulse[1] != mass.name]
            other.potential = []
            yield other
    for name in scene.constraints:
        other = copy.deepcopy(scene)
        del other.constraints[name]
        yield other
    for key in ("forces", "impulses", "potential"):
        for i in range(len(getattr(scene, key))):
            if scene.coordinates and key == "potential":
                continue
            other = copy.deepcopy(scene)
            del getattr(other, key)[i]
            yield other
    other = copy.deepcopy(scene)
    other.until = round(scene.until / 2, 3)
    yield other


def reduced(scene, fails):
    """The scene with things taken away as long as `fails(scene)` is true, in a bounded number of tries."""
    tries = 0
    while True:
        for other in smaller_scenes(scene):
            if tries == MOST_TRIES:
                return scene
            tries += 1
            if fails(other):
                scene = other
                break
        else:
            return scene
