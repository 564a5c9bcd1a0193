#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Code and output shown in README.md stand in the examples, which run as tests: line for line, in order."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def in_order(wanted, source):
    rest = iter(source)
    return all(line in rest for line in wanted)


def main():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sources = {"cpp": [], "text": []}
    for path in sorted((ROOT / "examples").iterdir()):
        kind = {".cpp": "cpp", ".txt": "text"}.get(path.suffix)
        if kind:
            sources[kind].append(lines(path.read_text(encoding="utf-8")))
    blocks = re.findall(r"```(cpp|text)\n(.*?)```", readme, re.S)
    if not blocks:
        print("README.md shows no example")
        return 1
    missing = [b for kind, b in blocks if not any(in_order(lines(b), s) for s in sources[kind])]
    for block in missing:
        print("not in the examples:\n" + block)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
