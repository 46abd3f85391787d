"""The commands `shoot battle ...` for battles on disk: list, show, watch, export, copy, check, luck, delete."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.cli import completion
from shoot_cli.cli.options import BudgetOption, CommandGroup, file_named, output_option
from shoot_cli.engine.budget import SECONDS, Budget
from shoot_cli.engine.names import counted, visible
from shoot_cli.play import battle_text
from shoot_cli.ui.console import INTERRUPTED, UNREADABLE, USAGE, WRONG, console, fail, is_plain, print_json

if TYPE_CHECKING:
    from shoot_cli.engine.ruleset import Sides
    from shoot_cli.storage.store import StoredBattle

app = typer.Typer(
    name="battle",
    help="Battles kept on disk: list, show, watch, export, import, backup, verify, luck, delete.",
    no_args_is_help=True,
    cls=CommandGroup,
)


class Format(StrEnum):
    """The format of an exported battle."""

    MARKDOWN = "markdown"
    JSON = "json"
    JSONL = "jsonl"


BY_ENDING = {".md": Format.MARKDOWN, ".json": Format.JSON, ".jsonl": Format.JSONL}

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="The battle's name, or a part of it that no other has.", autocompletion=completion.battles
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Plain = Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")]


@app.command("list")
def list_battles(json: AsJson = False, plain: Plain = False) -> None:
    """List the battles, the one played last first."""
    from shoot_cli.storage.store import Store

    with Store.open() as store:
        battles = store.battles()
    if json:
        print_json([battle._asdict() for battle in battles], indent=2)
        return
    if not battles:
        say("No battles yet. `shoot play` begins one.")
        return
    screen = console(plain)
    if plain:
        for battle in battles:
            screen.print(visible(battle.name), soft_wrap=True)
            screen.print(
                f"  {visible(battle.ruleset)}, {battle_text.how_far(battle.answers, battle.finished)}", soft_wrap=True
            )
            screen.print(f"  {battle_text.local(battle.changed)}", soft_wrap=True)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for heading in ("Battle", "Rules", "Answers", "State", "Last change"):
        table.add_column(heading, justify="right" if heading == "Answers" else "left", overflow="fold")
    for battle in battles:
        cells = (
            battle.name,
            battle.ruleset,
            str(battle.answers),
            battle_text.state(battle.finished),
            battle_text.local(battle.changed),
        )
        table.add_row(*(Text(visible(cell)) for cell in cells))
    screen.print(table)


@app.command("show")
def show(name: Name = "", json: AsJson = False, plain: Plain = False) -> None:
    """Show a battle, by default the only one: what was agreed, and every answer in force."""
    battle = loaded(name)
    if json:
        print_json({**battle_text.facts_of(battle), "answers": battle_text.answers_of(battle)}, indent=2)
    else:
        screen = console(plain)
        for line in (visible(battle.name), *(f"  {fact}: {text}" for fact, text in battle_text.header_of(battle)), ""):
            screen.print(line, soft_wrap=True)
        for line in battle_text.lines_of(battle) or ["No answers yet."]:
            screen.print(line, soft_wrap=True)
    report_breaks(battle)


@app.command("export")
def export(
    name: Name,
    format: Annotated[
        Format | None, typer.Option("--format", help="Default: by the ending of the output file; markdown without one.")
    ] = None,
    output: Annotated[Path | None, output_option("A file instead of standard output.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")] = False,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Write a battle out: Markdown to read, JSON with everything, or JSON lines with one event each."""
    if json and format not in (None, Format.JSON):
        fail(f"--json and --format {format} contradict each other.", USAGE, json)
    if output is not None and str(output) == "-":
        output = None
    if json:
        format = Format.JSON
    elif format is None:
        ending = output.suffix if output else ""
        if ending and ending.lower() not in BY_ENDING:
            endings = f"{', '.join([*BY_ENDING][:-1])} or {[*BY_ENDING][-1]}"
            fail(f"{output}: nothing is written as {ending}. Name it {endings}, or say --format.", USAGE, json)
        format = BY_ENDING.get(ending.lower(), Format.MARKDOWN)
    battle = loaded(name)
    match format:
        case Format.MARKDOWN:
            text = battle_text.markdown_of(battle, battle_text.lines_of(battle), battle_text.with_questions(battle))
        case Format.JSON:
            text = battle_text.json_of(battle)
        case Format.JSONL:
            text = battle_text.jsonl_of(battle)
    if output is None:
        print(text, end="")
    else:
        from shoot_cli.cli.output import write_file

        write_file(output, text, force=force, json=json, inputs=())
        say(f"“{visible(battle.name)}” is written to {visible(str(output))}.")
    report_breaks(battle)


