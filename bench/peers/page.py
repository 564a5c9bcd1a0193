# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Rows of the programs of this folder as tables, plots and a page of docs/."""
import csv
import json
import math
import os
import re
import subprocess
import time
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DOCS = ROOT / "docs" / "peers"
KEPT = HERE / "results.json"
ENGINES = ["zwang", "siconos", "simbody", "mujoco", "bullet"]
NAMES = {"zwang": "zwang", "siconos": "Siconos", "simbody": "Simbody", "mujoco": "MuJoCo", "bullet": "Bullet"}
PACKAGES = {"siconos": "siconos", "simbody": "libsimbody-dev", "mujoco": "libmujoco-dev", "bullet": "libbullet-dev"}
LEAST = 1e-17  # drawn for an error of 0
COLOURS = {"zwang": "#1b1b1b", "siconos": "#c1440e", "simbody": "#2a6f97", "mujoco": "#6a994e", "bullet": "#8e5ea2"}

# What is shown of a table: title, the scene in a sentence, what the error and the violation are, what the CPU time is of.
RUN = "CPU of the run, s"
SECOND = "CPU per second of motion, s"
STEP = "CPU per step, s"
PLACE = "error of the final position, m"
TABLES = {
    "string": ("String, slack and taut", "A mass on an inextensible string is thrown up, goes slack, becomes taut with an impact and swings on; 2 s. "
               "Truth: a quadrature and a closed form, 30 digits.", PLACE, "stretch, m", RUN),
    "slide_off": ("Slide-off", "A point slides off a smooth sphere from rest at 0.1 rad; 1.2 s. Truth: a quadrature.", PLACE, "depth, m", RUN),
    "bounce": ("Bouncing ball", "A ball falls from 1 m and bounces with e = 0.8; infinitely many impacts end at 4.0637 s; 5 s. Truth: closed form.",
               "error of the height at 2 s, m", "depth, m", RUN),
    "ring-inside": ("Mayer's ring, from inside", "A moving ring picks up a point at rest that is inside it; 2 s. Truth: closed form.", PLACE, "overlap, m", RUN),
    "ring-outside": ("Mayer's ring, from outside", "A moving ring strikes a point at rest outside it, which flies ahead; 2 s. Truth: closed form.", PLACE, "overlap, m", RUN),
    "sleigh": ("Chaplygin's sleigh", "A sleigh on a blade that does not slip sideways; 10 s. Truth: its equation in 20 digits, checked with the tanh of theory.",
               PLACE, "sideslip, m/s", RUN),
    "chain-10": ("Chain of 10 links", "Uniform rigid links, 1 m and 1 kg together, released at rest at 45 degrees; 1 s or the time T given. Truth: joint angles in 113 bits (1,000 links: from T = 0.1 on in 64 bits, 15 digits).",
                 "error of the tip, m", "joint gap, m", SECOND),
    "chain-100": ("Chain of 100 links", "As before. MuJoCo 2.2.2 refuses 100 nested links; its chain has 95, measured against the truth of 95.",
                  "error of the tip, m", "joint gap, m", SECOND),
    "chain-1000": ("Chain of 1,000 links", "As before, for the times T given; errors at different times do not compare.", "error of the tip, m", "joint gap, m", SECOND),
    "net-10": ("Net of 10 x 10", "Points with strings between neighbours, 10 % slack at the start, corners pinned, falling. No truth is known; CPU of the second half of the time T.",
               None, "stretch over length", STEP),
    "net-30": ("Net of 30 x 30", "As before.", None, "stretch over length", STEP),
    "net-100": ("Net of 100 x 100", "As before.", None, "stretch over length", STEP),
    "spheres": ("1,000 spheres", "Spheres without friction fall into a box, e = 0. No truth is known; CPU of the second half of the time T.",
                None, "overlap over radius", STEP),
}
SCENE_OF = {t: t.split("-")[0] for t in TABLES}
CANNOT = [
    ("Siconos 4.4", "Event-driven integration (LSODAR) accepts no constraint that moves by itself: both rings fail. There are no velocity-level constraints; the sleigh is a relation with h = 0 and "
     "our own Jacobian. Sparse storage of pins crashed, so chains are dense. Event-driven, a bouncing ball is followed until its impacts come too close together (rows marked DIED end there with an error)."),
    ("Simbody 3.7", "Unilateral constraints exist only in its first-order stepper; its adaptive integrators have none, so the row \"own events\" of the string is a rod with event handlers that "
     "we wrote. The stepper ignored a prescribed motion: the ring is a body of 1e9 kg, from inside only. The slide-off, nets and spheres were not implemented for it. "
     "Debian's build formats debugging text at every step, which costs time."),
    ("MuJoCo 2.2.2", "Constraints are soft by design. No restitution (a contact spring stands in), no constraint that moves by itself (a body of 1e9 kg), no blade: the sleigh cannot "
     "be expressed. Chains of 100 nested links and of 1,000 connected ones are refused."),
    ("Bullet 3.24", "No rope, no constraint that moves, no blade: the string, the ring from inside, the nets and the sleigh are constraint rows that we wrote for its solver, "
     "and their accuracy is that of our rows. At small steps a bouncing ball stops at its first contact or soon after."),
    ("zwang", "No friction, no ready-made rigid bodies: a chain link is three points. Packings of spheres exist in C++ only, so that scene is a C++ program."),
]


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def reference():
    """The tips of chains in all digits, by number of links and time."""
    with open(ROOT / "tests" / "reference" / "rigid_chain.csv") as f:
        return {(int(r["N"]), float(r["T"])): (Decimal(r["tip_x"]), Decimal(r["tip_y"])) for r in csv.DictReader(f)}


