"""Which save, and what it needs: the answers of ``save.toml``."""

from __future__ import annotations

from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Source
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.meet import Drilled, words_of
from shoot_cli.rules.datasheets.records import Defence, Hit, Packet, Pain, TargetModel, Wound
from shoot_cli.rules.datasheets.saves import INVULNERABLE
from shoot_cli.rules.datasheets.steps.wound import roll_to_wound


def invulnerable_no_better(source: Source, save: int) -> int:
    return source.one([n for n in (4, 5, 6) if n >= save] or [6])


def to_save(drilled: Drilled, save: int, ap: int, invulnerable: int | None = None) -> Need:
    model = TargetModel("model", 0, save, invulnerable=invulnerable)
    return compared(drilled, model, Wound(drilled.plain_gun(ap=ap)))


def compared(drilled: Drilled, model: TargetModel, wound: Wound) -> Need:
    """With what the armour comes to, where the other save is taken."""
    need = drilled.game.to_save(model, wound)
    if need.label != INVULNERABLE:
        return need
    armour = drilled.game.to_save(model.but(invulnerable=None), wound)
    words = f"armour against AP{wound.gun.value.ap} is {words_of(armour)}"
    return need.but(because=(drilled.game.reason(words, "SAV-1"), *need.because))


def to_save_against_devastating_wounds(
    drilled: Drilled, save: int, ap: int, die: int, invulnerable: int | None
) -> Need:
    gun = drilled.plain_gun(ap=ap, devastating="current")
    made = roll_to_wound(Hit(gun), 1, drilled.thrown(die))[0][0]
    need = Need(None) if type(made) is Packet else to_save(drilled, save, ap, invulnerable)
    words = f"an unmodified {die} with Devastating Wounds is {'a' if need.target is None else 'no'} Critical Wound"
    return need.but(because=(drilled.game.reason(words, "SAV-5"), *need.because))


def digits(ap: int) -> int:
    """As other editions print it."""
    return -ap


def to_feel_no_pain(drilled: Drilled, always: int | None, mortal: int, is_mortal: bool) -> str:
    given = Pain(mortal, drilled.game.reason(f"Feel No Pain {mortal}+ against mortal wounds", "FNP-3"))
    gun = drilled.plain_gun(defences=(Defence(mortal_pain=given),))
    need = charts.pain_of(gun.value, TargetModel("model", 0, 4, feel_no_pain=always), is_mortal)
    return need.text if need else "it is not ignored"
