# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A test that types commands in a folder of its own and counts what it finds."""
import os
import subprocess


class Session:
    environment = {"LC_ALL": "C.UTF-8"}

    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.checks = self.failed = 0

    def run(self, *words, code=0, **environment):
        env = {**os.environ, **self.environment, **environment}
        run = subprocess.run([self.command, *words], cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
                             capture_output=True, check=False, timeout=300)
        # not as text: that would take carriage returns for ends of lines
        run.stdout, run.stderr = run.stdout.decode(), run.stderr.decode()
        self.check(run.returncode == code, f"{' '.join(words)}: exit {run.returncode}, wanted {code}\n{run.stderr}")
        return run

    def check(self, holds, what):
        self.checks += 1
        if not holds:
            self.failed += 1
            print("---", what)
