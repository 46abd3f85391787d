"""A unit of a list while it is being written: its models, and what each sentence of the roster gives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import Selection
from shoot_cli.imports.units import Row
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.importing.sheets import ADD, EVERYBODY, INVULNERABLE, PAIN, Change
from shoot_cli.rules.datasheets.importing.statlines import ORDER, SAVES, Statline, better

Said = tuple[str, str]  # an ability in the words of lists, and the name of what it comes of
MOST_TIMES = 9  # what a list may write before a weapon: 9x


class Draft:
    """Models that are alike.

    :ivar weapons: names in the list, and how many of each
    :ivar guessed: what the list has of them that the file does not say for sure
    """

    def __init__(self, row: Row, name: str, statline: Statline) -> None:
        self.row, self.name, self.statline = row, name, statline
        self.stats: dict[str, Any] = dict(statline.stats)
        self.weapons: dict[str, int] = {}
        self.said: dict[Said, None] = {}
        self.keywords: list[str] = []
        self.character = False
        self.guessed: list[str] = []

    def change(self, change: Change, source: str, times: int) -> str:
        """Changes a value. What was done in words, if it is no save: the file may have it in its statline already.

        Data of later years has what wargear adds in the statline, and says so in its name (IMP-22).
        """
        old = self.stats.get(change.stat)
        if change.stat in SAVES:
            now: Any = better(old, change.n) if change.how != ADD else better(old, _number(old) - change.n * times)
        elif change.how == ADD:
            if self.has_in_it(source) or old is None or change.stat == "Ld":
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

    def has_in_it(self, source: str) -> bool:
        """True if its statline says in its name that it has what this wargear adds."""
        return plain_name(source) in plain_name(self.statline.name)

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


def in_words(said: Iterable[Said], known: Abilities) -> list[str]:
    """The abilities as a list has them: the same of two sources twice, if they add up."""
    found: list[str] = []
    for words, _ in said:
        ability = known.of_unit(words) if words in found else None
        if words not in found or (ability and known.form_of(ability).adds):
            found.append(words)
    return found


def meant_for(named: str, drafts: list[Draft], unit: Selection) -> list[Draft]:
    """Those whom a name in brackets means (``Invulnerable Save: Fluxmaster``); all if it is the unit's, or nobody's."""
    said = plain_name(named)
    if not said or said in plain_name(unit.name) or plain_name(unit.name) in said:
        return drafts
    names = [plain_name(one.row.model.name) for one in drafts]
    found = [one for one, name in zip(drafts, names, strict=True) if said in name or name in said]
    return found or drafts


def whom(change: Change, own: list[Draft], every: list[Draft]) -> list[Draft]:
    return every if change.who == EVERYBODY else own
