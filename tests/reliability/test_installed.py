"""The program that the other tests here call is the one of this environment."""

from __future__ import annotations

from shoot_cli import __version__
from tests.reliability.conftest import Program


def test_it_is_this_program(program: Program) -> None:
    assert program("--version") == (0, f"shoot {__version__}\n".encode(), b"")
