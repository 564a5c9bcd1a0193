#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Two errors of an event's time, wherever it is told: of root finding, and of the motion."""

import json
import pathlib
import sqlite3
import sys
import tempfile

from session import Session

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
PENDULUM = str(EXAMPLES / "pendulum.toml")
# The last impact, to 34 digits by other means (tests/motion/uncertainty_test.cpp).
LAST = 5.514625854085163


def told(s):
    """What was not estimated is not claimed; what was is near the truth."""
    s.run("run", PENDULUM)
    said = s.run("explain", "pendulum.zw", "--at", "5.514626").stdout
    s.check("located to within 1e-13 s on the computed motion" in said and "not estimated" in said, said)
    s.check("certain to" not in said, said)
    run = s.run("run", PENDULUM, "--uncertainty", "-o", "twice.zw").stdout
    s.check(run.count("time uncertain by about") == 10, run)
    said = s.run("explain", "twice.zw", "--at", "5.514626").stdout
    s.check("uncertain by about 2e-09 s" in said, said)
    with sqlite3.connect(s.folder / "twice.zw") as base:
        t, located, uncertainty = base.execute("SELECT t, located, uncertainty FROM impacts ORDER BY t DESC").fetchone()
        none = base.execute("SELECT kind FROM events WHERE uncertainty IS NULL ORDER BY id").fetchall()
    s.check(none == [("start",), ("end",)], f"{none}")
    s.check(abs(t - LAST) > 1000 * located and uncertainty / 3 < abs(t - LAST) < 3 * uncertainty, f"{t} {located} {uncertainty}")
    events = json.loads(s.run("run", PENDULUM, "--uncertainty", "--json").stdout)["events"]
    s.check(events[-1]["uncertainty"] == uncertainty and events[-1]["located"] == located, "--json")
    events = json.loads(s.run("run", PENDULUM, "--json").stdout)["events"]
    s.check(all(one["uncertainty"] is None for one in events), "null without")


def gone_on(s):
    """A run that was stopped has the same estimates in the end."""
    s.run("run", PENDULUM, "--uncertainty", "-o", "whole.zw")
    s.run("run", PENDULUM, "--uncertainty", "-o", "parts.zw", "--stop-on", "impact")
    for _ in range(4):
        s.run("run", "--resume", "parts.zw", "--stop-on", "impact")
    s.run("run", "--resume", "parts.zw")
    whole, parts = (s.run("audit", "--hash", one).stdout.split()[0] for one in ("whole.zw", "parts.zw"))
    s.check(whole == parts, f"{whole} {parts}")


def refused(s):
    """Where there are no located events."""
    for said, *words in (("uncertainty needs the event-driven method", PENDULUM, "--method", "time-stepping", "--step", "1 ms"),
                         ("uncertainty is about events", str(EXAMPLES / "cart.toml"), "--problem", "geodesic")):
        wrong = s.run("run", *words, "--uncertainty", code=1)
        s.check("E120" in wrong.stderr and said in wrong.stderr, wrong.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        session = Session(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        for part in (told, gone_on, refused):
            part(session)
        print(f"{session.checks} checks, {session.failed} failed")
        return 1 if session.failed else 0


if __name__ == "__main__":
    sys.exit(main())
