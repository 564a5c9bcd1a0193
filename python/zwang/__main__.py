# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""``python3 -m zwang sweep``: what ``zwang sweep --dask ADDRESS`` calls.

The options are those of ``zwang sweep --help``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from . import _zwang
from .error import Error
from .model import read
from .sweeping import collected, order_of


def arguments() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="python3 -m zwang",
        description="Sweeps on a Dask cluster. Everything else: the command zwang, or `import zwang` and help(zwang).",
    )
    parser = whole.add_subparsers(required=True, metavar="VERB").add_parser(
        "sweep", help="run a model over many values of its parameters", description="see zwang sweep --help"
    )
    parser.add_argument("model")
    parser.add_argument("--over", action="append", default=[])
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--want", action="append", default=[])
    parser.add_argument("-s", "--set", action="append", default=[])
    parser.add_argument("-u", "--until")
    parser.add_argument("-m", "--method")
    parser.add_argument("--step")
    parser.add_argument("--tolerance")
    parser.add_argument("-o", "--output")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--dask")
    parser.add_argument("--progress", default="auto")
    parser.add_argument("-f", "--force", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("-q", action="count", default=0)
    return whole


def main() -> int:
    given = arguments().parse_args()
    output = given.output or Path(given.model).stem + ".sweep.zw"
    sheet = output.endswith(".csv")
    choice = {name: getattr(given, name) for name in ("until", "method", "step", "tolerance")}
    choice = {name: text for name, text in choice.items() if text is not None}
    ranges = [_zwang.range_in(text, given.sample > 0) for text in given.over]
    over = {name: values for name, values, _, _ in ranges}
    order = order_of(read(given.model), over=over, want=given.want, set=dict(one.split("=", 1) for one in given.set), **choice)
    if given.sample:
        order["axes"] = []
        order["points"] = _zwang.sampled_points([(low, high) for _, _, low, high in ranges], given.sample, given.seed)
    sweep = _zwang.Sweep(order)
    shown = given.progress == "always" or (given.progress == "auto" and not given.q and sys.stderr.isatty())
    columns = collected(
        sweep, order, None if sheet else output, given.resume, given.force, _zwang.share_in(given.part),
        given.jobs, given.dask, shown,
    )
    if sheet:
        Path(output).write_text(_zwang.sweep_csv(sweep, columns), encoding="utf-8")
    failed = int((columns["code"] != "").sum())
    if given.json:
        print(json.dumps({"zwang": 1, "runs": len(columns["id"]), "failed": failed, "files": [output]}))
    elif not given.q:
        print(f"{len(columns['id'])} runs, {failed} failed\n{output}")
    return 7 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Error as error:
        print(error, file=sys.stderr)
        sys.exit(1)
