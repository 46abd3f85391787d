"""All numbers of the attacks of one weapon at one unit, for ``oracle.py``: from the lines in force, in the order of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.rules.tenth.helpers.plain_sheets import Gun, Man, Part, leads
from tests.rules.tenth.oracles.dice import ONE, Amount, amount
from tests.rules.tenth.oracles.effects import Blow, Field, Has, is_a
from tests.rules.tenth.oracles.numbers import ALL, NONE, ONES, Blows, Guard, Number, Single, clamp, needed
from tests.rules.tenth.oracles.words import singles


class Smith:
    """Makes the ``Blows`` of one weapon of one model."""

    def __init__(self, field: Field, settings: Mapping[str, Any], man: Man, part: Part, gun: Gun) -> None:
        self.field, self.settings, self.gun = field, settings, gun
        self.lines = field.of_shooter(man, part, gun)
        self.gun = field.reaching(man, part, gun)
        self.unit_lines = field.of_target_unit()
        self.models = [(model, field.of_target(model, its)) for model, its in field.models]
        self.alike = [field.models.index(model) for model in field.models]  # the first one that is the same
        self.known: dict[Any, Any] = {}  # what was worked out before
        damaged = [said.number for said in self.lines if said.what == "damaged"]
        self.hurt = bool(damaged) and man.wounds - man.lost <= damaged[0]
        self.visible = "visible" not in field.facts or field.facts["visible"] in (True, "true", "yes")

    def here(self, blow: Blow, *whats: str) -> Has:
        """What works for the attack; of these kinds alone while not all about it is known."""
        lines = [said for said in self.lines if not whats or said.what in whats]
        return Has(said for said in lines if self.field.holds(said, blow, False))

    def against(self, blow: Blow, *whats: str) -> Has:
        """What is done to it by whoever is shot at."""
        lines = [said for said in self.unit_lines if not whats or said.what in whats]
        return Has(said for said in lines if self.field.holds(said, blow, True))

    # Number of attacks, Strength, Toughness ------------------------------------------------------------------------

    def number(self, strength: int) -> Number:
        has = self.here(self.blow(strength, False))
        fixed = max((said.number for said in has.all("attacks is")), default=None)
        plus = [said.amount for said in has.all("attacks") if said.sign > 0]
        shooters = self.field.attacker
        for said in has.all("attacks per"):
            n = sum(n for _, n, _ in shooters.men) if is_a(shooters, said.keyword) else 0
            plus.append(Amount(plus=n * said.number))
        rapid = has.most("rapid fire") if self.field.half(self.gun) else None
        held = self.against(self.blow(strength, False))
        less = sum(said.amount.plus for said in (*has.all("attacks"), *held.all("attacks")) if said.sign < 0)
        plus += [said.amount for said in held.all("attacks") if said.sign > 0]
        return Number(
            Amount(plus=fixed) if fixed is not None else amount(self.gun.attacks),
            2 ** len(has.all("double attacks")),
            (*plus, *([rapid.amount] if rapid else [])),
            less,
            len(self.field.models) // 5 if "blast" in has else 0,
            "again attacks all" in has and "no re-rolls" not in held,
        )

    @property
    def psychic(self) -> bool:
        return "psychic" in self.here(Blow(self.gun), "psychic")

    def strength_dice(self) -> Amount:
        """What is rolled for the Strength: the weapon's, and what adds dice to it."""
        blow = Blow(self.gun, self.psychic)
        has = self.here(blow, "strength", "strength is")
        fixed = max((said.number for said in has.all("strength is")), default=None)
        base = amount(self.gun.strength) if fixed is None else Amount(plus=fixed)
        plus = base.plus + has.total("strength") + self.against(blow, "strength").total("strength")
        return base._replace(plus=plus)

    def toughness(self) -> int:
        """WND-4: of the bodyguards, if there are any; the highest."""
        attached = self.field.target.attached
        guards = [row for row in zip(self.field.models, self.models, strict=True) if not (attached and leads(*row[0]))]
        found = []
        blow, majority = Blow(self.gun, self.psychic), False
        for (man, _), (_, lines) in guards:
            has = Has(said for said in lines if said.what.startswith("toughness"))
            has = Has(said for said in has.lines if self.field.holds(said, blow, True))
            fixed = max((said.number for said in has.all("toughness is")), default=man.toughness)
            majority = majority or "toughness of the majority" in has
            found.append(max(1, fixed + has.total("toughness")))
        most = Counter(found).most_common()
        if majority:
            return max(t for t, n in most if n == most[0][1])
        return max(found)

    # What conditions may look at -----------------------------------------------------------------------------------

    def blow(self, strength: int, critical: bool) -> Blow:
        if (strength, critical) not in self.known:
            self.known[strength, critical] = self.one_blow(strength, critical)
        return self.known[strength, critical]

    def one_blow(self, strength: int, critical: bool) -> Blow:
        blow = Blow(self.gun, self.psychic, strength, self.toughness())
        blow = blow._replace(ap=min(0, self.armour_piercing(blow, critical)))
        return blow._replace(one=self.is_one(blow, critical))

    def armour_piercing(self, blow: Blow, critical: bool) -> int:
        has = self.here(blow, "ap", "critical ap", "critical ap is")
        ap = self.gun.ap + has.total("ap")
        if critical:
            fixed = [said.number for said in has.all("critical ap is")]
            ap = (min(fixed) if fixed else self.gun.ap) + has.total("ap") + has.total("critical ap")
        return ap

    def damage(self, blow: Blow) -> tuple[Amount, int]:
        has = self.here(blow, "damage", "damage is")
        fixed = max((said.number for said in has.all("damage is")), default=None)
        return Amount(plus=fixed) if fixed is not None else amount(self.gun.damage), has.total("damage")

    def melta(self, blow: Blow) -> Amount | None:
        best = self.here(blow, "melta").most("melta") if self.field.half(self.gun) else None
        return best.amount if best else None

    def critical_damage(self, blow: Blow) -> tuple[Amount, ...]:
        return tuple(said.amount for said in self.here(blow, "critical d").all("critical d"))

    def is_one(self, blow: Blow, critical: bool) -> bool:
        base, more = self.damage(blow)
        adds = more or self.melta(blow) is not None or (critical and self.critical_damage(blow))
        return base == ONE and not adds

    # All of it -----------------------------------------------------------------------------------------------------

    def blows(self, strength: int) -> Blows:
        strength = max(1, strength)
        blow = self.blow(strength, False)
        has, held = self.here(blow), self.against(blow)
        fishing = self.settings["rerolls"] == "fishing"
        no_more = "no re-rolls" in held
        rolls = not no_more
        on_hit = tuple(said.amount for said in has.all("mortal on hits"))
        on_wound = tuple(said.amount for said in has.all("mortal on wounds"))
        devastating = "devastating wounds" in has
        apart = bool({"critical ap", "critical ap is", "critical d"} & {said.what for said in has.lines})
        sustained = has.most("sustained hits")
        unseen = "indirect fire" in has and not self.visible
        seen_well = "indirect fire without penalty" in has
        return Blows(
            automatic=self.gun.skill is None or "torrent" in has,
            skill=self.skill(has, held),
            to_hit=self.to_hit(has, held, unseen and not seen_well),
            misses=max(
                3 if unseen and not seen_well and self.settings["indirect"] == "current" else 1,
                max((said.number for said in (*has.all("hit fails"), *held.all("hit fails"))), default=1),
            ),
            sixes=min(6, has.lowest("overwatch")) if self.field.fact("overwatch") else 0,
            critical_hit=min(6, has.lowest("critical hits")),
            critical_if_hit=min(has.lowest("critical if hits"), 4 if self.far(has) else NONE),
            again_hit=self.again(has, "hit") if rolls else "",
            fish_hit=fishing and ("lethal hits" in has or sustained is not None),
            lethal="lethal hits" in has,
            sustained=sustained.amount if sustained else None,
            need=needed(strength, blow.toughness or 0),
            to_wound=self.to_wound(has, held),
            fails=max(
                (said.number for said in (*has.all("wound fails"), *held.all("wound fails"))),
                default=1,
            ),
            anti=min((a.need for a in has.all("anti") if self.field.target_is(a.keyword)), default=NONE),
            critical_wound=min(6, has.lowest("critical wounds")),
            critical_if_wound=1 if "every wound critical" in has else has.lowest("critical if wounds"),
            anti_wins=self.settings["wound_fail_vs_anti"] == "anti_wins",
            again_wound=(ALL if "twin-linked" in has else self.again(has, "wound")) if rolls else "",
            fish_wound=fishing and bool(devastating or on_wound or apart),
            devastating=devastating,
            apart=apart,
            damage=self.damage(blow),
            critical_damage=self.critical_damage(blow),
            melta=self.melta(blow),
            again_damage=self.again(has, "damage") if rolls else "",
            precise=(
                "precision" in has
                and self.settings["precision"] == "always"
                and self.visible
                and self.field.target.attached
            ),
            psychic=blow.psychic,
            on_hit=on_hit,
            on_wound=on_wound,
            singles=self.singles(has, rolls),
            single_saves=self.single_saves(blow),
            guards=tuple(
                tuple(self.guard(place, strength, unseen, critical) for critical in (False, True))
                for place in range(len(self.models))
            ),
            alone=tuple(
                tuple(self.guard(place, strength, unseen, critical, True) for critical in (False, True))
                for place in range(len(self.models))
            ),
        )

    @staticmethod
    def again(has: Has, what: str) -> str:
        return ALL if f"again {what} all" in has else ONES if f"again {what} ones" in has else ""

    @staticmethod
    def singles(has: Has, rolls: bool) -> tuple[Single, ...]:
        again = [Single(f"again {said.keyword}", singles(said), False) for said in has.all("one again") if rolls]
        six = [Single(f"six {said.keyword}", singles(said), True) for said in has.all("one six")]
        return (*dict.fromkeys(again), *dict.fromkeys(six))

    def single_saves(self, blow: Blow) -> tuple[Single, ...]:
        found = {}
        for _, lines in self.models:
            for said in lines:
                single = said.what in ("one again", "one six") and "save" in said.keyword and not said.incoming
                if single and self.field.holds(said, blow, True):
                    one = Single(f"their {said.what} {said.keyword}", singles(said), said.what == "one six")
                    found[one.key] = one
        return tuple(sorted(found.values(), key=lambda one: one.six))

    def far(self, has: Has) -> bool:
        reach = self.gun.range / 2 if self.field.distance is None else None
        numbers = [said.amount.plus if said.amount.plus > 1 else 12 for said in has.all("conversion")]
        return any(reach >= n if reach is not None else (self.field.distance or 0) > n for n in numbers)

    def skill(self, has: Has, held: Has) -> int:
        changes = [said.number for said in (*has.all("bs"), *held.all("bs"))]
        if "ignore bs and hit modifiers" in has:
            changes = [number for number in changes if number < 0]
        return max(2, (self.gun.skill or 0) + sum(changes))

    def to_hit(self, has: Has, held: Has, unseen: bool) -> int:
        field = self.field
        changes = [said.number for said in (*has.all("to hit"), *held.all("to hit"))]
        changes += ["heavy" in has and field.fact("stationary"), -self.hurt, -unseen]
        changes.append(-self.stealthy())
        if "pistol" not in has and "no penalty in combat" not in has:
            changes.append(-(field.fact("engaged") and field.big(field.attacker)))
            changes.append(-(field.fact("target_engaged") and field.big(field.target)))
        if "ignore hit modifiers" in has or "ignore bs and hit modifiers" in has:
            changes = [number for number in changes if number > 0]
        return clamp(sum(changes))

    def stealthy(self) -> bool:
        """DEF-STEALTH-1: every model must have it."""
        blow = Blow(self.gun, self.psychic)
        having = [[said for said in lines if said.what == "stealth"] for _, lines in self.models]
        return bool(having) and all(any(self.field.holds(said, blow, True) for said in lines) for lines in having)

    @staticmethod
    def to_wound(has: Has, held: Has) -> int:
        changes = [said.number for said in (*has.all("to wound"), *held.all("to wound"))]
        if "ignore wound modifiers" in has:
            changes = [number for number in changes if number > 0]
        return clamp(sum(changes))

    # Who defends himself -------------------------------------------------------------------------------------------

    def guard(self, place: int, strength: int, unseen: bool, critical: bool, alone: bool = False) -> Guard:
        """:param alone: nobody is left to be led (section 7, 4)"""
        key = self.alike[place], strength, unseen, critical, alone
        if key not in self.known:
            self.known[key] = self.one_guard(*key)
        return self.known[key]

    def one_guard(self, place: int, strength: int, unseen: bool, critical: bool, alone: bool) -> Guard:
        man, lines = self.models[place]
        lines = [said for said in lines if not (alone and said.reach == "led")]
        blow = self.blow(strength, critical)
        has = Has(said for said in lines if self.field.holds(said, blow, True))
        attack = self.here(self.blow(strength, False))
        mortal = Has(
            said for said in lines if said.what == "pain" and self.field.holds(said, blow._replace(mortal=True), True)
        )
        save, invulnerable = self.save(man, has, attack, blow, unseen, critical)
        again = Smith.again(has, "save")
        fixed = invulnerable and "own invulnerable saves are not re-rolled" in has
        return Guard(
            save,
            again_save="" if fixed else again,
            single_save=not fixed,
            pain=has.lowest("pain"),
            pain_mortal=mortal.lowest("pain"),
            halvings=len(has.all("half damage")),
            less=-has.total("damage"),
            shields=len(has.all("no damage once")),
            most=min((said.number for said in has.all("at most")), default=None),
        )

    def save(self, man: Man, has: Has, attack: Has, blow: Blow, unseen: bool, critical: bool) -> tuple[int, bool]:
        """What the die must show, 2 to 6, 7 for no save; whether that is an invulnerable save."""
        beside = min(man.invulnerable or NONE, has.lowest("invulnerable"))
        ignores = "ignore save modifiers" in has
        if man.save is None:
            return max(2, beside), True
        worse = [said.number for said in has.all("save") if said.number > 0]
        armour = man.save
        for said in has.all("save"):  # an improvement stops at its own limit, and never passes 2+
            if said.number < 0:
                limit = said.need if said.need < NONE else 2
                armour = min(armour, max(limit, 2, armour + said.number))
        armour += sum(worse) * (not ignores)
        ap = min(0, self.armour_piercing(blow, critical) + has.total("ap"))
        covered = "has cover" in has or unseen or self.field.covered(man)
        covered = covered and "ignores cover" not in attack and "no cover" not in has
        changes = [said.number for said in has.all("to saves")]
        if ignores:
            changes = [number for number in changes if number > 0]
        bonus = sum(changes) + (covered and not (armour <= 3 and ap == 0))
        change = min(ap + bonus, 1) if self.settings["save_cap"] == "net" else ap + min(bonus, 1)
        need = max(2, armour - change)
        return min(NONE, need, max(2, beside)), max(2, beside) < need
