# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The C++ reference: the headers that zwang/zwang.hpp includes, as doxygen reads them, one page per layer."""
import re
import subprocess

from paths import ROOT, write

# The arithmetic below formulas: headers because they are templates, not part of the interface.
INNER = ("calculus/apply", "calculus/operation", "calculus/program", "scalars/")
# From what a program meets first to what it rarely meets.
LAYERS = ("model", "system", "motion", "record", "gauss", "model_file", "prepare", "sweep", "report", "plot", "convert", "analysis", "laws", "audit",
          "friction", "stepping", "minimum", "minimum_file", "solid", "linear", "calculus", "arc", "toml", "base")
DOXYFILE = """
PROJECT_NAME = zwang
INPUT = {headers}
RECURSIVE = YES
STRIP_FROM_PATH = {headers}
STRIP_FROM_INC_PATH = {headers}
OUTPUT_DIRECTORY = {out}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
MARKDOWN_SUPPORT = NO
AUTOLINK_SUPPORT = NO
EXTRACT_ALL = YES
HIDE_FRIEND_COMPOUNDS = YES
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_IF_DOC_ERROR = YES
WARN_AS_ERROR = FAIL_ON_WARNINGS
"""


def plain(text):
    """Text in which nothing is a command of doxygen, with `names` as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", re.sub(r"([\\@&$#<>%])", r"\\\1", text))


def block(lines, indent):
    """A block of // comments as doxygen wants it; what is set off by blanks is a formula and stays as it is."""
    out, verbatim = [], False
    for line in lines:
        set_off = line.startswith("   ")
        if set_off != verbatim and line.strip():
            out.append("@verbatim" if set_off else "@endverbatim")
            verbatim = set_off
        out.append(line if verbatim else plain(line.strip()))
    if verbatim:
        out.append("@endverbatim")
    return [indent + "/**"] + [indent + " * " + line for line in out] + [indent + " */"]


def without_namespace(text):
    """Names as a program writes them that uses the namespace zwang."""
    text = re.sub(r"^namespace zwang \{(.*?)^\}  // namespace zwang$", r"\1", text, flags=re.M | re.S)
    return text.replace("zwang::", "")


def for_doxygen(header):
    """The header with its comments marked: the first block is the file's, others belong to what follows them."""
    out, lines, first = [], [], True
    for line in without_namespace((ROOT / header).read_text(encoding="utf-8")).split("\n"):
        comment = re.match(r"^(\s*)//(?: (.*)|())$", line)
        if comment and "SPDX-" not in line:
            lines.append(comment.group(2) or "")
            indent = comment.group(1)
            continue
        if lines:
            made = block(lines, indent)
            if first:
                made.insert(1, f" * @file {header}")
            elif not line.strip():
                made = []  # a remark that belongs to nothing
            out += made
            lines, first = [], False
        out.append(re.sub(r"([;,{]) +// (.*)$", lambda m: f"{m.group(1)} ///< {plain(m.group(2))}", line)
                   if not line.lstrip().startswith("//") else line)
    return "\n".join(out)


def public_headers():
    """What zwang/zwang.hpp includes, and what these include of the project."""
    def included(path):
        return re.findall(r'^#include "(zwang/[\w/]+\.hpp)"', (ROOT / path).read_text(encoding="utf-8"), re.M)
    named = included("zwang/zwang.hpp")
    found = set(named) | {other for path in named for other in included(path)}
    return sorted(path for path in found if not path.startswith(tuple(f"zwang/{inner}" for inner in INNER)))


def doxygen_xml(headers, out):
    """What doxygen reads in the headers, in the folder xml."""
    for header in headers:
        write(out / "headers" / header, for_doxygen(header))
    doxyfile = DOXYFILE.format(headers=out / "headers", out=out)
    subprocess.run(["doxygen", "-"], input=doxyfile, text=True, check=True)


def purposes():
    """What each layer is for, as docs/architecture.md says."""
    lines = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").split("\n")
    end = next(line.index("may include") for line in lines if line.startswith("zwang/"))
    found = (re.match(r"  (\w+)/ +(\S.*)", line[:end].rstrip()) for line in lines)
    return {match.group(1): match.group(2) for match in found if match}


def cpp_pages(headers, source):
    layers, told = {}, purposes()
    for header in headers:
        layers.setdefault(header.split("/")[1], []).append(header)
    unlisted = set(layers) - set(LAYERS)
    if unlisted:
        raise SystemExit(f"tools/docs/headers.py: LAYERS lacks {', '.join(sorted(unlisted))}")
    order = [layer for layer in LAYERS if layer in layers]
    for layer in order:
        text = f"# zwang/{layer}\n\n{told[layer][0].upper() + told[layer][1:]}.\n"
        for header in layers[layer]:
            text += f"\n## {header.split('/')[2]}\n\n```{{eval-rst}}\n.. doxygenfile:: {header}\n   :project: zwang\n```\n"
        write(source / f"reference/cpp/{layer}.md", text)
    rows = "".join(f"| [{layer}]({layer}.md) | {told[layer]} |\n" for layer in order)
    write(source / "reference/cpp/index.md", "# C++ reference\n\nThe headers that `zwang/zwang.hpp` includes, layer by layer. Names are in the "
          "namespace `zwang`, those of `zwang/minimum` in `zwang::minimum`. [C++](../../motion.md) introduces them with examples; "
          f"[Architecture](../../architecture.md) says which layer may include which.\n\n| layer | holds |\n| --- | --- |\n{rows}\n"
          "```{toctree}\n:hidden:\n\n" + "\n".join(order) + "\n```\n")
