#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""The examples with one mistake each, some hundreds of them: every one is marked where it was made.

A mutation knows the codes that are right, its line, the columns that were touched, and for a misspelt word the
word that the hint must name. What follows from a mistake may be told too, but not before it.
"""

import concurrent.futures
import dataclasses
import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SLOWEST = 2  # seconds of a processor for one answer

KEYS = {
    "": "zwang title notes source include parameters masses coordinates energy forces force impulse constraints "
        "generate expect run output sweep",
    "masses": "mass at velocity axes fixed follows label draw",
    "coordinates": "start rate unit periodic",
    "energy": "kinetic potential",
    "forces": "gravity fluid",
    "force": "on vector along value from until",
    "impulse": "at on vector along value",
    "constraints": "holds for restitution from until redundant label draw",
    "run": "from until method step tolerance start settle max_events problem",
    "expect": "event of count number at impulse before after where value is always ends warns within",
    "generate": "kind name mass slack links velocity restitution from to segments length volume drag "
                "size corner span u v w pinned diagonals",
    "output": "every table loads",
}
KEYS = {table: words.split() for table, words in KEYS.items()}
NAMED = ("masses", "coordinates", "constraints")  # tables of tables that the user names
FUNCTIONS = "sin cos tan asin acos atan sinh cosh tanh exp log sqrt atan2 min max step smooth dot cross".split()
RESERVED = ["t", "pi", "in", "all"] + FUNCTIONS
EVENTS = ("start end release slack touch impact impulse sudden_equation removed jump reach graze settle "
          "singular").split()

# A family of constraints, an impulse and a prescribed motion, which no example has: added to pendulum.toml.
MORE = """
[masses.hook]
follows = ["2*L", 0, "L*sin(t*g/v)"]

[[generate]]
kind     = "chain"
name     = "line"
from     = "hook"
to       = { free = [3, 0, 0] }
segments = 4
mass     = "0.4 kg"
slack    = 0.5

[[force]]
on     = "line"
vector = "-0.1*v"

[[impulse]]
at     = "1 s"
on     = "bob"
vector = [0, 0.5, 0]

[constraints.ground]
for   = "p in line"
holds = "p.z >= -5"
"""


@dataclasses.dataclass
class Token:
    kind: str  # word, text, number, sign
    text: str
    line: int
    column: int  # of its first character, from 1
    at: int  # the same from the start of the file

    @property
    def end(self):
        return self.column + len(self.text)


@dataclasses.dataclass
class Entry:
    """One `key = value` of a file."""
    path: tuple  # ("masses", "bob", "mass")
    key: Token
    value: list  # of tokens
    header: int  # the line of its table's head, or of the file's first line

    @property
    def table(self):
        return self.path[0] if len(self.path) > 1 else ""

    @property
    def is_word_of_ours(self):
        """The key is one of the format, not a name of the user."""
        return len(self.path) == (3 if self.table in NAMED else 2 if self.table else 1) and self.table != "parameters"


@dataclasses.dataclass
class Mutation:
    what: str
    text: str
    codes: tuple
    line: int
    columns: tuple = ()  # first and last that are right; none: any of the line
    hint: str = ""  # must be named by the mark
    before: tuple = ()  # mistakes that follow from it and may stand above it: (code, line)
    name: str = ""


class Example:
    """An example cut into tokens, entries and heads of tables."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.lines = text.split("\n")
        self.tokens = list(self.cut())
        self.entries, self.heads = [], []
        self.read()

    def cut(self):
        pattern = re.compile(r'(?P<text>"[^"\n]*")|(?P<comment>#[^\n]*)|(?P<word>[A-Za-z_]\w*)|'
                             r"(?P<number>[-+]?[\d.]+(?:e-?\d+)?)|(?P<sign>[\[\]{}=,.])")
        start = 0
        for number, line in enumerate(self.lines, 1):
            for found in pattern.finditer(line):
                if found.lastgroup != "comment":
                    yield Token(found.lastgroup, found.group(), number, found.start() + 1, start + found.start())
            start += len(line) + 1

    def read(self):
        head, head_line = (), 1
        rows = {}
        for token in self.tokens:
            rows.setdefault(token.line, []).append(token)
        for row in rows.values():
            if row[0].text == "[":
                words = [token for token in row if token.kind == "word"]
                self.heads.append(words)
                head, head_line = tuple(word.text for word in words), words[0].line
                continue
            self.read_entries(row, head, head_line)

    def read_entries(self, row, head, head_line):
        stack, depth = [], 0
        for i, token in enumerate(row):
            if token.text in "[]":
                depth += 1 if token.text == "[" else -1
            elif token.text == "}":
                stack.pop()
            elif token.text == "=" and depth == 0:
                value = self.value_of(row, i + 1)
                path = head + tuple(stack) + (row[i - 1].text.strip('"'),)
                inline = stack or len(path) > 1 and path[0] in NAMED and head == path[:1]
                self.entries.append(Entry(path, row[i - 1], value, token.line if inline else head_line))
                if value[0].text == "{":
                    stack.append(path[-1])

    @staticmethod
    def value_of(row, i):
        depth, value = 0, []
        for token in row[i:]:
            if depth == 0 and token.text in ",}":
                break
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token.text, 0)
            value.append(token)
        return value

    def names(self, *tables):
        """The names that the user gave in these tables."""
        found = []
        for table in tables or ("parameters", "masses", "coordinates"):
            for path in [entry.path for entry in self.entries] + [tuple(w.text for w in head) for head in self.heads]:
                if len(path) > 1 and path[0] == table and path[1] not in found:
                    found.append(path[1])
        return found

    def put(self, token, text):
        return self.text[:token.at] + text + self.text[token.at + len(token.text):]

    def put_value(self, entry, text):
        first, last = entry.value[0], entry.value[-1]
        return self.text[:first.at] + text + self.text[last.at + len(last.text):]

    def put_line(self, line, text):
        return "\n".join(self.lines[:line - 1] + [text] + self.lines[line:])

    def add_line(self, behind, text):
        return "\n".join(self.lines[:behind] + [text] + self.lines[behind:])

    def find(self, *path):
        return next(entry for entry in self.entries if entry.path == path)

    def texts(self):
        """Every text that is read as a formula, with its entry: constraints, energies, forces, values."""
        for entry in self.entries:
            inside = ".".join(entry.path)
            formula = re.fullmatch(r"parameters\.\w+|masses\.\w+\.(mass|at|velocity|follows)|constraints\.\w+\.(holds|"
                                   r"restitution)|coordinates\.\w+\.start|energy\.kinetic|forces\.gravity|"
                                   r"force\.(value|vector)|expect\.(at|is|value|where\..*)", inside)
            for token in entry.value if formula and entry.value[0].text != "{" else []:
                if token.kind == "text" and not re.fullmatch(r'"-?[\d.]+ [a-zA-Z].*"', token.text):
                    yield entry, token


