# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Examples in docstrings say what they do; every public word has a docstring; stubs tell the truth."""
import ast
import doctest
import importlib
import inspect
from pathlib import Path

import pytest
import zwang

MODULES = ["zwang", *(f"zwang.{path.stem}" for path in sorted(Path(zwang.__file__).parent.glob("[a-z]*.py")))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    examples = sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
    assert examples >= 40


def test_public_names_are_documented():
    for name in ("Model", "Run", "Instant", "Error", "ModelFile", "Group", "Minimum", "Expression", "Point", "Coordinate"):
        one = getattr(zwang, name)
        assert one.__doc__
        for word, member in vars(one).items():
            if not word.startswith("_") and inspect.isfunction(member):
                assert inspect.getdoc(getattr(one, word)), f"{name}.{word}"


def test_stubs_name_what_the_module_has():
    stub = ast.parse((Path(zwang.__file__).parent / "_zwang.pyi").read_text())
    said = {}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            said[node.name] = {
                item.name if isinstance(item, ast.FunctionDef) else item.target.id for item in node.body
            } - {"__init__", "__len__"}
        elif isinstance(node, ast.FunctionDef):
            said[node.name] = None
        elif isinstance(node, ast.AnnAssign):
            said[node.target.id] = None
    module = zwang._zwang
    assert set(said) == {name for name in vars(module) if not name.startswith("__")}
    for name, members in said.items():
        if members is not None:
            assert members == {word for word in vars(getattr(module, name)) if not word.startswith("_")}
