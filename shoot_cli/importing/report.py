"""The report of an import, the options for it, and who leads whom in the list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.armies.army import numbered
from shoot_cli.armies.tree import plain_name
from shoot_cli.armies.yaml_text import split_list
from shoot_cli.engine.names import name_key, visible
from shoot_cli.engine.record import Record
from shoot_cli.importing.roster import shortened

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army

# The report: what was taken, guessed, left out, and left to the players (section 10 of the import) --------------------

MOST_PROPOSED = 100  # unknown names of an import for which near ones are searched, as this takes long
MOST_TOLD = 8  # things left out that a sentence names
ASKED = "asked at the table: "  # stands before a condition that the app cannot see
LEFT = re.compile(": (?:read it|a switch at) ")  # stands behind the name of an ability that is left to the players

Path = tuple[str | int, ...]  # a place in the document, such as ("units", 0, "models", 1)


class Remark(Record):
    """A sentence about a unit. `remedy` says what would help.

    `named` is a name of the file that no data has, and `near` are the names of the data that are near it.
    """

    unit: str  # the name in the list; "" for the whole list
    text: str
    remedy: str = ""
    path: Path = ()  # the place in the document; () if it has none
    named: str = ""
    near: tuple[str, ...] = ()
    points: float = 0  # of a unit that was left out, as its line says

    @property
    def asks(self) -> str:
        """The condition that is asked at the table; "" if none is."""
        return self.text.partition(ASKED)[2]

    @property
    def words(self) -> str:
        """The sentence without the unit's name in front, which its only kind of models may have, too."""
        return self.text.removeprefix(f"{self.unit}: ")

    @property
    def ability(self) -> str:
        """The name of the ability that is left to the players; else the whole sentence."""
        return LEFT.split(self.text, maxsplit=1)[0]


NO_POINTS = "its line has no points"  # of a unit of a text; more may stand behind these words
UNKNOWN = "none of the data has it"


class Leads(Record):
    """A leader, and the units of the list that it may lead."""

    leader: str
    units: tuple[str, ...]
    role: str = ""  # the key that says whom it leads, if an edition has several; "" for the usual one


