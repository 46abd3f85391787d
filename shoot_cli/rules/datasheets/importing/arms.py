"""The weapons of a unit: from what its models carry to those of the list (IMP-32 to 35)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import Profile, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.words import shortened
from shoot_cli.rules.datasheets.importing import armed
from shoot_cli.rules.datasheets.importing.drafts import Draft
from shoot_cli.rules.datasheets.importing.library import Library, SharedWeapon
from shoot_cli.rules.datasheets.importing.missing import Elsewhere, is_bare, looks_armed
from shoot_cli.rules.datasheets.importing.told import Prose

MOST_WEAPONS = 20  # that a list may say of a model
NAMELESS = "Unnamed"
READ_IT, READ_RULE = "read it on the datasheet", "read it in the rules of the army"
DATA = "give a roster or data file that has it with --data"


class RosterContext(NamedTuple):
    """What all units of a roster share."""

    prose: Prose
    library: Library
    elsewhere: Elsewhere
    behind: frozenset[str]  # names of what has changed some of their tables already
    lines: Mapping[str, tuple[Profile, ...]]  # their statlines, by names without what stands behind those in brackets


class Arms:
    def __init__(self, unit: Selection, name: str, taking: ImportContext, known: RosterContext) -> None:
        """``name``: of the unit in the list"""
        self.named: set[str] = set()  # what models carry, by plain names
        self.unit, self.name, self.taking = unit, name, taking
        self.prose, self.library, self.elsewhere, *_ = known
        self.counted: set[tuple[int, str]] = set()  # by selection and weapon
        self.unknown: set[tuple[str, str]] = set()  # keywords that were told, by weapon

    def missing(self, item: Selection) -> bool:
        """True of a weapon that the file names and does not describe."""
        return is_bare(item) and (looks_armed(item) or self.elsewhere.find(item, self.unit) is not None)

    def arm(self, draft: Draft) -> None:
        """Gives them what they carry."""
        for item, times in [(draft.row.model, 1), *draft.row.carries]:
            source = item
            if item is not draft.row.model and self.missing(item):
                found = self.elsewhere.find(item, self.unit)
                if found is None:
                    words = f"{item.name} of {draft.name} has no values in the file"
                    self.taking.left_out(self.name, words, DATA)
                    continue
                source = found
            for name, modes in armed.grouped(source):
                self.named.add(plain_name(name))
                if entry := self._weapon(name, modes, draft, item, lent=source is not item):
                    draft.arm(entry.token, times)

    def _weapon(
        self, name: str, modes: list[tuple[str, Profile]], draft: Draft, item: Selection, lent: bool
    ) -> SharedWeapon | None:
        """The weapon of the list; None if it was left out."""
        ways: list[tuple[str, armed.FireMode]] = []
        for mode, profile in modes:
            try:
                ways.append((shortened(mode)[0], armed.shooting(profile, self.prose.known)))
            except ValueError as error:
                self.taking.left_out(self.name, f"{profile.name} of {draft.name}: {error}", DATA)
        if not ways:
            return None
        short, cut = shortened(name or NAMELESS)
        gun = armed.WeaponTable(short, tuple(ways if len(modes) > 1 else [("", ways[0][1])]))
        entry = self.library.weapon(gun, draft.name, self.name, lent)
        told = [f"{name}: {words}" for _, way in ways for words in way.told]
        if cut:
            told.append(f"{short}: its name of {len(name)} characters is cut")
        if lent:
            told.append(f"{name} of {draft.name} has no values in the file: taken from another one of this name")
        for words in told:
            entry.guessed[self.name, words] = None
        for doubt in (way.doubt for _, way in ways if way.doubt):
            entry.guessed["", doubt] = None  # of the weapon, whoever has it
        for word in (word for _, way in ways for word in way.unknown):
            entry.notes[f"{word}: {READ_IT}"] = None
            if (name, word) not in self.unknown:
                self.unknown.add((name, word))
                self.taking.to_play(self.name, f"{name} has {word}: {READ_IT}")
        if (key := (id(item), name)) not in self.counted:
            self.counted.add(key)
            self.taking.count("weapons", len(ways))
        return entry

    def carried(self, draft: Draft) -> list[str]:
        """What a list may say that a model carries; what is too much is left out."""
        said = draft.armed()
        if more := said[MOST_WEAPONS:]:
            words = f"{draft.name} has more weapons than the {MOST_WEAPONS} that a list may say, {len(more)} of them"
            self.taking.left_out(self.name, words)
        return said[:MOST_WEAPONS]
