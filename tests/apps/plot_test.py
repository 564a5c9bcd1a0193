#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""zwang plot as a script meets it: letters, pictures, numbers, refusals."""

import json
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import session

PENDULUM = str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "pendulum.toml")
SVG = "{http://www.w3.org/2000/svg}"

# A mass that falls freely; its title wants to be more than text.
HOSTILE = """zwang = 1
title = "</text><script>alert(1)</script> \\u001b[31mred\\u001b]0;x\\u0007 \\u009b5n & <b>"
[masses]
a = { mass = 2, at = [0, 0, 20] }
[forces]
gravity = [0, 0, -10]
[run]
until = 2
"""


class Session(session.Session):
    environment = {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}


def letters(s):
    out = s.run("plot", "pendulum.zw", "bob.z").stdout
    lines = out.splitlines()
    s.check(lines[:2] == ["Spherical string pendulum", "bob.z / m"], f"title and name: {lines[:2]}")
    s.check(len(lines) == 25 and max(map(len, lines)) == 80, "80 columns, 20 rows of cells")
    s.check(any("\u2801" <= letter <= "\u28ff" for letter in out), "braille")
    s.check(lines[-1] == "\u25b2 events: 5 slack, 5 impact" and lines[-3].count("\u25b2") == 10, "events on the axis")
    s.check(max(map(len, s.run("plot", "pendulum.zw", "bob.z", COLUMNS="50").stdout.splitlines())) == 50, "COLUMNS")
    plain = s.run("plot", "pendulum.zw", "bob.z", LC_ALL="C").stdout
    s.check(plain.isascii() and "*" in plain, "ASCII where the locale says so")
    two = ("plot", "pendulum.zw", "bob.z", "energy")
    s.check("\x1b" not in s.run(*two).stdout, "no colour in a pipe")
    s.check("\x1b[36m" in s.run(*two, "--color", "always").stdout, "--color always")
    s.check("\x1b" not in s.run(*two, "--color", "never", CLICOLOR_FORCE="1").stdout, "--color never")
    s.check("energy / J\n" in s.run(*two).stdout, "one panel below the other")
    hostile = s.run("plot", "hostile.zw", "a.z").stdout
    s.check("<script>" in hostile and not any(c in hostile for c in "\x1b\x07\x9b"), "a title cannot speak to a terminal")


def pictures(s):
    s.check(s.run("plot", "hostile.zw", "a.z", "a.z'", "-o", "h.svg").stdout == "h.svg\n", "its name is said")
    root = ElementTree.parse(s.folder / "h.svg").getroot()
    s.check(root.tag == SVG + "svg" and not list(root.iter(SVG + "script")), "no script")
    texts = [element.text for element in root.iter(SVG + "text")]
    s.check(any(text.startswith("</text><script>alert(1)</script>") for text in texts), f"title: {texts}")
    s.check("a.z / m" in texts and "a.z' / (m/s)" in texts and "t / s" in texts, f"axes: {texts}")
    source = (s.folder / "h.svg").read_text()
    s.check("href" not in source and "url(" not in source and "@import" not in source and source.count("http") == 1,
            "nothing from outside")
    s.check("prefers-color-scheme:dark" in source, "light and dark")
    s.run("plot", "pendulum.zw", "bob.x'", "-o", "p.svg")
    root = ElementTree.parse(s.folder / "p.svg").getroot()
    titles = [element.text for element in root.iter(SVG + "title")]
    s.check(len(titles) == 11 and any(title.startswith("impact of string at 0.85") for title in titles), f"{titles}")
    curve = next(element for element in root.iter(SVG + "path") if element.get("class") == "curve")
    s.check(curve.get("d").count("M") == 6, "one piece more than impacts")
    first = (s.folder / "p.svg").read_bytes()
    s.run("plot", "pendulum.zw", "bob.x'", "-o", "p.svg")
    s.check((s.folder / "p.svg").read_bytes() == first, "the same bytes again, over our own file")
    (s.folder / "mine.svg").write_text("<svg/>")
    s.check("E440" in s.run("plot", "pendulum.zw", "bob.z", "-o", "mine.svg", code=6).stderr, "a foreign file")
    s.check((s.folder / "mine.svg").read_text() == "<svg/>", "it is left alone")
    s.run("plot", "pendulum.zw", "bob.z", "-o", "mine.svg", "--force")
    s.check(b"zwang-plot" in (s.folder / "mine.svg").read_bytes(), "--force")
    s.check("SVG" in s.run("plot", "pendulum.zw", "bob.z", "-o", "x.png", code=2).stderr, "no PNG")
    s.run("plot", "pendulum.zw", "bob.z", "-o", "none/x.svg", code=6)
    told = json.loads(s.run("plot", "pendulum.zw", "bob.z", "-o", "p.svg", "--json").stdout)
    s.check(told["files"] == ["p.svg"] and told["bytes"] == (s.folder / "p.svg").stat().st_size, f"{told}")
    s.check(not list(s.folder.glob("*.new")), "nothing is left behind")


