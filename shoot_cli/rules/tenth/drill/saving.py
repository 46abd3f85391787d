"""Which save, and what it needs; what gets through."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import Met, Thrown, having, if_met, met, of_chart, of_need, plain_gun, words_of
from shoot_cli.rules.tenth.records import Change, Hit, Packet, Standing, Wound
from shoot_cli.rules.tenth.steps.target import on_ground
from shoot_cli.rules.tenth.steps.wound import roll_to_wound

SAVES, APS = (2, 3, 4, 5, 6), (0, -1, -2, -3, -4)


class Saved:
    """A model, an attack that wounds it, and the save in words. AP is 0 or less."""

    def __init__(self, save: int, ap: int, **more: Any) -> None:
        gun = more.pop("gun", {})
        self.model = Standing("model", 0, save, **more)
        self.wound = Wound(plain_gun(ap=ap, **gun))
        self.facts: dict[str, Any] = {"save": save, "ap": ap}

    def need(self) -> Need:
        """With what the armour comes to, where the other save is taken."""
        need, armour = charts.to_save(self.model, self.wound), charts.armour_save(self.model, self.wound)
        if need.label != charts.INVULNERABLE:
            return need
        beaten = Reason(f"armour against AP{self.facts['ap']} is {words_of(armour)}", "10E-SAV-1")
        return need.but(because=(beaten, *need.because))


def numbers_of(
    source: Source,
    saves: tuple[int, ...] = SAVES,
    aps: tuple[int, ...] = APS,
    inv: bool = False,
    or_any: tuple[int, ...] = (),
) -> tuple[int, int, int | None]:
    """Sv, AP and invulnerable save; theirs, where only theirs are asked about.

    ``or_any``: of them any Sv will do, with one of these AP, rather than nothing.
    """
    if not source.own:
        save = source.one(saves)
        return save, source.one(aps), source.one([n for n in (4, 5, 6) if n >= save] or [6]) if inv else None

    def fits(one: Met) -> bool:
        return one.victim.save in saves and one.weapon.ap in aps and bool(one.victim.invulnerable) >= inv

    any_save = (lambda one: one.victim.save in SAVES and one.weapon.ap in or_any,)
    one = met(source, fits, *any_save * bool(or_any))
    assert one.victim.save is not None
    return one.victim.save, one.weapon.ap, one.victim.invulnerable if inv else None


def armour(source: Source) -> Quiz:
    save, ap, _ = numbers_of(source, aps=(0, -1, -1, -2, -2, -3, -4, -5))
    case = Saved(save, ap)
    text = f"A model with Sv{save}+ and no other save is wounded with AP{ap}, out of cover. What does it need?"
    return of_chart(source, case.need(), text, "save", (save, -ap), case.facts)


def invulnerable(source: Source) -> Quiz:
    save, ap, inv = numbers_of(source, (2, 3, 4, 5), (0, -1, -2, -3, -4), inv=True)
    case = Saved(save, ap, invulnerable=inv)
    text = f"A model with Sv{save}+ and a {inv}+ invulnerable save is wounded with AP{ap}. What does it need?"
    return of_need(
        source, case.need(), text, case.facts | {"invulnerable": inv}, f"no worse than the invulnerable {inv}+"
    )


def cover(source: Source) -> Quiz:
    """Where it helps; with an invulnerable save, now and then."""
    save, ap, _ = numbers_of(source, (3, 4, 5, 6) if source.own else SAVES, (-1, -2, -3))
    inv = source.one((None, None, 4, 5))
    case = Saved(save, ap, cover=True, invulnerable=inv)
    other = f" and a {inv}+ invulnerable save" if inv else ""
    text = f"A model in cover with Sv{save}+{other} is wounded with AP{ap}. What does it need?"
    return of_need(source, case.need(), text, case.facts | {"invulnerable": inv}, "cover does not touch it")


def cover_useless(source: Source) -> Quiz:
    save, ap, _ = numbers_of(source, (2, 3, 4, 5), (0, 0, -1))
    case = Saved(save, ap, cover=True)
    text = f"A model in cover with Sv{save}+ is wounded with AP{ap}. What does it need?"
    useful = "cover counts: the AP is not 0" if ap else f"cover counts: Sv{save}+ is worse than 3+"
    return of_need(source, case.need(), text, case.facts, useful)


def cover_ignored(source: Source) -> Quiz:
    save, ap, _ = numbers_of(source, (4, 5, 6), (0, -1, -2), or_any=APS)
    case = Saved(save, ap, cover=True, gun={"ignores_cover": True})
    text = f"A model in cover with Sv{save}+ is wounded by a weapon with AP{ap} and Ignores Cover. What does it need?"
    return of_need(source, case.need(), text, case.facts)


def improved(source: Source) -> Quiz:
    """Cover and another +1: the sum with AP, then the limit."""
    save, ap, _ = numbers_of(source, (4, 5, 6), (0, -1, -2), or_any=(-1, -2, -3))
    case = Saved(save, ap, cover=True, saves=1)
    text = (
        f"A model in cover with Sv{save}+ and another +1 to its saves is wounded with AP{ap}. AP and all else "
        "are added up before the limit. What does it need?"
    )
    return of_need(source, case.need(), text, case.facts, "together not more than +1")


def changed_ap(source: Source) -> Quiz:
    """AP made better or worse, never above 0; cover looks at what is left."""
    save, ap, _ = numbers_of(source, (2, 3, 4, 5), (0, -1, -2))
    better, hides = source.one((True, False)), source.one((True, False))
    change = Change(-1 if better else 1, Reason(f"AP {'improved' if better else 'worsened'} by 1", "10E-MOD-AP-1"))
    case = Saved(save, ap, cover=hides, gun={"ap_changes": (change,)})
    place = "in cover" if hides else "out of cover"
    text = (
        f"A model {place} with Sv{save}+ is wounded with AP{ap}, which a rule "
        f"{'improves' if better else 'worsens'} by 1. What does it need?"
    )
    facts = case.facts | {"change": change.value, "cover": hides}
    return of_need(source, case.need(), text, facts)


def on_the_ground(source: Source) -> Quiz:
    save, ap, _ = numbers_of(source, (4, 5, 6), or_any=APS)
    case = Saved(save, ap)
    need = charts.to_save(on_ground(case.model).but(cover=True), case.wound)
    text = f"INFANTRY in the open with Sv{save}+ has gone to ground and is wounded with AP{ap}. What does it need?"
    return of_need(source, need, text, case.facts, "cover and a 6+ invulnerable save")


def plunging(source: Source) -> Quiz:
    save, ap, _ = numbers_of(source, (2, 3, 4, 5), (0, -1, -2))
    down = Change(-1, Reason("plunging fire: AP improved by 1", "10E-COV-5"))
    case = Saved(save, ap, gun={"ap_changes": (down,)})
    text = (
        f'A model fires with AP{ap} from a ruin, 7" above ground, at a unit of which every model stands on '
        f"the ground in the open. What does Sv{save}+ need?"
    )
    return of_need(source, case.need(), text, case.facts)


def none_at_all(source: Source) -> Quiz:
    """Devastating Wounds: a 6, or less than that."""
    save, ap, inv = numbers_of(source, (2, 3, 4), (0, -1, -2), inv=not source.own)
    die = source.one((6, 6, 5))
    gun = plain_gun(ap=ap, devastating="current")
    case = Saved(save, ap, invulnerable=inv)
    made = roll_to_wound(Hit(gun), 1, Thrown(die))[0][0]
    need = Need(None) if type(made) is Packet else case.need()
    words = f"an unmodified {die} with Devastating Wounds is {'a' if need.target is None else 'no'} Critical Wound"
    need = need.but(because=(Reason(words, "10E-SAV-5"), *need.because))
    other = f" and a {inv}+ invulnerable save" if inv else ""
    text = (
        f"Strength 4 against Toughness 4: a weapon with AP{ap} and Devastating Wounds wounds with an "
        f"unmodified {die}. What does the model with Sv{save}+{other} need to save?"
    )
    return of_need(source, need, text, case.facts | {"invulnerable": inv, "die": die})


def pain(source: Source) -> Quiz:
    """Which Feel No Pain counts against this wound."""
    every, mortal = source.one(((6, 4), (5, 4), (None, 4), (None, 5), (6, 5)))
    is_mortal = source.one((True, False))
    model = Standing("model", 0, 4, feel_no_pain=every, pain_mortal=mortal)
    need = charts.feel_no_pain(model, is_mortal, False)
    right = need.text if need else "it is not ignored"
    has = f"Feel No Pain {every}+ and " if every else ""
    what = "a mortal wound" if is_mortal else "a wound of normal damage"
    text = f"A model has {has}Feel No Pain {mortal}+ against mortal wounds. What does it need to ignore {what}?"
    because = f"of what works against {what} the best counts: {right}"
    wrong = [f"{n}+" for n in (mortal, every, 5, 6, 4, 3) if n] + ["it is not ignored"]
    first = [*wrong[:2], "it is not ignored", *wrong[2:]]
    facts = {"always": every, "mortal": mortal, "is_mortal": is_mortal}
    return source.quiz(text, right, first, because, facts)


DRILLS = (
    Drill("save", "10E-SAV-1", armour, 3),
    Drill("save", "10E-SAV-3", improved),
    Drill("save", "10E-SAV-4", invulnerable, 3),
    Drill("save", "10E-SAV-5", if_met(having("Devastating Wounds"), none_at_all), 2),
    Drill("save", "10E-COV-2", cover, 3),
    Drill("save", "10E-COV-3", cover_useless, 3),
    Drill("save", "10E-COV-5", plunging),
    Drill("save", "10E-WPN-IGNCOVER-1", cover_ignored, 2),
    Drill("save", "10E-MOD-AP-1", changed_ap),
    Drill("save", "10E-DEF-GTG-1", if_met(lambda one: one.target.is_a("INFANTRY"), on_the_ground), 2),
    Drill("save", "10E-FNP-3", if_met(lambda one: bool(one.victim.pain_mortal), pain)),
)