def parse(scene, engine, lines):
    """Printed rows as table, engine, setting, error, max_violation, cpu."""
    out = []
    for line in lines:
        cells = line.split(",")
        table = scene
        if scene == "ring" and cells[0] in ("inside", "outside"):
            table = "ring-" + cells.pop(0)
        if not cells[0].startswith(engine + "-"):
            continue
        if "FAILED" in line or "REFUSED" in line:
            if scene == "chain":
                table = "chain-" + (cells[3] if len(cells) > 3 else "10")
            if scene == "net":
                table = f"net-{cells[3]}" if len(cells) > 3 else "net-10"
            said = "refused" if "REFUSED" in line else "failed"
            if table in TABLES:
                out.append([table, engine, " ".join(c.split("REFUSED")[0].split("FAILED")[0].strip() for c in cells[1:3]) + f" ({said})", None, None, None])
            continue
        setting, error = f"{cells[1]} {cells[2]}", None
        if scene == "chain":
            n, until = int(cells[3]), float(cells[4])
            truth = reference().get((n, until))
            if truth is None:
                continue
            table = f"chain-{100 if n == 95 else n}"
            setting += f" T={until:g}" + (" 95 links" if n == 95 else "")
            error = math.hypot(*(float(Decimal(c) - t) for c, t in zip(cells[6:8], truth)))
            violation, cpu = number(cells[8]), number(cells[10])
        elif scene == "net":
            table, setting = f"net-{cells[3]}", f"{cells[1]} h={cells[2]} T={cells[4]}"
            violation, cpu = number(cells[6]), number(cells[9])
        elif scene == "spheres":
            if cells[3] != "1000":
                continue
            setting = f"{cells[1]} h={cells[2]} T={cells[4]}"
            violation, cpu = number(cells[6]), number(cells[8])
        elif scene == "sleigh":
            error, violation, cpu = number(cells[3]), number(cells[5]), number(cells[7])
        else:
            at = {"string": 5, "slide_off": 4, "bounce": 4, "ring": 4}[scene]
            error, violation, cpu = number(cells[at]), number(cells[-2]), number(cells[-1])
        error = None if error is None or math.isnan(error) else abs(error)
        out.append([table, engine, setting, error, None if violation is None else max(0.0, violation), cpu])
        if scene == "bounce":
            limit = number(cells[5])
            out[-1].append(None if limit is None or math.isnan(limit) else abs(limit))
    return out


def keep(scene, rows, cut, limit, load):
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    kept[scene] = {"rows": rows, "cut": cut, "limit": limit, "load": round(load, 1), "day": time.strftime("%Y-%m-%d")}
    KEPT.write_text(json.dumps(dict(sorted(kept.items())), indent=0) + "\n")


def short(value, digits=1):
    return "" if value is None else "0" if value == 0 else f"{value:.{digits}e}"


def seconds(cpu):
    if cpu is None:
        return ""
    value, unit = (cpu, "s") if cpu >= 1 else (cpu * 1e3, "ms") if cpu >= 1e-3 else (cpu * 1e6, "us")
    return f"{value:.{0 if value >= 9.5 else 1}f} {unit}"


def times(factor):
    return f"{factor:.1f}" if factor < 10 else f"{factor:.0f}"


