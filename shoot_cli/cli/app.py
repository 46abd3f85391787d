"""The Typer app. It imports the file of a command in `commands/` only when the command is called."""

from __future__ import annotations

from importlib import import_module
from inspect import get_annotations
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from shoot_cli import __version__
from shoot_cli.cli.options import CommandGroup

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

# Each command is in `shoot_cli/commands/<name>.py`, as a function of that name or a Typer app. The text is the first
# sentence of the command's help.
COMMANDS = {
    "play": "Play the shooting phases of a battle, step by step.",
    "resolve": "Roll one attack at once.",
    "odds": "Work out the exact odds of one attack, or of several at one target.",
    "compare": "Compare units or weapons at targets: which is best, and what changes it.",
    "matchup": "Every unit of two lists at every other: best answers, and what threatens whom.",
    "need": "What it takes to destroy a target: the smallest sets of your units, or how many of one gun.",
    "matrix": "Everything at everything, as JSON lines, CSV or one JSON document; each pair of different units once.",
    "drill": "Practise: questions about the rules, marked and explained.",
    "rules": "Look up a rule: its text, an example, its source, its chart.",
    "army": "Check, show and import army lists.",
    "doctor": "Say what this installation has, what would not work with it, and why.",
    "battle": "Battles kept on disk: list, show, watch, export, import, verify, luck, delete.",
}


class Commands(CommandGroup):
    """A group that imports a command only when it is called. To import all takes a third of the start-up time."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast("dict[str, Any]", dict.fromkeys(COMMANDS))  # names only; see `get_command`

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


FILE_KINDS = ("--html", "--svg", "--md")  # what `-o` writes, by its ending


class CommandWithMore(TyperCommand):
    """A command whose help may end with more lines. `more()` makes them, only if somebody wants help."""

    more: Callable[[], Sequence[str]] = tuple

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options. :raises UsageError: as Typer does; of a kind of file it says how to write one, and of an
        option without its value what that can be"""
        kinds = [word for word in args if word in FILE_KINDS and any(param.name == "output" for param in self.params)]
        if kinds:
            ctx.fail(f"No such option: {kinds[0]}. A file is written with -o FILE.{kinds[0].removeprefix('--')}")
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            wrong: Any = error
            if str(error).endswith("requires an argument."):
                option = next((param for param in self.params if wrong.option_name in param.opts), None)
                wrong.message = f"{str(error)[:-1]}: {getattr(option, 'help', None) or 'see --help'}"
            raise

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        title, *lines = self.more() or ("",)
        if lines:
            with formatter.section(title):
                formatter.write_dl([(f"{n}.", line) for n, line in enumerate(lines, 1)])


def load_command(name: str) -> Any:
    """Return the command of this name. Its file is imported now."""
    module = import_module(f"shoot_cli.commands.{name}")
    parent = typer.Typer(add_completion=False, rich_markup_mode=None)
    if not hasattr(module, "app"):
        parent.command(name, cls=CommandWithMore)(with_resolved_options(getattr(module, name)))
        command = get_command(parent)
        cast("CommandWithMore", command).more = getattr(module, "more_help", tuple)
        return command
    parent.add_typer(module.app, name=name, help=COMMANDS[name])
    group = get_command(parent)
    assert isinstance(group, TyperGroup)
    return group.commands[name]


def with_resolved_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with evaluated annotations. Its module imports them only for types, so that it loads fast."""
    options = import_module("shoot_cli.cli.options")
    command.__annotations__ = get_annotations(command, locals=vars(options), eval_str=True)
    return command


app = typer.Typer(
    name="shoot",
    cls=Commands,
    help="The shooting phase of miniature wargames: at the table, at once, as exact odds, and as practice.",
    no_args_is_help=True,
    rich_markup_mode=None,  # boxes around the help would take most of the start-up time
    pretty_exceptions_enable=False,
    context_settings=HELP_OPTIONS,
)


CREDITS = "credits"  # in what the context remembers while options are read


def want_credits(context: typer.Context, is_wanted: bool) -> None:
    context.meta[CREDITS] = is_wanted


def show_version(context: typer.Context, is_wanted: bool) -> None:
    """Print the version, and the credits behind it, if they are wanted; then exit."""
    if is_wanted:
        print(f"shoot {__version__}")
    if context.meta.get(CREDITS):
        for line in import_module("shoot_cli.importing.importer").credits():
            print(line)
    if is_wanted or context.meta.get(CREDITS):
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version and exit.", callback=show_version)
    ] = False,
    credits: Annotated[
        bool,
        typer.Option("--credits", help="Show whose data may be used, and exit.", callback=want_credits, is_eager=True),
    ] = False,
) -> None:
    """The shooting phase of miniature wargames: at the table, at once, as exact odds, and as practice."""
