"""Commands that have commands in them, as Typer builds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup

from shoot_cli.ui.console import exit_on_refusal

if TYPE_CHECKING:
    from typer._click import Context


class CommandGroup(TyperGroup):
    """Commands of which what is refused comes to a sentence and an exit code, as JSON if results are JSON."""

    def invoke(self, ctx: Context) -> Any:
        with exit_on_refusal("--json" in ctx.args):
            return super().invoke(ctx)
