#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Hostile names of models, includes and results: each is refused with its code, nothing is made or overwritten."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SLOWEST = 10.0  # seconds: nothing may hang
MODEL = (ROOT / "examples" / "ratchet.toml").read_text(encoding="utf-8")
PART = "[parameters]\nspare = 2\n"
FOREIGN = "what somebody else wrote\n"
ROOT_USER = os.geteuid() == 0


class Folder:
    """A folder with a model in it, something outside that must stay as it is, and the command."""

    def __init__(self, command, top):
        self.command = command
        self.outside = pathlib.Path(top) / "outside"
        self.inside = pathlib.Path(top) / "models"
        self.outside.mkdir()
        self.inside.mkdir()
        (self.outside / "part.toml").write_text(PART, encoding="utf-8")
        (self.outside / "foreign.txt").write_text(FOREIGN, encoding="utf-8")
        self.write("m.toml", MODEL)

    def write(self, name, text):
        path = self.inside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def include(self, *names):
        """The model with these includes."""
        self.write("m.toml", MODEL.replace("zwang = 1", "zwang = 1\ninclude = " + json.dumps(names), 1))

    def all_files(self):
        """Every name below both folders, and what it holds."""
        found = {}
        for top in (self.inside, self.outside):
            for place, folders, files in os.walk(top):
                for name in folders + files:
                    path = pathlib.Path(place) / name
                    plain = path.is_file() and not path.is_symlink() and path.stat().st_size < 10**6
                    found[str(path)] = path.read_bytes() if plain else os.lstat(path).st_mode
        return found

    def ask(self, *words):
        run = subprocess.run([self.command, *words], cwd=self.inside, stdin=subprocess.DEVNULL, capture_output=True,
                             check=False, timeout=SLOWEST)
        return run.returncode, (run.stdout + run.stderr).decode("utf-8", "replace")


# --- what is included ---


def include_case(*names, code="E411", make=None):
    def case(folder):
        if make:
            make(folder)
        folder.include(*names)
        return ("check", "--format", "short", "m.toml"), code
    return case


def link(name, target):
    return lambda folder: (folder.inside / name).symlink_to(str(target).format(outside=folder.outside))


def link_loop(folder):
    (folder.inside / "a.toml").symlink_to("b.toml")
    (folder.inside / "b.toml").symlink_to("a.toml")


def linked_folder(folder):
    (folder.inside / "parts").symlink_to(folder.outside)


def deep(folder):
    for i in range(1, 10):
        folder.write(f"d{i}.toml", f'include = ["d{i + 1}.toml"]\n')
    folder.write("d10.toml", PART)


def circle(folder):
    folder.write("a.toml", 'include = ["b.toml"]\n')
    folder.write("b.toml", 'include = ["a.toml"]\n')


def sparse(folder):
    with open(folder.inside / "huge.toml", "wb") as file:
        file.truncate(2**30)


def unreadable(folder):
    folder.write("secret.toml", PART).chmod(0)


def bound_socket(folder):
    with socket.socket(socket.AF_UNIX) as one:
        here = os.getcwd()
        os.chdir(folder.inside)  # names of sockets are short
        one.bind("socket.toml")
        os.chdir(here)


