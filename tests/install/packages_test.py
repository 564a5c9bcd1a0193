#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""The Debian packages of a build: what they hold, what they ask for, what they say they are made of; twice the same bytes,
and none that name a folder of building.

Usage: packages_test.py BUILD
"""

import fnmatch
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERBS = ("run", "check", "explain", "report", "plot", "sweep", "convert", "audit", "minimum", "bench", "completion")
HOLDS = {
    "zwang": ["bin/zwang", "bin/zwang-audit", "share/man/man1/zwang.1", *(f"share/man/man1/zwang-{verb}.1" for verb in VERBS),
              "share/bash-completion/completions/zwang", "share/zsh/site-functions/_zwang", "share/fish/vendor_completions.d/zwang.fish",
              "share/doc/zwang/examples/pendulum.toml", "share/doc/zwang/LICENSE", "share/doc/zwang/NOTICE",
              "share/doc/zwang/zwang.spdx.json"],
    "libzwang-dev": ["include/zwang/zwang.hpp", "lib/libzwang_base.a", "lib/libzwang_convert.a", "lib/cmake/zwang/zwang-config.cmake",
                     "lib/cmake/zwang/zwang-targets.cmake", "share/doc/libzwang-dev/LICENSE", "share/doc/libzwang-dev/zwang.spdx.json"],
    "python3-zwang": ["lib/python3/dist-packages/zwang/__init__.py", "lib/python3/dist-packages/zwang/_zwang.*.so",
                      "lib/python3/dist-packages/zwang/py.typed", "share/doc/python3-zwang/LICENSE",
                      "share/doc/python3-zwang/zwang.spdx.json"],
}
ASKS = {
    "zwang": ["libc6", "libfmt9", "libsqlite3-0", "libtomlplusplus3", "libpugixml1v5", "libstdc++6", "zlib1g"],
    "libzwang-dev": ["libfmt-dev", "libeigen3-dev", "libsqlite3-dev", "libtomlplusplus-dev", "libpugixml-dev", "zlib1g-dev"],
    "python3-zwang": ["python3", "python3-numpy", "libfmt9"],
}
faults = []


def expect(holds, told):
    if not holds:
        faults.append(told)


def said(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def packed(build, out):
    run = subprocess.run([ROOT / "tools/packages", build, out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode:
        print(run.stdout)
        sys.exit(run.returncode)


def look_into(name, deb):
    """Files below /usr, owned by root, readable by all; none is left out."""
    files, times = [], set()
    for line in said("dpkg-deb", "-c", str(deb)).splitlines():
        mode, owner, _, day, minute, path = line.split(maxsplit=5)
        expect(owner == "root/root" and mode in ("drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--"), f"{name}: {line}")
        expect(path.startswith("./usr/"), f"{name}: {path} is not below /usr")
        files.append(path.removeprefix("./usr/"))
        times.add((day, minute))
    expect(files == sorted(files), f"{name}: the files are not in order")
    expect(len(times) == 1, f"{name}: the files are of {len(times)} times")
    for wanted in HOLDS[name]:
        expect(fnmatch.filter(files, wanted), f"{name} has no {wanted}")
    for example in (ROOT / "examples").glob("*.toml") if name == "zwang" else []:
        expect(f"share/doc/zwang/examples/{example.name}" in files, f"{name} has no example {example.name}")
    depends = [re.split(r"[ (]", one.strip())[0] for one in said("dpkg-deb", "-f", str(deb), "Depends").split(",")]
    for wanted in ASKS[name]:
        expect(wanted in depends, f"{name} does not depend on {wanted}")
    return len([path for path in files if not path.endswith("/")])


def look_for_folders(name, tree, build):
    """No file names the folder of the sources or of the build, so that two builds anywhere are the same bytes. Where asserts
    are on, they name their own file."""
    strict = re.search(r"^CMAKE_BUILD_TYPE:STRING=Release$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), re.M)
    asserts = re.compile(rb"/(zwang|apps|python)/[\w/.-]+\.[ch]pp$")
    for folder in {str(ROOT).encode(), str(build).encode()}:
        for file in sorted(path for path in tree.rglob("*") if path.is_file()):
            for place in re.findall(re.escape(folder) + rb"(?=[/\0])([^\0\n]*)", file.read_bytes()):
                expect(not strict and asserts.match(place), f"{name}: {file.name} names {(folder + place).decode(errors='replace')}")


def free(licence):
    """Whether a program under another licence may be linked with it: one of the choices is not the GPL itself."""
    return any(not re.match(r"A?GPL-", one.strip(" ()")) or "GCC-exception" in one for one in licence.split(" OR "))


def look_at_bill(bill, program):
    """SPDX 2.3: what the standard asks of every entry, every library that the program asks for, no licence open or GPL."""
    expect(bill["spdxVersion"] == "SPDX-2.3" and bill["dataLicense"] == "CC0-1.0" and bill["SPDXID"] == "SPDXRef-DOCUMENT", "the head")
    expect(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill["creationInfo"]["created"]), "the time of the bill")
    entries = {one["SPDXID"]: one for one in bill["packages"]}
    expect(len(entries) == len(bill["packages"]), "an entry is there twice")
    for one in bill["packages"]:
        expect(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one["SPDXID"]), f"{one['SPDXID']} is no name of SPDX")
        expect(one["downloadLocation"] and one["versionInfo"] != "NOASSERTION", f"{one['name']} has no version")
        expect(one["licenseDeclared"] != "NOASSERTION", f"the licence of {one['name']} is not known")
        expect(free(one["licenseDeclared"]), f"{one['name']} is under {one['licenseDeclared']}")
    for relation in bill["relationships"]:
        for end in (relation["spdxElementId"], relation["relatedSpdxElement"]):
            expect(end in entries or end == "SPDXRef-DOCUMENT", f"{end} is not described")
    linked = {entries[one["relatedSpdxElement"]]["name"] for one in bill["relationships"]
              if one["relationshipType"] == "DYNAMIC_LINK" and one["spdxElementId"] == "SPDXRef-zwang"}
    for library in re.findall(r"NEEDED\s+(\S+)", said("objdump", "-p", str(program))):
        path = re.search(rf"{re.escape(library)} => (/\S+)", said("ldd", str(program)))
        owner = path and next((found for found in (subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True, check=False).stdout
                                                   for place in (path[1], "/usr" + path[1])) if found), None)
        expect(not owner or owner.split(":")[0] in linked, f"{library} is linked and not in the bill")
    if "SPDXRef-zwang-report-template" in entries:
        expect(re.search(r"SHA-256 [0-9a-f]{64}$", entries["SPDXRef-npm-three"]["sourceInfo"]), "three.js has no sum")
    return len(entries)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    for wrong in ("GPL-2.0-only", "AGPL-3.0-or-later", "GPL-2.0-only OR GPL-3.0-only"):
        expect(not free(wrong), f"{wrong} would have been taken")
    licences = subprocess.run([ROOT / "tools/sbom", "--licences"], stdout=subprocess.PIPE, text=True, check=False)
    print(licences.stdout, end="")
    expect(licences.returncode == 0, "a licence of the bill is not the one that Debian names")
    if not shutil.which("dpkg-deb"):
        print("dpkg-deb is not there")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        first, second = pathlib.Path(scratch) / "first", pathlib.Path(scratch) / "second"
        packed(build, first)
        packed(build, second)
        debs = {deb.name.split("_")[0]: deb for deb in first.glob("*.deb")}
        wanted = set(HOLDS) if list((build / "python/zwang").glob("_zwang*.so")) else set(HOLDS) - {"python3-zwang"}
        expect(set(debs) == wanted, f"the packages are {sorted(debs)}")
        files = sum(look_into(name, deb) for name, deb in debs.items() if name in HOLDS)
        for one in sorted(first.iterdir()):
            expect(one.read_bytes() == (second / one.name).read_bytes(), f"{one.name} differs from one packing to the next")
        for name, deb in debs.items():
            said("dpkg-deb", "-x", str(deb), f"{scratch}/{name}")
            look_for_folders(name, pathlib.Path(scratch) / name, build)
        program = pathlib.Path(scratch) / "zwang/usr/bin/zwang"
        named = json.loads(said(str(program), "--version", "--json"))["sbom"]
        entries = look_at_bill(json.loads((pathlib.Path(scratch) / "zwang/usr" / named).read_text(encoding="utf-8")), program)
        size = sum(deb.stat().st_size for deb in debs.values()) / 1e6
    print("\n".join(faults + [f"{len(debs)} packages, {files} files, {size:.1f} MB, {entries} entries in the bill, {len(faults)} wrong"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
