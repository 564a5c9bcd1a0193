# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The command zwang as a user calls it, with a limit of processor time."""
import os
import resource
import signal
import subprocess

from independent.result import Result

DEFAULT = "build/dev/apps/zwang/zwang"


class Outcome:
    """How a call ended: exit code ("out of time" if it was killed), what it said, and the result it wrote."""

    def __init__(self, exit_code, message, result):
        self.exit_code, self.message, self.result = exit_code, message, result
        self.code = result.code if result else next(
            (word.rstrip(":") for word in message.split() if word[:1] == "E" and word[1:4].isdigit()), None)
        self.certified = exit_code == 0

    def ending(self):
        """finished, a code, or why there is none."""
        if self.exit_code == "out of time":
            return "out of time"
        if self.code:
            return self.code
        return {0: "finished", 4: "E340"}.get(self.exit_code, f"exit {self.exit_code}")


class Zwang:
    """The command, with a folder to write to. `seconds` of a processor are given to each call."""

    def __init__(self, path, folder, seconds):
        self.path, self.folder, self.seconds = os.path.abspath(path), folder, seconds

    def call(self, *arguments):
        """(exit code, stdout and stderr) of one call."""
        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))

        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, preexec_fn=limited, check=False)
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "out of time", done.stderr
        return done.returncode, done.stdout + done.stderr

    def run(self, text, name="scene", *more):
        """Runs a model given as text; `more` are further options."""
        model, path = os.path.join(self.folder, name + ".toml"), os.path.join(self.folder, name + ".zw")
        with open(model, "w") as file:
            file.write(text)
        for old in (path, path + "-wal", path + "-shm"):
            if os.path.exists(old):
                os.remove(old)
        exit_code, message = self.call("run", model, "-o", path, "-f", "--progress", "never", *more)
        readable = exit_code != "out of time" and os.path.exists(path)
        return Outcome(exit_code, message, Result(path) if readable else None)

    def audit(self, name="scene"):
        """Exit code and words of the audit of a result that was written."""
        return self.call("audit", os.path.join(self.folder, name + ".zw"))