def edits(word):
    """Misspellings: two letters exchanged, one doubled, one left out."""
    middle = max(0, len(word) // 2 - 1)
    found = []
    if len(word) > 1:
        found.append(word[:middle] + word[middle + 1] + word[middle] + word[middle + 2:])
    found.append(word[:middle + 1] + word[middle:])
    if len(word) > 2:
        found.append(word[:middle + 1] + word[middle + 2:])
    return [edit for edit in found if edit != word and re.fullmatch(r"[A-Za-z]\w*", edit)]


@functools.lru_cache(maxsize=None)
def distance(a, b):
    """Letters changed, added, left out or exchanged with a neighbour."""
    rows = [list(range(len(b) + 1))]
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            row.append(min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (a[i - 1] != b[j - 1])))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                row[-1] = min(row[-1], rows[-2][j - 2] + 1)
        rows.append(row)
    return rows[-1][-1]


def means(edit, word, others):
    """No other word is as near to the misspelt one."""
    return edit not in others and all(distance(edit, word) < distance(edit, other) for other in others if other != word)


def formula_tokens(token):
    """The parts of a formula as tokens with their places in the file."""
    pattern = re.compile(r"(?P<name>[A-Za-z]\w*(?:\[[\d,]+\])?(?:\.[A-Za-z]\w*)*'*)|(?P<number>\d+\.?\d*)|"
                         r"(?P<relation><=|>=|=)|(?P<sign>[-+*/^(),|\[\]])")
    for found in pattern.finditer(token.text):
        yield Token(found.lastgroup, found.group(), token.line, token.column + found.start(), token.at + found.start())


# --- the kinds of mistakes ---


def misspelt_keys(example):
    for entry in example.entries:
        if not entry.is_word_of_ours:
            continue
        legal = KEYS[entry.table]
        for edit in edits(entry.key.text):
            if entry.path == ("zwang",):
                yield Mutation(f"key {edit}", example.put(entry.key, edit), ("E100", "E102"), 1)
            elif means(edit, entry.key.text, legal):
                yield Mutation(f"key {edit}", example.put(entry.key, edit), ("E102",), entry.key.line,
                               (entry.key.column, entry.key.end - 1), entry.key.text, (("E111", entry.header),))


