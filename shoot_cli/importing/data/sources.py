"""The sources that the player gave with `--data`, the search for units in them, and what rosters lack (IMP-61, 62)."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from stat import S_ISREG

from shoot_cli.armies.cache import at_once
from shoot_cli.armies.loading import read_whole
from shoot_cli.armies.tree import ListError, plain
from shoot_cli.armies.yaml_text import decode
from shoot_cli.importing.data.catalogues import CatalogueSource, Contents, RememberedCatalogues, contents_of
from shoot_cli.importing.data.datasheets import (
    Chosen,
    Datasheet,
    Gear,
    Model,
    RosterSource,
    Sheet,
    Source,
    is_ranged,
    models_of,
)
from shoot_cli.importing.data.names import a_word_apart, alike, exact, factions, key, nearly, singular, slips
from shoot_cli.importing.editions import IMPORTERS, Importer, importer
from shoot_cli.importing.formats import read
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.roster import MODEL, UNIT, Force, Refused, Roster, Selection, beside, cleaned, copied
from shoot_cli.rules import Edition

NO_FACTION = frozenset[str]()
MOST_ELSEWHERE = 4  # weapons of other datasheets that are proposed for a name
OF_ANOTHER = re.compile(r"([^()]{1,80}) \(of ([^()]{1,80})\)")
MOST_BYTES = 32 * 1024 * 1024  # bytes of a catalogue; other files have their own limits
MOST_FILES = 150  # files of a folder
DATA = (".cat", ".gst", ".json")  # endings of the files in a folder that are read
LOOKED_AT = 4096  # bytes at the beginning of a file that tell what it is
_OURS = re.compile(rb"^(?:[^\S\n]|\{)*+\"?ruleset\"?\s*:", re.MULTILINE)
_CATALOGUE = re.compile(rb"<(?:catalogue|gameSystem)[\s>]|^\{(?s:.*)\"(?:catalogue|gameSystem)\"\s*:\s*\{")


class Sources:
    """The sources in the order in which they are searched."""

    def __init__(self, parts: Iterable[Source] = ()) -> None:
        self.parts = tuple(parts)

    def datasheets(self, name: str, faction: str = "", chosen: Chosen | None = None) -> tuple[Datasheet, ...]:
        """Return the unit of this name from each source that has it. Exact names anywhere come before similar ones.

        `faction` is the faction of the list. It decides if several have such a unit. `chosen` is what the list tells
        of its choices; None if nothing is known.
        """
        stated = factions(faction)
        for search in (exact, nearly):
            pairs = ((part, search(name, part.listed, stated)) for part in self.parts)
            if sheets := tuple(sheet for part, hits in pairs if hits and (sheet := part.sheet(hits, chosen))):
                return sheets
        return ()

    def is_unit(self, name: str, above: str = "") -> bool:
        """Return True if a source has a unit of this name, which is neither model nor gear of the unit `above`."""
        if singular(name) not in self.names:
            return False
        sheets = self.datasheets(above) if above else ()
        sheet = Sheet(sheets) if sheets else None
        return not (sheet and (sheet.named_model(name) or sheet.gear(name)))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all units, in the singular."""
        return frozenset(singular(name) for part in self.parts for name, _ in part.listed)

    def misspelt(self, name: str, faction: str, chosen: Chosen | None = None) -> tuple[Datasheet, ...]:
        """Return the only unit of the faction whose name differs by one letter, from each source that has it (IMP-62).

        Return () if no faction is stated, or if several units are so near.
        """
        stated = factions(faction)
        pairs = [(part, hits) for part in self.parts if (hits := slips(name, part.listed, stated))]
        names = {key(part.listed[hits[0]][0]) for part, hits in pairs}
        return tuple(sheet for part, hits in pairs if (sheet := part.sheet(hits, chosen))) if len(names) == 1 else ()

    def has_faction(self, faction: str) -> bool:
        """Return True if some unit is of the faction, or if no faction is stated."""
        stated = factions(faction)
        return not stated or any(names & stated for part in self.parts for _, names in part.listed)

    def of_others(self, name: str, faction: str) -> tuple[str, ...]:
        """Return the factions of the unit that is taken, if the stated faction is not among them."""
        stated = factions(faction)
        for search in (exact, nearly):
            for part in self.parts:
                if hits := search(name, part.listed, stated):
                    names = part.listed[hits[0]][1]
                    return () if not stated or not names or names & stated else tuple(sorted(names))
        return ()

    def unit(self, name: str, faction: str = "") -> Selection | None:
        """Return the unit from the first source that has it; None if none does."""
        sheets = self.datasheets(name, faction)
        return sheets[0].copies[0] if sheets else None

    def near(self, name: str) -> tuple[str, ...]:
        """Return similar names of units, also with one word more or less at the end, only for proposals."""
        ours = [(part, nearly(name, part.listed, NO_FACTION, several=True)) for part in self.parts]
        close = [part.listed[index][0] for part, indexes in ours for index in indexes]
        names = [other for part in self.parts for other, _ in part.listed]
        longer = [] if close else [other for other in names if a_word_apart(name, other)]
        return tuple(dict.fromkeys((*close, *longer, *alike(name, names))))

    def enhancement(self, name: str, chosen: Chosen | None = None) -> Selection | None:
        return next((upgrade for part in self.parts if (upgrade := part.enhancement(name, chosen))), None)

    def detachment(self, name: str, chosen: Chosen) -> Selection | None:
        """Return the detachment of this name with its rules; None if no source has one."""
        return next((choice for part in self.parts if (choice := part.detachment(name, chosen))), None)

    def only_melee(self, name: str) -> bool:
        return any(part.only_melee(name) for part in self.parts)

    def elsewhere(self, name: str, chosen: Chosen | None) -> tuple[str, ...]:
        """Return the ranged weapons of this name on any datasheet, as `Big gun (of Cart)`, each set of values once.

        Those of units of the list's faction come first, and are all if there are some.
        """
        stated = chosen.factions if chosen else NO_FACTION
        units = [(part, index) for part in self.parts for index in part.units_with(name)]
        ours = [(part, index) for part, index in units if part.listed[index][1] & stated]
        by_values: dict[object, str] = {}
        for part, index in ours or units:
            sheet = part.sheet((index,), chosen)
            gear = Sheet((sheet,)).gear(name) if sheet else None
            if sheet and gear and is_ranged(gear.selection):
                values = tuple(profile.values for row in gear.selection.every() for profile in row.profiles)
                by_values.setdefault(values, f"{gear.selection.name} (of {sheet.name})")
        return tuple(by_values.values())[:MOST_ELSEWHERE]

    def borrowed(self, name: str) -> Gear | None:
        """Return the ranged weapon of another datasheet that is called as `elsewhere` calls it; else None."""
        match = OF_ANOTHER.fullmatch(name)
        sheets = self.datasheets(match[2]) if match else ()
        gear = Sheet(sheets).gear(match[1]) if match and sheets else None
        return gear if gear and is_ranged(gear.selection) else None

    @staticmethod
    def opened(
        paths: Iterable[str],
        edition: Edition,
        memory: RememberedCatalogues | None = None,
        doubt: Callable[[str, Refused], None] | None = None,
    ) -> Sources:
        """Return the sources at these paths for lists of an edition, and then its package, if installed.

        `memory` has data files that were read before. `doubt` is told of a path that cannot be used, if that is no
        reason to stop.

        :raises Refused: nothing is there, it has no values, or it is of another game
        """
        sources: list[Source] = []
        for path in paths:
            try:
                sources.append(opened(Path(os.path.expanduser(path)), edition, memory))
            except Refused as refused:
                if doubt is None:
                    raise
                doubt(path, refused)
        package = importer(edition).published()
        if package and package.installed():
            sources.append(package.source())
        return Sources(sources)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings about values from these sources."""
        return tuple(dict.fromkeys(f"{part.file}: {part.warning}" for part in self.parts if part.warning))

    @property
    def credits(self) -> tuple[str, ...]:
        """The sentences that a list with values from these sources must have."""
        return tuple(dict.fromkeys(part.credit for part in self.parts if part.credit))

    @property
    def files(self) -> str:
        return ", ".join(part.file for part in self.parts)


# The files that the player gave ---------------------------------------------------------------------------------------


def opened(path: Path, edition: Edition, memory: RememberedCatalogues | None) -> Source:
    """Return the source at a path. :raises Refused: as `Sources.opened`."""
    takes, name = IMPORTERS.get(edition.name), cleaned(path.name or str(path))
    if takes is None:
        raise Refused(f"{name}: no values for lists of {edition.title} can be taken from anywhere")
    if os.path.isdir(path):
        return catalogues([*data_files(path, name)], name, takes, edition, memory)
    raw = bytes_of(path)
    if is_catalogue(raw):
        return catalogues([path], name, takes, edition, memory)
    if is_ours(raw):
        return RosterSource(of_ours(raw, name, takes, edition), name)
    roster = read(raw, name)
    if isinstance(roster, str):
        raise Refused(f"{name}: a text has no values; give a roster, a list of ours, or a catalogue")
    if not is_of(roster, takes):
        game = roster.game or "another game"
        raise Refused(f"{name} is a roster of {game}; values for this list must be of {edition.title}")
    return RosterSource(roster, name)


def editions_of(path: Path, memory: RememberedCatalogues | None) -> tuple[str, ...]:
    """Return the names of the editions for whose lists there are values at a path. :raises Refused: for none."""
    name = cleaned(path.name or str(path))
    if os.path.isdir(path) or is_catalogue(bytes_of(path)):
        systems, wrong = set[str](), list[Refused]()
        for file in data_files(path, name) if os.path.isdir(path) else [path]:
            try:
                systems.add(contents_of(file, bytes_of, memory).head.system)
            except Refused as refused:
                wrong.append(refused)
        if wrong and not systems:
            raise wrong[0]
        editions = [edition for edition, takes in IMPORTERS.items() if systems & {*takes.systems}]
    elif is_ours(raw := bytes_of(path)):
        text = decode(raw, name)
        try:
            army = read_whole(text, name)[1]
        except ListError as error:
            raise Refused(str(error)) from None
        editions = [army.ruleset] if army.ruleset in IMPORTERS else []
    else:
        roster = read(raw, name)
        if isinstance(roster, str):
            raise Refused(f"{name}: a text has no values; give a roster, a list of ours, or a catalogue")
        editions = [edition for edition, takes in IMPORTERS.items() if is_of(roster, takes)]
    if not editions:
        raise Refused(f"{name} has no values for lists of any edition that shoot takes")
    return tuple(editions)


def is_of(roster: Roster, takes: Importer) -> bool:
    """Return True if it is a roster of the edition."""
    if roster.system:
        return roster.system in takes.systems
    return any(roster.game.casefold().startswith(game.casefold()) for game in takes.games)


def of_ours(raw: bytes, name: str, takes: Importer, edition: Edition) -> Roster:
    """Return a list of ours as a roster. :raises Refused: it is wrong, or of another edition."""
    text = decode(raw, name)
    try:
        tree, army = read_whole(text, name)
    except ListError as error:
        raise Refused(str(error)) from None  # the error begins with the place
    if army.ruleset != edition.name:
        raise Refused(f"{name} is a list of {army.ruleset}; values for this list must be of {edition.title}")
    document = plain(tree)
    units = tuple(takes.selection_of(unit, document) for unit in document["units"])
    return Roster(name, "", "", "", (Force(name, str(document.get("faction", "")), units),))


def data_files(folder: Path, name: str) -> Iterator[Path]:
    """Yield the data files of a folder. :raises Refused: it has none, too many, or cannot be read."""
    count = 0
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix.casefold() not in DATA or not path.is_file():
                continue
            with path.open("rb") as file:
                if not is_catalogue(file.read(LOOKED_AT)):
                    continue
            count += 1
            if count > MOST_FILES:
                raise Refused(f"{name} has more than {MOST_FILES} data files; give one of them")
            yield path
    except OSError as error:
        raise Refused(f"{name} cannot be read: {error.strerror}") from None
    if not count:
        raise Refused(f"{name} is a folder without data files of list builders (.cat, .gst, .json)")


def catalogues(
    paths: Sequence[Path], name: str, takes: Importer, edition: Edition, memory: RememberedCatalogues | None
) -> Source:
    """Return the source of some data files. :raises Refused: none is of the edition, or all are broken."""
    ours, others, wrong = list[Contents](), 0, list[Refused]()
    for path in paths:
        try:
            contents = contents_of(path, bytes_of, memory)
        except Refused as refused:  # one of fifty files may be broken
            wrong.append(refused)
            continue
        if contents.head.system in takes.systems:
            ours.append(contents)
        else:
            others += 1
    if wrong and not ours and not others:
        raise wrong[0]
    if not ours:
        raise Refused(f"{name} is data of another game; values for this list must be of {edition.title}")
    return CatalogueSource(ours, name, tuple(map(str, wrong)))


def is_catalogue(raw: bytes) -> bool:
    return bool(_CATALOGUE.search(beginning(raw)))


def is_ours(raw: bytes) -> bool:
    return bool(_OURS.search(beginning(raw)))


def beginning(raw: bytes) -> bytes:
    return raw[:LOOKED_AT].removeprefix(BOM_UTF8).lstrip()


def bytes_of(path: Path) -> bytes:
    """Return the content of a file. :raises Refused: it cannot be read, or is larger than any catalogue."""
    name = cleaned(path.name)
    try:
        with open(path, "rb", opener=at_once) as file:
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Refused(f"{name} is no file; give a roster, a list of ours, or a catalogue")
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(f"{name} cannot be read: {why}") from None
    if len(raw) > MOST_BYTES:
        raise Refused(f"{name} is larger than {MOST_BYTES // 1024 // 1024} MiB; no catalogue is")
    return raw


# Statlines and weapons that a roster only names (IMP-20, 32) ----------------------------------------------------------


def completed(roster: Roster, sources: Sources, context: ImportContext) -> Roster:
    """Return the roster with missing values from the data. Each unit tells what was taken from there."""
    known = described(roster)
    forces = []
    changed = False
    for force in roster.forces:
        units = []
        for unit in force.selections:
            lacking = unit.kind in (MODEL, UNIT) and lacks(unit, known)
            sheets = sources.datasheets(unit.name, force.faction, chosen_in(roster, force, unit)) if lacking else ()
            units.append(Completing(Sheet(sheets), known).unit(unit) if sheets else unit)
            changed = changed or bool(sheets)
        forces.append(force.but(selections=tuple(units)))
    for words in sources.warnings if changed else ():
        context.guess("", words)
    return roster.but(forces=tuple(forces))


def chosen_in(roster: Roster, force: Force, unit: Selection) -> Chosen:
    """Return what a roster tells of the choices of the army and a unit."""
    selections = [selection for _, top in roster.tops() for selection in top.every() if selection.number > 0]
    top = [selection for _, selection in beside(roster) if "detachment" in selection.name.casefold()]
    detachments = [selection.name for outer in top for selection in outer.below() if selection.number > 0]
    chosen = Chosen.from_names(detachments, force.faction, (selection.name for selection in selections))
    return chosen.of_unit(selection.name for selection in unit.every() if selection.number > 0)


def described(roster: Roster) -> frozenset[tuple[str, str]]:
    """Return pairs of unit and selection that have values anywhere in the roster, which come before any data."""
    units = [unit for _, unit in roster.tops() if unit.kind in (MODEL, UNIT)]
    return frozenset((key(unit.name), key(item.name)) for unit in units for item in unit.below() if item.profiles)


def lacks(unit: Selection, known: frozenset[tuple[str, str]]) -> bool:
    return any(model.line is None for model in models_of(unit)) or any(
        is_bare(item) and (key(unit.name), key(item.name)) not in known for item in unit.below()
    )


def is_bare(item: Selection) -> bool:
    """Return True for wargear without a profile, and with nothing inside."""
    return item.kind not in (MODEL, UNIT) and item.number > 0 and not (item.profiles or item.selections)


class Completing:
    """The completion of one unit from its datasheet."""

    def __init__(self, sheet: Sheet, known: frozenset[tuple[str, str]]) -> None:
        self.sheet, self.known = sheet, known
        self.taken: dict[str, None] = {}

    def unit(self, unit: Selection) -> Selection:
        without = {id(model.own) for model in models_of(unit) if model.line is None}
        filled = self.selection(unit, None, unit.name, without)
        if not self.taken:
            return unit
        words = f"{', '.join(self.taken)}: not in the file, from {self.sheet.file}"
        return copied(filled, guessed=(*filled.guessed, words))

    def selection(self, selection: Selection, model: Model | None, unit: str, without: set[int]) -> Selection:
        """Return a selection with missing values. `model` is the model around it; `without` lack statlines."""
        changed: dict[str, object] = {}
        kind = model
        if selection.kind == MODEL or id(selection) in without:
            kind = self.sheet.model(selection.name) or self.sheet.any_model()
            if id(selection) in without and kind and kind.line:
                self.taken[f"the statline of {selection.name}"] = None
                changed["profiles"] = (kind.line, *selection.profiles)
        elif is_bare(selection) and (key(unit), key(selection.name)) not in self.known:
            gear = self.sheet.gear(selection.name, model)
            if gear and gear.selection.profiles:
                self.taken[selection.name] = None
                changed |= {"profiles": gear.selection.profiles, "rules": (*selection.rules, *gear.selection.rules)}
        below = tuple(self.below(selection, kind, unit, without))
        return copied(selection, selections=below, **changed)

    def below(self, selection: Selection, model: Model | None, unit: str, without: set[int]) -> Iterator[Selection]:
        return (self.selection(inner, model, unit, without) for inner in selection.selections)