def of(rows, engine):
    return [r for r in rows if r[1] == engine and r[5] is not None and (r[3] is not None or r[4] is not None)]


def method(setting, with_time):
    """A setting without what sets its precision: what is left is drawn as one line."""
    name = re.sub(r" (h=\S+|acc=\S+|tol \S+|\d+ iterations|\d+ links|DIED|n=\d+|[\d.]+(e-\d+)?(?=$| T=))(?= |$)", "", " " + setting).strip()
    return name if with_time else re.sub(r" ?T=\S+", "", name)


def lines_of(rows, column):
    """What is drawn: for each engine and method, CPU times and errors in the order of the settings. T is told where it differs."""
    with_time = len({t for r in rows for t in re.findall(r"T=\S+", r[2])}) > 1
    found = {}
    for engine in ENGINES:
        for r in of(rows, engine):
            if r[column] is not None:
                found.setdefault((engine, method(r[2], with_time)), []).append((r[5], max(r[column], LEAST)))
    return found


def plot(table, rows):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "zwang"
    import matplotlib.pyplot as plt
    title, _, error, violation, cpu = TABLES[table]
    figure, axes = plt.subplots(figsize=(8.2, 4.2), layout="constrained")
    drawn = {}
    for (engine, name), points in lines_of(rows, 3 if error else 4).items():
        k = drawn[engine] = drawn.get(engine, -1) + 1
        axes.loglog(*zip(*points), marker="os^D"[k % 4], linestyle=("-", "--", ":", "-.")[k % 4], color=COLOURS[engine], markersize=4.5,
                    linewidth=2 if engine == "zwang" else 1.1, zorder=3 if engine == "zwang" else 2,
                    label=", ".join(filter(None, (NAMES[engine], name))))
    axes.set_xlabel(cpu)
    axes.set_ylabel(error or violation)
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold")
    axes.set_title("better: further down and left", loc="right", fontsize=8.5, color="#5f6a78")
    axes.grid(True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.savefig(DOCS / f"{table}.svg", metadata={"Date": None})
    plt.close(figure)


def alike(ours, row):
    """Our row with the step and the time of a peer's; else with its step; else the dearest."""
    step, until = row[2].split(" h=")[1].split(" T=")
    same = [o for o in ours if f"h={step} " in o[2]]
    exact = [o for o in same if o[2].endswith(f"T={until}")]
    return max(exact or same or ours, key=lambda o: o[5])


def compared(table, rows):
    """Sentences: who is cheaper than zwang at an error that zwang reaches, and by what factor; who is more precise."""
    title, _, error, violation, cpu = TABLES[table]
    ours = of(rows, "zwang")
    if not ours:
        return ["zwang was not measured on this scene."]
    said = []
    for engine in ENGINES[1:]:
        theirs = of(rows, engine)
        if not theirs:
            continue
        if error:
            slower, beyond = [], []
            for r in theirs:
                enough = [o for o in ours if o[3] <= r[3]]
                if not enough:
                    beyond.append(r)
                    continue
                best = min(enough, key=lambda o: o[5])
                if best[5] > 1.05 * r[5]:
                    slower.append((best[5] / r[5], r, best))
            for r in beyond:
                said.append(f"**{NAMES[engine]} is more precise**: {r[2]}, error {short(r[3])}, which zwang does not reach here.")
            if slower:
                factor, r, best = max(slower, key=lambda s: s[0])
                said.append(f"**zwang is slower than {NAMES[engine]} by a factor of up to {times(factor)}**: {r[2]} has an error of {short(r[3])} for {seconds(r[5])}, "
                            f"the cheapest run of zwang that is at least as precise {short(best[3])} for {seconds(best[5])} ({best[2]}).")
            else:
                said.append(f"No row of {NAMES[engine]} is cheaper than a run of zwang of the same precision.")
        else:
            factor, best, quick = max(((alike(ours, r)[5] / r[5], alike(ours, r), r) for r in theirs), key=lambda f: f[0])
            good = min(theirs, key=lambda r: (r[4], r[5]))
            told = f"{quick[2]}, {seconds(quick[5])}, violation {short(quick[4])}; zwang {best[2]}, {seconds(best[5])}, violation {short(best[4])}"
            if factor > 1.05:
                said.append(f"**zwang is slower than {NAMES[engine]} by a factor of up to {times(factor)}** ({told}). "
                            f"The least violation of {NAMES[engine]}, {short(good[4])}, takes it {seconds(good[5])}.")
            else:
                said.append(f"No row of {NAMES[engine]} is cheaper than zwang ({told}).")
    if table == "bounce":
        ends = [r for r in rows if len(r) > 6 and r[6] is not None]
        mine = min((r for r in ends if r[1] == "zwang"), key=lambda r: r[6], default=None)
        theirs = min((r for r in ends if r[1] != "zwang"), key=lambda r: r[6], default=None)
        if mine and theirs:
            said.append(f"The time of accumulation: zwang {short(mine[6])} s off ({mine[2]}), the best peer {short(theirs[6])} s ({NAMES[theirs[1]]}, {theirs[2]}).")
    return said


def tables(kept):
    rows = {t: [] for t in TABLES}
    for scene in sorted(kept):
        for r in kept[scene]["rows"]:
            rows[r[0]].append(r)
    return {t: rows[t] for t in TABLES if rows[t]}


def write(scenes, absent):
    kept = json.loads(KEPT.read_text())
    DOCS.mkdir(exist_ok=True)
    found = tables(kept)
    with open(DOCS / "results.csv", "w") as f:
        f.write("scene,engine,setting,error,max_violation,cpu\n")
        for t, rows in found.items():
            for r in rows:
                f.write(",".join([t, r[1], r[2], *("" if v is None else f"{v:.3e}" for v in r[3:6])]) + "\n")
    pages = [s for s in scenes if s in kept]
    for scene in pages:
        write_scene(scene, kept[scene], {t: r for t, r in found.items() if SCENE_OF[t] == scene})
    write_report(kept, found, pages, absent)
    write_readme(found)


def draw():
    """The plots anew, from the rows that are kept."""
    for table, rows in tables(json.loads(KEPT.read_text())).items():
        plot(table, rows)


def write_scene(scene, about, found):
    text = []
    for table, rows in found.items():
        title, says, error, violation, cpu = TABLES[table]
        plot(table, rows)
        text += [f"{'#' if not text else '##'} {title}", "", says, "", f"![{title}: precision against CPU time]({table}.svg)", ""]
        text += ["\n".join(f"* {s}" for s in compared(table, rows)), ""]
        also = "error of the time of accumulation, s | " if table == "bounce" else ""
        text += [f"| engine | method and setting | {error + ' | ' if error else ''}{also}{violation} | {cpu} |", "| --- | --- |" + " --- |" * (2 + bool(error) + bool(also))]
        for r in rows:
            text.append(f"| {NAMES[r[1]]} | {r[2]} |" + (f" {short(r[3])} |" if error else "") + (f" {short(r[6])} |" if also else "") + f" {short(r[4])} | {short(r[5], 2)} |")
        text.append("")
    text += [cut_off(about), "", "[All scenes](../peers.md)"]
    (DOCS / f"{scene}.md").write_text("\n".join(text) + "\n")


def cut_off(about):
    text = f"Each program had {about['limit']} s; load of the machine (mean of the last minute, the larger of start and end): {about['load']}."
    if about["cut"]:
        text += " Rows that were not there in time, or not printed, are missing: " + ", ".join(about["cut"]) + "."
    return text


def best_of(rows, engines):
    some = [r for r in rows if r[1] in engines and r[3] is not None and r[5] is not None]
    return min(some, key=lambda r: (r[3], r[5])) if some else None


def summary(found):
    """A row per scene with a truth: our best and the best of the peers."""
    lines = []
    for table, rows in found.items():
        if TABLES[table][2]:
            ours, theirs = best_of(rows, ["zwang"]), best_of(rows, ENGINES[1:])
            if ours and theirs:
                lines.append((table, ours, theirs))
    return lines


def version(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], text=True, capture_output=True)
    return done.stdout if done.returncode == 0 else "not installed"


