"""From a weapon, its bearer and what was true when its target was selected to all that decides its dice (TGT-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.book import Book
from shoot_cli.rules.datasheets.profiles import HALF_RANGE, STATIONARY, Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attacks, Body, Change, Gun
from shoot_cli.rules.datasheets.single import words_of

AnyBody = TypeVar("AnyBody", bound=Body)

BIG = ("MONSTER", "VEHICLE")


class Snapshot(Record):
    """What was true when the target was selected, for one firing model. Editions may add to it."""

    target: Unit
    toughness: int
    models: int  # of the target
    near: bool = False  # within half range
    stationary: bool = False
    far: float = 0  # inches, where a Conversion weapon asks
    overwatch: bool = False
    alive: tuple[int, ...] = ()  # kinds of models of the target that stand
    true: tuple[str, ...] = ()  # conditions that the players said hold
    hit_modifier: int = 0
    wound_modifier: int = 0
    wounded: int = 0  # wounds its bearer has left
    rerolls: str = "failures"  # settings
    sustained_each: bool = False
    fail_wins: bool = False
    devastating: str = "current"


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

    What adds to a roll adds up; of weapon abilities that stand twice the best counts (WPN-DUP-1).
    """

    def __init__(self, known: Abilities, abilities: Iterable[Ability]) -> None:
        self.known = known
        self.by_name: dict[str, list[Ability]] = {}
        for ability in abilities:
            self.by_name.setdefault(ability.name, []).append(ability)

    def __contains__(self, name: str) -> bool:
        return name in self.by_name

    def all(self, name: str) -> list[Ability]:
        return self.by_name.get(name, [])

    def every(self) -> Iterable[Ability]:
        return (ability for abilities in self.by_name.values() for ability in abilities)

    def number(self, name: str) -> int:
        """The sum of all that add up under this name."""
        return sum(ability.number for ability in self.all(name))

    def best(self, name: str) -> Amount | None:
        """Of several that do not add up the highest (WPN-DUP-1)."""
        amounts = [ability.amount or Amount(plus=1) for ability in self.all(name)]
        return max(amounts, key=lambda amount: (amount.average, amount.most), default=None)

    def lowest(self, name: str) -> int | None:
        return min((ability.need for ability in self.all(name) if ability.need is not None), default=None)

    def changes(self, *signs: tuple[str, int]) -> list[Change]:
        """What abilities of these names add, each name with the sign of its numbers."""
        return [self.changed(ability, sign * ability.number) for name, sign in signs for ability in self.all(name)]

    def changed(self, ability: Ability, value: int) -> Change:
        return Change(value, Reason(ability.text, self.known.form_of(ability).rule))


def in_force(known: Abilities, weapon: Weapon, model: Model, shot: Snapshot) -> Has:
    """What counts of the weapon's own abilities and of its bearer's."""
    near, still, target = shot.near, shot.stationary, shot.target
    each = (*weapon.abilities, *model.abilities)
    return Has(known, (ability for ability in each if holds(ability, target, near, still, shot.true)))


def armed(
    weapon: Weapon,
    has: Has,
    shot: Snapshot,
    to_hit: Iterable[Change],
    skill_changes: tuple[Change, ...] = (),
    misses: tuple[int, str, str] = (1, "", ""),
) -> Gun:
    """The group that this weapon fires in. Its place among the groups is not known yet.

    :param to_hit: everything that adds to the hit roll, as the edition has it; it is summed, then capped (HIT-4)
    :param skill_changes: what makes the skill better (more than 0) or worse, besides abilities (HIT-5)
    :param misses: unmodified faces up to this one miss; why, and the id of the rule
    """
    book = has.known.book
    gun = Gun(
        book, 0, weapon.name, attacks_of(weapon, has, shot), shot.toughness,
        max(1, weapon.strength + has.number("+ strength")) if weapon.strength else 0, weapon.ap, weapon.damage,
        psychic="Psychic" in has, hazardous="Hazardous" in has,
    )  # fmt: skip
    if every := has.all("Mortal Wounds"):
        mortal = max(every, key=lambda one: (7 - (one.need or 7)) * (one.amount or Amount(plus=1)).average)
        return gun.but(mortal=mortal.need, mortal_wounds=mortal.amount or Amount(plus=1))
    gun = with_wounding(with_hitting(gun, weapon, has, shot, to_hit, skill_changes, misses), has, shot)
    more = has.best("Melta") if shot.near else None
    melta = [Change(more.plus, book.reason(f"Melta {more.text} at half range", "WPN-MELTA-1"))] if more else []
    return gun.but(
        more_damage=(*melta, *has.changes(("+ damage", 1))),
        ap_changes=tuple(has.changes(("Improve AP", -1), ("Worsen AP", 1))),
        damage_again="low" if "Re-roll damage rolls" in has else "ones" if "Re-roll damage rolls of 1" in has else "",
        ignores_cover="Ignores Cover" in has,
        precise="Precision" in has,
        single=tuple(dict.fromkeys(words for one in has.every() if (words := words_of(one)))),
        attacks_again="Re-roll number of attacks" in has,
        hazard_again="Re-roll Hazardous tests" in has,
    )


