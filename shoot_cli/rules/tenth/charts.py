"""What each die must show, and why: the tables and modifiers of 10th edition. Pure; every number has its rule id."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from shoot_cli.core.questions import Need, Reason, Watch
from shoot_cli.core.record import Hashed, Record
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.profiles import Amount
from shoot_cli.rules.tenth.records import Change, Gun, Packet, Standing, Unsaved, Wound

SIXES = 6  # an unmodified 6 always succeeds on hit and wound rolls
ARMOUR, INVULNERABLE, NO_SAVE = "armour save", "invulnerable save", "no save"


def face(n: int) -> str:
    return f"{n}+"


def signed(n: int) -> str:
    return f"{n:+d}".replace("+0", "0")


# To hit --------------------------------------------------------------------------------------------------------------


class Rolled(Record):
    """A need, the lowest critical face, and the faces that are rolled again."""

    need: Need
    critical: int
    again: tuple[int, ...]


def capped(changes: tuple[Change, ...], rule: str) -> tuple[int, list[Reason]]:
    """The sum of all modifiers, then capped (10E-HIT-4, 10E-WND-3); and the words for it."""
    total = sum(change.value for change in changes)
    reasons = [change.why.but(value=signed(change.value)) for change in changes]
    kept = max(-NUMBERS.cap, min(NUMBERS.cap, total))
    if len(changes) > 1:
        words = f"together {signed(total)}" + (f", never more than {signed(kept)}" if kept != total else "")
        reasons.append(Reason(words, rule))
    return kept, reasons


@lru_cache(1024)
def to_hit(gun: Hashed[Gun]) -> Rolled:
    """What a hit roll needs, its critical faces, and what is rolled again (10E-HIT-1 to 5)."""
    g = gun.value
    assert g.skill is not None
    if g.only_sixes:
        six = NUMBERS.overwatch_hits
        because = [Reason("Fire Overwatch: only unmodified 6s hit", "10E-OOP-1")]
        return _rolled(six, six, because, g.hits_again, g.hits_again_rule, worth(g) and g.better_hits)
    total, changes = capped(g.to_hit, "10E-HIT-4")
    because = [Reason(f"Ballistic Skill {face(g.skill)}", "10E-HIT-1", face(g.skill)), *changes]
    needed = max(2, g.skill - total)
    if needed > SIXES:
        because.append(Reason("an unmodified 6 always hits", "10E-HIT-2"))
    elif g.skill - total < 2:
        because.append(Reason("an unmodified 1 always misses", "10E-HIT-2"))
    up_to, why, rule = g.misses
    if up_to >= needed:
        because.append(Reason(why, rule))
    needed = min(SIXES, max(needed, up_to + 1))
    critical = max(g.critical_hit, up_to + 1)
    if critical < needed:
        needed = critical
        because.append(Reason(f"an unmodified {face(critical)} is a Critical Hit and always hits", g.critical_hit_rule))
    critical = min(critical, max(g.critical_hit_if, needed))
    if worth(g) and critical < SIXES:
        because.append(Reason(f"Critical Hits on {face(critical)}", g.critical_hit_rule))
    return _rolled(needed, critical, because, g.hits_again, g.hits_again_rule, worth(g) and g.better_hits)


def _rolled(needed: int, critical: int, because: list[Reason], again: str, rule: str, worth: bool) -> Rolled:
    faces: tuple[int, ...] = ()
    if again == "ones":
        faces = (1,)
        because.append(Reason("rolls of 1 are rolled again", rule))
    elif again == "fishing" and worth:
        faces = tuple(range(1, critical))
        because.append(Reason("whatever is not critical is rolled again", rule))
    elif again:
        faces = tuple(range(1, needed))
        because.append(Reason("failures are rolled again", rule))
    return Rolled(Need(needed, tuple(because)), critical, faces)


def worth(g: Gun) -> bool:
    """True if a Critical Hit does more than any other hit."""
    return g.lethal or g.sustained is not None


# To wound ------------------------------------------------------------------------------------------------------------


def table(strength: int, toughness: int) -> int:
    """Strength against Toughness (10E-WND-1); "half or less" comes before "less"."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


WORDS = {2: "at least twice", 3: "more than", 4: "equal to", 5: "less than", 6: "half or less of"}


