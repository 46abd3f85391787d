"""A unit of a list while it is being written: its models, and what each sentence of the roster gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shoot_cli.imports.roster import Selection
from shoot_cli.imports.units import EqualModels
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.importing.applied import Added, has_in_it
from shoot_cli.rules.datasheets.importing.sheets import ADD, EVERYBODY, INVULNERABLE, PAIN, StatChange
from shoot_cli.rules.datasheets.importing.statlines import ORDER, SAVE_STATS, Statline, bare, better
from shoot_cli.rules.datasheets.importing.whom import Whom

Said = tuple[str, str]  # an ability in the words of lists, and the name of what it comes of
MOST_TIMES = 9  # what a list may write before a weapon: 9x


class Draft:
    """Models that are alike.

    :ivar weapons: names in the list, and how many of each
    :ivar guessed: what the list has of them that the file does not say for sure
    """

    def __init__(self, row: EqualModels, name: str, statline: Statline, siblings: tuple[Statline, ...] = ()) -> None:
        self.row, self.name, self.statline, self.siblings = row, name, statline, siblings
        self.stats: dict[str, Any] = dict(statline.stats)
        self.weapons: dict[str, int] = {}
        self.said: dict[Said, None] = {}
        self.keywords: list[str] = []
        self.character = False
        self.guessed: list[str] = []

    def change(self, change: StatChange, source: str, times: int) -> str:
        """Changes a value. What was done in words, if it is no save: the file may have it in its statline already.

        Data of later years has what wargear adds in the statline, and says so in its name (IMP-22).
        """
        old = self.stats.get(change.stat)
        if change.how == ADD and (change.stat == "Ld" or self.has_in_it(source, change, times)):
            return ""
        if change.stat in SAVE_STATS:
            now: Any = better(old, change.n) if change.how != ADD else better(old, _number(old) - change.n * times)
        elif change.how == ADD:
            if old is None:
                return ""
            now = _number(old) + change.n * times
        elif change.stat == "Ld":
            now = better(old, change.n)
        else:
            now = max(_number(old), change.n)
        if now == old:
            return ""
        self.stats[change.stat] = now
        if change.stat in (INVULNERABLE, PAIN):
            return ""
        return f"{source}: {change.stat} {old or '-'} → {now}, its statline does not have it yet"

    def has_in_it(self, source: str, change: StatChange, times: int) -> bool:
        """True if its statline has already what this wargear adds."""
        carried = [one.name for one, _ in self.row.carries]
        return has_in_it(self.statline, source, carried, self.siblings, Added(change.stat, change.n * times))

    def arm(self, weapon: str, times: int) -> None:
        self.weapons[weapon] = self.weapons.get(weapon, 0) + times

    def say(self, words: Iterable[str], source: str) -> None:
        """What comes of one ability is said once, however often the file has it."""
        self.said |= dict.fromkeys((one, source) for one in words)

    def ordered_stats(self) -> tuple[tuple[str, Any], ...]:
        return tuple((key, self.stats[key]) for key in ORDER if key in self.stats)

    def armed(self) -> list[str]:
        return [said for weapon, times in self.weapons.items() for said in _times(weapon, times)]


def _times(weapon: str, times: int) -> Iterator[str]:
    """``weapon``, ``2x weapon``; more than may be written so, in several."""
    while times > 0:
        now = min(times, MOST_TIMES)
        yield weapon if now == 1 else f"{now}x {weapon}"
        times -= now


def _number(value: Any) -> int:
    """Of a value as a list has it; 7 for no save."""
    said = str(value if value is not None else "-").rstrip('+"')
    return int(said) if said.isdecimal() else 7


def shared_by_all(drafts: list[Draft]) -> list[Said]:
    """What every model has: it stands with the unit, and no longer with them."""
    common = [one for one in drafts[0].said if all(one in other.said for other in drafts)]
    for draft in drafts:
        draft.said = {one: None for one in draft.said if one not in common}
    return common


def merged_abilities(said: Iterable[Said], known: Abilities) -> list[str]:
    """The abilities as a list has them: the same of two sources twice, if they add up."""
    found: list[str] = []
    for words, _ in said:
        ability = known.of_unit(words) if words in found else None
        if words not in found or (ability and known.form_of(ability).adds):
            found.append(words)
    return found


def meant(said: Whom, own: list[Draft], every: list[Draft], unit: Selection) -> list[Draft]:
    """Those whom a sentence means; empty if it names somebody who is not in the unit.

    :param own: whose sentence it is
    :param every: all models of the unit
    """
    if not said.some:
        return own
    if said.without:
        out = _called(said.without, every, unit, models=True)
        return [one for one in every if one not in out]
    found = _called(said.of, own, unit, said.models) or _called(said.of, every, unit, said.models)
    return found or (own if said.loose else [])


def _called(names: str, drafts: list[Draft], unit: Selection, models: bool) -> list[Draft]:
    """Those who have one of these names, or a keyword of their own.

    :param models: the name of the unit means models of that name, if there are any, and not all
    """
    parts = re.split(r",? and/or |,? (?:and|or) (?:the |any |its )?|, (?:the |any |its )?", names)
    whole = any(_words(one.row.model.name) == _words(names) for one in drafts)  # Lord and Hound
    each = [_named(part, drafts, unit, models) for part in ([names] if whole else parts)]
    found = [one for some in each for one in some] if all(each) else _named(names, drafts, unit, models)
    return [one for one in drafts if one in found]


def _named(name: str, drafts: list[Draft], unit: Selection, models: bool) -> list[Draft]:
    said = _words(re.sub(r"^(?:the|any|all|each|every|its|this unit's) |(?: models?| models? in this unit)$", "", name))
    if not said:
        return []
    of_unit = _words(unit.name)
    known = [(one, _words(one.row.model.name)) for one in drafts]
    if said == of_unit and not models:
        return drafts
    if found := [one for one, own in known if own == said]:
        return found
    if found := [one for one, own in known if _holds(own, said) or _holds(said, own)]:
        return found
    if said == of_unit or (not models and (_holds(of_unit, said) or _holds(said, of_unit))):
        return drafts
    keyword = " ".join(said)
    if found := [one for one in drafts if keyword in _folded_keywords(one.row.model.categories)]:
        return found
    return drafts if keyword in _folded_keywords(unit.categories) else []


def _folded_keywords(categories: Iterable[str]) -> set[str]:
    return {" ".join(_words(one)) for one in categories}


def _words(name: str) -> tuple[str, ...]:
    """Those of a name, without what is carried and without an s of several."""
    return tuple(bare(name).split())


def _holds(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """True if all words of a name stand in another one, one behind the other."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def whom(change: StatChange, own: list[Draft], every: list[Draft]) -> list[Draft]:
    return every if change.who == EVERYBODY else own