class Report(Record):
    """The result of an import. `game` is the game's name in the file, `edition` our short name for it.

    `told_points` are the points that the file states, or None. `played`, `yours` and `nothing` are numbers of
    abilities: applied by us, left to the players, and without influence on shooting.
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
    melee: int = 0  # melee profiles, which are left out
    invulnerable: int = 0  # models with an invulnerable save
    pain: int = 0  # models with Feel No Pain
    played: int = 0
    yours: int = 0
    nothing: int = 0
    guesses: tuple[Remark, ...] = ()
    leads: tuple[Leads, ...] = ()
    attached: tuple[tuple[str, str], ...] = ()  # leaders, and whom they lead
    yours_to_play: tuple[Remark, ...] = ()
    other_phases: tuple[Remark, ...] = ()  # abilities that are left to the players and touch no shooting
    rules_played: tuple[Remark, ...] = ()  # rules of the army that are played, each with what it does
    left_out: tuple[Remark, ...] = ()
    nothing_to_shooting: tuple[Remark, ...] = ()  # things that a text names and that do not matter for shooting
    credits: tuple[str, ...] = ()  # names that a list must mention because it uses their values, and what was taken
    meant: tuple[tuple[str, str], ...] = ()  # names of the file, and the near names that the player took for them

    @property
    def proposals(self) -> tuple[Remark, ...]:
        """What was left out and has exactly one near name, once for each name."""
        near = {(note.named, note.near): note for note in self.left_out if note.named and len(note.near) == 1}
        return tuple(near.values())

    @property
    def gaps(self) -> str:
        """The gaps: ``tau.rosz was not taken whole: Great Unclean One: it has no statline (--data)``; "" if none."""
        lost = [*remark_lines(self.left_out)]
        more = [f"and {len(lost) - MOST_TOLD} more"] if len(lost) > MOST_TOLD else []
        return visible(f"{self.file} was not taken whole: {'; '.join(lost[:MOST_TOLD] + more)}") if lost else ""

    @property
    def adds_up(self) -> bool:
        return self.told_points is None or self.points == self.told_points

    @property
    def without_points(self) -> tuple[str, ...]:
        """The units whose points are missing in the sum: their lines have none, or no data has them."""
        unpriced = (remark.unit for remark in self.guesses if remark.text.startswith(NO_POINTS))
        unknown = (remark.unit for remark in self.left_out if remark.text.startswith(UNKNOWN))
        return tuple(dict.fromkeys((*unpriced, *unknown)))

    def data(self) -> dict[str, Any]:
        """Return the report for `--json`; its keys are stable."""

        def remark(note: Remark) -> dict[str, str]:
            fields = {"unit": note.unit, "text": note.text}
            return fields | ({"remedy": note.remedy} if note.remedy else {})

        return {
            "file": self.file, "sha256": self.sha256, "writer": self.writer, "game": self.game,
            "ruleset": self.ruleset, "units": self.units, "models": self.models, "points": self.points,
            "told_points": self.told_points, "adds_up": self.adds_up, "weapons": self.weapons, "melee": self.melee,
            "invulnerable": self.invulnerable, "feel_no_pain": self.pain,
            "abilities": {"played": self.played, "yours": self.yours, "nothing": self.nothing},
            "guesses": [remark(note) for note in self.guesses],
            "may_lead": [{"leader": lead.leader, "units": list(lead.units)} for lead in self.leads],
            "attached": [{"leader": leader, "unit": unit} for leader, unit in self.attached],
            "yours_to_play": [remark(note) for note in self.yours_to_play],
            **({"played": [remark(note) for note in self.rules_played]} if self.rules_played else {}),
            **({"nothing_to_shooting": [remark(n) for n in quiet]} if (quiet := self.nothing_to_shooting) else {}),
            **({"other_phases": [remark(note) for note in more]} if (more := self.other_phases) else {}),
            "left_out": [remark(note) for note in self.left_out],
            **({"credits": list(self.credits)} if self.credits else {}),
        }  # fmt: skip


def once_a_unit(remarks: Iterable[Remark]) -> list[Remark]:
    """Return the remarks; what is said of several kinds of models of one unit in the same words stands once."""
    kept: dict[object, Remark] = {}
    for n, note in enumerate(remarks):
        kept.setdefault((note.unit, note.text, note.remedy, note.path[1]) if note.path[:1] == ("units",) else n, note)
    return [*kept.values()]


def remark_lines(remarks: Iterable[Remark]) -> Iterator[str]:
    """Yield each sentence once, with its number. A remedy that several sentences share stands once, at the end."""
    unique = [*once_a_unit(remarks)]
    remedies = Counter(note.remedy for note in {note.but(path=()) for note in unique} if note.remedy)
    lines = Counter(
        ": ".join(filter(None, (note.unit, note.words))) + (f" ({note.remedy})" if remedies[note.remedy] == 1 else "")
        for note in unique
    )
    for line, n in lines.items():
        yield f"{line} ({n}x)" if n > 1 else line
    yield from (f"for these: {remedy}" for remedy, n in remedies.items() if n > 1)


# The options of an import, what an edition reports meanwhile, and the result ------------------------------------------


class Options(Record):
    """The player's options for an import."""

    data: tuple[str, ...] = ()  # files with values, in the order in which they are searched (IMP-61)
    edition: str = ""  # the name of a ruleset, if the file does not tell (`--as`)
    attach: tuple[tuple[str, str], ...] = ()  # leader and unit, as the player typed them
    template: bool = False  # True if a text without values becomes a list to fill in (`--new`)
    meant: tuple[tuple[str, str], ...] = ()  # names of the file, and the near names that the player took for them

    def called(self, name: str) -> str:
        """Return the name that the player took for this one; else the name itself."""
        return next((near for other, near in self.meant if name_key(other) == name_key(name)), name)


USUAL = Options()


class ImportedList(Record):
    """The imported list. `document` is the content of its YAML; `header` are comment lines above it, without `#`.

    `army` is the document as the edition reads it; None for a list that has to be filled in.
    """

    document: dict[str, Any]
    report: Report
    header: tuple[str, ...] = ()
    army: Army | None = None


