# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/ as the site has them: without links to files that it does not have, and with the glossary as a list."""
import re
import shutil

import gallery
from paths import ROOT

DOCS = ROOT / "docs"


def linked(folder, text):
    """Links to models lead to the gallery, those to other files out of docs/ become plain names: the site stands alone."""
    def link(match):
        label, target = match.group(1), match.group(2)
        if re.match(r"\w+:", target):
            return match.group()
        path = (folder / target).resolve()
        if path.is_relative_to(DOCS):
            return match.group()
        if path in gallery.examples():
            return f"[{label}](#example-{path.stem})"
        return f"`{path.relative_to(ROOT)}`"
    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s#]+)(?:#[^)]*)?\)", link, text)


def words_of(*cells):
    """The words of cells such as "**impact** (collision, percussion)" and "*Stoß (Stoss), Aufprall*"."""
    words = (word.strip() for cell in cells for word in re.split(r"[,()*]+", cell))
    return [word for word in words if word and not re.search(r"[`|;:!]", word)]


def in_index(words):
    """Entries of the index that a search shows first, with what follows."""
    return "```{index} " + ", ".join(f"! {word}" for word in words) + "\n```\n"


def glossary(text):
    """The glossary as a list instead of a table; each word, also German and former ones, is in the index."""
    out = []
    for line in text.split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 4 and cells[0].startswith("**"):
            word, meaning, german, more = (cell.replace("\\|", "|") for cell in cells)
            out += [in_index(words_of(word, german)), word, f": {meaning} {german}; {more}.", ""]
        elif len(cells) != 4:  # not the head of the table
            out.append(line)
    return "\n".join(out)


def copied(source, reports):
    """The folder docs/ for Sphinx; with `reports`, the gallery links to them."""
    shutil.copytree(DOCS, source)
    for page in source.rglob("*.md"):
        name = page.relative_to(source)
        text = page.read_text(encoding="utf-8")
        if name.as_posix() == "gallery.md":
            text = gallery.live(text, reports)
        if name.as_posix() == "glossary.md":
            text = glossary(text)
        page.write_text(linked((DOCS / name).parent, text), encoding="utf-8")