def misspelt_heads(example):
    for head in example.heads:
        for edit in edits(head[0].text):
            if means(edit, head[0].text, KEYS[""]):
                yield Mutation(f"table {edit}", example.put(head[0], edit), ("E102",), head[0].line,
                               (head[0].column, head[0].end - 1), head[0].text)


def misspelt_names(example):
    known = example.names()
    constraints = example.names("constraints")
    for entry, token in example.texts():
        asks = entry.path[:2] == ("expect", "value")
        legal = known + RESERVED + (constraints + ["kinetic", "potential", "energy"] if asks else [])
        legal += ["r", "v", "m"] if entry.table == "force" else ["p"] if "ground" in entry.path else []
        for part in formula_tokens(token):
            if part.kind != "name":
                continue
            word = re.split(r"[.']", part.text)[0]
            for edit in edits(word):
                if not means(edit, word, legal):
                    continue
                text = example.put(part, edit + part.text[len(word):])
                codes = ("E117", "E103") if word in FUNCTIONS else ("E103",)
                hinted = word not in ("t", "pi")  # too short to be guessed
                yield Mutation(f"name {edit}", text, codes, part.line, (part.column, part.end),
                               word if hinted else "")


def misspelt_words(example):
    """Names and words outside formulas."""
    for entry in example.entries:
        token = entry.value[0]
        word = token.text.strip('"')
        if token.kind != "text" or not re.fullmatch(r"\w+", word):
            continue
        legal, code = {("expect", "of"): (example.names("constraints"), "E103"),
                       ("expect", "event"): (EVENTS, "E120"),
                       ("force", "along"): (example.names(), "E103"),
                       ("impulse", "on"): (example.names(), "E103"),
                       ("force", "on"): (example.names() + ["line"], "E103"),
                       ("generate", "from"): (example.names(), "E103"),
                       ("generate", "kind"): ("chain ring net lattice mesh cloud".split(), "E119"),
                       }.get(entry.path, ([], ""))
        for edit in edits(word):
            if word in legal and means(edit, word, legal):
                yield Mutation(f"word {edit}", example.put(token, f'"{edit}"'), (code,), token.line,
                               (token.column, token.end), word)
    for entry in example.entries:
        if entry.path[:2] == ("expect", "impulse") and len(entry.path) == 3:
            for edit in edits(entry.path[2]):
                if means(edit, entry.path[2], example.names("constraints")):
                    yield Mutation(f"impulse of {edit}", example.put(entry.key, edit), ("E103",), entry.key.line,
                                   (entry.key.column, entry.key.end), entry.path[2])
        if entry.path[:2] in (("expect", "after"), ("expect", "where")) and len(entry.path) == 3:
            edit = entry.key.text.replace(".", "q.", 1)
            yield Mutation(f"quantity {edit}", example.put(entry.key, edit), ("E103",), entry.key.line,
                           (entry.key.column, entry.key.end))


def missing_signs(example):
    for entry, token in example.texts():
        parts = list(formula_tokens(token))
        for left, sign, right in zip(parts, parts[1:], parts[2:]):
            binary = sign.text in ("*", "/", "^", "+", "-") and (left.kind in ("name", "number") or left.text == ")") \
                and (right.kind in ("name", "number") or right.text == "(")
            # f(x) would be a call, and "2 h" two hours
            quantity = left is parts[0] and left.kind == "number" and right.kind == "name"
            if not binary or right.text == "(" and left.kind == "name" or quantity and len(parts) == 3:
                continue
            yield Mutation(f"no {sign.text} in {token.text}", example.put(sign, " "),
                           ("E104", "E109", "E103") if quantity else ("E104",), sign.line,
                           (left.column, token.end if quantity else right.end))