class ImportContext:
    """The collector of everything that an edition reports while it imports a roster. Calls may come in any order.

    Units have the names that they get in the document.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.guesses: list[Remark] = []
        self.left: list[Remark] = []
        self.yours: list[Remark] = []
        self.others: list[Remark] = []
        self.quiet: list[Remark] = []
        self.rules_played: list[Remark] = []
        self.items: set[tuple[str, str]] = set()  # units of a text, each with something that the text names in it
        self.unknown: dict[str, int] = {}  # names that no data has, each with its place among them
        self.leads: list[Leads] = []
        self.credits: tuple[str, ...] = ()  # names that the list must mention
        self.counts = dict.fromkeys(("weapons", "melee", "invulnerable", "pain", "played", "yours", "nothing"), 0)

    def count(self, what: str, n: int = 1) -> None:
        """Count something; `what` is a key of `counts`."""
        self.counts[what] += n

    def guess(self, unit: str, text: str, path: Path = ()) -> None:
        """Report something that the file does not say for certain. It also becomes a comment on its line."""
        self.guesses.append(Remark(unit, _short(text), path=path))

    def left_out(
        self, unit: str, text: str, remedy: str = "", named: str = "", near: Iterable[str] = (), points: float = 0
    ) -> None:
        """Report a unit, model or ranged weapon that is missing in the list. For the other arguments see `Remark`."""
        self.left.append(Remark(unit, _short(text), _short(remedy), named=named, near=tuple(near), points=points))

    def near(self, name: str, search: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
        """Return the names that a search finds near an unknown one; () for those after the first `MOST_PROPOSED`."""
        index = self.unknown.setdefault(name, len(self.unknown))
        return search(name) if index < MOST_PROPOSED else ()

    def to_play(self, unit: str, text: str) -> None:
        """Report something that affects shooting and that the players must apply themselves."""
        self.yours.append(Remark(unit, _short(text)))

    def of_other_phase(self, unit: str, text: str) -> None:
        """Report an ability that the players apply themselves, outside of the Shooting phase."""
        self.others.append(Remark(unit, _short(text)))

    def played(self, text: str) -> None:
        """Report a rule of the army that is played, and what it does."""
        self.rules_played.append(Remark("", _short(text)))

    def name_item(self, unit: str, item: str) -> None:
        """Note that a text names this item in a unit, so that the report must mention what became of it."""
        self.items.add((name_key(unit), name_key(item)))

    def named(self, unit: str, item: str) -> bool:
        """Return True if a text names this item in a unit."""
        return (name_key(unit), name_key(item)) in self.items

    def without_influence(self, unit: str, text: str, named: str = "") -> None:
        """Report an item of a text that does not matter for shooting. `named` is its name if nothing but that name
        tells so; "" for marks and the like, which are no items."""
        remark = Remark(unit, _short(text), named=named)
        if remark not in self.quiet:
            self.quiet.append(remark)

    def without_unit(self, gone: int) -> None:
        """Remove the unit with this index: guesses about it lose their place, and guesses about later units move up."""

        def moved(remark: Remark) -> Remark:
            if remark.path[:1] != ("units",) or not isinstance(index := remark.path[1], int) or index < gone:
                return remark
            return remark.but(path=() if index == gone else ("units", index - 1, *remark.path[2:]))

        self.guesses = [moved(remark) for remark in self.guesses]

    def may_lead(self, leader: str, units: Iterable[str], role: str = "") -> None:
        """Report that a leader may lead these units of the list. `role` is as in `Leads`."""
        self.leads.append(Leads(leader, tuple(units), role))


def _short(text: str) -> str:
    """Return the text cut to a readable length; it may quote values of any length."""
    return shortened(text, 600)[0]


# Who may lead whom, by the names that `leader:` and `--attach` take (IMP-50) ------------------------------------------


def called(names: Iterable[str]) -> list[str]:
    """Return the names with which players address units: equal names are numbered, the first one too.

    >>> called(["Boyz", "Nobz", "Boyz"])
    ['Boyz 1', 'Nobz', 'Boyz 2']
    """
    listed = [*names]
    several, so_far = Counter(map(name_key, listed)), Counter[str]()
    result = []
    for name in listed:
        so_far[name_key(name)] += 1
        result.append(f"{name} {so_far[name_key(name)]}" if several[name_key(name)] > 1 else name)
    return result


def still_to_lead(document: Mapping[str, Any], keys: Sequence[str], listed: Iterable[Leads]) -> tuple[Leads, ...]:
    """Return the leaders that lead nobody yet, and whom they may lead. `keys` are the keys of a unit for that.

    Units that were left out are dropped. Editions number the second unit of a name, but not the first.
    """
    unique = numbered(unit["name"] for unit in document["units"])
    names = dict(zip(unique, called(unit["name"] for unit in document["units"]), strict=True))
    leading = {name for name, unit in zip(unique, document["units"], strict=True) if leads(unit, keys)}
    leaders = (
        lead.but(
            leader=names[lead.leader],
            units=tuple(names[unit] for unit in lead.units if unit in names and unit not in leading),
        )
        for lead in listed
        if lead.leader in names and lead.leader not in leading
    )
    return tuple(lead for lead in leaders if lead.units)


def undecided_in_document(document: Mapping[str, Any], may: Mapping[str, str]) -> tuple[Leads, ...]:
    """Return the leaders of a list of ours that lead nobody, and whom they may lead, as `with_undecided` wrote it.

    Units that somebody took out of the list since then are dropped.
    """
    unit_names = [unit["name"] for unit in document["units"]]
    names = called(unit_names)
    leading = {index for index, unit in enumerate(document["units"]) if leads(unit, [*may])}
    roles = ["" if n == 0 else key for n, key in enumerate(may)]
    result = []
    for index, unit in enumerate(document["units"]):
        for role, listed in zip(roles, may.values(), strict=True):
            value = unit.get(listed) or () if index not in leading else ()
            indexes = (place_of(name, unit_names) for name in (split_list(value) if isinstance(value, str) else value))
            units = tuple(names[led] for led in indexes if led is not None and led != index and led not in leading)
            result += [Leads(names[index], tuple(dict.fromkeys(units)), role)] if units else []
    return tuple(result)


def with_undecided(document: dict[str, Any], listed: Iterable[Leads], may: Mapping[str, str]) -> dict[str, Any]:
    """Return the document in which each leader that leads nobody has the units that it may lead.

    :param may: the keys of a unit for whom it leads, the usual one first, each with the key for whom it may lead
    """
    by_leader = {lead.leader: lead for lead in listed}
    names = called(unit["name"] for unit in document["units"])
    keys = {lead.leader: may.get(lead.role) or next(iter(may.values())) for lead in by_leader.values()}
    units = [
        with_key(unit, keys[name], [*by_leader[name].units]) if name in by_leader else unit
        for name, unit in zip(names, document["units"], strict=True)
    ]
    return document | {"units": units}


def attached(document: Mapping[str, Any], keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the leaders, each with the unit that it leads."""
    units = document["units"]
    names = called(unit["name"] for unit in units)
    return tuple((name, led) for name, unit in zip(names, units, strict=True) if (led := leads(unit, keys)))


def with_key(unit: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """Return the unit with a value before its models, where people look for it."""
    others = {name: other for name, other in unit.items() if name not in (key, "models")}
    return {**others, key: value, "models": unit["models"]}


def place_of(text: str, names: list[str]) -> int | None:
    """Return the index of a unit; `NAME 2` is the second with that name. Return None if there is none."""
    wanted = plain_name(text)
    indexes = [index for index, name in enumerate(names) if plain_name(name) == wanted]
    match = re.fullmatch(r"(.+?) ([1-9]\d?)", wanted)
    if not indexes and match:
        twins = [index for index, name in enumerate(names) if plain_name(name) == match[1]]
        indexes = twins[int(match[2]) - 1 :][:1]
    return indexes[0] if indexes else None


def leads(unit: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Return the unit that a leader leads, under any of the keys; "" if it leads none."""
    return next((str(unit[key]) for key in keys if unit.get(key)), "")
