"""The report about an imported list: what to look at first, missing parts last; short, or whole on request."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from shoot_cli.engine.names import counted, visible, without_owner
from shoot_cli.importing.report import ASKED, Remark, Report, called, once_a_unit, remark_lines
from shoot_cli.ui.console import in_lines

NARROW = 60  # with fewer columns, each line has one item
ROOM = 23  # lines of a short report, so that a screen of 24 lines has the next prompt, too
NAMED_BEFORE_COUNTED = 2  # units that a line names before it only counts them
MOST_ASKED = 6  # conditions that a line names
VERBOSE = "--verbose"
_NUMBERED = re.compile(r"(?as)(.*\S) ([1-9]\d?)")
GUESSES, ASKS = "Look at these, they are guesses:", "Asked at the table, when it matters:"
LEADERS = 'May lead (--attach "LEADER=UNIT", or play asks):'
LEADERS_SHORT = "May lead (--attach LEADER=UNIT):"
NO_GUNS = "No ranged weapons by their names, and not in the data:"
ARMY, YOURS = "Played, of the rules of the army:", "In the Shooting phase, yours to play:"


class Section:
    """A part of the short report. Its last items are dropped if there is no room; `weight` tells how soon."""

    def __init__(self, title: str, items: Iterable[str], width: int, weight: int = 2) -> None:
        self.title, self.weight = [*_wrapped(title, width)], weight
        self.items = [[*_wrapped(item, width, 2)] for item in items]
        self.dropped = 0

    @property
    def size(self) -> int:
        """The number of its lines."""
        return sum(map(len, self.items)) + len(self.title) * bool(self.items) + bool(self.dropped)

    @property
    def may_be_shorter(self) -> bool:
        return len(self.items) > 1

    def shorten(self) -> None:
        self.items.pop()
        self.dropped += 1

    def lines(self) -> Iterator[Text]:
        if self.items:
            yield from self.title
            for item in self.items:
                yield from item
        if self.dropped:
            yield Text(f"  and {self.dropped} more: {VERBOSE}")


def shortened(sections: Sequence[Section], room: int) -> None:
    """Drop items until the sections fit in `room` lines. Each keeps one item, even if there is no room."""
    while sum(section.size for section in sections) > room:
        long = [section for section in sections if section.may_be_shorter]
        if not long:
            return
        max(long, key=lambda section: section.size * section.weight).shorten()


# The short report -----------------------------------------------------------------------------------------------------


def report_lines(
    report: Report, width: int, verbose: bool = False, units: Sequence[Mapping[str, Any]] = ()
) -> Iterator[Text]:
    """Return the report. Missing parts are bold and stand at the end.

    Without `verbose`, a list that was taken whole has at most `ROOM` lines. With it, `units` have a line each.
    """
    if verbose:
        yield from with_summary([*whole_lines(report, width, units)], report, width)
        return
    head = [*head_lines(report, width), *_wrapped(_ability_counts(report, width), width, 2)]
    lost = [*_other_phases(report, width), *left_out(report, width)]
    sections = (
        Section(GUESSES, grouped(report.guesses), width, 1),
        Section(ASKS, _conditions(report.guesses), width),
        Section(LEADERS if width >= NARROW else LEADERS_SHORT, _who_leads(report), width),
        Section("Leaders:", (f"{leader} leads {unit}" for leader, unit in report.attached), width),
        Section(ARMY, remark_lines(report.rules_played), width),
        Section(YOURS, by_unit(report.yours_to_play), width),
        Section(NO_GUNS, _no_guns(report.nothing_to_shooting), width),
    )
    shortened(sections, ROOM - len(head) - 1 - bool(report.other_phases))
    parts = (line for part in sections for line in part.lines())
    yield from with_summary([*head, *parts, *lost], report, width)


def with_summary(lines: Sequence[Text], report: Report, width: int) -> Iterator[Text]:
    """Yield the lines; behind more of them than a screen has what they come to, since their head scrolls away."""
    yield from lines
    if len(lines) > ROOM + 1:
        guesses, lost = len(grouped(report.guesses)), len(report.left_out)
        parts = [counted(guesses, "guess", "guesses")] * bool(guesses) + [f"{lost} left out"] * bool(lost)
        yield from _wrapped(f"In short: {size_of(report)}; {', '.join(parts) or 'all of it taken'}", width, 0, "bold")


def grouped(remarks: Iterable[Remark]) -> list[str]:
    """Return the sentences of remarks that ask nothing; what is said of several units is said once.

    What is said of the whole list stands at the end, as it is true of many lists.
    """
    by_words: dict[str, Counter[str]] = {}
    for remark in sorted(once_a_unit(remarks), key=lambda remark: not remark.unit):
        if not remark.asks:
            by_words.setdefault(remark.words, Counter())[remark.unit] += 1
    return [": ".join(filter(None, (_named(units), text))) for text, units in by_words.items()]


def by_unit(remarks: Iterable[Remark]) -> list[str]:
    """Return a line for each unit with the names of abilities, and one for the army."""
    by_name: dict[str, Counter[str]] = {}
    for remark in remarks:
        by_name.setdefault(remark.unit, Counter())[remark.ability] += 1
    same: dict[tuple[str, ...], Counter[str]] = {}
    for unit, abilities in by_name.items():
        same.setdefault(tuple(abilities), Counter())[unit] += max(abilities.values())
    return [
        f"{'The army' if not any(units) else _named(units)}: {', '.join(abilities)}"
        for abilities, units in sorted(same.items(), key=lambda item: not any(item[1]))
    ]


def _no_guns(remarks: Iterable[Remark]) -> list[str]:
    """Return a line for each unit with its items that do not matter for shooting, as far as their names tell."""
    names_of: dict[str, list[str]] = {}
    for remark in remarks:
        if remark.named:
            names_of.setdefault(remark.unit, []).append(remark.named)
    return [f"{unit}: {', '.join(dict.fromkeys(names))}" for unit, names in names_of.items()]


def _named(units: Mapping[str, int]) -> str:
    """Return the names of units, or the first and the number of the others: `Boyz (2x), Nobz and 3 more units`."""
    names = [f"{name} ({n}x)" if n > 1 else name for name, n in units.items() if name]
    if len(names) <= NAMED_BEFORE_COUNTED:
        return ", ".join(names)
    return f"{names[0]} and {len(names) - 1} more units"


def _conditions(remarks: Iterable[Remark]) -> list[str]:
    """Return the conditions that are asked at the table as one sentence; [] if there is none."""
    asked = [*dict.fromkeys(remark.asks for remark in remarks if remark.asks)]
    more = len(asked) - MOST_ASKED
    return ["; ".join(asked[:MOST_ASKED]) + (f"; and {more} more ({VERBOSE})" if more > 0 else "")] if asked else []


def of_condition(remarks: Iterable[Remark]) -> list[str]:
    """Return a line for each condition that is asked at the table, with the abilities and units that need it.

    >>> of_condition([Remark(unit, "Mob: asked at the table: it is late") for unit in ("Boyz", "Nobz")])
    ['it is late: Mob of Boyz, Nobz']
    """
    by_condition: dict[str, dict[str, Counter[str]]] = {}
    for remark in once_a_unit(remarks):
        if remark.asks:
            ability = remark.text.partition(ASKED)[0].rstrip(": ")
            by_condition.setdefault(remark.asks, {}).setdefault(ability, Counter())[remark.unit] += 1
    return [
        f"{condition}: {'; '.join(' of '.join(filter(None, (name, _named(units)))) for name, units in parts.items())}"
        for condition, parts in by_condition.items()
    ]


def _who_leads(report: Report) -> list[str]:
    """Return who may lead whom. Leaders of the same units stand together, as do units of one name."""
    leads: dict[tuple[str, ...], list[str]] = {}
    for lead in report.leads:
        leads.setdefault(lead.units, []).append(lead.leader)
    lines = [f"{', '.join(_merged(leaders))} → {' | '.join(_merged(units))}" for units, leaders in leads.items()]
    return lines


def _merged(names: Iterable[str]) -> list[str]:
    """Return the names; three or more of one name, with numbers in a row, stand together.

    >>> _merged(["Boyz 1", "Boyz 2", "Nobz", "Mek 1", "Mek 2", "Mek 3"])
    ['Boyz 1', 'Boyz 2', 'Nobz', 'Mek 1 to 3']
    """
    parted = [(match[1], int(match[2])) if (match := _NUMBERED.fullmatch(name)) else (name, 0) for name in names]
    numbers_of: dict[tuple[str, bool], list[int]] = {}
    for name, number in parted:
        numbers_of.setdefault((name, number > 0), []).append(number)
    texts = []
    for (name, with_number), numbers in numbers_of.items():
        if len(numbers) > NAMED_BEFORE_COUNTED and numbers == [*range(numbers[0], numbers[-1] + 1)]:
            texts.append(f"{name} {numbers[0]} to {numbers[-1]}")
        else:
            texts += [f"{name} {number}" if with_number else name for number in numbers]
    return texts


def _ability_counts(report: Report, width: int) -> str:
    """Return how many abilities are played, left to the players, and nothing to shooting; and such items of a text that
    are not named below."""
    quiet = sum(not remark.named for remark in report.nothing_to_shooting)
    rest = report.nothing + len(report.other_phases)
    others = f" · {counted(quiet, 'other item')}" if quiet else ""
    if width < NARROW:
        return f"{report.played} played · {len(report.yours_to_play)} yours · {rest} other phases{others}"
    yours = f"{len(report.yours_to_play)} yours to play"
    return f"abilities  {report.played} played · {yours} · {rest} of other phases{others}"


# The whole report -----------------------------------------------------------------------------------------------------


def whole_lines(report: Report, width: int, units: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    """Return the report with each unit, and each sentence as it stands in the data."""
    yield from head_lines(report, width)
    for line in _count_lines(report, width):
        yield from _wrapped(line, width, 2)
    yield from _section(GUESSES, remark_lines(guess for guess in report.guesses if not guess.asks), width)
    yield from _section(ASKS, of_condition(report.guesses), width)
    names = called(unit["name"] for unit in units)
    yield from _section("Units:", map(unit_line, units, names), width)
    if report.leads:
        yield Text("May lead:")
        for lead in report.leads:
            yield from _wrapped(f"{lead.leader} → {' | '.join(lead.units)}", width, 2)
        first = report.leads[0]
        yield from _wrapped(f'attach with --attach "{first.leader}={first.units[0]}"', width, 2)
    for leader, unit in report.attached:
        yield from _wrapped(f"{leader} leads {unit}", width)
    yield from _section(ARMY, remark_lines(report.rules_played), width)
    yield from _section(YOURS, remark_lines(report.yours_to_play), width)
    yield from _section("Yours to play in other phases:", remark_lines(report.other_phases), width)
    yield from _section("Nothing to shooting:", remark_lines(report.nothing_to_shooting), width)
    yield from left_out(report, width)


def unit_line(unit: Mapping[str, Any], name: str) -> str:
    """Return what a unit is: ``Watch: 10 models: 9 Watchers (9 rifles, 9 pistols), 1 Sergeant, 90 points``.

    `name` is the unit's name with its number, if several have the name.
    """
    kinds = [(model, int(model.get("count", 1)), _weapons_of(model)) for model in unit["models"]]
    owners = [unit["name"], *(model["name"] for model, _, _ in kinds)]
    labels = dict(without_owner([weapon for _, _, carried in kinds for weapon in carried], owners))
    parts = []
    for model, n, carried in kinds:
        totals = ((n * times, labels.get(weapon, weapon)) for weapon, times in carried.items())
        arms = ", ".join(weapon if total == 1 else counted(total, weapon) for total, weapon in totals)
        alone = len(kinds) == n == 1 and model["name"] == unit["name"]
        who = "" if alone else counted(n, model["name"], model.get("plural", ""))
        parts.append(f"{who} ({arms})".strip() if arms else who)
    models, points = counted(sum(n for _, n, _ in kinds), "model"), unit.get("points")
    first, *rest = [part for part in parts if part] or [""]
    head = f"{models} {first}" if first.startswith("(") else ": ".join(filter(None, (models, first)))
    return f"{name}: {', '.join((head, *rest))}" + ("" if points is None else f", {points:g} points")


def _weapons_of(model: Mapping[str, Any]) -> Counter[str]:
    """Return the weapons of a model, with their numbers."""
    carried = Counter[str]()
    for weapon in model.get("weapons", ()):
        match = re.fullmatch(r"(?a)([1-9])x (.+)", weapon)
        carried[match[2] if match else weapon] += int(match[1]) if match else 1
    return carried


def _count_lines(report: Report, width: int) -> list[str]:
    profiles = "1 ranged profile" if report.weapons == 1 else f"{report.weapons} ranged profiles"
    weapons = f"weapons    {profiles} taken; {report.melee} of melee are not needed"
    saves = f"saves      {report.invulnerable} invulnerable, {report.pain} Feel No Pain"
    parts = (f"{report.played} played", f"{report.yours} yours to play", f"{report.nothing} nothing to shooting")
    if width < NARROW:
        return [weapons, saves, "abilities  " + parts[0], *(f"{'':11}{part}" for part in parts[1:])]
    return [weapons, saves, f"abilities  {' · '.join(parts)}"]


# Parts of the report, for commands that are no import -----------------------------------------------------------------


def head_lines(report: Report, width: int) -> Iterator[Text]:
    yield from _wrapped(head_of(report), width)


def changed_lines(differences: tuple[str, ...], width: int) -> Iterator[Text]:
    """Return the differences from the list that was written before: a heading, and one line each."""
    if differences:
        yield from _wrapped(differences[0], width)
    for line in Counter(differences[1:]):
        yield from _wrapped(line, width, 2)


def looked_at(report: Report, width: int) -> Iterator[Text]:
    """Return the guesses, and what is asked at the table."""
    yield from _section(GUESSES, grouped(report.guesses), width)
    yield from _section(ASKS, _conditions(report.guesses), width)


def to_play(report: Report, width: int) -> Iterator[Text]:
    """Return the rules of the army that are played, and those that the players must apply themselves."""
    yield from _section(ARMY, remark_lines(report.rules_played), width)
    yield from _section(YOURS, by_unit(report.yours_to_play), width)
    yield from _other_phases(report, width)


def _other_phases(report: Report, width: int) -> Iterator[Text]:
    """Return how many abilities the players apply in other phases."""
    if n := len(report.other_phases):
        yield from _wrapped(f"Yours to play in other phases: {counted(n, 'ability', 'abilities')}", width)


def left_out(report: Report, width: int) -> Iterator[Text]:
    if report.left_out:
        yield from _section("LEFT OUT:", remark_lines(report.left_out), width, "bold")
    else:
        yield Text("Left out: nothing")


def head_of(report: Report) -> str:
    """Return one line: the file, its program, edition and faction, and what was imported."""
    origin = ", ".join(filter(None, (report.writer, report.edition, report.faction)))
    return f"{report.file}  {origin}: {size_of(report)}"


def size_of(report: Report) -> str:
    """Return what was imported: `4 units, 22 models, 310 points (adds up)`."""
    parts = [counted(report.units, "unit"), counted(report.models, "model")]
    if report.points is not None:
        parts.append(f"{report.points:g} points")
    if report.told_points is not None:
        missing, lost = _named(Counter(report.without_points)), sum(note.points for note in report.left_out)
        whole = (report.points or 0) + lost
        likely = f" (not counted: {missing})" if missing and (whole == report.told_points or not lost) else ""
        parts[-1] += f", {whole:g} with {missing}" if missing and not (likely or report.adds_up) else ""
        parts[-1] += " (adds up)" if report.adds_up else f", but the file says {report.told_points:g}{likely}"
    return ", ".join(parts)


def _section(title: str, lines: Iterable[str], width: int, style: str = "") -> Iterator[Text]:
    texts = list(lines)
    if texts:
        yield Text(title, style)
        for line in texts:
            yield from _wrapped(line, width, 2, style)


def _wrapped(line: str, width: int, indent: int = 0, style: str = "") -> Iterator[Text]:
    before = " " * indent
    for part in in_lines(visible(line), width, before, before + "  ") or [""]:
        yield Text(part, style)
