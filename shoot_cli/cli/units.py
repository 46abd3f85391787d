"""The units of an attack as the command line names them, and the messages about lists of other programs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.attack_result import AnswerUse, above_all
from shoot_cli.analysis.single_attack import (
    Pairing,
    answers_of_options,
    check_one_ruleset,
    pairing_of_scenario,
    pairing_of_sides,
    rows_of,
    those_alone,
)
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.names import visible
from shoot_cli.engine.reasons import InputError, series, shown
from shoot_cli.input.answers import Task
from shoot_cli.ui.console import print_json

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.importing.list_files import Leaders
    from shoot_cli.importing.report import Remark, Report


# Units with those that have joined them -------------------------------------------------------------------------------


def sides(
    attacker: str, target: str, ruleset: str | None, accept_gaps: bool, leaders: Leaders | None = None
) -> tuple[AttackSide, AttackSide]:
    """Return both sides of an attack. `accept_gaps` is True if a list of another program may be incomplete.

    `leaders` joins those of such lists to their units.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.loading import edition_name
    from shoot_cli.importing.list_files import attack_side, in_its_ruleset

    name, memory = edition_name(ruleset), None
    if "::" in attacker + target:
        from shoot_cli.storage.home import remembered

        memory = remembered()
    shooter = in_its_ruleset(
        (attacker, target), name, memory, lambda ruleset: attack_side(attacker, ruleset, "attacker", memory, leaders)
    )
    victim = attack_side(target, name or shooter.ruleset, "target", memory, leaders)
    check_one_ruleset(shooter, victim, (attacker, target), name)
    check_and_tell((shooter, victim), accept_gaps, leaders)
    say_namesakes((shooter, victim))
    return shooter, victim


def one_after_the_other(
    units: Sequence[str], ruleset: str | None, accept_gaps: bool, leaders: Leaders | None = None
) -> list[AttackSide]:
    """Return the attackers in order, and their target last. A unit that is named twice attacks twice. See `sides`.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.loading import edition_name
    from shoot_cli.importing.list_files import attack_side, in_its_ruleset

    name, memory = edition_name(ruleset), None
    if any("::" in unit for unit in units):
        from shoot_cli.storage.home import remembered

        memory = remembered()
    *words, last = units
    first = words[0]
    sides = [
        in_its_ruleset(units, name, memory, lambda ruleset: attack_side(first, ruleset, "attacker", memory, leaders))
    ]
    for word in words[1:]:
        sides.append(attack_side(word, name or sides[0].ruleset, "attacker", memory, leaders))
        check_one_ruleset(sides[0], sides[-1], (words[0], word), name)
    sides.append(attack_side(last, name or sides[0].ruleset, "target", memory, leaders))
    check_one_ruleset(sides[0], sides[-1], (words[0], last), name)
    check_and_tell(sides, accept_gaps, leaders)
    return sides


def each_at_one(
    attackers: Sequence[str], target: str, ruleset: str | None, accept_gaps: bool, leaders: Leaders | None = None
) -> tuple[list[AttackSide], AttackSide]:
    """Return the attackers as `sides_of_many` does, but repeated names stay repeated; and the one target.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.loading import edition_name
    from shoot_cli.importing.list_files import in_its_ruleset, units_from
    from shoot_cli.storage.home import remembered

    name, memory = edition_name(ruleset), remembered()
    first = attackers[:1]
    shooters = [
        *in_its_ruleset(
            (*attackers, target), name, memory, lambda ruleset: units_from(first, ruleset, "attacker", memory, leaders)
        )
    ]
    for word in attackers[1:]:
        shooters += units_from([word], name or shooters[0].ruleset, "attacker", memory, leaders)
    victims = units_from([target], name or shooters[0].ruleset, "target", memory, leaders)
    if len(victims) != 1:
        names = ", ".join(side.unit.name for side in victims[:3])
        words = f"{target} is {len(victims)} units ({names} ...): name one of them, {target}::{victims[0].unit.name}"
        raise InputError(words)
    check_and_tell((*shooters, *victims), accept_gaps, leaders)
    return shooters, victims[0]


