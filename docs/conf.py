# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The documentation site. Built by tools/docs, which copies the pages, adds those made from the program, its headers and its
Python package, and passes the version and the folders. The pages fetch nothing from anywhere."""
import gc
import logging
import os
import sys

from sphinx.addnodes import desc_content, desc_signature

gc.disable()  # a sixth of the time, for half a gigabyte

project = "zwang"
author = "The zwang authors"
copyright = "The zwang authors, Apache-2.0"  # noqa: A001 (Sphinx calls it so)
release = version = os.environ["ZWANG_VERSION"]

extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx_design", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

breathe_projects = {"zwang": os.environ["ZWANG_XML"]}
breathe_default_project = "zwang"
breathe_default_members = ("members", "undoc-members")
breathe_show_include = False  # each header has its heading

sys.path.insert(0, os.environ["ZWANG_PYTHON"])
autodoc_mock_imports = ["zwang._zwang"]  # the compiled module: what it does is documented where it is used
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "py:obj"
toc_object_entries_show_parents = "hide"

smartquotes = False  # a prime is a derivative
highlight_language = "none"
copybutton_prompt_text = ">>> "

html_theme = "furo"
html_title = f"zwang {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_show_sourcelink = False
html_copy_source = False


class OneNamespace(logging.Filter):
    """Several headers open the namespace minimum; Sphinx would call each a declaration of its own."""

    def filter(self, record):
        return "Declaration is '.. cpp:type:: minimum'" not in record.getMessage()


logging.getLogger("sphinx.sphinx.domains.cpp").addFilter(OneNamespace())


def without_members(app, doctree):
    """The contents of a C++ page list classes and functions without their members: those are many, and slow to copy to each page."""
    for content in doctree.findall(desc_content):
        for signature in content.findall(desc_signature):
            if signature.parent["domain"] == "cpp":
                signature["_toc_name"] = ""


def without_constructor(app, what, name, *_):
    """Objects of all classes but one are handed out by the package, not constructed by a program."""
    return ("", "") if what == "class" and name != "zwang.Model" else None


def setup(app):
    app.connect("doctree-read", without_members, priority=100)  # before the contents are collected
    app.connect("autodoc-process-signature", without_constructor)
