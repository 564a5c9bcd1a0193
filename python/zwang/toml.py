# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""Values as TOML text."""

from __future__ import annotations

import json
import numbers
import re
from typing import Any

from .error import mistake
from .expression import Expression, expressed, written

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def key(name: Any) -> str:
    """A key, in quotes where it needs them."""
    if not isinstance(name, str):
        raise mistake("E113", f"a name must be a text, not {name!r}")
    return name if _BARE.match(name) else text(name)


def text(value: str) -> str:
    """A basic string; JSON escapes what TOML requires, except for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(given: Any) -> str:
    """A number, a text, a formula, a truth value, a list or a dict."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, Expression):
        return text(given.text)
    if isinstance(given, str):
        return text(given)
    if isinstance(given, numbers.Integral):
        return str(int(given))
    if isinstance(given, numbers.Real):
        written(given)  # refuses what is not finite
        return repr(float(given))
    if isinstance(given, dict):
        return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in given.items()) + " }"
    if hasattr(given, "tolist"):  # of numpy
        return value(given.tolist())
    if isinstance(given, (list, tuple)):
        return "[" + ", ".join(value(one) for one in given) + "]"
    raise mistake("E113", f"{given!r} is not a number, text, vector or table")


def triple(given: Any) -> str:
    """A vector: three numbers or formulas, or one formula of a vector."""
    if isinstance(given, (Expression, str)):
        return value(given)
    parts = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(parts, (list, tuple)) or len(parts) != 3:
        raise mistake("E113", f"a vector needs three numbers: {given!r}")
    return value([part if isinstance(part, str) else expressed(part) if isinstance(part, Expression) else part for part in parts])
