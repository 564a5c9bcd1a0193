#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""The command as a script meets it: what goes where, exit codes, limits, signals."""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from session import Session

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
PENDULUM = str(EXAMPLES / "pendulum.toml")
CABLE = """zwang = 1
[[generate]]
kind = "chain"
name = "cable"
from = [0, 0, 0]
to = [1, 0, 0]
segments = 300
length = 2
mass = 1
[forces]
gravity = [0, 0, -9.81]
[run]
until = 1
start = "equilibrium"
"""

LONG = [PENDULUM, "--until", "1e7"]  # hours of work

# Three masses that fall on a floor for ever; memory grows with nothing but the events.
BOUNCING = """zwang = 1
[masses]
a = { mass = 1, at = [0, 0, 1], axes = "z" }
[forces]
gravity = [0, 0, -9.81]
[constraints]
floor = { holds = "a.z >= 0", restitution = 1 }
[run]
until = 1e7
max_events = 100000000
"""


def streams(s):
    """Results to stdout, everything else to stderr; nothing on stdout if a model or a file is wrong."""
    good = s.run("run", PENDULUM)
    s.check("impact   string" in good.stdout and good.stdout.endswith("pendulum.zw\n"), "the events of a run")
    s.check(good.stderr == "", f"a run that is right says nothing on stderr: {good.stderr}")
    s.check("\x1b" not in good.stdout and "\r" not in good.stdout, "no colour and no bar in a pipe")
    s.check("more:" not in good.stdout, "a few events are not folded in a pipe")
    s.check("\x1b[32mcertified" in s.run("run", PENDULUM, "--color", "always").stdout, "--color always")
    s.check("\x1b" in s.run("run", PENDULUM, CLICOLOR_FORCE="1").stdout, "CLICOLOR_FORCE")
    s.check("\x1b" not in s.run("run", PENDULUM, CLICOLOR_FORCE="1", NO_COLOR="1").stdout, "NO_COLOR")
    s.check(s.run("run", PENDULUM, LC_ALL="C").stdout.isascii(), "ASCII where the locale says so")
    s.check(s.run("run", "-q", PENDULUM).stdout == "", "-q")
    s.check(s.run(PENDULUM).stdout != "", "a file without a verb is run")
    for words, code in ((("run", "none.toml"), 6), (("run", PENDULUM, "--set", "Q=1"), 1),
                        (("run", PENDULUM, "--tolerance", "2"), 1), (("run", PENDULUM, "-o", "none/x.zw"), 6),
                        (("run", PENDULUM, "--stop-on", "strin"), 1), (("run", PENDULUM, "--max-memory", "x"), 1),
                        (("run", PENDULUM, "--log", "."), 6)):
        wrong = s.run(*words, code=code)
        s.check(wrong.stdout == "" and wrong.stderr.startswith("error[E"), f"{words}: {wrong.stdout}{wrong.stderr}")
    s.check("did you mean 'string'?" in s.run("run", PENDULUM, "--stop-on", "strin", code=1).stderr, "a suggestion")
    s.check("known: L, g, v" in s.run("run", PENDULUM, "--set", "Q=1", code=1).stderr, "the parameters there are")
    foreign = s.folder / "foreign.zw"
    foreign.write_text("mine")
    s.check("E440" in s.run("run", PENDULUM, "-o", "foreign.zw", code=6).stderr, "a foreign file")
    s.check(foreign.read_text() == "mine", "a foreign file stays as it is")
    s.run("run", PENDULUM, "-o", "foreign.zw", "--force")


