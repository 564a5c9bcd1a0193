# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Many systems on several processes, with answers in the order of the seeds whatever their number."""
import multiprocessing
import tempfile

from independent.command import Zwang

_zwang = None


def begin(path, seconds):
    """Gives a process its own command and folder."""
    global _zwang  # one per process, for the functions that are handed to it
    folder = tempfile.TemporaryDirectory(prefix="independent-")
    _zwang = Zwang(path, folder.name, seconds)
    _zwang.kept = folder  # removed with the process


def own_zwang():
    return _zwang


def answers(function, tasks, command, seconds, jobs):
    """function(task) for every task, in order. `function` finds its command by own_zwang()."""
    with multiprocessing.Pool(jobs, begin, (command, seconds)) as pool:
        yield from pool.imap(function, tasks)
