"""Shooting of the 10th edition once more, from the rules in words alone: one die after the other, every face of it.

``fight`` plays a unit against another, ``own_losses`` its Hazardous tests. Nothing here knows the steps, charts or odds
of the program; it reads units (``profiles.py``) and the names of abilities (``abilities.py``) and nothing else.

Where the rules leave something to the players and no setting settles it:

- "re-roll damage rolls": a roll whose dice come to less than they do on average (setting: not one that fells a model
  without Feel No Pain).
- "re-roll one hit roll", "set one hit roll to 6" (and to wound): the first group in which a die fails after all other
  re-rolls, the first such die; first the re-roll, then the 6. Once for the whole unit. Never a success, even when fishing.
- fishing is for those who have something of a critical against one of the models that stand: Lethal or Sustained Hits;
  Devastating Wounds or better AP against a save, mortal wounds in addition on critical wounds.
- mortal wounds of a weapon that does nothing else come with those "in addition", after all other damage.
- attacks are allocated in the order in which they were rolled, critical wounds and others as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, wraps
from math import ceil
from typing import Any, NamedTuple

from shoot_cli.rules.datasheets.forms import SHOOTER, WEAPON
from shoot_cli.rules.datasheets.profiles import HALF_RANGE, STATIONARY, Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.abilities import ABILITIES

Law = dict[Any, Fraction]  # of each result, all together 1
Roll = Callable[[], int]

DEFAULTS = {
    "allocation": "listed",
    "group_order": "listed",
    "rerolls": "failures",
    "damage_rerolls": "lower_half",
    "precision": "never",
    "precision_lethal": "yes",
    "save_cap": "net",
    "sustained_random": "per_critical_hit",
    "wound_fail_vs_anti": "anti_wins",
    "devastating": "current",
    "hazardous": "current",
    "indirect": "current",
}
ONES, ALL = "ones", "all"  # what may be rolled again


# Dice ----------------------------------------------------------------------------------------------------------------


def every(play: Callable[[Roll], Any]) -> Law:
    """The chance of each result of ``play(roll)`` over every face of every die that it rolls."""
    law: Law = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        faces = todo.pop()
        rest = list(faces)
        try:
            result = play(lambda rest=rest: rest.pop(0))  # type: ignore[misc]
        except IndexError:
            todo += [(*faces, face) for face in range(1, 7)]
            continue
        assert not rest
        law[result] = law.get(result, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return law


def then(law: Law, change: Callable[[Any], Law]) -> Law:
    """What becomes of each result."""
    after: Law = {}
    for result, chance in law.items():
        for new, more in change(result).items():
            after[new] = after.get(new, Fraction(0)) + chance * more
    return after


def die(sides: int, roll: Roll) -> int:
    """A D3 is a D6 halved, rounding up."""
    face = roll()
    return face if sides == 6 else (face + 1) // 2


def rolled(amount: Amount, roll: Roll) -> int:
    return sum(die(amount.sides, roll) for _ in range(amount.dice)) + amount.plus


def memo(method: Callable[..., Law]) -> Callable[..., Law]:
    """Works out once per game what is asked again and again."""

    @wraps(method)
    def remembered(game: Game, *about: Any) -> Law:
        key = method.__name__, *about
        if key not in game.known:
            game.known[key] = method(game, *about)
        return game.known[key]

    return remembered


def clamp(modifier: int) -> int:
    return max(-1, min(1, modifier))


# What is given -------------------------------------------------------------------------------------------------------


def true(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.casefold() in ("true", "yes"))


class Man(NamedTuple):
    """A model that is shot at, as it stands there now."""

    left: int
    allocated: bool = False  # an attack or a mortal wound this phase (ALL-1)
    spared: int = 0  # so many attacks will do it no damage


Men = tuple[Man, ...]


class State(NamedTuple):
    men: Men
    late: tuple[tuple[int, int], ...]  # of each group: Devastating packets, attacks with mortal wounds in addition
    used: frozenset[str] = frozenset()  # what can be done once


class Attack(NamedTuple):
    """All that counts of the attacks of one group."""

    at: int  # which group
    weapon: Weapon
    attacks: tuple[Any, ...]
    automatic: bool
    skill: int
    to_hit: int
    misses: int  # up to which face
    six_hits: bool  # nothing else does (OOP-1)
    critical_hit: int
    critical_if_hit: int
    again_hit: str
    fish_hit: bool
    lethal: bool
    sustained: Amount | None
    need: int
    to_wound: int
    fails: int  # up to which face
    anti: int
    critical_wound: int
    critical_if_wound: int
    anti_wins: bool
    again_wound: str
    fish_wound: bool  # if a critical is worth more against the target: see ``fishes``
    devastating: bool
    ap: int
    critical_ap: int
    added: int
    melta: Amount | None
    again_damage: str
    ignores_cover: bool
    unseen: bool
    precise: bool
    psychic: bool
    additions: tuple[Amount, ...]
    mortal: Ability | None
    once: frozenset[str]


class Game:
    """One unit that shoots at another."""

    def __init__(self, attacker: Unit, target: Unit, facts: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        self.attacker, self.target, self.facts = attacker, target, facts
        self.settings = {**DEFAULTS, **settings}
        self.models = [model for model, n in target.models for _ in range(n)]
        distance = facts.get("distance")
        self.distance = None if distance in (None, "", "none") else float(distance)
        self.visible = "visible" not in facts or true(facts["visible"])
        self.known: dict[Any, Law] = {}

    def fact(self, key: str) -> bool:
        return true(self.facts.get(key, False))

    def half(self, weapon: Weapon) -> bool:
        return self.distance is not None and self.distance <= weapon.range / 2

    def counts(self, ability: Ability, other: Unit, weapon: Weapon) -> bool:
        """True if its conditions hold."""
        if ability.against and not other.is_a(*ability.against):
            return False
        if ability.unless and other.is_a(*ability.unless):
            return False
        if ability.when == HALF_RANGE:
            return self.half(weapon)
        return not ability.when or self.fact(STATIONARY if ability.when == STATIONARY else f"if {ability.when}")

    # Who fires what ------------------------------------------------------------------------------------------------

    def may_fire(self, model: Model, weapon: Weapon) -> bool:
        big = self.attacker.is_a("MONSTER", "VEHICLE")

        def has(name: str) -> bool:
            return weapon.has(name) or model.has(name)

        if self.distance is not None and self.distance > weapon.range:
            return False
        if not self.visible and (not has("Indirect Fire") or has("Torrent")):
            return False
        if has("Blast") and (self.fact("target_engaged") or (self.fact("engaged") and not big)):
            return False  # who is no MONSTER or VEHICLE shoots at those it fights with
        if self.fact("engaged") and not big and not has("Pistol"):
            return False
        return has("Assault") or not self.fact("advanced")

    def fires(self, model: Model, weapon: Weapon) -> bool:
        """TGT-9, TGT-13: all that may; its Pistols only if nothing else may."""
        if not self.may_fire(model, weapon):
            return False
        if self.attacker.is_a("MONSTER", "VEHICLE") or not (weapon.has("Pistol") or model.has("Pistol")):
            return True
        return all(one.has("Pistol") or model.has("Pistol") or not self.may_fire(model, one) for one in model.weapons)

    def fired(self) -> Iterator[tuple[Model, Weapon]]:
        """Every weapon of every model that fires, in the order of the list."""
        for model, n in self.attacker.models:
            for _ in range(n):
                yield from ((model, weapon) for weapon in model.weapons if self.fires(model, weapon))

    def groups(self) -> list[tuple[Attack, int]]:
        """ORD-2: the attacks of each profile, and how many such weapons."""
        found: dict[Any, int] = {}
        for model, weapon in self.fired():
            own = tuple(ability for ability in model.abilities if ABILITIES.form_of(ability).of in (WEAPON, SHOOTER))
            damaged = model.get("Damaged")
            hurt = damaged is not None and model.wounds - model.lost <= damaged.number
            key = weapon, own, hurt
            found[key] = found.get(key, 0) + 1
        order = self.settings["group_order"]
        names = [] if order == "listed" else [n.strip() for n in order.split(",")] if isinstance(order, str) else order
        keys = sorted(found, key=lambda key: names.index(key[0].name) if key[0].name in names else len(names))
        return [(self.attack(at, *key), found[key]) for at, key in enumerate(keys)]

    def attack(self, at: int, weapon: Weapon, own: tuple[Ability, ...], hurt: bool) -> Attack:
        here = [ability for ability in (*weapon.abilities, *own) if self.counts(ability, self.target, weapon)]

        def has(name: str) -> bool:
            return any(ability.name == name for ability in here)

        def total(name: str) -> int:
            return sum(ability.number for ability in here if ability.name == name)

        def lowest(name: str) -> int:
            return min((ability.need or 7 for ability in here if ability.name == name), default=7)

        def most(name: str) -> Amount | None:  # DUP-1: choose one
            amounts = [ability.amount for ability in here if ability.name == name and ability.amount is not None]
            return max(amounts, key=lambda amount: amount.average, default=None)

        def incoming(name: str) -> int:
            """What the unit that is shot at does to a roll: it is enough that one model has it; what its leaders brought
            with them comes on top (EFF-30)."""
            units: dict[str, dict[Ability, int]] = {}
            for model in self.models:
                own = [a for a in model.abilities if a.name == name and self.counts(a, self.attacker, weapon)]
                most = units.setdefault(model.of, {})
                for ability in own:
                    most[ability] = max(own.count(ability), most.get(ability, 0))
            return sum(ability.number * n for most in units.values() for ability, n in most.items())

        def again(what: str) -> str:
            return ALL if has(f"Re-roll {what} rolls") else ONES if has(f"Re-roll {what} rolls of 1") else ""

        pistol, unseen = has("Pistol"), has("Indirect Fire") and not self.visible
        plus = total("+ to hit") + (has("Heavy") and self.fact("stationary"))
        minus = total("- to hit") + incoming("Incoming - to hit") + hurt + unseen
        minus += all(model.has("Stealth") for model in self.models)
        minus += self.fact("engaged") and self.attacker.is_a("MONSTER", "VEHICLE") and not pistol
        minus += self.fact("target_engaged") and self.target.is_a("MONSTER", "VEHICLE") and not pistol
        if has("Ignore hit modifiers"):
            minus = 0
        conversion = [a.need or a.number for a in here if a.name == "Conversion"]
        far = [n for n in conversion if (weapon.range / 2 >= n if self.distance is None else self.distance > n)]
        strength = max(1, weapon.strength + total("+ strength"))
        toughness = self.toughness()
        harder = incoming("Incoming - to wound") + (
            incoming("Incoming - to wound if stronger") if strength > toughness else 0
        )
        set_to = [ability.number for ability in here if ability.name == "Attacks become"]
        fishing = self.settings["rerolls"] == "fishing"
        devastating = has("Devastating Wounds")
        additions = tuple(a.amount or Amount(plus=1) for a in here if a.name == "Mortal wounds in addition")
        if_wound = 1 if has("Every successful wound is critical") else lowest("Critical successful wounds")
        return Attack(
            at,
            weapon,
            attacks=(
                Amount(plus=set_to[-1]) if set_to else weapon.attacks,
                2 ** sum(ability.name == "Double attacks" for ability in here),
                most("Rapid Fire") if self.half(weapon) else None,
                total("+ attacks") - total("- attacks"),
                len(self.models) // 5 if has("Blast") else 0,
            ),
            automatic=weapon.skill is None or has("Torrent"),
            skill=max(2, (weapon.skill or 0) - total("Improve BS") + total("Worsen BS")),
            to_hit=clamp(plus - minus),
            misses=3 if unseen and self.settings["indirect"] == "current" else 1,
            six_hits=self.fact("overwatch"),
            critical_hit=min(6, lowest("Critical hits")),
            critical_if_hit=min(lowest("Critical successful hits"), 4 if far else 7),
            again_hit=again("hit"),
            fish_hit=fishing and (has("Lethal Hits") or has("Sustained Hits")),
            lethal=has("Lethal Hits"),
            sustained=most("Sustained Hits"),
            need=needed(strength, toughness),
            to_wound=clamp(total("+ to wound") - total("- to wound") - harder),
            fails=max(
                1,
                *(
                    a.number
                    for m in self.models
                    for a in m.abilities
                    if a.name == "Incoming wound rolls fail" and self.counts(a, self.attacker, weapon)
                ),
                1,
            ),
            anti=min((a.need or 7 for a in here if a.name == "Anti" and self.target.is_a(a.keyword)), default=7),
            critical_wound=min(6, lowest("Critical wounds")),
            critical_if_wound=if_wound,
            anti_wins=self.settings["wound_fail_vs_anti"] == "anti_wins",
            again_wound=ALL if has("Twin-linked") else again("wound"),
            fish_wound=fishing and (devastating or additions or has("Critical AP")),
            devastating=devastating,
            ap=weapon.ap - total("Improve AP") + total("Worsen AP"),
            critical_ap=total("Critical AP"),
            added=total("+ damage"),
            melta=most("Melta") if self.half(weapon) else None,
            again_damage=again("damage"),
            ignores_cover=has("Ignores Cover"),
            unseen=unseen,
            precise=has("Precision") and self.settings["precision"] == "always" and self.visible and self.attached,
            psychic=has("Psychic"),
            additions=additions,
            mortal=next((ability for ability in here if ability.name == "Mortal Wounds"), None),
            once=frozenset(
                name
                for name in (
                    "Re-roll one hit roll",
                    "Re-roll one wound roll",
                    "Set one hit roll to 6",
                    "Set one wound roll to 6",
                )
                if has(name)
            ),
        )

    @property
    def attached(self) -> bool:
        return any(model.leader for model in self.models) and not all(model.leader for model in self.models)

    def toughness(self) -> int:
        """WND-4: of the bodyguards, if there are any; the highest."""
        return max(model.toughness for model in self.models if not (self.attached and model.leader))

    # To hit and to wound -------------------------------------------------------------------------------------------

    def number(self, attack: Attack, roll: Roll) -> int:
        """ATK-3: how many attacks one weapon makes."""
        base, times, rapid, more, blast = attack.attacks
        found = rolled(base, roll) * times + more
        if rapid is not None:
            found += rolled(rapid, roll)
        return int(max(1, found) + blast)

    def hit(self, attack: Attack, face: int) -> str:
        if attack.six_hits:
            return "critical" if face == 6 else ""
        if face <= attack.misses:
            return ""
        if face >= attack.critical_hit:
            return "critical"
        if face + attack.to_hit < attack.skill:
            return ""
        return "critical" if face >= attack.critical_if_hit else "success"

    def wound(self, attack: Attack, face: int) -> str:
        """WND-1 to WND-3, ANTI, FX-CRIT-3, FX-WND-2."""
        if face == 1:
            return ""
        if face <= attack.fails and not (attack.anti_wins and face >= min(attack.anti, attack.critical_wound)):
            return ""
        if face >= min(attack.anti, attack.critical_wound):
            return "critical"
        if face + attack.to_wound < attack.need:
            return ""
        return "critical" if face >= attack.critical_if_wound else "success"

    def one_roll(self, attack: Attack, to_hit: bool) -> Law:
        """(what it comes to, whether the die may still be rolled again) of one die to hit or to wound."""
        judge = self.hit if to_hit else self.wound
        again = attack.again_hit if to_hit else attack.again_wound
        fish = attack.fish_hit if to_hit else attack.fish_wound

        def play(roll: Roll) -> tuple[str, bool]:
            face = roll()
            found = judge(attack, face)
            fishing = fish and found == "success" and (to_hit or self.fishes(attack))
            if (again == ALL and (not found or fishing)) or (again == ONES and face == 1):
                return judge(attack, roll()), False
            return found, True

        return every(play)

    def fishes(self, attack: Attack) -> bool:
        """FX-RR-4: whether a critical wound costs some model more than another wound."""
        if attack.additions:
            return True
        spills = attack.devastating and self.settings["devastating"] == "launch" and len(self.models) > 1
        if spills and any(self.most(attack, place) > 1 for place in range(len(self.models))):
            return True
        return any(
            self.past(attack, place, True) > self.past(attack, place, False) for place in range(len(self.models))
        )

    def most(self, attack: Attack, place: int) -> int:
        return self.damage(attack, place, False, 0, False, lambda: 6)

    def past(self, attack: Attack, place: int, critical: bool) -> Fraction:
        mortal = critical and attack.devastating
        save = 7 if mortal else self.save(attack, critical, place)
        return Fraction(save - 1, 6) * Fraction(self.pain(attack, place, mortal) - 1, 6)

    @memo
    def one_die(self, attack: Attack, to_hit: bool, used: frozenset[str]) -> Law:
        """(what it comes to, what is used up) of one die with what can be done once (FX-RR-6, FX-DIE-1)."""
        judge, what = (self.hit, "hit") if to_hit else (self.wound, "wound")
        again, six = f"Re-roll one {what} roll", f"Set one {what} roll to 6"

        def more(ended: tuple[str, bool]) -> Law:
            found, may = ended
            if found or not may or again in used or again not in attack.once:
                return {(found, used): Fraction(1)}
            return every(lambda roll: (judge(attack, roll()), used | {again}))

        def to_six(ended: tuple[str, frozenset[str]]) -> Law:
            found, gone = ended
            if found or six in gone or six not in attack.once:
                return {ended: Fraction(1)}
            return {(judge(attack, 6), gone | {six}): Fraction(1)}

        return then(then(self.one_roll(attack, to_hit), more), to_six)

    @memo
    def one_attack(self, attack: Attack, extra: Amount | None, used: frozenset[str]) -> Law:
        """(its hits one after the other, True for one that wounds automatically; what is used up) of one attack."""
        if attack.automatic:
            return {((False,), used): Fraction(1)}

        def scored(ended: tuple[str, frozenset[str]]) -> Law:
            hits = self.scored(attack, ended[0], extra)
            return {(found, ended[1]): p for found, p in hits.items()}

        return then(self.one_die(attack, True, used), scored)

    def scored(self, attack: Attack, found: str, extra: Amount | None) -> Law:
        if not found:
            return {(): Fraction(1)}
        if found == "success":
            return {(False,): Fraction(1)}
        if extra is None:
            return {(attack.lethal,): Fraction(1)}
        return every(lambda roll: (attack.lethal, *[False] * rolled(extra, roll)))

    def extra(self, attack: Attack) -> Law:
        """What Sustained Hits are worth to one weapon: they may be rolled once for all its attacks."""
        if attack.sustained is None or self.settings["sustained_random"] != "per_weapon":
            return {attack.sustained: Fraction(1)}
        amount = attack.sustained
        return every(lambda roll: Amount(plus=rolled(amount, roll)))

    # One weapon after the other ------------------------------------------------------------------------------------

    def fire(self, state: State, attack: Attack, n: int) -> Law:
        law: Law = {state: Fraction(1)}
        kinds = then(
            self.extra(attack), lambda extra: every(lambda roll: (extra, self.number(attack, roll)))
        )  # of each weapon
        for _ in range(n):
            after: Law = {}
            for (extra, attacks), chance in kinds.items():
                part = law
                for _ in range(attacks):
                    part = then(part, lambda state, extra=extra: self.one_by_one(state, attack, extra))  # type: ignore[misc]
                for end, more in part.items():
                    after[end] = after.get(end, Fraction(0)) + chance * more
            law = after
        return law

    def one_by_one(self, state: State, attack: Attack, extra: Amount | None) -> Law:
        """One attack to its end."""
        law: Law = {}
        for (hits, used), chance in self.one_attack(attack, extra, state.used).items():
            part: Law = {state._replace(used=used): chance}
            for lethal in hits:
                part = then(part, lambda state, lethal=lethal: self.after_hit(state, attack, lethal))  # type: ignore[misc]
            for end, more in part.items():
                law[end] = law.get(end, Fraction(0)) + more
        return law

    def after_hit(self, state: State, attack: Attack, lethal: bool) -> Law:
        if lethal:
            return self.wounded(state, attack, "success", True)
        rolls = self.one_die(attack, False, state.used)
        return then(rolls, lambda found: self.wounded(state._replace(used=found[1]), attack, found[0], False))

    # Allocation, saves, damage -------------------------------------------------------------------------------------

    def wounded(self, state: State, attack: Attack, found: str, lethal: bool) -> Law:
        """One attack that wounds, or not."""
        if not found:
            return {state: Fraction(1)}
        critical = found == "critical"
        set_aside = critical and attack.devastating
        packets, additions = state.late[attack.at]
        new = packets + set_aside, additions + (critical and bool(attack.additions))
        state = state._replace(late=(*state.late[: attack.at], new, *state.late[attack.at + 1 :]))
        if set_aside:
            return {state: Fraction(1)}
        precise = attack.precise and (not lethal or self.settings["precision_lethal"] == "yes")
        ends = self.saved(state.men, attack, critical, precise)
        return {state._replace(men=men): p for men, p in ends.items()}

    def allocate(self, men: Men, precise: bool, chance: Callable[[int], Fraction]) -> int | None:
        """Which model the attack goes to (ALL-1 to ALL-6, PREC-1); None if nobody lives."""
        living = [place for place, man in enumerate(men) if man.left]
        if not living:
            return None
        characters = [place for place in living if is_character(self.models[place])]
        if precise and characters:
            living = characters
        elif self.attached and any(not self.models[place].leader for place in living):
            living = [place for place in living if not self.models[place].leader]
        for place in living:
            if men[place].left < self.models[place].wounds:
                return place
        for place in living:
            if men[place].allocated:
                return place
        if self.settings["allocation"] == "best_save":
            return max(living, key=lambda place: (chance(place), -place))
        return living[0]

    def mine(self, attack: Attack, place: int, name: str) -> list[Ability]:
        """Abilities of the model that an attack is allocated to."""
        return [
            ability
            for ability in self.models[place].abilities
            if ability.name == name and self.counts(ability, self.attacker, attack.weapon)
        ]

    def save(self, attack: Attack, critical: bool, place: int) -> int:
        """What the die must show, 2 to 6; 7 for no save."""
        model = self.models[place]
        ap = attack.ap - (attack.critical_ap if critical else 0)
        ap = min(0, ap + sum(ability.number for ability in self.mine(attack, place, "Incoming worsen AP")))
        bonus = sum(ability.number for ability in self.mine(attack, place, "+ to saves"))
        if attack.weapon.damage == Amount(plus=1) and not attack.added and attack.melta is None:
            bonus += sum(ability.number for ability in self.mine(attack, place, "+ to saves against damage 1"))
        cover = not attack.ignores_cover and (attack.unseen or self.covered(model))
        if cover and model.save is not None and not (model.save <= 3 and ap == 0):
            bonus += 1
        needs = [model.invulnerable or 7]
        if model.save is not None:
            change = min(ap + bonus, 1) if self.settings["save_cap"] == "net" else ap + min(bonus, 1)
            needs.append(model.save - change)
        return min(7, max(2, min(needs)))

    def covered(self, model: Model) -> bool:
        cover = self.facts.get(f"cover:{model.name}", self.facts.get("cover", False))
        return true(cover.get(model.name, False) if isinstance(cover, Mapping) else cover)

    @memo
    def saved(self, men: Men, attack: Attack, critical: bool, precise: bool) -> Law:
        place = self.allocate(men, precise, lambda place: Fraction(7 - self.save(attack, critical, place), 6))
        if place is None:
            return {men: Fraction(1)}
        need, spared = self.save(attack, critical, place), bool(men[place].spared)
        men = put(men, place, men[place]._replace(allocated=True, spared=max(0, men[place].spared - 1)))
        if need == 7:
            return self.damaged(men, attack, place, spared, False)
        return then(
            every(lambda roll: roll() >= need),
            lambda saved: {men: Fraction(1)} if saved else self.damaged(men, attack, place, spared, False),
        )

    def damage(self, attack: Attack, place: int, spared: bool, left: int, mortal: bool, roll: Roll) -> int:
        """How many wounds one attack takes of a model with so many left (0: it may go on to others)."""
        amount = attack.weapon.damage
        if spared:
            return self.changed(attack, place, Fraction(0), True, roll)
        faces = [die(amount.sides, roll) for _ in range(amount.dice)]
        if attack.again_damage == ALL and sum(faces) < Fraction(amount.dice * (amount.sides + 1), 2):
            enough = self.changed(attack, place, Fraction(sum(faces) + amount.plus), False, roll) >= left > 0
            stays = enough and self.pain(attack, place, mortal) == 7
            if not (stays and self.settings["damage_rerolls"] == "not_where_slain"):
                faces = [die(amount.sides, roll) for _ in range(amount.dice)]
        elif attack.again_damage == ONES:
            faces = [die(amount.sides, roll) if face == 1 else face for face in faces]
        return self.changed(attack, place, Fraction(sum(faces) + amount.plus), False, roll)

    def changed(self, attack: Attack, place: int, base: Fraction, spared: bool, roll: Roll) -> int:
        """MOD-1, MOD-5, FX-DMG-4: damage after everything that changes it."""
        base /= 2 ** len(self.mine(attack, place, "Incoming half damage"))
        base += attack.added + (rolled(attack.melta, roll) if attack.melta is not None else 0)
        base -= sum(ability.number for ability in self.mine(attack, place, "Incoming - damage"))
        return max(0 if spared else 1, ceil(base))

    def pain(self, attack: Attack, place: int, mortal: bool) -> int:
        """FNP-1 to FNP-4: the best Feel No Pain; 7 for none."""
        return pain(self.models[place], mortal, attack.psychic, lambda a: self.counts(a, self.attacker, attack.weapon))

    def damaged(self, men: Men, attack: Attack, place: int, spared: bool, mortal: bool) -> Law:
        law = every(lambda roll: self.damage(attack, place, spared, men[place].left, mortal, roll))
        need = self.pain(attack, place, mortal)
        return then(
            then(law, lambda lost: endured(men[place].left, lost, need)),
            lambda left: {put(men, place, men[place]._replace(left=left)): Fraction(1)},
        )

    # What waits ----------------------------------------------------------------------------------------------------

    def spill(self, men: Men, attack: Attack, n: int, precise: bool) -> Law:
        """MW-2: mortal wounds, allocated one after the other."""
        law: Law = {men: Fraction(1)}
        for _ in range(n):
            law = then(law, lambda men: self.mortal_wound(men, attack, precise))
        return law

    @memo
    def mortal_wound(self, men: Men, attack: Attack, precise: bool) -> Law:
        place = self.allocate(men, precise, lambda place: Fraction(0))
        if place is None:
            return {men: Fraction(1)}
        need = self.pain(attack, place, True)
        left = endured(men[place].left, 1, need)
        return {put(men, place, men[place]._replace(left=n, allocated=True)): p for n, p in left.items()}

    @memo
    def packet(self, men: Men, attack: Attack) -> Law:
        """An attack that was set aside for Devastating Wounds."""
        place = self.allocate(men, attack.precise, lambda place: Fraction(0))
        if place is None:
            return {men: Fraction(1)}
        spared = bool(men[place].spared)
        men = put(men, place, men[place]._replace(allocated=True, spared=max(0, men[place].spared - 1)))
        if self.settings["devastating"] == "current":
            return self.damaged(men, attack, place, spared, True)
        law = every(lambda roll: self.damage(attack, place, spared, 0, True, roll))
        return then(law, lambda n: self.spill(men, attack, n, attack.precise))

    def inflict(self, state: State, attack: Attack) -> Law:
        """A weapon with Mortal Wounds X on N+: its attacks are dice, each may inflict some."""
        ability = attack.mortal
        assert ability is not None
        assert ability.need is not None
        need, amount = ability.need, ability.amount or Amount(plus=1)
        law = every(lambda roll: self.number(attack, roll))
        once = every(lambda roll: rolled(amount, roll) if roll() >= need else 0)

        def all_dice(n: int) -> Law:
            found: Law = {state.men: Fraction(1)}
            for _ in range(n):
                found = then(found, lambda men: then(once, lambda lost: self.spill(men, attack, lost, attack.precise)))
            return found

        return {state._replace(men=men): p for men, p in then(law, all_dice).items()}

    def play(self) -> Law:
        groups = self.groups()
        men = tuple(
            Man(model.wounds - model.lost, spared=sum(a.name == "Incoming no damage once" for a in model.abilities))
            for model in self.models
        )
        law: Law = {State(men, ((0, 0),) * len(groups)): Fraction(1)}
        for attack, n in groups:
            if attack.mortal is None:
                law = then(law, lambda state, attack=attack, n=n: self.fire(state, attack, n))  # type: ignore[misc]
        for attack, _ in groups:  # ORD-4
            law = then(law, lambda state, attack=attack: self.after(state, attack, 0))  # type: ignore[misc]
        for attack, n in groups:  # ORD-5
            if attack.mortal is None:
                law = then(law, lambda state, attack=attack: self.after(state, attack, 1))  # type: ignore[misc]
            for _ in range(n if attack.mortal is not None else 0):
                law = then(law, lambda state, attack=attack: self.inflict(state, attack))  # type: ignore[misc]
        return law

    def after(self, state: State, attack: Attack, which: int) -> Law:
        found: Law = {state.men: Fraction(1)}
        for _ in range(state.late[attack.at][which]):
            if which:
                lost = every(lambda roll: sum(rolled(amount, roll) for amount in attack.additions))
                found = then(
                    found,
                    lambda men, lost=lost: then(lost, lambda n: self.spill(men, attack, n, attack.precise)),  # type: ignore[misc]
                )
            else:
                found = then(found, lambda men: self.packet(men, attack))
        return {state._replace(men=men): p for men, p in found.items()}


def needed(strength: int, toughness: int) -> int:
    """WND-1."""
    if 2 * strength <= toughness:
        return 6
    if strength < toughness:
        return 5
    if strength >= 2 * toughness:
        return 2
    return 3 if strength > toughness else 4


def put(men: Men, place: int, man: Man) -> Men:
    return (*men[:place], man, *men[place + 1 :])


def is_character(model: Model) -> bool:
    return model.character or model.leader or "CHARACTER" in model.keywords


@cache
def endured(left: int, lost: int, need: int) -> Law:
    """Wounds left after losing so many, point by point, until it dies (FNP-1, FNP-2)."""

    def play(roll: Roll) -> int:
        now = left
        for _ in range(lost):
            if now and not (need < 7 and roll() >= need):
                now -= 1
        return now

    if need == 7 or lost < 4:
        return every(play)
    law: Law = {left: Fraction(1)}
    for _ in range(lost):
        law = then(law, lambda now: endured(now, 1, need))
    return law


def pain(model: Model, mortal: bool, psychic: bool, counts: Callable[[Ability], bool]) -> int:
    needs = [model.feel_no_pain, model.pain_mortal if mortal else None, model.pain_psychic if psychic else None]
    names = ["Feel No Pain"]
    names += ["Feel No Pain against mortal wounds"] * mortal + ["Feel No Pain against Psychic Attacks"] * psychic
    needs += [ability.need for ability in model.abilities if ability.name in names and counts(ability)]
    return min((need for need in needs if need), default=7)


def fight(
    attacker: Unit, target: Unit, facts: Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[tuple[int, int], Fraction]:
    """The chance of every (models slain in the target, wounds lost by it)."""
    game = Game(attacker, target, facts, settings)
    out: dict[tuple[int, int], Fraction] = {}
    for state, chance in game.play().items():
        slain = sum(not man.left for man in state.men)
        lost = sum(m.wounds - m.lost - man.left for m, man in zip(game.models, state.men, strict=True))
        out[slain, lost] = out.get((slain, lost), Fraction(0)) + chance
    return out


def own_losses(
    attacker: Unit, facts: Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[tuple[int, int], Fraction]:
    """The chance of every (own models slain, wounds that they lost) by Hazardous tests."""
    game = Game(attacker, Unit("nobody", ()), facts, settings)
    models = [model for model, n in attacker.models for _ in range(n)]

    def dangerous(model: Model, weapons: Iterable[Weapon]) -> list[Weapon]:
        return [weapon for weapon in weapons if weapon.has("Hazardous") or model.has("Hazardous")]

    tests = [weapon for model, weapon in game.fired() if dangerous(model, [weapon])]

    def bearer(left: tuple[int, ...]) -> int | None:
        places = [place for place, n in enumerate(left) if n and dangerous(models[place], models[place].weapons)]
        hurt = [place for place in places if left[place] < models[place].wounds]
        plain = [place for place in places if not models[place].character]
        return next(iter([*hurt, *plain, *places]), None)

    def test(left: tuple[int, ...], psychic: bool) -> Law:
        place = bearer(left)
        if place is None:
            return {left: Fraction(1)}
        model = models[place]
        need = pain(model, True, psychic, lambda ability: True)
        tough = model.character or bool({"CHARACTER", "MONSTER", "VEHICLE"} & set(model.keywords))
        dies = game.settings["hazardous"] == "launch" and not tough
        ends = {0: Fraction(1)} if dies else endured(left[place], 3, need)
        law = {left: Fraction(5, 6)}
        for n, p in ends.items():
            new = (*left[:place], n, *left[place + 1 :])
            law[new] = law.get(new, Fraction(0)) + p / 6
        return law

    law: Law = {tuple(model.wounds - model.lost for model in models): Fraction(1)}
    for weapon in tests:
        psychic = weapon.has("Psychic")
        law = then(law, lambda left, psychic=psychic: test(left, psychic))  # type: ignore[misc]
    out: dict[tuple[int, int], Fraction] = {}
    for left, chance in law.items():
        lost = sum(model.wounds - model.lost - n for model, n in zip(models, left, strict=True))
        end = sum(not n for n in left), lost
        out[end] = out.get(end, Fraction(0)) + chance
    return out
