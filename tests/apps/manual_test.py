#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""The man pages: one for each verb, every option of --help in it, and no warning of groff where it is there.

Usage: manual_test.py ZWANG FOLDER
"""

import pathlib
import re
import shutil
import subprocess
import sys


def told(*words):
    return subprocess.run([*words, "--help"], capture_output=True, text=True, check=True).stdout


def shown(page):
    """The page as a person reads it, and what was wrong with it."""
    if not shutil.which("groff"):
        return re.sub(r"\\f[BIPR]", "", page.read_text(encoding="utf-8")).replace("\\-", "-"), ""
    run = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-cbou", "-rLL=300n", str(page)], capture_output=True, text=True, check=False)
    return run.stdout, run.stderr


def main():
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    verbs = re.findall(r"^  (\w+) {2,}\S", told(command).split("start here")[0], re.M)
    faults, options = [], 0
    pages = sorted(page.name for page in folder.iterdir())
    if pages != sorted(["zwang.1"] + [f"zwang-{verb}.1" for verb in verbs]):
        faults.append(f"the pages are {pages}")
    for page in sorted(folder.glob("*.1")):
        text, wrong = shown(page)
        if wrong:
            faults.append(f"{page.name}: {wrong}")
        verb = page.stem.partition("-")[2]
        wanted = re.findall(r"^ {2,6}(-\S+(?:, --\S+)?)", told(command, verb), re.M) if verb else verbs
        options += len(wanted) if verb else 0
        faults += [f"{page.name} does not show {one}" for one in wanted if not re.search(rf"^ +{re.escape(one)}(?!\w)", text, re.M)]
    print("\n".join(faults + [f"{len(pages)} pages, {options} options, {len(faults)} wrong"]))
    return 1 if faults or options < 80 else 0


if __name__ == "__main__":
    sys.exit(main())
