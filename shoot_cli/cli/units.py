"""Which units attack which, as the command line says it; lists of other programs announced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.single_attack import (
    Pairing,
    between,
    check_one_ruleset,
    in_scenario,
    overruled_in_words,
    pairs,
    rows_of,
)
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.names import counted, visible
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.signals import InputError
from shoot_cli.input.task import Task
from shoot_cli.ui.console import print_json

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide, Loaded
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.importing.report import Remark, Report


# Who is in the two units of an attack: those of their lists who have joined them, or are said to have.


def sides(attacker: str, target: str, ruleset: str | None, accept_gaps: bool) -> tuple[AttackSide, AttackSide]:
    """Both sides as the command line has them. ``accept_gaps``: of a list of another program something may be missing.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.list_search import edition_name
    from shoot_cli.importing.list_files import attack_side

    name, memory = edition_name(ruleset), None
    if "::" in attacker + target:
        from shoot_cli.storage.home import remembered

        memory = remembered()
    shooter = attack_side(attacker, name, "attacker", memory)
    victim = attack_side(target, name or shooter.ruleset, "target", memory)
    check_one_ruleset(shooter, victim, (attacker, target), name)
    if shooter.imported or victim.imported:
        tell((shooter.imported, victim.imported), accept_gaps, (shooter.unit.name, victim.unit.name))
    return shooter, victim


def one_after_the_other(units: Sequence[str], ruleset: str | None, accept_gaps: bool) -> list[AttackSide]:
    """Attackers and, last of them, their target; one that is named twice is two of that kind. As for `sides`.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.list_search import edition_name
    from shoot_cli.importing.list_files import attack_side

    name, memory = edition_name(ruleset), None
    if any("::" in unit for unit in units):
        from shoot_cli.storage.home import remembered

        memory = remembered()
    *words, last = units
    found: list[AttackSide] = []
    for word in words:
        found.append(attack_side(word, name or (found[0].ruleset if found else None), "attacker", memory))
        check_one_ruleset(found[0], found[-1], (words[0], word), name)
    found.append(attack_side(last, name or found[0].ruleset, "target", memory))
    check_one_ruleset(found[0], found[-1], (words[0], last), name)
    if any(side.imported for side in found):
        tell((side.imported for side in found), accept_gaps, [side.unit.name for side in found])
    return found


def each_at_one(
    attackers: Sequence[str], target: str, ruleset: str | None, accept_gaps: bool
) -> tuple[list[AttackSide], AttackSide]:
    """Whom somebody has, as for `sides_of_many`, but who is named twice is there twice; and the one unit they are to
    shoot at.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.list_search import edition_name
    from shoot_cli.importing.list_files import units_from
    from shoot_cli.storage.home import remembered

    name, memory = edition_name(ruleset), remembered()
    shooters: list[AttackSide] = []
    for word in attackers:
        shooters += units_from([word], name or (shooters[0].ruleset if shooters else None), "attacker", memory)
    victims = units_from([target], name or shooters[0].ruleset, "target", memory)
    if len(victims) != 1:
        names = ", ".join(side.unit.name for side in victims[:3])
        words = f"{target} is {len(victims)} units ({names} ...): name one of them, {target}::{victims[0].unit.name}"
        raise InputError(words)
    everybody = (*shooters, *victims)
    if any(side.imported for side in everybody):
        tell((side.imported for side in everybody), accept_gaps, [side.unit.name for side in everybody])
    return shooters, victims[0]