@lru_cache(1024)
def to_wound(gun: Hashed[Gun]) -> Rolled:
    """What a wound roll needs, its critical faces, and what is rolled again (10E-WND-1 to 5)."""
    g = gun.value
    base = table(g.strength, g.toughness)
    total, changes = capped(g.to_wound, "10E-WND-3")
    text = f"Strength {g.strength} is {WORDS[base]} Toughness {g.toughness}: {face(base)}"
    because = [Reason(text, "10E-WND-1", face(base)), *changes]
    needed = max(2, min(SIXES, base - total))
    if base - total < 2:
        because.append(Reason("an unmodified 1 always fails", "10E-WND-2"))
    elif base - total > SIXES:
        because.append(Reason("an unmodified 6 always wounds", "10E-WND-2"))
    if g.fails >= needed:
        because.append(Reason(f"unmodified wound rolls of 1-{g.fails} fail", "10E-FX-WND-2"))
        needed = g.fails + 1
    critical = g.critical_wound
    if g.fail_wins:
        critical = max(critical, g.fails + 1)
    if critical < needed:
        needed = critical
        words = f"an unmodified {face(critical)} is a Critical Wound and always wounds"
        because.append(Reason(words, g.critical_wound_rule))
    critical = min(critical, max(g.critical_wound_if, needed))  # 1: every successful wound is critical
    if critical < SIXES and crit_worth(g):
        because.append(Reason(f"Critical Wounds on {face(critical)}", g.critical_wound_rule))
    return _rolled(needed, critical, because, g.wounds_again, g.wounds_again_rule, crit_worth(g) and g.better_wounds)


def crit_worth(g: Gun) -> bool:
    """True if a Critical Wound does more than any other wound."""
    return bool(g.devastating or g.critical_ap or g.in_addition)


def watch_from(critical: int) -> tuple[Watch, ...]:
    return (Watch(tuple(range(critical, SIXES + 1))),)


# Saves ---------------------------------------------------------------------------------------------------------------


@lru_cache(4096)
def to_save(model: Standing, wound: Wound) -> Need:
    """Armour with AP and cover, or the invulnerable save if that is better (10E-SAV-1 to 6)."""
    armour = armour_save(model, wound)
    if model.invulnerable is not None and (armour.target is None or model.invulnerable < armour.target):
        words = f"invulnerable save {face(model.invulnerable)}, which AP never changes"
        return Need(max(2, model.invulnerable), (Reason(words, "10E-SAV-4"),), label=INVULNERABLE)
    return armour


def armour_save(model: Standing, wound: Wound) -> Need:
    g = wound.gun.value
    ap, because = armour_penetration(model, wound)
    if model.save is None:
        return Need(None, (Reason(f"the {model.name} has no save", "10E-SAV-1"),), label=NO_SAVE)
    because = [Reason(f"Save {face(model.save)}", "10E-SAV-1", face(model.save)), *because]
    bonus = 0
    if model.cover or g.gives_cover:
        if g.ignores_cover:
            because.append(Reason("the weapon ignores cover", "10E-WPN-IGNCOVER-1"))
        elif ap == 0 and model.save <= NUMBERS.cover_useless:
            because.append(Reason(f"no cover for Save {face(model.save)} against AP 0", "10E-COV-3"))
        else:
            bonus += 1
            because.append(Reason("cover +1", "10E-COV-2", "+1"))
    small = model.saves_small if attack_of_one(model, wound) else 0
    if model.saves or small:
        bonus += model.saves + small
        because.append(
            Reason(f"{signed(model.saves + small)} to its saves", "10E-FX-SAVE-1", signed(model.saves + small))
        )
    total = min(NUMBERS.save_cap, ap + bonus) if g.save_net else ap + min(NUMBERS.save_cap, bonus)
    if total != ap + bonus:
        because.append(Reason("a save is never improved by more than +1", "10E-SAV-3"))
    needed = max(2, model.save - total)
    if model.save - total < 2:
        because.append(Reason("a 1 always fails", "10E-SAV-2"))
    return Need(needed if needed <= SIXES else None, tuple(because), label=ARMOUR if needed <= SIXES else NO_SAVE)


def armour_penetration(model: Standing, wound: Wound) -> tuple[int, list[Reason]]:
    """AP after everything that changes it, never above 0 (10E-MOD-AP-1)."""
    g = wound.gun.value
    ap = g.ap + sum(change.value for change in g.ap_changes) + model.ap_worse
    because = [Reason(f"AP {g.ap}", "10E-SAV-1", str(g.ap))] if g.ap else []
    because += [change.why for change in g.ap_changes]
    if wound.critical and g.critical_ap:
        ap -= g.critical_ap
        because.append(Reason(f"Critical Wound: AP improved by {g.critical_ap}", "10E-INT-18"))
    if model.ap_worse:
        because.append(Reason(f"AP worsened by {model.ap_worse}", "10E-FX-AP-1"))
    return min(0, ap), because


