#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""What the command prints when it is asked for help or used wrongly: the texts of help.md, word for word."""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent / "help.md"


def main():
    command = sys.argv[1]
    version = sys.argv[2]
    failed = 0
    said = re.findall(r"^## `zwang([^`]*)`: (\d+)\n\n```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    for words, code, text in said:
        run = subprocess.run([command, *words.split()], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                             check=False)
        wanted = text.replace("VERSION", version)
        heard, silent = (run.stdout, run.stderr) if code == "0" else (run.stderr, run.stdout)
        if heard != wanted or silent or run.returncode != int(code):
            failed += 1
            print(f"--- zwang{words}: exit {run.returncode}\n{run.stdout}{run.stderr}--- wanted {code}\n{wanted}")
        for line in heard.splitlines():
            if len(line) > 80:
                failed += 1
                print(f"--- zwang{words}: wider than 80: {line}")
    print(f"{len(said)} texts, {failed} wrong")
    return 1 if failed or len(said) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
