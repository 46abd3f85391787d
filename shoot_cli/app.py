"""The Typer app: it registers the commands and imports nothing heavy. Each command is a file in ``commands/``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from shoot_cli import __version__
from shoot_cli.commands import army, battle, drill, odds, play, resolve, rules

app = typer.Typer(
    name="shoot",
    help="The shooting phase of miniature wargames: at the table, at once, as exact odds, and as practice.",
    no_args_is_help=True,
    rich_markup_mode=None,  # half of the start-up time, for boxes around the help
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("resolve")(resolve.resolve)
app.command("odds")(odds.odds)
app.command("drill")(drill.drill)
app.add_typer(army.app, name="army", help="Check and show army lists.")
app.add_typer(battle.app, name="battle", help="The battles kept on this machine.")
app.command("rules")(rules.rules)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"shoot {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """The shooting phase of miniature wargames: at the table, at once, as exact odds, and as practice."""


def main() -> None:
    """What the ``shoot`` script runs: no traceback for what users do, and the exit codes that others rely on."""
    try:
        app()
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # `shoot odds ... | head`: nobody reads any more, and nobody minds
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
