#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Every number of the audit: a result is changed by hand at one place, its check sums are mended, and exactly
those numbers no longer hold that the change makes wrong.

Usage: audit_test.py ZWANG ZWANG-AUDIT
"""

import hashlib
import math
import pathlib
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zlib

SIDE = {0: 0, -1: 1, 1: 2}
BALL = """zwang = 1
[parameters]
g = 10.0
[masses]
ball = { mass = 2.0, axes = "z", at = [0, 0, 0.8] }
[forces]
gravity = [0, 0, "-g"]
[constraints]
floor = { holds = "ball.z >= 0", restitution = 0.5 }
[run]
until = 0.7
"""  # falls for 0.4 s, 4 m/s, goes up for 0.2 s with 2 m/s
PUCK = """zwang = 1
[masses]
puck = { mass = 1.0, axes = "xy", at = [-1, 0, 0], velocity = [1, 1, 0] }
[constraints]
wall = { holds = "puck.x <= 0" }
[run]
until = 2.0
"""
BLOW = """zwang = 1
[masses]
a = { mass = 1.0, axes = "x", velocity = [1, 0, 0] }
[[impulse]]
at = 0.25
on = "a"
vector = [2, 0, 0]
[run]
until = 0.5
"""
ROD = """zwang = 1
[masses]
bob = { mass = 1.0, axes = "xz", at = [1, 0, 0] }
[forces]
gravity = [0, 0, -10]
[constraints]
rod = { holds = "|bob| = 1" }
[run]
until = 0.5
"""
GUIDE = """zwang = 1
[masses]
p = { mass = 1.0, axes = "xy", at = [0, -0.1, 0], velocity = [1, 1, 0] }
[constraints]
guide = { holds = "p.y <= 0", from = 0.1, until = 0.2 }
[run]
until = 0.3
"""
RATCHET = """zwang = 1
[coordinates]
phi = { rate = 1.0 }
[energy]
kinetic = "phi'^2/4"
[[force]]
along = "phi"
value = "-2*cos(t)"
[constraints]
pawl = { holds = "phi' >= 0" }
[run]
until = 2.0
"""
faults = []


def check(holds, told):
    if not holds:
        faults.append(told)


class Result:
    """A result of a model, opened to be changed."""

    def __init__(self, model, *words):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "result.zw"
        text = pathlib.Path(self.folder.name) / "model.toml"
        text.write_text(model)
        subprocess.run([command, "run", text, "-o", self.path, "-qq", *words], check=True)
        self.base = sqlite3.connect(self.path)
        self.channels = self.base.execute("SELECT name, type, width FROM channels ORDER BY id").fetchall()

    def say(self, sql, *values):
        self.base.execute(sql, values)
        self.base.commit()
        return self

    def mend(self):
        """The hash of settings and parameters as these are now."""
        text = lambda word: b"t" + struct.pack("<Q", len(word)) + word.encode()
        settings = self.base.execute("SELECT name, used, unit FROM settings WHERE name <> 'until' ORDER BY name")
        told = b"".join(text(word or "") for line in settings for word in line)
        for name, value in self.base.execute("SELECT name, value FROM parameters ORDER BY name"):
            told += text(name) + b"f" + struct.pack("<d", value)
        return self.say("UPDATE meta SET value = ? WHERE key = 'settings_sha256'", hashlib.sha256(told).hexdigest())

    def block(self):
        return self.base.execute("SELECT first, n, data FROM blocks ORDER BY first").fetchone()

    def place(self, channel, row):
        """Where a number of a row stands in the only block."""
        n, place = self.block()[1], 0
        for name, kind, width in self.channels:
            size = 8 if kind == "f64" else 1
            if name == channel:
                return kind, place + size * (row % n)
            place += -(-n * width * size // 8) * 8
        raise KeyError(channel)

    def get(self, channel, row):
        kind, place = self.place(channel, row)
        return struct.unpack_from("<d" if kind == "f64" else "<B", self.block()[2], place)[0]

    def put(self, channel, row, value):
        kind, place = self.place(channel, row)
        data = bytearray(self.block()[2])
        struct.pack_into("<d" if kind == "f64" else "<B", data, place, value)
        return self.say("UPDATE blocks SET data = ?, crc = ?", bytes(data), zlib.crc32(data))

    def rows(self, side=0):
        """The rows at a side of jumps."""
        return [i for i in range(self.block()[1]) if self.get("side", i) == SIDE[side]]

    def add(self, channel, row, change):
        return self.put(channel, row, self.get(channel, row) + change)

    def numbers(self):
        """Each number that is judged, and whether it holds."""
        told = subprocess.run([audit, self.path], capture_output=True, text=True, check=False)
        lines = told.stdout.splitlines()[1:]
        held = {line[2:18].strip(): line[27] != ">" for line in lines}
        check(told.returncode == (0 if all(held.values()) else 4), f"exit {told.returncode}: {told.stderr}")
        return held

    def wrong(self, *expected):
        found = {number for number, holds in self.numbers().items() if not holds}
        caller = sys._getframe(1).f_lineno
        check(found == set(expected), f"line {caller}: wrong are {sorted(found)}, not {sorted(expected)}")


def rows():
    """Numbers of the rows of arcs."""
    Result(BALL).wrong()
    Result(BALL).add("ball.z", 1, 1e-3).wrong("succession", "energy")
    Result(BALL).put("ball.z", 1, -0.1).wrong("gap", "succession", "energy")
    Result(BALL).put("ball.z'", 1, math.nan).wrong("succession", "energy")
    Result(BALL).put("floor.multiplier", 1, 1.0).wrong("complementarity")
    Result(BALL).put("floor.multiplier", 1, -1.0).wrong("complementarity", "multiplier")
    Result(BALL).put("floor.state", 1, 2).wrong("violation", "rate", "equation", "succession", "status")
    Result(BALL).put("floor.state", 1, 1).wrong("status")
    Result(BALL).put("side", 0, SIDE[1]).wrong("event")
    Result(BALL).put("side", -1, SIDE[-1]).wrong("event")
    Result(BALL).put("side", 1, SIDE[-1]).wrong("event")
    Result(ROD).wrong()
    Result(ROD).add("rod.multiplier", 1, 0.1).wrong("equation")
    Result(PUCK).wrong()
    Result(PUCK).add("puck.y'", -1, 0.1).wrong("succession", "momentum", "energy")
    blow = Result(BLOW)
    check("momentum" not in blow.numbers(), "impulses from outside keep no momentum")
    blow.wrong()


def events():
    """Numbers of events and of the jumps there."""
    impact = "kind = 'impact'"
    Result(BALL).say(f"UPDATE events SET t = t + 1e-3 WHERE {impact}").wrong("event")
    Result(BALL).say(f"UPDATE events SET row = 0 WHERE {impact}").wrong("event")
    Result(BALL).say(f"UPDATE events SET cause = 'rate' WHERE {impact}").wrong("event")
    Result(BALL).say(f"UPDATE events SET energy_before = 17 WHERE {impact}").wrong("event")
    Result(BALL).say(f"UPDATE events SET energy_after = 3 WHERE {impact}").wrong("event")
    Result(BALL).say("UPDATE event_constraints SET approach = 5 WHERE approach > 0").wrong("event")
    Result(BALL).say("UPDATE event_constraints SET impulse = 11 WHERE impulse > 0").wrong("impulse")
    Result(BALL).say("UPDATE event_constraints SET impulse = -12 WHERE impulse > 0").wrong("impulse", "impact")
    Result(BALL).say("UPDATE event_constraints SET after = 'active' WHERE impulse > 0").wrong("status")
    Result(BALL).say("UPDATE event_constraints SET before = 'active' WHERE impulse > 0").wrong("status")
    Result(BALL).say("DELETE FROM event_constraints").wrong("impulse")
    ball = Result(BALL)
    after = ball.rows(1)[0]
    ball.put("ball.z'", after, 1.9).wrong("succession", "energy", "event", "impulse", "impact")
    ball.put("ball.z'", after, 4.1).wrong("succession", "energy", "event", "impulse", "impact", "impact_energy")
    ball = Result(BALL)
    ball.add("ball.z", ball.rows(1)[0], 1e-3).wrong("succession", "energy", "impulse")
    ball = Result(BALL)
    ball.add("t", ball.rows(1)[0], 1e-3).wrong("succession", "event")
    # two at once with restitution, each of its own
    both = BALL.replace("[forces]", "other = { mass = 1.0, axes = \"z\", at = [1, 0, 0.8] }\n[forces]") \
        .replace("[run]", "ground = { holds = \"other.z >= 0\", restitution = 0.25 }\n[run]")
    Result(both).wrong()
    Result(both).say("UPDATE event_constraints SET impulse = 11 WHERE impulse > 11").wrong("impulse")
    # thrown up to a ceiling at the height that it just reaches
    graze = BALL.replace("ball.z >= 0", "ball.z <= 0.8").replace("0.8] }", "0], velocity = [0, 0, 4] }")
    Result(graze).wrong()
    check(Result(graze).base.execute("SELECT COUNT(*) FROM events WHERE kind = 'graze'").fetchone() == (1,), "no graze")
    Result(graze).say("UPDATE events SET t = 0.8 WHERE kind = 'graze'").wrong("event")
    Result(graze).say("UPDATE events SET t = 0.0, row = row + 1 WHERE kind = 'graze'").wrong("event")


def tables():
    """What stands beside the rows."""
    for table, column, value in (("masses", "name", "bell"), ("masses", "mass", 2.5), ("masses", "mass", None),
                                 ("constraints", "name", "flour"), ("constraints", "kind", "holonomic-equation"),
                                 ("constraints", "text", "ball.z <= 0"), ("constraints", "restitution", 0.25),
                                 ("constraints", "restitution", None), ("parameters", "value", 9.0)):
        Result(BALL).say(f"UPDATE {table} SET {column} = ?", value).mend().wrong("tables")
    Result(BALL).say("UPDATE meta SET value = 0.5 WHERE key = 't_end'").wrong("tables")
    Result(BALL).say("UPDATE meta SET value = 0.5 WHERE key = 't_start'").wrong("tables")
    Result(BALL).say("DELETE FROM meta WHERE key = 't_end'").wrong("tables")
    Result(BALL).say("DELETE FROM parameters").mend().wrong("tables")
    nothing = Result(BALL)
    for table in ("blocks", "events", "event_constraints"):
        nothing.say(f"DELETE FROM {table}")
    nothing.wrong("tables")
    # without a row there is nothing to judge
    nothing.say("UPDATE meta SET value = 'stopped' WHERE key = 'status'")
    told = subprocess.run([audit, nothing.path], capture_output=True, text=True, check=False)
    check(told.returncode == 4 and "not judged" in told.stdout, f"without rows: {told.stdout}")
    # of a run that was stopped nobody knows the end
    Result(BALL).say("UPDATE meta SET value = 'stopped' WHERE key = 'status'").wrong()


def kept():
    """Energy and momentum are judged where they must be kept, and only there."""
    check("energy" in Result(BALL).numbers(), "gravity keeps energy")
    for words in ('[energy]\npotential = "t*ball.z"\n', '[masses.post]\nfollows = ["t", 0, 0]\n',
                  '[constraints.lift]\nholds = "ball.z <= 2 + t"\n', '[[force]]\non = "ball"\nvector = [0, 0, 1]\n'):
        moved = Result(BALL + words)
        moved.wrong()
        check("energy" not in moved.numbers(), f"energy is not kept with {words}")
    check("momentum" in Result(PUCK).numbers(), "along the wall momentum is kept")
    many = "".join(f"m{i} = {{ mass = 1.0, at = [{i}, 0, 0] }}\n" for i in range(21))
    many = Result("zwang = 1\n[masses]\n" + many + "[run]\nuntil = 0.1\n")
    many.wrong()
    check("momentum" not in many.numbers(), "momenta of 63 coordinates take long to find")


def steps():
    """Numbers of time steps."""
    def stepped(model, *words):
        return Result(model, "--method", "time-stepping", "--step", "0.01", *words)

    for model in (BALL, PUCK, ROD, GUIDE, RATCHET, BLOW):
        stepped(model).wrong()
    stepped(BLOW, "--every", "0.02").wrong()
    # three blows within a step, and the rows at the first and the third
    blows = "".join(f'[[impulse]]\nat = {t}\non = "a"\nvector = [2, 0, 0]\n' for t in (0.254, 0.258))
    stepped(BLOW.replace("0.5", "0.262") + blows, "--every", "0.25").wrong()
    stepped(BLOW).say("UPDATE settings SET used = '0' WHERE name = 'step'").mend().wrong()
    stepped(BALL).put("floor.multiplier", 1, 1.0).wrong("balance", "rate")
    stepped(BALL).put("floor.multiplier", 1, -1.0).wrong("balance", "rate", "multiplier")
    stepped(GUIDE).put("guide.multiplier", 1, 1.0).wrong("balance", "rate")
    stepped(PUCK).add("puck.y'", -1, 0.1).wrong("balance", "energy", "way")
    stepped(PUCK).add("puck.y", -1, 0.1).wrong("way")
    stepped(PUCK).add("puck.x", -1, 0.1).wrong("violation", "way")
    # too long a rod: along the way back onto it
    rod = stepped(ROD)
    for axis in "xz":
        rod.put(f"bob.{axis}", -1, 1.001 * rod.get(f"bob.{axis}", -1))
    rod.wrong("violation")


def program():
    """The program beside its numbers."""
    def asked(*words):
        return subprocess.run([audit, *words], capture_output=True, text=True, check=False)

    good, bad = Result(BALL), Result(BALL).put("floor.multiplier", 1, 1.0)
    check(asked("--help").returncode == 0 and asked("--help").stdout.startswith("usage:"), "--help")
    check(asked().returncode == 2 and asked().stderr.startswith("usage:"), "without a file")
    check(asked("--what", good.path).returncode == 2, "an unknown option")
    check(asked("none.zw").returncode == 6 and "none.zw" in asked("none.zw").stderr, "no such file")
    check(asked(bad.path, "none.zw").returncode == 4, "the first fault decides")
    check(asked("none.zw", bad.path, good.path).returncode == 6, "the first fault decides")
    told = [asked("--hash", good.put("floor.multiplier", 1, z).path).stdout.split()[0] for z in (0.0, 1.0, 0.0)]
    check(told[0] == told[2] != told[1], "--hash")


command, audit = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
for part in (rows, events, tables, kept, steps, program):
    part()
for fault in faults:
    print("---", fault)
sys.exit(len(faults) > 0)