INCLUDES = {
    "absolute": include_case("/etc/passwd"),
    "absolute, a model": lambda folder: (folder.include(str(folder.outside / "part.toml")),
                                         (("check", "--format", "short", "m.toml"), "E411"))[1],
    "..": include_case("../outside/part.toml"),
    ".. in the middle": include_case("a/../../outside/part.toml"),
    ".. that comes back": include_case("../models/m.toml"),
    ".. at the end": include_case("parts/.."),
    "nothing": include_case(""),
    "a dot": include_case("."),
    "blanks": include_case("   "),
    "no such file": include_case("missing.toml"),
    "below a file": include_case("m.toml/part.toml"),
    "a link out of the folder": include_case("link.toml", make=link("link.toml", "{outside}/part.toml")),
    "a relative link out": include_case("link.toml", make=link("link.toml", "../outside/part.toml")),
    "a linked folder": include_case("parts/part.toml", make=linked_folder),
    "links in a circle": include_case("a.toml", make=link_loop),
    "a link to nothing": include_case("link.toml", make=link("link.toml", "nowhere.toml")),
    "a link to /dev/zero": include_case("zero.toml", make=link("zero.toml", "/dev/zero")),
    "a link to /proc": include_case("proc.toml", make=link("proc.toml", "/proc/self/environ")),
    "a folder": include_case("sub", make=lambda folder: (folder.inside / "sub").mkdir()),
    "a pipe": include_case("pipe.toml", make=lambda folder: os.mkfifo(folder.inside / "pipe.toml")),
    "a socket": include_case("socket.toml", make=bound_socket),
    "a NUL": include_case("part.toml\0.txt", make=lambda folder: folder.write("part.toml", PART)),
    "a line break": include_case("part\n.toml", make=lambda folder: folder.write("part\n.toml", PART)),
    "an escape": include_case("part\x1b[2J.toml"),
    "a very long name": include_case("a" * 5000 + ".toml"),
    "a very long path": include_case("a/" * 3000 + "a.toml"),
    "itself": include_case("m.toml"),
    "itself, by a dot": include_case("./m.toml"),
    "itself, by a link": include_case("me.toml", make=link("me.toml", "m.toml")),
    "twice": include_case("part.toml", "part.toml", make=lambda folder: folder.write("part.toml", PART)),
    "twice, by a dot": include_case("part.toml", "./part.toml", make=lambda folder: folder.write("part.toml", PART)),
    "a circle": include_case("a.toml", make=circle),
    "nine deep": include_case("d1.toml", code="E110", make=deep),
    "a gigabyte": include_case("huge.toml", code="E110", make=sparse),
    "not UTF-8": include_case("part.toml", code="E108",
                              make=lambda folder: folder.write("part.toml", b'[parameters]\nx = "\xff\xfe"\n')),
    "UTF-16": include_case("part.toml", code="E108",
                           make=lambda folder: folder.write("part.toml", PART.encode("utf-16"))),
    "binary": include_case("part.toml", code="E108",
                           make=lambda folder: folder.write("part.toml", bytes(range(256)))),
    "a table that is not for parts": include_case("part.toml", code="E102",
                                                  make=lambda folder: folder.write("part.toml", "[run]\nuntil = 9\n")),
    "not readable": None if ROOT_USER else include_case("secret.toml", code="E401", make=unreadable),
    "fine: a byte order mark": include_case("part.toml", code="",
                                            make=lambda folder: folder.write("part.toml", b"\xef\xbb\xbf" +
                                                                             PART.encode())),
    "fine: CRLF": include_case("part.toml", code="",
                               make=lambda folder: folder.write("part.toml", PART.replace("\n", "\r\n"))),
    "fine: a minus first": include_case("-part.toml", code="", make=lambda folder: folder.write("-part.toml", PART)),
    "fine: a letter that is not ASCII": include_case("t\u00e9il.toml", code="",
                                                     make=lambda folder: folder.write("t\u00e9il.toml", PART)),
}


# --- what is read ---


def model_case(name, code, make=None):
    def case(folder):
        if make:
            make(folder)
        return ("check", "--format", "short", name), code
    return case


MODELS = {
    "no such model": model_case("missing.toml", "E401"),
    "a folder": model_case(".", "E411"),
    "/dev/zero": model_case("/dev/zero", "E411"),
    "/dev/stdin": model_case("/dev/stdin", "E411"),
    "/dev/null": model_case("/dev/null", "E411"),
    "a pipe": model_case("pipe.toml", "E411", lambda folder: os.mkfifo(folder.inside / "pipe.toml")),
    "a file of /proc": model_case("/proc/self/maps", "E1"),
    "a file of /proc without end": model_case("/proc/kmsg", "E4"),
    "the memory of the process": model_case("/proc/self/mem", "E4"),
    "links in a circle": model_case("a.toml", "E401", link_loop),
    "a very long name": model_case("a" * 5000, "E401"),
    "an empty name": model_case("", "E401"),
    "a gigabyte": model_case("huge.toml", "E110", sparse),
    "not UTF-8": model_case("bad.toml", "E108",
                            lambda folder: folder.write("bad.toml", b"zwang = 1\ntitle = \"\xff\"")),
    "fine: a byte order mark": model_case("bom.toml", "", lambda folder: folder.write("bom.toml", b"\xef\xbb\xbf" +
                                                                                     MODEL.encode())),
    "fine: CRLF": model_case("crlf.toml", "", lambda folder: folder.write("crlf.toml", MODEL.replace("\n", "\r\n"))),
}


# --- what is written ---


def output_case(name, code, make=None, *, model="m.toml"):
    def case(folder):
        if make:
            make(folder)
        return ("run", "-q", "-u", "0.1", model, f"--output={str(name).format(outside=folder.outside)}"), code
    return case


def foreign(*names):
    def make(folder):
        for name in names:
            folder.write(name, FOREIGN)
    return make


def read_only(folder):
    (folder.inside / "closed").mkdir()
    (folder.inside / "closed").chmod(0o500)


