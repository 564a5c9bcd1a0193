# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What one sees of a result in parts: VTK's own reader on the pieces, compared with the parts bit by bit; the data of the report.

Usage: mpi_pictures_test.py ZWANG-MPI ZWANG MPIEXEC NET.TOML
"""
import base64
import collections
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zlib

from mpi_job import Job

try:
    import vtk
except ImportError:
    vtk = None

MPI, ZWANG, MPIEXEC, NET = sys.argv[1:5]
SIDE = 29


def strings():
    """Family and first point of every string -> its other end."""
    ends = {(0, n): n + SIDE for n in range(SIDE * (SIDE - 1))}
    ends.update({(1, n): n + 1 for n in range(SIDE * SIDE) if n % SIDE < SIDE - 1})
    return ends


def read(path):
    reader = vtk.vtkXMLPUnstructuredGridReader() if path.suffix == ".pvtu" else vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def judge_frame(s, file, stored, generation, held):
    """One generation as VTK reads it, all pieces together."""
    data = read(file)
    points, cells = data.GetPointData(), data.GetCellData()
    number, speed, ghost = (points.GetArray(name) for name in ("number", "velocity", "vtkGhostType"))
    places, velocities = stored.places(generation), stored.places(generation, "u")
    seen = collections.Counter()
    wrong = 0
    for k in range(data.GetNumberOfPoints()):
        n = int(number.GetTuple1(k))
        seen[n] += ghost.GetTuple1(k) == 0
        wrong += data.GetPoint(k) != places.get(n, held.get(n)) or speed.GetTuple3(k) != velocities.get(n, (0, 0, 0))
    s.check(wrong == 0, f"{file.name}: {wrong} points are elsewhere or have other velocities")
    s.check(all(seen[n] == 1 for n in places) and set(seen) == set(places) | set(held), f"{file.name}: every point is once no ghost")
    kept, impulse, family = stored.impulses(generation), cells.GetArray("impulse"), cells.GetArray("family")
    s.check((kept is None) == (impulse is None), f"{file.name}: impulses where they are kept")
    found, wrong = collections.Counter(), 0
    for c in range(data.GetNumberOfCells()):
        ends = data.GetCell(c).GetPointIds()
        first, second = (int(number.GetTuple1(ends.GetId(k))) for k in (0, 1))
        constraint = (int(family.GetTuple1(c)), first)
        found[constraint, second] += 1
        wrong += kept is not None and impulse.GetTuple1(c) != kept[constraint]
    s.check(wrong == 0, f"{file.name}: {wrong} impulses are others")
    s.check(found == collections.Counter(strings().items()), f"{file.name}: every string once, {sum(found.values())} in all")


def as_pieces(s, name, held):
    stored = s.stored(name)
    s.alone("convert", name, "-o", "seen.pvd")
    sets = ET.parse(s.folder / "seen.pvd").getroot().findall("Collection/DataSet")
    s.check([float(one.get("timestep")) for one in sets] == [t for _, t, *_ in stored.generations], f"{name}: times")
    for one, (generation, *_) in zip(sets, stored.generations):
        file = s.folder / one.get("file")
        pieces = [file.with_name(p.get("Source")) for p in ET.parse(file).getroot().findall("PUnstructuredGrid/Piece")]
        s.check(len(pieces) == len(stored.parts) and all(p.is_file() for p in pieces), f"{file.name}: a piece for each part")
        if vtk:
            judge_frame(s, file, stored, generation, held)
            s.check(sum(read(p).GetNumberOfCells() for p in pieces) == len(strings()), f"{file.name}: strings of its pieces")
    s.check(stored.impulses(stored.generations[-1][0]) is not None, f"{name}: the last generation has impulses")


def pieces(s):
    s.run(2, "run", NET, "-o", "net.zw", "--until", "0.25", "--every", "0.05")
    s.check(sum(map(bool, s.stored("net.zw").impulses(5).values())) > 100, "strings have pulled")
    as_pieces(s, "net.zw", {})
    left = [p.name for p in s.folder.rglob("*.new")]
    s.check(not left, f"nothing half is left: {left}")


def corners():
    far = SIDE - 1
    along = {0: -0.7, far: -0.7 + far * (1.4 / far)}
    return {SIDE * i + j: (along[i], along[j], 0.5) for i in along for j in along}


def held_points(s):
    """Corners that no part has; written by two processes, then by three."""
    text = pathlib.Path(NET).read_text().replace("slack  = 0.01", 'slack  = 0.01\npinned = "corners"')
    (s.folder / "held.toml").write_text(text)
    order = ("run", "held.toml", "-o", "held.zw", "--until", "0.04", "--every", "0.01")
    s.run(2, *order, "--steps", "20")
    s.run(3, *order, "--resume")
    as_pieces(s, "held.zw", corners())


class Report:
    """A report read again: its head, its run, its positions."""

    def __init__(self, path):
        html = path.read_text(encoding="utf-8")

        def element(name):
            begin = html.index(">", html.index(f'id="{name}"')) + 1
            return html[begin:html.index("</script>", begin)]

        self.meta = json.loads(element("zw-meta"))
        self.bytes = zlib.decompress(base64.b64decode(element("zw-data")), -15)
        (self.run,) = self.meta["runs"]
        if "text" in self.run:
            begin = self.run["text"]["offset"]
            self.run = json.loads(self.bytes[begin:begin + self.run["text"]["count"]])
        self.frames, self.plots = ({c["name"]: c for c in self.run[table]} for table in ("frames", "plots"))

    def numbers(self, channel):
        kind = {"f64": "d", "f32": "f", "i16d": "H"}[channel["type"]]
        values = struct.unpack_from(f"<{channel['count']}{kind}", self.bytes, channel["offset"])
        if kind != "H":
            return values
        total, out = 0, []
        for step in values:
            total = (total + step) & 0xffff
            out.append(channel["lo"] + (channel["hi"] - channel["lo"]) * total / 65535)
        return out

    def track(self, mass, times):
        """Place of a mass at each time."""
        axes = [self.numbers(self.frames[at]) if isinstance(at, str) else [at] * times for at in mass["at"]]
        return list(zip(*axes))


def judge_report(s, name, report, kept, held):
    stored, run = s.stored(name), report.run
    times = [t for _, t, *_ in stored.generations]
    s.check(list(report.numbers(report.frames["t"])) == times, f"{name}: times of the report")
    index = {f"net[{i},{j}]": SIDE * i + j for i in kept for j in kept}
    s.check([m["name"] for m in run["masses"]] == list(index), f"{name}: masses {[m['name'] for m in run['masses']][:5]}")
    tracks = {index[m["name"]]: report.track(m, len(times)) for m in run["masses"]}
    off = 0
    for g, (generation, *_) in enumerate(stored.generations):
        places = {**stored.places(generation), **held}
        off = max(off, *(abs(a - b) for n, track in tracks.items() for a, b in zip(track[g], places[n])))
    s.check(off < 2e-5, f"{name}: masses of the report are off by {off}")
    s.check({index[m["name"]] for m in run["masses"] if m["kind"] == "fixed"} == {n for n in held if n in tracks}, f"{name}: held ones")
    lines = collections.Counter((tuple(index[run["masses"][d[e]]["name"]] for e in ("from", "to")), round(d["length"] / (0.05 * 1.01), 9))
                                for d in run["draw"] if d["kind"] == "string")
    after = dict(zip(kept, kept[1:]))
    wanted = collections.Counter()
    for i in kept:
        wanted.update(((SIDE * i + j, SIDE * i + after[j]), after[j] - j) for j in after)
        wanted.update(((SIDE * j + i, SIDE * after[j] + i), after[j] - j) for j in after)
    s.check(lines == wanted, f"{name}: lines {list((lines - wanted) | (wanted - lines))[:5]}")
    s.check({"plane", "sphere"} <= {d["kind"] for d in run["draw"]}, f"{name}: ball and floor")
    *_, natural, violation = stored.generations[-1]
    s.check({c["number"]: c["worst"] for c in run["certificate"]} == {"violation": violation, "residual": natural}, f"{name}: certificate")
    s.check(run["certified"] and run["status"] == "finished", f"{name}: certified")
    mass = 0.4 / SIDE**2
    kinetic = 0.5 * mass * sum(x * x for u in stored.places(column="u").values() for x in u)
    s.check(abs(report.numbers(report.plots["energy.kinetic"])[-1] / kinetic - 1) < 1e-6, f"{name}: energy of all points")


def has_report(s):
    """Whether this build has the viewer."""
    return "cannot make reports" not in subprocess.run([MPI, "report", "nowhere.zw", "-o", "new.html"], cwd=s.folder, text=True, capture_output=True).stderr


def reports(s):
    if not has_report(s):
        print("skipped: no report")
        return
    s.alone("report", "net.zw", "-o", "net.html")
    report = Report(s.folder / "net.html")
    s.check("841 points" in report.meta["sentence"] and "All points" in report.meta["sentence"], report.meta["sentence"])
    judge_report(s, "net.zw", report, list(range(SIDE)), {})
    s.alone("report", "net.zw", "-o", "net.html", "--points", "81")  # its own report may go
    report = Report(s.folder / "net.html")
    s.check("841 points, 3306 constraints, by 2 processes" in report.meta["sentence"] and "Every 4th row and column" in report.meta["sentence"], report.meta["sentence"])
    s.check("Every 4th" in report.run["excerpt"], "an excerpt")
    judge_report(s, "net.zw", report, list(range(0, SIDE, 4)), {})
    s.alone("report", "held.zw", "-o", "held.html", "--points", "50")
    judge_report(s, "held.zw", Report(s.folder / "held.html"), [0, 5, 10, 15, 20, 25, 28], corners())
    s.alone("report", "net.zw", "-o", "few.html", "--frames", "3")
    report = Report(s.folder / "few.html")
    s.check(len(report.numbers(report.frames["t"])) == 3 and "at 3 of 6 times" in report.meta["sentence"], report.meta["sentence"])


def refused(s, code, *words):
    run = s.alone(*words, code=6)
    s.check(f"error[{code}]" in run.stderr, f"{words}: {run.stderr}")


def refusals(s):
    subprocess.run([ZWANG, "run", NET, "-o", "whole.zw", "--until", "0.01", "-q"], cwd=s.folder, check=True, stdout=subprocess.DEVNULL)
    (s.folder / "mine.pvd").write_text("somebody else's")
    shutil.copy(s.folder / "net.zw", s.folder / "lost.zw")
    shutil.copytree(s.folder / "net.parts", s.folder / "lost.parts")
    (s.folder / "lost.parts" / "1.zw").unlink()
    before = set(s.folder.rglob("*"))
    refused(s, "E430", "convert", "whole.zw", "-o", "new.pvd")
    refused(s, "E401", "convert", "nowhere.zw", "-o", "new.pvd")
    refused(s, "E401", "convert", "lost.zw", "-o", "new.pvd")
    refused(s, "E410", "convert", "net.zw", "-o", "new.vtk")
    if has_report(s):
        refused(s, "E430", "report", "whole.zw", "-o", "new.html")
        refused(s, "E401", "report", "nowhere.zw", "-o", "new.html")
        refused(s, "E401", "report", "lost.zw", "-o", "new.html")
        refused(s, "E440", "report", "net.zw", "-o", "mine.pvd")
    s.alone("report", "net.zw", "-o", "new.html", "--points", "3", code=2)
    s.check(set(s.folder.rglob("*")) == before, "nothing is written")
    refused(s, "E440", "convert", "net.zw", "-o", "mine.pvd")
    s.alone("convert", "net.zw", "-o", "mine.pvd", "--force")
    s.alone("convert", "net.zw", code=2)


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Job(MPI, MPIEXEC, folder)
        for part in (pieces, held_points, reports, refusals):
            part(s)
        if not vtk:
            print("skipped: no vtk (python3-vtk9)")
        print(f"{s.checks} checks, {s.failed} failed")
        return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
