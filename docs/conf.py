# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The documentation site. Built by tools/docs, which copies the pages, adds those made from the program and its headers,
and tells the version and the folder of doxygen's XML. Nothing is fetched from anywhere."""
import logging
import os

project = "zwang"
author = "The zwang authors"
copyright = "The zwang authors, Apache-2.0"  # noqa: A001 (Sphinx calls it so)
release = version = os.environ.get("ZWANG_VERSION", "0.1.0")

extensions = ["myst_parser", "breathe"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
breathe_projects = {"zwang": os.environ.get("ZWANG_XML", "")}
breathe_default_project = "zwang"
breathe_default_members = ("members", "undoc-members")

smartquotes = False  # a prime is a derivative

html_theme = "furo"
html_title = f"zwang {release}"
html_static_path = []
html_show_sourcelink = False
html_copy_source = False
html_use_opensearch = ""
highlight_language = "none"


class NamespaceIsNoDeclaration(logging.Filter):
    """Every header opens the namespace; Sphinx would call that a second declaration of it."""

    def filter(self, record):
        return "Declaration is '.. cpp:type:: zwang'" not in record.getMessage() and \
            "Declaration is '.. cpp:type:: minimum'" not in record.getMessage()


logging.getLogger("sphinx.sphinx.domains.cpp").addFilter(NamespaceIsNoDeclaration())
