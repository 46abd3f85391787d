"""The command `shoot rules`: looks up a rule by its id or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoot_cli.ui.console import USAGE, WRONG, console, fail, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Annotated

    import typer
    from rich.console import Console
    from rich.table import Table

    from shoot_cli.cli import completion
    from shoot_cli.cli.options import Json, Plain
    from shoot_cli.engine.markdown import Rule
    from shoot_cli.rules import Edition

MOST_WITH_TEXT = 3
BETWEEN = 3  # letters between two columns of a chart
SHORT = 12  # letters of a cell that is not wrapped
NOT_YET = "not played by the program yet"


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID or WORDS]",
            help="A rule id (7E-HIT-3, hit-3), a section (7E-HIT), or words.",
            autocompletion=completion.rules,
        ),
    ] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="Only this ruleset, such as 7e.")] = None,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Look up a rule: its text, an example, its source, its chart."""
    from shoot_cli.engine.markdown import find, nearest, without_duplicates
    from shoot_cli.rules import editions_in

    editions = _editions(ruleset, json)
    asked = " ".join(words or ()).strip()
    named_editions, other_words = editions_in(asked)
    is_short_name = asked.casefold() in (
        edition.short.casefold() for edition in named_editions
    )  # as a short name such as "7e", which also begins rule ids
    if named_editions and not is_short_name:
        if ruleset is not None and not {*named_editions} & {*editions}:
            which = " and ".join(edition.short for edition in named_editions)
            fail(f"--ruleset {ruleset}, but the words name {which}; leave one out.", USAGE, json)
        asked, editions = other_words, tuple(edition for edition in editions if edition in named_editions)
    # The edition that an id names is asked first: opening a rulebook loads its edition.
    named_by_id = tuple(edition for edition in editions if asked.casefold().startswith(f"{edition.short}-".casefold()))
    matches = find((rule for edition in named_by_id for rule in edition.rulebook()), [asked])
    books = [] if matches else [edition.rulebook() for edition in editions]
    everything = tuple(rule for book in books for rule in book)
    if not matches:
        matches = find(everything, [asked]) if asked else without_duplicates(everything)
    if not matches:
        close = nearest(everything, [asked])
        hint = f" Close to it: {'; '.join(close)}." if close else " Run shoot rules without words for the list."
        fail(f'No rule matches "{asked}".{hint}', WRONG, json)
    if json:
        keys = ("id", "title", "text", "example", "source", "supported", "chart", "also", "replaces")
        print_json({"rules": [{name: getattr(rule, name) for name in keys} for rule in matches]})
        return
    screen = console(plain)
    if not asked:
        for edition, book in zip(editions, books, strict=True):
            _print_contents(screen, edition.title, book, plain)
    elif len(matches) == 1:
        print_rule(screen, matches[0], plain)
    else:
        _print_matches(screen, matches, plain)


def _editions(name: str | None, json: bool) -> tuple[Edition, ...]:
    """Return the edition of this name, or all for None. An unknown name ends the program."""
    from shoot_cli.rules import RULESETS

    if name is None:
        return tuple(RULESETS)
    wanted = name.casefold().strip()
    chosen = tuple(edition for edition in RULESETS if wanted in (edition.name.casefold(), edition.short.casefold()))
    if not chosen:
        names = ", ".join(f"{edition.name} ({edition.short})" for edition in RULESETS)
        fail(f'There is no ruleset "{name}". Known: {names}.', USAGE, json)
    return chosen


def _print_contents(screen: Console, title: str, book: Sequence[Rule], plain: bool) -> None:
    """Print the contents of one ruleset: a table for each section."""
    from itertools import groupby

    from rich.text import Text

    screen.print(Text(title, style="bold"))
    for part, members in groupby(book, key=lambda rule: rule.part):
        section = tuple(members)
        screen.print()
        screen.print(Text(f"{part}  {section[0].section}".rstrip(), style="bold cyan"))
        screen.print(_title_table(section, plain))
    if not all(rule.supported for rule in book):
        screen.print(Text(f"* {NOT_YET}", style="dim"))


def _print_matches(screen: Console, matches: Sequence[Rule], plain: bool) -> None:
    """Print the titles of several rules, and the text of the best ones."""
    from rich.text import Text

    screen.print(_title_table(matches, plain))
    if not all(rule.supported for rule in matches):
        screen.print(Text(f"* {NOT_YET}", style="dim"))
    for rule in matches[:MOST_WITH_TEXT]:
        screen.print()
        screen.print(Text(f"{rule.id}  {rule.title}", style="bold"))
        screen.print(Text(rule.text))


def print_rule(screen: Console, rule: Rule, plain: bool) -> None:
    """Print one rule completely."""
    from rich.text import Text

    screen.print(Text(f"{rule.id}  {rule.title}", style="bold"))
    screen.print(Text(rule.text))
    if rule.chart:
        for part in _chart_parts(rule.chart, screen.width):
            screen.print(_grid(part, plain))
    if rule.example:
        screen.print(Text.assemble(("Example: ", "bold"), rule.example))
    if rule.also:
        screen.print(Text(f"Also called: {', '.join(rule.also)}", style="dim"))
    if rule.replaces:
        screen.print(Text(f"In place of: {', '.join(rule.replaces)}", style="dim"))
    screen.print(Text(f"Source: {rule.source}", style="dim"))
    screen.print(Text("Played by the program." if rule.supported else f"{NOT_YET.capitalize()}.", style="dim"))


def _title_table(matches: Sequence[Rule], plain: bool) -> Table:
    """Return a table of ids and titles. A star marks rules that the program does not play yet."""
    return _grid(
        (("id", "title"), *((rule.id, rule.title + ("" if rule.supported else " *")) for rule in matches)), plain
    )


def _chart_parts(rows: Sequence[Sequence[str]], width: int) -> Iterator[Sequence[Sequence[str]]]:
    """Yield the chart in parts that fit `width` letters, left to right. Each part repeats the first column."""
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    words = [max(len(word) for cell in column for word in (cell.split() or [""])) for column in zip(*rows, strict=True)]
    longest[1:] = [word if cell > SHORT else cell for cell, word in zip(longest[1:], words[1:], strict=True)]
    if len(longest) <= 2 or sum(longest) + BETWEEN * (len(longest) - 1) <= width:
        yield rows
        return
    half = 1 + len(longest) // 2
    yield from _chart_parts([row[:half] for row in rows], width)
    yield from _chart_parts([(*row[:1], *row[half:]) for row in rows], width)


def _grid(rows: Sequence[Sequence[str]], plain: bool) -> Table:
    """Return a table. Its first row has the headings."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.ASCII if plain else box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, heading in enumerate(rows[0]):
        # A wrapped id cannot be copied, and a wrapped number is hard to read.
        table.add_column(Text(heading), no_wrap=number == 0 and all(len(row[0]) <= 12 for row in rows))
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    return table