def broken_formulas(example):
    for entry, token in example.texts():
        if entry.path[-1] == "restitution":
            continue
        whole = (token.column, token.end)
        inner = token.text[1:-1]
        parts = list(formula_tokens(token))
        last = token.end - 1

        def changed(what, text, codes, columns=whole, hint=""):
            return Mutation(f"{what}: {text}", example.put(token, f'"{text}"'), codes, token.line, columns, hint)

        yield changed("ends with a sign", inner + " +", ("E109",), (last, last + 3))
        yield changed("begins with a sign", "*" + inner, ("E109",), (token.column, token.column + 2))
        yield changed("a sign nobody knows", inner + "@", ("E109",), (last, last + 1))
        yield changed("closed twice", inner + ")", ("E109",), (last, last + 1))
        yield changed("nothing", "", ("E109", "E105"))
        for part in parts:
            if part.text == "*":
                yield Mutation(f"two signs in {token.text}", example.put(part, "*/"), ("E109",), part.line,
                               (part.column, part.end + 1))
            if part.text in ("(", ")", "|"):
                # the other one may be marked too
                yield Mutation(f"no {part.text} in {token.text}", example.put(part, ""),
                               ("E109", "E104", "E105", "E117", "E113", "E103"), part.line, whole)
            if part.kind == "name" and part.text in FUNCTIONS:
                text = re.sub(rf"\b{part.text}\(", f"{part.text}(1, ", token.text, count=1)
                if text != token.text:
                    yield Mutation(f"arguments of {part.text}", example.put(token, text), ("E117",), part.line,
                                   (token.column, token.end + 3))
            if part.kind == "number" and "." in part.text:
                yield Mutation(f"comma in {token.text}", example.put(part, part.text.replace(".", ",")),
                               ("E109", "E105"), part.line, (part.column, part.end))
            if part.kind == "name" and "." in part.text:
                text = part.text.replace(".x", ".q").replace(".y", ".q").replace(".z", ".q")
                if text != part.text:
                    yield Mutation(f"no such axis {text}", example.put(part, text), ("E103",), part.line,
                                   (part.column, part.end))


def relations(example):
    for entry, token in example.texts():
        if entry.path[-1] != "holds":
            continue
        for part in formula_tokens(token):
            if part.kind != "relation":
                continue
            near = (part.column, part.end)
            for text in ("<", ">", "!=", "=<", "<>"):
                yield Mutation(f"relation {text} in {token.text}", example.put(part, text), ("E105", "E109"),
                               part.line, near)
            yield Mutation(f"no relation in {token.text}", example.put(part, "+"), ("E105",), part.line,
                           (token.column, token.end))
            yield Mutation(f"relation twice in {token.text}", example.put(part, f"{part.text} 1 ="
                           if part.text != "=" else "= 1 <="),
                           ("E105",), part.line, (part.column, token.end + 8))


def constraints_that_cannot_be(example):
    points = example.names("masses")
    for entry in example.entries:
        if entry.path[-1] != "holds" or entry.path[0] != "constraints" or "ground" in entry.path:
            continue
        token = entry.value[0]
        parameter = example.names("parameters")[0]
        who = f"{points[0]}.{'z' if 'axes' in example.text and example.name != 'ring.toml' else 'x'}" if points \
            else example.names("coordinates")[0]
        tries = [(f"{parameter} <= 2", ("E114",)), (f"{who}'' <= 1", ("E115",)),
                 (f"max({who}, 0) <= 1", ("E116",)), (f"|{who}| >= 1", ("E116",)), (f"1 + |{who}| <= 3", ("E116",)),
                 (f"{parameter}' <= 4", ("E103", "E109", "E113")),
                 (f"[{who}, 0, 0] <= [1, 0, 0]", ("E113",)), (f"dot({who}, 1) <= 3", ("E113", "E117")),
                 (f"{who} <= 1 >= 0", ("E105",)), (f"foo({who}) = 0", ("E117", "E103"))]
        if points:
            tries += [(f"{points[0]} <= 1", ("E113",)), (f"{points[0]}*{points[0]} <= 1", ("E113",)),
                      (f"1/{points[0]} <= 1", ("E113",))]
        for text, codes in tries:
            yield Mutation(f"cannot be: {text}", example.put(token, f'"{text}"'), codes, token.line,
                           (token.column, token.column + len(text) + 1))


def quotes(example):
    for entry in example.entries:
        if len(entry.value) != 1 or entry.value[0].kind != "text":
            continue
        token = entry.value[0]
        rest = (entry.key.column, len(example.lines[token.line - 1]) + 2)
        inner = token.text[1:-1]
        yield Mutation("no closing quote", example.put(token, token.text[:-1]), ("E108",), token.line, rest)
        yield Mutation("no opening quote", example.put(token, token.text[1:]), ("E108",), token.line, rest)
        yield Mutation("closed with '", example.put(token, f"\"{inner}'"), ("E108",), token.line, rest)
        yield Mutation("no quotes", example.put(token, inner), ("E108",), token.line, rest)
        yield Mutation("printer's quotes", example.put(token, f"\u201c{inner}\u201d"), ("E108",), token.line,
                       (token.column, token.column))
        if "'" in inner:
            end = token.column + 1 + inner.index("'")
            yield Mutation("single quotes", example.put(token, f"'{inner}'"), ("E101",), token.line,
                           (token.column, end))


