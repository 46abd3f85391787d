"""From a weapon, its bearer and what was true when its target was selected to the group it fires in (10E-TGT-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Record
from shoot_cli.rules.tenth.abilities import form_of
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.profiles import HALF_RANGE, STATIONARY, Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.records import Attacks, Change, Gun

BIG = ("MONSTER", "VEHICLE")
# What may be done to one die of all the unit's attacks (10E-EFF-35).
SINGLE = ("Re-roll one hit roll", "Set one hit roll to 6", "Re-roll one wound roll", "Set one wound roll to 6")


class Snapshot(Record):
    """What was true when the target was selected, for one firing model."""

    target: Unit
    toughness: int
    models: int  # of the target
    near: bool = False  # within half range
    stationary: bool = False
    far: float = 0  # inches, where a Conversion weapon asks
    unseen: bool = False  # by every model of the shooting unit
    overwatch: bool = False
    engaged_big: bool = False  # the shooter is a MONSTER or VEHICLE locked in combat (10E-ELIG-5)
    target_engaged_big: bool = False  # the target is one (10E-TGT-7)
    stealth: str = "none"  # " from Smokescreen" and the like; "none": the target has not Stealth
    alive: tuple[int, ...] = ()  # kinds of models of the target that stand
    true: tuple[str, ...] = ()  # conditions that the players said hold
    hit_modifier: int = 0
    wound_modifier: int = 0
    wounded: int = 0  # wounds its bearer has left
    rerolls: str = "failures"  # settings
    sustained_each: bool = False
    fail_wins: bool = False
    devastating: str = "current"
    indirect: str = "current"
    save_net: bool = True
    precise_lethal: bool = True


def holds(ability: Ability, unit: Unit, near: bool, stationary: bool, true: tuple[str, ...]) -> bool:
    """True if the ability counts against this unit in this situation."""
    if ability.against and not unit.is_a(*ability.against):
        return False
    if ability.unless and unit.is_a(*ability.unless):
        return False
    if ability.when == STATIONARY:
        return stationary
    if ability.when == HALF_RANGE:
        return near
    return not ability.when or ability.when in true


class Has:
    """The abilities of a weapon and its bearer that count in this attack.

    What adds to a roll adds up; of weapon abilities that stand twice the best counts (10E-WPN-DUP-1).
    """

    def __init__(self, abilities: Iterable[Ability]) -> None:
        self.by_name: dict[str, list[Ability]] = {}
        for ability in abilities:
            self.by_name.setdefault(ability.name, []).append(ability)

    def __contains__(self, name: str) -> bool:
        return name in self.by_name

    def all(self, name: str) -> list[Ability]:
        return self.by_name.get(name, [])

    def number(self, name: str) -> int:
        """The sum of all that add up under this name."""
        return sum(ability.number for ability in self.all(name))

    def best(self, name: str) -> Amount | None:
        """Of several that do not add up the highest (10E-WPN-DUP-1)."""
        amounts = [ability.amount or Amount(plus=1) for ability in self.all(name)]
        return max(amounts, key=lambda amount: (amount.average, amount.most), default=None)

    def lowest(self, name: str) -> int | None:
        return min((ability.need for ability in self.all(name) if ability.need is not None), default=None)


@lru_cache(2048)
def gun_of(weapon: Weapon, model: Model, shot: Snapshot) -> Gun:
    """The group that this weapon of this model fires in. Its place among the groups is not known yet."""
    near, still, target = shot.near, shot.stationary, shot.target
    has = Has(
        ability for ability in (*weapon.abilities, *model.abilities) if holds(ability, target, near, still, shot.true)
    )
    gun = Gun(
        0, weapon.name, attacks_of(weapon, has, shot), shot.toughness,
        max(1, weapon.strength + has.number("+ strength")) if weapon.strength else 0, weapon.ap, weapon.damage,
        save_net=shot.save_net, psychic="Psychic" in has, hazardous="Hazardous" in has,
    )  # fmt: skip
    if every := has.all("Mortal Wounds"):
        mortal = max(every, key=lambda one: (7 - (one.need or 7)) * (one.amount or Amount(plus=1)).average)
        return gun.but(mortal=mortal.need, mortal_wounds=mortal.amount or Amount(plus=1))
    if more := has.best("Melta") if near else None:
        gun = gun.but(more_damage=(Change(more.plus, Reason(f"Melta {more.text} at half range", "10E-WPN-MELTA-1")),))
    for ability in has.all("+ damage"):
        gun = gun.but(more_damage=(*gun.more_damage, changed(ability, ability.number)))
    return with_wounding(with_hitting(gun, weapon, model, has, shot), has, shot).but(
        ap_changes=tuple(
            changed(ability, sign * ability.number)
            for name, sign in (("Improve AP", -1), ("Worsen AP", 1))
            for ability in has.all(name)
        ),
        damage_again="low" if "Re-roll damage rolls" in has else "ones" if "Re-roll damage rolls of 1" in has else "",
        ignores_cover="Ignores Cover" in has,
        gives_cover=unseen(has, shot),
        precise="Precision" in has,
        precise_lethal=shot.precise_lethal,
        single=tuple(name.lower() for name in SINGLE if name in has),
    )


def changed(ability: Ability, value: int) -> Change:
    return Change(value, Reason(ability.text, form_of(ability).rule))


def unseen(has: Has, shot: Snapshot) -> bool:
    return shot.unseen and "Indirect Fire" in has


def attacks_of(weapon: Weapon, has: Has, shot: Snapshot) -> Attacks:
    """10E-ATK-3, 10E-WPN-RF-1, 10E-WPN-BLAST-1."""
    fixed = has.best("Attacks become")
    more = [Amount(plus=ability.number) for ability in has.all("+ attacks")]
    if shot.near and (rapid := has.best("Rapid Fire")):
        more.append(rapid)
    blast = shot.models // NUMBERS.blast_per if "Blast" in has else 0
    times = 2 ** len(has.all("Double attacks"))
    return Attacks(fixed or weapon.attacks, times, tuple(more), has.number("- attacks"), blast)


def with_hitting(gun: Gun, weapon: Weapon, model: Model, has: Has, shot: Snapshot) -> Gun:
    """All about the hit roll; a weapon that hits automatically has none (10E-WPN-TORRENT-2)."""
    if weapon.skill is None or "Torrent" in has:
        return gun
    skill = max(NUMBERS.best, weapon.skill - has.number("Improve BS") + has.number("Worsen BS"))
    changes = tuple(hit_changes(model, has, shot))
    both = "Ignore BS and hit modifiers" in has
    if both or "Ignore hit modifiers" in has:  # only the bad ones are dropped (10E-HIT-7)
        changes = tuple(change for change in changes if change.value > 0)
    if both:
        skill = max(NUMBERS.best, weapon.skill - has.number("Improve BS"))
    gun = gun.but(
        skill=skill,
        to_hit=changes,
        only_sixes=shot.overwatch,
        lethal="Lethal Hits" in has,
        sustained=has.best("Sustained Hits"),
        sustained_each=shot.sustained_each,
    )
    if unseen(has, shot) and shot.indirect == "current":
        up_to = NUMBERS.indirect_misses
        words = f"Indirect Fire at what nobody sees: unmodified 1-{up_to} miss"
        gun = gun.but(misses=(up_to, words, "10E-WPN-INDIRECT-2"))
    if (critical := has.lowest("Critical hits")) is not None:
        gun = gun.but(critical_hit=critical, critical_hit_rule="10E-FX-CRIT-1")
    if (critical := has.lowest("Critical successful hits")) is not None:
        gun = gun.but(critical_hit_if=critical, critical_hit_rule="10E-FX-CRIT-2")
    if any(shot.far > ability.number for ability in has.all("Conversion")):
        gun = gun.but(critical_hit_if=min(4, gun.critical_hit_if), critical_hit_rule="10E-WPN-CONV-1")
    again, rule = rerolls(has, "hit", shot.rerolls)
    return gun.but(hits_again=again, hits_again_rule=rule)


def hit_changes(model: Model, has: Has, shot: Snapshot) -> Iterable[Change]:
    """Everything that adds to the hit roll; it is summed, then capped (10E-HIT-4)."""
    if "Heavy" in has and shot.stationary:
        yield Change(NUMBERS.heavy, Reason("Heavy, Remained Stationary", "10E-WPN-HEAVY-1"))
    for name, sign in (("+ to hit", 1), ("- to hit", -1)):
        for ability in has.all(name):
            yield changed(ability, sign * ability.number)
    if shot.stealth != "none":
        yield Change(NUMBERS.stealth, Reason(f"Stealth{shot.stealth}", "10E-DEF-STEALTH-1"))
    for ability in incoming(shot, "Incoming - to hit"):
        yield changed(ability, -ability.number)
    if unseen(has, shot):
        yield Change(NUMBERS.indirect, Reason("Indirect Fire at what nobody sees", "10E-WPN-INDIRECT-2"))
    if "Pistol" not in has:
        if shot.engaged_big:
            yield Change(NUMBERS.big_guns, Reason("the shooter is locked in combat", "10E-ELIG-5"))
        if shot.target_engaged_big:
            yield Change(NUMBERS.big_guns, Reason("the target is locked in combat", "10E-TGT-7"))
    if (bracket := model.get("Damaged")) and 0 < shot.wounded <= bracket.number:
        yield Change(NUMBERS.damaged, Reason(f"Damaged: {shot.wounded} wounds left", "10E-DMG-5"))
    if shot.hit_modifier:
        yield Change(shot.hit_modifier, Reason(f"{shot.hit_modifier:+d} to hit", "10E-FX-HIT-1"))


def with_wounding(gun: Gun, has: Has, shot: Snapshot) -> Gun:
    """All about the wound roll (10E-WND-1 to 5, 10E-WPN-ANTI-1 to 3, 10E-WPN-DEV-1 to 5)."""
    changes = [
        changed(ability, sign * ability.number)
        for name, sign in (("+ to wound", 1), ("- to wound", -1))
        for ability in has.all(name)
    ]
    changes += [changed(ability, -ability.number) for ability in incoming(shot, "Incoming - to wound")]
    if gun.strength > shot.toughness:
        changes += [changed(ability, -ability.number) for ability in incoming(shot, "Incoming - to wound if stronger")]
    if shot.wound_modifier:
        changes.append(Change(shot.wound_modifier, Reason(f"{shot.wound_modifier:+d} to wound", "10E-FX-WND-1")))
    fails = max((ability.number for ability in incoming(shot, "Incoming wound rolls fail")), default=1)
    gun = gun.but(
        to_wound=tuple(changes),
        fails=fails,
        fail_wins=shot.fail_wins,
        devastating=shot.devastating if "Devastating Wounds" in has else "",
        critical_ap=has.number("Critical AP"),
        in_addition=tuple(one.amount or Amount(plus=1) for one in has.all("Mortal wounds in addition")),
    )
    anti = [ability for ability in has.all("Anti") if shot.target.is_a(ability.keyword)]
    if anti:
        best = min(anti, key=lambda ability: ability.need or 6)
        gun = gun.but(critical_wound=best.need, critical_wound_rule="10E-WPN-ANTI-1")
    if (critical := has.lowest("Critical wounds")) is not None and critical < gun.critical_wound:
        gun = gun.but(critical_wound=critical, critical_wound_rule="10E-FX-CRIT-3")
    if (critical := has.lowest("Critical successful wounds")) is not None:
        gun = gun.but(critical_wound_if=critical)
    if "Every successful wound is critical" in has:
        gun = gun.but(critical_wound_if=1)
    again, rule = rerolls(has, "wound", shot.rerolls)
    if "Twin-linked" in has:
        again, rule = shot.rerolls, "10E-WPN-TWIN-1"
    return gun.but(wounds_again=again, wounds_again_rule=rule)


def rerolls(has: Has, roll: str, policy: str) -> tuple[str, str]:
    """What is rolled again, and the rule: a die is never rolled again twice (10E-FX-RR-3)."""
    if f"Re-roll {roll} rolls" in has:
        return policy, "10E-FX-RR-4" if policy == "fishing" else "10E-FX-RR-2"
    if f"Re-roll {roll} rolls of 1" in has:
        return "ones", "10E-FX-RR-1"
    return "", ""


def incoming(shot: Snapshot, name: str) -> list[Ability]:
    """Abilities of this name that the target's living models have.

    What all models of a unit have is one ability, as often as one of them has it; what comes with a leader is another,
    and adds up with it (10E-EFF-30).
    """
    of_units: dict[str, Counter[Ability]] = {}
    spelt: dict[Ability, Ability] = {}  # as a model has it that stands
    for i in shot.alive:
        model = shot.target.models[i][0]
        own = [one for one in model.abilities if one.name == name and (not one.when or one.when in shot.true)]
        if own:
            spelt.update({one.but(text=""): one for one in reversed(own)})
            of_units[model.of] = of_units.get(model.of, Counter()) | Counter(one.but(text="") for one in own)
    return [spelt[one] for found in of_units.values() for one in found.elements()]


def stealthy(unit: Unit, alive: Iterable[int]) -> bool:
    """Stealth needs every model (10E-DEF-STEALTH-1)."""
    return all(unit.models[i][0].has("Stealth") for i in alive)


def toughness_of(unit: Unit, alive: Iterable[int]) -> int:
    """Bodyguards' Toughness before leaders', the highest of them (10E-WND-4)."""
    models = [unit.models[i][0] for i in alive]
    guards = [model for model in models if not model.leader]
    return max(model.toughness for model in guards or models)
