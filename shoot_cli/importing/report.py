"""Options, remarks, who leads whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.armies.army import numbered
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.names import visible
from shoot_cli.engine.record import Record
from shoot_cli.importing.roster import shortened

# What became of a roster: what was taken, guessed, left out, and is left to the players (section 10 of the import).

MOST_TOLD = 8  # of what was left out, in a sentence

Path = tuple[str | int, ...]  # into the document, as errors of lists have it: ("units", 0, "models", 1)


class Remark(Record):
    """A sentence about a unit. ``remedy``: what would do."""

    unit: str  # as the list calls it; "" for the whole list
    text: str
    remedy: str = ""
    path: Path = ()  # what it is about in the document; () if nothing stands there


class Leads(Record):
    """A leader, and the units of the list that it may lead."""

    leader: str
    units: tuple[str, ...]
    role: str = ""  # the key of a list that says whom it leads, where there are several; "" for the usual one


class Report(Record):
    """``game``: as the file calls it; ``edition``: as we do, in short.

    ``told_points``: what the file says that it comes to; None if it does not say.

    ``abilities``: sentences, by what became of them: ``played``, ``yours`` to play, ``nothing`` to shooting.
    """

    file: str
    sha256: str
    writer: str
    game: str
    edition: str
    ruleset: str
    name: str
    faction: str = ""
    units: int = 0
    models: int = 0
    points: float | None = None
    told_points: float | None = None
    weapons: int = 0  # ranged profiles that were taken
    melee: int = 0  # profiles that were left out for that
    invulnerable: int = 0  # models with such a save
    pain: int = 0  # models with Feel No Pain
    played: int = 0
    yours: int = 0
    nothing: int = 0
    guesses: tuple[Remark, ...] = ()
    leads: tuple[Leads, ...] = ()
    attached: tuple[tuple[str, str], ...] = ()  # leaders, and whom they lead
    yours_to_play: tuple[Remark, ...] = ()
    left_out: tuple[Remark, ...] = ()
    nothing_to_shooting: tuple[Remark, ...] = ()  # what a text names, and does not matter
    credits: tuple[str, ...] = ()  # whom a list with values from elsewhere must name, and what was taken

    @property
    def gaps(self) -> str:
        """``tau.rosz was not taken whole: Great Unclean One: it has no statline (--data)``; "": it was."""
        lost = [*remark_lines(self.left_out)]
        more = [f"and {len(lost) - MOST_TOLD} more"] if len(lost) > MOST_TOLD else []
        return visible(f"{self.file} was not taken whole: {'; '.join(lost[:MOST_TOLD] + more)}") if lost else ""

    @property
    def adds_up(self) -> bool:
        return self.told_points is None or self.points == self.told_points

    def data(self) -> dict[str, Any]:
        """For ``--json``: keys are stable."""

        def remark(one: Remark) -> dict[str, str]:
            found = {"unit": one.unit, "text": one.text}
            return found | ({"remedy": one.remedy} if one.remedy else {})

        return {
            "file": self.file, "sha256": self.sha256, "writer": self.writer, "game": self.game,
            "ruleset": self.ruleset, "units": self.units, "models": self.models, "points": self.points,
            "told_points": self.told_points, "adds_up": self.adds_up, "weapons": self.weapons, "melee": self.melee,
            "invulnerable": self.invulnerable, "feel_no_pain": self.pain,
            "abilities": {"played": self.played, "yours": self.yours, "nothing": self.nothing},
            "guesses": [remark(one) for one in self.guesses],
            "may_lead": [{"leader": one.leader, "units": list(one.units)} for one in self.leads],
            "attached": [{"leader": leader, "unit": unit} for leader, unit in self.attached],
            "yours_to_play": [remark(one) for one in self.yours_to_play],
            **({"nothing_to_shooting": [remark(one) for one in quiet]} if (quiet := self.nothing_to_shooting) else {}),
            "left_out": [remark(one) for one in self.left_out],
            **({"credits": list(self.credits)} if self.credits else {}),
        }  # fmt: skip


def remark_lines(remarks: Iterable[Remark]) -> Iterator[str]:
    """Each sentence once, with how often it was; what would do for several of them stands once, behind them."""
    every = [*remarks]
    remedies = Counter(one.remedy for one in {one.but(path=()) for one in every} if one.remedy)
    lines = Counter(
        ": ".join(filter(None, (one.unit, one.text))) + (f" ({one.remedy})" if remedies[one.remedy] == 1 else "")
        for one in every
    )
    for line, n in lines.items():
        yield f"{line} ({n}x)" if n > 1 else line
    yield from (f"for these: {remedy}" for remedy, n in remedies.items() if n > 1)


# What the player says of how a file is taken, what an edition tells while it does, and what comes of it.


class Options(Record):
    """What the player says of how a file is to be taken."""

    data: tuple[str, ...] = ()  # files that values are looked up in, in this order (IMP-61)
    edition: str = ""  # the name of a ruleset, where the file does not tell (``--as``)
    attach: tuple[tuple[str, str], ...] = ()  # leader and unit, as they were said
    template: bool = False  # a text of which the values are unknown becomes a list to be filled in (``--new``)


USUAL = Options()


class ImportedList(Record):
    """``document``: what the YAML of the list says, keys in order. ``header``: lines before it, without ``#``."""

    document: dict[str, Any]
    report: Report
    header: tuple[str, ...] = ()


