"""What each die must show, and why: the saves of 10th edition. Pure.

All else is as in every datasheet game (``datasheets/charts.py``), and at hand here too.
"""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.questions import Need, Reason
from shoot_cli.rules.datasheets.charts import SIXES as SIXES
from shoot_cli.rules.datasheets.charts import crit_worth as crit_worth
from shoot_cli.rules.datasheets.charts import damage_of as damage_of
from shoot_cli.rules.datasheets.charts import damage_reasons as damage_reasons
from shoot_cli.rules.datasheets.charts import defence as defence
from shoot_cli.rules.datasheets.charts import face as face
from shoot_cli.rules.datasheets.charts import most_damage as most_damage
from shoot_cli.rules.datasheets.charts import pain_of, signed
from shoot_cli.rules.datasheets.charts import rolled_again as rolled_again
from shoot_cli.rules.datasheets.charts import table as table
from shoot_cli.rules.datasheets.charts import to_hit as to_hit
from shoot_cli.rules.datasheets.charts import to_wound as to_wound
from shoot_cli.rules.datasheets.records import Defence, Gun, Packet, Standing, Unsaved, Wound
from shoot_cli.rules.tenth.edition import NUMBERS

ARMOUR, INVULNERABLE, NO_SAVE = "armour save", "invulnerable save", "no save"


# Saves ---------------------------------------------------------------------------------------------------------------


@lru_cache(4096)
def to_save(model: Standing, wound: Wound) -> Need:
    """Armour with AP and cover, or the invulnerable save if that is better (10E-SAV-1 to 6)."""
    armour = armour_save(model, wound)
    given = defence(wound.gun.value, model).invulnerable
    if given and (model.invulnerable is None or given.need < model.invulnerable):
        best, because = given.need, (given.why.but(text=f"{given.why.text}, which AP never changes"),)
    elif model.invulnerable is not None:
        best = model.invulnerable
        because = (Reason(f"invulnerable save {face(best)}, which AP never changes", "10E-SAV-4"),)
    else:
        return armour
    if armour.target is None or best < armour.target:
        return Need(max(2, best), because, label=INVULNERABLE)
    return armour


def save_again(model: Standing, wound: Wound, need: Need) -> tuple[int, ...]:
    """Faces of a saving throw that are rolled again (10E-EFF-64, 10E-EFF-68)."""
    own = defence(wound.gun.value, model)
    if not own.again or need.target is None or stands(model, wound, need):
        return ()
    return (1,) if own.again == "ones" else tuple(range(1, need.target))


def stands(model: Standing, wound: Wound, need: Need) -> bool:
    """True of an invulnerable save that nothing rolls again, the Command Re-roll neither (10E-EFF-68)."""
    return need.label == INVULNERABLE and not defence(wound.gun.value, model).again_invulnerable


def armour_save(model: Standing, wound: Wound) -> Need:
    g, own = wound.gun.value, defence(wound.gun.value, model)
    ap, because = armour_penetration(model, wound)
    if model.save is None:
        return Need(None, (Reason(f"the {model.name} has no save", "10E-SAV-1"),), label=NO_SAVE)
    save = save_of(model.save, own)
    because = [Reason(f"Save {face(save)}", "10E-SAV-1", face(save)), *(why for _, _, why in own.save), *because]
    bonus, words = covered(model, g, own, ap, save)
    because += words
    changes = [change for change in own.saves if not (g.ignores_saves and change.value > 0)]
    if changes:
        total = sum(change.value for change in changes)
        bonus += total
        because.append(Reason(f"{signed(total)} to its saves", changes[0].why.rule, signed(total)))
    total = min(NUMBERS.save_cap, ap + bonus) if g.save_net else ap + min(NUMBERS.save_cap, bonus)
    if total != ap + bonus:
        because.append(Reason("a save is never improved by more than +1", "10E-SAV-3"))
    needed = max(2, save - total)
    if save - total < 2:
        because.append(Reason("a 1 always fails", "10E-SAV-2"))
    return Need(needed if needed <= SIXES else None, tuple(because), label=ARMOUR if needed <= SIXES else NO_SAVE)


def save_of(save: int, own: Defence) -> int:
    """Sv with its changes: no better than 2+, and no better than an improvement says by it (10E-EFF-50, 10E-SAV-6)."""
    worse = sum(-n for n, _, _ in own.save if n < 0)
    limited = save + worse
    for n, limit, _ in sorted(own.save, key=lambda one: -one[1]):
        if n > 0:
            limited = max(limited - n, min(limit, limited))
    return max(NUMBERS.best, limited)


def covered(model: Standing, g: Gun, own: Defence, ap: int, save: int) -> tuple[int, list[Reason]]:
    """What cover adds, and why (10E-COV-1 to 4)."""
    if not (model.cover or g.gives_cover or own.cover):
        return 0, []
    if g.ignores_cover:
        return 0, [Reason("the weapon ignores cover", "10E-WPN-IGNCOVER-1")]
    if own.no_cover or g.ignores_saves:
        return 0, [own.no_cover or Reason("modifiers of saves are ignored", "10E-EFF-71")]
    if ap == 0 and save <= NUMBERS.cover_useless:
        return 0, [Reason(f"no cover for Save {face(save)} against AP 0", "10E-COV-3")]
    found = [Reason("cover +1", "10E-COV-2", "+1")]
    return 1, [own.cover, *found] if own.cover and not (model.cover or g.gives_cover) else found


def armour_penetration(model: Standing, wound: Wound) -> tuple[int, list[Reason]]:
    """AP after everything that changes it, never above 0 (10E-MOD-AP-1)."""
    g = wound.gun.value
    changes = (*g.ap_changes, *defence(g, model).ap)
    ap = g.ap + sum(change.value for change in changes)
    because = [Reason(f"AP {g.ap}", "10E-SAV-1", str(g.ap))] if g.ap else []
    if g.is_critical:
        because.append(Reason("of a Critical Wound", "10E-INT-18"))
    return min(0, ap), [*because, *(change.why for change in changes)]


# Damage --------------------------------------------------------------------------------------------------------------


# Feel No Pain --------------------------------------------------------------------------------------------------------

feel_no_pain = pain_of


def law_of(thing: Wound | Packet | Unsaved, model: Standing) -> tuple[object, ...]:
    """What one thing does to one fresh model, wounds apart: models with the same law are alike to it."""
    g = thing.gun.value
    mortal = type(thing) is Packet or (type(thing) is Unsaved and thing.mortal)
    need = to_save(model, thing) if type(thing) is Wound else None
    pain, own = feel_no_pain(g, model, mortal), defence(g, model)
    save = (need.target, save_again(model, thing, need)) if need and type(thing) is Wound else None
    return save, pain.target if pain else None, own.halvings, own.damage, own.becomes, own.most