def attack_of_one(model: Standing, wound: Wound) -> bool:
    """True if the attack's damage is 1, as far as it is known when it is allocated (10E-FX-SAVE-1)."""
    g = wound.gun.value
    return g.damage.dice == 0 and damage_of(wound.gun, model, g.damage.plus) == 1


# Damage --------------------------------------------------------------------------------------------------------------


def damage_of(gun: Hashed[Gun], model: Standing, rolled: int, nothing: bool = False) -> int:
    """Points of one attack: half, then what is added, then what is taken off, rounded up, at least 1 (10E-MOD-1, 2)."""
    more = sum(change.value for change in gun.value.more_damage)
    if nothing:
        return max(0, more - model.less_damage)  # set to 0 first; what is added still counts (10E-MOD-5)
    if not NUMBERS.halve_first:
        return max(1, ceil((rolled + more) / (1 << model.halvings) - model.less_damage))
    return max(1, ceil(rolled / (1 << model.halvings) + more - model.less_damage))


def most_damage(gun: Hashed[Gun], model: Standing) -> int:
    return damage_of(gun, model, gun.value.damage.most)


def damage_reasons(gun: Hashed[Gun], model: Standing, nothing: bool = False) -> tuple[Reason, ...]:
    g = gun.value
    because = [Reason(f"damage {g.damage.text}", "10E-DMG-1")]
    if nothing:
        because.append(Reason("changed to 0", "10E-MOD-5"))
    elif model.halvings:
        because.append(Reason("halved" + ", and halved again" * (model.halvings - 1), "10E-FX-DMG-3"))
    because += [change.why for change in g.more_damage]
    if model.less_damage:
        because.append(Reason(f"-{model.less_damage} damage, at least 1", "10E-FX-DMG-2"))
    return tuple(because)


def rolled_again(amount: Amount, policy: str) -> tuple[int, ...]:
    """Sums of the dice of a damage roll that are rolled again: 1s, or what is below the average (10E-FX-RR-5)."""
    if not policy or not amount.dice:
        return ()
    if policy == "ones":
        return (1,) if amount.dice == 1 else ()
    average = amount.dice * (amount.sides + 1) / 2
    return tuple(total for total in range(amount.dice, amount.dice * amount.sides + 1) if total < average)


def fells(unsaved: Unsaved, model: Standing, total: int) -> bool:
    """True if a damage roll of this total is sure to fell the model as it stands now (setting damage_rerolls)."""
    amount = unsaved.gun.value.damage
    return not unsaved.pain and 0 < model.left <= damage_of(unsaved.gun, model, total + amount.plus)


def worth_another(unsaved: Unsaved, model: Standing, total: int) -> bool:
    """True if another roll may come to more than this one."""
    amount = unsaved.gun.value.damage
    if fells(unsaved, model, total):
        return False
    return damage_of(unsaved.gun, model, total + amount.plus) < most_damage(unsaved.gun, model)


# Feel No Pain --------------------------------------------------------------------------------------------------------


def feel_no_pain(model: Standing, mortal: bool, psychic: bool) -> Need | None:
    """The best of those that work against this wound (10E-FNP-3, 4); None without one."""
    every = [(model.feel_no_pain, "", "10E-FNP-1")]
    every += [(model.pain_mortal, " against mortal wounds", "10E-FNP-3")] if mortal else []
    every += [(model.pain_psychic, " against Psychic Attacks", "10E-FNP-3")] if psychic else []
    found = [(value, against, rule) for value, against, rule in every if value is not None]
    if not found:
        return None
    value, against, rule = min(found, key=lambda one: one[0])
    why = Reason(f"Feel No Pain {value}+{against}", rule)
    return Need(value, (why, Reason("one die for each wound about to be lost", "10E-FNP-1")), label="Feel No Pain")


def law_of(thing: Wound | Packet | Unsaved, model: Standing) -> tuple[object, ...]:
    """What one thing does to one fresh model, wounds apart: models with the same law are alike to it."""
    gun = thing.gun
    mortal = type(thing) is Packet or (type(thing) is Unsaved and thing.mortal)
    save = to_save(model, thing).target if type(thing) is Wound else None
    pain = feel_no_pain(model, mortal, gun.value.psychic)
    return save, pain.target if pain else None, model.halvings, model.less_damage