def brackets(example):
    for token in example.tokens:
        row = example.lines[token.line - 1]
        if token.text not in ("[", "]", "{", "}"):
            continue
        head = row.startswith("[")
        inside = [entry for entry in example.entries if token in entry.value]
        if not head and not inside:
            continue
        columns = (1, len(row) + 1)
        yield Mutation(f"no {token.text} in {row}", example.put(token, ""),
                       ("E108",) if not head or not row.startswith("[[") else ("E108", "E113", "E112"), token.line,
                       columns)
        if not head:
            other = {"[": "{", "{": "[", "]": "}", "}": "]"}[token.text]
            yield Mutation(f"{other} for {token.text} in {row}", example.put(token, other), ("E108",), token.line,
                           columns)


def units(example):
    for entry in example.entries:
        for token in entry.value:
            found = re.fullmatch(r'"(-?[\d.]+) ([a-z].*)"', token.text)
            if not found or entry.value[0].text == "{":
                continue
            number, unit = found.groups()
            columns = (token.column, token.end + 6)

            def changed(text, codes):
                return Mutation(f"unit in \"{text}\"", example.put(token, f'"{text}"'), codes, token.line, columns)

            yield changed(f"{number} zz", ("E107", "E109", "E103"))
            yield changed(f"{number} {unit}/", ("E107", "E109"))
            yield changed(f"{number} {unit}^x", ("E107", "E109"))
            yield changed(f"{number} {unit} {unit}q", ("E107", "E109", "E103"))
            if entry.path[-1] in ("mass", "until"):
                yield changed(f"{number} K", ("E107",))


def units_that_differ(example):
    """A parameter with another unit is found where it first meets a different one."""
    used = {}
    for entry, token in example.texts():
        for part in formula_tokens(token) if entry.path[-1] in ("at", "velocity", "gravity", "holds") else ():
            used.setdefault(part.text, token)
    for name in example.names("parameters") if '"1.0 m"' in example.text else ():
        token = used[name]
        text = example.put_value(example.find("parameters", name), '"3 kg"')
        yield Mutation(f"{name} is 3 kg in {token.text}", text, ("E107",), token.line, (token.column, token.end))


WRONG_TYPES = {
    ("masses", "mass"): ("true", "[1]", "1979-05-27"),
    ("masses", "at"): ("1", "[1, 2]", "[0, 0, true]", "true", "[0, 0, 0, 0]", "[[0, 0, 0], 0, 0]", '"2"'),
    ("masses", "velocity"): ("0", "[]", "{ x = 1 }"),
    ("masses", "axes"): ("3", '["x"]'),
    ("coordinates", "start"): ("true", "[0]"),
    ("coordinates", "rate"): ("false", "{ is = 1 }"),
    ("constraints", "holds"): ("5", "true", '["a", "b"]', "{ a = 1 }"),
    ("constraints", "restitution"): ("true", "[0.5]"),
    ("constraints", "for"): ("3", '["p in line"]'),
    ("energy", "kinetic"): ("1", "true"),
    ("forces", "gravity"): ("-9.81", "[0, -9.81]", "true"),
    ("force", "along"): ("1", "true"),
    ("force", "value"): ("true", "[1, 2, 3]"),
    ("force", "vector"): ("1", "[1, 2]"),
    ("impulse", "at"): ("true", "[1]"),
    ("impulse", "vector"): ("1", "[1, 2]"),
    ("run", "until"): ("true", "[5]", "{ s = 5 }"),
    ("expect", "event"): ("1", "true"),
    ("expect", "of"): ("1", '["floor"]'),
    ("expect", "number"): ("1.5", '"1"', "true"),
    ("expect", "count"): ("0.5", '"none"'),
    ("expect", "at"): ("true", "[1]"),
    ("expect", "is"): ("true", "[1]"),
    ("expect", "always"): ("true",),
    ("expect", "within"): ("true", "[1e-3]"),
    ("expect", "value"): ("4", "true"),
    ("expect", "after"): ("1", '"p.x"'),
    ("expect", "impulse"): ("1", "[1]"),
    ("", "title"): ("1", "true"),
    ("", "notes"): ("[1]",),
    ("", "source"): ("1899",),
    ("generate", "segments"): ("1.5", '"4"'),
    ("generate", "mass"): ("true",),
    ("generate", "name"): ("1",),
}


