# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""zwang-mpi as a person meets it: against zwang run, the same bits, lost processes, other numbers of processes, refusals.

Usage: mpi_test.py ZWANG-MPI ZWANG MPIEXEC NET.TOML [KILLS]
"""
import contextlib
import csv
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from mpi_job import Job

MPI, ZWANG, MPIEXEC, NET = sys.argv[1:5]
KILLS = int(sys.argv[5]) if len(sys.argv) > 5 else 2
UNTIL = ("--until", "0.2")


def generations(s, name):
    try:
        with contextlib.closing(sqlite3.connect(f"file:{s.folder / name}?mode=ro", uri=True)) as head:
            return head.execute("SELECT count(*) FROM generations").fetchone()[0]
    except sqlite3.Error:
        return 0


def apart(a, b):
    return max(abs(x - y) for n in a for x, y in zip(a[n], b[n])) if a.keys() == b.keys() else float("inf")


def as_on_one_machine(s):
    for processes in (1, 2):
        s.run(processes, "run", NET, "-o", f"by{processes}.zw", *UNTIL)
    subprocess.run([ZWANG, "run", NET, "-o", "whole.zw", *UNTIL, "-q"], cwd=s.folder, check=True, stdout=subprocess.DEVNULL)
    sheet = subprocess.run([ZWANG, "convert", "whole.zw", "-o", "whole.csv"], cwd=s.folder, text=True, capture_output=True)
    s.check(sheet.returncode == 0, sheet.stderr)
    with open(s.folder / "whole.csv", newline="") as sheet:
        names, *_, last = csv.reader(sheet)
    truth = {}
    for name, value in zip(names, last):
        if name.startswith("net[") and name[-2:] in (".x", ".y", ".z"):
            i, j = map(int, name[4:name.index("]")].split(","))
            truth.setdefault(29 * i + j, []).append(float(value))
    one, two = s.stored("by1.zw").places(), s.stored("by2.zw").places()
    s.check(len(one) == 841 and apart(one, two) < 1e-9, f"one and two processes: {apart(one, two)}")
    s.check(apart(one, truth) < 1e-9, f"beside zwang run: {apart(one, truth)}")


def same_bits(s):
    s.run(2, "run", NET, "-o", "again.zw", *UNTIL)
    s.check(s.hash("again.zw") == s.hash("by2.zw"), "the same processes, the same bits")


def own_and_foreign_files(s):
    """A result may be written over, what is no result may not."""
    short = ("--until", "0.02")
    s.run(2, "run", NET, "-o", "over.zw", *short)
    s.run(1, "run", NET, "-o", "over.zw", *short)
    s.check(s.stored("over.zw").places().keys() == s.stored("by1.zw").places().keys(), "the result of one process")
    (s.folder / "letter.zw").write_text("Dear Gauss")
    _, err = s.run(1, "run", NET, "-o", "letter.zw", *short, code=6)
    s.check("error[E440]" in err and (s.folder / "letter.zw").read_text() == "Dear Gauss", err)


def lost_processes(s):
    truth, draw = s.hash("by2.zw"), random.Random(7)
    for kill in range(KILLS):
        name = f"lost{kill}.zw"
        process = s.start(2, "run", NET, "-o", name, *UNTIL)
        wanted = draw.randint(2, 16)
        while process.poll() is None and generations(s, name) < wanted:
            time.sleep(0.01)
        s.check(process.poll() is None, f"kill {kill}: ended before")
        ranks = subprocess.run(["pgrep", "-f", f"{MPI} run.*{name}"], text=True, capture_output=True).stdout.split()
        ranks = [int(r) for r in ranks if int(r) != process.pid]
        begin = time.monotonic()
        if ranks:
            os.kill(draw.choice(ranks), signal.SIGKILL)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            s.check(False, "a job without one of its processes goes on")
            continue
        s.check(time.monotonic() - begin < 30, "the job ends within 30 s")
        s.check(process.returncode != 0 and "E610" in err, f"kill {kill}: exit {process.returncode}\n{err}")
        out, _ = s.run(2, "run", NET, "-o", name, *UNTIL, "--resume")
        s.check("continues" in out, f"kill {kill}: {out}")
        s.check(s.hash(name) == truth, f"kill {kill}: goes on as if nothing had happened")


def other_processes(s):
    """A part by two, the rest by one and by three: the same motion within rounding."""
    whole = s.stored("by2.zw").places()
    for processes in (1, 3):
        name = f"moved{processes}.zw"
        s.run(2, "run", NET, "-o", name, *UNTIL, "--steps", "150")
        s.run(processes, "run", NET, "-o", name, *UNTIL, "--resume")
        s.check(apart(s.stored(name).places(), whole) < 1e-9, f"{processes} processes go on: {apart(s.stored(name).places(), whole)}")
        s.run(processes, "run", NET, "-o", name, *UNTIL, "--resume")


def refusals(s):
    def refused(text, code, exit_code):
        (s.folder / "odd.toml").write_text(text)
        _, err = s.run(2, "run", "odd.toml", code=exit_code)
        s.check(err.count(f"error[{code}]") == 1, f"{code} once: {err}")

    text = pathlib.Path(NET).read_text()
    refused(text.replace("size   = [29, 29]", "size   = [29, 29"), "E108", 1)
    refused(text.replace("[parameters]", "[parameters]\nc = \"0.1 m/s\"").replace("|p| >= R", "|p| >= R + c*t"), "E120", 1)
    refused(text + "\n[masses.bob]\nmass = 1\nat = [0, 0, 3]\n", "E120", 1)
    refused(text + "\n[constraints.one]\nholds = \"net[0,0].z >= -9\"\n", "E120", 1)
    refused(text.replace('kind   = "net"', 'kind   = "lattice"').replace("[29, 29]", "[3, 3, 3]").replace("[1.4, 1.4]", "[1, 1, 1]"), "E120", 1)
    _, err = s.run(2, "run", "nowhere.toml", code=6)
    s.check("error[E401]" in err, err)
    _, err = s.run(2, "run", NET, "-o", "by2.zw", "--until", "0.3", "--resume", code=3)
    s.check("error[E620]" in err, err)
    s.run(1, "walk", NET, code=2)
    out, _ = s.run(1, "run", NET, "--estimate")
    s.check("29 x 29 points" in out and "MB" in out, out)


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Job(MPI, MPIEXEC, folder)
        for part in (as_on_one_machine, same_bits, own_and_foreign_files, lost_processes, other_processes, refusals):
            part(s)
        print(f"{s.checks} checks, {s.failed} failed")
        return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
