"""What the hunt leaves alone until it is mended elsewhere. Nothing should stand here: empty `WAITING`, and set `ASCII`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

DIGITS, SURROGATE = re.compile(rb"\d{4301}"), re.compile(rb"\\u[dD][89a-fA-F]")
MOUSE = re.compile(r"\x1b\[<?[\d;]*[mM]|\x9b")

WAITING: dict[str, Callable[[Any], object]] = {
    "batch lines": lambda case: DIGITS.search(case.file + case.typed) or SURROGATE.search(case.file + case.typed),
    "scenarios": lambda case: SURROGATE.search(case.file + case.typed),
    "battles": lambda case: re.search(rb"\d{13}", case.file),  # runs without end
    "prompts": lambda case: MOUSE.search("".join(case.keys)),
    "sessions": lambda case: MOUSE.search("".join(case.keys)),
}
ASCII = False  # ``--json`` escapes what is not ASCII
# Tests that docs/reliability.md names and that come with what they test.
UNBUILT = {
    *(f"reliability/test_{name}.py" for name in ("batch_lines", "prompts", "encodings", "streams", "export")),
    *(f"reliability/test_{name}.py" for name in ("at_once", "backup", "reading", "imports", "odds_end")),
    "battles/test_private.py", "commands/test_budget.py", "core/test_budget.py",
}  # fmt: skip
