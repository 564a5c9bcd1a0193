#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Every block of code in README.md, docs/*.md and docs/howto/*.md is run or checked, every link between pages and to files exists.

toml     a whole model: `zwang check`, and `zwang run` if it says until when; a minimum problem: `zwang minimum`. <!-- file: NAME --> before it keeps it for
         the commands below; <!-- mistake: E103 --> says that the check must answer with that code (both: with a comma).
sh       lines that begin with `zwang` are run, in order, in a folder of the page with the examples in it. They must end
         with 0, or with N after <!-- exit: N -->.
sql      asked of the result that <!-- of: NAME.zw --> names, which a command above has written.
python   run, all blocks of a page in order.
cpp      a whole program must compile; so must fragments, all of a page in one file: <!-- fragment: DECLARATIONS -->
         before one says what it may use. <!-- part of: FILE --> says in which file its lines stand, in order.
xml      a robot; <!-- file: NAME --> before it keeps it for the commands below.
text     what is no code. After <!-- prints --> its lines are those of the sh or python block above; "..." leaves some out,
         and what a run needed of time is not compared.
{...}    directives of the site.

A program that was built without Node.js cannot make reports: what needs one is left out, and the last line says how often.

Any other block needs <!-- not run: WHY --> before it. README.md begins small: its first program in C++ has at most 15
lines, its first in Python 8, its first model 15.

