#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""zwang sweep as a person and a script meet it: rows against closed forms and against zwang run, kills, refusals."""

import contextlib
import csv
import json
import math
import os
import pathlib
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import session

PENDULUM = str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "pendulum.toml")

# Dropped from h it strikes at sqrt(2h/g) with sqrt(2gh) and leaves with e times that.
BALL = """zwang = 1
[parameters]
g = 9.81
h = 1.0
e = 0.5
[masses.ball]
mass = 0.2
axes = "z"
at = [0, 0, "h"]
[forces]
gravity = [0, 0, "-g"]
[constraints.floor]
holds = "ball.z >= 0"
restitution = "e"
[run]
until = 0.8
"""

# One run takes some milliseconds: many impacts.
MANY = 1500
LIVELY = BALL.replace("until = 0.8", "until = 20").replace("e = 0.5", "e = 0.999")


class Session(session.Session):
    def start(self, *words, **more):
        return subprocess.Popen([self.command, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

    def run(self, *words, code=0, **more):
        process = self.start(*words, **more)
        process.out, process.err = process.communicate(timeout=300)
        self.check(process.returncode == code, f"{words}: exit {process.returncode}, wanted {code}\n{process.err}")
        return process

    def sheet(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def hash(self, name):
        return self.run("audit", "--hash", name).out.split()[0]

    def rows(self, name):
        with contextlib.closing(sqlite3.connect(self.folder / name)) as database:
            return database.execute("SELECT COUNT(*), COUNT(DISTINCT id), COUNT(DISTINCT hash) FROM runs").fetchone()

    def written(self, name):
        """Committed rows of a sweep that may be running."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.folder / name}?mode=ro", uri=True)) as database:
                return database.execute("SELECT COUNT(*) FROM runs").fetchone()[0]
        except sqlite3.Error:
            return 0


def near(x, y, within=1e-9):
    return math.isclose(float(x), y, rel_tol=within, abs_tol=within)


def closed_forms(s):
    said = s.run("sweep", "ball.toml", "--over", "h=0.5:2:4", "--over", "e=0.25,0.5", "--want", "time(impact)", "--want",
                 "max(ball.z')", "--want", "max(ball.z)", "--want", "time(slack)", "-o", "ball.csv")
    s.check(said.out.startswith("8 runs, 0 failed") and said.out.endswith("ball.csv\n"), said.out)
    rows = s.sheet("ball.csv")
    s.check([(row["h"], row["e"]) for row in rows[:3]] == [("0.5", "0.25"), ("0.5", "0.5"), ("1", "0.25")],
            "the last parameter changes fastest")
    for row in rows:
        h, e = float(row["h"]), float(row["e"])
        s.check(near(row["time(impact)"], math.sqrt(2 * h / 9.81)), f"fall: {row}")
        s.check(near(row["max(ball.z')"], e * math.sqrt(2 * 9.81 * h)), f"both sides of an impact: {row}")
        s.check(float(row["max(ball.z)"]) == h and row["time(slack)"] == "", f"{row}")
        s.check(row["status"] == "finished" and row["certified"] == "1" and row["code"] == "", f"{row}")
    # units, and values one by one
    s.run("sweep", "ball.toml", "--over", "h=50 cm,1 m", "--want", "time(impact)", "-o", "cm.csv", "--jobs", "1")
    s.check(s.sheet("cm.csv")[0]["time(impact)"] == rows[1]["time(impact)"], "50 cm is 0.5")


def same_as_run(s):
    want = ["ball.z", "ball.z'", "time(impact)", "time(impact floor, 2)"]
    words = [word for text in want for word in ("--want", text)]
    s.run("sweep", "ball.toml", "--over", "h=0.3:0.7:3", *words, "--tolerance", "1e-10", "-o", "same.csv")
    for row in s.sheet("same.csv"):
        s.run("run", "ball.toml", "-s", f"h={row['h']}", "--tolerance", "1e-10", "-o", "one.zw", "-q")
        s.run("convert", "one.zw", "-o", "one.csv", "-q")
        last = s.sheet("one.csv")[-1]
        with contextlib.closing(sqlite3.connect(s.folder / "one.zw")) as database:
            impacts = [t for (t,) in database.execute("SELECT t FROM events WHERE kind = 'impact' ORDER BY id")]
        s.check((row["ball.z"], row["ball.z'"]) == (last["ball.z"], last["ball.z'"]), f"last row: {row} {last}")
        s.check([float(row[want[2]]), float(row[want[3]])] == impacts[:2], f"times: {row} {impacts}")


def many_jobs(s):
    words = ("sweep", PENDULUM, "--over", "v=0:6:41", "--want", "bob.z", "--want", "count(impact)", "-q")
    hashes, sheets = set(), set()
    for jobs in ("1", "2", "5"):
        s.run(*words, "--jobs", jobs, "-o", "jobs.zw")
        hashes.add(s.hash("jobs.zw"))
        s.run(*words, "--jobs", jobs, "-o", "jobs.csv")
        sheets.add((s.folder / "jobs.csv").read_bytes())
    s.check(len(hashes) == 1 and len(sheets) == 1, "the number of jobs changes nothing")


def children(process):
    try:
        return [int(one) for one in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    except OSError:
        return []


def gone(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except OSError:
        return True


def kills(s):
    words = ("sweep", "lively.toml", "--over", f"h=1:2:{MANY}", "--sync", "0.05 s", "--want", "ball.z", "--want", "count(impact)")
    begin = time.monotonic()
    s.run(*words, "-o", "quiet.zw", "-q")
    pause = (time.monotonic() - begin) / 12  # many runs long, however slow the build is: one hit three times is given up
    truth = s.hash("quiet.zw")
    # workers
    process = s.start(*words, "--jobs", "2", "-o", "killed.zw", "-q")
    killed = written = 0
    while process.poll() is None:
        time.sleep(pause)
        if s.written("killed.zw") == written:
            continue  # who never comes as far as a row would be killed for ever
        written = s.written("killed.zw")
        for pid in children(process)[:1]:
            os.kill(pid, signal.SIGKILL)
            killed += 1
    s.check(process.returncode == 0 and killed > 0, f"{killed} kills, exit {process.returncode}: {process.stderr.read()}")
    s.check(s.rows("killed.zw") == (MANY, MANY, MANY) and s.hash("killed.zw") == truth, "workers killed: the same rows")
    # the parent, then its signals
    for number, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)):
        (s.folder / "half.zw").unlink(missing_ok=True)
        process = s.start(*words, "--jobs", "2", "-o", "half.zw", "-q")
        workers = []
        while process.poll() is None and not workers:
            workers = children(process)
        deadline = time.time() + 60
        while process.poll() is None and s.written("half.zw") < 1 and time.time() < deadline:
            time.sleep(0.02)
        process.send_signal(number)
        process.communicate(timeout=60)
        s.check(process.returncode == code, f"signal {number}: exit {process.returncode}")
        deadline = time.time() + 60
        while not all(map(gone, workers)) and time.time() < deadline:
            time.sleep(0.02)
        s.check(all(map(gone, workers)), "no worker stays behind")
        there = s.written("half.zw")
        again = json.loads(s.run(*words, "-o", "half.zw", "--resume", "--json").out)
        s.check(0 < there < MANY and again["computed"] == MANY - there, f"only what is missing: {there}, {again}")
        s.check(s.rows("half.zw") == (MANY, MANY, MANY) and s.hash("half.zw") == truth, "resumed: the same rows")
    idle = json.loads(s.run(*words, "-o", "half.zw", "--resume", "--json").out)
    s.check(idle["computed"] == 0 and idle["rows"] == MANY, f"nothing left: {idle}")


def failures(s):
    said = s.run("sweep", "ball.toml", "--over", "h=-1,1,-2", "--want", "ball.z", "-o", "fail.csv", code=7)
    s.check("run 0 (h = -1): E201 start violates a constraint\n" in said.err and "run 1 " not in said.err, said.err)
    rows = s.sheet("fail.csv")
    s.check([row["code"] for row in rows] == ["E201", "", "E201"], f"{rows}")
    s.check(rows[0]["ball.z"] == "" and rows[0]["status"] == "stopped" and rows[0]["certified"] == "0", f"{rows}")
    s.check(s.run("sweep", "ball.toml", "--over", "h=-1,1", "-q", "-o", "fail.csv", code=7).err == "", "-q")
    (s.folder / "stops.toml").write_text(BALL.replace("until = 0.8", 'until = 5\nsettle = "stop"'))
    said = s.run("sweep", "stops.toml", "--over", "h=1,500", "--keep", "failed", "--json", code=7)
    told = json.loads(said.out)
    s.check(told["failed"] == 1 and told["files"] == ["stops.sweep.zw", "stops.sweep.runs/0.zw"], f"{told}")
    with contextlib.closing(sqlite3.connect(s.folder / "stops.sweep.runs/0.zw")) as database:
        code = database.execute("SELECT value FROM meta WHERE key = 'code'").fetchone()
    s.check(code == ("E330",), f"kept: {code}")


def samples(s):
    words = ("sweep", "ball.toml", "--over", "h=1:2", "--over", "e=0.1:0.9", "--sample", "50", "--want", "time(impact)")
    sheets = []
    for seed, name in (("3", "a.csv"), ("3", "b.csv"), ("4", "c.csv")):
        s.run(*words, "--seed", seed, "-o", name, "-q")
        sheets.append((s.folder / name).read_bytes())
    s.check(sheets[0] == sheets[1] and sheets[0] != sheets[2], "a sample is its seed")
    rows = s.sheet("a.csv")
    s.check(len(rows) == 50 and all(1 <= float(r["h"]) < 2 and 0.1 <= float(r["e"]) < 0.9 for r in rows), "in the box")
    s.check(all(near(r["time(impact)"], math.sqrt(2 * float(r["h"]) / 9.81)) for r in rows), "and right")


def refusals(s):
    over = ("sweep", "ball.toml", "--over", "h=1:2:3")
    said = s.run(*over, "--want", "max(bal.z)", code=1)
    s.check("error[E103]" in said.err and "did you mean 'ball" in said.err and "--want:1:5" in said.err, said.err)
    s.check("'h'" in s.run("sweep", "ball.toml", "--over", "hh=1:2:3", code=1).err, "a name with what was meant")
    s.check("known: g, h, e" in s.run("sweep", "ball.toml", "--over", "Q=1:2:3", code=1).err, "the parameters there are")
    s.check("E120" in s.run("sweep", "ball.toml", "--over", "h=1:2:x", code=1).err, "no range")
    s.check("E120" in s.run("sweep", "ball.toml", "--over", "h=1,1", code=1).err, "the same run twice")
    s.check("E107" in s.run("sweep", PENDULUM, "--over", "v=1 kg:2 kg:2", code=1).err, "a unit that does not fit")
    s.check("not implemented yet" in s.run(*over, "--want", "d(max(ball.z))/d(h)", code=1).err, "slopes")
    s.run("sweep", "ball.toml", code=2)
    s.run(*over, "-o", "a.txt", code=2)
    s.run(*over, "-o", "a.csv", "--resume", code=2)
    s.run(*over, "--keep", "all", code=2)
    s.run(*over, "--jobs", "0", code=2)
    s.check("E401" in s.run("sweep", "none.toml", "--over", "h=1:2:3", code=6).err, "no model")
    s.check("E410" in s.run(*over, "-o", "none/a.zw", code=6).err, "no folder")
    s.check("E410" in s.run(*over, "-o", "none/a.csv", code=6).err, "no folder for a sheet")
    (s.folder / "mine.csv").write_text("mine")
    (s.folder / "mine.zw").write_text("mine")
    for name in ("mine.csv", "mine.zw"):
        s.check("E440" in s.run(*over, "-o", name, code=6).err, f"{name} is not ours")
        s.check((s.folder / name).read_text() == "mine", f"{name} is untouched")
    s.run(*over, "-o", "other.zw", "-q")
    s.check("E420" in s.run(*over, "--want", "t", "-o", "other.zw", "--resume", code=6).err, "another order")
    s.check("E420" in s.run("report", "other.zw", code=6).err, "no run: a sweep")


def hostile(s):
    text = BALL.replace("h = 1.0", 'h = 1.0\nH = 2\nid = 3\nhash = 4')
    (s.folder / "hostile.toml").write_text(text)
    want = ["H", "id", "-ball.z", "max(h, 1)", "+t", "ball.z  -  0"]
    words = [word for one in want for word in (f"--want={one}",)]
    s.run("sweep", "hostile.toml", "--over", "id=1,2", "--over", "hash=7", *words, "-o", "hostile.zw", "-q")
    with contextlib.closing(sqlite3.connect(s.folder / "hostile.zw")) as database:
        names = [column[1] for column in database.execute("PRAGMA table_info(runs)")]
    s.check(len(set(map(str.lower, names))) == len(names) == 14, f"columns: {names}")
    s.run("sweep", "hostile.toml", "--over", "id=1,2", *words, "-o", "hostile.csv", "-q")
    head = (s.folder / "hostile.csv").read_text().splitlines()[0]
    s.check("'-ball.z" in head and "'+t" in head, f"no formula of a spreadsheet: {head}")
    for bad in ('"); DROP TABLE runs; --', "ball.z\n", "\x1b[31m", "a" * 5000, "(" * 400, "count(impact; x)"):
        s.check("\x1b" not in s.run("sweep", "ball.toml", "--over", "h=1,2", f"--want={bad}", code=1).err, repr(bad))
    for bad in ("h\x1b[31m=1,2", "=1,2", "h=", "h=1:2:-3", "h=1:2:1e3", "h=nan,1", "h=1e999,2", "h=1:2:3:4"):
        s.check("\x1b" not in s.run("sweep", "ball.toml", "--over", bad, code=1).err, repr(bad))


def full_disk(s):
    def limits():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    words = ("sweep", "ball.toml", "--over", "h=1:2:3000", "--want", "ball.z", "-o", "full.zw")
    said = s.run(*words, code=6, preexec_fn=limits)
    s.check("E410" in said.err and said.out == "", f"a full disk: {said.err}")
    s.run(*words, "--resume", "-q")
    s.check(s.rows("full.zw") == (3000, 3000, 3000), "and goes on when there is room")


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Session(os.path.abspath(sys.argv[1]), pathlib.Path(folder))
        (s.folder / "ball.toml").write_text(BALL)
        (s.folder / "lively.toml").write_text(LIVELY)
        for part in (closed_forms, same_as_run, many_jobs, kills, failures, samples, refusals, hostile, full_disk):
            part(s)
        print(f"{s.checks} checks, {s.failed} failed")
        return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