@app.command("watch")
def watch(
    name: Name,
    once: Annotated[bool, typer.Option("--once", help="Print what is there, and stop.")] = False,
    plain: Plain = False,
) -> None:
    """Follow a battle from a second terminal, line by line as it is played; it changes nothing."""
    from shoot_cli.play.watch import follow_battle

    try:
        follow_battle(name, plain, once)
    except KeyboardInterrupt:
        say("")
        raise typer.Exit(INTERRUPTED) from None


@app.command("import")
def import_battle(
    file: Annotated[
        Path,
        typer.Argument(
            parser=file_named, metavar="FILE", help="What export wrote as JSON or JSON lines; - to read it."
        ),
    ],
    name: Annotated[str | None, typer.Option("--name", help="Another name for it.")] = None,
    json: AsJson = False,
) -> None:
    """Take in a battle that export wrote as JSON or JSON lines, with every hash of it checked."""
    from shoot_cli.storage.battle_import import NotABattle, read_file, renamed
    from shoot_cli.storage.home import checked
    from shoot_cli.storage.store import Store

    new = None if name is None else checked(name)
    try:
        imported = read_file(file)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.", WRONG, json)
    except NotABattle as error:
        source = "Standard input" if str(file) == "-" else visible(str(file))
        fail(f"{source} cannot be taken in. {error}", UNREADABLE, json)
    if new is not None and new != imported.header.name:
        imported = renamed(imported, new)
    with Store.open() as store:
        store.add(imported.header, imported.events)
        battle = store.load(imported.header.name)
    if json:
        print_json({**battle_text.facts_of(battle), "answers": len(battle.answers())}, indent=2)
        return
    how = battle_text.how_far(len(battle.answers()), battle.finished)
    say(f"“{visible(battle.name)}” is taken in, whole: {how}. `shoot battle verify` plays it again with its rules.")


