"""The facts that this edition asks for: movement, combat, sight, cover (28)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import Choose, Option, Question, in_the_plural
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.effect_questions import AS_UNIT, COVER, STILL, YES_NO, Rows, yes_or_no
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.steps import facts, permissions
from shoot_cli.rules.datasheets.steps.beforehand import rows as told_rows
from shoot_cli.rules.datasheets.steps.permissions import has_here
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.tenth.edition import ABILITIES, GRENADE, NUMBERS
from shoot_cli.rules.tenth.steps.allocation import kinds_of

ROWS = Rows(NUMBERS)
STATIONARY = yes_or_no(STILL, "Remained Stationary", ("10E-WPN-HEAVY-1",))
COVER_OF_KIND = Choose("cover:", (Option(AS_UNIT), *YES_NO), AS_UNIT, DEFENDER, ("10E-COV-1",))
TOGETHER = Choose(
    "together", (Option("as usual"), *YES_NO), "as usual", rules=("10E-ELIG-4", "10E-ELIG-5"),
    text="Locked with each other",
)  # fmt: skip
PLUNGING = yes_or_no("plunging", 'From a ruin, 6" or more above', ("10E-COV-5",))

# Every key that an attack may ask about; answers to unasked keys are allowed.
KNOWN: tuple[Question, ...] = (
    ROWS.distance, STATIONARY, ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.engaged, ROWS.overwatch, ROWS.cover,
    ROWS.visible, ROWS.target_engaged, TOGETHER, ROWS.hit_modifier, ROWS.wound_modifier, ROWS.command, PLUNGING,
    ROWS.blind, ROWS.firing, ROWS.half, Choose("weapon", ()), Choose("group_order", ()), Choose("allocate", ()),
    Choose("precision", ()), Choose("no_damage", YES_NO), Choose("reaction", ()), *ROWS.kept.values(),
    *told_rows(ABILITIES),
)  # fmt: skip
OF_UNITS = frozenset(question.key for question in KNOWN)  # asked for any abilities


def questions(state: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
    """Return what may change this attack, frequent changes first. Movement is asked once for the whole unit."""
    parts: list[Question] = []
    seen = state.manner.seen
    if state.doing == GRENADE.name:
        return [facts.usually(ROWS.target_engaged, aim.engaged)]
    if not seen:
        parts.append(ROWS.distance)
    kinds = kinds_of(aim.line.known_ranks())
    covers = cover_can_matter(state, aim)
    if covers:
        of_all = f"cover:{kinds[0]}" if len(kinds) == 1 else ""
        parts.append(ROWS.cover.but(also=of_all))
    if (seen or not state.mustered) and not facts.still_known(state) and by_movement(state):
        parts.append(facts.usually(STATIONARY, state.stationary))
    if not seen:
        parts += [ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.overwatch]
    together = seen and facts.near(state, aim.distance)  # the distance decides (10E-ELIG-3)
    if not state.mustered and (state.engaged or not seen) and not together:
        parts.append(facts.usually(ROWS.engaged, state.engaged))
    if not together:
        parts.append(facts.usually(ROWS.target_engaged, aim.engaged))
    if not seen or (state.engaged and aim.distance is None):
        parts.append(TOGETHER)
    unseen = seen and not state.overwatch  # Overwatch wants a visible unit (10E-OOP-1)
    if not seen or (unseen and any(weapon.has("Indirect Fire") for _, weapon in permissions.armed(state))):
        parts.append(ROWS.visible)
    parts += [
        *facts.conditions(state, aim, not seen and table.setting("abilities_used") == "always"),
        *facts.blind_part(state),
    ]
    if covers and len(kinds) > 1:
        parts += [COVER_OF_KIND.but(key=f"cover:{name}", text=f"Cover of {name}") for name in kinds]
    if not aim.unit.value.is_a("AIRCRAFT") and facts.anybody_saves(aim) and facts.wounds_are_rolled(state):
        parts.append(PLUNGING)
    parts += [*facts.modifier_parts(state, aim), *facts.dice_parts(state, aim)]
    return [*in_the_plural(parts, state.shooter.value)]


def by_movement(state: Attack) -> bool:
    """Return True if a weapon is Heavy, or an ability depends on movement."""
    return any(a.name == "Heavy" or permissions.hangs_on(a, STILL) for a in facts.abilities(state))


def cover_can_matter(state: Attack, aim: DeclaredTarget) -> bool:
    """Return False if cover is certain or cannot help: nobody has a save, or every weapon certainly ignores cover."""
    return (
        not (aim.smoke or aim.ground)
        and facts.anybody_saves(aim)
        and any(
            weapon.strength and not has_here(state, aim, model, weapon, "Ignores Cover", sure=True)
            for model, weapon in permissions.armed(state)
        )
    )


def with_facts(state: Attack, fact_values: Mapping[str, Any]) -> Attack:
    """Return the attack with the answers that only this edition asks for."""
    aim = state.aims[-1]
    together = fact_values.get("together", "as usual")
    usual_lock = state.engaged and (aim.engaged or not is_big(state.shooter.value))
    if state.manner.seen and aim.distance is not None:  # beyond this distance the unit fights another unit
        usual_lock = facts.near(state, aim.distance)
    locked = usual_lock or facts.near(state, aim.distance) if together == "as usual" else together == "yes"
    plunging = facts.told_yes(fact_values, "plunging", aim.plunging)
    return state.but(
        aims=(*state.aims[:-1], aim.but(together=locked, plunging=plunging, line=covered(aim, fact_values)))
    )


def covered(aim: DeclaredTarget, fact_values: Mapping[str, Any]) -> Line:
    """Return the line with cover (10E-COV-1)."""
    whole = fact_values.get("cover") == "yes"
    said = [key for key in fact_values if key.partition(":")[0] == COVER]
    of_kinds = {key.partition(":")[2]: fact_values[key] for key in said if key != COVER}
    own = {name: value for name, value in of_kinds.items() if value != AS_UNIT}
    if not said or (not whole and not own and not any(rank.kind.cover for rank in aim.line.ranks)):
        return aim.line
    return aim.line.changed(lambda kind: kind.but(cover=own.get(kind.name, "yes" if whole else "no") == "yes"))


def movement_words(state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
    if STILL in fact_values or (state.stationary and state.manner.seen and not state.overwatch and by_movement(state)):
        return ["Remained Stationary" if state.stationary else "moved"]
    return []


def cover_words(state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
    """Return what a declaration says of cover, if that was asked."""
    if COVER not in fact_values:
        return []
    own = {key.partition(":")[2]: value for key, value in fact_values.items() if key.startswith("cover:")}
    words = ["in cover" if fact_values[COVER] == "yes" else "in the open"]
    return words + [
        f"{name} {'in cover' if value == 'yes' else 'in the open'}"
        for name, value in own.items()
        if value not in (AS_UNIT, fact_values[COVER])
    ]
