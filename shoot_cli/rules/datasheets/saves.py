"""What all editions have of saving throws: AP, Sv with its changes, which dice are rolled again. Pure.

What a save needs is each edition's own; where they are asked for it, it is their ``to_save``.
"""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.questions import Need, Reason
from shoot_cli.rules.datasheets.book import EditionTerms
from shoot_cli.rules.datasheets.charts import SIXES, defence, pain_of
from shoot_cli.rules.datasheets.records import Defence, Packet, SingleDieRight, TargetModel, Unsaved, Wound
from shoot_cli.rules.datasheets.single import AGAIN, KEPT, SIX

ARMOUR, INVULNERABLE, NO_SAVE = "armour save", "invulnerable save", "no save"
ToSave = Callable[[TargetModel, Wound], Need]


def save_of(book: EditionTerms, save: int, own: Defence) -> int:
    """Sv with its changes: no better than 2+, and no better than an improvement says by it (EFF-50, SAV-6)."""
    worse = sum(-n for n, _, _ in own.save if n < 0)
    limited = save + worse
    for n, limit, _ in sorted(own.save, key=lambda one: -one[1]):
        if n > 0:
            limited = max(limited - n, min(limit, limited))
    return max(book.best, limited)


def armour_penetration(model: TargetModel, wound: Wound) -> tuple[int, list[Reason]]:
    """AP after everything that changes it, never above 0 (MOD-AP-1)."""
    g = wound.gun.value
    changes = (*g.ap_changes, *defence(g, model).ap)
    ap = g.ap + sum(change.value for change in changes)
    because = [g.book.reason(f"AP {g.ap}", "SAV-1", str(g.ap))] if g.ap else []
    if g.is_critical:
        because.append(g.book.reason("of a Critical Wound", "INT-18"))
    return min(0, ap), [*because, *(change.why for change in changes)]


def save_again(model: TargetModel, wound: Wound, need: Need) -> tuple[int, ...]:
    """Faces of a saving throw that are rolled again (EFF-64, EFF-68)."""
    own = defence(wound.gun.value, model)
    if not own.again or need.target is None or is_final(model, wound, need):
        return ()
    return (1,) if own.again == "ones" else tuple(range(1, need.target))


def is_final(model: TargetModel, wound: Wound, need: Need) -> bool:
    """True of an invulnerable save that nothing rolls again, the Command Re-roll neither (EFF-68)."""
    return need.label == INVULNERABLE and not defence(wound.gun.value, model).again_invulnerable


CERTAIN = 36


def chance_of(
    to_save: ToSave,
    model: TargetModel,
    wound: Wound,
    ready: tuple[SingleDieRight, ...] = (),
    again: tuple[int, ...] | None = None,
) -> int:
    """How likely the model saves this attack, in 36ths: dice that are rolled again count as what they may yet show.

    ``ready``: what may be done to this one die besides. ``again``: the faces that are rolled again; None: all that the
    model itself may have rolled again.
    """
    need = to_save(model, wound)
    if need.target is None:
        return 0
    if kept := next((one for one in ready if one.does == KEPT), None):
        return CERTAIN * need.met_by(kept.face)
    if need.met_by(SIXES) and any(one.does == SIX for one in ready):
        return CERTAIN
    failures = need.failures()
    again = save_again(model, wound, need) if again is None else again
    if any(one.does == AGAIN for one in ready) and not is_final(model, wound, need):
        again = failures
    good = SIXES - len(failures)
    return good * (SIXES + len(again))


def law_of(to_save: ToSave, thing: Wound | Packet | Unsaved, model: TargetModel) -> tuple[object, ...]:
    """What one thing does to one fresh model, wounds apart: models with the same law are alike to it."""
    g = thing.gun.value
    mortal = type(thing) is Packet or (type(thing) is Unsaved and thing.mortal)
    need = to_save(model, thing) if type(thing) is Wound else None
    pain, own = pain_of(g, model, mortal), defence(g, model)
    save = (need.target, save_again(model, thing, need)) if need and type(thing) is Wound else None
    return save, pain.target if pain else None, own.halvings, own.damage, own.becomes, own.most
