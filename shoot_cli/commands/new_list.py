"""``shoot army new``: a list of units by name, with true values, where a package of datasheets is installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoot_cli.commands.importing_lists import put, show_report
from shoot_cli.commands.options import output_option
from shoot_cli.commands.writing import check_place
from shoot_cli.core.visible import visible
from shoot_cli.ui.console import USAGE, WRONG, console, fail, is_plain, print_json

if TYPE_CHECKING:
    from shoot_cli.rules import Edition


def new_list(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The edition, such as 11e.")],
    units: Annotated[
        list[str], typer.Argument(metavar="UNIT...", help='A unit by name; "Boyz*20": with so many models.')
    ],
    output: Annotated[
        Path | None,
        output_option("The list is written here.", "OUT.yaml"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a list that is there.")] = False,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="UNIT=WEAPON", help='Other weapons: "Boyz=2x big shoota"; may repeat.'),
    ] = None,
    attach: Annotated[
        list[str] | None, typer.Option("--attach", metavar="LEADER=UNIT", help="Who leads whom; may repeat.")
    ] = None,
    faction: Annotated[
        str, typer.Option("--faction", metavar="NAME", help="Whose units, where several have one of a name.")
    ] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What the list is called.")] = "",
    abilities: Annotated[
        bool, typer.Option("--abilities", help="Play abilities as the data has them, which may lack conditions.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The list as JSON, with the report.")] = False,
    plain: Annotated[bool, typer.Option("--plain", callback=is_plain, help="No colour, no boxes, narrow.")] = False,
) -> None:
    """Write a list of these units with the values of their datasheets, from a package that you install."""
    from shoot_cli.armies.problems import ListError
    from shoot_cli.imports.making import published
    from shoot_cli.imports.ordered import made_of
    from shoot_cli.imports.taking import Options
    from shoot_cli.imports.writing import yaml_of

    of = edition_of(ruleset, json)
    package = published(of)
    if package is None:
        others = ", ".join(one.short for one in with_package())
        more = f" (there is one for {others})" if others else ""
        words = f"there is no source of datasheets of {of.title} that shoot can read{more}"
        fail(f"{words}; a shipped list is a beginning: copy one of armies/{of.name}", WRONG, json)
    if not package.installed():
        fail(f"datasheets of {of.title} are not installed; this does it: {package.remedy}", WRONG, json)
    if output is not None:
        check_place(output, force=force, json=json, inputs=())
    carried, attached = pairs("--with", "UNIT=WEAPON", with_, json), pairs("--attach", "LEADER=UNIT", attach, json)
    try:
        source = package.source(abilities)
        text = package.ordered(source, units, carried, faction, name)
        taken = made_of(text, of, source, Options(attach=tuple(attached)), said(of, units))
    except ListError as error:
        fail(str(error), WRONG, json)
    if json:
        print_json(taken.document | {"report": taken.report.data()})
    if output is not None or not json:
        put(yaml_of(taken), output, force, json, ())
    screen = console(plain, stderr=True)
    show_report(taken, (), screen)
    if output is not None:
        screen.print(f"Written: {visible(str(output))}")


def edition_of(ruleset: str, json: bool) -> Edition:
    from shoot_cli.armies.problems import did_you_mean
    from shoot_cli.rules import RULESETS, edition

    found = edition(ruleset)
    if found is None:
        names = [name for one in RULESETS for name in (one.name, one.short)]
        fail(f"There is no ruleset “{ruleset}”; {did_you_mean(ruleset, names)}", USAGE, json)
    return found


def with_package() -> list[Any]:
    """The editions of which datasheets can be installed."""
    from shoot_cli.imports.making import published
    from shoot_cli.rules import RULESETS

    return [one for one in RULESETS if published(one) is not None]


def pairs(option: str, form: str, said: list[str] | None, json: bool) -> list[tuple[str, str]]:
    found = []
    for one in said or ():
        left, equals, right = one.partition("=")
        if not (equals and left.strip() and right.strip()):
            fail(f"{option} {one}: write {form}", USAGE, json)
        found.append((left.strip(), right.strip()))
    return found


def said(of: Edition, units: list[str]) -> str:
    """The command, as it could be given again."""
    from shlex import quote

    return f"shoot army new {of.short} {' '.join(map(quote, units))}"
