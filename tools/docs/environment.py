# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The Python environment of the site generator: made once, and again if requirements.txt changes."""
import pathlib
import shutil
import subprocess
import sys

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")


class Missing(Exception):
    """Something that the site needs is not there."""


def environment(folder):
    """The interpreter of an environment in this folder that has the pinned packages."""
    made_for = folder / "made-for.txt"
    wanted = f"{sys.version}\n{REQUIREMENTS.read_text(encoding='utf-8')}"
    if not made_for.exists() or made_for.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        _run("python3-venv", sys.executable, "-m", "venv", "--system-site-packages", folder)
        _run("packages from PyPI (tools/docs/requirements.txt)", folder / "bin/pip", "install", "--quiet", "--timeout", "20",
             "--retries", "1", "--disable-pip-version-check", "-r", REQUIREMENTS)
        made_for.write_text(wanted, encoding="utf-8")
    return folder / "bin/python"


def _run(what, *words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise Missing("\n".join([f"not there: {what}", *done.stdout.strip().splitlines()[-2:]]))
