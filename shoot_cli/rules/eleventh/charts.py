"""The save of 11th edition, and the charts of all datasheet games. All functions are pure."""

from __future__ import annotations

from functools import lru_cache, partial

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.datasheets import charts
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
from shoot_cli.rules.datasheets.tokens import Defence, Gun, Modifier, TargetModel, Wound
from shoot_cli.rules.eleventh.edition import NUMBERS

BEST = NUMBERS.best  # a 1 always fails


@lru_cache(4096)
def to_save(model: TargetModel, wound: Wound) -> Need:
    """Return the need of a wound's save die: the better of armour with AP and InSv (11E-SAV-2, 11E-SAV-3). Cover has no
    effect on it (11E-COV-1), and no face saves automatically.
    """
    armour, given = armour_save(model, wound), invulnerable_save(model, wound)
    if given is None or given.target is None:
        return armour
    if armour.target is None or given.target < armour.target:
        return given
    return armour


def armour_save(model: TargetModel, wound: Wound) -> Need:
    """Return the need of Sv with AP and modifiers (11E-SAV-2)."""
    g, own = wound.gun.value, defence(wound.gun.value, model)
    if model.save is None:
        return Need(None, (Reason(f"the {model.name} has no save", "11E-SAV-2"),), label=NO_SAVE)
    ap, because = armour_penetration(model, wound)
    save = save_of(NUMBERS, model.save, own)
    because = [Reason(f"Save {face(save)}", "11E-SAV-2", face(save)), *(why for _, _, why in own.save), *because]
    total, words = added(g, own)
    needed = save - ap - total
    because += words
    if needed < BEST:
        because.append(Reason("a 1 always fails", "11E-SAV-2"))
    needed = max(BEST, needed)
    return Need(needed if needed <= SIXES else None, tuple(because), label=ARMOUR if needed <= SIXES else NO_SAVE)


def invulnerable_save(model: TargetModel, wound: Wound) -> Need | None:
    """Return the need of InSv or a better one from an effect; None without one (11E-SAV-3)."""
    g, own = wound.gun.value, defence(wound.gun.value, model)
    given = own.invulnerable
    if given and (model.invulnerable is None or given.need < model.invulnerable):
        best, because = given.need, [given.why.but(text=f"{given.why.text}, which AP never changes")]
    elif model.invulnerable is not None:
        best = model.invulnerable
        because = [Reason(f"invulnerable save {face(best)}, which AP never changes", "11E-SAV-3")]
    else:
        return None
    if g.saves_both:
        total, words = added(g, own)
        best, because = best - total, [*because, *words]
    best = max(BEST, best)
    return Need(best if best <= SIXES else None, tuple(because), label=INVULNERABLE)


def added(g: Gun, own: Defence) -> tuple[int, list[Reason]]:
    """Return the sum of all modifiers, which has no cap here, and the reason (11E-SAV-3)."""
    changes: list[Modifier] = [change for change in own.saves if not (g.ignores_saves and change.value > 0)]
    total = sum(change.value for change in changes)
    if not changes:
        return 0, []
    return total, [Reason(f"{signed(total)} to its saves", changes[0].why.rule, signed(total))]


feel_no_pain, law_of, chance_of = pain_of, partial(charts.law_of, to_save), partial(charts.chance_of, to_save)
