#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""zwang convert with robots: the file that it writes runs, and what is not in it is said.

Usage: command_test.py ZWANG
"""

import json
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROBOTS = HERE / "robots"
sys.path.insert(0, str(HERE.parent / "apps"))
import session  # noqa: E402


def check_robots(s):
    for robot in sorted([*ROBOTS.glob("*.urdf"), *ROBOTS.glob("*.xml")]):
        shutil.copy(robot, s.folder)
        if robot.name == "cart_pole.urdf":  # the root has no mass
            s.check("--fix-root" in s.run("convert", robot.name, "-o", "x.toml", code=1).stderr, "how to help it")
            s.run("convert", robot.name, "-o", "cart_pole.toml", "--fix-root")
            continue
        s.run("convert", robot.name, "-o", f"{robot.stem}-{robot.suffix[1:]}.toml")
    for name in ("two_link_arm-urdf", "gripper-urdf", "pendulum-xml"):
        said = s.run("run", f"{name}.toml", "-u", "0.1")
        s.check("certified" in said.stdout, f"{name} is certified")
    text = (s.folder / "two_link_arm-urdf.toml").read_text(encoding="utf-8")
    s.check(text.startswith("# written by zwang convert from two_link_arm.urdf\n"), "its first line")
    s.check("velocity of <limit>" in text, "what is not in it")


def check_words(s):
    said = s.run("convert", "quadruped.urdf", "-o", "quadruped-urdf.toml", "--force")
    lines = said.stderr.splitlines()
    s.check(len(lines) == 3, "equal words are said once")
    s.check(lines[0].startswith("quadruped.urdf: W401: <collision>") and "(lines 21, 31, " in lines[0], "with all lines")
    said = s.run("convert", "two_link_arm.urdf", "-o", "a.toml")
    s.check("two_link_arm.urdf:36:33: W401: effort of <limit>" in said.stderr, "one line, with its column")
    said = s.run("convert", "two_link_arm.urdf", "-o", "strict.toml", "--strict", code=1)
    s.check("W401" in said.stderr and "--strict" in said.stderr, "strict")
    s.check(not (s.folder / "strict.toml").exists(), "strict writes nothing")
    s.run("convert", "planar_base.urdf", "-o", "strict.toml", "--strict")
    out = json.loads(s.run("convert", "two_link_arm.urdf", "-o", "b.toml", "--json").stdout)
    s.check([w["code"] for w in out["warnings"]] == ["W401"] * 3 and out["warnings"][0]["line"] == 10, "JSON")
    s.check(not s.run("convert", "two_link_arm.urdf", "-o", "c.toml", "-q").stderr, "quiet")
    (s.folder / "mine.toml").write_text("mine\n", encoding="utf-8")
    s.check("E440" in s.run("convert", "pendulum.xml", "-o", "mine.toml", code=6).stderr, "E440")


def check_wrong(s):
    (s.folder / "bad.urdf").write_text("<robot>\n <link/>\n</robot>\n", encoding="utf-8")
    s.check("error[E111]: bad.urdf:2:3: <link>" in s.run("convert", "bad.urdf", "-o", "bad.toml", code=1).stderr, "a place")
    s.check("E401" in s.run("convert", "none.urdf", "-o", "bad.toml", code=6).stderr, "no file")
    (s.folder / "robot.xacro").write_text("<robot/>", encoding="utf-8")
    s.check("xacro is to be expanded" in s.run("convert", "robot.xacro", "-o", "bad.toml", code=2).stderr, "xacro")


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = session.Session(sys.argv[1], pathlib.Path(folder))
        check_robots(s)
        check_words(s)
        check_wrong(s)
        print(f"{s.checks} checks, {s.failed} failed")
        return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
