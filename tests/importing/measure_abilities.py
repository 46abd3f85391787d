"""How many ability texts of whole folders are played: shares of played, left to the players, and of no account.

    python tests/importing/measure_abilities.py FOLDER... [--data CATALOGUES] [--left]

Of each folder: its rosters of 10th and 11th edition, its pasted texts if `--data` names a folder with catalogues, and
all texts of its own catalogues (`.cat`). Each text counts once in a folder. A text that the importer does not call
“nothing” touches shooting. Rules of armies and detachments are no texts of units, wherever they stand. Those that are no save, Feel No Pain or Damaged are counted again by themselves. `--left` prints
the texts that are left to the players. Files that are left out are counted.
"""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as Xml
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from shoot_cli.importing import importer
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.datasheets.abilities import (
    FATES,
    PLAYED,
    YOURS,
    Prose,
    damaged_at,
    is_prose,
    own_pain,
    own_save,
    prose_of,
    spoken,
    text_of,
    weapon_names,
)
from shoot_cli.importing.formats import read as read_roster
from shoot_cli.importing.pasted.formats import read_text
from shoot_cli.importing.pasted.matching import roster_of
from shoot_cli.importing.report import ImportContext, Options
from shoot_cli.importing.roster import Refused, Roster, present_units
from shoot_cli.rules import edition as edition_named
from shoot_cli.rules.eleventh.edition import ABILITIES as ELEVENTH
from shoot_cli.rules.tenth.edition import ABILITIES as TENTH
from tests.importing.what_abilities_become import fate_of

PROSE = {"40k-10e": Prose(TENTH), "40k-11e": Prose(ELEVENTH)}


class Text(NamedTuple):
    """An ability or a rule of a unit, of an edition."""

    edition: str
    name: str
    text: str


class Measured(NamedTuple):
    """The texts of a folder with their fates, and how many files were read and left out."""

    fates: dict[Text, str]
    read: int
    left: int

    def shares(self) -> str:
        """Return three lines: all texts, those that touch shooting, and those of them that are no mere save."""
        plain = {one: fate for one, fate in self.fates.items() if not is_save(one)}
        return "\n".join(
            (
                f"  files       {self.read} read, {self.left} left out",
                f"  all texts   {_counted(self.fates.values())}",
                f"  shooting    {_share(self.fates.values())}",
                f"  no saves    {_share(plain.values())}",
            )
        )


def is_save(one: Text) -> bool:
    """Return True for a save, Feel No Pain, Damaged, and for a text that changes characteristics alone."""
    if own_save(one.name, one.text) or own_pain(one.name, one.text) or damaged_at(one.name, one.text) is not None:
        return True
    said = spoken(one.text)
    return said.read and not said.core and not said.rest.strip()


def is_of_army(text: str) -> bool:
    """Return True for the rule of an army, which the importer reports once for the whole list."""
    return re.match(r"(?i)\W*if your army faction is\b", text) is not None


def _counted(fates: object) -> str:
    found = Counter(fates)  # type: ignore[call-overload]
    return f"{sum(found.values())}: " + ", ".join(f"{found[fate]} {fate}" for fate in FATES)


def _share(fates: object) -> str:
    found = Counter(fates)  # type: ignore[call-overload]
    touch = found[PLAYED] + found[YOURS]
    return f"{found[PLAYED]} of {touch} played" + (f", {found[PLAYED] / touch:.1%}" if touch else "")


def measured(texts: Iterable[tuple[Text, str]], read: int = 0, left: int = 0) -> Measured:
    """Return the texts with their fates, each once: the first time that it stands there."""
    fates: dict[Text, str] = {}
    for text, fate in texts:
        fates.setdefault(text, fate)
    return Measured(fates, read, left)


def texts_of(roster: Roster) -> Iterator[tuple[Text, str]]:
    """Yield the abilities and the rules with a text of its units, with their fates.

    :raises Refused: it is of no edition with texts
    """
    edition = importer._edition_of(roster, Options()).name
    if edition not in PROSE:
        raise Refused("its units have no texts")
    prose = PROSE[edition]
    for _, top in present_units(roster):
        weapons = weapon_names(top)
        for selection in top.every():
            for profile in filter(is_prose, selection.profiles):
                if is_of_army(text_of(profile)):
                    continue
                found = prose.of_unit(profile, selection, text_of(profile), weapons)
                yield Text(edition, profile.name, text_of(profile)), fate_of(found)
            for rule in selection.rules:
                if prose_of(rule) and not is_of_army(rule.text) and prose.rule(rule, selection) is None:
                    yield Text(edition, rule.name, rule.text), fate_of(prose.ability(rule.name, rule.text))


def texts_of_catalogue(path: Path) -> Iterator[tuple[Text, str]]:
    """Yield all abilities of a catalogue of 10th edition, with their fates."""
    for element in Xml.parse(path).iter():
        if element.tag.rpartition("}")[2] == "profile" and element.get("typeName") == "Abilities":
            said = "".join(one.text or "" for one in element.iter() if one.tag.endswith("}characteristic"))
            if said.strip():
                text = Text("40k-10e", element.get("name", ""), said)
                yield text, fate_of(PROSE[text.edition].ability(text.name, text.text))


def texts_of_file(path: Path, data: tuple[str, ...]) -> list[tuple[Text, str]]:
    """Return the texts of one file with their fates. :raises Refused: it is no list, or a pasted text without data"""
    if path.suffix == ".cat":
        return list(texts_of_catalogue(path))
    roster = read_roster(path.read_bytes(), path.name)
    if isinstance(roster, str):
        if not data:
            raise Refused("a pasted text needs --data")
        text = read_text(roster, path.name)
        of = importer._edition_of_text(text, Options(edition="40k-10e"))
        roster = roster_of(text, opened(data, of.name), ImportContext(Options(data=data)))
        roster = roster.but(game=text.game or importer.importer(of).games[0])
    return list(texts_of(roster))


@cache
def opened(data: tuple[str, ...], edition: str) -> Sources:
    """Return the catalogues, which are read once."""
    return Sources.opened(data, edition_named(edition))


def measure(folder: Path, data: tuple[str, ...]) -> Measured:
    found: list[tuple[Text, str]] = []
    read = left = 0
    for path in sorted(one for one in folder.iterdir() if one.is_file()):
        try:
            found += texts_of_file(path, data)
            read += 1
        except Refused:
            left += 1
    return measured(found, read, left)


def main(said: list[str]) -> str:
    place = said.index("--data") if "--data" in said else len(said)
    data = tuple(said[place + 1 : place + 2])
    folders = [one for at, one in enumerate(said) if at not in (place, place + 1) and one != "--left"]
    lines: list[str] = []
    for folder in folders:
        found = measure(Path(folder), data)
        lines += [folder, found.shares()]
        if "--left" in said:
            lines += [f"{one.name}: {' '.join(one.text.split())}" for one, fate in found.fates.items() if fate == YOURS]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(sys.argv[1:]))