def wrong_types(example):
    for entry in example.entries:
        if not entry.is_word_of_ours:
            if entry.table == "parameters":
                for value in ("true", "[1]", "{ m = 1 }", "1979-05-27"):
                    yield Mutation(f"{entry.path[1]} = {value}", example.put_value(entry, value), ("E113",),
                                   entry.key.line, (entry.value[0].column, entry.value[0].column + len(value)))
            continue
        for value in WRONG_TYPES.get((entry.table, entry.path[-1]), ()):
            yield Mutation(f"{entry.path[-1]} = {value}", example.put_value(entry, value), ("E113",), entry.key.line,
                           (entry.value[0].column, entry.value[0].column + len(value)))
    for text, line in (("fixed = 1", "mass"), ("draw = 1", "mass"), ("label = 2", "mass"), ("redundant = \"yes\"",
                       "holds"), ("draw = \"no\"", "holds"), ("from = true", "holds"), ("tolerance = true", "until"),
                       ("max_events = 1.5", "until"), ("method = 1", "until"), ("start = true", "until"),
                       ("settle = []", "until"), ("periodic = 1", "start"), ("unit = 1", "start")):
        for entry in example.entries:
            begins = example.lines[entry.key.line - 1].startswith(line)
            if entry.path[-1] == line and entry.table != "generate" and entry.is_word_of_ours and begins:
                number = entry.key.line + 1
                yield Mutation(text, example.add_line(number - 1, text), ("E113",), number,
                               (text.index("=") + 2, len(text) + 1))
                break
    yield Mutation("include is no list", example.add_line(1, 'include = "a.toml"'), ("E113",), 2, (11, 20))
    yield Mutation("include of numbers", example.add_line(1, "include = [1]"), ("E113",), 2, (11, 13))


WRONG_NUMBERS = {
    ("masses", "mass"): (("-1", ("E120",)), ("nan", ("E120",)), ("inf", ("E120",)), ('"1/0"', ("E120", "E310"))),
    ("masses", "at"): (("[inf, 0, 0]", ("E120",)), ("[0, nan, 0]", ("E120",)), ('["0/0", 0, 0]', ("E120", "E310"))),
    ("masses", "velocity"): (("[0, 0, -inf]", ("E120",)),),
    ("masses", "axes"): (('"xw"', ("E120",)), ('"xx"', ("E120",)), ('""', ("E120",))),
    ("coordinates", "start"): (("inf", ("E120",)), ('"sqrt(-1)"', ("E120", "E310"))),
    ("coordinates", "rate"): (("nan", ("E120",)),),
    ("constraints", "restitution"): (("1.5", ("E118",)), ("-0.1", ("E118",)), ("nan", ("E118", "E120")),
                                    ('"2 - 4*e"', ("E118",))),
    ("forces", "gravity"): (("[0, 0, nan]", ("E120",)),),
    ("run", "until"): (("-1", ("E120",)), ("0", ("E120",)), ("inf", ("E120",)), ("nan", ("E120",))),
    ("expect", "number"): (("0", ("E120",)), ("-2", ("E120",)), ("99999999999", ("E120", "E113"))),
    ("expect", "count"): (("-1", ("E120",)),),
    ("expect", "within"): (("-1e-3", ("E120",)), ("nan", ("E120",))),
    ("expect", "at"): (("inf", ("E120",)),),
    ("", "zwang"): (("0", ("E100",)), ("2", ("E100",)), ("-1", ("E100",)), ("1.5", ("E100", "E113")),
                    ('"1"', ("E100", "E113")), ("99999999999", ("E100",))),
    ("generate", "segments"): (("0", ("E119", "E120")), ("-3", ("E119", "E120")), ("2000000000", ("E110", "E119"))),
    ("generate", "slack"): (("-0.5", ("E119", "E120")),),
    ("generate", "mass"): (("-1", ("E119", "E120")),),
    ("impulse", "at"): (("inf", ("E120",)),),
}