class ImportContext:
    """What an edition tells while it makes a list of a roster. Each call may be made at any time, in any order.

    Units are named as the document will name them.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.guesses: list[Remark] = []
        self.left: list[Remark] = []
        self.yours: list[Remark] = []
        self.quiet: list[Remark] = []
        self.items: set[tuple[str, str]] = set()  # units of a text, and what it names in them
        self.leads: list[Leads] = []
        self.credits: tuple[str, ...] = ()  # whom the list must name
        self.counts = dict.fromkeys(("weapons", "melee", "invulnerable", "pain", "played", "yours", "nothing"), 0)

    def count(self, what: str, n: int = 1) -> None:
        """``what``: a key of ``counts``."""
        self.counts[what] += n

    def guess(self, unit: str, text: str, path: Path = ()) -> None:
        """Something that the file does not say for sure; it stands as a comment on its line, too."""
        self.guesses.append(Remark(unit, _short(text), path=path))

    def left_out(self, unit: str, text: str, remedy: str = "") -> None:
        """A unit, model or ranged weapon that the list does not have."""
        self.left.append(Remark(unit, _short(text), _short(remedy)))

    def to_play(self, unit: str, text: str) -> None:
        """What the players must do themselves: it touches shooting, and the list cannot say it."""
        self.yours.append(Remark(unit, _short(text)))

    def name_item(self, unit: str, item: str) -> None:
        """A text names this in a unit: what becomes of it is told in any case."""
        self.items.add((name_key(unit), name_key(item)))

    def named(self, unit: str, item: str) -> bool:
        """True if a text names this in a unit."""
        return (name_key(unit), name_key(item)) in self.items

    def of_no_account(self, unit: str, text: str) -> None:
        """Something that a text names and that is nothing to shooting."""
        remark = Remark(unit, _short(text))
        if remark not in self.quiet:
            self.quiet.append(remark)

    def without_unit(self, place: int) -> None:
        """The unit at this place of the document is gone: guesses about it stand nowhere, those behind it move up."""

        def moved(one: Remark) -> Remark:
            if one.path[:1] != ("units",) or not isinstance(at := one.path[1], int) or at < place:
                return one
            return one.but(path=() if at == place else ("units", at - 1, *one.path[2:]))

        self.guesses = [moved(one) for one in self.guesses]

    def may_lead(self, leader: str, units: Iterable[str], role: str = "") -> None:
        """``units``: of the list, by their names there. ``role``: as ``Leads`` has it."""
        self.leads.append(Leads(leader, tuple(units), role))


def _short(text: str) -> str:
    """A remark as long as people read: files that are broken have values of any length, which it may quote."""
    return shortened(text, 600)[0]


# Who may lead whom, by the names that ``leader:`` and ``--attach`` take (IMP-50).


def called(names: Iterable[str]) -> list[str]:
    """Units as somebody must call them: of several with one name each has its number, the first as well.

    >>> called(["Boyz", "Nobz", "Boyz"])
    ['Boyz 1', 'Nobz', 'Boyz 2']
    """
    every = [*names]
    several, nth = Counter(map(name_key, every)), Counter[str]()
    found = []
    for name in every:
        nth[name_key(name)] += 1
        found.append(f"{name} {nth[name_key(name)]}" if several[name_key(name)] > 1 else name)
    return found


def still_to_lead(document: Mapping[str, Any], keys: Sequence[str], told: Iterable[Leads]) -> tuple[Leads, ...]:
    """What editions told of leaders, without those that lead somebody already, or are not in the list any more.

    ``keys``: of a unit that leads. Editions have a number for the second of a name, and none for the first.
    """
    own = numbered(unit["name"] for unit in document["units"])
    names = dict(zip(own, called(unit["name"] for unit in document["units"]), strict=True))
    leading = {name for name, unit in zip(own, document["units"], strict=True) if leads(unit, keys)}
    found = (
        one.but(
            leader=names[one.leader],
            units=tuple(names[unit] for unit in one.units if unit in names and unit not in leading),
        )
        for one in told
        if one.leader in names and one.leader not in leading
    )
    return tuple(one for one in found if one.units)


def attached(document: Mapping[str, Any], keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Leaders, and whom they lead."""
    units = document["units"]
    names = called(unit["name"] for unit in units)
    return tuple((name, led) for name, unit in zip(names, units, strict=True) if (led := leads(unit, keys)))


def leads(unit: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Whom it leads, by whichever of these keys; "" nobody."""
    return next((str(unit[key]) for key in keys if unit.get(key)), "")