Usage: snippets_test.py ZWANG [PYTHONPATH [COMPILER]] [--only PAGE]     command.md, howto/index.md, 'howto/*.md'
"""

import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^<!-- (?P<remark>[^\n]*?) -->\n+)?^(?P<fence>```+)(?P<kind>[^\n]*)\n(?P<text>.*?)^(?P=fence)[ ]*$", re.M | re.S)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
MADE = re.compile(r"(\.\./)?(verbs|reference)/")  # pages that tools/docs makes
PATH = re.compile(r"`((?:docs|examples|tests|tools|zwang|cases|cmake|bench|apps|python|web)/[\w./-]+\.(?:md|toml|cpp|hpp|py|json|txt|csv))`")
LARGEST = {"cpp": 15, "python": 8, "toml": 15}
faults = []


def fault(page, line, told):
    faults.append(f"{page.relative_to(ROOT)}:{line}: {told}")


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def in_order(wanted, source):
    rest = iter(source)
    return all(line in rest for line in wanted)


def reportless(told):
    """Whether a command or program failed only because it was built without the HTML report."""
    if told.returncode == 0 or "this program cannot make reports" not in told.stdout:
        return False
    counts["without report"] = counts.get("without report", 0) + 1
    return True


def timeless(line):
    return re.sub(r"\s+", " ", re.sub(r"\b(in|wall) [\d.e-]+ s\b", r"\1 ... s", line)).strip()


class Page:
    """One page with its folder, in which its commands are run one after the other."""

    def __init__(self, path, scratch):
        self.path, self.folder = path, scratch
        self.text = path.read_text(encoding="utf-8")
        self.printed, self.cut_short = "", False  # so far by the last block; whether it had no report to make
        self.python, self.fragments = [], []
        self.first = {}
        for source in sorted((ROOT / "examples").glob("*.toml")):
            shutil.copy(source, scratch)
        shutil.copytree(ROOT / "examples", scratch / "examples")
        self.environment = dict(os.environ, PATH=f"{pathlib.Path(command).parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8",
                                COLUMNS="80", NO_COLOR="1", MPLBACKEND="Agg", PYTHONPATH=modules,
                                PYTHONDONTWRITEBYTECODE="1")

    def ran(self, words, **how):
        return subprocess.run(words, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False, **how)

    def look(self):
        for match in BLOCK.finditer(self.text):
            line = self.text.count("\n", 0, match.start("fence")) + 1
            self.block(line, match["kind"].strip(), match["text"], match["remark"] or "")
        self.run_python()
        self.compile_fragments()
        self.links()

    def block(self, line, kind, text, remark):
        if self.path.name == "README.md" and kind in LARGEST and kind not in self.first:
            self.first[kind] = text.count("\n")
            if text.count("\n") > LARGEST[kind]:
                fault(self.path, line, f"the first {kind} has {text.count(chr(10))} lines, at most {LARGEST[kind]} are allowed")
        counts[kind if kind in ("toml", "sh", "sql", "python", "cpp", "text") else "other"] += 1
        if kind.startswith("{") or remark.startswith("not run: "):
            return
        looks = {"toml": self.toml, "sh": self.sh, "sql": self.sql, "python": self.keep_python, "cpp": self.cpp, "xml": self.xml,
                 "text": self.output}
        if kind not in looks:
            fault(self.path, line, f"a block of the kind '{kind}' is neither run nor said not to be")
            return
        looks[kind](line, text, remark)

    def toml(self, line, text, remark):
        named = re.search(r"\bfile: ([\w.-]+)", remark)
        model = self.folder / (named.group(1) if named else f"model_{line}.toml")
        model.write_text(text, encoding="utf-8")
        wrong = re.search(r"\bmistake: (\w+)", remark)
        is_problem = re.search(r"^\[(?:minimum|rows)\]", text, re.M)
        told = self.ran([command, "minimum" if is_problem else "check", model.name])
        if wrong:
            if told.returncode == 0 or f"[{wrong.group(1)}]" not in told.stdout:
                fault(self.path, line, f"is not answered with {wrong.group(1)}:\n{told.stdout}")
            self.printed = told.stdout
            return
        if told.returncode:
            fault(self.path, line, f"is no model:\n{told.stdout}")
        elif re.search(r"^\[run\]|^run\b", text, re.M) and not named:
            told = self.ran([command, "check", "--run", model.name])
            if told.returncode:
                fault(self.path, line, f"does not run:\n{told.stdout}")

    def xml(self, line, text, remark):
        if not remark.startswith("file: "):
            fault(self.path, line, "nothing says what it is called")
        else:
            (self.folder / remark[6:]).write_text(text, encoding="utf-8")

    def sh(self, line, text, remark):
        self.printed, self.cut_short = "", False
        wanted = int(remark.split()[1]) if remark.startswith("exit: ") else 0
        for word in text.replace("\\\n", " ").splitlines():
            if not word.strip() or word.startswith("#"):
                continue
            if not word.startswith("zwang "):
                fault(self.path, line, f"is not run: {word}")
                continue
            told = self.ran(["bash", "-c", word])
            self.printed += told.stdout
            if reportless(told):
                self.cut_short = True
                continue
            if told.returncode != wanted:
                fault(self.path, line, f"ended with {told.returncode}, not {wanted}: {word}\n{told.stdout}")

    def sql(self, line, text, remark):
        result = self.folder / remark.removeprefix("of: ")
        if not remark.startswith("of: ") or not result.exists():
            fault(self.path, line, f"no result to ask: '{remark}'")
            return
        self.printed = ""
        base = sqlite3.connect(result)
        try:
            for question in filter(str.strip, re.sub(r"--.*", "", text).split(";")):
                for row in base.execute(question):
                    self.printed += "|".join(map(str, row)) + "\n"
        except sqlite3.Error as error:
            fault(self.path, line, f"{error}: {text}")
        base.close()

    def keep_python(self, line, text, remark):
        self.printed, self.cut_short = "", False
        self.python.append((line, text))

    def run_python(self):
        if not self.python or not modules:
            return
        program = self.folder / "page.py"
        program.write_text("".join(f"# line {line}\n{text}\n" for line, text in self.python), encoding="utf-8")
        told = self.ran(["/usr/bin/python3", program.name])
        if told.returncode and not reportless(told):
            fault(self.path, self.python[0][0], f"python:\n{told.stdout}")

    def cpp(self, line, text, remark):
        if remark.startswith("part of: "):
            if not in_order(lines(text), lines((ROOT / remark[9:]).read_text(encoding="utf-8"))):
                fault(self.path, line, f"does not stand in {remark[9:]}")
        elif re.search(r"\bint main\(", text):
            self.compiled(line, text)
        elif remark.startswith("fragment:"):
            self.fragments.append((line, text, remark.removeprefix("fragment:").strip()))
        else:
            fault(self.path, line, "is no whole program, and nothing says what it belongs to")

    def compile_fragments(self):
        if not self.fragments:
            return
        heads, bodies = set(), ""
        for line, text, declared in self.fragments:
            heads |= set(re.findall(r"^#include.*$", text, re.M))
            inside = re.sub(r"^#include.*$", "", text, flags=re.M)
            bodies += f"namespace at_{line} {{\n{declared}\nvoid shown() {{\n#line {line + 1} \"{self.path.name}\"\n{inside}\n}}\n}}\n"
        self.compiled(self.fragments[0][0], "#include <zwang/zwang.hpp>\n" + "\n".join(sorted(heads)) + "\nusing namespace zwang;\n" + bodies)

    def compiled(self, line, text):
        if not compiler:
            return
        program = self.folder / f"at_{line}.cpp"
        program.write_text(text, encoding="utf-8")
        told = self.ran([compiler, "-std=c++20", "-fsyntax-only", "-w", "-DFMT_SHARED", "-DEIGEN_MPL2_ONLY", f"-I{ROOT}", "-isystem",
                         "/usr/include/eigen3", program.name])
        if told.returncode:
            fault(self.path, line, f"does not compile:\n{told.stdout[:3000]}")

    def output(self, line, text, remark):
        if remark != "prints" or self.cut_short:
            return
        if not self.printed and self.python:
            if not modules:
                return
            self.run_python_now()
        wanted = [timeless(shown) for shown in lines(text) if shown != "..."]
        if not in_order(wanted, [timeless(told) for told in self.printed.splitlines()]):
            fault(self.path, line, f"is not what is printed:\n{self.printed}")

    def run_python_now(self):
        """What the last block of Python prints, after all blocks before it."""
        program = self.folder / "so_far.py"
        program.write_text("\n".join(text for _, text in self.python), encoding="utf-8")
        self.printed = self.ran(["/usr/bin/python3", program.name]).stdout

    def links(self):
        shown = BLOCK.sub(lambda m: "\n" * m.group().count("\n"), self.text)
        for match in LINK.finditer(shown):
            target = match.group(1).split("#")[0]
            if not target or re.match(r"\w+:", target) or MADE.match(target):
                continue
            counts["links"] += 1
            if not (self.path.parent / target).exists():
                fault(self.path, shown.count("\n", 0, match.start()) + 1, f"{target} does not exist")
        for match in PATH.finditer(shown):
            counts["links"] += 1
            if not (ROOT / match.group(1)).exists():
                fault(self.path, shown.count("\n", 0, match.start()) + 1, f"{match.group(1)} does not exist")


def main():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/howto").glob("*.md"))]
    if only:
        pages = [page for page in pages if page.match(only)]
    for path in pages:
        with tempfile.TemporaryDirectory() as scratch:
            page = Page(path, pathlib.Path(scratch))
            page.look()
        if path.name == "README.md":
            for kind in LARGEST:
                if kind not in page.first:
                    faults.append(f"README.md: no first {kind}")
            print("README.md: first " + ", ".join(f"{kind} {count} lines" for kind, count in page.first.items()))
    print("\n".join(faults + [f"{len(pages)} pages, " + ", ".join(f"{count} {kind}" for kind, count in counts.items())
                              + f", {len(faults)} faults"]))
    return 1 if faults else 0


counts = dict.fromkeys(("toml", "sh", "sql", "python", "cpp", "text", "other", "links"), 0)
only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else None
words = [word for word in sys.argv[1:] if word not in ("--only", only)]
if not words:
    print(__doc__)
    sys.exit(2)
command = str(pathlib.Path(words[0]).resolve())
modules = str(pathlib.Path(words[1]).resolve()) if len(words) > 1 and words[1] else ""
compiler = words[2] if len(words) > 2 else ""
sys.exit(main())
