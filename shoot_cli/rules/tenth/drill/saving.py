"""Which save, and what it needs: the answers of ``save.toml``."""

from __future__ import annotations

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.quizzes import Source
from shoot_cli.rules.datasheets.records import Change, Defence, Hit, Packet, Pain, Standing, Wound
from shoot_cli.rules.datasheets.steps.wound import roll_to_wound
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import Thrown, plain_gun, words_of
from shoot_cli.rules.tenth.steps.target import on_ground

SAVES = (2, 3, 4, 5, 6)


def invulnerable_no_better(source: Source, save: int) -> int:
    return source.one([n for n in (4, 5, 6) if n >= save] or [6])


def to_save(
    save: int,
    ap: int,
    invulnerable: int | None = None,
    cover: bool = False,
    saves: int = 0,
    ignores_cover: bool = False,
    change: int = 0,
    why_changed: str = "",
    rule: str = "",
    on_the_ground: bool = False,
) -> Need:
    """With what the armour comes to, where the other save is taken."""
    changes = (Change(change, Reason(why_changed, rule)),) if change else ()
    better = (Change(saves, Reason(f"{saves:+d} to its saves", "10E-FX-SAVE-1")),) if saves else ()
    gun = plain_gun(ap=ap, ignores_cover=ignores_cover, ap_changes=changes, defences=(Defence(saves=better),))
    wound = Wound(gun)
    model = Standing("model", 0, save, cover=cover, invulnerable=invulnerable)
    if on_the_ground:
        return charts.to_save(on_ground(model).but(cover=True), wound)
    need, armour = charts.to_save(model, wound), charts.armour_save(model, wound)
    if need.label != charts.INVULNERABLE:
        return need
    beaten = Reason(f"armour against AP{ap} is {words_of(armour)}", "10E-SAV-1")
    return need.but(because=(beaten, *need.because))


def to_save_against_devastating_wounds(save: int, ap: int, die: int, invulnerable: int | None) -> Need:
    made = roll_to_wound(Hit(plain_gun(ap=ap, devastating="current")), 1, Thrown(die))[0][0]
    need = Need(None) if type(made) is Packet else to_save(save, ap, invulnerable)
    words = f"an unmodified {die} with Devastating Wounds is {'a' if need.target is None else 'no'} Critical Wound"
    return need.but(because=(Reason(words, "10E-SAV-5"), *need.because))


def digits(ap: int) -> int:
    """As other editions print it."""
    return -ap


def to_feel_no_pain(always: int | None, mortal: int, is_mortal: bool) -> str:
    given = Pain(mortal, Reason(f"Feel No Pain {mortal}+ against mortal wounds", "10E-FNP-3"))
    gun = plain_gun(defences=(Defence(mortal_pain=given),))
    need = charts.feel_no_pain(gun.value, Standing("model", 0, 4, feel_no_pain=always), is_mortal)
    return need.text if need else "it is not ignored"
