#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""What other programs read in converted results: Python's csv and json, h5py, VTK, the validator of glTF.

The numbers are compared with those in the SQLite file, decoded here.
"""

import base64
import csv
import json
import math
import os
import pathlib
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "apps"))
import session  # noqa: E402

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"

# Two rods below a support that follows time.
RODS = r"""zwang = 1
title = "=cmd|'/C calc'!A1 & 50 % of \\input{x_1} <b> #$~^"
[masses]
a = { mass = 1, at = [0, 0, -1] }
b = { mass = 2, at = [1, 0, -1] }
support = { follows = ["0.1*sin(3*t)", 0, 0] }
[forces]
gravity = [0, 0, -9.81]
[constraints]
upper = { holds = "|a - support| = 1" }
lower = { holds = "|a - b| = 1" }
[run]
until = 0.5
"""

skipped = set()


def library(name, package):
    """The module, or None if this Python has none."""
    try:
        return __import__(name)
    except ImportError:
        skipped.add(f"{name} ({package})")
        return None


h5py = library("h5py", "python3-h5py")
vtk = library("vtk", "python3-vtk9")


class Session(session.Session):
    def __init__(self, command, modules, folder):
        super().__init__(command, folder)
        self.modules = modules


class Stored:
    """Channels, events and constraints of a result, read with SQLite alone."""

    def __init__(self, path):
        base = sqlite3.connect(path)
        self.channels = base.execute("SELECT name, what, of, unit, type FROM channels ORDER BY id").fetchall()
        self.columns = {name: [] for name, *_ in self.channels}
        for n, data in base.execute("SELECT n, data FROM blocks ORDER BY first"):
            at = 0
            for name, _, _, _, kind in self.channels:
                size = 8 if kind == "f64" else 1
                values = struct.unpack_from(f"<{n}{'d' if kind == 'f64' else 'B'}", data, at)
                if name == "side":
                    values = [{0: 0, 1: -1, 2: 1}[v] for v in values]
                self.columns[name] += values
                at += (n * size + 7) // 8 * 8
        self.events = base.execute("SELECT t, kind, energy_before FROM events ORDER BY id").fetchall()
        self.constraints = [name for name, in base.execute("SELECT name FROM constraints ORDER BY id")]
        self.masses = [name for name, in base.execute("SELECT name FROM masses ORDER BY id")]
        self.sha256, = base.execute("SELECT value FROM meta WHERE key = 'model_sha256'").fetchone()
        self.worst = dict(base.execute("SELECT number, worst FROM certificates"))
        self.rows = len(self.columns["t"])
        base.close()

    def place(self, mass, row):
        return [self.columns[f"{mass}.{k}"][row] for k in "xyz"]

    def velocity(self, mass, row):
        return [self.columns[f"{mass}.{k}'"][row] for k in "xyz"]


def as_csv(s, name, stored):
    s.run("convert", f"{name}.zw", "-o", f"{name}.csv")
    with open(s.folder / f"{name}.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file, strict=True))
    s.check(lines[0] == list(stored.columns), f"{name}.csv: names {lines[0][:5]}")
    s.check(len(lines) == stored.rows + 1, f"{name}.csv: {len(lines)} lines")
    wrong = sum(float(line[c]) != values[r] for r, line in enumerate(lines[1:])
                for c, values in enumerate(stored.columns.values()))
    s.check(wrong == 0, f"{name}.csv: {wrong} cells are wrong")


def as_json(s, name, stored):
    def none(word):
        raise ValueError(word)

    s.run("convert", f"{name}.zw", "-o", f"{name}.json")
    said = json.loads((s.folder / f"{name}.json").read_text(encoding="utf-8"), parse_constant=none)
    s.check(said["zwang"] == 1 and said["rows"] == stored.rows, f"{name}.json: rows")
    s.check({c["name"]: c["values"] for c in said["channels"]} == stored.columns, f"{name}.json: values")
    s.check([(e["t"], e["kind"], e["energy_before"]) for e in said["events"]] == stored.events, f"{name}.json: events")
    s.check({n["number"]: n["worst"] for n in said["certificate"]} == stored.worst, f"{name}.json: certificate")
    s.check(said["model"]["sha256"] == stored.sha256, f"{name}.json: hash")
    s.check([c["name"] for c in said["model"]["constraints"]] == stored.constraints, f"{name}.json: constraints")
    return said


def channels_in(s, what, file, stored):
    wrong = [n for n, values in stored.columns.items() if file["channels"][n][...].tolist() != values]
    s.check(set(file["channels"]) == set(stored.columns) and not wrong, f"{what}: channels {wrong[:5]}")
    units = [n for n, _, of, unit, _ in stored.channels
             if (file["channels"][n].attrs["unit"].decode(), file["channels"][n].attrs["of"].decode())
             != (unit or "", of or "")]
    s.check(not units, f"{what}: units of {units[:5]}")
    s.check(file["events/t"][...].tolist() == [e[0] for e in stored.events], f"{what}: times of events")
    s.check([k.decode() for k in file["events/kind"]] == [e[1] for e in stored.events], f"{what}: kinds of events")
    s.check(file.attrs["sha256"].decode() == stored.sha256, f"{what}: hash")
    s.check(dict(zip((n.decode() for n in file["certificate/number"]), file["certificate/worst"])) == stored.worst,
            f"{what}: certificate")


def as_hdf5(s, name, stored):
    s.run("convert", f"{name}.zw", "-o", f"{name}.h5")
    if h5py:
        with h5py.File(s.folder / f"{name}.h5", "r") as file:
            channels_in(s, f"{name}.h5", file, stored)
            s.check("frames" not in file, f"{name}.h5: no picture was asked for")


def as_xdmf(s, name, stored, links):
    s.run("convert", f"{name}.zw", "-o", f"{name}-x.xdmf")
    root = ET.parse(s.folder / f"{name}-x.xdmf").getroot()
    grids = root.findall("Domain/Grid/Grid")
    times = [float(g.find("Time").get("Value")) for g in grids]
    s.check(len(grids) == stored.rows and all(a < b for a, b in zip(times, times[1:])), f"{name}.xdmf: times")
    s.check(all(abs(a - b) <= 1e-15 * max(1, b) for a, b in zip(times, stored.columns["t"])), f"{name}.xdmf: time")
    if not h5py:
        return
    with h5py.File(s.folder / f"{name}-x.h5", "r") as file:
        channels_in(s, f"{name}-x.h5", file, stored)
        for row, grid in enumerate(grids):
            for item in grid.iter("DataItem"):
                where, path = item.text.split(":")
                data = file[path]
                s.check(where == f"{name}-x.h5" and " ".join(map(str, data.shape)) == item.get("Dimensions") and
                        data.dtype.itemsize == int(item.get("Precision")), f"{name}.xdmf: {path}")
            points = file[grid.find("Geometry/DataItem").text.split(":")[1]]
            for i, mass in enumerate(stored.masses):
                if f"{mass}.x" in stored.columns:
                    s.check(points[i].tolist() == stored.place(mass, row), f"{name}.xdmf: {mass} in row {row}")
        s.check({tuple(sorted(pair)) for pair in file["links"][...].tolist()} == links, f"{name}.xdmf: links")


def as_vtk(s, name, stored, links, of_time=None):
    s.run("convert", f"{name}.zw", "-o", f"{name}.pvd")
    sets = ET.parse(s.folder / f"{name}.pvd").getroot().findall("Collection/DataSet")
    times = [float(one.get("timestep")) for one in sets]
    s.check(len(sets) == stored.rows and all(a < b for a, b in zip(times, times[1:])), f"{name}.pvd: times")
    if not vtk:
        return
    for row, one in enumerate(sets):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(str(s.folder / one.get("file")))
        reader.Update()
        data = reader.GetOutput()
        points, speed = data.GetPoints(), data.GetPointData().GetArray("velocity")
        for i, mass in enumerate(stored.masses):
            where = f"{one.get('file')}: {mass}"
            if f"{mass}.x" in stored.columns:
                s.check(list(points.GetPoint(i)) == stored.place(mass, row), f"{where} is elsewhere")
                s.check(list(speed.GetTuple3(i)) == stored.velocity(mass, row), f"{where} is faster")
            elif of_time:
                place, velocity = of_time(stored.columns["t"][row])
                s.check(math.dist(points.GetPoint(i), place) < 1e-15, f"{where} is elsewhere")
                s.check(math.dist(speed.GetTuple3(i), velocity) < 1e-15, f"{where} is faster")
        found, cells = set(), data.GetCellData()
        for c in range(data.GetNumberOfVerts(), data.GetNumberOfCells()):
            constraint = stored.constraints[int(cells.GetArray("constraint").GetTuple1(c))]
            ends = data.GetCell(c).GetPointIds()
            found.add(tuple(sorted((ends.GetId(0), ends.GetId(1)))))
            s.check(cells.GetArray("multiplier").GetTuple1(c) == stored.columns[f"{constraint}.multiplier"][row] and
                    cells.GetArray("state").GetTuple1(c) == stored.columns[f"{constraint}.state"][row],
                    f"{one.get('file')}: multiplier or state of {constraint}")
        s.check(found == links, f"{one.get('file')}: lines {sorted(found ^ links)[:5]}")


VALIDATE = """
import validator from "MODULES/gltf-validator/index.js";
import fs from "fs";
for (const file of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)));
  console.log(JSON.stringify(report.issues));
}
"""


def valid(s, *files):
    """No error, warning or hint of the validator of Khronos."""
    node = shutil.which("node")
    if not node or not (s.modules / "gltf-validator").exists():
        skipped.add("gltf-validator (npm)")
        return
    script = s.folder / "validate.mjs"
    script.write_text(VALIDATE.replace("MODULES", str(s.modules)))
    run = subprocess.run([node, script, *files], cwd=s.folder, capture_output=True, text=True, check=False)
    reports = [json.loads(line) for line in run.stdout.splitlines()]
    s.check(len(reports) == len(files), f"the validator: {run.stderr}")
    for file, report in zip(files, reports):
        s.check(report["messages"] == [], f"{file}: {report['messages'][:3]}")


def floats(tree, blob, accessor):
    view = tree["bufferViews"][tree["accessors"][accessor]["bufferView"]]
    return struct.unpack_from(f"<{view['byteLength'] // 4}f", blob, view["byteOffset"])


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def as_gltf(s, name, stored, links):
    s.run("convert", f"{name}.zw", "-o", f"{name}.gltf")
    s.run("convert", f"{name}.zw", "-o", f"{name}.glb")
    valid(s, f"{name}.gltf", f"{name}.glb")
    tree = json.loads((s.folder / f"{name}.gltf").read_text(encoding="utf-8"))
    uri = tree["buffers"][0].pop("uri")
    blob = base64.b64decode(uri.removeprefix("data:application/octet-stream;base64,"), validate=True)
    binary = (s.folder / f"{name}.glb").read_bytes()
    length, = struct.unpack_from("<I", binary, 12)
    s.check(json.loads(binary[20:20 + length]) == tree and binary[28 + length:].startswith(blob), f"{name}.glb")
    motion = tree["animations"][0]
    rows = []  # times in single precision, each once
    for row, t in enumerate(stored.columns["t"]):
        if not rows or single(t) > single(stored.columns["t"][rows[-1]]):
            rows.append(row)
    seen = set()
    for channel in motion["channels"]:
        sampler, node = motion["samplers"][channel["sampler"]], channel["target"]["node"]
        mass = tree["nodes"][node]["name"]
        times, places = floats(tree, blob, sampler["input"]), floats(tree, blob, sampler["output"])
        s.check(list(times) == [single(stored.columns["t"][r]) for r in rows], f"{name}.gltf: times of {mass}")
        seen.add(mass)
        if f"{mass}.x" in stored.columns:
            wanted = [single(x) for r in rows for x in stored.place(mass, r)]
            s.check(list(places) == wanted, f"{name}.gltf: places of {mass}")
    s.check({m for m in stored.masses if f"{m}.x" in stored.columns} <= seen, f"{name}.gltf: all masses move")
    skin = tree["meshes"][1]["primitives"][0]
    joints = tree["skins"][0]["joints"]
    view = tree["bufferViews"][tree["accessors"][skin["indices"]]["bufferView"]]
    corners = struct.unpack_from(f"<{view['byteLength'] // 4}I", blob, view["byteOffset"])
    bones = tree["bufferViews"][tree["accessors"][skin["attributes"]["JOINTS_0"]]["bufferView"]]["byteOffset"]
    ends = [joints[struct.unpack_from("<H", blob, bones + 8 * c)[0]] for c in corners]
    found = {tuple(sorted(set(ends[i:i + 3]))) for i in range(0, len(ends), 3)}
    s.check(found == links, f"{name}.gltf: lines")
    in_three(s, name, stored, links)


THREE = """
import * as THREE from "MODULES/three/build/three.module.js";
import { GLTFLoader } from "MODULES/three/examples/jsm/loaders/GLTFLoader.js";
import fs from "fs";
globalThis.self = globalThis;
const bytes = fs.readFileSync(process.argv[2]);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
new GLTFLoader().parse(buffer, "", (gltf) => {
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(gltf.animations[0].duration);
  gltf.scene.updateMatrixWorld(true);
  const balls = [], lines = [];
  gltf.scene.traverse((node) => {
    if (node.isSkinnedMesh) {
      const at = new THREE.Vector3();
      for (let i = 0; i < node.geometry.attributes.position.count; ++i)
        lines.push(node.localToWorld(node.getVertexPosition(i, at)).toArray());
    } else if (node.isMesh) {
      balls.push(new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).toArray());
    }
  });
  console.log(JSON.stringify({ balls, lines }));
});
"""


def in_three(s, name, stored, links):
    """Where three.js, another reader, sees balls and lines at the end: y is upwards there."""
    node = shutil.which("node")
    if not node or not (s.modules / "three").exists():
        skipped.add("three (npm)")
        return
    script = s.folder / "three.mjs"
    script.write_text(THREE.replace("MODULES", str(s.modules)))
    run = subprocess.run([node, script, f"{name}.glb"], cwd=s.folder, capture_output=True, text=True, check=False)
    s.check(run.returncode == 0 and run.stdout, f"{name}.glb in three.js: {run.stderr[-500:]}")
    if not run.stdout:
        return
    seen = json.loads(run.stdout.splitlines()[-1])
    for i, mass in enumerate(stored.masses):
        if f"{mass}.x" in stored.columns:
            x, y, z = stored.place(mass, -1)
            s.check(math.dist(seen["balls"][i], (x, z, -y)) < 1e-5, f"{name}.glb in three.js: {mass}")
    corners = seen["lines"]
    s.check(len(corners) == 6 * len({p for pair in links for p in pair}), f"{name}.glb in three.js: corners")
    for i in range(0, len(corners), 6):
        middle = [sum(c[k] for c in corners[i:i + 6]) / 6 for k in range(3)]
        s.check(min(math.dist(middle, ball) for ball in seen["balls"]) < 1e-5, f"{name}.glb in three.js: line {i // 6}")


def as_latex(s, name, stored):
    s.run("convert", f"{name}.zw", "-o", f"{name}.tex")
    text = (s.folder / f"{name}.tex").read_text(encoding="utf-8")
    bare = re.sub(r"\\[\\{}%&$#_]", "", text)
    depth = 0
    for c in bare:
        depth += {"{": 1, "}": -1}.get(c, 0)
        s.check(depth >= 0, f"{name}.tex: a brace too many")
    s.check(depth == 0 and bare.count("$") % 2 == 0, f"{name}.tex: braces")
    begun, ended = re.findall(r"\\begin{(\w+)}", text), re.findall(r"\\end{(\w+)}", text)
    s.check(sorted(begun) == sorted(ended), f"{name}.tex: {begun} {ended}")
    title = re.search(r"\\title{(.*)}", text).group(1)
    left = re.sub(r"\\[%&$#_{}]|\\text\w+{}", "", title)
    s.check(not re.search(r"[%&$#_{}~^\\<>|]", left), f"{name}.tex: {title}")
    kinds = re.findall(r"^[-+.e0-9]+ & (\w+(?:\\_\w+)*) & ", text, re.M)
    s.check([k.replace("\\", "") for k in kinds] == [e[1] for e in stored.events], f"{name}.tex: events {kinds}")
    latex = shutil.which("pdflatex")
    if latex:
        run = subprocess.run([latex, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"], cwd=s.folder,
                             capture_output=True, check=False)
        s.check(run.returncode == 0, f"{name}.tex: {run.stdout[-500:]}")


def all_formats(s, name, links, of_time=None):
    stored = Stored(s.folder / f"{name}.zw")
    as_csv(s, name, stored)
    as_json(s, name, stored)
    as_hdf5(s, name, stored)
    as_xdmf(s, name, stored, links)
    as_vtk(s, name, stored, links, of_time)
    as_gltf(s, name, stored, links)
    as_latex(s, name, stored)
    return stored


def pendulum(s):
    s.run("run", "-q", str(EXAMPLES / "pendulum.toml"))
    stored = all_formats(s, "pendulum", {(0, 1)})
    # few frames: the first, the last and both sides of what happened
    s.run("convert", "pendulum.zw", "-o", "few.pvd", "--frames", "30")
    times = [float(one.get("timestep"))
             for one in ET.parse(s.folder / "few.pvd").getroot().findall("Collection/DataSet")]
    s.check(20 <= len(times) <= 30 and times[0] == 0 and times[-1] == 6, f"few frames: {times}")
    impacts = [t for t, kind, _ in stored.events if kind == "impact"]
    s.check(len(impacts) == 5 and all(sum(abs(t - x) < 1e-12 for x in times) == 2 for t in impacts),
            f"both sides of impacts: {times}")


def rods(s):
    (s.folder / "rods.toml").write_text(RODS)
    s.run("run", "-q", "rods.toml")
    points = Stored(s.folder / "rods.zw").masses
    a, b, support = (points.index(n) for n in ("a", "b", "support"))
    links = {tuple(sorted((a, b))), tuple(sorted((a, support)))}
    all_formats(s, "rods", links, lambda t: ((0.1 * math.sin(3 * t), 0, 0), (0.3 * math.cos(3 * t), 0, 0)))
    s.check(json.loads((s.folder / "rods.json").read_text())["model"]["title"].startswith("=cmd|'/C calc'!A1 & 50 %"),
            "the title")


def net(s):
    s.run("run", "-q", str(EXAMPLES / "net.toml"), "--until", "0.05")
    number = {name: i for i, name in enumerate(Stored(s.folder / "net.zw").masses)}
    links = set()
    for i in range(29):
        for j in range(29):
            for i2, j2 in ((i + 1, j), (i, j + 1)):
                if i2 < 29 and j2 < 29:
                    links.add(tuple(sorted((number[f"net[{i},{j}]"], number[f"net[{i2},{j2}]"]))))
    s.check(len(links) == 1624, "1,624 strings")
    all_formats(s, "net", links)


def without_places(s):
    """Coordinates of no point are no picture; what can be written is."""
    s.run("run", "-q", str(EXAMPLES / "crank.toml"))
    stored = Stored(s.folder / "crank.zw")
    as_csv(s, "crank", stored)
    as_json(s, "crank", stored)
    as_hdf5(s, "crank", stored)
    as_latex(s, "crank", stored)
    for ending in ("pvd", "gltf", "glb", "xdmf"):
        said = s.run("convert", "crank.zw", "-o", f"crank.{ending}", code=8)
        s.check("theta, phi, s" in said.stderr and said.stdout == "", f"crank.{ending}: {said.stderr}")
        s.check(not (s.folder / f"crank.{ending}").exists(), f"crank.{ending} is not written")


def wrong_use(s):
    for words in (("pendulum.zw", "-o", "a.xyz"), ("pendulum.zw", "-o", "a")):
        said = s.run("convert", *words, code=2)
        s.check(".csv .json .h5 .pvd .xdmf .gltf .glb .tex" in said.stderr and not said.stdout, said.stderr)
    s.check("did you mean '.json'?" in s.run("convert", "pendulum.zw", "-o", "a.jsn", code=2).stderr, "a suggestion")
    s.run("convert", "pendulum.zw", code=2)
    s.run("convert", code=2)
    s.run("convert", "pendulum.zw", "-o", "a.gltf", "--frames", "1", code=2)
    s.check("E401" in s.run("convert", "none.zw", "-o", "a.csv", code=6).stderr, "no result")
    s.check("E410" in s.run("convert", "pendulum.zw", "-o", "none/a.csv", code=6).stderr, "no folder")
    for ending in ("csv", "json", "h5", "gltf", "tex", "pvd", "xdmf"):
        mine = s.folder / f"mine.{ending}"
        mine.write_bytes(b"mine")
        s.check("E440" in s.run("convert", "pendulum.zw", "-o", mine.name, code=6).stderr, f"E440 of .{ending}")
        s.check(mine.read_bytes() == b"mine", f"a foreign .{ending} stays")
    s.run("convert", "pendulum.zw", "-o", "mine.csv", "--force")
    s.run("convert", "pendulum.zw", "-o", "mine.csv")  # it is ours now
    said = json.loads(s.run("convert", "pendulum.zw", "-o", "b.gltf", "--json").stdout)
    s.check(said["zwang"] == 1 and said["files"] == ["b.gltf"] and len(said["left_out"]) == 1, f"--json: {said}")
    said = s.run("convert", "pendulum.zw", "-o", "b.gltf", "-q")
    s.check(said.stdout == "" and said.stderr == "", "-q")
    # results that are none, or that somebody touched
    (s.folder / "noise.zw").write_bytes(os.urandom(5000))
    s.check("E430" in s.run("convert", "noise.zw", "-o", "a.csv", code=6).stderr, "noise")
    shutil.copy(s.folder / "pendulum.zw", s.folder / "touched.zw")
    base = sqlite3.connect(s.folder / "touched.zw")
    base.execute("UPDATE blocks SET data = zeroblob(length(data))")
    base.commit()
    base.close()
    s.check("E430" in s.run("convert", "touched.zw", "-o", "a.csv", code=6).stderr, "a touched result")
    s.check(not (s.folder / "a.csv").exists(), "nothing is written of it")
    left = [p.name for p in s.folder.iterdir() if p.name.endswith(".new")]
    s.check(not left, f"nothing half is left: {left}")


def mesh(s):
    """A cloth of another program becomes a model that runs."""
    n = 8
    (s.folder / "nets").mkdir()
    with open(s.folder / "nets" / "cloth \"1\".ply", "w", encoding="ascii") as file:
        file.write(f"ply\nformat ascii 1.0\nelement vertex {n * n}\nproperty float x\nproperty float y\n"
                   f"property float z\nelement face {(n - 1)**2}\nproperty list uchar int vertex_indices\nend_header\n")
        for i in range(n * n):
            file.write(f"{i // n * 0.1} {i % n * 0.1} 0\n")
        for i in range(n - 1):
            for a in range(i * n, i * n + n - 1):
                file.write(f"4 {a} {a + 1} {a + n + 1} {a + n}\n")
    s.run("convert", "nets/cloth \"1\".ply", "-o", "cloth.toml")
    s.check("ok" in s.run("check", "cloth.toml").stdout, "check")
    s.run("run", "-q", "cloth.toml", "--until", "0.1")
    stored = Stored(s.folder / "cloth.zw")
    s.check(len(stored.masses) == n * n and len(stored.constraints) == 2 * n * (n - 1), "masses and strings")
    fallen = stored.columns["net[0].z"][-1]
    s.check(abs(fallen + 9.81 * 0.01 / 2) < 1e-3, f"it falls: {fallen}")
    s.check("E440" in s.run("convert", "nets/cloth \"1\".ply", "-o", "cloth.toml", code=6).stderr, "a model stays")
    (s.folder / "below").mkdir()
    s.check("own folder" in s.run("convert", "nets/cloth \"1\".ply", "-o", "below/a.toml", code=6).stderr, "elsewhere")
    (s.folder / "bad.obj").write_text("v 0 0\n")
    s.check("E119" in s.run("convert", "bad.obj", "-o", "bad.toml", code=1).stderr, "a bad mesh")


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Session(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(folder))
        for part in (pendulum, rods, net, without_places, wrong_use, mesh):
            if part is not net or "short" not in sys.argv[3:]:
                part(s)
    for what in sorted(skipped):
        print(f"skipped: no {what}")
    print(f"{s.checks} checks, {s.failed} failed")
    return 1 if s.failed or s.checks < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
