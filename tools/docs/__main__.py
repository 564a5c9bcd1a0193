# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site without a warning: the pages of docs/, a page for each verb from its --help, the reference
of C++ from the headers and of Python from the docstrings, and the report of every example. The built pages fetch nothing.

Needs doxygen, python3-venv, python3-numpy, and once the packages of requirements.txt from PyPI, which it keeps in OUT/venv.
Ends with 77 if one of them is not there.

Usage: python3 tools/docs [ZWANG [OUT]]     the command, build/dev/apps/zwang/zwang; the folder, build/docs
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from environment import Missing, environment
from gallery import Reports
from headers import cpp_pages, doxygen_xml, public_headers
from pages import copied
from paths import ROOT
from python_pages import python_pages
from verbs import verb_pages


def version():
    return re.search(r"VERSION (\d+\.\d+\.\d+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)


def sphinx(python, out):
    """Whether Sphinx has built the site without a warning."""
    told = dict(os.environ, ZWANG_VERSION=version(), ZWANG_XML=str(out / "doxygen/xml"), ZWANG_PYTHON=str(ROOT / "python"), LC_ALL="C.UTF-8",
                PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([python, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", out / "trees", out / "source", out / "html"],
                          env=told, check=False).returncode == 0


def fetched(html):
    """What a page or a style would fetch from elsewhere."""
    patterns = {".html": r'(?:src|<link[^>]*href)="(https?:[^"]+)"', ".css": r"(?:url\(|@import )[\"']?(https?:[^\"')]+)"}
    for path in html.rglob("*"):
        if path.suffix in patterns:
            for link in re.findall(patterns[path.suffix], path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(html)}: {link}"


def built(command, out):
    began = time.monotonic()
    if not shutil.which("doxygen"):
        raise Missing("not there: doxygen")
    if not importlib.util.find_spec("numpy"):  # the Python package imports it
        raise Missing("not there: python3-numpy")
    python = environment(out / "venv")
    for folder in ("source", "doxygen", "trees", "html"):
        shutil.rmtree(out / folder, ignore_errors=True)
    source, headers, reports = out / "source", public_headers(), Reports(command, out / "reports")
    copied(source, reports.possible())
    verbs, names = verb_pages(command, source), python_pages(source)
    cpp_pages(headers, source)
    doxygen_xml(headers, out / "doxygen")
    if not sphinx(python, out):
        return 1
    count = reports.into(out / "html/gallery")
    outside = list(fetched(out / "html"))
    pages = len(list((out / "html").rglob("*.html"))) - count
    print("\n".join(outside + [f"{pages} pages, {verbs} verbs, {len(headers)} headers, {names} names of Python, {count} reports, "
                               f"{time.monotonic() - began:.0f} s: {out}/html/index.html"]))
    return 1 if outside else 0


def main():
    words = sys.argv[1:]
    if len(words) > 2 or words[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 2
    command = pathlib.Path(words[0] if words else ROOT / "build/dev/apps/zwang/zwang").resolve()
    try:
        return built(command, pathlib.Path(words[1] if len(words) > 1 else ROOT / "build/docs").resolve())
    except Missing as missing:
        print(missing)
        return 77


if __name__ == "__main__":
    sys.exit(main())