def unread(s):
    """Who reads may stop reading; a full disk is told."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as closed, open("/dev/full", "wb") as full:
        for words in (("completion", "fish"), ("run", PENDULUM), ("explain", "E103")):
            quiet = subprocess.run([s.command, *words], cwd=s.folder, stdout=closed, stderr=subprocess.PIPE, check=False)
            s.check(quiet.returncode == 141 and quiet.stderr == b"", f"{words} unread: {quiet}")
            told = subprocess.run([s.command, *words], cwd=s.folder, stdout=full, stderr=subprocess.PIPE, check=False)
            s.check(told.returncode == 6 and told.stderr.startswith(b"error[E410]"), f"{words} on a full disk: {told}")


def first_minutes(s):
    """The lines that the help begins with, in a folder that has no examples."""
    for words in ("new first.toml", "run first.toml", "explain first.toml"):
        s.check(f"zwang {words}" in s.run("--help").stdout, f"--help begins with {words}")
        s.run(*words.split())
    s.check((s.folder / "first.toml").read_bytes() == pathlib.Path(PENDULUM).read_bytes(), "the first example")
    s.check("E440" in s.run("new", "first.toml", code=6).stderr, "a model is not overwritten")
    s.check(json.loads(s.run("new", "first.toml", "--force", "--json").stdout)["files"] == ["first.toml"], "unless asked")
    s.run("new", "none/first.toml", code=6)


def many_events(s):
    """A file of thousands of lines is written only on request."""
    (s.folder / "many.toml").write_text(BOUNCING.replace("until = 1e7", "until = 150"))
    folded, whole = (s.run("run", "many.toml", "-o", "many.zw", *words).stdout for words in ((), ("--events", "all")))
    impacts = whole.count(" impact   floor ")
    s.check(impacts == 166, f"{impacts} impacts in 150 s")  # the first after sqrt(2/g), then every 2 sqrt(2/g)
    s.check(folded.count(" impact   floor ") == 49 and f"({impacts - 49} more: zwang run --events all)\n" in folded, folded)
    s.check("more:" not in whole, "all of them")


def as_json(s):
    said = json.loads(s.run("run", PENDULUM, "--json").stdout)
    s.check(said["zwang"] == 1 and said["status"] == "certified" and said["simulated"] == 6.0, "status")
    s.check(said["counts"]["impacts"] == 5 and len(said["sha256"]) == 64, "counts, sha256")
    s.check(said["events"][0]["kind"] == "release" and said["events"][0]["word"] == "slack" and
            said["events"][0]["cause"] == "multiplier" and said["events"][0]["of"] == ["string"], "an event")
    s.check(abs(said["events"][0]["t"] - 0.2992631736) < 1e-8, "its time")
    impact, = said["events"][1]["parts"]  # figures of a separate program that followed this pendulum
    s.check(impact["constraint"] == "string" and impact["cause"] and abs(impact["approach"] - 2.047) < 1e-3 and
            abs(impact["impulse"] - 1.024) < 1e-3 and abs(said["events"][1]["energy_change"] + 1.048) < 1e-3, f"{impact}")
    s.check("parts" not in said["events"][0], "a release has no impulse")
    s.check(said["certificate"]["violation"] < 1e-15 and said["files"] == ["pendulum.zw"], "certificate, files")
    frame = s.folder / "frame.toml"
    frame.write_text("zwang = 1\n[coordinates]\nx = { rate = 1 }\n[energy]\nkinetic = \"x'^2 + x'*x\"\n[run]\nuntil = 1\n")
    turned = json.loads(s.run("run", "frame.toml", "--json").stdout)["certificate"]
    s.check("violation" in turned and "energy" not in turned, "no energy where it is not defined")
    wrong = s.run("run", "none.toml", "--json", code=6)
    s.check(wrong.stdout == "" and json.loads(wrong.stderr)["mistakes"][0]["code"] == "E401", "mistakes of run")
    told = json.loads(s.run("check", "none.toml", "--json", code=6).stdout)
    s.check(told["mistakes"][0]["code"] == "E401", "mistakes of check")
    (s.folder / "tried.toml").write_text("zwang = 1\nmasses.a = { mass = 1, velocity = [1, 0, 0] }\nrun.until = 2\n"
                                         "[[expect]]\nvalue = \"a.x\"\nat = 1\nis = 0.5\nwithin = 1e-9\n")
    unmet = json.loads(s.run("check", "--run", "tried.toml", "--json", code=5).stdout)["unmet"]
    s.check(len(unmet) == 1 and unmet[0]["line"] == 4 and "a.x" in unmet[0]["message"], f"what is not met: {unmet}")
    s.check("tried.toml:4: a.x" in s.run("check", "--run", "tried.toml", code=5).stderr, "the same as text")
    versions = json.loads(s.run("--version", "--json").stdout)
    s.check(versions["libraries"]["eigen"] != "" and versions["sbom"].endswith("/zwang.spdx.json"), "libraries")


CART = """Are the velocity-level constraints secretly holonomic?
  axle         -sin(w) dx + cos(w) dy = 0
  No: it is not integrable. It restricts velocities, not positions.
  Growth vector (2, 3): how many directions are open, then with their brackets.
