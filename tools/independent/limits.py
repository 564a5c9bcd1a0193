# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Seconds of a processor, never of the clock."""
import contextlib
import signal


class OutOfTime(BaseException):
    """Not an Exception: what catches failures of a computation must not catch its end."""


@contextlib.contextmanager
def processor_seconds(seconds):
    """Raises OutOfTime in this process when it has computed for so long."""
    def end(_number, _frame):
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
