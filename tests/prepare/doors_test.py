# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""One motion through every door: C++, the command, Python and a sweep give the same content hash.

Usage: doors_test.py COMMAND DOORS COUNT    COUNT models: a third of them random, with hidden integrals

ZWANG_LONG=1 takes 90 models. The package zwang is on the path of Python.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import zwang

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_FOR_PROGRAMS = 77
FINISHED = (0, 4)  # certified or not


def files():
    """Models of all kinds, mixed; large nets are left out for their time."""
    found = [path for folder in ("examples", "cases/motion", "cases/reference", "cases/found")
             for path in sorted((ROOT / folder).glob("*.toml"))
             if "generate" not in path.read_text()]
    random.Random(1884).shuffle(found)
    return found


def with_hidden_integral(seed):
    """A mass on a surface phi(x, y, z) = constant that is told by its differential alone, times a factor."""
    rng = random.Random(seed)

    def c():
        return rng.choice([-1, 1]) * rng.randint(1, 30) / 10

    a, b, d, e = c(), c(), c(), c()
    slopes = (f"2*{a}*x + {b}*y", f"{b}*x + {d}*z", f"{d}*y + {e}")
    factor = rng.choice(["1", "(1 + x^2)", "(2 + cos(y))", "exp(z/4)"])
    form = " + ".join(f"({slope})*{name}'" for slope, name in zip(slopes, "xyz"))
    return f"""zwang = 1
[coordinates]
x = {{ start = {rng.uniform(0.2, 1):.3f} }}
y = {{ start = {rng.uniform(0.2, 1):.3f} }}
z = {{ start = {rng.uniform(0.2, 1):.3f} }}
[energy]
kinetic = "(x'^2 + y'^2 + z'^2)/2"
potential = "9.81*z + {abs(c())}*(x^2 + y^2)"
[constraints]
surface = {{ holds = "{factor}*({form}) = 0" }}
[run]
until = {rng.uniform(0.5, 3):.3f}
tolerance = {rng.choice(["1e-6", "1e-9"])}
"""


def doors(command, program, path, folder):
    """The hash of each door, or None if the model is only for files."""
    results = {name: str(folder / f"{name}.zw") for name in ("c++", "command", "python")}
    version = zwang.__version__
    cpp = subprocess.run([program, path, results["c++"], version], capture_output=True, text=True, check=False)
    if cpp.returncode == NOT_FOR_PROGRAMS:
        return None
    if cpp.returncode != 0:
        raise AssertionError(cpp.stderr)
    run = subprocess.run([command, "run", path, "-o", results["command"], "--force", "-qq"], capture_output=True,
                         text=True, check=False)
    if run.returncode not in FINISHED:
        raise AssertionError(f"{path}: C++ runs it, the command says {run.stderr}")
    zwang.read(path).run(output=results["python"], force=True)
    return {"c++": cpp.stdout.strip()} | {name: zwang.content_hash(results[name]) for name in ("command", "python")}


def main():
    command, program, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if os.environ.get("ZWANG_LONG"):
        count = 90
    failed = compared = held = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = []
        for seed in range(count // 3):
            made.append(folder / f"hidden-{seed}.toml")
            made[-1].write_text(with_hidden_integral(seed))
        for path in made + files():
            if compared >= count:
                break
            try:
                hashes = doors(command, program, str(path), folder)
            except AssertionError as error:
                failed += 1
                print(error)
                continue
            if hashes is None:
                if path in made:
                    failed += 1
                    print(f"--- {path.name} does not run")
                continue
            compared += 1
            if len(set(hashes.values())) != 1:
                failed += 1
                print(f"--- {path.name}: {hashes}")
            held += path in made
    print(f"{compared} models, {held} of them with hidden integrals, {failed} differ")
    return 1 if failed or compared < count else 0


if __name__ == "__main__":
    sys.exit(main())
