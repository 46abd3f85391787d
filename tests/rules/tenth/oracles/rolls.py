"""Hit and wound rolls of whole groups, for ``oracle.py``: one die after the other, every face of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.helpers.dice_laws import Law, Roll, every, then
from tests.rules.tenth.helpers.plain_sheets import Gun, Man, Part, Troop
from tests.rules.tenth.oracles.attacks import Smith
from tests.rules.tenth.oracles.dice import Amount, memo, rolled, sure
from tests.rules.tenth.oracles.effects import Field
from tests.rules.tenth.oracles.firing import Fired, Firing
from tests.rules.tenth.oracles.numbers import ALL, NONE, ONES, Blows, Number, Single, points
from tests.rules.tenth.oracles.words import Said, read

DEFAULTS = {
    "allocation": "listed",
    "group_order": "listed",
    "rerolls": "failures",
    "damage_rerolls": "lower_half",
    "precision": "never",
    "precision_lethal": "yes",
    "save_cap": "net",
    "sustained_random": "per_critical_hit",
    "random_strength": "per_weapon",
    "wound_fail_vs_anti": "anti_wins",
    "devastating": "current",
    "hazardous": "current",
    "indirect": "current",
}
Used = frozenset[str]  # what can be done once, and was
Hits = tuple[tuple[int, bool], ...]  # of which attacks; True for one that wounds automatically
Wounds = tuple[tuple[int, bool, bool], ...]  # the same; critical, wounds automatically


# What waits: Devastating packets; attacks with mortal wounds in addition, True for those of critical hits.
Late = tuple[tuple[int, ...], tuple[tuple[int, bool], ...]]


class Group(NamedTuple):
    """ORD-2: weapons of one profile with the same in force."""

    at: int
    gun: Gun
    alike: tuple[
        Amount, tuple[str, ...]
    ]  # what else tells groups apart: Strength as rolled, what makes them other attacks
    kinds: tuple[tuple[int, Number, Fraction], ...]  # several where Strength is rolled
    mortal: Said | None  # a weapon that only inflicts mortal wounds
    n: int


class Rolls:
    """What one unit fires at another, and its hit and wound rolls."""

    def __init__(
        self,
        attacker: Troop,
        target: Troop,
        facts: Mapping[str, Any],
        settings: Mapping[str, Any],
        rolls: Mapping[str, int] | None = None,
    ) -> None:
        self.field = Field(attacker, target, facts, rolls)
        self.settings = {**DEFAULTS, **settings}
        self.models = self.field.models
        self.known: dict[Any, Law] = {}
        self.each: list[Blows] = []

    def groups(self) -> list[Group]:
        found: dict[Any, int] = {}
        made: dict[Fired, Any] = {}
        for row in Firing(self.field).fired():
            made.setdefault(row, None)
            if made[row] is None:
                made[row] = self.forged(*row)
            found[made[row]] = found.get(made[row], 0) + 1
        order = self.settings["group_order"]
        names = [] if order == "listed" else [n.strip() for n in order.split(",")] if isinstance(order, str) else order
        keys = sorted(found, key=lambda key: names.index(key[0].name) if key[0].name in names else len(names))
        return [Group(at, *key, found[key]) for at, key in enumerate(keys)]

    def forged(self, man: Man, part: Part, gun: Gun) -> tuple[Any, ...]:
        smith = Smith(self.field, self.settings, man, part, gun)
        mortal = next((said for said in map(read, gun.lines) if said.what == "mortal wounds"), None)
        dice = smith.strength_dice()
        law = every(lambda roll: max(1, rolled(dice, roll)))
        kinds: dict[tuple[int, Number], Fraction] = {}
        for strength, chance in law.items():
            blows = smith.blows(strength)
            if blows not in self.each:
                self.each.append(blows)
            kind = self.each.index(blows), smith.number(strength)
            kinds[kind] = kinds.get(kind, Fraction(0)) + chance
        apart = tuple(what for what in ("precision", "hazardous") if what in smith.here(smith.blow(1, False)))
        return gun, (dice, apart), tuple((ident, number, chance) for (ident, number), chance in kinds.items()), mortal

    # To hit and to wound -------------------------------------------------------------------------------------------

    @staticmethod
    def hit(blows: Blows, face: int) -> str:
        if blows.sixes:
            return ("critical" if face == 6 else "success") if face >= blows.sixes else ""
        if face <= blows.misses:
            return ""
        if face >= blows.critical_hit or face == 6:
            return "critical"
        if face + blows.to_hit < blows.skill:
            return ""
        return "critical" if face >= blows.critical_if_hit else "success"

    @staticmethod
    def wound(blows: Blows, face: int) -> str:
        """WND-1 to WND-3, ANTI, FX-CRIT-3, FX-WND-2."""
        if face == 1:
            return ""
        if face <= blows.fails and not (blows.anti_wins and face >= min(blows.anti, blows.critical_wound)):
            return ""
        if face >= min(blows.anti, blows.critical_wound):
            return "critical"
        if face + blows.to_wound < blows.need:
            return ""
        return "critical" if face >= blows.critical_if_wound else "success"

    def one_roll(self, blows: Blows, to_hit: bool) -> Law:
        """(what it comes to, whether the die may still be rolled again) of one die to hit or to wound."""
        judge = self.hit if to_hit else self.wound
        again = blows.again_hit if to_hit else blows.again_wound
        fish = blows.fish_hit if to_hit else blows.fish_wound

        def play(roll: Roll) -> tuple[str, bool]:
            face = roll()
            found = judge(blows, face)
            fishing = fish and found == "success" and (to_hit or self.fishes(blows))
            if (again == ALL and (not found or fishing)) or (again == ONES and face == 1):
                return judge(blows, roll()), False
            return found, True

        return every(play)

    def fishes(self, blows: Blows) -> bool:
        """FX-RR-4: whether a critical wound costs some model more than another wound."""
        if blows.on_wound:
            return True
        spills = blows.devastating and self.settings["devastating"] == "launch" and len(self.models) > 1
        if spills and any(self.worst(blows, place) > 1 for place in range(len(self.models))):
            return True
        return any(self.past(blows, place, True) > self.past(blows, place, False) for place in range(len(self.models)))

    def worst(self, blows: Blows, place: int) -> int:
        base, more = blows.damage
        melta = blows.melta.plus if blows.melta else 0
        return points(blows, blows.guards[place][1], base.dice * base.sides + base.plus, more + melta, False)

    @staticmethod
    def past(blows: Blows, place: int, critical: bool) -> Fraction:
        guard = blows.guards[place][critical]
        mortal = critical and blows.devastating
        pain = guard.pain_mortal if mortal else guard.pain
        return Fraction((NONE if mortal else guard.save) - 1, 6) * Fraction(pain - 1, 6)

    @memo
    def one_die(self, ident: int, to_hit: bool, used: Used) -> Law:
        """(what it comes to, what is used up) of one die with what can be done once (FX-RR-6, FX-DIE-1, EFF-56)."""
        blows, kind = self.each[ident], "hit" if to_hit else "wound"
        judge = self.hit if to_hit else self.wound
        law = then(self.one_roll(blows, to_hit), lambda ended: sure((*ended, used)))
        for single in blows.singles:
            if kind in single.kinds:
                law = then(law, lambda ended, single=single: self.once_more(single, judge, blows, *ended))  # type: ignore[misc]
        return then(law, lambda ended: sure((ended[0], ended[2])))

    @staticmethod
    def once_more(single: Single, judge: Any, blows: Blows, found: str, may: bool, used: Used) -> Law:
        if found or single.key in used or not (may or single.six):
            return sure((found, may, used))
        if single.six:
            return sure((judge(blows, 6), False, used | {single.key}))
        return every(lambda roll: (judge(blows, roll()), False, used | {single.key}))

    # All hit rolls of a group, then all its wound rolls ------------------------------------------------------------

    @memo
    def one_attack(self, ident: int, extra: Amount | None, used: Used) -> Law:
        """(its hits one after the other, whether it was critical, what is used up) of one attack."""
        blows = self.each[ident]
        if blows.automatic:
            return sure((((ident, False),), False, used))

        def scored(ended: tuple[str, Used]) -> Law:
            hits, critical = self.scored(ident, ended[0], extra), ended[0] == "critical"
            return {(found, critical, ended[1]): p for found, p in hits.items()}

        return then(self.one_die(ident, True, used), scored)

    def scored(self, ident: int, found: str, extra: Amount | None) -> Law:
        if not found:
            return sure(())
        if found == "success":
            return sure(((ident, False),))
        first = (ident, self.each[ident].lethal)
        if extra is None:
            return sure((first,))
        return every(lambda roll: (first, *[(ident, False)] * rolled(extra, roll)))

    def extra(self, ident: int) -> Law:
        """What Sustained Hits are worth to one weapon: they may be rolled once for all its attacks."""
        amount = self.each[ident].sustained
        if amount is None or self.settings["sustained_random"] != "per_weapon":
            return sure(amount)
        return every(lambda roll: Amount(plus=rolled(amount, roll)))

    def kinds(self, group: Group) -> Law:
        """Of each weapon: (what its attacks are; None if each has its own Strength, Sustained Hits, how many)."""
        law: Law = {}
        apart = self.settings["random_strength"] == "per_attack" and len(group.kinds) > 1
        for ident, number, chance in group.kinds:
            made = then(self.extra(ident), lambda extra, number=number: every(lambda roll: (extra, number.roll(roll))))  # type: ignore[misc]
            for (extra, n), more in made.items():
                key = None if apart else ident, extra, n
                law[key] = law.get(key, Fraction(0)) + chance * more
        return law

    @memo
    def hits(self, group: Group, used: Used) -> Law:
        """(hits, critical hits that come with mortal wounds, what is used up)."""
        law = sure(((), (), used))
        apart = [(ident, chance) for ident, _, chance in group.kinds]
        for _ in range(group.n):
            after: Law = {}
            for (ident, extra, n), chance in self.kinds(group).items():
                part = law
                for _ in range(n):
                    each = [(ident, Fraction(1))] if ident is not None else apart
                    found: Law = {}
                    for one, p in each:
                        for end, q in then(
                            part, lambda row, one=one, extra=extra: self.another(row, one, extra)
                        ).items():  # type: ignore[misc]
                            found[end] = found.get(end, Fraction(0)) + p * q
                    part = found
                for end, p in part.items():
                    after[end] = after.get(end, Fraction(0)) + chance * p
            law = after
        return law

    def another(self, row: tuple[Hits, tuple[tuple[int, bool], ...], Used], ident: int, extra: Amount | None) -> Law:
        hits, late, used = row
        law: Law = {}
        for (found, critical, now), p in self.one_attack(ident, extra, used).items():
            more = ((ident, True),) if critical and self.each[ident].on_hit else ()
            end = self.told_apart((*hits, *found)), (*late, *more), now
            law[end] = law.get(end, Fraction(0)) + p
        return law

    def told_apart(self, found: tuple[Any, ...]) -> tuple[Any, ...]:
        """Hits or wounds in the order in which they were rolled, where that makes a difference."""
        if self.settings["precision_lethal"] == "no" and any(self.each[one[0]].precise for one in found):
            return found
        return tuple(sorted(found))

    @memo
    def wounds(self, hits: Hits, used: Used) -> Law:
        """(wounds, what is used up)."""
        law = sure(((), used))
        for ident, lethal in hits:

            def roll(row: tuple[Wounds, Used], ident: int = ident, lethal: bool = lethal) -> Law:
                if lethal:
                    return sure((self.told_apart((*row[0], (ident, False, True))), row[1]))
                found: Law = {}
                for (what, used), p in self.one_die(ident, False, row[1]).items():
                    more = ((ident, what == "critical", False),) if what else ()
                    end = self.told_apart((*row[0], *more)), used
                    found[end] = found.get(end, Fraction(0)) + p
                return found

            law = then(law, roll)
        return law

    @memo
    def wounding(self, group: Group, used: Used) -> Law:
        """(wounds in the order of their saves, what waits until all attacks are done, what is used up)."""
        law: Law = {}
        for (hits, late, now), p in self.hits(group, used).items():
            for (wounds, after), q in self.wounds(hits, now).items():
                end = self.in_turn(wounds), self.waiting(wounds, late), after
                law[end] = law.get(end, Fraction(0)) + p * q
        return law

    def in_turn(self, wounds: Wounds) -> Wounds:
        """(whose, whether as a critical wound, whether a character may be picked) of each wound that is saved."""
        found = []
        for ident, critical, lethal in wounds:
            blows = self.each[ident]
            if not (critical and blows.devastating):
                precise = blows.precise and (not lethal or self.settings["precision_lethal"] == "yes")
                found.append((ident, critical and blows.apart, precise))
        return tuple(sorted(found, key=lambda one: one[1]))

    def waiting(self, wounds: Wounds, late: tuple[tuple[int, bool], ...]) -> Late:
        packets = tuple(ident for ident, critical, _ in wounds if critical and self.each[ident].devastating)
        more = tuple((ident, False) for ident, critical, _ in wounds if critical and self.each[ident].on_wound)
        return tuple(sorted(packets)), tuple(sorted((*late, *more)))
