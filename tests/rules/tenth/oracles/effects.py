"""Which lines of words are in force for one attack, for ``oracle.py``: reaches, conditions, what adds up (10E-EFF)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tests.rules.tenth.helpers.plain_sheets import Gun, Man, Part, Troop, leads
from tests.rules.tenth.oracles.dice import Amount
from tests.rules.tenth.oracles.words import Said, hinders, once_key, read

# What works for whoever is shot at; all else for whoever shoots.
OF_TARGETS = (
    "pain", "invulnerable", "has cover", "no cover", "toughness", "toughness is", "toughness of the majority", "save", "to saves", "again save ones", "again save all",
    "stealth", "own invulnerable saves are not re-rolled",
)  # fmt: skip
ROLLED = ("attacks", "strength", "damage", "critical d")
ONCE = ("friendly", "enemies", "marked", "lent")  # reaches whose equal words count once (EFF-31)
STATES = {  # of a unit: the fact that says it of who shoots; else "if" and its words, "target" before those of the target
    "stationary": "stationary", "remained stationary": "stationary", "advanced": "advanced", "fell back": "fell_back",
    "set up this turn": "set_up", "disembarked this turn": "disembarked", "below half strength": "", "below strength": "",
    "at full strength": "", "on an objective": "", "battle-shocked": "", "is closest": "", "damaged": "", "alone": "",
}  # fmt: skip


def true(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.casefold() in ("true", "yes"))


class Blow(NamedTuple):
    """What conditions may look at of one attack; None where it is not known yet."""

    gun: Gun
    psychic: bool = False
    strength: int | None = None
    toughness: int | None = None
    ap: int | None = None
    one: bool | None = None  # its damage is 1
    mortal: bool = False


class Field:
    """Two units, what lies between them and what the players said."""

    def __init__(
        self, attacker: Troop, target: Troop, facts: Mapping[str, Any], rolls: Mapping[str, int] | None = None
    ) -> None:
        self.attacker, self.target, self.facts = attacker, target, facts
        distance = facts.get("distance")
        self.distance = None if distance in (None, "", "none") else float(distance)
        self.rolls = rolls or {}
        self.models = [(man, part) for man, n, part in target.men for _ in range(n)]

    def fact(self, key: str) -> bool:
        return true(self.facts.get(key, False))

    def half(self, gun: Gun) -> bool:
        return self.distance is not None and self.distance <= gun.range / 2

    def target_is(self, keyword: str) -> bool:
        return is_a(self.target, keyword)

    @staticmethod
    def big(troop: Troop) -> bool:
        return is_a(troop, "MONSTER") or is_a(troop, "VEHICLE")

    def covered(self, man: Man) -> bool:
        cover = self.facts.get(f"cover:{man.name}", self.facts.get("cover", False))
        return true(cover.get(man.name, False) if isinstance(cover, Mapping) else cover)

    # Reaches -------------------------------------------------------------------------------------------------------

    def far_reaching(self, troop: Troop) -> Iterator[Said]:
        """What one model or unit of it has for all of it: led, unit, its own auras."""
        for part in troop.parts:
            leading = part.leads or any(man.leader for man, _ in part.men)
            yield from (one for one in map(read, part.lines) if self.works(one, troop, leading))
        for man, n, part in troop.men:
            yield from (one for one in map(read, man.lines * n) if self.works(one, troop, leads(man, part)))

    @staticmethod
    def works(said: Said, troop: Troop, leading: bool) -> bool:
        if said.reach == "led":
            return leading and troop.attached
        if said.reach == "friendly":
            return is_a(troop, said.whom)
        return said.reach == "unit"

    def own(self, lines: Iterable[str]) -> Iterator[Said]:
        """What stands on somebody for himself, what he is lent among it."""
        return (said for said in map(read, lines) if not said.reach or (said.reach == "lent" and self.fact("lent")))

    def on_enemies(self, troop: Troop) -> Iterator[Said]:
        """What this unit has for all enemies that are so near, or for the one it marked."""
        lines = [line for part in troop.parts for line in part.lines]
        for said in map(read, (*lines, *(line for man, *_ in troop.men for line in man.lines))):
            near = self.distance is not None and said.reach == "enemies" and self.distance <= float(said.whom)
            if near or (said.reach == "marked" and self.fact("marked")):
                yield said

    def of_shooter(self, man: Man, part: Part, gun: Gun) -> list[Said]:
        """What works for one weapon of one model, its conditions not looked at."""
        own = [*self.own(gun.lines), *self.own(man.lines), *self.own(part.lines), *self.far_reaching(self.attacker)]
        own = [said for said in own if not said.incoming]
        if self.fact("marked"):
            own += [said for said in map(read, gun.lines) if said.reach == "marked" and not hinders(said)]
        own += [said for said in self.on_enemies(self.attacker) if not hinders(said) and not said.incoming]
        own += [said._replace(crossed=True) for said in self.on_enemies(self.target) if hinders(said)]
        return [self.fallen(said) for said in once(said for said in own if not of_targets(said))]

    def rolled_once(self) -> list[Said]:
        """Lines of whoever shoots whose dice are rolled when the unit is chosen to shoot (EFF-52)."""
        return [
            said for said in dict.fromkeys(map(read, self.attacker.lines())) if said.what in ROLLED and said.amount.dice
        ]

    def fallen(self, said: Said) -> Said:
        n = self.rolls.get(said.words) if said.what in ROLLED else None
        return said if n is None else said._replace(amount=Amount(plus=n))

    def reaching(self, man: Man, part: Part, gun: Gun) -> Gun:
        """The weapon with what is added to its range (EFF-60)."""
        more = [
            one for one in self.of_shooter(man, part, gun) if one.what == "range" and self.holds(one, Blow(gun), False)
        ]
        return gun._replace(range=gun.range + sum(said.number for said in more))

    def from_shooters(self) -> list[Said]:
        """What they do to the unit they shoot at."""
        every = (said for said in self.on_enemies(self.attacker) if not hinders(said))
        return [said._replace(crossed=True) for said in every if said.incoming or of_targets(said)]

    def of_target(self, man: Man, part: Part) -> list[Said]:
        """What works for or on one model that is shot at."""
        own = [*self.own(man.lines), *self.own(part.lines), *self.far_reaching(self.target)]
        return once(said for said in (*own, *self.from_shooters()) if said.incoming or of_targets(said))

    def of_target_unit(self) -> list[Said]:
        """What is done to rolls against all of it: it is enough that one model has it (EFF-30)."""
        found: list[Said] = []
        for part in self.target.parts:
            most: Counter[Said] = Counter()
            for man, _ in part.men:
                if man.leader:
                    found += self.own(man.lines)
                else:
                    most |= Counter(self.own(man.lines))
            found += [*most.elements(), *self.own(part.lines)]
        found += [*self.far_reaching(self.target), *self.from_shooters()]
        return once(said for said in found if said.incoming)

    # Conditions ----------------------------------------------------------------------------------------------------

    def holds(self, said: Said, blow: Blow, defends: bool) -> bool:
        """:param defends: it works for who is shot at, or on him; conditions look at whoever has it, and at his enemy"""
        defends = defends != said.crossed
        other = self.attacker if defends else self.target
        for word, rest in said.whens:
            if word == "once per":
                true = self.fact(once_key(said))
            elif word == "if":
                key = state_key(rest, defends)
                true = self.fact(key) if key in self.facts else self.counted(key)
            else:
                true = self.condition(word, rest, blow, other)
            if not true:
                return False
        return True

    def counted(self, key: str) -> bool:
        """What is known of a unit of a list: all its models are there, and a lone one may have lost wounds."""
        troop = self.target if key.startswith("if target ") else self.attacker
        men = [(man, n) for part in troop.parts for man, n in part.men]
        alone = men[0][0] if [n for _, n in men] == [1] else None
        lost, wounds = (alone.lost, alone.wounds) if alone else (0, 1)
        words = key.removeprefix("if ").removeprefix("target ").casefold()
        opposite = {"at full strength": "below strength", "below strength": "at full strength"}.get(words)
        other = f"{key[: len(key) - len(words)]}{opposite}"
        if opposite and other in self.facts:  # one fact, whichever way it is said
            return not self.fact(other)
        return {"at full strength": not lost, "below strength": lost > 0, "below half strength": 2 * lost > wounds}.get(
            words, False
        )

    def condition(self, word: str, rest: str, blow: Blow, other: Troop) -> bool:
        if word == "not against":
            return not self.against(rest, blow, other)
        if word == "against":
            return self.against(rest, blow, other)
        if word == "within" and rest == "half range":
            return self.half(blow.gun)
        if word in ("within", "beyond"):
            assert self.distance is not None
            return (self.distance <= float(rest.strip('"'))) == (word == "within")
        if word == "when s is":
            assert blow.strength is not None
            assert blow.toughness is not None
            than = (blow.strength > blow.toughness) - (blow.strength < blow.toughness)
            return than == {"greater": 1, "equal": 0, "less": -1}[rest.split()[0]]
        raise AssertionError(word)

    @staticmethod
    def against(rest: str, blow: Blow, other: Troop) -> bool:
        plain = rest.casefold()
        if plain in ("ranged", "ranged attacks"):
            return True
        if plain.startswith("psychic"):
            return blow.psychic
        if plain == "mortal wounds":
            return blow.mortal
        if plain == "damage 1":
            assert blow.one is not None
            return blow.one
        if strength := re.fullmatch(r"s (\d+) or (less|more)", plain):
            assert blow.strength is not None
            n = int(strength[1])
            return blow.strength <= n if strength[2] == "less" else blow.strength >= n
        if plain.startswith("ap "):
            assert blow.ap is not None
            return blow.ap in [int(one) for one in plain.removeprefix("ap ").split(" or ")]
        return any(is_a(other, one) for one in rest.split(" or "))


def state_key(words: str, defends: bool) -> str:
    """Under which players say a condition in words, of the unit that has the ability."""
    fact = STATES.get(words.casefold())
    if fact is None:
        return f"if {words}"
    return f"if target {words}" if defends else fact or f"if {words}"


def of_targets(said: Said) -> bool:
    return said.what in OF_TARGETS or (said.what.startswith("one ") and "save" in said.keyword)


def once(lines: Iterable[Said]) -> list[Said]:
    """EFF-31."""
    found: list[Said] = []
    for said in lines:
        if said.called and plain(said) in map(plain, found):
            continue
        if said.reach in ONCE and said.words in [one.words for one in found]:
            continue
        found.append(said)
    return found


def plain(said: Said) -> Said:
    """Whatever it is that its bearer reaches with it."""
    return said._replace(words="", reach="", whom="")


def is_a(troop: Troop, keywords: str) -> bool:
    """All of several keywords in a row; none is everybody's."""
    return not keywords or keywords.upper() in troop.all_keywords or set(keywords.upper().split()) <= troop.all_keywords


class Has:
    """The lines in force."""

    def __init__(self, lines: Iterable[Said]) -> None:
        self.lines = list(lines)

    def __contains__(self, what: str) -> bool:
        return any(said.what == what for said in self.lines)

    def all(self, what: str) -> list[Said]:
        return [said for said in self.lines if said.what == what]

    def total(self, what: str) -> int:
        return sum(said.number for said in self.all(what))

    def lowest(self, what: str) -> int:
        return min((said.need for said in self.all(what)), default=7)

    def most(self, what: str) -> Said | None:  # WPN-DUP-1: choose one
        return max(self.all(what), key=lambda said: said.amount.average, default=None)

    def last(self, what: str) -> Said | None:
        return next(reversed(self.all(what)), None)

    def but(self, *whats: str) -> Has:
        return Has(said for said in self.lines if said.what not in whats)
