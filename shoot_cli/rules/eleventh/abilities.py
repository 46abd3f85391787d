"""The abilities of this edition: those of ``datasheets/abilities.md``, and what is written or counted otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from shoot_cli.core.questions import shown
from shoot_cli.rules.datasheets.abilities import Abilities, compared
from shoot_cli.rules.datasheets.forms import EARLY, TARGET, THE_TARGET, UNIT, WEAPON, Form
from shoot_cli.rules.datasheets.grammar import Opened
from shoot_cli.rules.datasheets.profiles import Ability, Army, Model, Unit, Weapon
from shoot_cli.rules.eleventh.edition import EXPLOSIVES, NUMBERS

HUNTER, CLOSE_QUARTERS = "Hunter", "Close-Quarters"
OLD_KEYWORD = "GRENADES"  # of whoever is EXPLOSIVES now
OWN = (
    Form("Blast", "blast N", WEAPON, "WPN-BLAST-1", "Blast 2", default=1, changes="attacks", twice="best"),
    # Called by its old name where it is looked for, written either way.
    Form("Pistol", "close quarters; pistol", WEAPON, "WPN-PISTOL-1", CLOSE_QUARTERS, changes="may be fired",
         condition=""),
    Form(HUNTER, "hunter", WEAPON, "HUNTER-1", "Hunter: MONSTER/VEHICLE", changes="may be fired", by="only",
         condition=EARLY),
    Form("Stealth", "stealth", TARGET, "DEF-STEALTH-1", changes="cover", helps=THE_TARGET, condition=EARLY),
    Form("Lone Operative", "lone operative N", TARGET, "TGT-6", 'Lone Operative 12"', default=NUMBERS.lone_operative,
         changes="may be targeted", twice="best", helps=THE_TARGET),
    Form("Damaged", "damaged 1 N; damaged N", UNIT, "DMG-5", "Damaged 4", changes="hit roll", helps=THE_TARGET,
         condition=""),
)  # fmt: skip
NOT_OF_TORRENT = ("Indirect Fire", "Precision")  # what a Torrent weapon cannot have (11E-WPN-TORRENT-1)


class Own(Abilities):
    """Those of this edition, which may limit a weapon's ability to keywords: ``Lethal Hits: VEHICLE`` (11E-DUP-1)."""

    def in_our_words(self, said: str) -> str:
        said = re.sub(rf"\b{OLD_KEYWORD}\b", EXPLOSIVES.keyword, said)
        ability, colon, keywords = said.partition(":")
        fit = self.fit(compared(ability)) if colon and keywords.strip() else None
        return f"{ability} against {keywords.strip()}" if fit and fit[0].of == WEAPON else said

    def all_keywords(self, keywords: Iterable[str]) -> Iterable[str]:
        own = {*keywords}
        return own | {EXPLOSIVES.keyword} if OLD_KEYWORD in own else own

    def effect(self, start: Opened, whole: str) -> Ability:
        found = super().effect(start, whole)
        if found.name == HUNTER and [one.kind for one in found.when] != ["against"]:
            raise ValueError(f"{shown(whole)}: whom it hunts is not said, or more than that; write Hunter: VEHICLE")
        return found


ABILITIES = Own(NUMBERS, OWN)

# What steps ask of a weapon or unit ----------------------------------------------------------------------------------


def prey(weapon: Weapon, model: Model) -> tuple[str, ...]:
    """The keywords, one of which a target must have; () where any target will do (11E-TGT-3)."""
    every = (one for one in (*weapon.abilities, *model.abilities) if one.name == HUNTER)
    return next((one.when[0].words for one in every), ())


def lone_reach(ability: Ability) -> int:
    """How near a Lone Operative must be to be seen: 9" to 30", whatever is written (11E-LONE-1)."""
    return min(NUMBERS.lone_most, max(NUMBERS.lone_least, ability.number))


# Words of 10th edition, and what they are now ------------------------------------------------------------------------


def old_words(army: Army) -> Iterator[str]:
    """Sentences about what a list says in the words of 10th edition, or what counts otherwise than it is written."""
    for unit in army.units:
        if OLD_KEYWORD in unit.keywords:
            yield f"{unit.name}: the keyword Grenades is called Explosives now, and read so (10E-OOP-3)"
        for weapon in unit.weapons():
            yield from _of_weapon(weapon)
        yield from _of_models(unit)


def _of_weapon(weapon: Weapon) -> Iterator[str]:
    for one in weapon.abilities:
        if one.name == "Pistol" and "pistol" in one.text.casefold():
            yield f"{weapon.name}: Pistol is called Close-Quarters now, and read so (11E-CQ-1)"
        if one.name in NOT_OF_TORRENT and weapon.skill is None:
            yield f"{weapon.name}: a Torrent weapon has no {one.name} (11E-WPN-TORRENT-1); it does nothing here"


def _of_models(unit: Unit) -> Iterator[str]:
    for model, _ in unit.models:
        for one in model.abilities:
            if one.name == "Damaged" and re.search(r"1\D+\d", one.text):
                yield f"{model.name}: {one.text} is called Damaged {one.number} now, and read so (11E-DMGD-1)"
            if one.name == "Lone Operative" and lone_reach(one) != one.number:
                yield f'{model.name}: {one.text} counts as {lone_reach(one)}", for it is 9" to 30" (11E-LONE-1)'
