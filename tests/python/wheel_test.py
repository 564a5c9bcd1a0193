# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The wheel, built twice without a network: the same bytes, installed into a fresh environment.

Usage: wheel_test.py SOURCE MODULE
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = """
import zwang as z
m = z.Model("pendulum")
bob = m.mass("bob", 0.5, at=(0.6, 0, 0.8))
m.gravity((0, 0, -9.81))
m.constraint("string", abs(bob) <= 1)
run = m.run(until=1)
assert run.certified and list(run.events["kind"]) == ["start", "impact", "end"]
assert z.__file__.startswith(PLACE), z.__file__
"""


def main() -> None:
    source, module = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}

    def run(*command, **options):
        done = subprocess.run(command, capture_output=True, text=True, **({"env": clean} | options))
        if done.returncode != 0:
            sys.exit(f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)

        def wheel(name):
            copy = place / name
            shutil.copytree(source / "python", copy / "python")
            shutil.copyfile(source / "CMakeLists.txt", copy / "CMakeLists.txt")
            run(
                "/usr/bin/python3", "-m", "build", "--wheel", "--no-isolation", "-o", copy, copy / "python",
                env=clean | {"ZWANG_MODULE": str(module), "SOURCE_DATE_EPOCH": "1750000000"},
            )
            (built,) = copy.glob("zwang-*.whl")
            return built

        first, second = wheel("first"), wheel("second")
        if first.read_bytes() != second.read_bytes():
            sys.exit(f"{first.name} differs from one building to the next")
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", place / "venv")
        python = place / "venv" / "bin" / "python"
        run(python, "-m", "pip", "install", "--no-index", "--no-deps", first)
        run(python, "-c", PROGRAM.replace("PLACE", repr(str(place / "venv"))), cwd=place)
        print(f"{first.name} is the same twice, is installed and runs")


main()
