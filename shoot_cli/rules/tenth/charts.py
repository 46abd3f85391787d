"""What each die must show, and why: the saves of 10th edition. Pure.

All else is as in every datasheet game (``datasheets/charts.py``), and at hand here too.
"""

from __future__ import annotations

from functools import lru_cache, partial

from shoot_cli.core.questions import Need, Reason
from shoot_cli.rules.datasheets.charts import SIXES as SIXES
from shoot_cli.rules.datasheets.charts import crit_worth as crit_worth
from shoot_cli.rules.datasheets.charts import damage_of as damage_of
from shoot_cli.rules.datasheets.charts import damage_reasons as damage_reasons
from shoot_cli.rules.datasheets.charts import face as face
from shoot_cli.rules.datasheets.charts import most_damage as most_damage
from shoot_cli.rules.datasheets.charts import pain_of, signed
from shoot_cli.rules.datasheets.charts import rolled_again as rolled_again
from shoot_cli.rules.datasheets.charts import table as table
from shoot_cli.rules.datasheets.charts import to_hit as to_hit
from shoot_cli.rules.datasheets.charts import to_wound as to_wound
from shoot_cli.rules.datasheets.records import Packet, Wound
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.records import Standing, Unsaved

ARMOUR, INVULNERABLE, NO_SAVE = "armour save", "invulnerable save", "no save"


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

feel_no_pain = partial(pain_of, NUMBERS)


def law_of(thing: Wound | Packet | Unsaved, model: Standing) -> tuple[object, ...]:
    """What one thing does to one fresh model, wounds apart: models with the same law are alike to it."""
    gun = thing.gun
    mortal = type(thing) is Packet or (type(thing) is Unsaved and thing.mortal)
    save = to_save(model, thing).target if type(thing) is Wound else None
    pain = feel_no_pain(model, mortal, gun.value.psychic)
    return save, pain.target if pain else None, model.halvings, model.less_damage