def sides_of_many(
    attackers: Sequence[str],
    targets: Sequence[str],
    ruleset: str | None,
    accept_gaps: bool,
    leaders: Leaders | None = None,
) -> tuple[tuple[AttackSide, ...], tuple[AttackSide, ...]]:
    """Return the attackers and the targets. Each word is a unit or several, as `units_from` reads it.

    Targets without a ruleset of their own get that of the attackers. For `accept_gaps` see `sides`.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.loading import edition_name
    from shoot_cli.importing.list_files import in_its_ruleset, units_from
    from shoot_cli.storage.home import remembered

    name, memory = edition_name(ruleset), remembered()
    shooters = in_its_ruleset(
        (*attackers, *targets),
        name,
        memory,
        lambda ruleset: units_from(attackers, ruleset, "attacker", memory, leaders),
    )
    victims = units_from(targets, name or (shooters[0].ruleset if shooters else None), "target", memory, leaders)
    check_and_tell((*shooters, *victims), accept_gaps, leaders)
    return shooters, victims


def check_and_tell(sides: Sequence[AttackSide], accept_gaps: bool, leaders: Leaders | None) -> None:
    """Check who leads whom, and tell of these units what was guessed in lists of other programs.

    :raises NotFound: the lists have no such leader or unit
    :raises InputError: something was left out of a list, and `accept_gaps` is False
    """
    if leaders is not None:
        leaders.check()
    if any(side.imported for side in sides):
        tell((side.imported for side in sides), accept_gaps, [side.unit.name for side in sides])


def leaders_of(texts: Sequence[str] | None) -> Leaders | None:
    """Return who leads whom by each `LEADER=UNIT`; None for nothing said. :raises Usage: a text is written otherwise"""
    from shoot_cli.importing.list_files import Leaders

    pairs = []
    for text in texts or ():
        leader, equals, unit = (part.strip() for part in text.partition("="))
        if not (equals and leader and unit):
            raise Usage(f'--attach {text}: write LEADER=UNIT, as in --attach "Captain=Intercessor Squad"')
        pairs.append((leader, unit))
    return Leaders(tuple(pairs)) if pairs else None


def say_namesakes(sides: Iterable[AttackSide]) -> None:
    """Print to standard error that other units of the list have this name and a number, if they differ."""
    for side in sides:
        first = re.compile(re.escape(side.unit.name) + r" \d+")
        others = [unit for unit in side.units if first.fullmatch(unit.name)]
        if any(unit.but(name=side.unit.name) != side.unit for unit in others):
            names = " or ".join(unit.name for unit in others)
            print(
                visible(f"{side.unit.name} is the first of {len(others) + 1}; name {names} for another"),
                file=sys.stderr,
            )


def say_alone(sides: Iterable[AttackSide]) -> None:
    """Print to standard error who stands alone, for a command without a head of its own."""
    for line in above_all(AnswerUse(stand_alone=those_alone(sides))):
        print(visible(line), file=sys.stderr)


# From the command line to an attack, and `--questions` ----------------------------------------------------------------


class Usage(InputError):
    """The command line itself is wrong: something is missing, or options contradict each other."""

    exit_code = 2


def shared_answers(set_: list[str] | None, options: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the typed answers and settings by key. :raises Usage: one is given twice."""
    given = answers_of_options(set_)
    of_options = {key: value for key, value in options.items() if value is not None}
    if twice := sorted(given.keys() & of_options.keys()):
        raise Usage(f"{twice[0]} is said twice, as --{twice[0]} and with --set; leave one out")
    return given | of_options


