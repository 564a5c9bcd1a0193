# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The live gallery: the report of every example, and links to it from the gallery of the site."""
import concurrent.futures
import hashlib
import re
import shutil
import subprocess
import tempfile

from paths import ROOT

WITHOUT_VIEWER = "this program cannot make reports"


def examples():
    return sorted((ROOT / "examples").glob("*.toml"))


def report(command, key, model, kept):
    """The report of a model by the program with this key, made once; None if the program makes none."""
    made = kept / f"{model.stem}-{hashlib.sha256(key + model.read_bytes()).hexdigest()[:16]}.html"
    if made.exists():
        return made
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([command, "run", model, "-q", "-f", f"--report={model.stem}.html"], cwd=scratch, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if WITHOUT_VIEWER in done.stdout:
            return None
        if done.returncode:
            raise SystemExit(f"{model}: {done.stdout}")
        shutil.copy(f"{scratch}/{model.stem}.html", made)
    return made


class Reports:
    """Reports that are made while the pages are."""

    def __init__(self, command, kept):
        kept.mkdir(parents=True, exist_ok=True)
        with open(command, "rb") as program:
            key = hashlib.file_digest(program, "sha256").digest()
        self.kept = kept
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        self.made = {model.stem: self.pool.submit(report, command, key, model, kept) for model in examples()}

    def possible(self):
        """Whether the program was built with the viewer."""
        return next(iter(self.made.values())).result() is not None

    def into(self, folder):
        """Puts them into the site; returns how many."""
        folder.mkdir(parents=True, exist_ok=True)
        found = {name: made.result() for name, made in self.made.items()}
        for name, path in found.items():
            if path:
                shutil.copy(path, folder / f"{name}.html")
        for old in set(self.kept.iterdir()) - set(found.values()):
            old.unlink()
        return sum(path is not None for path in found.values())


def live(text, reports):
    """The gallery with each model in place and, if there are reports, a link to its report."""
    def shown(match):
        name = match.group(1)
        model = (ROOT / f"examples/{name}.toml").read_text(encoding="utf-8")
        link = f"```{{button-link}} gallery/{name}.html\n:color: primary\n:outline:\n\nLive report\n```\n\n" if reports else ""
        return f"(example-{name})=\n{link}````{{dropdown}} examples/{name}.toml\n```toml\n{model}```\n````\n"
    made, count = re.subn(r"^Model: \[[^\]]*\]\(\.\./examples/([\w-]+)\.toml\)$", shown, text, flags=re.M)
    if count != len(examples()):
        raise SystemExit(f"docs/gallery.md links {count} of {len(examples())} models with a line 'Model: [...](...)'")
    return made
