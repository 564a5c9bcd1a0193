# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Commands that are run by several processes, and the results in parts that they write, read with SQLite alone."""
import contextlib
import os
import pathlib
import sqlite3
import struct
import subprocess

from session import Session

ENVIRONMENT = dict(os.environ, OMP_NUM_THREADS="1", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


class Job(Session):
    def __init__(self, command, mpiexec, folder):
        super().__init__(command, pathlib.Path(folder))
        self.mpiexec = mpiexec

    def start(self, processes, *words):
        patient = ["--mca", "mpi_yield_when_idle", "1"] if processes > 2 else []
        command = [self.mpiexec, "--oversubscribe", *patient, "-n", str(processes), self.command, *words]
        return subprocess.Popen(command, cwd=self.folder, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, processes, *words, code=0):
        process = self.start(processes, *words)
        out, err = process.communicate(timeout=300)
        self.check(process.returncode == code, f"{words}: exit {process.returncode}, not {code}\n{out}{err}")
        return out, err

    def alone(self, *words, code=0):
        """Without mpiexec."""
        return super().run(*words, code=code, **ENVIRONMENT)

    def hash(self, name):
        return self.alone("hash", name).stdout.split()[0]

    def stored(self, name):
        return StoredParts(self.folder / name)


class StoredParts:
    def __init__(self, path):
        with contextlib.closing(sqlite3.connect(path)) as head:
            self.generations = head.execute("SELECT number, t, natural, violation FROM generations ORDER BY number").fetchall()
            told = dict(head.execute("SELECT key, value FROM parts"))
        folder = path.with_name(path.stem + ".parts" + ("" if told["folder"] == "1" else "-" + told["folder"]))
        self.parts = [folder / f"{rank}.zw" for rank in range(int(told["processes"]))]

    @staticmethod
    def ask(part, sql, *cells):
        with contextlib.closing(sqlite3.connect(part)) as base:
            return base.execute(sql, cells).fetchone()

    def places(self, generation=None, column="q"):
        """Number of a point -> its place (velocity: u) in a generation, the last unless told."""
        if generation is None:
            generation = self.generations[-1][0]
        found = {}
        for part in self.parts:
            numbers = whole(self.ask(part, "SELECT points FROM members")[0])
            values = reals(self.ask(part, f"SELECT {column} FROM rows WHERE generation = ?", generation)[0])
            found.update({n: values[3 * k:3 * k + 3] for k, n in enumerate(numbers)})
        return found

    def impulses(self, generation):
        """Family and first point of a constraint -> its impulse, or None if they are not kept."""
        found = {}
        for part in self.parts:
            first, families = map(whole, self.ask(part, "SELECT first, families FROM members"))
            kept = self.ask(part, "SELECT impulse FROM bonds WHERE generation = ?", generation)
            if kept is None:
                return None
            found.update(zip(zip(families, first), reals(kept[0])))
        return found


def whole(blob):
    return struct.unpack(f"<{len(blob) // 8}q", blob)


def reals(blob):
    return struct.unpack(f"<{len(blob) // 8}d", blob)
