"""Which save, and what it needs; what gets through."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import Thrown, having, if_met, met, of_chart, of_need, plain_gun
from shoot_cli.rules.tenth.records import Change, Hit, Packet, Standing, Wound
from shoot_cli.rules.tenth.steps.target import on_ground
from shoot_cli.rules.tenth.steps.wound import roll_to_wound


class Saved:
    """A model, an attack that wounds it, and the save in words. AP is 0 or less."""

    def __init__(self, save: int, ap: int, **more: Any) -> None:
        gun = more.pop("gun", {})
        self.model = Standing("model", 0, save, **more)
        self.wound = Wound(plain_gun(ap=ap, **gun))
        self.facts: dict[str, Any] = {"save": save, "ap": ap}

    def need(self) -> Need:
        return charts.to_save(self.model, self.wound)


def numbers_of(
    source: Source,
    saves: tuple[int, ...] = (2, 3, 4, 5, 6),
    aps: tuple[int, ...] = (0, -1, -2, -3, -4),
    inv: bool = False,
) -> tuple[int, int, int | None] | None:
    """Sv, AP and invulnerable save; theirs, where only theirs are asked about. None: theirs do not have it."""
    if not source.own:
        save = source.one(saves)
        return save, source.one(aps), source.one([n for n in (4, 5, 6) if n >= save] or [6]) if inv else None
    one = met(
        source,
        lambda one: one.victim.save in saves and one.weapon.ap in aps and bool(one.victim.invulnerable) >= inv,
    )
    if one is None or one.victim.save is None:
        return None
    return one.victim.save, one.weapon.ap, one.victim.invulnerable if inv else None


def ap_words(ap: int) -> str:
    return f"AP{ap}"


def found_under(need: Need, rule: str, words: str) -> Need:
    """The need with the rule among its reasons, even where the rule had nothing to change."""
    if any(reason.rule == rule for reason in need.because):
        return need
    return need.but(because=(*need.because, Reason(words, rule)))


def armour(source: Source) -> Quiz | None:
    found = numbers_of(source, aps=(0, -1, -1, -2, -2, -3, -4, -5))
    if found is None:
        return None
    save, ap, _ = found
    case = Saved(save, ap)
    text = f"A model with Sv{save}+ and no other save is wounded with {ap_words(ap)}, out of cover. What does it need?"
    return of_chart(source, "save", "10E-SAV-1", case.need(), text, "save", (save, -ap), case.facts)


def invulnerable(source: Source) -> Quiz | None:
    found = numbers_of(source, (2, 3, 4, 5), (0, -1, -2, -3, -4), inv=True)
    if found is None:
        return None
    save, ap, inv = found
    case = Saved(save, ap, invulnerable=inv)
    text = f"A model with Sv{save}+ and a {inv}+ invulnerable save is wounded with {ap_words(ap)}. What does it need?"
    need = found_under(case.need(), "10E-SAV-4", f"better than the invulnerable {inv}+")
    return of_need(source, "save", "10E-SAV-4", need, text, case.facts | {"invulnerable": inv})


def cover(source: Source) -> Quiz | None:
    """Where it helps; with an invulnerable save, now and then."""
    found = (
        numbers_of(source, (3, 4, 5, 6), (-1, -2, -3))
        if source.own
        else numbers_of(source, (2, 3, 4, 5, 6), (-1, -2, -3))
    )
    if found is None:
        return None
    save, ap, _ = found
    inv = source.one((None, None, 4, 5))
    case = Saved(save, ap, cover=True, invulnerable=inv)
    other = f" and a {inv}+ invulnerable save" if inv else ""
    text = f"A model in cover with Sv{save}+{other} is wounded with {ap_words(ap)}. What does it need?"
    need = found_under(case.need(), "10E-COV-2", "cover does not touch it")
    return of_need(source, "save", "10E-COV-2", need, text, case.facts | {"invulnerable": inv})


def cover_useless(source: Source) -> Quiz | None:
    found = numbers_of(source, (2, 3, 4, 5), (0, 0, -1))
    if found is None:
        return None
    save, ap, _ = found
    case = Saved(save, ap, cover=True)
    text = f"A model in cover with Sv{save}+ is wounded with {ap_words(ap)}. What does it need?"
    useful = "cover counts: the AP is not 0" if ap else f"cover counts: Sv{save}+ is worse than 3+"
    return of_need(source, "save", "10E-COV-3", found_under(case.need(), "10E-COV-3", useful), text, case.facts)


def cover_ignored(source: Source) -> Quiz | None:
    found = numbers_of(source, (4, 5, 6), (0, -1, -2)) or numbers_of(source)
    if found is None:
        return None
    save, ap, _ = found
    case = Saved(save, ap, cover=True, gun={"ignores_cover": True})
    text = (
        f"A model in cover with Sv{save}+ is wounded by a weapon with {ap_words(ap)} and Ignores Cover. "
        "What does it need?"
    )
    return of_need(source, "save", "10E-WPN-IGNCOVER-1", case.need(), text, case.facts)


def improved(source: Source) -> Quiz | None:
    """Cover and another +1: the sum with AP, then the limit."""
    found = numbers_of(source, (4, 5, 6), (0, -1, -2)) or numbers_of(source, aps=(-1, -2, -3))
    if found is None:
        return None
    save, ap, _ = found
    case = Saved(save, ap, cover=True, saves=1)
    text = (
        f"A model in cover with Sv{save}+ and another +1 to its saves is wounded with {ap_words(ap)}. AP and all else "
        "are added up before the limit. What does it need?"
    )
    need = found_under(case.need(), "10E-SAV-3", "together not more than +1")
    return of_need(source, "save", "10E-SAV-3", need, text, case.facts)


def changed_ap(source: Source) -> Quiz | None:
    """AP made better or worse, never above 0; cover looks at what is left."""
    found = numbers_of(source, (2, 3, 4, 5), (0, -1, -2))
    if found is None:
        return None
    save, ap, _ = found
    better, hides = source.one((True, False)), source.one((True, False))
    change = Change(-1 if better else 1, Reason(f"AP {'improved' if better else 'worsened'} by 1", "10E-MOD-AP-1"))
    case = Saved(save, ap, cover=hides, gun={"ap_changes": (change,)})
    place = "in cover" if hides else "out of cover"
    text = (
        f"A model {place} with Sv{save}+ is wounded with {ap_words(ap)}, which a rule "
        f"{'improves' if better else 'worsens'} by 1. What does it need?"
    )
    facts = case.facts | {"change": change.value, "cover": hides}
    return of_need(source, "save", "10E-MOD-AP-1", case.need(), text, facts)


def on_the_ground(source: Source) -> Quiz | None:
    found = numbers_of(source, (4, 5, 6), (0, -1, -2, -3, -4)) or numbers_of(source)
    if found is None:
        return None
    save, ap, _ = found
    case = Saved(save, ap)
    need = charts.to_save(on_ground(case.model).but(cover=True), case.wound)
    text = (
        f"INFANTRY in the open with Sv{save}+ has gone to ground and is wounded with {ap_words(ap)}. What does it need?"
    )
    need = found_under(need, "10E-DEF-GTG-1", "cover and a 6+ invulnerable save")
    return of_need(source, "save", "10E-DEF-GTG-1", need, text, case.facts)


def plunging(source: Source) -> Quiz | None:
    found = numbers_of(source, (2, 3, 4, 5), (0, -1, -2))
    if found is None:
        return None
    save, ap, _ = found
    down = Change(-1, Reason("plunging fire: AP improved by 1", "10E-COV-5"))
    case = Saved(save, ap, gun={"ap_changes": (down,)})
    text = (
        f'A model fires with {ap_words(ap)} from a ruin, 7" above ground, at a unit of which every model stands on '
        f"the ground in the open. What does Sv{save}+ need?"
    )
    return of_need(source, "save", "10E-COV-5", case.need(), text, case.facts)


def none_at_all(source: Source) -> Quiz | None:
    """Devastating Wounds: a 6, or less than that."""
    found = numbers_of(source, (2, 3, 4), (0, -1, -2), inv=not source.own)
    if found is None:
        return None
    save, ap, inv = found
    die = source.one((6, 6, 5))
    gun = plain_gun(ap=ap, devastating="current")
    case = Saved(save, ap, invulnerable=inv)
    made = roll_to_wound(Hit(gun), 1, Thrown(die))[0][0]
    need = Need(None) if type(made) is Packet else case.need()
    words = f"an unmodified {die} with Devastating Wounds is {'a' if need.target is None else 'no'} Critical Wound"
    need = need.but(because=(Reason(words, "10E-SAV-5"), *need.because))
    other = f" and a {inv}+ invulnerable save" if inv else ""
    text = (
        f"Strength 4 against Toughness 4: a weapon with {ap_words(ap)} and Devastating Wounds wounds with an "
        f"unmodified {die}. What does the model with Sv{save}+{other} need to save?"
    )
    return of_need(source, "save", "10E-SAV-5", need, text, case.facts | {"invulnerable": inv, "die": die})


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
    because = (Reason(f"of what works against {what} the best counts: {right}", "10E-FNP-3"),)
    wrong = [f"{n}+" for n in (mortal, every, 5, 6, 4, 3) if n] + ["it is not ignored"]
    first = [*wrong[:2], "it is not ignored", *wrong[2:]]
    facts = {"always": every, "mortal": mortal, "is_mortal": is_mortal}
    return source.quiz("save", text, right, first, because, facts=facts)


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
