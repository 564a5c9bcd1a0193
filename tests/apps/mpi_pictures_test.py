# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""What one sees of a result in parts: VTK's own reader on the pieces, compared with the parts bit by bit.

Usage: mpi_pictures_test.py ZWANG-MPI ZWANG MPIEXEC NET.TOML
"""
import collections
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

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
        condition = (int(family.GetTuple1(c)), first)
        found[condition, second] += 1
        wrong += kept is not None and impulse.GetTuple1(c) != kept[condition]
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


def held_points(s):
    """Corners that no part has; written by two processes, then by three."""
    text = pathlib.Path(NET).read_text().replace("slack  = 0.01", 'slack  = 0.01\npinned = "corners"')
    (s.folder / "held.toml").write_text(text)
    order = ("run", "held.toml", "-o", "held.zw", "--until", "0.04", "--every", "0.01")
    s.run(2, *order, "--steps", "20")
    s.run(3, *order, "--resume")
    far = SIDE - 1
    along = {0: -0.7, far: -0.7 + far * (1.4 / far)}
    as_pieces(s, "held.zw", {SIDE * i + j: (along[i], along[j], 0.5) for i in along for j in along})


def refusals(s):
    def refused(code, *words):
        run = s.alone(*words, code=6)
        s.check(f"error[{code}]" in run.stderr, f"{words}: {run.stderr}")

    subprocess.run([ZWANG, "run", NET, "-o", "whole.zw", "--until", "0.01", "-q"], cwd=s.folder, check=True, stdout=subprocess.DEVNULL)
    (s.folder / "mine.pvd").write_text("somebody else's")
    shutil.copy(s.folder / "net.zw", s.folder / "lost.zw")
    shutil.copytree(s.folder / "net.parts", s.folder / "lost.parts")
    (s.folder / "lost.parts" / "1.zw").unlink()
    before = set(s.folder.rglob("*"))
    refused("E430", "convert", "whole.zw", "-o", "new.pvd")
    refused("E401", "convert", "nowhere.zw", "-o", "new.pvd")
    refused("E401", "convert", "lost.zw", "-o", "new.pvd")
    refused("E410", "convert", "net.zw", "-o", "new.vtk")
    s.check(set(s.folder.rglob("*")) == before, "nothing is written")
    refused("E440", "convert", "net.zw", "-o", "mine.pvd")
    s.alone("convert", "net.zw", "-o", "mine.pvd", "--force")
    s.alone("convert", "net.zw", code=2)


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Job(MPI, MPIEXEC, folder)
        for part in (pieces, held_points, refusals):
            part(s)
        if not vtk:
            print("skipped: no vtk (python3-vtk9)")
        print(f"{s.checks} checks, {s.failed} failed")
        return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
