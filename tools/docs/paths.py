# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Where things are, and how files are written."""
import filecmp
import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def take_over(made, kept):
    """Puts the folder that was made in place of the one kept; what has not changed keeps its time, so Sphinx need not read it again."""
    for path in made.rglob("*"):
        former = kept / path.relative_to(made)
        if path.is_file() and former.is_file() and filecmp.cmp(path, former, shallow=False):
            shutil.copystat(former, path)
    shutil.rmtree(kept, ignore_errors=True)
    made.rename(kept)
