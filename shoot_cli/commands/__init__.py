"""The commands, a file each, and how they end: with a result, or with what was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup

from shoot_cli.core.signals import Refusal
from shoot_cli.ui.console import fail

if TYPE_CHECKING:
    from typer._click import Context


class InWords(TyperGroup):
    """Commands of which what is refused comes to a sentence and an exit code, as JSON if results are JSON."""

    def invoke(self, ctx: Context) -> Any:
        json = "--json" in ctx.args
        try:
            return super().invoke(ctx)
        except Refusal as error:
            fail(str(error), error.exit_code, json)
