"""The sources that the player gave with `--data`, the search for units in them, and what rosters lack (IMP-61, 62)."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG

from shoot_cli.armies.cache import at_once
from shoot_cli.armies.loading import read_whole
from shoot_cli.armies.tree import ListError, plain
from shoot_cli.armies.yaml_text import decode
from shoot_cli.importing.data.catalogues import CatalogueSource, Contents, RememberedCatalogues, contents_of
from shoot_cli.importing.data.datasheets import Chosen, Datasheet, Model, RosterSource, Sheet, Source, models_of
from shoot_cli.importing.data.names import alike, exact, factions, key, nearly, slips
from shoot_cli.importing.editions import IMPORTERS, Importer, importer
from shoot_cli.importing.formats import read
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.roster import MODEL, UNIT, Force, Refused, Roster, Selection, beside, cleaned, copied
from shoot_cli.rules import Edition

NO_FACTION = frozenset[str]()
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
        said = factions(faction)
        for places in (exact, nearly):
            found = ((part, places(name, part.listed, said)) for part in self.parts)
            if sheets := tuple(sheet for part, at in found if at and (sheet := part.sheet(at, chosen))):
                return sheets
        return ()

    def misspelt(self, name: str, faction: str, chosen: Chosen | None = None) -> tuple[Datasheet, ...]:
        """Return the only unit of the faction whose name differs by one letter, from each source that has it (IMP-62).

        Return () if no faction is stated, or if several units are so near.
        """
        said = factions(faction)
        found = [(part, at) for part in self.parts if (at := slips(name, part.listed, said))]
        names = {key(part.listed[at[0]][0]) for part, at in found}
        return tuple(sheet for part, at in found if (sheet := part.sheet(at, chosen))) if len(names) == 1 else ()

    def has_faction(self, faction: str) -> bool:
        """Return True if some unit is of the faction, or if no faction is stated."""
        said = factions(faction)
        return not said or any(own & said for part in self.parts for _, own in part.listed)

    def of_others(self, name: str, faction: str) -> tuple[str, ...]:
        """Return the factions of the unit that is taken, if the stated faction is not among them."""
        said = factions(faction)
        for places in (exact, nearly):
            for part in self.parts:
                if at := places(name, part.listed, said):
                    own = part.listed[at[0]][1]
                    return () if not said or not own or own & said else tuple(sorted(own))
        return ()

    def unit(self, name: str, faction: str = "") -> Selection | None:
        """Return the unit from the first source that has it; None if none does."""
        found = self.datasheets(name, faction)
        return found[0].copies[0] if found else None

    def near(self, name: str) -> tuple[str, ...]:
        """Return similar names of units, only for proposals."""
        ours = [(part, nearly(name, part.listed, NO_FACTION, every=True)) for part in self.parts]
        close = [part.listed[place][0] for part, places in ours for place in places]
        return tuple(dict.fromkeys((*close, *alike(name, (each for part in self.parts for each, _ in part.listed)))))

    def enhancement(self, name: str, chosen: Chosen | None = None) -> Selection | None:
        return next((found for part in self.parts if (found := part.enhancement(name, chosen))), None)

    def detachment(self, name: str, chosen: Chosen) -> Selection | None:
        """Return the detachment of this name with its rules; None if no source has one."""
        return next((found for part in self.parts if (found := part.detachment(name, chosen))), None)

    def only_melee(self, name: str) -> bool:
        return any(part.only_melee(name) for part in self.parts)

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
        found: list[Source] = []
        for path in paths:
            try:
                found.append(opened(Path(os.path.expanduser(path)), edition, memory))
            except Refused as refused:
                if doubt is None:
                    raise
                doubt(path, refused)
        package = importer(edition).published()
        if package and package.installed():
            found.append(package.source())
        return Sources(found)

    @property
    def told(self) -> tuple[str, ...]:
        """The warnings about values from these sources."""
        return tuple(dict.fromkeys(f"{part.file}: {part.told}" for part in self.parts if part.told))

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
    found = read(raw, name)
    if isinstance(found, str):
        raise Refused(f"{name}: a text has no values; give a roster, a list of ours, or a catalogue")
    if not is_of(found, takes):
        game = found.game or "another game"
        raise Refused(f"{name} is a roster of {game}; values for this list must be of {edition.title}")
    return RosterSource(found, name)


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
        found = [one for one, takes in IMPORTERS.items() if systems & {*takes.systems}]
    elif is_ours(raw := bytes_of(path)):
        text = decode(raw, name)
        try:
            army = read_whole(text, name)[1]
        except ListError as error:
            raise Refused(str(error)) from None
        found = [army.ruleset] if army.ruleset in IMPORTERS else []
    else:
        roster = read(raw, name)
        if isinstance(roster, str):
            raise Refused(f"{name}: a text has no values; give a roster, a list of ours, or a catalogue")
        found = [one for one, takes in IMPORTERS.items() if is_of(roster, takes)]
    if not found:
        raise Refused(f"{name} has no values for lists of any edition that shoot takes")
    return tuple(found)


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
    found = 0
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix.casefold() not in DATA or not path.is_file():
                continue
            with path.open("rb") as file:
                if not is_catalogue(file.read(LOOKED_AT)):
                    continue
            found += 1
            if found > MOST_FILES:
                raise Refused(f"{name} has more than {MOST_FILES} data files; give one of them")
            yield path
    except OSError as error:
        raise Refused(f"{name} cannot be read: {error.strerror}") from None
    if not found:
        raise Refused(f"{name} is a folder without data files of list builders (.cat, .gst, .json)")


def catalogues(
    paths: Sequence[Path], name: str, takes: Importer, edition: Edition, memory: RememberedCatalogues | None
) -> Source:
    """Return the source of some data files. :raises Refused: none is of the edition, or all are broken."""
    ours, others, wrong = list[Contents](), 0, list[Refused]()
    for path in paths:
        try:
            found = contents_of(path, bytes_of, memory)
        except Refused as refused:  # one of fifty files may be broken
            wrong.append(refused)
            continue
        if found.head.system in takes.systems:
            ours.append(found)
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


def completed(roster: Roster, sources: Sources, taking: ImportContext) -> Roster:
    """Return the roster with missing values from the data. Each unit tells what was taken from there."""
    known = described(roster)
    forces = []
    changed = False
    for force in roster.forces:
        units = []
        for one in force.selections:
            lacking = one.kind in (MODEL, UNIT) and lacks(one, known)
            sheets = sources.datasheets(one.name, force.faction, chosen_in(roster, force, one)) if lacking else ()
            units.append(Completing(Sheet(sheets), known).unit(one) if sheets else one)
            changed = changed or bool(sheets)
        forces.append(force.but(selections=tuple(units)))
    for words in sources.told if changed else ():
        taking.guess("", words)
    return roster.but(forces=tuple(forces))


def chosen_in(roster: Roster, force: Force, unit: Selection) -> Chosen:
    """Return what a roster tells of the choices of the army and a unit."""
    every = [one for _, top in roster.tops() for one in top.every() if one.number > 0]
    top = [one for _, one in beside(roster) if "detachment" in one.name.casefold()]
    detachments = [one.name for outer in top for one in outer.below() if one.number > 0]
    chosen = Chosen.told(detachments, force.faction, (one.name for one in every))
    return chosen.of_unit(one.name for one in unit.every() if one.number > 0)


def described(roster: Roster) -> frozenset[tuple[str, str]]:
    """Return pairs of unit and selection that have values anywhere in the roster, which come before any data."""
    units = [one for _, one in roster.tops() if one.kind in (MODEL, UNIT)]
    return frozenset((key(unit.name), key(one.name)) for unit in units for one in unit.below() if one.profiles)


def lacks(unit: Selection, known: frozenset[tuple[str, str]]) -> bool:
    return any(model.line is None for model in models_of(unit)) or any(
        is_bare(one) and (key(unit.name), key(one.name)) not in known for one in unit.below()
    )


def is_bare(one: Selection) -> bool:
    """Return True for wargear without a profile, and with nothing inside."""
    return one.kind not in (MODEL, UNIT) and one.number > 0 and not (one.profiles or one.selections)


class Completing:
    """The completion of one unit from its datasheet."""

    def __init__(self, sheet: Sheet, known: frozenset[tuple[str, str]]) -> None:
        self.sheet, self.known = sheet, known
        self.taken: dict[str, None] = {}

    def unit(self, unit: Selection) -> Selection:
        without = {id(model.own) for model in models_of(unit) if model.line is None}
        made = self.selection(unit, None, unit.name, without)
        if not self.taken:
            return unit
        words = f"{', '.join(self.taken)}: not in the file, from {self.sheet.file}"
        return copied(made, guessed=(*made.guessed, words))

    def selection(self, one: Selection, model: Model | None, unit: str, without: set[int]) -> Selection:
        """Return a selection with missing values. `model` is the model around it; `without` lack statlines."""
        changed: dict[str, object] = {}
        kind = model
        if one.kind == MODEL or id(one) in without:
            kind = self.sheet.model(one.name) or self.sheet.any_model()
            if id(one) in without and kind and kind.line:
                self.taken[f"the statline of {one.name}"] = None
                changed["profiles"] = (kind.line, *one.profiles)
        elif is_bare(one) and (key(unit), key(one.name)) not in self.known:
            thing = self.sheet.thing(one.name, model)
            if thing and thing.selection.profiles:
                self.taken[one.name] = None
                changed |= {"profiles": thing.selection.profiles, "rules": (*one.rules, *thing.selection.rules)}
        below = tuple(self.below(one, kind, unit, without))
        return copied(one, selections=below, **changed)

    def below(self, one: Selection, model: Model | None, unit: str, without: set[int]) -> Iterator[Selection]:
        return (self.selection(inner, model, unit, without) for inner in one.selections)
