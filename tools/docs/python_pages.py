# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The Python reference: what the package exports, page by page, from its docstrings."""
import re

from paths import ROOT, write

# Page, what it is about, and what it documents.
PAGES = (
    ("model", "Models", "A model, built in Python or read from a file.", ("Model", "ModelFile", "read")),
    ("named", "Bodies, joints, groups", "What a model hands out.", ("Body", "Joint", "Group")),
    ("run", "Runs", "A motion with its rows, its events and its certificate.", ("Run", "Instant", "open", "content_hash")),
    ("sweep", "Sweeps", "One model, many runs.", ("sweep",)),
    ("minimum", "Minimum problems", "Gauss's minimum problem as such.", ("minimum", "Minimum")),
    ("singular", "Singular integrals", "Maurer's singular integrals of x' = X(x, t).", ("SingularIntegral",)),
    ("expression", "Expressions", "Formulas written with Python's operators.",
     ("Expression", "Coordinate", "Point", "Constraint", "t", "pi", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
      "exp", "log", "sqrt", "step", "smooth", "dot", "cross")),
    ("error", "Errors", "The only exception of the package.", ("Error",)),
)
# In the compiled module, which is not imported here.
COMPILED = {"content_hash": "content_hash(path: str) -> str\n\n   A hash of what a result contains, by which two results can be compared; "
            "``zwang audit --hash`` prints it."}


def exported():
    text = (ROOT / "python/zwang/__init__.py").read_text(encoding="utf-8")
    return set(re.findall(r'"(\w+)"', text.split("__all__")[1])) - {"__version__"}


def entry(name):
    if name in COMPILED:
        return f".. py:function:: {COMPILED[name]}\n"
    if name[0].isupper():
        return f".. autoclass:: {name}\n   :members:\n   :inherited-members: Exception\n   :undoc-members:\n"
    return f".. {'autodata' if name in ('t', 'pi') else 'autofunction'}:: {name}\n"


def python_pages(source):
    listed = {name for page in PAGES for name in page[3]}
    if listed != exported():
        raise SystemExit(f"tools/docs/python_pages.py: PAGES and zwang.__all__ differ in {', '.join(sorted(listed ^ exported()))}")
    for page, title, what, names in PAGES:
        entries = "\n".join(entry(name) for name in names)
        write(source / f"reference/python/{page}.md", f"# {title}\n\n{what}\n\n```{{eval-rst}}\n.. py:currentmodule:: zwang\n\n{entries}```\n")
    rows = "".join(f"| [{title}]({page}.md) | {', '.join(f'`{name}`' for name in names)} |\n" for page, title, _, names in PAGES)
    write(source / "reference/python/index.md", "# Python reference\n\nWhat `import zwang` provides. [Python](../../python.md) introduces "
          f"the package with examples.\n\n| page | names |\n| --- | --- |\n{rows}\n"
          "```{toctree}\n:hidden:\n\n" + "\n".join(page[0] for page in PAGES) + "\n```\n")
    return len(listed)
