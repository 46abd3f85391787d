"""The numbers, abilities, settings, saves and charts of 10th edition."""

from __future__ import annotations

from functools import lru_cache, partial

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.ruleset import settings_of
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.charts import ARMOUR as ARMOUR
from shoot_cli.rules.datasheets.charts import INVULNERABLE as INVULNERABLE
from shoot_cli.rules.datasheets.charts import NO_SAVE as NO_SAVE
from shoot_cli.rules.datasheets.charts import SIXES as SIXES
from shoot_cli.rules.datasheets.charts import armour_penetration, pain_of, save_of, signed
from shoot_cli.rules.datasheets.charts import crit_worth as crit_worth
from shoot_cli.rules.datasheets.charts import damage_of as damage_of
from shoot_cli.rules.datasheets.charts import damage_reasons as damage_reasons
from shoot_cli.rules.datasheets.charts import defence as defence
from shoot_cli.rules.datasheets.charts import face as face
from shoot_cli.rules.datasheets.charts import is_final as is_final
from shoot_cli.rules.datasheets.charts import most_damage as most_damage
from shoot_cli.rules.datasheets.charts import rolled_again as rolled_again
from shoot_cli.rules.datasheets.charts import save_again as save_again
from shoot_cli.rules.datasheets.charts import table as table
from shoot_cli.rules.datasheets.charts import to_hit as to_hit
from shoot_cli.rules.datasheets.charts import to_wound as to_wound
from shoot_cli.rules.datasheets.profiles import EditionTerms, ThrownStratagem
from shoot_cli.rules.datasheets.tokens import Defence, Gun, TargetModel, Wound


@lru_cache(4096)
def to_save(model: TargetModel, wound: Wound) -> Need:
    """Return the need of armour with AP and cover, or of a better invulnerable save (10E-SAV-1 to 6)."""
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


def armour_save(model: TargetModel, wound: Wound) -> Need:
    """Return the need of the armour save, with AP, cover and other modifiers (10E-SAV-1 to 3)."""
    gun, protection = wound.gun.value, defence(wound.gun.value, model)
    ap, because = armour_penetration(model, wound)
    if model.save is None:
        return Need(None, (Reason(f"the {model.name} has no save", "10E-SAV-1"),), label=NO_SAVE)
    save = save_of(gun.book, model.save, protection)
    because = [Reason(f"Save {face(save)}", "10E-SAV-1", face(save)), *(why for _, _, why in protection.save), *because]
    bonus, words = covered(model, gun, protection, ap, save)
    because += words
    changes = [change for change in protection.saves if not (gun.ignores_saves and change.value > 0)]
    if changes:
        total = sum(change.value for change in changes)
        bonus += total
        because.append(Reason(f"{signed(total)} to its saves", changes[0].why.rule, signed(total)))
    total = min(NUMBERS.save_cap, ap + bonus) if gun.save_net else ap + min(NUMBERS.save_cap, bonus)
    if total != ap + bonus:
        because.append(Reason("a save is never improved by more than +1", "10E-SAV-3"))
    needed = max(2, save - total)
    if save - total < 2:
        because.append(Reason("a 1 always fails", "10E-SAV-2"))
    return Need(needed if needed <= SIXES else None, tuple(because), label=ARMOUR if needed <= SIXES else NO_SAVE)


def covered(model: TargetModel, gun: Gun, protection: Defence, ap: int, save: int) -> tuple[int, list[Reason]]:
    """Return what cover adds, and why (10E-COV-1 to 4)."""
    if not (model.cover or gun.gives_cover or protection.cover):
        return 0, []
    if gun.ignores_cover:
        return 0, [Reason("the weapon ignores cover", "10E-WPN-IGNCOVER-1")]
    if protection.no_cover or gun.ignores_saves:
        return 0, [protection.no_cover or Reason("modifiers of saves are ignored", "10E-EFF-71")]
    if ap == 0 and save <= NUMBERS.cover_useless:
        return 0, [Reason(f"no cover for Save {face(save)} against AP 0", "10E-COV-3")]
    reasons = [Reason("cover +1", "10E-COV-2", "+1")]
    return 1, [protection.cover, *reasons] if protection.cover and not (model.cover or gun.gives_cover) else reasons


feel_no_pain, law_of, chance_of = pain_of, partial(charts.law_of, to_save), partial(charts.chance_of, to_save)


class EditionNumbers(EditionTerms):
    """The numbers of this edition in addition to those of every datasheet game."""

    lone_operative: int = 12  # inches (10E-TGT-6)
    save_cap: int = 1  # the cap on improvements of a saving throw (10E-SAV-3)
    cover_useless: int = 3  # this or a better save has no cover against AP 0 (10E-COV-3)
    hazard_fails: int = 1  # faces up to this one fail (10E-WPN-HAZ-2)
    hazard_wounds: int = 3
    indirect_misses: int = 3  # unmodified rolls up to this one miss an unseen target (10E-WPN-INDIRECT-2)
    big_guns: int = -1  # to hit, if the shooter or the target is in combat (10E-ELIG-5, 10E-TGT-7)
    stealth: int = -1  # to hit (10E-DEF-STEALTH-1)
    heavy: int = 1  # to hit (10E-WPN-HEAVY-1)
    indirect: int = -1  # to hit (10E-WPN-INDIRECT-2)
    damaged: int = -1  # to hit (10E-DMG-5)
    engagement: int = 1  # inches, horizontally (10E-ELIG-3)


NUMBERS = EditionNumbers("10E")
GRENADE = ThrownStratagem("grenade", "GRENADES", "Grenade stratagem", "a grenade", "grenades")  # (10E-OOP-3)


# Abilities, settings

ABILITIES = Abilities(NUMBERS)


SETTINGS = settings_of(__file__)
