# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A page for each verb of the command, from its --help."""
import re
import subprocess

from paths import write


def help_of(*words):
    return subprocess.run([*words, "--help"], capture_output=True, text=True, check=True).stdout


def verb_pages(command, source):
    """Writes the pages and returns how many verbs there are."""
    verbs = re.findall(r"^  (\w+) {2,}(\S.*)$", help_of(command).split("start here")[0], re.M)
    for verb, what in verbs:
        write(source / f"verbs/{verb}.md", f"# zwang {verb}\n\n{what[0].upper() + what[1:]}.\n\n"
              f"```text\n{help_of(command, verb)}```\n\nHow the verbs work together: [The command](../command.md).\n")
    rows = "".join(f"| [{verb}]({verb}.md) | {what} |\n" for verb, what in verbs)
    pages = "\n".join(verb for verb, _ in verbs)
    write(source / "verbs/index.md", "# Verbs of the command\n\nEach page is what `zwang VERB --help` prints.\n\n"
          f"| verb | what it does |\n| --- | --- |\n{rows}\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n")
    return len(verbs)