def numbers(s):
    out = json.loads(s.run("plot", "hostile.zw", "a.z", "a.z'", "--json").stdout)
    s.check(out["zwang"] == 1 and [one["name"] for one in out["quantities"]] == ["a.z", "a.z'"], "names")
    for one, exact in zip(out["quantities"], (lambda t: 20 - 5 * t * t, lambda t: -10 * t)):
        piece, = one["pieces"]
        s.check(piece["t"][0] == 0 and piece["t"][-1] == 2, "from the start to the end")
        s.check(all(abs(v - exact(t)) < 1e-8 for t, v in zip(piece["t"], piece["value"])), f"{one['name']}: closed form")
    out = json.loads(s.run("plot", "pendulum.zw", "bob.x'", "--json", "--to", "900 ms").stdout)
    kinds = [event["kind"] for event in out["events"]]
    s.check(kinds == ["release", "impact"] and out["events"][1]["of"] == ["string"], f"events: {out['events']}")
    before, after = out["quantities"][0]["pieces"]
    s.check(before["t"][-1] == after["t"][0] == out["events"][1]["t"], "a jump at its event")
    out = json.loads(s.run("plot", "hostile.zw", "a.z", "--against", "a.z'", "--json").stdout)
    piece, = out["quantities"][0]["pieces"]
    s.check(out["against"] == "a.z'" and all(abs(v - (20 - w * w / 20)) < 1e-8
                                             for v, w in zip(piece["value"], piece["against"])), "against a.z'")


def refusals(s):
    for quantity, hint in (("bbo.z", "'bob'"), ("strng.tension", "'string'"), ("enrgy", "'energy'")):
        wrong = s.run("plot", "pendulum.zw", quantity, code=1)
        s.check("E103" in wrong.stderr and f"did you mean {hint}" in wrong.stderr and not wrong.stdout, wrong.stderr)
    s.run("plot", "pendulum.zw", "bob.z", "--against", "bbo.z", code=1)
    s.run("plot", "pendulum.zw", "bob.z", "--from", "3 kg + x", code=1)
    s.run("plot", "pendulum.zw", "bob.z", "--from", "9", code=1)
    s.run("plot", "pendulum.zw", "bob.z", "--from", "2", "--to", "1", code=1)
    s.run("plot", "nothing.zw", "bob.z", code=6)
    s.run("plot", code=2)


def names(s):
    """Without a quantity, what there is to plot; an unknown name is answered with the same."""
    out = s.run("plot", "pendulum.zw").stdout
    s.check("  coordinates   bob.x, bob.y, bob.z\n" in out and "  energies      kinetic, potential, energy\n" in out, out)
    s.check("string.multiplier, string.state,\n                string.tension\n" in out, f"lines of 80 columns: {out}")
    said = json.loads(s.run("plot", "pendulum.zw", "--json").stdout)
    s.check(said["names"]["rates"] == ["bob.x'", "bob.y'", "bob.z'"], f"names as an object: {said}")
    wrong = s.run("plot", "pendulum.zw", "bob.z", "2*nothing", code=1).stderr
    s.check(" 1 | 2*nothing\n   |   ^^^^^^^\n" in wrong, f"the quantity with its marked part: {wrong}")
    s.check("known: masses bob;" in wrong and "of constraints string: .gap, .rate" in wrong, f"what there is: {wrong}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        s = Session(sys.argv[1], pathlib.Path(folder))
        (s.folder / "hostile.toml").write_text(HOSTILE)
        s.run("run", "-q", "hostile.toml")
        s.run("run", "-q", PENDULUM)
        for part in (letters, pictures, numbers, refusals, names):
            part(s)
    print(f"{s.checks} checks, {s.failed} failed")
    return 1 if s.failed else 0


if __name__ == "__main__":
    sys.exit(main())