"""
CART_EQUATIONS = """  M x'' = sin(w) z_axle
  M y'' = -cos(w) z_axle
  M*l^2 w'' = 0
  y'*cos(w) - x'*sin(w) = 0
"""


def explain(s):
    cart = s.run("explain", PENDULUM.replace("pendulum", "cart")).stdout
    s.check(CART in cart and cart.endswith(CART_EQUATIONS), f"the cart: {cart}")
    s.check("2 in the small (velocities), 3 in the large" in cart, "its freedom")
    s.check("multiplier -1\n" in cart, "M c gamma = 2 * 1 * 0.5")
    said = json.loads(s.run("explain", PENDULUM.replace("pendulum", "cart"), "--json").stdout)
    s.check(said["models"][0]["text"].endswith(CART_EQUATIONS), "the same as an object")
    string = s.run("explain", PENDULUM).stdout
    s.check("z_string >= 0, and 0 unless it acts" in string, "an inequality")
    (s.folder / "leaf.toml").write_text(LEAF)
    leaf = s.run("explain", "leaf.toml").stdout
    s.check("2 of 2 are holonomic equations for this start, 1 for other starts" in leaf, f"the leaf: {leaf}")
    s.check("error[E401]" in s.run("explain", "none.toml", code=6).stderr, "no such file")


def problems(s):
    cart = PENDULUM.replace("pendulum", "cart")
    said = s.run("run", cart, "--problem", "geodesic", "--rho", "axle=0.5", "-o", "geodesic.zw").stdout
    s.check("12 s along a curve of the geodesic problem" in said and "certified" in said, f"a geodesic: {said}")
    with sqlite3.connect(s.folder / "geodesic.zw") as result:
        asked = dict(result.execute("SELECT name, used FROM settings"))
    s.check(asked["problem"] == "geodesic" and float(asked["rho of axle"]) == 0.5, f"what was asked: {asked}")
    s.check("cannot be resumed" in s.run("run", "--resume", "geodesic.zw", "--until", "13", code=1).stderr, "no resuming")
    s.check("did you mean 'axle'?" in s.run("run", cart, "--problem", "geodesic", "--rho", "axel=1", code=1).stderr,
            "a constraint misspelt")
    s.check("rho" in s.run("run", cart, "--rho", "axle=1", code=1).stderr, "rho of a motion")
    s.check("not one of straightest" in s.run("run", cart, "--problem", "shortest", code=2).stderr, "no such problem")


def equilibrium(s):
    cable = PENDULUM.replace("pendulum", "hanging-cable")
    said = s.run("explain", "--equilibrium", cable).stdout
    s.check("Verdict: stable." in said and "It is isolated" in said and "0.570100" in said, f"a cable in equilibrium: {said}")
    s.check("equilibrium found in" in s.run("run", cable, "--until", "0.2", "-o", "cable.zw").stdout, "begins in equilibrium")
    said = s.run("run", PENDULUM, "--equilibrium", "--until", "0.5", "-o", "still.zw").stdout
    s.check("equilibrium found" in said and "0 impacts" in said and "certified" in said, f"a pendulum in equilibrium: {said}")
    with sqlite3.connect(s.folder / "still.zw") as result:
        asked = dict(result.execute("SELECT name, used FROM settings"))
    s.check(asked["start"] == "equilibrium", f"what was asked: {asked}")
    whole = s.run("run", "--resume", "still.zw", "--until", "1").stdout
    s.check("certified" in whole, f"equilibrium goes on: {whole}")
    (s.folder / "falls.toml").write_text("zwang = 1\n[masses]\na = { mass = 1 }\n[forces]\n"
                                         "gravity = [0, 0, -9.81]\n[run]\nuntil = 1\n")
    said = s.run("explain", "--equilibrium", "falls.toml").stdout
    s.check("No equilibrium was found" in said, f"it falls: {said}")
    s.check("error[E206]" in s.run("run", "falls.toml", "--equilibrium", code=1).stderr, "it does not begin")


# Of the forms dw and dz - w y dx the second is integrable where w = 0.
LEAF = """zwang = 1
[coordinates]
x = { rate = 1 }
y = { start = 1 }
z = {}
w = {}
[energy]
kinetic = "(x'^2 + y'^2 + z'^2 + w'^2)/2"
[constraints]
first = { holds = "w' = 0" }
second = { holds = "z' - w*y*x' = 0" }
[run]
until = 1
"""


def methods(s):
    """Time steps, both methods beside each other, and the audit of what was stored."""
    s.run("run", PENDULUM, "-o", "exact.zw")
    s.run("run", PENDULUM, "--method", "time-stepping", "--step", "2 ms", "-o", "steps.zw")
    s.run("run", PENDULUM, "--method", "time-stepping", "--step", "2 ms", "-o", "again.zw", "--threads", "2")
    s.check("certified" in s.run("run", PENDULUM, "-m", "time-stepping", "--tolerance", "1e-5").stdout, "steps from a tolerance")
    compared = s.run("run", PENDULUM, "--compare").stdout
    s.check("5 of 5 impacts found within two steps" in compared and "order" in compared, f"--compare: {compared}")
    said = s.run("audit", "exact.zw", "steps.zw").stdout
    s.check("succession" in said and "balance" in said and "> " not in said, f"audit: {said}")
    hashes = [line.split()[0] for line in s.run("audit", "--hash", "exact.zw", "steps.zw", "again.zw").stdout.splitlines()]
    s.check(len(set(hashes)) == 2 and hashes[1] == hashes[2], "threads change no bit")
    s.check(json.loads(s.run("audit", "--json", "steps.zw").stdout)["certified"] is True, "audit --json")
    shorter = s.run("run", PENDULUM, "--compare", "--step", "1 ms").stdout
    s.check("time steps of 0.001 s" in shorter, f"--compare --step: {shorter}")
    s.run("audit", "none.zw", code=6)
    s.run("run", PENDULUM, "--step", "1 ms", code=1)
    s.run("run", PENDULUM, "--method", "time-stepping", "--every", "10 ms", code=1)
    s.run("run", PENDULUM, "--threads", "0", code=1)


def limits(s):
    out = s.run("run", *LONG, "--max-time", "0.3 s", code=3)
    s.check("error[E502]" in out.stderr and "certified" in out.stdout, "--max-time tells what it reached")
    s.check("at this pace the rest takes" in out.stderr, f"that the end is not in sight: {out.stderr}")
    # before there is a result: an equilibrium of 900 coordinates is sought
    (s.folder / "hanging.toml").write_text(CABLE)
    out = s.run("run", "hanging.toml", "--max-time", "0.2 s", code=3)
    s.check("error[E502]" in out.stderr and "before the motion began" in out.stderr, f"while it is made ready: {out.stderr}")
    s.check(not (s.folder / "hanging.zw").exists(), "and nothing is left behind")
    s.check("not computed" in s.run("check", "hanging.toml").stdout, "a check does not take that long")
    (s.folder / "bouncing.toml").write_text(BOUNCING)
    out = s.run("run", "bouncing.toml", "--max-time", "0.3 s", "--until", "1e6", code=3)
    s.check("zwang run bouncing.toml --until 1e6 --method time-stepping\n" in out.stderr, f"what to type: {out.stderr}")
    out = s.run("run", "bouncing.toml", "--max-memory", "60 MB", code=3)
    s.check("error[E501]" in out.stderr, "--max-memory")
    stopped = s.run("run", PENDULUM, "--stop-on", "impact", "-o", "stop.zw")
    s.check(stopped.stdout.count("impact   ") == 1, "--stop-on a kind")
    rest = s.run("run", "--resume", "stop.zw")
    s.check(rest.stdout.count("impact   ") == 4, "and on from there")
    s.check(s.run("run", PENDULUM, "--stop-on", "string").stdout.count("string ") == 2, "--stop-on a constraint")
    # a run goes on with the files it began with
    (s.folder / "floor.toml").write_text('[constraints]\nfloor = { holds = "a.z >= 0", restitution = 1 }\n')
    (s.folder / "ball.toml").write_text('zwang = 1\ninclude = ["floor.toml"]\n' +
                                        BOUNCING.split("\n", 1)[1].replace("[constraints]\n", "")
                                        .replace('floor = { holds = "a.z >= 0", restitution = 1 }\n', "")
                                        .replace("1e7", "3"))
    whole = json.loads(s.run("run", "ball.toml", "--json").stdout)["events"]
    s.run("run", "ball.toml", "--stop-on", "impact", "-o", "begun.zw")
    (s.folder / "floor.toml").write_text("damaged")
    rest = json.loads(s.run("run", "--resume", "begun.zw", "--json").stdout)["events"]
    s.check(rest == whole[1:], f"stored includes: {rest} {whole}")
    # the end of which was never in the file
    (s.folder / "endless.toml").write_text(BOUNCING.split("[run]")[0])
    s.check("[run]" not in (s.folder / "endless.toml").read_text(), "no end")
    s.run("run", "endless.toml", "--until", "3", "--stop-on", "impact", "-o", "endless.zw")
    rest = json.loads(s.run("run", "--resume", "endless.zw", "--json").stdout)["events"]
    s.check(rest == whole[1:], f"an end given on the command line: {rest}")
    s.run("run", PENDULUM, "--every", "0.5", "--log", "log.txt", "-vv")
    log = (s.folder / "log.txt").read_text()
    s.check("rows every 0.5 s" in log and "multiplier 11.8" in log and log.count("impact") == 5, "the log")
    lines = s.run("run", *LONG, "--max-time", "2.2 s", "--progress", "json", code=3).stderr.splitlines()
    s.check(0 < json.loads(lines[0])["t"] < json.loads(lines[1])["t"], "--progress json")
    bar = s.run("run", *LONG, "--max-time", "1 s", "--progress", "always", code=3, COLUMNS="50").stderr
    drawn = [line.split("\x1b")[0] for line in bar.split("\r") if "%" in line]
    s.check(drawn and all(len(line) < 50 for line in drawn), "no line is wider than the terminal")
    s.check("\r\x1b[Kerror[E502]" in bar, "the bar is erased")


def signals(s):
    for number in (signal.SIGINT, signal.SIGTERM):
        result = f"signal-{number}.zw"
        run = subprocess.Popen([s.command, "run", *LONG, "-o", result], cwd=s.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        start = time.monotonic()
        run.send_signal(number)
        out, err = run.communicate(timeout=60)
        s.check(run.returncode == 128 + number, f"exit {run.returncode} after signal {number}: {err}")
        s.check(time.monotonic() - start < 2.0, "within two seconds")
        s.check("s of motion" in out, "what was reached is told")
        s.check("error[E502]" in s.run("run", "--resume", result, "--max-time", "0.2 s", code=3).stderr, "resumed")
    # a pipe that is closed early: quiet, and no failure
    text = subprocess.run(f"'{s.command}' run '{PENDULUM}' 2>&1 | head -1", shell=True, cwd=s.folder,
                          capture_output=True, text=True, check=False)
    s.check(len(text.stdout.splitlines()) == 1 and text.stderr == "", f"| head -1: {text.stdout}{text.stderr}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        session = Session(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        for part in (streams, unread, first_minutes, many_events, as_json, explain, problems, equilibrium, methods, limits, signals):
            part(session)
        print(f"{session.checks} checks, {session.failed} failed")
        return 1 if session.failed else 0


if __name__ == "__main__":
    sys.exit(main())