@app.command("backup")
def backup(
    file: Annotated[
        Path,
        typer.Argument(parser=file_named, metavar="FILE", help="Where to; as shoot.db in SHOOT_HOME it is played on."),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")] = False,
    json: AsJson = False,
) -> None:
    """Copy every battle, and what drills know of you, into one file, also while a battle is played."""
    from shoot_cli.cli.output import put_in_place, writing
    from shoot_cli.storage.store import Store

    if str(file) == "-":
        fail("A backup is a database: name a file. To standard output: shoot battle export NAME.", USAGE, json)
    with Store.open() as store, writing(file, json):
        battles = len(store.battles())
        with put_in_place(file, force, mode=0o600) as beside:
            store.backup(beside)
    if json:
        print_json({"backup": str(file), "battles": battles}, indent=2)
    else:
        say(f"{counted(battles, 'battle')} and your drill scores are copied to {visible(str(file))}.")


@app.command("verify")
def verify(name: Name, json: AsJson = False, plain: Plain = False) -> None:
    """Check that nothing was changed or damaged since a battle was written, and play it again with its rules."""
    from shoot_cli.storage.store import Store

    with Store.open() as store:
        exact = store.find(name).name
        breaks = store.verify(exact)
        battle = None if breaks else store.load(exact)
    check = verified(battle) if battle else None
    if json:
        seal: dict[str, Any] = {}
        if battle and check:
            seal = {"events": len(battle.events), "hash": battle.last_hash, "answers": check.answers}
            fits = {"casualties": check.casualties, "lost": dict(check.lost)} if not check.why else {"why": check.why}
            seal |= {"fits": not check.why, **fits}
        print_json({"name": exact, "whole": not breaks, "breaks": breaks, **seal}, indent=2)
    else:
        screen = console(plain)
        sentences = list(breaks)
        if battle and check:
            events = counted(len(battle.events), "event")
            sentences.append(f"“{exact}” is whole: {events}, the last with hash {battle.last_hash[:16]}.")
            sentences += verification_lines(check)
            if changed := battle_text.changed_words(battle):
                sentences.append(f"Changed afterwards, and at whose wish: answer {changed}.")
        for sentence in sentences:
            screen.print(visible(sentence), soft_wrap=True)
    if breaks or (check and check.why):
        raise typer.Exit(UNREADABLE)


@app.command("luck")
def luck(name: Name, budget: BudgetOption = SECONDS, json: AsJson = False, plain: Plain = False) -> None:
    """Show what the dice came to against what was to be expected, and the exact chance of it."""
    from shoot_cli.battle.luck import as_json, report
    from shoot_cli.storage.remembered_place import in_force

    battle = loaded(name)
    table, end, _, ruleset = in_force(battle)
    hands = [answer.hand for answer in battle.answers()]
    result = report(table, hands, ruleset, end, budget=Budget(budget))
    if json:
        print_json({"battle": battle.name, "ruleset": battle.ruleset, **as_json(result)}, indent=2)
    else:
        from shoot_cli.ui.results import Luck

        screen = console(plain)
        screen.print(visible(battle.name), soft_wrap=True)
        screen.print(Luck(result, ruleset.titles, plain))
    report_breaks(battle)


@app.command("delete")
def delete(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Delete a battle with its whole record."""
    from shoot_cli.storage.home import folded_name
    from shoot_cli.storage.store import Store

    with Store.open() as store:
        battle = store.find(name)
        if yes and folded_name(battle.name) != folded_name(name):
            whole = visible(battle.name)
            fail(
                f"With --yes nobody is asked, so say the whole name: “{whole}” (you said “{visible(name)}”).",
                WRONG,
                json,
            )
        if not yes:
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                fail(f"To delete “{visible(battle.name)}” without a terminal to ask at, add --yes.", USAGE, json)
            how = battle_text.how_far(battle.answers, battle.finished)
            if not typer.confirm(f"Delete “{visible(battle.name)}” ({how}) for good?"):
                say("Nothing was deleted.")
                raise typer.Exit(WRONG)
        store.delete(battle.name)
    if json:
        print_json({"deleted": battle.name}, indent=2)
    else:
        say(f"“{visible(battle.name)}” is deleted.")


def loaded(name: str) -> StoredBattle:
    """Return the battle with this name or part of a name, or the only one if it is "". A broken record ends before its
    first break."""
    from shoot_cli.storage.store import Store

    with Store.open() as store:
        if not name and len(battles := store.battles()) == 1:
            name = battles[0].name
        elif not name:
            fail("Say which battle; shoot battle list has their names.", USAGE, False)
        return store.load(store.find(name).name, intact=True)


@dataclass(frozen=True)
class Verified:
    """The result of a replay. `lost` are slain models by army, first player first, and `back` those of them that came
    back. `why` is the mismatch, or ""."""

    answers: int
    lost: tuple[tuple[str, int], ...] = ()
    back: tuple[int, int] = (0, 0)
    why: str = ""

    @property
    def casualties(self) -> int:
        return sum(n for _, n in self.lost)


def verified(stored: StoredBattle) -> Verified:
    """Replay the whole log and compare it with its rules."""
    from shoot_cli.battle.summaries import told_in
    from shoot_cli.storage.remembered_place import CannotReplay, checked, reloaded

    given = stored.answers()
    try:
        began = reloaded(stored)
        again = checked(stored, given, began)
    except CannotReplay as error:
        return Verified(len(given), why=str(error))
    status, (_, back) = again.ruleset.status, told_in(again.table.log)
    return Verified(len(given), lost_in(status(began[1]), status(again.end), back), back)


def lost_in(before: Sides, after: Sides, back: tuple[int, int]) -> tuple[tuple[str, int], ...]:
    """Return the lost models by army, also those that came back."""
    left = {name: sum(row.models_left for row in rows) for name, rows in after}
    return tuple(
        (name, (n := sum(row.models_left for row in rows)) - left.get(name, n) + came_back)
        for (name, rows), came_back in zip(before, back, strict=True)
    )


def verification_lines(result: Verified) -> list[str]:
    """Return two sentences about the replay, or one about the mismatch."""
    if result.why:
        return [result.why]
    answers = f"All {result.answers} answers fit" if result.answers != 1 else "The one answer fits"
    models = "model" if result.casualties == 1 else "models"
    returned = [f", of whom {n} came back" if n else "" for n in result.back]
    losses = ", ".join(f"{name} {n}{back}" for (name, n), back in zip(result.lost, returned, strict=False))
    return [
        f"{answers} the rules: they were played again.",
        f"That reproduces {result.casualties} casualties ({models} lost: {losses})."
        if losses
        else f"That reproduces {result.casualties} casualties.",
    ]


def report_breaks(battle: StoredBattle) -> None:
    """Print the breaks of a broken record on standard error and exit with 3."""
    if battle.breaks:
        say(
            f"The record is broken; only what comes before the break is given ({counted(len(battle.events), 'event')})."
        )
        for sentence in battle.breaks:
            say(visible(sentence))
        raise typer.Exit(UNREADABLE)


def say(text: str) -> None:
    """Print a sentence about the result on standard error."""
    print(text, file=sys.stderr)