OUTPUTS = {
    "a foreign file": output_case("text.zw", "E440", foreign("text.zw")),
    "a foreign file outside": output_case("{outside}/foreign.txt", "E440"),
    "an empty foreign file": output_case("empty.zw", "E440", lambda folder: folder.write("empty.zw", "")),
    "the model": output_case("m.toml", "E440"),
    "the model, by a dot": output_case("./m.toml", "E440"),
    "a folder": output_case("sub", "E411", lambda folder: (folder.inside / "sub").mkdir()),
    "this folder": output_case(".", "E411"),
    "a folder's name": output_case("sub/", "E4", lambda folder: (folder.inside / "sub").mkdir()),
    "a link to a foreign file": output_case("link.zw", "E4", link("link.zw", "{outside}/foreign.txt")),
    "a link to nothing": output_case("link.zw", "E4", link("link.zw", "{outside}/new.zw")),
    "links in a circle": output_case("a.toml", "E4", link_loop),
    "/dev/null": output_case("/dev/null", "E411"),
    "/dev/full": output_case("/dev/full", "E411"),
    "/dev/stdout": output_case("/dev/stdout", "E4"),
    "/proc": output_case("/proc/self/out.zw", "E410"),
    "a pipe": output_case("pipe.zw", "E411", lambda folder: os.mkfifo(folder.inside / "pipe.zw")),
    "a missing folder": output_case("nowhere/out.zw", "E410"),
    "below a file": output_case("m.toml/out.zw", "E410"),
    "a read-only folder": None if ROOT_USER else output_case("closed/out.zw", "E410", read_only),
    "a very long name": output_case("a" * 300 + ".zw", "E410"),
    "a very long path": output_case("a/" * 3000 + "a.zw", "E410"),
    "a lock that is a link": output_case("out.zw", "E4", link("out.zw.lock", "{outside}/foreign.txt")),
    "a lock that is a folder": output_case("out.zw", "E4", lambda folder: (folder.inside / "out.zw.lock").mkdir()),
    "what cannot be gone on with": lambda folder: (("run", "--resume", str(folder.outside / "foreign.txt")), "E4"),
    "nothing to go on with": lambda folder: (("run", "--resume", "missing.zw"), "E401"),
    "a pipe to go on with": lambda folder: (os.mkfifo(folder.inside / "pipe.zw"),
                                            (("run", "--resume", "pipe.zw"), "E411"))[1],
    "a foreign journal": output_case("out.zw", "E440", foreign("out.zw-journal")),
    "a foreign log": output_case("out.zw", "E440", foreign("out.zw-wal")),
    "foreign shared memory": output_case("out.zw", "E440", foreign("out.zw-shm")),
    "a foreign file where it is made": output_case("out.zw", "E440", foreign("out.zw.new")),
    "a foreign lock": output_case("out.zw", "E440", foreign("out.zw.lock")),
    "a new file that is a link": output_case("out.zw", "E440", link("out.zw.new", "{outside}/foreign.txt")),
}

# Result files that must be there afterwards, and nothing else.
WRITTEN = {
    "a plain name": ("out.zw", None),
    "a minus first": ("-out.zw", None),
    "a blank": ("o u t.zw", None),
    "a folder below": ("sub/out.zw", lambda folder: (folder.inside / "sub").mkdir()),
}


def judge_refused(folder, words, code):
    before = folder.all_files()
    try:
        found, said = folder.ask(*words)
    except subprocess.TimeoutExpired:
        return f"no answer within {SLOWEST:.0f} s"
    after = folder.all_files()
    if code == "":
        return "" if found == 0 else f"exit {found}: {said.strip()}"
    wanted = 6 if code.startswith("E4") else 1
    if found != wanted:
        return f"exit {found}, wanted {wanted}: {said.strip()}"
    if f" {code}" not in f" {said}" and f"[{code}" not in said and f": {code}" not in said:
        return f"wanted {code}: {said.strip()}"
    if len(said.strip().splitlines()) > 3 and "short" in words:
        return f"more than is to be said: {said.strip()}"
    if before != after:
        changed = sorted(set(before) ^ set(after)) or [path for path in before if before[path] != after[path]]
        return f"changed: {changed}"
    return ""


def judge_written(folder, name):
    before = folder.all_files()
    found, said = folder.ask("run", "-q", "-u", "0.1", "m.toml", f"--output={name}")
    made = set(folder.all_files()) - set(before)
    if found != 0 or made != {str(folder.inside / name)}:
        return f"exit {found}, made {sorted(made)}: {said.strip()}"
    return ""


def main():
    command = sys.argv[1]
    failed = count = 0

    def judge(title, name, act):
        nonlocal failed, count
        count += 1
        top = tempfile.mkdtemp()
        try:
            wrong = act(Folder(command, top))
        finally:
            closed = pathlib.Path(top) / "models" / "closed"
            if closed.exists():
                closed.chmod(0o700)
            shutil.rmtree(top)
        if wrong:
            failed += 1
            print(f"--- {title}: {name}: {wrong}")

    for title, cases in (("include", INCLUDES), ("model", MODELS), ("output", OUTPUTS)):
        for name, case in cases.items():
            if case:
                judge(title, name, lambda folder, case=case: judge_refused(folder, *case(folder)))
    for name, (output, make) in WRITTEN.items():
        def written(folder, output=output, make=make):
            if make:
                make(folder)
            return judge_written(folder, output)
        judge("written", name, written)
    print(f"{count} paths, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
