"""``python -m pytest tests/golden --regenerate`` plays every script again and writes what came of it.

Read what changed (``git diff tests/golden``) before it is committed: that is what these files are for.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="Write the transcripts anew instead of comparing them.")
