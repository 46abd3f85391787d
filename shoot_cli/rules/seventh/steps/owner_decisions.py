"""Decisions of the target's owner: going to ground, which save, Look Out, Sir."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.engine.pools import Rank, models
from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Ranks
from shoot_cli.rules.seventh.steps.vehicles import YES_NO
from shoot_cli.rules.seventh.tokens import TargetModel

# Going to ground, and cover that depends on it (7E-GTG-3, 7E-SAV-8).

NO_COVER = Reason("none of them has a cover save", "7E-SAV-8")
GROUND = Choose("go_to_ground", (Option("no"), Option("yes")), "no", rules=("7E-GTG-1",), text="Go to ground?")


def why_never_to_ground(unit: Unit) -> tuple[Reason, ...]:
    """Return why the complete unit can never go to ground; () if it can (7E-GTG-3, 7E-VEH-8)."""
    if unit.vehicle:
        return (Reason("vehicles cannot go to ground", "7E-VEH-8"),)
    if never := charts.never_to_ground(unit):
        return (never,)
    return tuple(Reason(f"{rule} units cannot go to ground", "7E-GTG-3") for rule in FEARLESS if unit.has(rule))


FEARLESS = ("Fearless", "Zealot")


def target_has(unit: Unit, target: Ranks, rule: str) -> bool:
    """Return True if the target has the rule now; a model's rule ends with its last bearer."""
    if rule in unit.rules or not unit.has(rule):
        return rule in unit.rules
    return charts.still_has(unit, {rank.kind.model for rank in target.standing()}, rule)


def why_not_to_ground(state: Attack, target: Ranks) -> tuple[Reason, ...]:
    """Return why the target may not go to ground now; () if it may (7E-GTG-3). `target` holds the models left."""
    unit = state.target.value
    if unit.vehicle:
        return why_never_to_ground(unit)
    if charts.never_to_ground(unit):  # otherwise nobody needs to know who is left
        never = charts.never_to_ground(unit, {rank.kind.model for rank in target.standing()})
        if never:
            return (never,)
    for rule in FEARLESS:
        if target_has(unit, target, rule):
            return (Reason(f"{rule} units cannot go to ground", "7E-GTG-3"),)
    return (Reason(state.no_ground, "7E-GTG-3"),) if state.no_ground else ()


def may_go_to_ground(state: Attack) -> bool:
    """Return True if the target may still go to ground in this attack."""
    return not (state.on_ground or state.ground_asked or why_not_to_ground(state, state))


def covered_now(target: Ranks) -> bool:
    """Return True if any model has a cover save now."""
    return any(charts.cover_save(rank.kind).target is not None for rank in target.ranks())


def wants_cover_in_vain(target: Ranks) -> bool:
    """Return True if the owner wants cover saves but no model has one."""
    return any(rank.kind.prefers == "cover" for rank in target.ranks()) and not covered_now(target)


def refuse_without_cover(state: Attack, table: Table) -> None:
    """Refuse a wanted cover save of a unit in the open, unless it goes to ground.

    This applies to attacks on their own. In a battle the owner is asked later if the unit goes to ground.
    """
    if not wants_cover_in_vain(state):
        return
    if state.manner.tolerates:
        if not may_go_to_ground(state):
            table.tell("{why}, so they save as usual", (NO_COVER.rule,), why=NO_COVER.text)
        return
    if may_go_to_ground(state) and table.default_unless_given(GROUND.but(nth=len(state.fired)), "no") == "yes":
        return
    options = (Option("best"), Option("cover", closed=(NO_COVER,)))
    table.check_only_answer(Choose("save", options, "best", rules=("7E-SAV-8",)), "best")


# Facts from the owner of hit models: the save they use, and Look Out, Sir (7E-SAV-8, 7E-ALC-6).

WITHIN_6 = Choose(
    "within_6", YES_NO, "yes", DEFENDER, ("7E-ALC-6",), 'Somebody is within 6" of each character'
)  # fmt: skip
LOOK_OUT_SIR = Choose(
    "look_out_sir", (*YES_NO, Option("ask", "ask for each wound")), "yes", DEFENDER, ("7E-ALC-6",),
    "Look Out, Sir is tried",
)  # fmt: skip
TO_CHARACTERS = "to characters"  # Look Out, Sir is tried although only characters are left
SAVES = ("best", "armour", "invulnerable", "cover")
SAVE = Choose("save", tuple(map(Option, SAVES)), "best", DEFENDER, ("7E-SAV-8",), "Save they use")
SAVE_AGAIN = Choose(
    "save_again", tuple(map(Option, ("no", "failed", "ones"))), "no", DEFENDER, ("7E-SAV-16",),
    "Saves rolled again",
)  # fmt: skip