def sides_of_many(
    attackers: Sequence[str], targets: Sequence[str], ruleset: str | None, accept_gaps: bool
) -> tuple[tuple[AttackSide, ...], tuple[AttackSide, ...]]:
    """Who shoots, and what at, where each is one unit or several, as `armies.units_from` reads them.

    Targets without a ruleset of their own are of the attackers'. ``accept_gaps``: as for `sides`.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.list_search import edition_name
    from shoot_cli.importing.list_files import units_from
    from shoot_cli.storage.home import remembered

    name, memory = edition_name(ruleset), remembered()
    shooters = units_from(attackers, name, "attacker", memory)
    victims = units_from(targets, name or (shooters[0].ruleset if shooters else None), "target", memory)
    everybody = (*shooters, *victims)
    if any(side.imported for side in everybody):
        tell((side.imported for side in everybody), accept_gaps, [side.unit.name for side in everybody])
    return shooters, victims


# What ``resolve`` and ``odds`` share: who shoots at whom on the command line, and ``--questions``.


class Usage(InputError):
    """The command line itself is wrong: something is missing, or does not go together."""

    exit_code = 2


def task_of_options(
    attacker: str | None,
    target: str | None,
    ruleset: str | None,
    set_: list[str] | None,
    options: Mapping[str, str | None],
    accept_gaps: bool = False,
) -> Task:
    """The attack that the command line names. :raises InputError, ListError: as `pairing`"""
    return pairing(attacker, target, ruleset, set_, options, accept_gaps).task()


def pairing(
    attacker: str | None,
    target: str | None,
    ruleset: str | None,
    set_: list[str] | None,
    options: Mapping[str, str | None],
    accept_gaps: bool = False,
) -> Pairing:
    """Who shoots at whom, and what is said of it. ``accept_gaps``: of another program's list something may be missing.

    :raises InputError, ListError: in words
    """
    from shoot_cli import armies

    said, of_options = pairs(set_), {key: value for key, value in options.items() if value is not None}
    if twice := sorted(said.keys() & of_options.keys()):
        raise Usage(f"{twice[0]} is said twice, as --{twice[0]} and with --set; leave one out")
    said |= of_options
    if attacker is None:
        raise Usage("name an attacker and a target, or a scenario file: shoot odds ATTACKER TARGET")
    if target is None:
        if armies.list_and_unit(attacker)[1] or not (
            attacker == "-" or attacker.casefold().endswith((".yaml", ".yml", ".json"))
        ):
            raise Usage(f"a target is needed besides {attacker!r} (only a scenario file, or -, stands alone)")
        return in_scenario(armies.scenario(attacker), said, ruleset)
    shooter, victim = sides(attacker, target, ruleset, accept_gaps)
    return between(shooter, victim, said)


def say_unused(result: Mapping[str, Any], where: str = "", attacks: int = 1) -> None:
    """The answers that nobody used, in words on standard error. ``where``: which line of a batch."""
    import sys

    which = "this attack" if attacks == 1 else "these attacks"
    not_asked = result.get("not_asked", {})
    for key, value in result.get("unused", {}).items():
        left = isinstance(value, list) and not where and " (" + ", ".join(map(str, value)) + ")"
        said = f"makes no difference to {which}"
        if key in not_asked:
            said = f"was not asked in {which}" + (f": {not_asked[key]}" if not_asked[key] else "")
        print(visible(f"{where}{key}{left or ''} {said}."), file=sys.stderr)


def say_overruled(result: Mapping[str, Any], where: str = "") -> None:
    """What was said in the place of what is worked out, in words on standard error."""
    import sys

    for key, both in result.get("overruled", {}).items():
        print(visible(f"{where}{overruled_in_words(key, both)}"), file=sys.stderr)


def show_questions(task: Task, json: bool, plain: bool, seconds: float = SECONDS) -> None:
    """:raises InputError: as `asked.questions_of`"""
    show_questions_of([task], json, plain, seconds)


def show_questions_of(tasks: Sequence[Task], json: bool, plain: bool, seconds: float) -> None:
    """What these attacks ask at the whole target: a key that several ask, as the first of them does."""

    found: dict[str, Any] = {}
    for task in tasks:
        for row in rows_of(task, seconds):
            found.setdefault(row["key"], row)
    rows = [*found.values()]
    if json:
        print_json({"ruleset": tasks[0].ruleset.name, "questions": rows})
        return
    from shoot_cli.ui.results import show_asked

    show_asked(rows, plain)


# What ``compare``, ``matchup`` and ``matrix`` share: facts from the options, units from words.


def shared_answers(set_: list[str] | None, options: Mapping[str, str | None]) -> dict[str, Any]:
    """Answers and settings by key, as somebody typed them. :raises Usage: one is said twice"""
    said = pairs(set_)
    of_options = {key: value for key, value in options.items() if value is not None}
    if twice := sorted(said.keys() & of_options.keys()):
        raise Usage(f"{twice[0]} is said twice, as --{twice[0]} and with --set; leave one out")
    return said | of_options


def one_of(value: str, values: Iterable[str], option: str) -> str:
    """:raises Usage: it is none of them"""
    known = [*values]
    if value.casefold() not in known:
        raise Usage(f"{option} {value}: it can be {', '.join(known[:-1])} or {known[-1]}")
    return value.casefold()


# Lists of other programs where one of ours is wanted: what is said of them, what is asked before a battle (IMP-3).

GO_ON, STOP, NOBODY = "go on", "stop", "nobody"
GAPS = "What was left out is not in the battle. To have it: write the list with `shoot army import`, and mend it."
LEADERS = "The file does not say who leads whom. A leader and the unit that it leads are one unit at the table."

Ask = Callable[[Any, str], str]  # a question, and what ``?`` says of it


def tell(reports: Iterable[Report | None], accept_gaps: bool, units: Iterable[str] | None = None) -> None:
    """Each list of another program in a line, with what was guessed, on standard error.

    :param units: names of those that matter: what was guessed of others is not told; None: all
    :raises InputError: something of one was left out, and nobody said that it may be
    """
    found = [one for one in dict.fromkeys(reports) if one is not None]
    if not accept_gaps and (lost := [one for one in found if one.left_out]):
        raise InputError("\n".join([*(one.gaps for one in lost), "To go on without it: --accept-gaps"]))
    names = None if units is None else tuple(units)
    for one in found:
        say(one if names is None else one.but(guesses=tuple(g for g in one.guesses if about(g, names))))


def about(guess: Remark, units: tuple[str, ...]) -> bool:
    """True of a guess about one of these units, leaders among them, or about the whole list."""
    return not guess.unit or any(guess.unit in name for name in units)


def say(report: Report, before_battle: bool = False) -> None:
    """The line, the guesses, and what was left out, if anything was. Standard output is for results.

    ``before_battle``: and what the players must play themselves, since nobody reads it to them at the table
    """
    from shutil import get_terminal_size

    from shoot_cli.ui.import_report import head_lines, left_out, looked_at, to_play

    width = get_terminal_size().columns
    lines = [*head_lines(report, width), *looked_at(report, width)]
    lines += to_play(report, width) if before_battle else ()
    lines += left_out(report, width) if report.left_out else ()
    for line in lines:
        print(line.plain, file=sys.stderr)


# Before a battle -----------------------------------------------------------------------------------------------------


def ready(loaded: Loaded, memory: RememberedLists | None, ask: Ask, accept_gaps: bool = False) -> Loaded:
    """The list as it goes into a battle: the players know what it lacks, and have said who leads whom.

    :raises SystemExit: they will not play it so
    """
    report = loaded.imported
    if report is None:
        return loaded
    say(report, before_battle=True)
    if report.left_out and not accept_gaps:
        options = Option(GO_ON, "go on without it"), Option(STOP)
        words = f"{visible(report.file)} was not taken whole: {counted(len(report.left_out), 'thing')} left out. Go on?"
        if ask(Choose("gaps", options, text=words), GAPS) == STOP:
            raise SystemExit(0)
    return attached(loaded, memory, ask)


def attached(loaded: Loaded, memory: RememberedLists | None, ask: Ask) -> Loaded:
    """The same with the leaders where their player wants them; each is asked for once (IMP-50)."""
    from shoot_cli.armies import ListError
    from shoot_cli.importing.list_files import load

    while loaded.imported.leads:
        pairs = []
        for one in loaded.imported.leads:
            options = Option(NOBODY), *map(Option, one.units)
            words = f"{loaded.army.name}: whom does {one.leader} lead?"
            said = ask(Choose(f"leads:{one.leader}", options, NOBODY, text=words), LEADERS)
            pairs += [(one.leader, said)] if said != NOBODY else []
        if not pairs:
            break
        try:
            return load(loaded.path, memory, tuple(pairs))
        except ListError as error:  # more leaders than a unit may have
            print(visible(f"! {error}"), file=sys.stderr)
    return loaded
