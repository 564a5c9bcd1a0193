# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Counts by kind of system, as a table."""
import collections


class Tally:
    """How often each word was said of each kind."""

    def __init__(self):
        self.counts = collections.defaultdict(collections.Counter)

    def add(self, kind, word, times=1):
        self.counts[kind][word] += times

    def total(self, word):
        return sum(counter[word] for counter in self.counts.values())

    def lines(self, words):
        """A table with a line per kind and a column per word that occurs, `words` first."""
        others = sorted({word for counter in self.counts.values() for word in counter} - set(words))
        columns = [word for word in [*words, *others] if self.total(word)]
        width = max([len(kind) for kind in self.counts] + [5])
        yield " ".join([" " * width, *columns])
        for kind in sorted(self.counts):
            yield " ".join([kind.ljust(width), *(str(self.counts[kind][word] or ".").rjust(len(word)) for word in columns)])
        yield " ".join(["total".ljust(width), *(str(self.total(word)).rjust(len(word)) for word in columns)])
