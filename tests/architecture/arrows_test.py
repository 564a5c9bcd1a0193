# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The rules of docs/architecture.md that a machine can read, each fault named with its place.

Usage: arrows_test.py ROOT          judge the tree ROOT
       arrows_test.py --self-test   build small wrong trees and see that each fault is named
"""
import os
import re
import subprocess
import sys
import tempfile

# docs/architecture.md: layer -> the layers it stands on. "May include" carries downwards.
STANDS_ON = {
    "base": [],
    "linear": ["base"],
    "solid": ["base"],
    "robot_file": ["linear"],
    "toml": ["base"],
    "minimum": ["base"],
    "scalars": ["base"],
    "calculus": ["scalars"],
    "algebra": ["calculus"],
    "model": ["calculus", "solid"],
    "system": ["model", "linear"],
    "record": ["system"],
    "audit": ["system"],
    "laws": ["audit", "linear", "algebra"],
    "model_file": ["record", "laws", "toml"],
    "minimum_file": ["model_file"],
    "result": ["model_file"],
    "friction": ["system", "minimum"],
    "gauss": ["friction"],
    "arc": ["gauss", "record"],
    "stepping": ["gauss", "record"],
    "motion": ["arc", "audit", "stepping"],
    "analysis": ["motion", "laws"],
    "scale": ["motion"],
    "prepare": ["analysis", "result", "minimum_file"],
    "sweep": ["prepare"],
    "report": ["prepare"],
    "plot": ["report"],
    "convert": ["report", "robot_file"],
    "parts": ["scale", "convert"],
}
# Lines of a folder of the library, and of a source that users build.
MOST_LINES = 5000
MORE_LINES = {"analysis": 7500, "minimum": 7500}
MOST_OF_A_FILE = 600
ONE_SUBJECT = {"zwang/calculus/grammar.cpp"}  # a grammar is one
CPP = (".hpp", ".cpp")
OWN_CPP = ("zwang/", "apps/", "python/", "tests/", "bench/", "tools/")  # examples/ are a user's
SPDX = ["SPDX-FileCopyrightText: The zwang authors", "SPDX-License-Identifier: Apache-2.0"]
NO_SUBJECT = {"util", "utils", "common", "misc"}
FORBIDDEN_FLAGS = re.compile(r"-ffast-math|-Ofast|-march=native")
# Written in pieces, for this file is judged too.
OUTSIDE = re.compile(r"\.\./" + r"shared\b|(?<![\w.])/" + r"(?:work|root|home)/")
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f]")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.M)
# Numbers come before characters (1'000'000), raw strings before strings.
CPP_TOKEN = re.compile(
    r"""(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
      | (?P<number>\b[0-9](?:[\w.]|'\w)*)
      | (?P<string>R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')""",
    re.X | re.S)


def layers_below(layer):
    """The layer itself and all that it may include."""
    below = {layer}
    for other in STANDS_ON[layer]:
        below |= layers_below(other)
    return below


def files_of(root):
    """Paths of the project's files: what git tracks or would track, or all files of a tree without git."""
    if os.path.exists(os.path.join(root, ".git")):
        listed = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"], capture_output=True, text=True, check=True).stdout
        return sorted(p for p in set(listed.split("\0"))
                      if os.path.isfile(os.path.join(root, p)) and "__pycache__" not in p)
    found = []
    for folder, names, files in os.walk(root):
        names[:] = [n for n in names if n not in ("build", ".cache", "__pycache__")]
        found += [os.path.relpath(os.path.join(folder, f), root) for f in files]
    return sorted(found)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def without_comments(text):
    return CPP_TOKEN.sub(lambda m: blank(m) if m.group("comment") else m.group(), text)


def without_comments_and_strings(text):
    return CPP_TOKEN.sub(lambda m: m.group() if m.group("number") else blank(m), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def layer_of(path):
    """The layer of a file of the library; zwang/zwang.hpp stands above all layers and has none."""
    parts = path.split("/")
    return parts[1] if parts[0] == "zwang" and len(parts) > 2 else None


def circle(graph):
    """One circle of a graph {node: {successors}}, as a list that begins and ends with the same node."""
    done = set()

    def walk(node, path):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        for following in sorted(graph.get(node, ())):
            found = walk(following, path + [node])
            if found:
                return found
        done.add(node)
        return None

    for start in sorted(graph):
        found = walk(start, [])
        if found:
            return found
    return None


def arrow_faults(path, text, paths):
    """Faults of the includes of one file, and the files and layers it includes."""
    faults, files, layers = [], set(), set()
    layer = layer_of(path)
    for match in INCLUDE.finditer(without_comments(text)):
        quote, name = match.groups()
        place = f"{path}:{line_of(text, match.start())}"
        if quote == "<":
            if name.startswith("zwang/"):
                faults.append(f'{place}: own header in angle brackets: write "{name}"')
            continue
        beside = os.path.dirname(path) + "/" + name
        if not path.startswith("zwang/") and name not in paths and beside in paths:
            name = beside  # a program outside of the library may name its own neighbours shortly
        if name not in paths:
            faults.append(f'{place}: "{name}" is not the path of a file of this tree')
            continue
        files.add(name)
        if not path.startswith("zwang/"):
            continue
        if not name.startswith("zwang/"):
            faults.append(f"{place}: arrow rises: the library includes {name}")
        elif layer is not None:
            other = layer_of(name)
            layers.add(other or name)
            if layer in STANDS_ON and other not in layers_below(layer):
                faults.append(f"{place}: arrow rises: {layer} includes {other or name}")
    return faults, files, layers


def link_faults(path, text):
    """The link lines of a layer say the same as its includes."""
    layer = layer_of(path)
    if layer not in STANDS_ON:
        return
    for other in sorted(set(re.findall(r"\bzwang::(\w+)", text))):
        if other not in layers_below(layer):
            yield f"{path}: arrow rises: {layer} links zwang::{other}"


def module_graph(file_graph):
    """The includes of the library between modules: a header and its source are one."""
    modules = {}
    for path, includes in file_graph.items():
        if layer_of(path) is None:
            continue
        module = os.path.splitext(path)[0]
        others = {os.path.splitext(other)[0] for other in includes if layer_of(other) is not None}
        modules[module] = modules.get(module, set()) | (others - {module})
    return modules


def size_faults(lines):
    """Folders and files that are too long; `lines` has those of each C++ file."""
    layers = {}
    for path, count in lines.items():
        layer = layer_of(path)
        if layer is not None:
            layers[layer] = layers.get(layer, 0) + count
        if path.startswith(("zwang/", "apps/", "python/")) and count > MOST_OF_A_FILE and path not in ONE_SUBJECT:
            yield f"{path}: {count} lines, more than {MOST_OF_A_FILE}"
    for layer, count in sorted(layers.items()):
        most = MORE_LINES.get(layer, MOST_LINES)
        if count > most:
            yield f"zwang/{layer}: {count} lines, more than {most}"


def installed_headers(path, text):
    """Of the CMakeLists.txt of a layer: the headers that users get."""
    found = re.search(r"\bHEADERS\s([^)]*?)\s(?:SOURCES|PUBLIC|PRIVATE)\b", text)
    if found is None or "NOT_INSTALLED" in text:
        return set()
    return {os.path.join(os.path.dirname(path), name) for name in found.group(1).split()}


def class_faults(path, text):
    """Public classes that do not say, right above themselves, what threads may do with them."""
    for match in re.finditer(r"((?:^//[^\n]*\n)*)(?:^template <[^\n]*\n)?^class (?:\[\[\w+\]\] )?(\w+)(?![\w;])", text, re.M):
        if "thread" not in match.group(1).lower():
            yield f"{path}: class {match.group(2)} does not say what threads may do with it"


def text_faults(path, text):
    """Faults that one file shows by itself."""
    name = os.path.basename(path)
    is_cpp = path.endswith(CPP)
    is_script = path.endswith((".py", ".sh")) or text.startswith("#!")
    is_build = name in ("CMakeLists.txt", "CMakePresets.json") or path.startswith(".ci/") \
        or path.endswith((".cmake", ".cmake.in", ".sh"))
    if os.path.splitext(name)[0].lower() in NO_SUBJECT:
        yield f"{path}: a file called '{name}' has no subject"
    if (is_cpp or is_script or is_build) and not path.endswith(".json"):
        head = text.split("\n")[:4]
        for line in SPDX:
            if not any(h.lstrip("#/ ") == line for h in head):
                yield f"{path}: lacks the line '{line}'"
    if path.endswith(".hpp") and not re.search(r"^#pragma once$", text, re.M):
        yield f"{path}: header without #pragma once"
    for match in OUTSIDE.finditer(text):
        yield f"{path}:{line_of(text, match.start())}: points outside the project: '{match.group()}'"
    if path.endswith((".png", ".webp")):  # bytes of a picture are no text
        return
    for match in BIDI.finditer(text):
        yield f"{path}:{line_of(text, match.start())}: character that changes the direction of text"
    if is_build:
        for match in FORBIDDEN_FLAGS.finditer(text):
            yield f"{path}:{line_of(text, match.start())}: forbidden flag {match.group()}"
    if is_cpp:
        # The names of tests are statements of the papers and may be spelt as these spell them.
        code = (without_comments_and_strings if path.startswith("tests/") else without_comments)(text)
        for number, line in enumerate(code.split("\n"), 1):
            if not line.isascii():
                yield f"{path}:{number}: outside of comments only ASCII"


def faults_of(root):
    paths = files_of(root)
    known = set(paths)
    faults, file_graph, layer_graph, lines, headers, installed = [], {}, {}, {}, {}, set()
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8", errors="replace", newline="") as file:
            text = file.read()
        faults += text_faults(path, text)
        if path.startswith("zwang/") and os.path.basename(path) == "CMakeLists.txt":
            faults += link_faults(path, text)
            installed |= installed_headers(path, text)
        if path.endswith(".hpp"):
            headers[path] = text
        if path.endswith(CPP) and path.startswith(OWN_CPP):
            lines[path] = text.count("\n")
            found, file_graph[path], layers = arrow_faults(path, text, known)
            faults += found
            layer = layer_of(path)
            if layer is not None:
                layer_graph[layer] = layer_graph.get(layer, set()) | (layers - {layer})
    for path in sorted(installed & set(headers)):
        faults += class_faults(path, headers[path])
    for layer in sorted(set(layer_graph) - set(STANDS_ON)):
        faults.append(f"zwang/{layer}: not a layer (docs/architecture.md)")
    for what, graph in (("folders", layer_graph), ("files", file_graph), ("modules", module_graph(file_graph))):
        found = circle(graph)
        if found:
            faults.append(f"circle between {what}: " + " -> ".join(found))
            if what == "files":  # the modules of these files would only say it again
                break
    return faults + list(size_faults(lines))


# --- the test of the test

HEAD = "".join(f"// {line}\n" for line in SPDX)
HASH_HEAD = "".join(f"# {line}\n" for line in SPDX)
GOOD = {
    "zwang/base/text.hpp": HEAD + "// Stäckel, λ ≥ 0\n#pragma once\n#include <string>\n",
    "zwang/base/text.cpp": HEAD + '#include "zwang/base/text.hpp"\n'
                           '// #include "zwang/report/report.hpp"\n/*\n#include "zwang/report/report.hpp"\n*/\n'
                           "const int n = 1'000'000; const char c = '\"'; /* λ */ const char* s = \"// no\";\n",
    "zwang/scalars/dual.hpp": HEAD + '#pragma once\n#include "zwang/base/text.hpp"\n',
    "zwang/model/model.hpp": HEAD + '#pragma once\n#include "zwang/scalars/dual.hpp"\n'
                             '#include "zwang/base/text.hpp"\n',
    "zwang/report/report.hpp": HEAD + '#pragma once\n#include "zwang/model/model.hpp"\n',
    "zwang/model/CMakeLists.txt": HASH_HEAD + "zwang_layer(model PUBLIC zwang::calculus)\n",
    "zwang/zwang.hpp": HEAD + '#pragma once\n#include "zwang/report/report.hpp"\n',
    "tests/base/text_test.cpp": HEAD + '#include "zwang/base/text.hpp"\nTEST_CASE("Mayer § 3") {}\n',
    "apps/main.cpp": HEAD + '#include "zwang/zwang.hpp"\n',
    "tools/probe/main.cpp": HEAD + '#include "box.hpp"\n',
    "tools/probe/box.hpp": HEAD + "#pragma once\n",
    "examples/first.cpp": HEAD + "#include <zwang/zwang.hpp>\n",
    "tools/run.sh": "#!/bin/sh\n" + HASH_HEAD,
    "docs/page.md": "a frame/" + "work/ is no path\n",
    "build/x.cpp": "not ours\n",
}
HPP = HEAD + "#pragma once\n"
# What is changed in the good tree, and the faults that must be named: these and no others.
WRONG = [
    ({"zwang/base/up.cpp": HEAD + '#include "zwang/scalars/dual.hpp"\n'},
     ["zwang/base/up.cpp:3: arrow rises: base includes scalars",
      "circle between folders: base -> scalars -> base"]),
    ({"zwang/calculus/up.cpp": HEAD + '\n#include "zwang/minimum/problem.hpp"\n',
      "zwang/minimum/problem.hpp": HPP},
     ["zwang/calculus/up.cpp:4: arrow rises: calculus includes minimum"]),
    ({"zwang/analysis/a.cpp": HEAD + '#include "zwang/scale/s.hpp"\n', "zwang/scale/s.hpp": HPP},
     ["zwang/analysis/a.cpp:3: arrow rises: analysis includes scale"]),
    ({"zwang/base/all.cpp": HEAD + '#include "zwang/zwang.hpp"\n'},
     ["zwang/base/all.cpp:3: arrow rises: base includes zwang/zwang.hpp"]),
    ({"zwang/base/all.cpp": HEAD + '#include "apps/words.hpp"\n', "apps/words.hpp": HPP},
     ["zwang/base/all.cpp:3: arrow rises: the library includes apps/words.hpp"]),
    ({"zwang/base/a.hpp": HPP + '#include "zwang/base/b.hpp"\n',
      "zwang/base/b.hpp": HPP + '#include "zwang/base/a.hpp"\n'},
     ["circle between files: zwang/base/a.hpp -> zwang/base/b.hpp -> zwang/base/a.hpp"]),
    ({"tools/probe/box.hpp": HPP + '#include "lid.hpp"\n', "tools/probe/lid.hpp": HPP + '#include "box.hpp"\n'},
     ["circle between files: tools/probe/box.hpp -> tools/probe/lid.hpp -> tools/probe/box.hpp"]),
    ({"zwang/base/a.hpp": HPP, "zwang/base/b.hpp": HPP, "zwang/base/a.cpp": HEAD + '#include "zwang/base/b.hpp"\n',
      "zwang/base/b.cpp": HEAD + '#include "zwang/base/a.hpp"\n'},
     ["circle between modules: zwang/base/a -> zwang/base/b -> zwang/base/a"]),
    ({"zwang/base/long.cpp": HEAD + "\n" * 600}, ["zwang/base/long.cpp: 602 lines, more than 600"]),
    ({f"zwang/base/part{i}.cpp": HEAD + "\n" * 598 for i in range(9)}, ["zwang/base: 5413 lines, more than 5000"]),
    ({"zwang/model/CMakeLists.txt": HASH_HEAD + "zwang_layer(model HEADERS a.hpp PUBLIC zwang::calculus)\n",
      "zwang/model/a.hpp": HPP + "class Said;\n// For one thread at a time.\nclass Said {\n};\n// A box.\nclass Unsaid {\n};\n"},
     ["zwang/model/a.hpp: class Unsaid does not say what threads may do with it"]),
    ({"zwang/cellar/a.hpp": HPP},
     ["zwang/cellar: not a layer (docs/architecture.md)"]),
    ({"zwang/model/CMakeLists.txt": HASH_HEAD + "zwang_layer(model PUBLIC zwang::gauss)\n"},
     ["zwang/model/CMakeLists.txt: arrow rises: model links zwang::gauss"]),
    ({"zwang/model/a.cpp": HEAD + "#include <zwang/model/model.hpp>\n"},
     ['zwang/model/a.cpp:3: own header in angle brackets: write "zwang/model/model.hpp"']),
    ({"zwang/model/a.cpp": HEAD + '#include "model.hpp"\n'},
     ['zwang/model/a.cpp:3: "model.hpp" is not the path of a file of this tree']),
    ({"tests/base/a.cpp": HEAD + '#include "../helper.hpp"\n', "tests/helper.hpp": HPP},
     ['tests/base/a.cpp:3: "../helper.hpp" is not the path of a file of this tree']),
    ({"zwang/base/a.hpp": HEAD}, ["zwang/base/a.hpp: header without #pragma once"]),
    ({"zwang/base/a.cpp": HEAD.split("\n")[0] + "\n"}, [f"zwang/base/a.cpp: lacks the line '{SPDX[1]}'"]),
    ({"cmake/a.cmake": HASH_HEAD.split("\n")[1] + "\n"}, [f"cmake/a.cmake: lacks the line '{SPDX[0]}'"]),
    ({"bench/CMakeLists.txt": ""}, [f"bench/CMakeLists.txt: lacks the line '{line}'" for line in SPDX]),
    ({"tools/a.py": ""}, [f"tools/a.py: lacks the line '{line}'" for line in SPDX]),
    ({"tools/a.sh": ""}, [f"tools/a.sh: lacks the line '{line}'" for line in SPDX]),
    ({".ci/run": "#!/bin/sh\n"}, [f".ci/run: lacks the line '{line}'" for line in SPDX]),
    ({"zwang/base/util.hpp": HPP}, ["zwang/base/util.hpp: a file called 'util.hpp' has no subject"]),
    ({"zwang/base/common.cpp": HEAD}, ["zwang/base/common.cpp: a file called 'common.cpp' has no subject"]),
    ({"docs/misc.md": ""}, ["docs/misc.md: a file called 'misc.md' has no subject"]),
    ({"docs/a.md": "\nsee ../" + "shared/x.md\n"},
     ["docs/a.md:2: points outside the project: '../" + "shared'"]),
    ({"docs/a.md": "in `/" + "work/main`\n"}, ["docs/a.md:1: points outside the project: '/" + "work/'"]),
    ({"a.json": '"/' + 'root/x"'}, ["a.json:1: points outside the project: '/" + "root/'"]),
    ({"a.txt": "/" + "home/x"}, ["a.txt:1: points outside the project: '/" + "home/'"]),
    ({"docs/a.png": "\u202e", "docs/a.webp": "\u202e"}, []),
    ({"zwang/base/a.cpp": HEAD + "// \u202e\n"},
     ["zwang/base/a.cpp:3: character that changes the direction of text"]),
    ({"cmake/a.cmake": HASH_HEAD + "add(-ffast-math)\n"}, ["cmake/a.cmake:3: forbidden flag -ffast-math"]),
    ({"CMakePresets.json": '{"a": "-Ofast"}'}, ["CMakePresets.json:1: forbidden flag -Ofast"]),
    ({".ci/run": HASH_HEAD + "g++ -march=native\n"}, [".ci/run:3: forbidden flag -march=native"]),
    ({"zwang/base/a.cpp": HEAD + 'const char* s = "λ";\n'}, ["zwang/base/a.cpp:3: outside of comments only ASCII"]),
    ({"tests/base/a.cpp": HEAD + "int λ = 1;\n"}, ["tests/base/a.cpp:3: outside of comments only ASCII"]),
]


def self_test():
    failures = 0
    for change, expected in [({}, [])] + WRONG:
        with tempfile.TemporaryDirectory() as root:
            for path, text in {**GOOD, **change}.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            found = faults_of(root)
        if "zwang/base/all.cpp" in change:  # whatever includes the roof closes circles too
            found = [fault for fault in found if not fault.startswith("circle")]
        if sorted(found) != sorted(expected):
            failures += 1
            print(f"tree with {sorted(change)}\n  expected {expected}\n  found    {found}")
    print(f"{len(WRONG) + 1} trees, {failures} judged wrongly")
    return 1 if failures else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    faults = faults_of(sys.argv[1])
    print("\n".join(faults) if faults else "no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