def attacks_of(weapon: Weapon, has: Has, shot: Snapshot) -> Attacks:
    """ATK-3, WPN-RF-1, WPN-BLAST-1."""
    fixed = has.best("Attacks become")
    more = [Amount(plus=ability.number) for ability in has.all("+ attacks")]
    if shot.near and (rapid := has.best("Rapid Fire")):
        more.append(rapid)
    more_for_each = has.best("Blast")
    blast = more_for_each.plus * (shot.models // has.known.book.blast_per) if more_for_each else 0
    times = 2 ** len(has.all("Double attacks"))
    return Attacks(fixed or weapon.attacks, times, tuple(more), has.number("- attacks"), blast)


def with_hitting(
    gun: Gun,
    weapon: Weapon,
    has: Has,
    shot: Snapshot,
    to_hit: Iterable[Change],
    skill_changes: tuple[Change, ...],
    misses: tuple[int, str, str],
) -> Gun:
    """All about the hit roll; a weapon that hits automatically has none (WPN-TORRENT-2)."""
    if weapon.skill is None or "Torrent" in has:
        return gun
    worse = has.number("Worsen BS")
    both = "Ignore BS and hit modifiers" in has
    if both or "Ignore hit modifiers" in has:  # only the bad ones are dropped (HIT-7)
        to_hit = (change for change in to_hit if change.value > 0)
    if both:
        worse, skill_changes = 0, tuple(change for change in skill_changes if change.value > 0)
    skill = weapon.skill + worse - has.number("Improve BS") - sum(change.value for change in skill_changes)
    gun = gun.but(
        skill=min(gun.book.worst, max(gun.book.best, skill)),
        skill_changes=skill_changes,
        to_hit=tuple(to_hit),
        misses=misses,
        only_sixes=shot.overwatch,
        lethal="Lethal Hits" in has,
        sustained=has.best("Sustained Hits"),
        sustained_each=shot.sustained_each,
    )
    if (critical := has.lowest("Critical hits")) is not None:
        gun = gun.but(critical_hit=critical, critical_hit_rule="FX-CRIT-1")
    if (critical := has.lowest("Critical successful hits")) is not None:
        gun = gun.but(critical_hit_if=critical, critical_hit_rule="FX-CRIT-2")
    if any(shot.far > ability.number for ability in has.all("Conversion")):
        gun = gun.but(critical_hit_if=min(4, gun.critical_hit_if), critical_hit_rule="WPN-CONV-1")
    again, rule = rerolls(has, "hit", shot.rerolls)
    return gun.but(hits_again=again, hits_again_rule=rule)


def with_wounding(gun: Gun, has: Has, shot: Snapshot) -> Gun:
    """All about the wound roll (WND-1 to 5, WPN-ANTI-1 to 3, WPN-DEV-1 to 5)."""
    names = ("Incoming - to wound", *(["Incoming - to wound if stronger"] if gun.strength > shot.toughness else []))
    changes = has.changes(("+ to wound", 1), ("- to wound", -1))
    changes += [has.changed(ability, -ability.number) for name in names for ability in incoming(shot, name)]
    changes += told(gun.book, shot.wound_modifier, "wound", "FX-WND-1")
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
        gun = gun.but(critical_wound=best.need, critical_wound_rule="WPN-ANTI-1")
    if (critical := has.lowest("Critical wounds")) is not None and critical < gun.critical_wound:
        gun = gun.but(critical_wound=critical, critical_wound_rule="FX-CRIT-3")
    if (critical := has.lowest("Critical successful wounds")) is not None:
        gun = gun.but(critical_wound_if=critical)
    if "Every successful wound is critical" in has:
        gun = gun.but(critical_wound_if=1)
    again, rule = rerolls(has, "wound", shot.rerolls)
    if "Twin-linked" in has:
        again, rule = shot.rerolls, "WPN-TWIN-1"
    return gun.but(wounds_again=again, wounds_again_rule=rule)


def rerolls(has: Has, roll: str, policy: str) -> tuple[str, str]:
    """What is rolled again, and the rule: a die is never rolled again twice (FX-RR-3)."""
    if f"Re-roll {roll} rolls" in has:
        return policy, "FX-RR-4" if policy == "fishing" else "FX-RR-2"
    if f"Re-roll {roll} rolls of 1" in has:
        return "ones", "FX-RR-1"
    return "", ""


def told(book: Book, modifier: int, roll: str, rule: str) -> list[Change]:
    """What the players said that adds to the roll besides."""
    return [Change(modifier, book.reason(f"{modifier:+d} to {roll}", rule))] if modifier else []


def incoming(shot: Snapshot, name: str) -> list[Ability]:
    """Abilities of this name that the target's living models have.

    What all models of a unit have is one ability, as often as one of them has it; what comes with a leader is another,
    and adds up with it (EFF-30).
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


def toughness_of(unit: Unit, alive: Iterable[int]) -> int:
    """Bodyguards' Toughness before leaders', the highest of them (WND-4)."""
    models = [unit.models[i][0] for i in alive]
    guards = [model for model in models if not model.leader]
    return max(model.toughness for model in guards or models)


def body_of(kind: type[AnyBody], unit: Unit, index: int, **more: Any) -> AnyBody:
    """A model of the list as one that attacks are allocated to. ``more``: what the edition looks at besides."""
    model = unit.models[index][0]
    counts = [ability for ability in model.abilities if not ability.when]

    def sum_of(name: str) -> int:
        return sum(ability.number for ability in counts if ability.name == name)

    return kind(
        model.name, index, model.save, model.invulnerable,
        model.feel_no_pain, model.pain_mortal, model.pain_psychic, model.wounds, model.leader,
        saves=sum_of("+ to saves"), saves_small=sum_of("+ to saves against damage 1"),
        ap_worse=sum_of("Incoming worsen AP"), less_damage=sum_of("Incoming - damage"),
        halvings=model.count("Incoming half damage"), **more,
    )  # fmt: skip