def about_characters(state: Attack, queue: tuple[Rank, ...]) -> list[Question]:
    """Return the questions about Look Out, Sir; none if no model could use it (7E-ALC-6)."""
    if models(queue) < 2 or not any(rank.kind.character for rank in queue):
        return []
    tried = "yes" if state.look_out == TO_CHARACTERS else state.look_out
    if state.look_out == "yes" and all(rank.kind.character for rank in queue):
        tried = "no"
    return [WITHIN_6 if state.within_6 else WITHIN_6.but(default="no"), LOOK_OUT_SIR.but(default=tried)]


def look_out_answer(state: Attack, facts: Mapping[str, Any]) -> str:
    """Return whether Look Out, Sir is tried. “yes” where only characters are left: another of them takes the wound."""
    answer: str | None = facts.get(LOOK_OUT_SIR.key)
    if answer != "yes":
        return answer or state.look_out
    remaining = (*state.line.known_ranks(), *state.apart)
    return TO_CHARACTERS if all(rank.kind.character for rank in remaining) else answer


def wants_cover(weapon: Weapon, table: Table) -> bool:
    """Return True if it was said beforehand that cover is the save that is used against this weapon (7E-SAV-8)."""
    return any(table.given_names(key, ("cover",)) for key in (SAVE.key, f"{SAVE.key}:{weapon.name}"))


def which_save(
    queue: tuple[Rank, ...], weapons: Iterable[Weapon], covers: bool = True, others: Iterable[Weapon] = ()
) -> list[Question]:
    """Return the question for the preferred save, if a model may have two of the three saves (7E-SAV-8).

    `covers` is False if the models cannot have cover. `others` are further weapons to which the answer may apply.
    """
    asked = [*weapons]
    if not any(several_saves(queue, weapon, covers) for weapon in asked):
        return []
    options = saves_of(queue, why_no_cover(queue, [*asked, *others], covers))
    seldom = not any(several_saves(queue, weapon, False) for weapon in asked)  # only cover would be a second one
    return [SAVE.but(default=queue[0].kind.prefers, options=options, seldom=seldom)]


def several_saves(queue: tuple[Rank, ...], weapon: Weapon, covers: bool) -> bool:
    """Return True if a model may have two of the three saves against this weapon."""
    for rank in queue:
        kind = rank.kind
        armour = kind.hull is None and charts.armour_save(kind.armour, weapon.ap).target is not None
        cover = not charts.ignores_cover(weapon) and (covers or charts.cover_save(kind).target is not None)
        if armour + (kind.invulnerable is not None) + cover > 1:
            return True
    return False


def why_no_cover(queue: tuple[Rank, ...], weapons: Iterable[Weapon], covers: bool) -> tuple[Reason, ...]:
    """Return why a cover save cannot be wanted; () if it can, or if it already is."""
    if any(rank.kind.prefers == "cover" for rank in queue):
        return ()
    if all(map(charts.ignores_cover, weapons)):
        return (Reason("the weapon ignores cover", "7E-SAV-10"),)
    if all(rank.kind.no_cover for rank in queue):
        return (Reason("an effect leaves them no cover", "7E-EFF-1"),)
    in_the_open = not covers and all(charts.cover_save(rank.kind).target is None for rank in queue)
    return (NO_COVER,) if in_the_open else ()


def saves_of(queue: tuple[Rank, ...], no_cover: tuple[Reason, ...]) -> tuple[Option, ...]:
    """Return the options for the preferred save, closed if no model has the save."""
    kinds = [rank.kind for rank in queue]
    armour = any(kind.armour is not None and kind.hull is None for kind in kinds)
    return options_of_save(armour, any(kind.invulnerable is not None for kind in kinds), no_cover)


@lru_cache
def options_of_save(armour: bool, invulnerable: bool, no_cover: tuple[Reason, ...]) -> tuple[Option, ...]:
    """Return the options for the preferred save of models some of which have these saves."""
    exists = {"armour": armour, "invulnerable": invulnerable}
    closed = {
        name: (Reason(f"none of them has an {name} save", "7E-SAV-8"),) for name, has in exists.items() if not has
    } | {"cover": no_cover}
    return tuple(option.but(closed=closed.get(option.value, ())) for option in SAVE.options)


def with_owner_facts(state: Attack, facts: Mapping[str, Any]) -> Attack:
    """Return the attack with the owner's facts in its models."""
    state = state.but(
        within_6=facts["within_6"] == "yes" if WITHIN_6.key in facts else state.within_6,
        look_out=look_out_answer(state, facts),
    )
    wanted = facts.get(SAVE.key)
    if wanted is None:
        return state

    def wants(kind: TargetModel) -> TargetModel:
        return kind.but(prefers=wanted)

    return state.changed(wants) if any(rank.kind.prefers != wanted for rank in state.ranks()) else state
