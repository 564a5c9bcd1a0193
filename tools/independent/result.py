# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A result file, read as docs/result-file.md describes it, without any code of zwang."""
import sqlite3

import numpy

from independent.history import Event, History

BETWEEN_EVENTS = ("start", "end", "graze")


class Result:
    """Rows as columns by name, and events with all that took part."""

    def __init__(self, path):
        base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        meta = dict(base.execute("SELECT key, value FROM meta"))
        self.status, self.code, self.certified = meta["status"], meta["code"], bool(meta["certified"])
        channels = base.execute("SELECT name, what, type, width FROM channels ORDER BY id").fetchall()
        self.columns = read_columns(base, channels)
        self.names = [name for name, what, _, _ in channels if what == "coordinate"]
        self.constraints = [name for name, in base.execute("SELECT name FROM constraints ORDER BY id")]
        self.events = read_events(base, self.constraints)
        base.close()
        self.positions = self.table(self.names)
        self.velocities = self.table([name + "'" for name in self.names])
        self.times = self.columns["t"]

    def table(self, names):
        """Columns side by side: one line per row."""
        return numpy.array([self.columns[name] for name in names]).reshape(len(names), -1).T

    def row_after(self, event):
        """The row just after an event; that of the event itself if nothing jumps there."""
        row = event["row"]
        two_sides = row + 1 < len(self.times) and self.columns["side"][row + 1] == 2
        return row + 1 if two_sides and self.times[row + 1] == self.times[row] else row

    def history(self):
        """Events and end for comparison; None if not even the first instant was reached."""
        if len(self.times) == 0:
            return None
        events = []
        for event in self.events:
            if event["kind"] in BETWEEN_EVENTS:
                continue
            row, after = event["row"], self.row_after(event)
            causes = {name for name, part in event["constraints"].items()
                      if part["role"] == "cause" or (part["impulse"] or 0) > 1e-9}
            events.append(Event(event["t"], event["kind"], frozenset(causes), self.positions[row],
                                self.velocities[row], self.velocities[after], stated(event),
                                frozenset(name for name, part in event["constraints"].items() if part["role"] == "cause")))
        ending = "finished" if self.status == "finished" else (self.code or self.status)
        return History(events, float(self.times[-1]), self.positions[-1], self.velocities[-1], ending)


def stated(event):
    """The error of its time that an event states, under whatever name."""
    for name in ("uncertainty", "bound", "located"):
        if event.get(name) is not None:
            return event[name]
    return 0.0


def read_columns(base, channels):
    size = {"f64": 8, "u8": 1}
    parts = {name: [] for name, _, _, _ in channels}
    for n, data in base.execute("SELECT n, data FROM blocks ORDER BY first"):
        at = 0
        for name, _, kind, width in channels:
            parts[name].append(numpy.frombuffer(data, "<f8" if kind == "f64" else "u1", n * width, at))
            at += -(-n * width * size[kind] // 8) * 8
    return {name: numpy.concatenate(found) if found else numpy.array([]) for name, found in parts.items()}


def read_events(base, constraints):
    rows = base.execute("SELECT * FROM events ORDER BY id")
    names = [column[0] for column in rows.description]
    events = [dict(zip(names, row)) | {"constraints": {}} for row in rows]
    by_id = {event["id"]: event for event in events}
    parts = base.execute("SELECT event, constraint_id, role, approach, impulse FROM event_constraints")
    for event, constraint, role, approach, impulse in parts:
        by_id[event]["constraints"][constraints[constraint]] = {"role": role, "approach": approach, "impulse": impulse}
    return events
