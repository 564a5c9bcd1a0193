#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Every code that the program can say is provoked by a case or a test.

Said: `Code::X` in zwang/, apps/ and python/, `mistake("X", ...)` in the package (or a warning's text "W303: ..."), outside the register and comparisons.
Provoked: the names of cases/mistakes, `ends` and `warns` in cases/, `== Code::X` or "X" behind a CHECK, a REQUIRE
or a helper that catches, `Code::X` at the end of a row of probes, the messages of messages.md.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE = r"([EW]\d{3})\b"

# Said, but provoked by nothing yet, and why; a code that is provoked after all must leave this list.
NOT_YET = {
    "E340": "no run sets RunOutcome::audit_failed yet",
    "E900": "an invariant that broke; tests use it as 'nothing was thrown'",
}


def texts(*folders, names):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in names:
                yield path, path.read_text(encoding="utf-8")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def register():
    return set(re.findall(r"\{Code::" + CODE, (ROOT / "zwang/base/code.cpp").read_text(encoding="utf-8")))


def said():
    found = {}
    for path, text in texts("zwang", "apps", "python", names=(".cpp", ".hpp", ".py")):
        if path.parent.name == "base" and path.stem == "code":
            continue
        text = without_comments(text)
        for match in re.finditer(r"(?<![=!]= )\bCode::" + CODE + r"|\"(?=W)" + CODE + r": |mistake\(\s*\"" + CODE, text):
            line = text.count("\n", 0, match.start()) + 1
            found.setdefault(match[1] or match[2] or match[3], f"{path.relative_to(ROOT)}:{line}")
    return found


def provoked():
    found = {path.name[:4] for path in (ROOT / "cases/mistakes").glob("*.toml")}
    for _, text in texts("cases", names=(".toml",)):
        found.update(re.findall(r"^(?:ends|warns)\s*=\s*\"" + CODE, text, re.M))
    found.update(re.findall(r"\[" + CODE + r"\]:", (ROOT / "tests/apps/messages.md").read_text(encoding="utf-8")))
    for path, text in texts("tests", names=(".cpp",)):
        if path.parent.name in ("base", "install"):  # they make errors of their own
            continue
        text = without_comments(text)
        found.update(re.findall(r",\s*Code::" + CODE + r"\s*\}", text))  # a row of probes
        for match in re.finditer(r"(?:== |\bcheck\(|,\s+)Code::" + CODE + r"|(?:== |find\()\"" + CODE, text):
            before = text[max(0, match.start() - 200):match.end()]
            if re.search(r"\b((CHECK|REQUIRE)\w*|check|code_of)\(", before):
                found.add(match[1] or match[2])
    for path, text in texts("tests", names=(".py",)):
        if path.name != "codes_test.py":
            found.update(re.findall(r"(?:== \"|error\[)" + CODE, text))
    return found - {"E900"}


def main():
    codes, can_say, tried = register(), said(), provoked()
    failed = 0
    for code in sorted(can_say):
        if code not in tried and code not in NOT_YET:
            failed += 1
            print(f"{code} can be said ({can_say[code]}), no case or test provokes it")
    for code in sorted(set(NOT_YET) & tried):
        failed += 1
        print(f"{code} is provoked: take it out of NOT_YET")
    for code in sorted(set(NOT_YET) - set(can_say)):
        failed += 1
        print(f"{code} is no longer said: take it out of NOT_YET")
    for code in sorted((set(can_say) | tried) - codes):
        failed += 1
        print(f"{code} is not in the register")
    for code in sorted(tried - set(can_say)):
        failed += 1
        print(f"{code} is expected by a case or test, nothing says it")
    print(f"{len(can_say)} codes can be said, {len(set(can_say) & tried)} are provoked, "
          f"{len(set(NOT_YET) & set(can_say))} wait for a test, "
          f"{len(codes - set(can_say))} of the register are said nowhere yet; {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
