"""The command `shoot play`: a guided battle; every answer is stored at once."""

from __future__ import annotations

import gc
import sys
from enum import StrEnum
from typing import TYPE_CHECKING

from shoot_cli.ui.console import USAGE, exit_on_refusal, fail, first_line, is_plain

if TYPE_CHECKING:  # `cli/app.py` resolves the annotations of the options when Typer needs them
    from collections.abc import Mapping
    from typing import Annotated, Any

    import typer

    from shoot_cli.cli import completion
    from shoot_cli.cli.options import AcceptGaps, Attach, Data, number_option
    from shoot_cli.play.session import Session


class Dice(StrEnum):
    """The option `--dice`: the app rolls, or the players roll by hand."""

    APP = "app"
    HAND = "hand"


class Beginner(StrEnum):
    """The option `--teach`: whose player is taught. `mine` is the first list, `theirs` the second."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


def play(
    mine: Annotated[
        str | None,
        typer.Argument(
            help="Your army list: a file, ours or of a list builder, or a shipped one by name.",
            autocompletion=completion.lists,
        ),
    ] = None,
    theirs: Annotated[str | None, typer.Argument(help="Your opponent's list.", autocompletion=completion.lists)] = None,
    dice: Annotated[
        Dice | None, typer.Option(help="app: the app throws. hand: you throw and type; Enter lets the app throw.")
    ] = None,
    battle: Annotated[
        str | None,
        typer.Option("--battle", "-b", help="Name of the battle, new or kept.", autocompletion=completion.battles),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the battle played last, or the one named by --battle.")
    ] = False,
    turns: Annotated[
        int | None,
        number_option(least=1, most=20, help="Turns the battle lasts; else those of the game, or you are asked."),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Time for each player, as 60m, 1h30m or 45:00; p pauses. 1m to 24h."),
    ] = None,
    no_odds: Annotated[
        bool, typer.Option("--no-odds", help="Lock the odds for the whole battle: the key o shows none.")
    ] = False,
    teach: Annotated[
        Beginner | None, typer.Option(help="Ask a beginner what each roll of this side needs, for 15 seconds at most.")
    ] = None,
    teach_seconds: Annotated[
        float | None, number_option(kind=float, least=5, most=600, help="With --teach: how long a question waits.")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", "-s", metavar="KEY=VALUE", help="A setting of the ruleset; may repeat.")
    ] = None,
    seed: Annotated[int | None, number_option(help="Seed of the app's dice.")] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Watch one shooting phase of each side; needs no terminal.")
    ] = False,
    accept_gaps: AcceptGaps = False,
    data: Data = None,
    phone: Annotated[
        bool, typer.Option("--phone", help="Players may answer on phones in the same Wi-Fi as well.")
    ] = False,
    phone_new: Annotated[
        bool, typer.Option("--phone-new", help="With --phone: other links; the old ones end.")
    ] = False,
    phone_host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="With --phone: the address of this machine to use.")
    ] = None,
    phone_port: Annotated[
        int | None, number_option(least=1024, most=65535, help="With --phone: the port to use; usually 7467.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", callback=is_plain, help="No colour, no box drawing; 40 columns suffice.")
    ] = False,
    attach: Attach = None,
) -> None:
    """Play the shooting phases of a battle, step by step."""
    if clash := contradiction(locals()):
        fail(clash, USAGE)
    if phone_host is not None:
        from shoot_cli.phone.links import checked

        phone_host = checked(phone_host)
    time = None
    if clock is not None:
        from shoot_cli.play.clock import read_time

        time = read_time(clock)
    leaders = None
    if attach:
        from shoot_cli.cli.units import leaders_of

        with exit_on_refusal(False):
            leaders = leaders_of(attach)
    piped = None
    if "-" in (mine, theirs):
        from shoot_cli.play.before import list_from_pipe

        piped = list_from_pipe(not demo, mine, theirs)
    gc.disable()  # no garbage collection until the first prompt
    try:
        if demo:
            first_line("shoot, a phase of each side to look at", plain)
            from shoot_cli.play import start

            start.demo(mine, theirs, set_, seed, plain, accept_gaps, piped)
            return
        from shoot_cli.ui.typed_input import unechoed

        with unechoed():
            if sys.stdin.isatty() and sys.stdout.isatty():  # else it is refused in a sentence alone
                first_line("shoot, at the table", plain)
            from shoot_cli.play import start

            game: Session
            if resume:
                game = start.resumed(battle, dice, plain)
            else:
                game = start.begun(
                    mine, theirs, battle, dice, turns, set_, seed, plain, time, no_odds, accept_gaps, piped, leaders
                )
            if teach:
                from shoot_cli.practice.teaching import ANSWER_SECONDS

                game.teach(teach, teach_seconds or ANSWER_SECONDS)
            if phone:
                game.with_phones(phone_host, phone_port, phone_new)
            game.play()
    finally:
        gc.enable()


def more_help() -> tuple[str, ...]:
    """Return a heading, and what helps if no phone comes (PH-31)."""
    from shoot_cli.phone.links import REMEDIES

    return ("If no phone comes", *REMEDIES)


def contradiction(options: Mapping[str, Any]) -> str:
    """Return a sentence about options that exclude each other; "" if none do. `options` has all by their names."""
    resume, demo, teach, phone = (options[name] for name in ("resume", "demo", "teach", "phone"))
    clock_ends = "one that goes on keeps its own." if resume else "the demo asks nobody."
    sentences = {
        "--resume goes on with a battle that is kept; it takes no lists. Start a new one without --resume.": (
            resume and (options["mine"] or options["theirs"] or demo)
        ),
        f"--no-odds is agreed when a battle begins{'.' if resume else '; the demo shows none.'}": (
            options["no_odds"] and (resume or demo)
        ),
        "--teach asks a beginner at the table; the demo asks nobody.": teach and demo,
        "--teach-seconds needs --teach.": options["teach_seconds"] is not None and not teach,
        "--battle names a battle that is kept; the demo keeps none.": options["battle"] is not None and demo,
        "--phone lets players answer on phones; the demo asks nobody.": phone and demo,
        "--phone-new, --phone-host and --phone-port need --phone.": not phone and (
            options["phone_new"] or options["phone_host"] is not None or options["phone_port"] is not None
        ),
        "--phone needs the screen with a cursor on Windows: leave --plain out.": (
            phone and options["plain"] and sys.platform == "win32"
        ),
        f"--clock belongs to a new battle: {clock_ends}": options["clock"] is not None and (resume or demo),
        "--set, --seed and --turns belong to a new battle: one that goes on keeps its own.": resume and (
            options["set_"] or options["seed"] is not None or options["turns"] is not None
        ),
        "--attach is for the lists of a new battle.": options["attach"] and (resume or demo),
    }  # fmt: skip
    return next((sentence for sentence, holds in sentences.items() if holds), "")