def pairing(
    attacker: str | None,
    target: str | None,
    ruleset: str | None,
    given: Mapping[str, Any],
    accept_gaps: bool = False,
    leaders: Leaders | None = None,
    as_: str | None = None,
) -> Pairing:
    """Return attacker, target and answers. `accept_gaps` is True if a list of another program may be incomplete.

    :param given: the answers of `shared_answers`
    :param as_: the situation, see `situations.py`
    :raises InputError, ListError: in words
    """
    from shoot_cli import armies

    if attacker is None:
        raise Usage("name an attacker and a target, or a scenario file: shoot odds ATTACKER TARGET")
    if target is None:
        if armies.list_and_unit(attacker)[1] or not (
            attacker == "-" or attacker.casefold().endswith((".yaml", ".yml", ".json"))
        ):
            raise Usage(f"a target is needed besides {attacker!r} (only a scenario file, or -, stands alone)")
        if leaders or as_ is not None:
            raise Usage("--attach and --as are for units; a scenario says itself who joins whom, and what holds")
        return pairing_of_scenario(armies.scenario(attacker), given, ruleset)
    shooter, victim = sides(attacker, target, ruleset, accept_gaps, leaders)
    if as_ is None:
        return pairing_of_sides(shooter, victim, given)
    from shoot_cli.analysis.situations import of_one_attack, situation_of

    situation = situation_of(as_, victim.ruleset, [shooter], [victim])
    answers, words = of_one_attack(given, situation, shooter, victim)
    return pairing_of_sides(shooter, victim, answers)._replace(situation=words)


def say_notes(answers: AnswerUse, where: str = "", attacks: int = 1) -> None:
    """Print to standard error what looks misspelt, which answers were not used, and which replaced a computed value.

    `where` names the line of a batch.
    """
    which = "this attack" if attacks == 1 else "these attacks"
    for words in answers.misspelt:
        print(visible(f"{where}{words}"), file=sys.stderr)
    for key, value in answers.unused.items():
        left = isinstance(value, list) and not where and " (" + ", ".join(map(str, value)) + ")"
        remark = f"makes no difference to {which}"
        if (why := answers.not_asked.get(key)) is not None:
            remark = f"was not asked in {which}" + (f": {why}" if why else "")
        print(visible(f"{where}{key}{left or ''} {remark}."), file=sys.stderr)
    for note in answers.overruled:
        print(visible(note.words), file=sys.stderr)


def show_questions(tasks: Sequence[Task], json: bool, plain: bool, seconds: float = SECONDS) -> None:
    """Show what these attacks ask. If several ask for the same key, the first one counts.

    :raises InputError: the answers are wrong
    """
    by_key: dict[str, Any] = {}
    for task in tasks:
        for row in rows_of(task, seconds):
            by_key.setdefault(row["key"], row)
    rows = [*by_key.values()]
    if json:
        print_json({"ruleset": tasks[0].ruleset.name, "questions": rows})
        return
    from shoot_cli.ui.results import show_asked

    show_asked(rows, plain)


def one_of(value: str, values: Iterable[str], option: str) -> str:
    """Return the value in lower case. :raises Usage: it is none of `values`."""
    known = [*values]
    if value.casefold() not in known:
        raise Usage(f"{option} {shown(value)}: it can be {series(known, 'or')}")
    return value.casefold()


# Messages and questions about lists of other programs (IMP-3) ---------------------------------------------------------


def tell(reports: Iterable[Report | None], accept_gaps: bool, units: Iterable[str] | None = None) -> None:
    """Print a line and the guesses for each list of another program, on standard error.

    :param units: the names of units whose guesses are told; None for all
    :raises InputError: something was left out, and `accept_gaps` is False
    """
    shown = [report for report in dict.fromkeys(reports) if report is not None]
    if not accept_gaps and (lost := [report for report in shown if report.left_out]):
        raise InputError("\n".join([*(report.gaps for report in lost), "To go on without it: --accept-gaps"]))
    names = None if units is None else tuple(units)
    for report in shown:
        say(report if names is None else report.but(guesses=tuple(g for g in report.guesses if about(g, names))))


def about(guess: Remark, units: tuple[str, ...]) -> bool:
    """Return True for a guess about the whole list, or about one of these units or a leader in it."""
    return not guess.unit or any(guess.unit in name for name in units)


def say(report: Report, before_battle: bool = False) -> None:
    """Print the line, the guesses and the gaps of an import to standard error, which leaves results alone.

    `before_battle` adds what the players must apply themselves.
    """
    from shutil import get_terminal_size

    from shoot_cli.ui.import_report import head_lines, left_out, looked_at, to_play, with_summary

    width = get_terminal_size().columns
    lines = [*head_lines(report, width), *looked_at(report, width)]
    lines += to_play(report, width) if before_battle else ()
    lines += left_out(report, width) if report.left_out else ()
    for line in with_summary(lines, report, width) if before_battle else lines:
        print(line.plain, file=sys.stderr)