def write_report(kept, found, pages, absent):
    loads, days = [kept[s]["load"] for s in pages], sorted({kept[s]["day"] for s in pages})
    text = ["# Compared with other engines", "",
            "The same scenes in zwang, Siconos, Simbody, MuJoCo and Bullet. `bench/peers/run` builds the programs in `bench/peers`, runs them one at a time and writes this page and its tables; "
            "`--short` gives each program less time.", "",
            f"Measured on {' and '.join(days)}, {os.cpu_count()} cores, one program at a time, load {min(loads)} to {max(loads)}. Ratios of about 1.5 and more can be trusted, smaller ones "
            "cannot. Times are CPU times of the process, the minimum of up to three runs (one if long); zwang is called from Python (spheres: C++) in its everyday build (`dev`), and the time of a run includes reading the "
            "model and storing the rows. Errors are differences from a known solution.", "",
            "Versions: zwang 0.1.0; Debian's packages " + ", ".join(f"{NAMES[e]} {version(PACKAGES[e])}" for e in ENGINES[1:]) + ".", ""]
    if absent:
        text += ["Not installed, so not measured: " + ", ".join(NAMES[e] for e in absent) + ".", ""]
    text += ["## The most precise run of each engine", "", "| scene | zwang: error | CPU | best peer: error | CPU | which |", "| --- | --- | --- | --- | --- | --- |"]
    behind = []
    for table, ours, theirs in summary(found):
        text.append(f"| [{TABLES[table][0]}](peers/{SCENE_OF[table]}.md) | {short(ours[3])} m | {seconds(ours[5])} | {short(theirs[3])} m | {seconds(theirs[5])} | {NAMES[theirs[1]]}, {theirs[2]} |")
        if 2 * theirs[3] > ours[3] and theirs[3] < 2 * ours[3]:
            behind.append(f"{TABLES[table][0]} (as precise: {NAMES[theirs[1]]}, {theirs[2]})")
        elif ours[3] > theirs[3]:
            behind.append(f"{TABLES[table][0]} ({NAMES[theirs[1]]}, {theirs[2]})")
    text += ["", "For chains, CPU is per second of motion. " + (
        "The best run of zwang is more precise than the best run of the peers on every scene with a known solution except these: " + "; ".join(behind) + "." if behind else "On every scene with a known solution, the best run of zwang is more precise than the best run of the peers."), ""]
    text += ["Nets and spheres have no known solution; what can be measured is how far constraints are violated:", "",
             "| scene | zwang: violation | CPU per step | least violation of a peer | CPU per step | which |", "| --- | --- | --- | --- | --- | --- |"]
    for table, rows in found.items():
        if not TABLES[table][2]:
            ours = min(of(rows, "zwang"), key=lambda r: r[4], default=None)
            theirs = min((r for e in ENGINES[1:] for r in of(rows, e)), key=lambda r: (r[4], r[5]), default=None)
            if ours and theirs:
                ours = alike(of(rows, "zwang"), theirs)
            mine = f"{short(ours[4])} | {seconds(ours[5])}" if ours else "no row | "
            text.append(f"| [{TABLES[table][0]}](peers/{SCENE_OF[table]}.md) | {mine} | " + (
                f"{short(theirs[4])} | {seconds(theirs[5])} | {NAMES[theirs[1]]}, {theirs[2]} |" if theirs else "not measured | | |"))
    text += ["", "## Where zwang is slower", "", "Each row of a peer is compared with the cheapest run of zwang that is at least as precise. Only rows where zwang is slower, or less precise, are listed.", ""]
    for table, rows in found.items():
        for s in compared(table, rows):
            if s.startswith("**"):
                text.append(f"* {TABLES[table][0]}. {s}")
    text += ["", "## What each engine cannot express, and what stands in for it", ""]
    text += [f"* **{name}.** {says}" for name, says in CANNOT]
    text += ["", "ODE, DART and MoorDyn were not measured.", "", "## Tables and plots", ""]
    for scene in pages:
        names = [t for t in found if SCENE_OF[t] == scene]
        text.append(f"* [{TABLES[names[0]][0]}](peers/{scene}.md)" + (": " + ", ".join(TABLES[t][0] for t in names) if len(names) > 1 else ""))
    text += ["", "All rows: `docs/peers/results.csv`.", "", "```{toctree}", ":hidden:", "", *[f"peers/{s}" for s in pages], "```"]
    (ROOT / "docs" / "peers.md").write_text("\n".join(text) + "\n")


def write_readme(found):
    """The table of the README stands between two marks."""
    path = ROOT / "README.md"
    text = path.read_text()
    begin, end = "<!-- peers: written by bench/peers/run -->\n", "<!-- peers end -->"
    if begin not in text:
        return
    lines = ["| scene | zwang: error | CPU | best peer: error | CPU | |", "|---|---|---|---|---|---|"]
    for table, ours, theirs in summary(found):
        lines.append(f"| {TABLES[table][0]} | {short(ours[3])} m | {seconds(ours[5])} | {short(theirs[3])} m | {seconds(theirs[5])} | {NAMES[theirs[1]]} |")
    path.write_text(text.split(begin)[0] + begin + "\n".join(lines) + "\n" + end + text.split(end)[1])
