"""All numbers of the attacks of one weapon at one unit, for ``oracle.py``: from the lines in force, in the order of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.rules.eleventh.oracles.records import Attack, Guard, Number
from tests.rules.eleventh.oracles.sheets import BIG, NONE, Gun, Man, Scenario, Troop
from tests.rules.tenth.oracles.dice import Amount
from tests.rules.tenth.oracles.words import Said

DEFAULTS = {
    "allocation": "listed",
    "group_order": "listed",
    "rerolls": "failures",
    "precision": "never",
    "sustained_random": "per_critical_hit",
    "wound_fail_vs_anti": "anti_wins",
    "dev_damage_modifiers": "apply",
    "pooling": "by_effect",
    "changed_attacks": "first",
    "snap_torrent": "hits",
    "sight_and_range": "any_models",
    "hidden_after": "two_turns",
    "save_modifiers": "armour_only",
}
ONES, ALL = "ones", "all"  # what may be rolled again


def yes(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.casefold() in ("true", "yes"))


def clamp(modifier: int) -> int:
    return max(-1, min(1, modifier))


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
        return min((said.need for said in self.all(what)), default=NONE)

    def best(self, what: str) -> Amount | None:
        """11E-DUP-1, 10E-WPN-DUP-1: duplicates do not add up."""
        return max((said.amount for said in self.all(what)), key=lambda one: one.average, default=None)

    def again(self, what: str) -> str:
        return ALL if f"again {what} all" in self else ONES if f"again {what} ones" in self else ""


class Field:
    """Two units, what lies between them and what the players said."""

    def __init__(self, scene: Scenario) -> None:
        self.attacker, self.target, self.answers = scene
        self.settings: Mapping[str, Any] = {**DEFAULTS, **self.answers}
        distance = self.answers.get("distance")
        self.distance = None if distance in (None, "") else float(distance)

    def fact(self, key: str) -> bool:
        return yes(self.answers.get(key, False))

    @property
    def shooting(self) -> str:
        """11E-SEQ-1: the only type that is open; the normal one before the indirect."""
        said = self.answers.get("shooting")
        if said is None:
            said = next(
                (
                    kind
                    for fact, kind in (("overwatch", "snap"), ("engaged", "close-quarters"), ("advanced", "assault"))
                    if self.fact(fact)
                ),
                "normal",
            )
        return str(said)

    @property
    def together(self) -> bool:
        return self.shooting == "close-quarters" and yes(self.answers.get("together", True))

    @property
    def target_engaged(self) -> bool:
        return self.together or self.fact("target_engaged")

    def half(self, gun: Gun) -> bool:
        if "half_range" in self.answers:
            return self.fact("half_range")
        return self.distance is not None and self.distance <= gun.range / 2

    # Lines in force ------------------------------------------------------------------------------------------------

    def of_shooter(self, man: Man, gun: Gun) -> Has:
        lines = [*gun.lines, *man.lines, *self.attacker.lines]
        return Has(
            said for said in lines if not said.incoming and not said.reach and self.holds(said, gun, self.target)
        )

    def done_to_shooter(self, gun: Gun) -> Has:
        """What is done to it by whoever is shot at: it is enough that one model has it."""
        most: Counter[Said] = Counter()
        for man in self.target.men:
            most |= Counter(man.lines)
        lines = [*most.elements(), *self.target.lines]
        return Has(said for said in lines if said.incoming and self.holds(said, gun, self.attacker))

    def of_target(self, man: Man, gun: Gun, psychic: bool, mortal: bool) -> Has:
        lines = (*man.lines, *self.target.lines)
        return Has(said for said in lines if self.holds(said, gun, self.attacker, psychic, mortal))

    def holds(self, said: Said, gun: Gun, other: Troop, psychic: bool = False, mortal: bool = False) -> bool:
        """Every condition but how S compares with T, which is looked at when it counts."""
        for word, rest in said.whens:
            against = self.against(rest, other, psychic, mortal)
            true = {
                "against": against,
                "not against": not against,
                "when s is": True,
                "if": self.fact(f"if {rest}"),
                "within": self.near(rest, gun),
                "beyond": not self.near(rest, gun),
            }[word]
            if not true:
                return False
        return True

    def near(self, rest: str, gun: Gun) -> bool:
        if rest == "half range":
            return self.half(gun)
        inches = re.fullmatch(r'(\d+)"', rest)
        return inches is not None and self.distance is not None and self.distance <= int(inches[1])

    @staticmethod
    def against(rest: str, other: Troop, psychic: bool, mortal: bool) -> bool:
        plain = rest.casefold()
        if plain.startswith("ranged"):
            return True
        if plain.startswith("psychic"):
            return psychic
        if plain == "mortal wounds":
            return mortal
        return any(other.is_a(one) for one in rest.split(" or "))

    # Numbers -------------------------------------------------------------------------------------------------------

    def covered(self, man: Man, has: Has, indirect: bool) -> bool:
        if "ignores cover" in has:
            return False
        told = yes(self.answers.get(f"cover:{man.kind}", self.answers.get("cover", False)))
        unit = [said.what for said in self.target.lines]
        for what in ("stealth", "has cover"):
            told = (
                told or what in unit or all(any(one.what == what for one in model.lines) for model in self.target.men)
            )
        return told or indirect

    def number(self, man: Man, gun: Gun) -> Number:
        has, held = self.of_shooter(man, gun), self.done_to_shooter(gun)
        fixed, blast = has.best("attacks is"), has.best("blast")
        living = sum(man.left > 0 for man in self.target.men)
        return Number(
            fixed or gun.attacks,
            2 ** len(has.all("double attacks")),
            has.total("attacks") + held.total("attacks"),
            has.best("rapid fire") if self.half(gun) else None,
            blast.plus * (living // 5) if blast else 0,
            "again attacks all" in has and "no re-rolls" not in held,
        )

    def attack(self, man: Man, gun: Gun) -> Attack:
        has, held = self.of_shooter(man, gun), self.done_to_shooter(gun)
        torrent, snap = "torrent" in has or gun.skill is None, self.shooting == "snap"
        automatic = torrent and not (snap and self.settings["snap_torrent"] == "sixes")
        indirect = self.shooting == "indirect" and "indirect fire" in has and "torrent" not in has
        psychic = "psychic" in has
        rolls = "no re-rolls" not in held
        set_damage, melta = has.best("damage is"), has.best("melta") if self.half(gun) else None
        ap = gun.ap + has.total("ap") + held.total("ap")
        fixed = [said.number for said in has.all("critical ap is")]
        critical_ap = (min(fixed) if fixed else gun.ap) + has.total("ap") + held.total("ap") + has.total("critical ap")
        strength = has.best("strength is")
        has_s = (strength.plus if strength else gun.strength) + has.total("strength") + held.total("strength")
        automatic_hit = automatic
        sustained = None if automatic_hit else has.best("sustained hits")
        precise = "precision" in has and "torrent" not in has and any(one.character for one in self.target.men)
        return Attack(
            automatic=automatic,
            skill=0 if torrent else self.skill(man, gun, has, held, indirect),
            to_hit=0 if automatic_hit else self.to_hit(man, has, held, psychic),
            misses=0 if automatic_hit else self.misses(has, held, indirect),
            snap=snap and not automatic,
            critical_hit=0 if automatic_hit else min(6, has.lowest("critical hits")),
            critical_if_hit=0
            if automatic_hit
            else min(has.lowest("critical if hits"), 4 if self.far(has, gun) else NONE),
            again_hit="" if automatic_hit or indirect or snap or not rolls else has.again("hit"),
            lethal="lethal hits" in has and not automatic_hit and yes(self.answers.get("lethal", True)),
            sustained=sustained,
            strength=max(1, has_s),
            to_wound=self.to_wound(has, held, max(1, has_s)),
            fails=self.fails(has, held),
            critical_wound=min(6, has.lowest("critical wounds"), self.anti(has)),
            critical_if_wound=1 if "every wound critical" in has else has.lowest("critical if wounds"),
            again_wound=(ALL if "twin-linked" in has else has.again("wound")) if rolls else "",
            devastating="devastating wounds" in has,
            ap=min(0, ap),
            critical_ap=min(0, critical_ap),
            damage=set_damage or gun.damage,
            more_damage=has.total("damage") + (melta.plus if melta else 0),
            critical_damage=sum(said.amount.plus for said in has.all("critical d")),
            again_damage=has.again("damage") if rolls else "",
            precise=precise,
            psychic=psychic and self.minds_psychic(),
            on_hit=() if automatic_hit else tuple(said.amount for said in has.all("mortal on hits")),
            on_wound=tuple(said.amount for said in has.all("mortal on wounds")),
            part=self.parting(man, gun, has) if self.settings["pooling"] == "by_ability" else (),
        )

    def far(self, has: Has, gun: Gun) -> bool:
        """10E-WPN-CONV-1; nobody has said how far: beyond half range."""
        half = gun.range / 2
        return any(
            self.distance > n if self.distance else half >= n for n in (one.number for one in has.all("conversion"))
        )

    def parting(self, man: Man, gun: Gun, has: Has) -> tuple[Any, ...]:
        number = self.number(man, gun)
        return (number.rapid, number.blast, "hazardous" in has)

    def minds_psychic(self) -> bool:
        lines = [*self.target.lines, *(said for man in self.target.men for said in man.lines)]
        return any("psychic" in rest.casefold() for said in lines for _, rest in said.whens)

    def skill(self, man: Man, gun: Gun, has: Has, held: Has, indirect: bool) -> int:
        assert gun.skill is not None
        changes = [said.number for said in (*has.all("bs"), *held.all("bs"))]
        changes += [int(self.covered(man, has, indirect)), -self.fact("plunging")]
        if "psychic" in has or "ignore bs and hit modifiers" in has:
            changes = [change for change in changes if change < 0]
        return max(2, min(6, gun.skill + sum(changes)))

    def to_hit(self, man: Man, has: Has, held: Has, psychic: bool) -> int:
        changes = [said.number for said in (*has.all("to hit"), *held.all("to hit"))]
        changes.append(int(self.answers.get("hit_modifier", 0)))
        moved_little = self.fact("stationary") or self.answers.get("stationary") == "within_3"
        unengaged = self.shooting not in ("snap", "close-quarters") and not self.fact("engaged")
        changes.append("heavy" in has and moved_little and unengaged)
        changes += [-1 for said in has.all("damaged") if man.left <= said.number]
        close = "close-quarters" in has
        if self.shooting == "close-quarters" and self.attacker.big:
            changes.append(-(not (close and self.together)))
        if self.target_engaged and self.target.keywords & BIG:
            changes.append(-(not (close and self.together)))
        if psychic or {"ignore hit modifiers", "ignore bs and hit modifiers"} & {said.what for said in has.lines}:
            changes = [change for change in changes if change > 0]
        return clamp(sum(changes))

    def misses(self, has: Has, held: Has, indirect: bool) -> int:
        found = [said.number for said in (*has.all("hit fails"), *held.all("hit fails"))]
        if indirect:
            found.append(3 if self.fact("stationary") and self.fact("spotted") else 5)
        return max([1, *found])

    def to_wound(self, has: Has, held: Has, strength: int) -> tuple[tuple[int, str], ...]:
        """The sum of what counts whatever the Toughness; and what hangs on it, if their models are of several."""
        words = {"greater": 1, "equal": 0, "less": -1}
        more = sum(said.number for said in self.target.lines if said.what == "toughness")
        tough = {man.toughness + more for man in self.target.men}
        plain, hanging = int(self.answers.get("wound_modifier", 0)), []
        lines = [*has.all("to wound"), *held.all("to wound")]
        changes = [
            (said.number, next((rest for word, rest in said.whens if word == "when s is"), "")) for said in lines
        ]
        if "ignore wound modifiers" in has:
            changes, plain = [one for one in changes if one[0] > 0], max(0, plain)
        for number, rest in changes:
            than = rest.split()[0] if rest else ""
            true = {not than or (strength > t) - (strength < t) == words[than] for t in tough}
            if true == {True, False}:
                hanging.append((number, than))
            elif true == {True}:
                plain += number
        return ((plain, ""), *sorted(hanging))

    def fails(self, has: Has, held: Has) -> int:
        return max((said.number for said in (*has.all("wound fails"), *held.all("wound fails"))), default=1)

    def anti(self, has: Has) -> int:
        return min((one.need for one in has.all("anti") if self.target.is_a(one.keyword)), default=NONE)

    # Who defends himself -------------------------------------------------------------------------------------------

    def guard(self, attack: Attack, gun: Gun, man: Man, critical: bool) -> Guard:
        has = self.of_target(man, gun, attack.psychic, False)
        mortal = self.of_target(man, gun, attack.psychic, True)
        incoming = Has(said for said in has.lines if said.incoming)
        plus = has.total("to saves")
        save = max(2, man.save + has.total("save")) if man.save < NONE else 99  # none cannot be made better
        beside = max(2, min(man.invulnerable, has.lowest("invulnerable")))
        beside = beside if beside < NONE else 99
        ap = attack.critical_ap if critical else attack.ap
        by_both = plus if self.settings["save_modifiers"] == "both" else 0
        faces = [face for face in range(2, 7) if face + by_both >= beside or face + ap + plus >= save]
        need, again = min(faces, default=NONE), has.again("save")
        rolled_again = (
            frozenset((1,)) if again == ONES else frozenset(range(1, need)) if again == ALL else frozenset[int]()
        )
        return Guard(
            need,
            has.lowest("pain"),
            mortal.lowest("pain"),
            len(incoming.all("half damage")),
            -incoming.total("damage"),
            min((said.number for said in incoming.all("at most")), default=None),
            rolled_again if need < NONE else frozenset(),
        )
