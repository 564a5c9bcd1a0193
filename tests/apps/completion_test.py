#!/usr/bin/env python3
# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0

"""Completion: every option of every help text is in the script of each shell, and bash completes."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SHELLS = ("bash", "zsh", "fish")


def said(command, *words):
    return subprocess.run([command, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout


def section(shell, script, verb):
    """The part of a script that is about one verb."""
    if shell == "fish":
        return "\n".join(line for line in script.splitlines() if f"'__zwang_verb {verb}'" in line)
    found = re.search(rf"^  {verb}\)\n(.*?)^  (?:\w+\)|esac)$", script, re.S | re.M)
    return found.group(1) if found else ""


def has_option(shell, text, option):
    if shell == "fish":
        name = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
        return re.search(rf" {name}(?= |$)", text, re.M) is not None
    if shell == "bash":
        text = next((line for line in text.splitlines() if line.startswith("    -*)")), "")
    return re.search(rf"(?<![\w-]){option}(?![\w-]*\w)", text) is not None


def has_choice(text, choice):
    return re.search(rf"\b{choice}\b", text) is not None


def completed(script, folder, *words):
    """What bash offers for the last of these words."""
    line = " ".join(words)
    program = f"""source {script}
compopt() {{ :; }}
COMP_WORDS=({' '.join(repr(word) for word in words)})
COMP_CWORD={len(words) - 1} COMP_LINE={line!r} COMP_POINT={len(line)}
_zwang
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    # without a PATH it can call no program, least of all zwang
    run = subprocess.run([shutil.which("bash"), "--norc", "-c", program], cwd=folder, stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, check=True, env={"PATH": "", "HOME": str(folder)}, timeout=20)
    return run.stdout.split("\n")[:-1] if run.stdout != "\n" else []


def quickest(*words):
    """The best of ten."""
    times = []
    for _ in range(10):
        begin = time.monotonic()
        said(*words)
        times.append(time.monotonic() - begin)
    return min(times)


def main():
    command = sys.argv[1]
    failed = []
    checks = 0
    verbs = re.findall(r"^  ([a-z]+) +\S", said(command, "--help").split("start here")[0], re.M)
    scripts = {shell: said(command, "completion", shell) for shell in SHELLS}
    # some 6 ms on a quiet machine, as the version
    script, version = quickest(command, "completion", "bash"), quickest(command, "--version")
    if script > 5 * version:
        failed.append(f"the script takes {script:.3f} s, the version {version:.3f} s")
    for verb in verbs:
        text = said(command, verb, "--help")
        options = re.findall(r"^ +(-[\w-]+)(?:, (--[\w-]+))?", text, re.M)
        options = [option for pair in options for option in pair if option]
        # what is listed is also known
        if "--color" in options:
            wrong = subprocess.run([command, verb, "--color", "never"], stdin=subprocess.DEVNULL, capture_output=True,
                                   text=True, check=False) if verb != "bench" else None
            if wrong and "unknown option" in wrong.stderr:
                failed.append(f"{verb}: {wrong.stderr}")
        choices = re.findall(r"^.*? {2,}(\w+(?: \([^)]*\))?(?: \| \w+(?: \([^)]*\))?)+)", text, re.M)
        choices = [part.split()[0] for line in choices for part in line.split(" | ")]
        for shell, script in scripts.items():
            part = section(shell, script, verb)
            for wanted, holds in [(option, has_option(shell, part, option)) for option in options] + [
                    (choice, has_choice(part, choice)) for choice in choices]:
                checks += 1
                if not holds:
                    failed.append(f"{shell}: {verb}: {wanted} is missing")
            if len(options) < 4:
                failed.append(f"{verb}: its help has no options")
    if len(verbs) < 7 or checks < 300:
        failed.append(f"only {len(verbs)} verbs and {checks} checks")

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "models").mkdir()
        for name in ("a.toml", "b c.toml", "d.zw", "e.txt"):
            (folder / name).write_text("")
        script = folder / "script"
        script.write_text(scripts["bash"])
        for words, wanted in (
                (("zwang", "ru"), ["run"]),
                (("zwang", "a"), ["audit"]),
                (("zwang", "b c"), ["b c.toml"]),
                (("zwang", "run", "--tol"), ["--tolerance"]),
                (("zwang", "run", "--max-"), ["--max-time", "--max-memory"]),
                (("zwang", "run", "--method", ""), ["event-driven", "time-stepping"]),
                (("zwang", "run", "--method", "=", "t"), ["time-stepping"]),
                (("zwang", "run", "--color", "="), ["auto", "always", "never"]),
                (("zwang", "check", "--format", "j"), ["json"]),
                (("zwang", "run", "--until", ""), []),
                (("zwang", "run", ""), ["models", "a.toml", "b c.toml"]),
                (("zwang", "report", ""), ["models", "d.zw"]),
                (("zwang", "report", "-o", "e"), ["e.txt"]),
                (("zwang", "completion", ""), ["bash", "zsh", "fish"]),
                (("zwang", "help", "au"), ["audit"]),
                (("zwang", "nothing", ""), [])):
            checks += 1
            found = completed(script, folder, *words)
            if sorted(found) != sorted(wanted):  # a shell sorts what it shows
                failed.append(f"{words}: {found}, wanted {wanted}")
        for shell in SHELLS:
            file = folder / shell
            file.write_text(scripts[shell])
            if shutil.which(shell):
                run = subprocess.run([shell, "-n", str(file)], capture_output=True, text=True, check=False)
                checks += 1
                if run.returncode or run.stderr:
                    failed.append(f"{shell} -n: {run.stderr}")
    print("\n".join(failed))
    print(f"{checks} checks, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
