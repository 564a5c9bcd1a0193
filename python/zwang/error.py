# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""The only exception of the package: misuse and bad input."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """A mistake with a code whose meaning never changes; ``zwang explain E103`` explains one.

    Mechanics never raises an Error: a run that cannot continue is a Run with a `code`.

    >>> import zwang
    >>> m = zwang.Model("pendulum")
    >>> bob = m.mass("bob", 1, at=(1, 0, 0))
    >>> m.constraint("string", "|bobb| <= 1")
    >>> try:
    ...     m.run(until=1)
    ... except zwang.Error as error:
    ...     print(error.code, error.message, "--", error.hint)
    E103 unknown name 'bobb' -- did you mean 'bob'?
    """

    def __init__(self, text: str, mistakes: list[dict[str, Any]] | None = None) -> None:
        super().__init__(text)
        #: all mistakes that were found, as dicts with code, message, file, line, column, hint, notes
        self.mistakes = mistakes or []
        first = self.mistakes[0] if self.mistakes else {}
        self.code: str = first.get("code", "")
        self.message: str = first.get("message", text)
        self.hint: str = first.get("hint", "")
        self.notes: list[str] = first.get("notes", [])
        self.file: str = first.get("file", "")
        self.line: int = first.get("line", 0)
        self.column: int = first.get("column", 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return Error, (self.args[0], self.mistakes)


def mistake(code: str, message: str) -> Error:
    """An Error that was found here and not in the library."""
    return Error(f"error[{code}]: {message}", [{"code": code, "message": message}])