def wrong_numbers(example):
    for entry in example.entries:
        if entry.table == "parameters":
            for value, codes in (("inf", ("E120",)), ("nan", ("E120",)), ('"1/0"', ("E120", "E310")),
                                 ("1e999", ("E120", "E108"))):
                yield Mutation(f"{entry.path[1]} = {value}", example.put_value(entry, value), codes, entry.key.line,
                               (entry.value[0].column, entry.value[0].column + len(value)))
        if not entry.is_word_of_ours:
            continue
        for value, codes in WRONG_NUMBERS.get((entry.table, entry.path[-1]), ()):
            yield Mutation(f"{entry.path[-1]} = {value}", example.put_value(entry, value), codes, entry.key.line,
                           (entry.value[0].column, entry.value[0].column + len(value)))
    line = example.find("run", "until").key.line + 1
    for text, code in (("tolerance = 1", "E120"), ("tolerance = 0", "E120"), ("tolerance = -1e-9", "E120"),
                       ("tolerance = nan", "E120"), ("max_events = 0", "E120"), ("max_events = -5", "E120"),
                       ('method = "event"', "E120"), ('start = "as givn"', "E120"), ('settle = "jmup"', "E120"),
                       ('problem = "straitest"', "E120"), ('method = "step"', "E120"),
                       ("from = 100", "E120")):
        wrong = example.find("run", "until").key.line if text.startswith("from") else line
        yield Mutation(text, example.add_line(line - 1, text), (code,), wrong,
                       () if text.startswith("from") else (text.index("=") + 2, len(text) + 1))


def names_twice(example):
    for head in example.heads:
        if len(head) > 1:
            row = example.lines[head[0].line - 1]
            number = len(example.lines) + 1
            yield Mutation(f"{row} twice", "\n".join(example.lines + [row, "label = \"x\""]), ("E108", "E112"), number,
                           (1, len(row)))
            for word in ("t", "pi", "sin", "all"):
                if head[0].text != "constraints":
                    yield Mutation(f"{head[0].text}.{word}", example.put(head[1], word), ("E112",), head[1].line,
                                   (head[1].column, head[1].column + len(word) - 1))
    parameters = [entry for entry in example.entries if entry.table == "parameters"]
    for entry in parameters:
        row = example.lines[entry.key.line - 1]
        yield Mutation(f"{row} twice", example.add_line(entry.key.line, row), ("E108", "E112"),
                       entry.key.line + 1, (1, len(row)))
        for word in ("t", "pi", "cos", "in"):
            yield Mutation(f"parameter {word}", example.add_line(entry.key.line, f"{word} = 1"), ("E112",),
                           entry.key.line + 1, (1, len(word)))
        for name in example.names("masses", "coordinates")[:1]:
            where = next((head[1] for head in example.heads if len(head) > 1 and head[1].text == name), None) or \
                next(e.key for e in example.entries if e.path[1:] == (name,))
            yield Mutation(f"parameter and mass {name}", example.add_line(entry.key.line, f"{name} = 1"),
                           ("E112",), where.line + 1, (where.column, where.end - 1))
    for head in example.heads:
        if head[0].text == "constraints" and len(head) > 1:
            name = example.names("masses", "coordinates")[0]
            yield Mutation(f"constraint {name}", example.put(head[1], name), ("E112",), head[1].line,
                           (head[1].column, head[1].column + len(name) - 1))


def missing_keys(example):
    def dropped(line):
        return "\n".join(example.lines[:line - 1] + example.lines[line:])

    for entry in example.entries:
        row = example.lines[entry.key.line - 1]
        code = "E100" if entry.path == ("zwang",) else "E111"
        if entry.path[-1] not in ("mass", "holds", "until", "zwang", "along", "value", "event", "kinetic", "kind",
                                  "name", "from", "to", "segments", "vector", "on", "always", "is"):
            continue
        if entry.table == "masses" and "mass" != entry.path[-1] or entry.table == "constraints" and "holds" != \
                entry.path[-1]:
            continue
        if row.startswith(entry.key.text):
            yield Mutation(f"no '{entry.path[-1]}' in {'.'.join(entry.path[:-1])}", dropped(entry.key.line), (code,),
                           entry.header if entry.path[-1] != "zwang" else 1, before=())
        elif row[entry.key.column - 3:].startswith("{ "):
            last = entry.value[-1]
            rest = example.text[last.at + len(last.text):].lstrip(", ")
            yield Mutation(f"no '{entry.path[-1]}' in {'.'.join(entry.path[:-1])}",
                           example.text[:entry.key.at] + rest, (code,), entry.key.line)
    run = next(head for head in example.heads if head[0].text == "run")
    own = [entry.key.line for entry in example.entries if entry.table == "run"]
    rest = [line for i, line in enumerate(example.lines, 1) if i != run[0].line and i not in own]
    yield Mutation("no [run]", "\n".join(rest), ("E111",), 1)


