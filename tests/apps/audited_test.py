#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""The audit agrees with every case and example that is run, and is linked with nothing that computes.

Usage: audited_test.py ZWANG ZWANG-AUDIT LAYER,LAYER,... [without PATTERN]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def solvers(layers):
    """The layers that compute, among those that the audit is linked with."""
    assert "audit" in layers and "result" in layers, f"no list of layers: {layers}"
    return sorted(set(layers) & {"minimum", "gauss", "arc", "motion", "analysis"})


def main():
    zwang, audit = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    failed = 0
    for layer in solvers(sys.argv[3].split(",")):
        failed += 1
        print(f"--- the audit is linked with {layer}")
    models = [path for folder in ("examples", "cases/reference", "cases/motion", "cases/failures")
              for path in sorted((ROOT / folder).glob("*.toml"))]
    if len(sys.argv) > 5:
        models = [path for path in models if not re.search(sys.argv[5], str(path))]
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "result.zw"
        for path in models:
            result.unlink(missing_ok=True)
            run = subprocess.run([zwang, "run", path, "-o", result, "-qq"], capture_output=True, text=True,
                                 check=False)
            if run.returncode == 4:
                failed += 1
                print(f"--- {path.relative_to(ROOT)}: not certified")
            if run.returncode != 0:  # a motion that could not go on
                continue
            number += 1
            told = subprocess.run([audit, result], capture_output=True, text=True, check=False)
            if told.returncode != 0:
                failed += 1
                wrong = [line for line in (told.stdout + told.stderr).splitlines() if "<=" not in line]
                print(f"--- {path.relative_to(ROOT)} (run {run.returncode})\n" + "\n".join(wrong))
    print(f"{number} results audited, {failed} wrong")
    sys.exit(failed > 0 or number < 100)


main()