def unknown_tables(example):
    last = len(example.lines)
    for table, code, word in (("[frobnicate]", "E102", "frobnicate"), ("[[robots]]", "E102", "robots"),
                              ("[mass.bob]", "E102", "mass"), ("[constraint.a]", "E102", "constraint"),
                              ("[[generator]]", "E102", "generator"), ("[Run]", "E102", "Run"),
                              ("[expect]", "E113", ""), ("[force]", "E113", ""), ("[[output]]", "E113", "")):
        if table[1:-1] in [head[0].text for head in example.heads]:
            continue
        at = table.index(word) + 1
        yield Mutation(f"table {table}", "\n".join(example.lines + [table, "x = 1"]), (code,), last + 1,
                       (at, at + len(word) - 1) if word else (1, len(table)))
    for head in example.heads:
        row = example.lines[head[0].line - 1]
        if row.startswith("[["):
            if sum(other[0].text == head[0].text for other in example.heads) == 1:
                text = example.put_line(head[0].line, row.replace("[[", "[").replace("]]", "]"))
                yield Mutation(f"[{head[0].text}] for [[{head[0].text}]]", text, ("E113",), head[0].line)
        elif len(head) == 1:
            yield Mutation(f"[[{head[0].text}]]", example.put_line(head[0].line, f"[[{head[0].text}]]"), ("E113",),
                           head[0].line)


# How many of each kind are taken, spread evenly over the examples.
KINDS = {misspelt_keys: 70, misspelt_heads: 20, misspelt_names: 80, misspelt_words: 25, missing_signs: 30,
         broken_formulas: 70, relations: 30, constraints_that_cannot_be: 40, quotes: 40, brackets: 40, units: 25,
         units_that_differ: 11, wrong_types: 60, wrong_numbers: 60, names_twice: 40, missing_keys: 45,
         unknown_tables: 25}


def spread(found, most):
    if len(found) <= most:
        return found
    return [found[i * len(found) // most] for i in range(most)]


def mutations():
    examples = []
    for path in sorted((ROOT / "examples").glob("*.toml")):
        text = path.read_text(encoding="utf-8").rstrip("\n")
        # no mass of its own: families stand in MORE, and KEYS knows no bodies
        if path.name == "net.toml" or "[bodies." in text:
            continue
        examples.append(Example(path.name, text + MORE if path.name == "pendulum.toml" else text))
    for kind, most in KINDS.items():
        found, seen = [], set()
        for example in examples:
            for mutation in kind(example):
                mutation.name = example.name
                if mutation.text not in seen:
                    found.append(mutation)
                seen.add(mutation.text)
        yield from spread(found, most)
    for example in examples:
        yield Mutation("nothing is wrong", example.text, (), 0, name=example.name)


def judge(mutation, code, said):
    """What is wrong with the answer, or nothing."""
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"no answer within {SLOWEST} s"
    if not mutation.codes:
        return "" if code == 0 else "a model that is right is refused"
    if code != 1:
        return f"exit code {code}"
    try:
        mistakes = json.loads(said)["mistakes"]
    except (ValueError, KeyError):
        return "no JSON"
    mistakes = [one for one in mistakes if (one["code"], one["line"]) not in mutation.before or
                one["code"] in mutation.codes]
    if not mistakes:
        return "no mistake is told"
    first = mistakes[0]
    if first["code"] not in mutation.codes:
        return "another code"
    if first["line"] != mutation.line or first["file"] != mutation.name:
        return "another line"
    if mutation.columns and not mutation.columns[0] <= first["column"] <= mutation.columns[1]:
        return "another column"
    if first["end_column"] <= first["column"]:
        return "nothing is marked"
    if mutation.hint and not re.search(rf"'{re.escape(mutation.hint)}['.]", first["hint"]):
        return "the hint does not name it"
    return ""


def main():
    command = sys.argv[1]
    everything = "--all" in sys.argv  # not only the sample

    def ask(numbered):
        number, mutation = numbered
        place = pathlib.Path(folder) / str(number)
        place.mkdir()
        (place / mutation.name).write_text(mutation.text, encoding="utf-8")
        run = subprocess.run(["prlimit", f"--cpu={SLOWEST}", command, "check", "--json", mutation.name], cwd=place,
                             capture_output=True, text=True, check=False, timeout=60)
        return mutation, judge(mutation, run.returncode, run.stdout), run.stdout + run.stderr

    if everything:
        KINDS.update({kind: 10**6 for kind in KINDS})
    failed = count = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutation, wrong, said in pool.map(ask, enumerate(mutations())):
            count += 1 if mutation.codes else 0
            if wrong:
                failed += 1
                print(f"--- {mutation.name}: {mutation.what}: {wrong}\n    wanted {'/'.join(mutation.codes)} in line "
                      f"{mutation.line}, columns {mutation.columns}, hint '{mutation.hint}'\n    {said.strip()}")
    print(f"{count} mutations, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
